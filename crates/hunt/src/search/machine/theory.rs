//! Mistakes that show in every answer, and what they predict: another depth is counted, other nodes than leaves, moves
//! that are not legal, none of a kind of moves, or none after a draw.
//!
//! To add one, write its row: what such an engine does in another way.

use super::draft::Draft;
use super::walk::{Machine, Rows};
use crate::search::exchange::Exchange;
use crate::search::explain::{Draw, Rule, RuleKind};
use crate::search::fewest::men_of;
use ox88::{Move, MoveKind, PieceKind, Position};
use ox88_engine::{Line, RowsFrom};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A mistake that shows in every answer: what an engine that makes it does in another way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Systematic {
    pub rule: Rule,
    /// The position that it counts, if that is not the one which it is asked about.
    root: Option<fn() -> Position>,
    /// The moves that it has of these in a position, with so many plies left.
    moves: fn(Vec<Move>, &Position, u32) -> Vec<Move>,
    /// How deep it counts after a move where it is to count so deep.
    plies: fn(u32) -> RangeInclusive<u32>,
    /// Where a branch ends that goes on.
    pub end: Option<End>,
}

/// Whether a game may be drawn, by the positions before this one.
type IsAt = fn(&[Position], &Position) -> bool;

/// The end of a branch where the game may be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub draw: Draw,
    is_at: IsAt,
    /// What is counted there, and whether that is so at the last ply as well.
    leaves: u128,
    is_at_last_ply: bool,
}

/// All of them. What is simpler comes first.
pub(crate) static ROWS: LazyLock<Vec<Systematic>> = LazyLock::new(|| {
    let ends = DRAWS.into_iter().flat_map(|(draw, is_at)| {
        LEAVES_AT_DRAWS.map(|(leaves, is_at_last_ply)| {
            let end = Some(End { draw, is_at, leaves, is_at_last_ply });
            Systematic { end, ..of(Rule::EndsGameTooEarly) }
        })
    });
    WITHOUT_DRAWS.iter().copied().chain(ends).collect()
});

#[rustfmt::skip]
const WITHOUT_DRAWS: &[Systematic] = &[
    Systematic { plies: |depth| 0..=depth, ..of(Rule::InnerNodesCounted) },
    Systematic { plies: |depth| depth + 1..=depth + 1, ..of(Rule::OnePlyTooMany) },
    Systematic { plies: |depth| depth.saturating_sub(1)..=depth.saturating_sub(1), ..of(Rule::OnePlyTooFew) },
    Systematic { root: Some(Position::start), ..of(Rule::StartPositionCounted) },
    of_moves(Rule::LastPlyPseudoLegal, |legal, here, left| if left == 1 { here.pseudo_legal_moves() } else { legal }),
    of_moves(Rule::PseudoLegal, |_, here, _| here.pseudo_legal_moves()),
    of_moves(Rule::PseudoLegal, |_, here, _| taking_no_king(here, here.pseudo_legal_moves())),
    of_moves(Rule::PseudoLegal, |_, here, _| castling_legally(here, here.pseudo_legal_moves())),
    of_moves(Rule::PseudoLegal, |_, here, _| castling_legally(here, taking_no_king(here, here.pseudo_legal_moves()))),
    of_moves(Rule::Castling, |moves, _, _| without(moves, |mv| mv.castling_rook().is_some())),
    of_moves(Rule::EnPassant, |moves, _, _| without(moves, |mv| mv.kind == MoveKind::EnPassant)),
    of_moves(Rule::Underpromotion, |moves, _, _| {
        without(moves, |mv| mv.promotion().is_some_and(|kind| kind != PieceKind::Queen))
    }),
    of_moves(Rule::Promotion, |moves, _, _| without(moves, |mv| mv.promotion().is_some())),
];

/// The rules of draws, as engines know them.
const DRAWS: [(Draw, IsAt); 6] = [
    (Draw::Material, |_, here| men_of(here).is_empty()),
    (Draw::Material, |before, here| Draw::Material.is_at(before, here)),
    (Draw::FiftyMoves, |before, here| Draw::FiftyMoves.is_at(before, here)),
    (Draw::FiftyMoves, |_, here| here.setup().halfmove_clock >= CLOCK_OF_75_MOVES),
    (Draw::Repetition, |before, here| Draw::Repetition.is_at(before, here)),
    (Draw::Repetition, is_third_time),
];

/// What is counted at a draw, and whether that is so at the last ply as well.
const LEAVES_AT_DRAWS: [(u128, bool); 3] = [(0, false), (1, false), (0, true)];

/// Without a claim of either player.
const CLOCK_OF_75_MOVES: u32 = 150;

fn is_third_time(before: &[Position], here: &Position) -> bool {
    before.iter().filter(|earlier| earlier.same_but_for_counters(here)).count() >= 2
}

/// Many generators leave the other king out of the squares that may be taken.
fn taking_no_king(here: &Position, moves: Vec<Move>) -> Vec<Move> {
    let king = here.king(!here.side_to_move());
    without(moves, |mv| mv.to == king && mv.castling_rook().is_none())
}

/// And most of them look for attacks on the way of a castling king at once.
fn castling_legally(here: &Position, moves: Vec<Move>) -> Vec<Move> {
    without(moves, |mv| mv.castling_rook().is_some() && !here.is_legal(*mv))
}

fn without(mut moves: Vec<Move>, is_gone: impl Fn(&Move) -> bool) -> Vec<Move> {
    moves.retain(|mv| !is_gone(mv));
    moves
}

