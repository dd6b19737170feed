//! Is taking moves back at fault, and how? The log suspects some moves. Each is asked about with little else on the
//! board, where what it may leave behind shows in the counts alone.
//!
//! A fault is named if it gives the whole answer there, no fault of another rule does, and after a move with a wrong
//! count the engine is right. A move is named if no other would leave the same.

use super::Ruling;
use super::making::{DEPTHS_BEFORE, line_alone};
use super::origin::{Diagnosis, Evidence};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::fewest::men_of;
use crate::search::inquiry::Inquiry;
use crate::search::machine::{
    CorruptState, Kind, Moves, Rows, Undoing, kind_of, kinds_in, words_after_undoing,
};
use crate::search::suspects::Suspects;
use ox88::{Color, Divide, Move, Position, divide};
use ox88_engine::{Line, WrongCount};
use std::cmp::Reverse;
use std::iter;
use std::ptr;

/// How many probes a person is asked for, and an engine.
const MOST_PROBES: (usize, usize) = (1, 8);

/// In how many ways of trying moves a probe has to show a fault: in each order of moves that are all tried at first.
const WAYS_FORESEEN: usize = 8;

/// Answers with more leaves are not compared with what each fault predicts.
const MOST_LEAVES_COMPARED: u128 = 10_000;

/// A question in which a fault shows.
#[derive(Clone, Copy)]
struct Probe {
    root: Position,
    depth: u32,
    /// A position in which the move is made that may leave something behind: the root, or that after a move.
    tried_in: Position,
}

/// What an answer to a probe shows.
#[derive(Clone)]
struct Shown {
    state: CorruptState,
    undoing: Undoing,
    /// A move with a wrong count.
    mv: Move,
    count: u128,
}

/// A move that may leave something behind, and the fault by which it would.
struct Suspect {
    here: Position,
    mv: Move,
    kind: Kind,
    /// The fault, if it happens with such moves alone, with all moves of a side, or with all.
    undoings: Vec<Undoing>,
}

/// What taking moves back leaves behind, if a probe shows it.
pub(super) async fn probed(inquiry: &mut Inquiry<'_>, wrong: &Exchange) -> Ruling {
    let most = if inquiry.is_with_person() { MOST_PROBES.0 } else { MOST_PROBES.1 };
    for probe in probes(wrong).iter().take(most) {
        let answer = inquiry.ask_by_fen(&probe.root, probe.depth).await?;
        let Some(shown) = probe.explained(&answer) else { continue };
        let alone = inquiry.ask(&answer.line.and(shown.mv), answer.depth - 1).await?;
        let evidence = match alone.is_right() {
            true => Evidence::RightAfterEachMove,
            // The fault shows there as well, and yet the moves before it have changed the count.
            false if alone.reply.sum() != shown.count && shown.undoing.explains(&alone) => {
                Evidence::SeenElsewhere
            }
            false => continue,
        };
        let unmake = Diagnosis::new(answer, evidence.against(Suspects::UNMAKE));
        return Ok(Some(unmake.with_state(Some(shown.state))));
    }
    Ok(None)
}

/// The same where moves are listed wrongly at depth 1, if trying the moves of the list one after the other may be why.
pub(super) async fn spoilt_list(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let listed = &known.exchange;
    let is_list = listed.depth == 1 && !listed.has_no_rows() && !inquiry.refuses_moves();
    if is_list { probed(inquiry, listed).await } else { Ok(None) }
}

fn probes(wrong: &Exchange) -> Vec<Probe> {
    let mut suspects = suspects(wrong);
    if wrong.depth == 1 {
        suspects.retain(|it| it.undoings.iter().any(|undoing| undoing.explains(wrong)));
    }
    let mut probes: Vec<Probe> = Vec::new();
    for suspect in suspects {
        if probes.len() == MOST_PROBES.1 {
            break;
        }
        let probe = suspect.smallest();
        probes.extend(probe.filter(|probe| probes.iter().all(|it| it.root != probe.root)));
    }
    probes
}

