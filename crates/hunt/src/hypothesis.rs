//! Does a corrupted position explain an answer?
//!
//! A hypothesis is a position with something wrong, as a fault of the table leaves it behind. It
//! explains an answer when the answer is exactly the right one to the wrong position: the whole divide
//! agrees, move for move and count for count. What moves leave behind may add up from one to the next,
//! and then no single position gives the whole answer: there `diagnose` asks for less, as its functions
//! say.

use super::draft::{Draft, KingTracking};
use super::exchange::Exchange;
use super::explain::{Rule, enumeration};
use super::faults::{Fault, LeftBehind, Stage, common_rights};
use super::oracle::Oracle;
use super::wing::{castled, has_other_wing, moves_by_wing};
use ox88::{Color, Move, Position, Setup, Square, is_attacked};
use ox88_engine::{Line, Ply, Reply, Row, compare_with};

/// How the position that an engine has differs from the one that it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorruptState {
    /// The rule that this breaks.
    pub rule: Rule,
    /// What would be the case, to follow "the engine answers as if": "White could still castle".
    pub as_if: String,
}

/// A wrong position, and what is wrong with it.
#[derive(Clone)]
pub(super) struct Hypothesis {
    pub position: Position,
    pub state: CorruptState,
    king_tracking: KingTracking,
    /// The moves that were made and unmade, if it is left behind by some.
    trial: Option<Trial>,
}

/// What was tried: with a fault, in a position, perhaps after a move, these moves.
#[derive(Clone)]
struct Trial {
    fault: &'static Fault,
    here: (Position, Option<String>),
    culprits: Vec<Move>,
}

/// The positions that an engine may have at the end of a line if something goes wrong at this stage, which
/// is not taking moves back.
pub(super) fn after(stage: Stage, line: &Line) -> Vec<Hypothesis> {
    let end = line.end();
    let mut found = Vec::new();
    for fault in Fault::of(stage) {
        match fault.left_behind {
            LeftBehind::WholeLine(drafts_of) => {
                let drafts = drafts_of(line, &end).into_iter();
                found.extend(drafts.map(|(draft, words)| Hypothesis::new(fault, draft, words)));
            }
            LeftBehind::OneMove(spoil) | LeftBehind::OneMoveForGood(spoil) => {
                found.extend(line.plies().filter_map(|ply| {
                    let draft = spoil(Draft::of(&ply.after), &ply)?;
                    let hypothesis = Hypothesis::new(fault, draft, fault.words_for(&ply));
                    hypothesis.carried_along(&line.moves[ply.ordinal..])
                }));
            }
        }
    }
    found
}

/// The positions at the end of a line that begins with a misread one.
pub(super) fn misreadings_of(line: &Line) -> Vec<Hypothesis> {
    let misread = after(Stage::ReadFen, &Line::at(line.root)).into_iter();
    misread.filter_map(|it| it.carried_along(&line.moves)).collect()
}

/// Two things that are wrong at once at the end of a line: one with the rights or the en passant
/// square, and one with the board.
pub(super) fn pairs_after_making(line: &Line) -> Vec<Hypothesis> {
    let end = line.end();
    let mut found = after(Stage::Make, line);
    found.retain(|it| it.position.side_to_move() == end.side_to_move());
    let (boards, states): (Vec<_>, Vec<_>) =
        found.iter().partition(|it| it.position.board() != end.board());
    let pair = |state: &Hypothesis, board: &Hypothesis| {
        let setup = Setup { board: *board.position.board(), ..state.position.setup() };
        let kings = Color::BOTH.map(|color| board.position.king(color));
        let as_if = format!("{} and {}", state.state.as_if, board.state.as_if);
        Hypothesis {
            position: Position::unchecked(setup, kings),
            state: CorruptState { rule: state.state.rule, as_if },
            king_tracking: board.king_tracking,
            trial: None,
        }
    };
    states.iter().flat_map(|state| boards.iter().map(|board| pair(state, board))).collect()
}

/// The positions that an engine may have at the end of a line that tries the moves of each position before it plays one
/// of them.
pub(super) fn after_trials_on(line: &Line) -> Vec<Hypothesis> {
    let mut found = tried(&line.end());
    found.extend(after_trials_before(line));
    found
}

/// The same without the moves at its end.
pub(super) fn after_trials_before(line: &Line) -> Vec<Hypothesis> {
    let carried = |ply: Ply| {
        let later = line.moves[ply.ordinal - 1..].to_vec();
        tried(&ply.before).into_iter().filter_map(move |it| it.carried_along(&later))
    };
    line.plies().flat_map(carried).collect()
}

fn tried(here: &Position) -> Vec<Hypothesis> {
    after_undoing(here, &in_order_of_trial(here, &[]))
}

