//! Which of the two ways to write rights to castle an engine reads in Chess960: the files of the rooks, or `KQkq` for
//! the outermost ones. Programs differ in that, so an engine that reads one of them alone is not at fault.

use super::diagnose::lacks_castling_alone;
use super::exchange::Exchange;
use super::facts::RightsRead;
use super::inquiry::{Inquiry, Unanswered};
use super::plan::DEPTH_ASKED_AGAIN;
use ox88::CastlingNotation;
use ox88_engine::{Line, RightsNotation};

/// Both wings are free, and the outermost rooks have all rights.
const ALL_RIGHTS: &str = "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1";

/// The line with letters that the engine reads, if it has some.
pub(super) fn as_read(read: RightsRead, line: &Line) -> Line {
    let is_by_outermost = read.only() == Some(RightsNotation::OutermostRooks);
    line.with_outermost_rooks().filter(|_| is_by_outermost).unwrap_or_else(|| line.clone())
}

/// The line with the other letters, if a right answer does not show how the engine reads those. A castling of either
/// side shows it, and deeper down it would cost more.
pub(super) fn with_other_letters(inquiry: &Inquiry, right: &Exchange) -> Option<Line> {
    let is_read_alone = inquiry.facts.rights_read.only().is_some();
    let is_shown = is_read_alone || inquiry.is_with_person() || right.depth > DEPTH_ASKED_AGAIN;
    right.line.with_outermost_rooks().filter(|_| !is_shown)
}

/// Whether an engine that reads these letters alone reads all of those in the FEN.
fn are_read(read: RightsNotation, line: &Line) -> bool {
    let fen = line.fen();
    let mut letters = fen.split(' ').nth(2).unwrap_or_default().chars();
    letters.all(|letter| "KQkq".contains(letter) == (read == RightsNotation::OutermostRooks))
}

/// Whether castling is missing in this answer only because the engine does not read these letters: where all rights are
/// written in both ways, it castles by the other letters alone.
pub(super) async fn explain(
    inquiry: &mut Inquiry<'_>,
    wrong: &Exchange,
) -> Result<bool, Unanswered> {
    let is_chess960 = wrong.line.root.castling_notation() == CastlingNotation::KingTakesRook;
    if !is_chess960 || !lacks_castling_alone(wrong) || inquiry.is_with_person() {
        return Ok(false);
    }
    if inquiry.facts.rights_read == RightsRead::Unknown {
        let by_files = Line::at(ALL_RIGHTS.parse().expect("a position with kings and rooks"));
        let by_outermost = by_files.with_outermost_rooks().expect("they are the outermost ones");
        let lacks = [inquiry.ask(&by_files, 1).await, inquiry.ask(&by_outermost, 1).await];
        let lacks = lacks.map(|answer| answer.map(|it| (it.is_right(), lacks_castling_alone(&it))));
        inquiry.facts.rights_read = match lacks {
            [Ok((true, _)), Ok((_, true))] => RightsRead::Only(RightsNotation::RookFiles),
            [Ok((_, true)), Ok((true, _))] => RightsRead::Only(RightsNotation::OutermostRooks),
            [first, second] => {
                first?;
                second?;
                RightsRead::Alike
            }
        };
    }
    Ok(inquiry.facts.rights_read.only().is_some_and(|read| !are_read(read, &wrong.line)))
}
