//! Mistakes that show in every answer: another depth is counted, other nodes than leaves, moves that are not legal, none
//! of a kind of moves, or none behind a draw.
//!
//! Each of them predicts whole answers, and one answer that it predicts wrongly is enough to refute it. So it is tried
//! at four fixed positions before any wrong answer is followed down, where it would look like many other mistakes.
//! Several at once are believed if together they predict all answers, and each of them alone predicts one.
//!
//! To add one, write its row: what such an engine does in another way.

use super::diagnose::Origin;
use super::exchange::Exchange;
use super::explain::{Draw, Rule, RuleKind};
use super::follow::{fewest, men_of};
use super::inquiry::{Inquiry, Unanswered};
use super::line::Line;
use super::plan::line;
use super::read::Source;
use ox88::{Move, MoveKind, PieceKind, Position};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// It is not looked for in answers with more leaves: those with fewer come first, and show it as well.
const MOST_LEAVES: u128 = 20_000;

/// Where a mistake is tried, up to this depth, each with the moves that are played from there. Castling while the clock
/// comes to a hundred; each way to capture en passant, and a pin; promotions, and attacks on kings; bare kings, and a
/// position that comes for the third time.
const POSITIONS: [(&str, &str); 4] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 60", ""),
    ("4k3/1p4p1/8/P1PpPP1P/p1p2p1p/8/1P4P1/4KN1r w - d6 0 1", ""),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", ""),
    ("4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1"),
];
const DEPTH: u32 = 3;

/// Moves of one kind that are missing are named rightly where they are followed down. That they are missing everywhere is
/// looked for when so many wrong answers lack nothing else, so that no more of these are followed down.
const FEWEST_ALIKE: usize = 3;

/// A mistake that shows in every answer: what an engine that makes it does in another way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Systematic {
    rule: Rule,
    /// The position that it counts, if that is not the one which it is asked about.
    root: Option<fn() -> Position>,
    /// The moves that it has of these in a position, with so many plies left.
    moves: fn(Vec<Move>, &Position, u32) -> Vec<Move>,
    /// How deep it counts behind a move where it is to count so deep.
    plies: fn(u32) -> RangeInclusive<u32>,
    /// Where a branch ends that goes on.
    end: Option<End>,
}

/// The end of a branch where the game may be drawn.
#[derive(Clone, Copy, Debug)]
struct End {
    draw: Draw,
    /// Whether it is, by the positions before this one.
    is_at: fn(&[Position], &Position) -> bool,
    /// What is counted there, and whether that is so at the last ply as well.
    leaves: u128,
    is_at_last_ply: bool,
}

/// All of them. What is simpler comes first.
#[rustfmt::skip]
const ROWS: &[Systematic] = &[
    Systematic { plies: |depth| 0..=depth, ..of(Rule::InnerNodesCounted) },
    Systematic { plies: |depth| depth + 1..=depth + 1, ..of(Rule::OnePlyTooMany) },
    Systematic { plies: |depth| depth.saturating_sub(1)..=depth.saturating_sub(1), ..of(Rule::OnePlyTooFew) },
    Systematic { root: Some(Position::start), ..of(Rule::StartPositionCounted) },
    of_moves(Rule::LastPlyPseudoLegal, |legal, here, left| if left == 1 { here.pseudo_legal_moves() } else { legal }),
    of_moves(Rule::PseudoLegal, |_, here, _| here.pseudo_legal_moves()),
    of_moves(Rule::PseudoLegal, |_, here, _| pseudo_legal_moves_but_those_that_take_a_king(here)),
    of_moves(Rule::Castling, |moves, _, _| without(moves, |mv| mv.castling_rook().is_some())),
    of_moves(Rule::EnPassant, |moves, _, _| without(moves, |mv| mv.kind == MoveKind::EnPassant)),
    of_moves(Rule::Underpromotion, |moves, _, _| {
        without(moves, |mv| mv.promotion().is_some_and(|kind| kind != PieceKind::Queen))
    }),
    of_moves(Rule::Promotion, |moves, _, _| without(moves, |mv| mv.promotion().is_some())),
    of_end(Draw::Material, |before, here| Draw::Material.is_at(before, here), 0, false),
    of_end(Draw::Material, |before, here| Draw::Material.is_at(before, here), 1, false),
    of_end(Draw::Material, |before, here| Draw::Material.is_at(before, here), 0, true),
    of_end(Draw::FiftyMoves, |before, here| Draw::FiftyMoves.is_at(before, here), 0, false),
    of_end(Draw::FiftyMoves, |before, here| Draw::FiftyMoves.is_at(before, here), 1, false),
    of_end(Draw::FiftyMoves, |before, here| Draw::FiftyMoves.is_at(before, here), 0, true),
    of_end(Draw::FiftyMoves, |_, here| here.setup().halfmove_clock >= CLOCK_OF_75_MOVES, 0, false),
    of_end(Draw::FiftyMoves, |_, here| here.setup().halfmove_clock >= CLOCK_OF_75_MOVES, 1, false),
    of_end(Draw::FiftyMoves, |_, here| here.setup().halfmove_clock >= CLOCK_OF_75_MOVES, 0, true),
    of_end(Draw::Repetition, |before, here| Draw::Repetition.is_at(before, here), 0, false),
    of_end(Draw::Repetition, |before, here| Draw::Repetition.is_at(before, here), 1, false),
    of_end(Draw::Repetition, |before, here| Draw::Repetition.is_at(before, here), 0, true),
    of_end(Draw::Repetition, is_third_time, 0, false),
    of_end(Draw::Repetition, is_third_time, 1, false),
    of_end(Draw::Repetition, is_third_time, 0, true),
];

