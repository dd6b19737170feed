//! Which moves has an engine that prints totals only? What it counts from a position is the sum of what it counts after
//! each of its moves, at every depth.
//!
//! So ox88 asks what it counts after each legal move, and after each other one that it may have by breaking a rule. It
//! has those moves whose sums are its totals, if no others have the same sums.

use super::total::{after, is_refusal, total_after};
use super::{Inquiry, Unanswered};
use crate::search::explain::{Rule, RuleKind, Scene, between};
use crate::search::fewest::men_of;
use ox88::{CastlingNotation, File, Move, MoveKind, Piece, PieceKind, Square};
use ox88_engine::Line;
use std::collections::{HashMap, HashSet};

/// With more pieces beside the kings there are too many moves to ask about.
const MOST_MEN: usize = 6;

/// How deep its totals are compared with the sums, as long as there are no more leaves.
const DEEPEST: u32 = 4;
const MOST_LEAVES: u128 = 50_000;

/// Of fewer totals the sums may agree by chance.
const LEAST_TOTALS: usize = 3;

/// The most sets of moves to compare.
const MOST_SETS: usize = 20_000;

/// A move that the engine plays, and what it counts one ply after it.
type Played = (Move, u128);

/// The moves that an engine lacks of those that it plays, and those that it has beyond them.
#[derive(Clone, Default)]
struct Change {
    lacks: Vec<Move>,
    has: Vec<Move>,
}

/// An engine whose moves at the end of a line are looked for.
struct Sums<'a, 'b> {
    inquiry: &'a mut Inquiry<'b>,
    line: &'a Line,
    /// Its totals there, from depth 1 on.
    totals: Vec<u128>,
    behind: HashMap<(Move, u32), Option<u128>>,
}

/// The moves that the engine has at the end of a line, if its totals show them.
pub(super) async fn moves_listed(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
    total: u128,
) -> Result<Option<Vec<Move>>, Unanswered> {
    if men_of(&line.end()).len() > MOST_MEN {
        return Ok(None);
    }
    let mut totals = vec![total];
    for depth in 2..=DEEPEST {
        let Some(total) = inquiry.ask_total(line, depth).await? else { return Ok(None) };
        totals.push(total);
        if total > MOST_LEAVES {
            break;
        }
    }
    if totals.len() < LEAST_TOTALS {
        return Ok(None);
    }
    Sums { inquiry, line, totals, behind: HashMap::new() }.moves().await
}

impl Sums<'_, '_> {
    async fn moves(&mut self) -> Result<Option<Vec<Move>>, Unanswered> {
        let line = self.line;
        let played = self.that_are_played(line.end().legal_moves()).await?;
        let mut moves: Vec<Move> = played.iter().map(|it| it.0).collect();
        if self.is_the_sum(&moves, &Change::default()).await? {
            return Ok(Some(moves));
        }
        let others = if self.totals[0] <= moves.len() as u128 {
            Vec::new()
        } else {
            let others = others(line);
            self.that_are_played(others).await?
        };
        let totals = (self.totals[0], self.totals[1]);
        // The same moves may break other rules elsewhere.
        let changes = changes(line, &played, &others, totals);
        for simple in changes {
            let mut left = Vec::new();
            for change in simple {
                if self.is_the_sum(&moves, &change).await? {
                    left.push(change);
                }
            }
            if let [Change { lacks, has }] = &left[..] {
                moves.retain(|mv| !lacks.contains(mv));
                moves.extend(has);
                return Ok(Some(moves));
            } else if !left.is_empty() {
                break;
            }
        }
        Ok(None)
    }

    /// Those of these moves that the engine plays. In place of one that it refuses it counts from the position before.
    async fn that_are_played(&mut self, moves: Vec<Move>) -> Result<Vec<Played>, Unanswered> {
        let mut played = Vec::new();
        for mv in moves {
            let after = after(self.line, mv);
            let (mut is_of_before, mut is_right) = (true, true);
            for depth in 1..=2 {
                if is_of_before {
                    let count = self.behind(mv, depth).await?;
                    is_of_before = count.is_none_or(|it| it == self.totals[depth as usize - 1]);
                    is_right &= count == Some(ox88::perft(&after, depth));
                }
            }
            if let Some(count) = self.behind(mv, 1).await?.filter(|_| !is_of_before || is_right) {
                played.push((mv, count));
            }
        }
        Ok(played)
    }