/// The positions that an engine may have after it has tried these moves of a position and taken them back:
/// each move alone, all of them, and the first few. A position that several moves leave behind comes once.
pub(super) fn after_undoing(position: &Position, tried: &[Move]) -> Vec<Hypothesis> {
    let mut found: Vec<Hypothesis> = Vec::new();
    for fault in Fault::of(Stage::Unmake) {
        for (draft, culprits) in left_behind(fault, position, tried) {
            let hypothesis = Hypothesis::after_trial(fault, draft, (*position, None), culprits);
            let wrong = |it: &Hypothesis| (it.position, it.king_tracking);
            match found.iter_mut().find(|other| wrong(other) == wrong(&hypothesis)) {
                Some(other) => other.leave_common_moves(&hypothesis),
                None => found.push(hypothesis),
            }
        }
    }
    found
}

/// The same for what goes wrong one ply further down, after one of the listed moves: what is left on
/// the board or lost for good there stays so when the move itself is taken back.
pub(super) fn after_undoing_below(position: &Position, listed: &[Move]) -> Vec<Hypothesis> {
    let stays = |fault: &&Fault| matches!(fault.left_behind, LeftBehind::OneMoveForGood(_));
    let mut found = Vec::new();
    for &mv in listed {
        let below = position.after_unchecked(mv);
        let tried = below.pseudo_legal_moves();
        for fault in Fault::of(Stage::Unmake).filter(stays) {
            for (left, culprits) in left_behind(fault, &below, &tried) {
                let draft = taken_back(position, mv, &below, &left);
                let behind = (below, Some(position.move_text(mv)));
                found.push(Hypothesis::after_trial(fault, draft, behind, culprits));
            }
        }
    }
    found
}

/// The state of the first of these, with those moves alone that others of its rule have tried as well.
pub(super) fn told_by(hypotheses: impl IntoIterator<Item = Hypothesis>) -> Option<CorruptState> {
    let mut hypotheses = hypotheses.into_iter();
    let mut first = hypotheses.next()?;
    hypotheses.for_each(|other| first.leave_common_moves(&other));
    Some(first.state)
}

impl Trial {
    fn words(&self) -> String {
        let Trial { fault, here: (here, behind), culprits } = self;
        let behind = behind.as_ref().filter(|_| !culprits.is_empty());
        let behind = behind.map_or(String::new(), |mv| format!(" after {mv}"));
        words_after_undoing(fault, here, culprits) + &behind
    }
}

impl Hypothesis {
    fn new(fault: &Fault, draft: Draft, as_if: String) -> Hypothesis {
        Hypothesis {
            position: draft.position(),
            state: CorruptState { rule: fault.rule, as_if },
            king_tracking: draft.king_tracking,
            trial: None,
        }
    }

    fn after_trial(
        fault: &'static Fault,
        draft: Draft,
        here: (Position, Option<String>),
        culprits: Vec<Move>,
    ) -> Hypothesis {
        let trial = Trial { fault, here, culprits };
        Hypothesis { trial: Some(trial.clone()), ..Hypothesis::new(fault, draft, trial.words()) }
    }

    /// Names no move any more without which the other one of the same rule leaves the same behind.
    fn leave_common_moves(&mut self, other: &Hypothesis) {
        let rule = self.state.rule;
        if let (Some(trial), Some(others)) = (&mut self.trial, &other.trial)
            && rule == other.state.rule
        {
            let is_there = trial.here == others.here;
            trial.culprits.retain(|mv| is_there && others.culprits.contains(mv));
            self.state.as_if = trial.words();
        }
    }

    /// Whether the answer would be right in this position. For an engine that is stuck with a wrong square for its
    /// king, or has a right for the wrong wing, that is asked of the moves at depth 1 only.
    pub fn explains(&self, oracle: &Oracle, exchange: &Exchange) -> bool {
        match self.king_tracking {
            KingTracking::Follows if has_other_wing(&self.position) => {
                exchange.depth == 1 && lists(exchange, moves_by_wing(&self.position))
            }
            KingTracking::Follows => {
                let right = oracle.divide_false(&self.position, exchange.depth);
                // Most are refuted by their number of leaves, which is soon compared.
                let is_it = |reply: &Reply| compare_with(&right, reply).difference.is_empty();
                right.total() == exchange.reply.sum()
                    && (is_it(&exchange.reply)
                        || is_it(&exchange.reply.read_at(&self.position, &right)))
            }
            KingTracking::Stuck => {
                exchange.depth == 1 && lists(exchange, self.moves_by_stale_king())
            }
        }
    }

    /// How many leaves there are in this position. Nothing for an engine that is stuck with a wrong square for its
    /// king, or has a right for the wrong wing.
    pub fn leaves(&self, oracle: &Oracle, depth: u32) -> Option<u128> {
        let is_known =
            self.king_tracking == KingTracking::Follows && !has_other_wing(&self.position);
        is_known.then(|| oracle.leaves_false(&self.position, depth))
    }

    /// What is wrong after one move is carried along by the later ones. `None` if one of them cannot
    /// be made any more: what an engine does then cannot be foreseen.
    pub fn carried_along(self, later: &[Move]) -> Option<Hypothesis> {
        let position = later.iter().try_fold(self.position, |here, &mv| if_possible(&here, mv))?;
        Some(Hypothesis { position, ..self })
    }

