//! Finds the state that an engine leaves behind if it tries each move to test it, and takes it back wrongly. Such an
//! engine spoils its board, and goes wrong wherever it has tried some moves.

use super::exchange::Exchange;
use super::explain::Rule;
use super::faults::{Draft, Fault, KingTracking, LeftBehind, Stage};
use super::hypothesis::{
    CorruptState, Hypothesis, after_trials_on, if_possible, in_order_of_trial, told,
    words_after_undoing,
};
use super::oracle::Oracle;
use ox88::{Move, Position, is_attacked};
use ox88_engine::Ply;

/// The most moves to try in the search for an order that explains a list.
const MOST_TRIALS: usize = 5_000;

/// The state that breaks this rule, and explains the whole answer of an engine that leaves it behind.
pub(super) fn left_by(oracle: &Oracle, rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    let explains = |it: &Hypothesis| it.state.rule == rule && it.explains(oracle, exchange);
    let position = told(after_trials_on(&exchange.line), explains);
    position.map(|it| it.state).or_else(|| while_listing(rule, exchange))
}

/// Whether there is such a state.
pub(super) fn is_left_by(oracle: &Oracle, rule: Rule, exchange: &Exchange) -> bool {
    let mut positions = after_trials_on(&exchange.line).into_iter();
    positions.any(|it| it.state.rule == rule && it.explains(oracle, exchange))
        || is_listed(rule, exchange)
}

/// The rules of what explains the whole answer of an engine that leaves it behind.
pub(super) fn rules_left_by(oracle: &Oracle, exchange: &Exchange) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Fault::of(Stage::Unmake).map(|fault| fault.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules.retain(|&rule| is_left_by(oracle, rule, exchange) && is_the_only_one(rule, exchange));
    rules
}

/// The same for an engine that spoils its board while it tries the moves that it lists. A move that it tries is named if
/// the list would be another one without what that leaves behind.
fn while_listing(rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    let listed = Listed::of(exchange)?;
    let mut found = Fault::of(Stage::Unmake).filter(|fault| fault.rule == rule).filter_map(|fault| {
        let mut culprits = listed.culprits(fault, None).ok()?;
        culprits.retain(|&mv| listed.culprits(fault, Some(mv)) == Err(IsSearched::Wholly));
        Some((fault, culprits))
    });
    let (fault, first) = found.next()?;
    let culprits = found.fold(first, |mut culprits, (_, others)| {
        culprits.retain(|mv| others.contains(mv));
        culprits
    });
    let as_if = words_after_undoing(fault, &listed.position, culprits);
    Some(CorruptState { rule, as_if })
}

/// Whether an engine that breaks this rule may list these moves.
fn is_listed(rule: Rule, exchange: &Exchange) -> bool {
    let mut faults = Fault::of(Stage::Unmake).filter(|fault| fault.rule == rule);
    Listed::of(exchange).is_some_and(|it| faults.any(|fault| it.culprits(fault, None).is_ok()))
}

/// A list of moves, and the other pseudo-legal ones.
///
/// ox88 does not know the order in which the engine tries moves. It has tried the listed ones in the order of its list
/// or in that of our generator, and the others in between. So there must be an order in which each listed move was
/// legal when it was tried, and no other move was.
struct Listed {
    position: Position,
    orders: [Vec<Move>; 2],
    others: Vec<Move>,
}

/// How far an order was searched that is not found.
#[derive(PartialEq)]
enum IsSearched {
    Wholly,
    InPart,
}

impl Listed {
    fn of(exchange: &Exchange) -> Option<Listed> {
        let position = exchange.line.end();
        let listed: Vec<Move> = exchange.rows().into_iter().map(|(mv, _)| mv).collect();
        let mut others = position.pseudo_legal_moves();
        others.retain(|mv| !listed.contains(mv));
        let mut in_our_order = in_order_of_trial(&position, &[]);
        in_our_order.retain(|mv| listed.contains(mv));
        let is_list = exchange.depth == 1 && listed.len() == exchange.reply.rows.len();
        let is_known = is_list && in_our_order.len() == listed.len();
        is_known.then_some(Listed { position, orders: [listed, in_our_order], others })
    }

