//! The table of controls. Each asks an engine the same in another way: what it answers settles some parts, or shows which
//! is at fault.
//!
//! To add one, write its row and the function that asks. The order of the rows means nothing: a row says which others it
//! relies on, and what relies on it has to say so.

use super::origin::Diagnosis;
use super::{
    Ruling, Seen, by_fen, counts, game_end, making, misread, nothing_left, played, undone,
};
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::suspects::Suspects;
use std::pin::Pin;

/// An experiment about a wrong answer.
#[derive(Clone, Copy)]
pub(super) struct Control {
    name: &'static str,
    /// What has to be wrong.
    of: &'static [Seen],
    /// The parts that it can show to be at fault, or not.
    about: Suspects,
    /// Whether it is worth asking a person.
    by_hand: bool,
    /// Those without whose answers it shows nothing, as long as they can decide something.
    after: &'static [&'static str],
    /// Asks. It may add to what is known, and if it shows what is at fault, that is the verdict.
    ask: Ask,
}

/// What a control asks, and waits for.
type Ask = for<'a> fn(
    &'a mut Inquiry<'_>,
    &'a mut Diagnosis,
) -> Pin<Box<dyn Future<Output = Ruling> + Send + 'a>>;

macro_rules! asks {
    ($ask:path) => {
        |inquiry, known| Box::pin($ask(inquiry, known))
    };
}

use Seen::{CountsByFen, CountsPlayed, GameEnd, MovesByFen, MovesPlayed, NumberPlayed, Sums};

const ANY: &[Seen] =
    &[GameEnd, CountsByFen, CountsPlayed, MovesByFen, MovesPlayed, NumberPlayed, Sums];
const PLAYED: &[Seen] = &[CountsPlayed, MovesPlayed, NumberPlayed];
const MADE: &[Seen] = &[MovesPlayed, NumberPlayed];
const BY_FEN: &[Seen] = &[MovesByFen];
const COUNTS: &[Seen] = &[CountsByFen];

const READ: Suspects = Suspects::READ;
const MAKE: Suspects = Suspects::MAKE;
const UNMAKE: Suspects = Suspects::UNMAKE;
const COUNTING: Suspects = Suspects::COUNTING;
const READ_OR_MAKE: Suspects = READ.or(MAKE);
const ALL: Suspects = Suspects::ALL;

#[rustfmt::skip]
const CONTROLS: &[Control] = &[
    // Any wrong answer.
    row("no draw", ANY, COUNTING, true, &[], asks!(game_end::drawn)),
    row("by FEN, twice", PLAYED, ALL, false, &["no draw"], asks!(played::wrong_when_generated_again)),

    // Wrong by the FEN. An answer that changes when it is asked for once more shows nothing else.
    row("repeated", BY_FEN, ALL, true, &["no draw"], asks!(by_fen::repeated)),
    // It follows at once: nothing comes between the two questions.
    row("asked again", BY_FEN, UNMAKE, false, &["repeated"], asks!(by_fen::wrong_otherwise_again)),
    // Another position tells nothing that this one, played, would tell by itself.
    row("played", BY_FEN, READ, true, &["repeated", "asked again"], asks!(by_fen::right_when_played)),
    row("misread elsewhere", BY_FEN, READ, false, &["played"], asks!(misread::elsewhere)),
    row("startpos", BY_FEN, READ, true, &["played", "misread elsewhere"], asks!(by_fen::rights_by_name)),
    row("by name", BY_FEN, READ, false, &["played", "misread elsewhere"], asks!(misread::by_name)),
    row("misread deeper", BY_FEN, READ, true, &["startpos", "by name"], asks!(misread::deeper)),
    // What is right when it is played is not made wrongly.
    row("its moves made", BY_FEN, MAKE, true, &["played", "startpos", "by name"], asks!(by_fen::moves_made)),
    // No state need explain what is wrong after a move that the engine lists where it is alone on the board.
    row("a move alone", BY_FEN, MAKE, false, &["its moves made"], asks!(making::wrong_alone)),
    // A move that is made wrongly is taken back wrongly as well.
    row("undone", BY_FEN, UNMAKE, true, &["its moves made", "a move alone"], asks!(undone::undone)),
    row("for less", BY_FEN, UNMAKE, true, &["undone"], asks!(undone::right_for_less)),
    row("nothing left", BY_FEN, UNMAKE, false, &["undone"], asks!(nothing_left::nothing_left)),
    row("below its moves", BY_FEN, UNMAKE, false, &["undone", "for less"], asks!(undone::wrong_below)),
    row("counted alone", BY_FEN, MAKE, false, &["undone", "for less", "nothing left", "below its moves"], asks!(making::counted_alone)),

    // Right by the FEN, and wrong when it is played. What was left behind on the way is not made wrongly.
    row("undone on the way", &[MovesPlayed], UNMAKE, true, &["by FEN, twice"], asks!(undone::undone)),
    row("state", MADE, MAKE, true, &["by FEN, twice", "undone on the way"], asks!(played::state_of_make)),
    row("en passant in a FEN", &[MovesPlayed], READ, true, &["state"], asks!(misread::en_passant)),
    row("root by its FEN", &[MovesPlayed], READ, true, &["state", "en passant in a FEN"], asks!(by_fen::root)),
    row("misread on the way", MADE, READ_OR_MAKE, true, &["state", "root by its FEN"], asks!(played::misread_elsewhere)),
    row("rights in a FEN", &[MovesPlayed], READ, true, &["misread on the way"], asks!(misread::rights)),
    row("another root", MADE, READ_OR_MAKE, true, &["misread on the way", "rights in a FEN"], asks!(played::right_from_another_root)),
    row("its own walk", MADE, MAKE, false, &["another root"], asks!(played::right_in_its_walk)),

    row("another move", &[MovesPlayed], UNMAKE, false, &["its own walk", "undone on the way"], asks!(played::right_after_another_move)),

    // Right after each move.
    row("moves for less", COUNTS, ALL, true, &["no draw"], asks!(by_fen::wrong_moves_for_less)),
    row("fewer bits", &[CountsByFen, CountsPlayed], COUNTING, true, &["moves for less", "by FEN, twice"], asks!(counts::overflow)),
    row("count repeated", COUNTS, ALL, true, &["moves for less", "fewer bits"], asks!(by_fen::repeated)),
    row("count undone", COUNTS, UNMAKE, true, &["count repeated"], asks!(undone::undone)),
    row("recursion", COUNTS, ALL, true, &["count undone"], asks!(counts::recursion)),
];

