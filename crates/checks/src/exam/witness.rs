//! What is so in the broken engine, whatever a hunt says: it is asked what is shown, with its faults and without one of
//! them, and its whole state is compared with the right one.
//!
//! A detail of a verdict is invented if it is not so. The tables of the hunt decide nothing here.

use super::cases::Case;
use super::told::Finding;
use ox88::{
    Board, CastlingNotation, CastlingRights, CastlingSide, Color, Move, Position, Setup, Square,
};
use ox88_broken_engine::faults::{Fault, Faults};
use ox88_broken_engine::game::Game;
use ox88_hunt::Line;

/// How answers come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The engine counts.
    Counts,
    /// It lists moves, and the hunt counts.
    Lists,
    /// It makes the moves that it lists and takes them back, and the hunt counts.
    Made,
}

/// All that an engine knows of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    board: Board,
    kings: [Square; 2],
    side: Color,
    rights: CastlingRights,
    en_passant: Option<Square>,
}

/// A part of that, by the rules that say what is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Board,
    Kings,
    Rights,
    EnPassant,
    Any,
}

/// The rows of an answer.
type Rows = Vec<(Move, u64)>;

/// Why a detail of a finding is invented, if one is: something that it names is not wrong, or has nothing to do with
/// any of these faults of the engine, of which it should be about one.
pub fn invented(
    case: &Case,
    source: Source,
    finding: &Finding,
    blamed: &[Fault],
) -> Option<String> {
    let Finding { line, depths, .. } = finding;
    let theirs = answer(case.faults, source, line, depths);
    let depth = depths.last().copied().unwrap_or(1);
    let right = right(line, depth);
    if same(&theirs, &right) {
        return Some("the answer to the question that is shown is right".to_owned());
    }
    not_wrong(finding, &theirs, &right)
        .or_else(|| {
            // The same goes wrong without them, and they alone do not go wrong like this.
            let by = |are_kept| answer(case.with(blamed, are_kept), source, line, depths);
            (same(&theirs, &by(false)) && !same(&theirs, &by(true)))
                .then(|| "the answer that is shown is the same without the fault".to_owned())
        })
        .or_else(|| wrong_trial(case, finding))
        .or_else(|| wrong_state(case, finding))
        .or_else(|| wrong_piece(case, source, finding))
        .or_else(|| wrong_draw(finding, blamed))
}

// Answers.

/// Where the engine is after these moves. It plays no further than it can.
fn played(faults: Faults, line: &Line, moves: usize) -> Game {
    let mut game = Game::new(&line.root, faults);
    for mv in &line.moves[..moves] {
        let text = mv.text(CastlingNotation::KingTakesRook);
        let Some(mv) = pseudo_legal(&game, &text) else { break };
        game.make(mv);
    }
    game
}

/// The move that it has for a text, in either notation of castling.
fn pseudo_legal(game: &Game, text: &str) -> Option<Move> {
    let moves = game.pseudo_legal();
    let notations = [CastlingNotation::KingToTarget, CastlingNotation::KingTakesRook];
    notations.into_iter().find_map(|it| moves.iter().find(|mv| mv.text(it) == text).copied())
}

/// The last answer to these questions.
fn answer(faults: Faults, source: Source, line: &Line, depths: &[u32]) -> Rows {
    match source {
        Source::Counts => {
            let mut game = played(faults, line, line.moves.len());
            let answers = depths.iter().map(|&depth| game.divide(depth));
            answers.last().unwrap_or_default()
        }
        Source::Made => {
            // It makes no move that it has not listed, and so it tries those of each position on the way.
            let mut game = Game::new(&line.root, faults);
            for ply in line.plies() {
                let listed = game.legal_moves();
                let text = ply.mv.text(CastlingNotation::KingTakesRook);
                match listed.iter().find(|mv| mv.text(CastlingNotation::KingTakesRook) == text) {
                    Some(mv) => game.make(*mv),
                    None => game = Game::new(&ply.after, faults),
                }
            }
            let answers = depths.iter().map(|&depth| made(&mut game, depth));
            answers.last().unwrap_or_default()
        }
        Source::Lists => lists(faults, line, depths.last().copied().unwrap_or(1)),
    }
}

/// The answer of a generator whose moves are made and taken back by somebody else.
fn made(game: &mut Game, depth: u32) -> Rows {
    let moves = game.legal_moves().into_iter();
    let behind = |mv| {
        game.make(mv);
        let leaves = if depth < 2 { 1 } else { made(game, depth - 1).iter().map(|it| it.1).sum() };
        game.undo();
        (mv, leaves)
    };
    moves.map(behind).collect()
}

/// The answer of a function that lists moves, and is asked after each legal one.
fn lists(faults: Faults, line: &Line, depth: u32) -> Rows {
    let legal = line.end().legal_moves();
    let mut rows = played(faults, line, line.moves.len()).divide(1);
    for (mv, count) in rows.iter_mut().filter(|(mv, _)| depth > 1 && legal.contains(mv)) {
        *count = lists(faults, &line.and(*mv), depth - 1).iter().map(|row| row.1).sum();
    }
    rows
}