/// The moves of a position, and of those after its moves, that may leave something behind: those first whose fault
/// would give the most of the same rows.
fn suspects(wrong: &Exchange) -> Vec<Suspect> {
    let root = wrong.line.end();
    let below: Vec<Position> = wrong.rows().into_iter().map(|row| root.after(row.0)).collect();
    // Two plies below, kinds of moves matter that there are nowhere above.
    let replies = below.iter().filter(|_| wrong.depth > 2);
    let deeper = replies.flat_map(|it| it.legal_moves().into_iter().map(|mv| it.after(mv)));
    let deeper = deeper.map(|it| (it, true));
    let above = iter::once(root).chain(below.iter().copied()).map(|it| (it, false));
    let mut seen: Vec<Kind> = Vec::new();
    let mut found: Vec<Suspect> = Vec::new();
    for (here, is_deep) in above.chain(deeper) {
        for mv in here.pseudo_legal_moves() {
            let Some(kind) = kind_of(&here, mv) else { continue };
            let is_seen = seen.contains(&kind);
            if !is_seen {
                seen.push(kind);
            } else if is_deep {
                continue;
            }
            for undoing in Undoing::of(Moves::Like(kind)) {
                let is_same =
                    |it: &Suspect| it.kind == kind && ptr::eq(it.undoings[0].fault, undoing.fault);
                if !found.iter().any(is_same) && undoing.spoils(&here, mv) {
                    let fault = undoing.fault;
                    let undoings = variants(kind).filter(|it| ptr::eq(it.fault, fault)).collect();
                    found.push(Suspect { here, mv, kind, undoings });
                }
            }
        }
    }
    let shallow = DEPTHS_BEFORE[0];
    if wrong.depth > shallow {
        // At a smaller depth the engine was right.
        let right = divide(&root, shallow);
        let is_right = |rows: Rows| differs(&rows, &right) == (false, false);
        for suspect in &mut found {
            suspect.undoings.retain(|it| it.answers(&root, shallow).next().is_some_and(is_right));
        }
        found.retain(|it| !it.undoings.is_empty());
    }
    if wrong.reply.sum() <= MOST_LEAVES_COMPARED {
        let theirs = wrong.rows();
        let in_common = |undoing: &Undoing| {
            undoing.answer_like(wrong).iter().filter(|row| theirs.contains(row)).count()
        };
        let mut scored: Vec<(usize, usize, Suspect)> = Vec::new();
        for mut suspect in found {
            let in_each: Vec<usize> = suspect.undoings.iter().map(in_common).collect();
            let best = in_each.iter().copied().max().unwrap_or(0);
            let mut each = in_each.iter();
            suspect.undoings.retain(|_| each.next() == Some(&best));
            scored.push((best, in_each.iter().sum(), suspect));
        }
        scored.sort_by_key(|&(best, sum, _)| Reverse((best, sum)));
        // The best of each rule comes before others of that rule, unless all is explained.
        let mut seen: Vec<Rule> = Vec::new();
        let mut ranked: Vec<(usize, Suspect)> = Vec::new();
        for (best, _, suspect) in scored {
            let rule = suspect.undoings[0].fault.rule;
            let rank = seen.iter().filter(|&&it| it == rule).count();
            seen.push(rule);
            ranked.push((if best == theirs.len() { 0 } else { rank + 1 }, suspect));
        }
        ranked.sort_by_key(|it| it.0);
        return ranked.into_iter().map(|it| it.1).collect();
    }
    found
}

impl Suspect {
    /// The position with the fewest pieces in which the fault shows, whatever the order of the moves, and in the counts
    /// alone.
    fn smallest(&self) -> Option<Probe> {
        let alone = line_alone(&self.here, self.mv, true)?.root;
        let with_man = |(square, man)| {
            let mut setup = alone.setup();
            let is_free = setup.board.at(square).is_none();
            setup.board.put(square, man);
            Position::new(setup).ok().filter(|it| is_free && it.legal_moves().contains(&self.mv))
        };
        let more: Vec<Position> = men_of(&self.here).into_iter().filter_map(with_man).collect();
        let of_board = |(board, depth): (Position, u32)| {
            let mut setup = board.setup();
            (setup.side_to_move, setup.en_passant) = (!setup.side_to_move, None);
            let above = Position::new(setup).ok().filter(|_| board.en_passant().is_none());
            let is_shown = |root: &Position| self.shows(root, depth);
            let root = iter::once(board).chain(above).find(is_shown)?;
            Some(Probe { root, depth, tried_in: board })
        };
        let [usual, deep] = DEPTHS_BEFORE;
        let boards = iter::once(alone).chain(more).map(|board| (board, usual));
        boards.chain([(alone, deep)]).find_map(of_board)
    }

