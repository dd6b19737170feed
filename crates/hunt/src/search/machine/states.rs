//! The wrong positions that an engine may have with one fault of the table, and whether one explains an answer.
//!
//! A wrong position explains an answer when the answer is exactly the right one to that position: the whole divide
//! agrees, move for move and count for count. What moves leave behind may add up from one to the next, and then no
//! single position gives the whole answer: there `diagnose` asks for less, as its functions say.

use super::draft::{Draft, KingTracking};
use super::faults::{EXPLAIN_MUCH, Fault, LeftBehind, Stage};
use super::undoing::{Moves, Undoing, in_order_of_trial};
use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, enumeration};
use ox88::{Move, Position, Square};
use ox88_engine::{Line, Ply, Reply, Row, compare_with};

/// How the position that an engine has differs from the one that it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorruptState {
    /// The rule that this breaks.
    pub rule: Rule,
    /// What would be the case, to follow "the engine answers as if": "White could still castle".
    pub as_if: String,
}

impl CorruptState {
    /// One of these, nobody knows which.
    pub(crate) fn one_of(states: impl Iterator<Item = CorruptState>) -> Option<CorruptState> {
        states.reduce(|one, other| CorruptState {
            rule: Rule::StateCorrupted,
            as_if: format!("{}, or as if {}", one.as_if, other.as_if),
        })
    }
}

/// A wrong position, and what is wrong with it.
#[derive(Clone)]
pub(crate) struct Hypothesis {
    pub position: Position,
    king_tracking: KingTracking,
    pub state: CorruptState,
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

/// The positions that an engine may have at the end of a line if something goes wrong at this stage: it misreads the
/// FEN, makes a move wrongly, or tries the moves of a position before it plays one of them.
pub(crate) fn after(stage: Stage, line: &Line) -> Vec<Hypothesis> {
    let (root, end) = (line.root, line.end());
    if stage == Stage::Unmake {
        let mut found = after_undoing(&end, &in_order_of_trial(&end, &[]));
        found.extend(after_trials_before(line));
        return found;
    }
    let mut found = Vec::new();
    for fault in Fault::of(stage) {
        let told = |(draft, words)| Hypothesis::new(fault, draft, words);
        match fault.left_behind {
            LeftBehind::WholeLine(drafts_of) if stage == Stage::ReadFen => {
                let misread = drafts_of(&Line::at(root), &root).into_iter().map(told);
                found.extend(misread.filter_map(|it| it.carried_along(&line.moves)));
            }
            LeftBehind::WholeLine(drafts_of) => {
                found.extend(drafts_of(line, &end).into_iter().map(told));
            }
            LeftBehind::OneMove(spoil) => found.extend(line.plies().filter_map(|ply| {
                let draft = spoil(Draft::of(&ply.after), &ply)?;
                told((draft, fault.words_for(&ply))).carried_along(&line.moves[ply.ordinal..])
            })),
        }
    }
    found
}

/// The positions at the end of a line whose moves are tried before one of them is played, but for those at its end.
pub(crate) fn after_trials_before(line: &Line) -> Vec<Hypothesis> {
    let carried = |ply: Ply| {
        let later = line.moves[ply.ordinal - 1..].to_vec();
        let left = after_undoing(&ply.before, &in_order_of_trial(&ply.before, &[]));
        left.into_iter().filter_map(move |it| it.carried_along(&later))
    };
    line.plies().flat_map(carried).collect()
}

/// The positions that an engine may have after it has tried these moves of a position and taken them back:
/// each move alone, all of them, and the first few. A position that several moves leave behind comes once.
pub(crate) fn after_undoing(here: &Position, tried: &[Move]) -> Vec<Hypothesis> {
    let mut found: Vec<Hypothesis> = Vec::new();
    for undoing in Undoing::of(Moves::All) {
        for (draft, culprits) in left_behind(&undoing, here, tried) {
            let hypothesis = Hypothesis::after_trial(undoing.fault, draft, (*here, None), culprits);
            match found.iter_mut().find(|other| other.board() == hypothesis.board()) {
                Some(other) => other.leave_common_moves(&hypothesis),
                None => found.push(hypothesis),
            }
        }
    }
    found
}

/// The same for what goes wrong one ply further down, after one of the listed moves, and is still wrong when that move
/// itself was taken back. What explains many lists by chance is not looked for so far away.
pub(crate) fn after_undoing_below(here: &Position, listed: &[Move]) -> Vec<Hypothesis> {
    let mut found = Vec::new();
    let undoings = Undoing::of(Moves::All).filter(|it| !EXPLAIN_MUCH.contains(&it.fault.rule));
    for (undoing, &mv) in undoings.flat_map(|it| listed.iter().map(move |mv| (it, mv))) {
        let (above, made) = (Draft::of(here), Draft::of(&here.after(mv)));
        let taken_back = |left: &Draft| undoing.taken_back(&above, mv, &made, left);
        let below = made.position;
        let left = left_behind(&undoing, &below, &below.pseudo_legal_moves()).into_iter();
        let left = left.map(|(left, culprits)| (taken_back(&left), culprits));
        found.extend(left.filter(|it| it.0 != taken_back(&made)).map(|(draft, culprits)| {
            let behind = (below, Some(here.move_text(mv)));
            Hypothesis::after_trial(undoing.fault, draft, behind, culprits)
        }));
    }
    found
}

/// What a fault of unmaking leaves behind in a position, with the moves that do it: each alone, and
/// all of them down to the first two.
fn left_behind(undoing: &Undoing, here: &Position, tried: &[Move]) -> Vec<(Draft, Vec<Move>)> {
    let culprits: Vec<Move> =
        tried.iter().copied().filter(|&mv| undoing.spoils(here, mv)).collect();
    let alone = culprits.iter().map(|&mv| vec![mv]);
    let first_ones = (2..=culprits.len()).rev().map(|count| culprits[..count].to_vec());
    let with_draft = |moves: Vec<Move>| {
        (moves.iter().fold(Draft::of(here), |draft, &mv| undoing.tried(&draft, mv)), moves)
    };
    alone.chain(first_ones).map(with_draft).collect()
}

/// The state of the first of these, with those moves alone that others of its rule have tried as well.
pub(crate) fn told_by(hypotheses: impl IntoIterator<Item = Hypothesis>) -> Option<CorruptState> {
    let mut hypotheses = hypotheses.into_iter();
    let mut first = hypotheses.next()?;
    hypotheses.for_each(|other| first.leave_common_moves(&other));
    Some(first.state)
}

impl Hypothesis {
    fn new(fault: &Fault, board: Draft, as_if: String) -> Hypothesis {
        let (Draft { position, king_tracking }, rule) = (board, fault.rule);
        Hypothesis { position, king_tracking, state: CorruptState { rule, as_if }, trial: None }
    }

