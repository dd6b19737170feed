//! What a trouble means to a hunt: whose it is, and whether two are alike.

use ox88_engine::TroubleKind;

/// Whether the engine went wrong by itself, whatever time it was given.
pub(super) const fn comes_without_waiting(kind: &TroubleKind) -> bool {
    matches!(
        kind,
        TroubleKind::Dies(_)
            | TroubleKind::DiesAfterwards(_)
            | TroubleKind::Panics(_)
            | TroubleKind::Fails(_)
            | TroubleKind::NotStarted(_)
            | TroubleKind::ClosedItsOutput
            | TroubleKind::Floods
    )
}

/// Whether it may be all that a program has to say of what it was asked.
pub(super) const fn may_be_refusal(kind: &TroubleKind) -> bool {
    matches!(kind, TroubleKind::Dies(_) | TroubleKind::Rubbish | TroubleKind::Refuses)
}

/// Whether it may be what a program or a function does with a move that it lacks.
pub(super) const fn may_refuse_a_move(kind: &TroubleKind) -> bool {
    may_be_refusal(kind) || matches!(kind, TroubleKind::Panics(_) | TroubleKind::Fails(_))
}

/// Whether the engine did the same here as there. One that refuses a position fails in another way than one that cannot
/// make a move.
pub(super) fn is_like(one: &TroubleKind, other: &TroubleKind) -> bool {
    match (one, other) {
        (TroubleKind::Panics(one), TroubleKind::Panics(other))
        | (TroubleKind::Fails(one), TroubleKind::Fails(other)) => {
            without_numbers(one) == without_numbers(other)
        }
        _ => one.id() == other.id(),
    }
}

/// Whether nothing is wrong with the engine: it was not asked, because somebody chose so.
pub(super) const fn is_choice(kind: &TroubleKind) -> bool {
    matches!(kind, TroubleKind::Skipped | TroubleKind::Ended)
}

/// The words of a line, with a sign for each number.
pub(super) fn without_numbers(line: &str) -> String {
    line.split(|letter: char| letter.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("#")
}
