//! Rules that no single move shows: what an engine prints that breaks one, or what to do where no position shows it.

use super::Example;
use ox88::{Position, START, perft};
use ox88_hunt::Rule;
use ox88_test_support::position;

const KING_AND_PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

const QUEEN_PINNED: &str = "K7/8/8/3Q4/4q3/8/8/7k w - - 0 1";

const BLACK_GOES_BEFORE: &str = "K7/8/8/3Q4/4q3/8/8/7k b - - 0 1";

/// A position and what is printed there, or what to do instead.
pub fn example(rule: Rule) -> Result<Example, &'static str> {
    let (fen, says) = match rule {
        Rule::NoMove => {
            (START, "The engine prints the row `e2e9: 1`. There is no square e9.".to_owned())
        }
        Rule::InnerNodesCounted => {
            let (leaves, inner) = (count(START, 2), count(START, 1));
            let says = format!(
                "counts the {inner} positions above them as well, and prints {}",
                leaves + inner
            );
            (START, in_place_of(2, leaves, &says))
        }
        Rule::OnePlyTooMany => {
            let replies = count(START, 2);
            (
                START,
                in_place_of(
                    1,
                    count(START, 1),
                    &format!("counts the replies, and prints {replies}"),
                ),
            )
        }
        Rule::OnePlyTooFew => {
            let moves = count(START, 1);
            (
                START,
                in_place_of(2, count(START, 2), &format!("counts the moves, and prints {moves}")),
            )
        }
        Rule::StartPositionCounted => {
            let says = format!("lists the {} moves of the start position", count(START, 1));
            (KING_AND_PAWN, in_place_of(1, count(KING_AND_PAWN, 1), &says))
        }
        Rule::PseudoLegal => {
            let pseudo_legal = position(QUEEN_PINNED).pseudo_legal_moves().len();
            let says = format!("lists {pseudo_legal}, most of which leave the king on a8 in check");
            (QUEEN_PINNED, in_place_of(1, count(QUEEN_PINNED, 1), &says))
        }
        Rule::LastPlyPseudoLegal => {
            let here = position(BLACK_GOES_BEFORE);
            let replies = |mv| here.after(mv).pseudo_legal_moves().len();
            let pseudo_legal: usize = here.legal_moves().into_iter().map(replies).sum();
            let says = format!("does not test White's replies, and prints {pseudo_legal}");
            (BLACK_GOES_BEFORE, in_place_of(2, count(BLACK_GOES_BEFORE, 2), &says))
        }
        Rule::NumberOfMoves => {
            let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
            let moves = count(fen, 1);
            let says = format!(
                "At depth 1 an engine prints {}, and no rows. One of {moves} moves is missing, and the total alone does not \
                 say that it is `e4d3`. Print a row for each move: then ox88 names it.",
                moves - 1
            );
            (fen, says)
        }
        Rule::TotalIsNotTheSum => {
            let (moves, before) = (count(KING_AND_PAWN, 1), count(START, 1));
            let says = format!(
                "At depth 1 the {moves} rows are right. Below them the engine prints the total {}: it has added them to \
                 the {before} of the question before.",
                moves + before
            );
            (KING_AND_PAWN, says)
        }
        Rule::KingStepTakenForCastling => {
            let fen = "k7/8/8/8/8/8/8/5K1R w H - 0 1";
            let wrong = position("k7/8/8/8/8/8/8/5RK1 b - - 0 1");
            return Ok(behind(
                fen,
                "f1g1",
                3,
                &wrong,
                "the rook has gone to f1, as if that were castling",
            ));
        }
        Rule::PromotesToAnotherPiece => {
            let fen = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";
            let wrong = position("Q7/2k5/K7/8/8/8/8/8 b - - 0 1");
            return Ok(behind(fen, "a7a8n", 3, &wrong, "there is a queen on a8"));
        }
        Rule::TurnNotPassed => {
            let wrong = position("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
            return Ok(behind(KING_AND_PAWN, "e2e4", 2, &wrong, "it is still White's turn"));
        }
        Rule::PieceNotRead => {
            let fen = "4k3/8/8/8/8/8/8/4K2N w - - 0 1";
            let says = "has read all but the knight on h1, and prints the moves of the king alone";
            (fen, in_place_of(1, count(fen, 1), says))
        }
        Rule::MoveNotPlayed => {
            let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
            return Ok(behind(fen, "e1g1", 2, &position(fen), "nothing has changed"));
        }
        other => return Err(instead(other)),
    };
    Ok(Example { position: position(fen), played: None, says, squares: Vec::new() })
}

/// What to do where no position shows that a rule is broken.
fn instead(rule: Rule) -> &'static str {
    match rule {
        Rule::CountDependsOnHistory => {
            "No position shows this by itself. Asked about one position alone, the engine is right. After other moves, or \
             after other questions, it is wrong. The report lists the lines to type, in their order."
        }
        Rule::MovesDependOnHistory => {
            "No position shows this by itself. Asked about one position first, the engine is right. After other questions, \
             it is wrong. The report lists the lines to type, in their order."
        }
        Rule::DifferentAnswers => {
            "No position shows this by itself: the engine has answered the same question rightly and wrongly. Repeat \
             the question in the report many times, then with one thread, then with Valgrind or MemorySanitizer."
        }
        Rule::CountNotExplained => {
            "No position is typical: the hunt ran out of time, or the engine could not be restarted, before the cause \
             was found. Hunt with the `--fen` and `--depth` of the finding to continue."
        }
        Rule::NotNarrowedDown => {
            "No position is typical. If the origin line lists parts, try them in turn. If it says that a question was skipped, \
             hunt again and answer it."
        }
        Rule::StateCorrupted => {
            "No position is typical. Play the moves of the report in your engine, and compare its board, its castling rights, \
             its en passant square and its lists of pieces with the FEN of the report."
        }
        other => unreachable!("{} has an example", other.id()),
    }
}

fn count(fen: &str, depth: u32) -> u128 {
    perft(&position(fen), depth)
}

fn in_place_of(depth: u32, right: u128, what: &str) -> String {
    format!("At depth {depth} the right count is {right}. An engine with this bug {what}.")
}

/// An engine that has this position after a move, where it counts more or less than is right.
fn behind(fen: &str, mv: &str, depth: u32, wrong: &Position, how: &str) -> Example {
    let before = position(fen);
    let mv_played = before.find_move(mv).expect("the move is legal");
    let right = before.after(mv_played);
    let (ours, theirs) = (perft(&right, depth - 1), perft(wrong, depth - 1));
    assert_ne!(ours, theirs, "{mv} shows nothing at depth {depth}");
    let says = format!(
        "At depth {depth} the row `{mv}: {ours}` is right. An engine with this bug prints `{mv}: {theirs}`: after the \
         move, {how}."
    );
    let squares = vec![mv_played.from, mv_played.to];
    Example { position: before, played: None, says, squares }
}