const fn row(
    name: &'static str,
    of: &'static [Seen],
    about: Suspects,
    by_hand: bool,
    after: &'static [&'static str],
    ask: Ask,
) -> Control {
    Control { name, of, about, by_hand, after, ask }
}

/// Asks one control after the other until one shows what is at fault, or no suspect is left that another could decide.
pub(super) async fn ask_all(
    inquiry: &mut Inquiry<'_>,
    seen: Seen,
    mut known: Diagnosis,
) -> Result<Diagnosis, Unanswered> {
    if seen == MovesByFen && inquiry.is_with_person() {
        inquiry.begins_to_play();
    }
    let mut left = in_any_order();
    left.retain(|it| it.of.contains(&seen) && (it.by_hand || !inquiry.is_with_person()));
    while let Some(place) = next(&left, known.settled) {
        let control = left.remove(place);
        if let Some(verdict) = (control.ask)(inquiry, &mut known).await? {
            return Ok(verdict);
        }
    }
    Ok(known)
}

/// The place of a control that can decide something, and that relies on no other one that can.
fn next(left: &[Control], settled: Suspects) -> Option<usize> {
    let decides = |it: &Control| it.about.without(settled) != Suspects::NONE;
    let waits =
        |it: &Control| left.iter().any(|other| decides(other) && it.after.contains(&other.name));
    left.iter().position(|it| decides(it) && !waits(it))
}

#[cfg(not(test))]
fn in_any_order() -> Vec<Control> {
    CONTROLS.to_vec()
}

#[cfg(test)]
pub(crate) use tests::in_another_order;
#[cfg(test)]
use tests::in_any_order;

#[cfg(test)]
mod tests {
    use super::{CONTROLS, Control};
    use std::cell::Cell;

    thread_local! {
        /// By how many places the rows are turned round, and whether they are read from the end.
        static ORDER: Cell<(usize, bool)> = const { Cell::new((0, false)) };
    }

    /// The hunts of this thread find the rows of the table in another order from now on.
    pub(crate) fn in_another_order(turned: usize, is_reversed: bool) {
        ORDER.set((turned, is_reversed));
    }

    pub(super) fn in_any_order() -> Vec<Control> {
        let (turned, is_reversed) = ORDER.get();
        let mut rows = CONTROLS.to_vec();
        rows.rotate_left(turned % CONTROLS.len());
        if is_reversed {
            rows.reverse();
        }
        rows
    }

    #[test]
    fn each_control_relies_on_others_of_the_table_and_on_none_that_relies_on_it() {
        let mut left = CONTROLS.to_vec();
        for row in &left {
            let is_there = |name: &&str| CONTROLS.iter().any(|it| it.name == *name);
            assert!(row.after.iter().all(is_there), "{}", row.name);
            assert_eq!(CONTROLS.iter().filter(|it| it.name == row.name).count(), 1);
        }
        while let Some(place) = super::next(&left, super::Suspects::NONE) {
            left.remove(place);
        }
        assert!(left.is_empty(), "{:?}", left.iter().map(|it| it.name).collect::<Vec<_>>());
    }
}
