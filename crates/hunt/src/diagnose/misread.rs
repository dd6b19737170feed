//! Rights or a turn that an engine takes for others when it reads a FEN. A line to the position may not show it, because the
//! FEN with which the line begins is misread as well: another position does, which is played from one that is not.

use super::origin::{Diagnosis, Origin};
use crate::exchange::Exchange;
use crate::explain::Rule;
use crate::faults::Stage;
use crate::hypothesis::{Hypothesis, after};
use crate::inquiry::{Inquiry, Unanswered};
use crate::line::Line;
use crate::plan::line;

/// Moves that lose the rights of one wing, from a FEN with all rights.
const RIGHTS_LOST: (&str, &str) = ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8");

/// A move of White, and one of Black.
const TURN_PASSED: [(&str, &str); 2] =
    [("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3"), ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e6")];

/// Whether the engine has misread the FEN with which a line begins: that explains the answer, and just so the answer about
/// a position that it knows rightly when it is played.
pub(super) fn diagnose(
    inquiry: &mut Inquiry,
    wrong: &Exchange,
) -> Result<Option<Diagnosis>, Unanswered> {
    let mut misreadings = misreadings_of(&wrong.line);
    misreadings.retain(|it| it.explains(inquiry.oracle, wrong));
    let Some(first) = misreadings.first() else { return Ok(None) };
    let played = match first.state.rule {
        Rule::TurnNotPassed => played(TURN_PASSED[first.position.side_to_move().index()]),
        _ => played(RIGHTS_LOST),
    };
    if played.root.same_but_for_counters(&wrong.line.root) {
        return Ok(None);
    }
    let by_fen = inquiry.ask_by_fen(&played.end(), 1)?;
    let state = misreadings_of(&by_fen.line).into_iter().find_map(|it| {
        let is_the_same = misreadings.iter().any(|other| other.state == it.state);
        (is_the_same && it.explains(inquiry.oracle, &by_fen)).then_some(it.state)
    });
    if state.is_none() || !misreads_end(inquiry, &played)? {
        return Ok(None);
    }
    Ok(Some(Diagnosis::against(by_fen, Origin::ReadFen, played).with_state(state)))
}

fn played((fen, moves): (&str, &str)) -> Line {
    line(fen, moves).expect("its moves are legal")
}

/// Whether the engine is wrong by the FEN of a position whose rights it has where moves have led there. It may have been
/// asked by that before: what that has left behind is gone then.
pub(super) fn misreads_rights(inquiry: &mut Inquiry) -> Result<bool, Unanswered> {
    misreads_end(inquiry, &played(RIGHTS_LOST))
}

fn misreads_end(inquiry: &mut Inquiry, played: &Line) -> Result<bool, Unanswered> {
    Ok(inquiry.ask(played, 1)?.is_right() && !inquiry.ask_by_fen(&played.end(), 1)?.is_right())
}

/// The positions at the end of a line that begins with a misread one.
fn misreadings_of(line: &Line) -> Vec<Hypothesis> {
    let misread = after(Stage::ReadFen, &Line::at(line.root)).into_iter();
    misread.filter_map(|it| it.carried_along(&line.moves)).collect()
}