    /// The moves after which the square on which the engine believes its king to be is not attacked.
    fn moves_by_stale_king(&self) -> Vec<Move> {
        let position = &self.position;
        let us = position.side_to_move();
        let mut moves = position.pseudo_legal_moves();
        moves.retain(|&mv| {
            !is_attacked(position.after_unchecked(mv).board(), position.king(us), !us)
                && (mv.castling_rook().is_none() || position.is_legal(mv))
        });
        moves
    }
}

/// A wrong position after a move, as made by an engine with this position on its board: a piece of its
/// own that is in the way is overwritten. `None` if no piece is left to make the move.
pub(super) fn if_possible(position: &Position, mv: Move) -> Option<Position> {
    let overwritten = takes_own_piece(position, mv);
    let here = if overwritten { Draft::of(position).without(mv.to).position() } else { *position };
    is_ours(position, mv.from).then(|| castled(&here, mv))
}

/// Whether a move ends where a piece of its own side stands.
pub(super) fn takes_own_piece(position: &Position, mv: Move) -> bool {
    is_ours(position, mv.to) && mv.castling_rook().is_none()
}

fn is_ours(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    position.board().at(square).is_some_and(|piece| piece.belongs_to(us))
}

/// Whether an answer lists exactly these moves.
fn lists(exchange: &Exchange, mut left: Vec<Move>) -> bool {
    let is_expected = |row: &Row| {
        let mut named = row.name().map(|named| named.among(&left)).unwrap_or_default();
        named.dedup();
        let place = left.iter().position(|&mv| [mv] == named[..]);
        place.map(|place| left.swap_remove(place)).is_some()
    };
    exchange.reply.rows.iter().all(is_expected) && left.is_empty()
}

/// What a fault of unmaking leaves behind in a position, with the moves that do it: each alone, and
/// all of them down to the first two.
fn left_behind(fault: &Fault, position: &Position, tried: &[Move]) -> Vec<(Draft, Vec<Move>)> {
    let (LeftBehind::OneMove(spoil) | LeftBehind::OneMoveForGood(spoil)) = fault.left_behind else {
        return Vec::new();
    };
    let undo = |draft: Draft, &mv: &Move| {
        let left = spoil(draft, &Ply::new(1, *position, mv));
        left.filter(|left| *left != draft)
    };
    let here = Draft::of(position);
    let culprits: Vec<Move> = tried.iter().copied().filter(|mv| undo(here, mv).is_some()).collect();
    let alone = culprits.iter().map(|&mv| vec![mv]);
    let first_ones = (2..=culprits.len()).rev().map(|count| culprits[..count].to_vec());
    let with_draft = |moves: Vec<Move>| {
        (moves.iter().fold(here, |draft, mv| undo(draft, mv).unwrap_or(draft)), moves)
    };
    alone.chain(first_ones).map(with_draft).collect()
}

/// The position above a move, with what is wrong below it.
fn taken_back(position: &Position, mv: Move, below: &Position, left: &Draft) -> Draft {
    let rights = common_rights(position.castling_rights(), left.setup.castling);
    let mut draft = Draft::of(position).with_rights(rights);
    for square in Square::all() {
        let piece = left.setup.board.at(square);
        if piece != below.board().at(square) {
            // What the move has brought here goes back with it.
            let square = if square == mv.to { mv.from } else { square };
            draft = draft.with_piece(square, piece);
        }
    }
    draft
}

/// What was not done when moves were taken back.
pub(super) fn words_after_undoing(fault: &Fault, position: &Position, culprits: &[Move]) -> String {
    let texts: Vec<String> = culprits.iter().map(|&mv| position.move_text(mv)).collect();
    let tried = match &texts[..] {
        [] => "moves were".to_owned(),
        [only] => format!("{only} was"),
        [first, .., last] if texts.len() > 3 => {
            format!("each of {} moves ({first} … {last}) was", texts.len())
        }
        few => format!("{} were", enumeration(few)),
    };
    let words = match culprits {
        [only] => fault.words_for(&Ply::new(1, *position, *only)),
        // Each has a square of its own.
        _ => fault.words.replace("{to}", "the square it had moved to"),
    };
    format!("{words} after {tried} made and unmade")
}

/// The pseudo-legal moves, the listed and the legal ones of them in the order in which they are listed. When the
/// others are tried is not known.
pub(super) fn in_order_of_trial(position: &Position, listed: &[Move]) -> Vec<Move> {
    let mut moves = position.pseudo_legal_moves();
    let possible = moves.clone();
    let is_known = |mv: &Move| listed.contains(mv) || position.is_legal(*mv);
    let in_order = listed.iter().filter(|mv| possible.contains(mv));
    let not_listed = possible.iter().filter(|mv| is_known(mv) && !listed.contains(mv));
    let mut known = in_order.chain(not_listed).copied();
    for place in moves.iter_mut().filter(|mv| is_known(mv)) {
        *place = known.next().unwrap_or(*place);
    }
    moves
}