/// Without a claim of either player.
const CLOCK_OF_75_MOVES: u32 = 150;

fn is_third_time(before: &[Position], here: &Position) -> bool {
    before.iter().filter(|earlier| earlier.same_but_for_counters(here)).count() >= 2
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

const fn of_end(
    draw: Draw,
    is_at: fn(&[Position], &Position) -> bool,
    leaves: u128,
    is_at_last_ply: bool,
) -> Systematic {
    let end = Some(End { draw, is_at, leaves, is_at_last_ply });
    Systematic { end, ..of(Rule::EndsGameTooEarly) }
}

/// Many generators leave the other king out of the squares that may be taken.
fn pseudo_legal_moves_but_those_that_take_a_king(here: &Position) -> Vec<Move> {
    let king = here.king(!here.side_to_move());
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|mv| mv.to != king);
    moves
}

impl Systematic {
    fn lacks_moves(&self) -> bool {
        self.rule.kind() == RuleKind::MakesLegal
    }
}

/// Mistakes that an engine makes all at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Theory(Vec<Systematic>);

impl Theory {
    /// Whether an answer is just what such an engine prints. Where there is no leaf it may print a row or none.
    pub fn predicts(&self, exchange: &Exchange) -> bool {
        if self.0.is_empty() {
            return exchange.is_right();
        }
        let root = self.0.iter().find_map(|it| it.root);
        let line = root.map_or_else(|| exchange.line.clone(), |root| Line::at(root()));
        let mut before: Vec<Position> = line.plies().map(|ply| ply.before).collect();
        let here = line.end();
        let rows = exchange.rows_in(&here);
        let listed: HashMap<Move, u128> = rows.iter().copied().collect();
        if listed.len() != exchange.reply.rows.len() {
            return false;
        }
        // The root is counted as any other position is. Where the game ends there, no move may be listed.
        let other_total = exchange.comparison.difference.total;
        let is_total = |leaves| other_total.is_none_or(|total| total.claimed == leaves);
        let at_end = self.leaves_at_end(&before, &here, exchange.depth);
        if let Some(leaves) = at_end.filter(|_| listed.is_empty()) {
            return is_total(leaves);
        }
        if other_total.is_some() && !is_total(self.count(&mut before, &here, exchange.depth)) {
            return false;
        }
        // It is not the last ply where the moves are printed.
        let mut moves = self.moves(&here, exchange.depth.max(2));
        // Most mistakes are refuted by what is wrong, and need not be counted behind the rest.
        let wrong = &exchange.comparison.difference.counts;
        moves.sort_by_key(|mv| wrong.iter().all(|count| count.mv != *mv));
        before.push(here);
        listed.iter().all(|(mv, &leaves)| leaves == 0 || moves.contains(mv))
            && moves.iter().all(|mv| {
                let after = here.after_unchecked(*mv);
                let leaves = self.count(&mut before, &after, exchange.depth - 1);
                listed.get(mv).copied().unwrap_or(0) == leaves
            })
    }

