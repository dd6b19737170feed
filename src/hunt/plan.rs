//! What to try, and in which order.

use super::line::Line;
use crate::chess::moves::CastlingNotation;
use crate::chess::position::Position;
use crate::suite::epd::Count;
use crate::suite::run::{Suite, SuitePosition};

/// The suite whose positions are there to catch all faults at once.
const TRICKY: &str = "catch_all";

/// What is asked before anything else: each with its name, a FEN, and moves that the engine plays from
/// there. Perft alone does not show these two.
const OPENING: [(&str, &str, &str); 2] = [
    // Bare kings and a pawn: nothing but the move itself can go wrong.
    ("a_move_is_played", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3"),
    // Every step of the king would be into an attack, and there are knights on both sides of it: an
    // engine that still looks for its king where it has tried to go takes their moves for illegal.
    ("king_steps_are_taken_back", "3r1rk1/8/8/7N/8/2n5/8/N3K3 w - - 0 1", ""),
];

/// What every engine has to know: ids of positions of the suites, and to which depth they come before
/// all others. Otherwise the first thing to be found would be the cheapest, and an engine that knows
/// no en passant at all would be told of a check that en passant answers.
const FIRST: [(&str, u32); 20] = [
    ("bare_kings_play_on", 1),
    ("kings_may_not_stand_side_by_side", 1),
    ("promotion_offers_four_pieces_and_knight_checks", 1),
    ("one_pawn_a_side_about_to_promote_black_to_move", 1),
    ("knights_to_capture_on_either_side_of_one_pawn_white_to_move", 1),
    ("knights_to_capture_on_either_side_of_one_pawn_black_to_move", 1),
    ("en_passant_towards_the_edge", 1),
    ("en_passant_towards_the_edge_mirrored", 1),
    ("en_passant_away_from_the_edge", 1),
    ("en_passant_away_from_the_edge_mirrored", 1),
    ("white_may_castle_king_side_white_to_move", 1),
    ("black_may_castle_king_side_black_to_move", 1),
    ("white_may_castle_queen_side_white_to_move", 1),
    ("black_may_castle_queen_side_black_to_move", 1),
    ("rook_pinned_on_the_rank_moves_along_it", 1),
    ("rook_pinned_on_the_rank_moves_along_it_mirrored", 1),
    ("captured_h1_rook_loses_king_side_right", 2),
    ("captured_h1_rook_loses_king_side_right_mirrored", 2),
    ("captured_a1_rook_loses_queen_side_right", 2),
    ("captured_a1_rook_loses_queen_side_right_mirrored", 2),
];

/// One question to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The position among those of the plan.
    pub position: usize,
    /// What the position is called.
    pub name: String,
    /// Where it stands: `suites/castling.epd:12`. Nothing for one that was typed.
    pub place: Option<String>,
    /// The position, and how the engine is told to come there.
    pub path: Line,
    /// How deep to count.
    pub depth: u32,
    /// Its place among those that come before all others, or after them.
    rank: usize,
    /// The leaves that are expected, with those of the lesser depths.
    cost: u128,
    /// Whether the position is there to catch many faults at once.
    is_tricky: bool,
}

/// What to try, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The questions.
    pub cases: Vec<Case>,
    /// How many positions they are about.
    pub positions: usize,
    /// How many counts of suites were left out, since they are too large or too deep.
    pub left_out: usize,
    /// How many were left out, since the engine does not know Chess960.
    pub left_out_of_chess960: usize,
}

/// How much is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most leaves of one question.
    pub max_nodes: u128,
    /// The deepest question.
    pub max_depth: Option<u32>,
    /// Whether positions are tried in which castling is that of Chess960.
    pub has_chess960: bool,
}

impl Plan {
    /// One position, at each depth up to one.
    #[must_use]
    pub fn of_position(name: &str, place: Option<&str>, path: &Line, depth: u32) -> Plan {
        let case = |depth| Case {
            position: 0,
            name: name.to_owned(),
            place: place.map(str::to_owned),
            path: path.clone(),
            depth,
            rank: 0,
            cost: 0,
            is_tricky: false,
        };
        Plan { cases: (1..=depth).map(case).collect(), positions: 1, ..Plan::default() }
    }

    /// All counts of suites within the limits: what every engine has to know, then what costs least,
    /// and of two that cost the same the trickier one. The depths of a position stay in order.
    /// Chess960 comes last.
    #[must_use]
    pub fn of_suites(suites: &[Suite], limits: Limits) -> Plan {
        let mut plan = Plan::default();
        for suite in suites {
            for position in &suite.positions {
                plan.add(suite, position, limits);
            }
        }
        if plan.cases.is_empty() {
            return plan;
        }
        for (name, fen, moves) in OPENING {
            plan.cases.extend(opening(plan.positions, name, fen, moves));
            plan.positions += 1;
        }
        plan.cases.sort_by_key(|case| (case.rank, case.cost, !case.is_tricky));
        plan
    }

    fn add(&mut self, suite: &Suite, position: &SuitePosition, limits: Limits) {
        let is_within = |count: &Count| {
            count.nodes <= limits.max_nodes && limits.max_depth.is_none_or(|max| count.depth <= max)
        };
        // At depth 0 there is nothing to ask.
        let counts = position.entry.counts.iter().filter(|count| count.depth > 0);
        let (within, beyond): (Vec<&Count>, Vec<&Count>) =
            counts.partition(|count| is_within(count));
        self.left_out += beyond.len();
        let is_chess960 = position.position.castling_notation() == CastlingNotation::KingTakesRook;
        if is_chess960 && !limits.has_chess960 {
            self.left_out_of_chess960 += within.len();
            return;
        }
        let name = position.name();
        let mut cost = 0_u128;
        for count in &within {
            cost = cost.saturating_add(count.nodes);
            let is_first = |&(id, depth): &(&str, u32)| id == name && count.depth <= depth;
            let first = FIRST.iter().position(is_first);
            let others = FIRST.len() + 1 + usize::from(is_chess960);
            self.cases.push(Case {
                position: self.positions,
                name: name.clone(),
                place: Some(format!("{}:{}", suite.file, position.entry.line)),
                path: Line::at(position.position),
                depth: count.depth,
                rank: first.map_or(others, |place| place + 1),
                cost,
                is_tricky: suite.name() == TRICKY,
            });
        }
        self.positions += usize::from(!within.is_empty());
    }
}

fn opening(position: usize, name: &str, fen: &str, moves: &str) -> Option<Case> {
    let root: Position = fen.parse().ok()?;
    let mut path = Line::at(root);
    for text in moves.split_whitespace() {
        let mv = path.end().find_move(text).ok()?;
        path = path.and(mv);
    }
    let name = name.to_owned();
    Some(Case { position, name, place: None, path, depth: 1, rank: 0, cost: 0, is_tricky: false })
}