fn right(line: &Line, depth: u32) -> Rows {
    let leaves = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
    let divide = ox88_count::quick::divide(&line.end(), depth);
    divide.rows().iter().map(|&(mv, count)| (mv, leaves(count))).collect()
}

/// Whether they have the same rows, in whatever order.
pub fn same(one: &Rows, other: &Rows) -> bool {
    let sorted = |rows: &Rows| {
        let text = |mv: Move| mv.text(CastlingNotation::KingTakesRook);
        let mut rows: Vec<_> = rows.iter().map(|&(mv, count)| (text(mv), mv.to, count)).collect();
        rows.sort_unstable();
        rows
    };
    one.len() == other.len() && sorted(one) == sorted(other)
}

/// Whether the engine answers this question wrongly, or the same one asked again.
pub fn is_wrong(faults: Faults, source: Source, line: &Line, depth: u32, again: bool) -> bool {
    let right = right(line, depth);
    let once = vec![depth];
    let questions = if again { vec![once, vec![depth; 2]] } else { vec![once] };
    questions.iter().any(|depths| !same(&answer(faults, source, line, depths), &right))
}

// Details.

/// A move that is said to be missing, or to have a wrong count, and does not.
fn not_wrong(finding: &Finding, theirs: &Rows, right: &Rows) -> Option<String> {
    let here = finding.line.end();
    let of = |rows: &Rows, text: &str| {
        rows.iter().find(|(mv, _)| here.move_text(*mv) == text).map(|row| row.1)
    };
    for missing in &finding.missing {
        if of(right, &missing.text).is_none() || of(theirs, &missing.text).is_some() {
            return Some(format!("{} is not missing", missing.text));
        }
    }
    for (text, count) in &finding.counts {
        if of(theirs, text) != Some(*count) || of(right, text) == Some(*count) {
            return Some(format!("the count of {text} is not {count}"));
        }
    }
    None
}

/// A move that was made and unmade, as the words say, and left nothing of that kind behind.
fn wrong_trial(case: &Case, finding: &Finding) -> Option<String> {
    let (rule, as_if) = finding.state.as_ref()?;
    let (before, behind) = as_if.split_once(" made and unmade")?;
    let (_, tried) = before.rsplit_once(" after ")?;
    let below = behind.trim().strip_prefix("after ");
    let moves: Vec<&str> = tried.split([' ', ',', '(', ')']).filter(|it| is_move(it)).collect();
    let leaves_behind = |prefix: usize, text: &str| {
        let mut game = played(case.faults, &finding.line, prefix);
        if let Some(mv) = below.and_then(|text| pseudo_legal(&game, text)) {
            game.make(mv);
        }
        let Some(mv) = pseudo_legal(&game, text) else { return false };
        let before = State::of(&game);
        game.make(mv);
        game.undo();
        before.differs_in(&State::of(&game), field_of(rule))
    };
    let is_so =
        |text: &&&str| (0..=finding.line.moves.len()).any(|prefix| leaves_behind(prefix, text));
    let wrong = moves.iter().find(|text| !is_so(text))?;
    Some(format!("unmaking {wrong} leaves nothing of that kind behind"))
}

fn is_move(word: &str) -> bool {
    let is_square = |text: &str| square(text).is_some();
    matches!(word.len(), 4 | 5)
        && word.is_ascii()
        && is_square(&word[..2])
        && is_square(&word[2..4])
}

/// A state that the engine is said to have after these moves, or by this FEN, and has not.
fn wrong_state(case: &Case, finding: &Finding) -> Option<String> {
    let (rule, as_if) = finding.state.as_ref()?;
    if !["make", "fen"].contains(&finding.part.as_str()) {
        return None;
    }
    let states = |line: &Line| {
        let state = |faults| State::of(&played(faults, line, line.moves.len()));
        (state(case.faults), state(Faults::NONE))
    };
    // An engine that plays no move is at fault one ply further down.
    let is_below = finding.part == "make" && finding.line.moves.is_empty();
    let moves = finding.counts.iter().filter_map(|it| finding.line.end().find_move(&it.0).ok());
    let mut below = moves.filter(|_| is_below).map(|mv| states(&finding.line.and(mv)));
    let is_wrong = |it: &(State, State)| it.0.differs_in(&it.1, field_of(rule));
    let (theirs, right) = below.find(is_wrong).unwrap_or_else(|| states(&finding.line));
    if !theirs.differs_in(&right, field_of(rule)) {
        return Some(format!("nothing is wrong with the state that should break {rule}"));
    }
    for color in Color::BOTH {
        for side in CastlingSide::BOTH {
            let name = match side {
                CastlingSide::KingSide => "kingside",
                CastlingSide::QueenSide => "queenside",
            };
            let is_said = |how: &str| as_if.contains(&format!("{color} could {how}castle {name}"));
            let has = theirs.rights.rook(color, side).is_some();
            if is_said("no longer ") && has || (is_said("still ") || is_said("")) && !has {
                return Some(format!("{color} has {has} the {name} castling right"));
            }
        }
    }
    // What is also wrong on the board has no square of this kind.
    let as_if = as_if.split(" and ").next().unwrap_or(as_if);
    let squares: Vec<Square> = words(as_if).filter_map(square).collect();
    let is_real = |square: &Square| match field_of(rule) {
        Field::EnPassant => [theirs.en_passant, right.en_passant].contains(&Some(*square)),
        Field::Kings => theirs.kings.contains(square),
        Field::Board | Field::Rights | Field::Any => true,
    };
    let wrong = squares.iter().find(|square| !is_real(square))?;
    Some(format!("nothing is wrong about {wrong}"))
}