    /// The moves that spoil the board, if there is such an order where this one does not.
    fn culprits(&self, fault: &Fault, innocent: Option<Move>) -> Result<Vec<Move>, IsSearched> {
        let (LeftBehind::OneMove(spoil) | LeftBehind::OneMoveForGood(spoil)) = fault.left_behind
        else {
            return Err(IsSearched::Wholly);
        };
        let position = self.position;
        let mut is_searched = IsSearched::Wholly;
        for listed in &self.orders {
            let mut trials = Trials { position, spoil, innocent, left: MOST_TRIALS };
            let others = self.others.clone();
            if let Some(found) = trials.find(Draft::of(&position), listed, others, Vec::new()) {
                return Ok(found);
            }
            if trials.left == 0 {
                is_searched = IsSearched::InPart;
            }
        }
        Err(is_searched)
    }
}

/// Whether nothing else that it may leave behind while it lists its moves explains an answer. A wrong square of its king
/// explains many of these by chance.
pub(super) fn is_the_only_one(rule: Rule, exchange: &Exchange) -> bool {
    let is_other = |fault: &&Fault| fault.rule != rule;
    rule != Rule::KingLookedForElsewhere
        || !Fault::of(Stage::Unmake).filter(is_other).any(|it| is_listed(it.rule, exchange))
}

/// Whether a known state that the engine leaves behind explains a whole answer in this way.
pub(super) fn is_symptom(
    oracle: &Oracle,
    state: Option<&CorruptState>,
    exchange: &Exchange,
) -> bool {
    state.is_some_and(|state| is_left_by(oracle, state.rule, exchange))
}

/// The search for an order of trials.
struct Trials {
    position: Position,
    spoil: fn(Draft, &Ply) -> Option<Draft>,
    /// A move that leaves nothing behind.
    innocent: Option<Move>,
    /// How many moves may still be tried.
    left: usize,
}

impl Trials {
    /// The moves that spoil the board, if there is an order in which these are listed, and the others are not.
    fn find(
        &mut self,
        board: Draft,
        listed: &[Move],
        mut others: Vec<Move>,
        culprits: Vec<Move>,
    ) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        // A move that is refused and spoils nothing may come at any time.
        others.retain(|&mv| self.is_legal(&board, mv) || self.spoils(board, mv).is_some());
        let culprits_with = |mv| culprits.iter().copied().chain([mv]).collect();
        match listed.split_first() {
            None if others.is_empty() => return Some(culprits),
            Some((&mv, rest)) if self.is_legal(&board, mv) => {
                let found = match self.spoils(board, mv) {
                    Some(spoilt) => self.find(spoilt, rest, others.clone(), culprits_with(mv)),
                    None => self.find(board, rest, others.clone(), culprits.clone()),
                };
                if found.is_some() {
                    return found;
                }
            }
            _ => {}
        }
        let refused = others.iter().copied().filter(|&mv| !self.is_legal(&board, mv));
        for mv in refused.collect::<Vec<_>>() {
            let spoilt = self.spoils(board, mv)?;
            let rest = others.iter().copied().filter(|&other| other != mv).collect();
            let found = self.find(spoilt, listed, rest, culprits_with(mv));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the king is safe after a move on this board. Castling is tested where it is generated, before any move
    /// is tried.
    fn is_legal(&self, board: &Draft, mv: Move) -> bool {
        let here = board.position();
        let us = self.position.side_to_move();
        let Some(after) = if_possible(&here, mv) else { return false };
        let king = match board.king_tracking {
            KingTracking::Follows => after.king(us),
            KingTracking::Stuck => here.king(us),
        };
        !is_attacked(after.board(), king, !us)
            && (mv.castling_rook().is_none() || self.position.is_legal(mv))
    }

    /// The board after a move was made and taken back, if that leaves something behind.
    fn spoils(&self, board: Draft, mv: Move) -> Option<Draft> {
        let spoilt = (self.spoil)(board, &Ply::new(1, self.position, mv));
        spoilt.filter(|spoilt| *spoilt != board && self.innocent != Some(mv))
    }
}