    /// Whether the fault shows in each of these ways, other than a fault of another rule, and not alone after some
    /// move.
    fn shows(&self, root: &Position, depth: u32) -> bool {
        let right = divide(root, depth);
        let is_shown = |undoing: &Undoing| {
            undoing.answers(root, depth).take(WAYS_FORESEEN).enumerate().all(|(way, rows)| {
                let is_wrong = |row: &&(Move, u128)| !right.rows().contains(row);
                let differs_alone =
                    |row: &(Move, u128)| alone(undoing, root, (row.0, depth), way).0 != row.1;
                differs(&rows, &right) == (false, true)
                    && rows.iter().filter(is_wrong).any(differs_alone)
            })
        };
        if !self.undoings.iter().all(is_shown) {
            return false;
        }
        let own: Vec<Rows> = self.undoings[0].answers(root, depth).take(WAYS_FORESEEN).collect();
        let rule = self.undoings[0].fault.rule;
        let rivals = variants(self.kind).filter(|it| it.fault.rule != rule);
        let mut rivals = rivals.filter(|rival| depth > 2 || rival.shows(root));
        !rivals.any(|rival| rival.gives_one_of(&own, root, depth))
    }
}

/// How many leaves an engine with this fault counts if it is asked after a move alone, and whether that is wrong.
fn alone(undoing: &Undoing, root: &Position, (mv, depth): (Move, u32), way: usize) -> (u128, bool) {
    let here = root.after(mv);
    let rows = undoing.answer_in(way, &Line::at(here), None, depth - 1);
    let is_wrong = differs(&rows, &divide(&here, depth - 1)) != (false, false);
    (rows.iter().map(|row| row.1).sum(), is_wrong)
}

impl Probe {
    /// What is left behind, if faults of one rule give this answer.
    fn explained(&self, answer: &Exchange) -> Option<Shown> {
        if answer.is_right() {
            return None;
        }
        let like = kinds_in(&self.tried_in)
            .into_iter()
            .flat_map(|it| [Moves::Like(it), Moves::LikeOfBoth(it)]);
        let sides = Color::BOTH.map(Moves::Of);
        let moves = like.chain(sides).chain([Moves::All]);
        let mut found: Vec<Undoing> = moves.flat_map(Undoing::of).collect();
        // A fault that no move shows is soon let go: the walk of an answer takes longer.
        found.retain(|it| it.shows(&self.root) && it.explains(answer));
        let first = *found.first()?;
        let first_move = answer.rows().first()?.0;
        let is_below = self.root.side_to_move() != self.tried_in.side_to_move();
        let here = if is_below { self.root.after(first_move) } else { self.root };
        let mut culprits = first.culprits(&here);
        for other in &found {
            if other.fault.rule != first.fault.rule {
                return None;
            }
            let others = other.culprits(&here);
            culprits.retain(|mv| others.contains(mv));
        }
        // Of moves of several kinds some may leave nothing behind.
        let kind = culprits.first().and_then(|&mv| kind_of(&here, mv));
        if culprits.iter().any(|&mv| kind_of(&here, mv) != kind) {
            culprits.clear();
        }
        let mut as_if = words_after_undoing(first.fault, &here, &culprits);
        if is_below && !culprits.is_empty() {
            as_if = format!("{as_if} after {}", self.root.move_text(first_move));
        }
        let counts = &answer.comparison.difference.counts;
        let way = first.way_of(answer);
        let spoilt_alone = |count: &WrongCount| {
            let (sum, is_wrong) = alone(&first, &self.root, (count.mv, answer.depth), way);
            (sum == count.theirs, is_wrong)
        };
        let count = counts.iter().min_by_key(|count| (spoilt_alone(count), count.ours))?;
        let state = CorruptState { rule: first.fault.rule, as_if };
        Some(Shown { state, undoing: first, mv: count.mv, count: count.theirs })
    }
}

/// A fault with such moves alone, with those of both sides, with all moves of a side, and with all.
fn variants(kind: Kind) -> impl Iterator<Item = Undoing> {
    let moves = [Moves::Like(kind), Moves::LikeOfBoth(kind), Moves::Of(kind.0.color()), Moves::All];
    moves.into_iter().flat_map(Undoing::of)
}

/// Whether the moves of an answer are wrong, and whether its counts are.
fn differs(rows: &Rows, right: &Divide) -> (bool, bool) {
    let count = |mv: Move| right.rows().iter().find(|row| row.0 == mv).map(|row| row.1);
    let has_moves =
        rows.len() == right.rows().len() && rows.iter().all(|row| count(row.0).is_some());
    (!has_moves, rows.iter().any(|row| count(row.0) != Some(row.1)))
}
