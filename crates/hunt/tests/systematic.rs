//! Mistakes that show in every answer are found once, and hide nothing else.

use crate::tests::inside::{Inside, List, Place, Print, RIGHT, in_short, questions};
use crate::tests::report::report_of;
use crate::{Outcome, Until, search};
use ox88::{Color, Move, MoveKind, Position, START, perft};
use rstest::rstest;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A pawn may take en passant, and a rook may go.
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
/// White is in check, and has a knight that is pinned.
const PIN: &str = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";

fn hunted(engine: &Inside) -> Outcome {
    let plan = questions(&[
        (PIN, 1),
        (EN_PASSANT, 1),
        (PROMOTION, 1),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 1),
        (START, 3),
        (KIWIPETE, 2),
    ]);
    search(&mut engine.clone(), &plan, Until::All, |_, _| ())
}

/// Each rule that was found broken, and the part at fault.
fn found(outcome: &Outcome) -> Vec<String> {
    let short = |text: String| text.split(" by ").next().unwrap_or_default().to_owned();
    outcome.findings.iter().map(|found| short(in_short(found))).collect()
}

fn printed(here: &Position, count: impl Fn(&Position) -> u128) -> Vec<String> {
    let row = |mv: Move| (here.move_text(mv), count(&here.after_unchecked(mv)));
    let rows: Vec<(String, u128)> = here.legal_moves().into_iter().map(row).collect();
    let total: u128 = rows.iter().map(|row| row.1).sum();
    rows.iter().map(|(text, count)| format!("{text}: {count}")).chain([total.to_string()]).collect()
}

const fn lists(list: List) -> Inside {
    Inside { list, ..RIGHT }
}

const fn prints(print: Print) -> Inside {
    Inside { print, ..RIGHT }
}

#[rstest]
#[case::inner_nodes(
    prints(|here, depth, _| Ok(printed(here, |after| (0..depth).map(|left| perft(after, left)).sum()))),
    "inner-nodes-counted Everywhere"
)]
#[case::one_ply_more(
    prints(|here, depth, _| Ok(printed(here, |after| perft(after, depth)))),
    "one-ply-too-many Everywhere"
)]
#[case::one_ply_less(
    prints(|here, depth, _| Ok(printed(here, |after| perft(after, depth.saturating_sub(2))))),
    "one-ply-too-few Everywhere"
)]
#[case::pseudo_legal(lists(|here, _| here.pseudo_legal_moves()), "pseudo-legal Everywhere")]
#[case::pseudo_legal_but_for_the_capture_of_a_king(
    lists(|here, _| {
        let king = here.king(!here.side_to_move());
        here.pseudo_legal_moves().into_iter().filter(|mv| mv.to != king).collect()
    }),
    "pseudo-legal Everywhere"
)]
#[case::pseudo_legal_but_for_that_and_castling(
    lists(|here, _| {
        let king = here.king(!here.side_to_move());
        let is_listed = |mv: &Move| {
            if mv.castling_rook().is_some() { here.is_legal(*mv) } else { mv.to != king }
        };
        here.pseudo_legal_moves().into_iter().filter(is_listed).collect()
    }),
    "pseudo-legal Everywhere"
)]
#[case::pseudo_legal_at_the_last_ply(
    lists(|here, place| match place {
        Place::Below { left: 1 } => here.pseudo_legal_moves(),
        _ => here.legal_moves(),
    }),
    "last-ply-pseudo-legal Everywhere"
)]
fn a_mistake_that_shows_in_every_answer_is_one_finding(
    #[case] engine: Inside,
    #[case] expected: &str,
) {
    let outcome = hunted(&engine);
    assert_eq!(found(&outcome), [expected]);
}

#[test]
fn what_it_explains_is_counted() {
    let outcome = hunted(&prints(|here, depth, _| Ok(printed(here, |after| perft(after, depth)))));
    assert_eq!(outcome.explained, 6);
    let text = report_of(&outcome.findings).text(false);
    assert!(
        text.contains("counting: this one mistake explains each row of all answers about four"),
        "{text}"
    );
}

/// The answers that it does not explain are looked at as always.
#[test]
fn what_else_is_wrong_is_found_as_well() {
    let print: Print = |here, depth, _| {
        let mut lines = printed(here, |after| (0..depth).map(|left| perft(after, left)).sum());
        // A knight's jump is missing where there is nothing else on the board.
        let is_alone = here.board().pieces(Color::Black).count() == 1;
        lines.retain(|line| !(is_alone && (line.starts_with("c3b5") || !line.contains(':'))));
        Ok(lines)
    };
    let found = found(&hunted(&prints(print)));
    assert_eq!(found, ["inner-nodes-counted Everywhere", "knight-jump Generation"]);
}

/// In some positions all illegal moves are those of pinned pieces. An engine that lets these through is not one that
/// tests nothing.
#[test]
fn one_answer_that_it_does_not_explain_refutes_it() {
    let list: List = |here, place| {
        let is_pinned_away = |mv: &Move| {
            let king = here.king(here.side_to_move());
            here.is_legal(*mv) || mv.from != king && !here.is_check() && mv.kind == MoveKind::Normal
        };
        let all = here.pseudo_legal_moves();
        if place == Place::Root {
            all.into_iter().filter(is_pinned_away).collect()
        } else {
            here.legal_moves()
        }
    };
    let found = found(&hunted(&lists(list)));
    assert!(!found.is_empty());
    assert!(found.iter().all(|it| !it.contains("Everywhere")), "{found:?}");
}