    fn predicts_all(&self, answers: &[Exchange]) -> bool {
        answers.iter().all(|answer| self.predicts(answer))
    }

    fn moves(&self, here: &Position, left: u32) -> Vec<Move> {
        self.0.iter().fold(here.legal_moves(), |moves, it| (it.moves)(moves, here, left))
    }

    fn leaves_at_end(&self, before: &[Position], here: &Position, left: u32) -> Option<u128> {
        let mut ends = self.0.iter().filter_map(|it| it.end);
        let end = ends.find(|it| (left > 0 || it.is_at_last_ply) && (it.is_at)(before, here))?;
        Some(end.leaves)
    }

    /// What is counted behind a move where it is to be counted so deep.
    fn count(&self, before: &mut Vec<Position>, here: &Position, depth: u32) -> u128 {
        let deeper = |depths: Vec<u32>, it: &Systematic| {
            depths.into_iter().flat_map(|depth| (it.plies)(depth)).collect()
        };
        let depths = self.0.iter().fold(vec![depth], deeper);
        depths.into_iter().map(|depth| self.leaves(before, here, depth)).sum()
    }

    fn leaves(&self, before: &mut Vec<Position>, here: &Position, left: u32) -> u128 {
        if let Some(leaves) = self.leaves_at_end(before, here, left) {
            return leaves;
        }
        match left {
            0 => 1,
            1 if self.0.iter().all(|it| it.end.is_none()) => self.moves(here, 1).len() as u128,
            _ => {
                let moves = self.moves(here, left).into_iter();
                before.push(*here);
                let behind = |mv| self.leaves(before, &here.after_unchecked(mv), left - 1);
                let leaves = moves.map(behind).sum();
                before.pop();
                leaves
            }
        }
    }
}

/// What was found of such mistakes in a hunt.
#[derive(Clone, Default)]
pub(super) struct Everywhere {
    /// Those that the engine makes.
    pub theory: Theory,
    /// For each of them the smallest answer that it explains alone, until that is told.
    untold: Vec<Option<Exchange>>,
    /// The places in the table of those that explained an answer, and not the next ones.
    refuted: Vec<usize>,
    /// The place of the moves that were missing, for each answer that lacks nothing else.
    lacking: Vec<usize>,
    /// How many wrong answers were just what they predict.
    pub explained: usize,
}

/// What is known of a wrong answer.
pub(super) enum Judged {
    /// A mistake that shows in every answer, told here for the first time, with the smallest answer that shows it.
    Told(Box<(Exchange, Origin)>),
    /// It follows from mistakes that were told before.
    Explained,
    /// It is to be followed down, as far as it does not follow from these.
    ToFollow(Theory),
}

impl Everywhere {
    /// Whether a wrong answer follows from mistakes that show in every answer. As long as none is known, they are looked
    /// for: they have to predict all answers at the fixed positions.
    ///
    /// Moves that are missing everywhere may be so because they are not generated, or because a right is not read: that is
    /// found where the first of them are followed down.
    pub fn judge(&mut self, inquiry: &mut Inquiry, wrong: &Exchange) -> Result<Judged, Unanswered> {
        if self.theory.0.is_empty() {
            self.find(inquiry, wrong)?;
        }
        if inquiry.late.is_some() || !self.theory.predicts(wrong) {
            return Ok(Judged::ToFollow(self.theory.clone()));
        }
        let is_news = |place: &usize| {
            let mut others = self.theory.clone();
            others.0.remove(*place);
            self.untold[*place].is_some() && !others.predicts(wrong)
        };
        let Some(place) = (0..self.untold.len()).find(is_news) else {
            self.explained += 1;
            return Ok(Judged::Explained);
        };
        let smallest = self.untold[place].take();
        let Systematic { rule, end, .. } = self.theory.0[place];
        Ok(match smallest {
            Some(smallest) if !self.theory.0[place].lacks_moves() => {
                let everywhere = Origin::Everywhere { rule };
                let draw = |end: End| Origin::GameEnd { draws: vec![end.draw] };
                Judged::Told(Box::new((smallest, end.map_or(everywhere, draw))))
            }
            _ => Judged::ToFollow(self.told_before(place)),
        })
    }