    /// Whether the totals are the sums behind these moves, after a change.
    async fn is_the_sum(&mut self, moves: &[Move], change: &Change) -> Result<bool, Unanswered> {
        for (depth, total) in (0..).zip(self.totals.clone()) {
            let all = [moves, &change.has, &change.lacks];
            let [listed, has, lacks] = all;
            let listed = self.sum(listed, depth).await;
            let has = self.sum(has, depth).await;
            let lacks = self.sum(lacks, depth).await;
            let sums = listed?.zip(has?).zip(lacks?);
            if sums.is_none_or(|((listed, has), lacks)| listed + has != total + lacks) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn sum(&mut self, moves: &[Move], depth: u32) -> Result<Option<u128>, Unanswered> {
        let mut sum = 0;
        for &mv in moves {
            let Some(count) = self.behind(mv, depth).await? else { return Ok(None) };
            sum += count;
        }
        Ok(Some(sum))
    }

    /// What the engine counts after a move. Nothing if it says that it does not play it.
    async fn behind(&mut self, mv: Move, depth: u32) -> Result<Option<u128>, Unanswered> {
        if depth == 0 {
            return Ok(Some(1));
        }
        if let Some(&known) = self.behind.get(&(mv, depth)) {
            return Ok(known);
        }
        let count = match total_after(self.inquiry, self.line, mv, depth).await {
            Err(unanswered) if is_refusal(&unanswered) => None,
            count => Some(count?),
        };
        self.behind.insert((mv, depth), count);
        Ok(count)
    }
}

/// The moves that are not legal at the end of a line, and that an engine may have by breaking a rule.
fn others(line: &Line) -> Vec<Move> {
    let here = line.end();
    let (scene, us) = (Scene::at_end_of(line), here.side_to_move());
    let mut moves = here.pseudo_legal_moves();
    let ours = |square: &Square| here.board().at(*square).filter(|man| man.belongs_to(us));
    for (from, man) in Square::all().filter_map(|from| Some((from, ours(&from)?))) {
        for to in Square::all().filter(|&to| to != here.king(us)) {
            let promotes = man.kind() == PieceKind::Pawn && us.promotes_on(to);
            let kinds = if promotes {
                PieceKind::ALL.map(MoveKind::Promotion).to_vec()
            } else {
                vec![MoveKind::Normal]
            };
            moves.extend(kinds.into_iter().map(|kind| Move { from, to, kind }));
        }
    }
    let mut written: HashSet<String> =
        here.legal_moves().into_iter().map(|mv| here.move_text(mv)).collect();
    let king = here.king(us);
    let is_chess960 = here.castling_notation() == CastlingNotation::KingTakesRook;
    // Some read a king that takes its own rook as a castling with it, also where they would write that in another way.
    let castles = |to: Square| {
        if is_chess960 {
            here.board().at(to) == Some(Piece::new(us, PieceKind::Rook))
        } else {
            [File::C, File::G].contains(&to.file())
        }
    };
    moves.retain(|&mv| {
        let rule = scene.explain_move(mv).rule;
        let is_broken = rule.kind() == RuleKind::MakesIllegal && rule != Rule::StaysWhereItIs;
        let is_sideways = mv.from == king && mv.from.rank() == mv.to.rank();
        let is_step = between(mv.from, mv.to).next().is_none();
        let is_way = if is_sideways { is_step || castles(mv.to) } else { rule != Rule::NotItsWay };
        is_broken && is_way && written.insert(here.move_text(mv))
    });
    moves
}

/// What may be wrong with the moves of an engine that has these totals at depths 1 and 2. What is simpler comes first:
/// moves against one rule, then any, and then legal moves twice. In Chess960, what seems to be a move twice may be a
/// castling on the other wing.
fn changes(
    line: &Line,
    listed: &[Played],
    others: &[Played],
    totals: (u128, u128),
) -> Vec<Vec<Change>> {
    let scene = Scene::at_end_of(line);
    let sum: u128 = listed.iter().map(|it| it.1).sum();
    let (size, is_more) =
        (totals.0.abs_diff(listed.len() as u128), totals.0 > listed.len() as u128);
    let (Ok(size), target) = (usize::try_from(size), totals.1.abs_diff(sum)) else {
        return Vec::new();
    };
    if is_more != (totals.1 >= sum) {
        return Vec::new();
    }
    let pool = if is_more { others } else { listed };
    let rules: Vec<Rule> = pool.iter().map(|it| scene.explain_move(it.0).rule).collect();
    let of_rule = |rule: &Rule| -> Vec<Played> {
        let of_rule = pool.iter().zip(&rules).filter(|it| it.1 == rule);
        of_rule.map(|it| *it.0).collect()
    };
    let against_one =
        Rule::ALL.iter().flat_map(|rule| sets(&of_rule(rule), size, target)).collect();
    let mut found: Vec<Vec<Vec<Move>>> = vec![against_one, sets(pool, size, target)];
    if is_more && line.root.castling_notation() == CastlingNotation::KingToTarget {
        found.push(sets(listed, size, target));
    }
    let change = |moves| {
        let (lacks, has) = if is_more { (Vec::new(), moves) } else { (moves, Vec::new()) };
        Change { lacks, has }
    };
    found.into_iter().map(|sets| sets.into_iter().map(change).collect()).collect()
}

/// The sets of so many of these moves after which there are so many leaves. Of too many moves there are none but all.
fn sets(pool: &[Played], size: usize, leaves: u128) -> Vec<Vec<Move>> {
    let choices = (0..size).try_fold(1_usize, |choices, chosen| {
        let choices = choices.checked_mul(pool.len().saturating_sub(chosen))?;
        Some(choices / (chosen + 1))
    });
    let mut found = Vec::new();
    if pool.len() == size || choices.is_some_and(|choices| choices <= MOST_SETS) {
        choose(pool, size, leaves, &mut Vec::new(), &mut found);
    }
    found
}

fn choose(
    pool: &[Played],
    size: usize,
    leaves: u128,
    chosen: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
) {
    if size == 0 {
        found.extend((leaves == 0).then(|| chosen.clone()));
        return;
    }
    for (place, &(mv, count)) in pool.iter().enumerate() {
        if let Some(left) = leaves.checked_sub(count) {
            chosen.push(mv);
            choose(&pool[place + 1..], size - 1, left, chosen, found);
            chosen.pop();
        }
    }
}