/// A piece that is said to be why moves are missing, and without which they are missing all the same.
fn wrong_piece(case: &Case, source: Source, finding: &Finding) -> Option<String> {
    if !finding.line.moves.is_empty() || finding.depths.len() != 1 {
        return None;
    }
    let here = finding.line.end();
    let missing: Vec<Move> =
        finding.missing.iter().filter_map(|missing| here.find_move(&missing.text).ok()).collect();
    let still_missing = |pieces: &[Square], moves: &[Move]| {
        let mut setup = here.setup();
        for &square in pieces {
            setup.board.clear(square);
        }
        let Ok(without) = Position::new(Setup { halfmove_clock: 0, ..setup }) else { return false };
        let legal = without.legal_moves();
        let rows = answer(case.faults, source, &Line::at(without), &[1]);
        let left: Vec<&Move> = moves.iter().filter(|mv| legal.contains(mv)).collect();
        !left.is_empty() && left.iter().all(|mv| rows.iter().all(|(listed, _)| listed != *mv))
    };
    let us = here.side_to_move();
    let named = |reason: &str, of_move: Option<Move>| -> Vec<Square> {
        let mut squares = pieces_named(reason);
        squares.retain(|square| {
            here.board().at(*square).is_some()
                && Color::BOTH.iter().all(|&color| here.king(color) != *square)
                && of_move.is_none_or(|mv| {
                    mv.from != *square
                        && mv.to != *square
                        && mv.castling_rook() != Some(*square)
                        && here.board().at(*square).is_some_and(|it| !it.belongs_to(us))
                })
                && (of_move.is_some() || missing.iter().all(|mv| mv.from != *square))
        });
        squares
    };
    if let Some(cause) = &finding.cause {
        let pieces = named(cause, None);
        if !pieces.is_empty() && still_missing(&pieces, &missing) {
            return Some(format!("the same is missing without the pieces on {pieces:?}"));
        }
    }
    for it in finding.missing.iter().filter(|it| it.rule == finding.rule) {
        let Ok(mv) = here.find_move(&it.text) else { continue };
        let pieces = named(&it.reason, Some(mv));
        if !pieces.is_empty() && still_missing(&pieces, &[mv]) {
            return Some(format!("{} is missing without the pieces on {pieces:?}", it.text));
        }
    }
    None
}

/// The squares in `the knight on e4`.
fn pieces_named(reason: &str) -> Vec<Square> {
    const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let words: Vec<&str> = words(reason).collect();
    let named = words.windows(3).filter(|it| KINDS.contains(&it[0]) && it[1] == "on");
    named.filter_map(|it| square(it[2])).collect()
}

fn square(name: &str) -> Option<Square> {
    Square::all().find(|square| square.to_string() == name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// A rule of draws that the engine does not know.
fn wrong_draw(finding: &Finding, blamed: &[Fault]) -> Option<String> {
    let cause = finding.cause.as_ref()?;
    let words = [
        (Fault::DrawsByFiftyMoves, "fifty"),
        (Fault::DrawsByBareKings, "too little"),
        (Fault::DrawsByRepetition, "occurred before"),
    ];
    let mut said = words.iter().filter(|(_, words)| cause.contains(words)).peekable();
    let is_said = said.peek().is_some();
    let is_so = said.any(|(fault, _)| blamed.contains(fault));
    (is_said && !is_so).then(|| "the engine does not know this draw".to_owned())
}

impl State {
    fn of(game: &Game) -> State {
        let &Game { board, kings, side, rights, en_passant, .. } = game;
        State { board, kings, side, rights, en_passant }
    }

    fn differs_in(&self, other: &State, field: Field) -> bool {
        match field {
            Field::Board => self.board != other.board,
            Field::Kings => self.kings != other.kings,
            Field::Rights => self.rights != other.rights,
            Field::EnPassant => self.en_passant != other.en_passant,
            Field::Any => self != other,
        }
    }
}

/// What a rule about states is about.
fn field_of(rule: &str) -> Field {
    match rule {
        "castling-right-kept" | "castling-right-lost" => Field::Rights,
        "en-passant-square-kept" | "en-passant-square-lost" | "en-passant-without-double-push" => {
            Field::EnPassant
        }
        "king-looked-for-elsewhere" => Field::Kings,
        "captured-pawn-left"
        | "capture-removes-another-pawn"
        | "captured-piece-not-restored"
        | "rook-not-moved"
        | "rook-not-moved-back"
        | "promoted-piece-left"
        | "promotes-to-another-piece"
        | "pawn-does-not-promote" => Field::Board,
        _ => Field::Any,
    }
}