    /// The square of the piece that is not there, if that is what is wrong with this position.
    pub fn piece_not_read(&self, here: &Position) -> Option<Square> {
        let is_gone =
            |&it: &Square| here.board().at(it).is_some() && self.position.board().at(it).is_none();
        Square::all().find(is_gone).filter(|_| self.state.rule == Rule::PieceNotRead)
    }

    fn board(&self) -> Draft {
        Draft { position: self.position, king_tracking: self.king_tracking }
    }

    fn after_trial(
        fault: &'static Fault,
        board: Draft,
        here: (Position, Option<String>),
        culprits: Vec<Move>,
    ) -> Hypothesis {
        let trial = Trial { fault, here, culprits };
        Hypothesis { trial: Some(trial.clone()), ..Hypothesis::new(fault, board, trial.words()) }
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

    /// What is wrong after one move is carried along by the later ones. `None` if one of them cannot
    /// be made any more: what an engine does then cannot be foreseen.
    fn carried_along(self, later: &[Move]) -> Option<Hypothesis> {
        let Draft { position, king_tracking } =
            later.iter().try_fold(self.board(), |here, &mv| here.after(mv))?;
        Some(Hypothesis { position, king_tracking, ..self })
    }

    /// Whether the answer would be right in this position. For an engine that is stuck with a wrong square for its
    /// king, or has a right for the wrong wing, that is asked of the moves at depth 1 only.
    pub fn explains(&self, exchange: &Exchange) -> bool {
        let (board, depth) = (self.board(), exchange.depth);
        if !board.is_plain() {
            return depth == 1 && lists(exchange, board.moves());
        }
        let right = ox88::divide(&board.position, depth);
        // Most are refuted by their number of leaves, which is soon compared.
        let is_it = |reply: &Reply| compare_with(&right, reply).difference.is_empty();
        right.total() == exchange.reply.sum()
            && (is_it(&exchange.reply) || is_it(&exchange.reply.read_at(&board.position, &right)))
    }

    /// How many leaves there are in this position. Nothing for an engine that is stuck with a wrong square for its
    /// king, or has a right for the wrong wing.
    pub fn leaves(&self, depth: u32) -> Option<u128> {
        self.board().is_plain().then(|| ox88::perft(&self.position, depth))
    }
}

/// Whether an answer lists exactly these moves, of which one may come twice.
fn lists(exchange: &Exchange, mut left: Vec<Move>) -> bool {
    let is_expected = |row: &Row| {
        let mut named = row.name().map(|named| named.among(&left)).unwrap_or_default();
        named.dedup();
        let place = left.iter().position(|&mv| [mv] == named[..]);
        place.map(|place| left.swap_remove(place)).is_some()
    };
    exchange.reply.rows.iter().all(is_expected) && left.is_empty()
}

impl Trial {
    fn words(&self) -> String {
        let Trial { fault, here: (here, behind), culprits } = self;
        let behind = behind.as_ref().filter(|_| !culprits.is_empty());
        let behind = behind.map_or(String::new(), |mv| format!(" after {mv}"));
        words_after_undoing(fault, here, culprits) + &behind
    }
}

/// What was not done when moves were taken back.
pub(crate) fn words_after_undoing(fault: &Fault, position: &Position, culprits: &[Move]) -> String {
    let texts: Vec<String> = culprits.iter().map(|&mv| position.move_text(mv)).collect();
    let tried = match &texts[..] {
        [] => "moves were".to_owned(),
        [only] => format!("{only} was"),
        [first, .., last] if texts.len() > 3 => {
            format!("each of {} moves ({first} … {last}) was", texts.len())
        }
        few => format!("{} were", enumeration(few)),
    };
    format!("{} after {tried} made and unmade", fault.words)
}