    /// The mistakes that were told, but for this one.
    fn told_before(&self, place: usize) -> Theory {
        let told = |other: &usize| *other != place && self.untold[*other].is_none();
        Theory((0..self.untold.len()).filter(told).map(|other| self.theory.0[other]).collect())
    }

    fn find(&mut self, inquiry: &mut Inquiry, wrong: &Exchange) -> Result<(), Unanswered> {
        let is_of_totals = wrong.reply.source == Source::Totals;
        if wrong.comparison.nodes > MOST_LEAVES || inquiry.is_with_person() || is_of_totals {
            return Ok(());
        }
        let alone = |place: usize| Theory(vec![ROWS[place]]);
        let mut tried: Vec<usize> = (0..ROWS.len()).collect();
        tried.retain(|place| !self.refuted.contains(place) && alone(*place).predicts(wrong));
        self.lacking.extend(tried.iter().filter(|&&place| ROWS[place].lacks_moves()));
        tried.retain(|place| {
            let times = self.lacking.iter().filter(|lacking| *lacking == place).count();
            !ROWS[*place].lacks_moves() || times >= FEWEST_ALIKE
        });
        if tried.is_empty() {
            return Ok(());
        }
        // Whatever comes of it, they are not tried again.
        self.refuted.extend(&tried);
        // Each with the smallest answer that it explains alone.
        let mut seen: Vec<(usize, Exchange)> =
            tried.iter().map(|&place| (place, wrong.clone())).collect();
        let mut answers = vec![wrong.clone()];
        for (depth, (fen, moves)) in (1..=DEPTH).flat_map(|depth| POSITIONS.map(|it| (depth, it))) {
            let root = fen.parse().expect("a position");
            let line = inquiry.as_asked(&line(root, moves).expect("its moves are legal"));
            let answer = match inquiry.ask(&line, depth) {
                Ok(answer) => answer,
                Err(Unanswered::NotYet) => return Err(Unanswered::NotYet),
                // It is not known what would have been the answer.
                Err(Unanswered::NoReply(_)) => return Ok(()),
            };
            if answer.is_right() {
                tried.retain(|&place| alone(place).predicts(&answer));
            } else {
                let explain_it = (0..ROWS.len()).filter(|&place| alone(place).predicts(&answer));
                for place in explain_it {
                    match seen.iter_mut().find(|it| it.0 == place) {
                        None => seen.push((place, answer.clone())),
                        Some((_, smallest)) if is_smaller(&answer, smallest) => {
                            *smallest = answer.clone();
                        }
                        Some(_) => {}
                    }
                }
                seen.sort_by_key(|it| it.0);
                let together = Theory(seen.iter().map(|it| ROWS[it.0]).collect());
                let mut all = seen.iter().map(|it| alone(it.0)).chain([together]);
                if !all.any(|theory| theory.predicts(&answer)) {
                    return Ok(());
                }
            }
            if tried.is_empty() {
                return Ok(());
            }
            answers.push(answer);
        }
        let theory = |places: &[(usize, Exchange)]| {
            Theory(places.iter().map(|&(place, _)| ROWS[place]).collect())
        };
        let is_enough = |it: &&(usize, Exchange)| alone(it.0).predicts_all(&answers);
        let needed = match seen.iter().find(is_enough) {
            Some(only) => vec![only.clone()],
            None => fewest(&seen, |some| theory(some).predicts_all(&answers)),
        };
        if theory(&needed).predicts_all(&answers) {
            self.theory = theory(&needed);
            let untold = |(place, smallest)| (!self.lacking.contains(&place)).then_some(smallest);
            self.untold = needed.into_iter().map(untold).collect();
        }
        Ok(())
    }
}

fn is_smaller(one: &Exchange, other: &Exchange) -> bool {
    let men = |it: &Exchange| men_of(&it.line.end()).len();
    (one.depth, men(one)) < (other.depth, men(other))
}