/// A mistake that is none.
const fn of(rule: Rule) -> Systematic {
    Systematic {
        rule,
        root: None,
        moves: |legal, _, _| legal,
        plies: |depth| depth..=depth,
        end: None,
    }
}

const fn of_moves(rule: Rule, moves: fn(Vec<Move>, &Position, u32) -> Vec<Move>) -> Systematic {
    Systematic { moves, ..of(rule) }
}

impl Systematic {
    /// Whether it is that moves are missing.
    pub fn lacks_moves(&self) -> bool {
        self.rule.kind() == RuleKind::MakesLegal
    }
}

/// Mistakes that an engine makes all at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Theory(pub Vec<Systematic>);

impl Theory {
    /// Whether an answer is just what such an engine prints. Where there is no leaf it may print a row or none.
    pub fn predicts(&self, exchange: &Exchange) -> bool {
        if self.0.is_empty() {
            return exchange.is_right();
        }
        let (depth, reply) = (exchange.depth, &exchange.reply);
        let (here, mut engine) = self.engine_at(&exchange.line);
        // It is not the last ply where the moves are printed.
        let mut moves = self.moves(&here.position, depth.max(2));
        if reply.source == RowsFrom::Totals {
            // The root is counted as any other position is, or its moves are made first.
            let claimed = reply.total();
            let mut sum = || moves.iter().map(|&mv| engine.behind(&here, mv, depth)).sum();
            return claimed == Some(sum()) || claimed == Some(engine.deeper(&here, depth));
        }
        let listed: HashMap<Move, u128> = exchange.rows_in(&here.position).into_iter().collect();
        let difference = &exchange.comparison.difference;
        let other_total = difference.total.as_ref();
        let is_total = |leaves: u128| other_total.is_none_or(|it| it.claimed == leaves);
        // Where the game ends at the root, no move may be listed.
        let at_end = engine.at_end(&here, depth).filter(|_| listed.is_empty());
        // Most mistakes are refuted by what is wrong, and need not be counted after the rest.
        moves.sort_by_key(|mv| difference.counts.iter().all(|count| count.mv != *mv));
        if listed.len() != reply.rows.len() {
            return false;
        }
        if let Some(leaves) = at_end {
            return is_total(leaves);
        }
        let mut is_counted =
            |mv: &Move| listed.get(mv).copied().unwrap_or(0) == engine.behind(&here, *mv, depth);
        listed.iter().all(|(mv, &leaves)| leaves == 0 || moves.contains(mv))
            && moves.iter().all(&mut is_counted)
            && (other_total.is_none() || is_total(engine.deeper(&here, depth)))
    }

    /// What such an engine prints. Nothing where the game has ended already: some list its moves, and others none.
    pub fn answer(&self, line: &Line, depth: u32) -> Option<Rows> {
        let (here, mut engine) = self.engine_at(line);
        if engine.at_end(&here, depth).is_some() {
            return None;
        }
        let moves = self.moves(&here.position, depth.max(2)).into_iter();
        Some(moves.map(|mv| (mv, engine.behind(&here, mv, depth))).collect())
    }

    /// Such an engine where it takes itself to be at the end of a line.
    fn engine_at(&self, line: &Line) -> (Draft, Mistaken<'_>) {
        let root = self.0.iter().find_map(|it| it.root);
        let line = root.map_or_else(|| line.clone(), |root| Line::at(root()));
        let before = line.plies().map(|ply| ply.before).collect();
        (Draft::of(&line.end()), Mistaken { theory: self, before })
    }

    fn moves(&self, here: &Position, left: u32) -> Vec<Move> {
        self.0.iter().fold(here.legal_moves(), |moves, it| (it.moves)(moves, here, left))
    }
}

/// An engine with such mistakes, and the positions before the one that it has come to.
struct Mistaken<'a> {
    theory: &'a Theory,
    before: Vec<Position>,
}

impl Mistaken<'_> {
    /// What it counts where it is to be counted so deep.
    fn deeper(&mut self, here: &Draft, depth: u32) -> u128 {
        let deeper = |depths: Vec<u32>, it: &Systematic| {
            depths.into_iter().flat_map(|depth| (it.plies)(depth)).collect()
        };
        let depths = self.theory.0.iter().fold(vec![depth], deeper);
        depths.into_iter().map(|depth| self.count(&mut here.clone(), depth)).sum()
    }

    /// What it counts after a move of the root.
    fn behind(&mut self, root: &Draft, mv: Move, depth: u32) -> u128 {
        self.before.push(root.position);
        let after = Draft::of(&root.position.after(mv));
        let leaves = self.deeper(&after, depth - 1);
        self.before.pop();
        leaves
    }

    /// What it counts if the game ends here.
    fn at_end(&self, here: &Draft, left: u32) -> Option<u128> {
        let mut ends = self.theory.0.iter().filter_map(|it| it.end);
        let is_here =
            |it: &End| (left > 0 || it.is_at_last_ply) && (it.is_at)(&self.before, &here.position);
        Some(ends.find(is_here)?.leaves)
    }
}

impl Machine for Mistaken<'_> {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        let has_no_end = self.theory.0.iter().all(|it| it.end.is_none());
        self.at_end(here, left).or_else(|| match left {
            0 => Some(1),
            1 if has_no_end => Some(self.theory.moves(&here.position, 1).len() as u128),
            _ => None,
        })
    }

    fn moves(&mut self, here: &mut Draft, left: u32) -> Vec<Move> {
        self.before.push(here.position);
        self.theory.moves(&here.position, left)
    }

    fn leave(&mut self, _: &Draft, _: u32, _: u128) {
        self.before.pop();
    }
}
