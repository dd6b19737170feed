//! Learns from the answers of an engine which moves it has wrong, and which it does not: it names the position to ask
//! about next, until no question is left on which two explanations differ.

use crate::worlds::contrast::contrasts;
use crate::worlds::learn::{Condition, Conditions, fitting};
use crate::worlds::view::{Respect, Seen, View, Views, kind, wing_of};
use crate::worlds::world::{Effect, Fault, World, WrongMoves};
use ox88::{CastlingSide, Color, Move, Position};
use ox88_explain::Rule;
use std::collections::HashSet;

/// How many more wrong answers have to be as foretold once an explanation is left alone.
const CONFIRMATIONS: usize = 6;

/// What a new value is worth where all wrong moves had the same so far.
const SAME_SO_FAR: usize = 100;

/// So many moves that are only like the wrong ones are asked about, and what is like them: in all of these respects but
/// a few.
const NEIGHBOURS: usize = 24;
const FURTHEST: usize = 3;
const LIKENESS: [Respect; 8] = [
    Respect::Side,
    Respect::Piece,
    Respect::Kind,
    Respect::Taken,
    Respect::Promotion,
    Respect::Why,
    Respect::Check,
    Respect::Pin,
];

/// From fewer wrong answers nothing is learnt.
const FEWEST_WRONG: usize = 3;

/// A lesson: what was heard, and what can still be asked.
pub struct Lesson {
    rule: Option<Rule>,
    topics: Vec<Topic>,
    /// The answers so far.
    heard: Vec<(Position, Seen, WrongMoves)>,
    /// Positions as they come in games, on which an explanation is tried in the end.
    trials: Vec<Position>,
    pool: Vec<Candidate>,
    /// How many questions there may still be.
    left: usize,
    confirmed: usize,
    /// How many questions were about moves that are only like the wrong ones.
    neighbours: usize,
    /// In how many positions the engine was wrong, and in how many right.
    wrong: usize,
    right: usize,
}

/// What was heard of one effect.
struct Topic {
    effect: Effect,
    wrong: Views,
    right: Views,
    /// The explanations that fit, the simplest first.
    fitting: Vec<Conditions>,
}

struct Candidate {
    position: Position,
    seen: Seen,
    is_asked: bool,
}

impl Lesson {
    /// A lesson that begins with a wrong answer, and may go on with contrasts of its position and with these others.
    /// The rule is that of the first wrong move, which may be all that there is to say.
    pub fn new(
        here: &Position,
        wrong: &WrongMoves,
        rule: Option<Rule>,
        others: &[Position],
        trials: &[Position],
        questions: usize,
    ) -> Lesson {
        let pool = contrasts(here, &wrong.all()).into_iter().chain(others.iter().copied());
        let candidate =
            |position| Candidate { seen: Seen::of(&position, rule), position, is_asked: false };
        let pool = pool.map(candidate).collect();
        let mut lesson = Lesson {
            rule,
            topics: Vec::new(),
            heard: Vec::new(),
            trials: trials.to_vec(),
            pool,
            left: questions,
            confirmed: 0,
            neighbours: 0,
            wrong: 0,
            right: 0,
        };
        lesson.note(here, Seen::of(here, rule), wrong);
        lesson.fit();
        lesson
    }

    /// Takes what the engine has wrong in a position.
    fn note(&mut self, here: &Position, seen: Seen, wrong: &WrongMoves) {
        for topic in &mut self.topics {
            topic.note(&seen, wrong);
        }
        self.heard.push((*here, seen, wrong.clone()));
        for effect in Effect::ALL {
            let is_new = self.topics.iter().all(|it| it.effect != effect);
            if is_new && !wrong.of(effect).is_empty() {
                let mut topic = Topic::new(effect);
                for (_, seen, wrong) in &self.heard {
                    topic.note(seen, wrong);
                }
                self.topics.push(topic);
            }
        }
        let count = if wrong.is_empty() { &mut self.right } else { &mut self.wrong };
        *count += 1;
        for candidate in self.pool.iter_mut().filter(|it| it.position == *here) {
            candidate.is_asked = true;
        }
    }

    /// Takes positions in which the engine was right. They may be asked about again.
    pub fn note_right(&mut self, positions: &[Position]) {
        self.right += positions.len();
        for here in positions {
            let (seen, wrong) = (Seen::of(here, self.rule), WrongMoves::default());
            for topic in &mut self.topics {
                topic.note(&seen, &wrong);
            }
            self.heard.push((*here, seen, wrong));
        }
        self.fit();
    }

    fn fit(&mut self) {
        for topic in &mut self.topics {
            let fits = |it: &Conditions| {
                topic.wrong.iter().all(|view| it.hold(view))
                    && !topic.right.iter().any(|view| it.hold(view))
            };
            // As long as all are left, a new search finds no other ones.
            if topic.fitting.is_empty() || !topic.fitting.iter().all(fits) {
                topic.fitting = fitting(&topic.wrong, &topic.right);
            }
        }
    }

    /// The position to ask about next. Nothing once no explanation is left, or one alone that has foretold enough.
    pub fn next_position(&mut self) -> Option<Position> {
        if self.left == 0 {
            return self.trials.pop();
        }
        if self.topics.iter().any(|it| it.fitting.is_empty()) {
            return None;
        }
        let near = || self.best_split().or_else(|| self.boundary());
        let (place, is_neighbour) = match near() {
            Some(place) => (place, false),
            None => match self.neighbour() {
                Some(place) => (place, true),
                None => match self.best_confirmation() {
                    Some(place) => (place, false),
                    None => return self.trials.pop(),
                },
            },
        };
        self.left -= 1;
        self.neighbours += usize::from(is_neighbour);
        self.pool[place].is_asked = true;
        Some(self.pool[place].position)
    }

    /// The question on which the explanations that fit differ most.
    fn best_split(&self) -> Option<usize> {
        let open: Vec<&Topic> = self.topics.iter().filter(|it| it.fitting.len() > 1).collect();
        let largest_group = |candidate: &Candidate| {
            let of_topic = |topic: &&Topic| {
                let said: Vec<Vec<bool>> =
                    topic.fitting.iter().map(|it| candidate.said(topic.effect, it)).collect();
                let as_many = |it: &Vec<bool>| said.iter().filter(|other| *other == it).count();
                let largest = said.iter().map(as_many).max().unwrap_or(0);
                (largest < said.len()).then_some(100 * largest / said.len())
            };
            open.iter().filter_map(of_topic).min()
        };
        let unasked = self.pool.iter().enumerate().filter(|it| !it.1.is_asked);
        let worth = unasked.filter_map(|(place, it)| Some((largest_group(it)?, place)));
        worth.min().map(|it| it.1)
    }

    /// A question beside the simplest explanation: all its conditions but one are met, and of that one the value is new.
    fn boundary(&self) -> Option<usize> {
        for topic in &self.topics {
            let Some(simplest) = topic.fitting.first() else { continue };
            for it in &simplest.0 {
                let known = right_beside(topic, simplest, *it) | topic.values_seen(it.respect);
                let is_new = |view: &View| {
                    known >> view[it.respect as usize] & 1 == 0
                        && simplest.0.iter().all(|other| other == it || other.holds(view))
                };
                let shows = |candidate: &Candidate| {
                    let mut views = candidate.seen.of_effect(topic.effect).iter().map(|it| &it.1);
                    !candidate.is_asked && views.any(is_new)
                };
                if let Some(place) = self.pool.iter().position(shows) {
                    return Some(place);
                }
            }
        }
        None
    }

    /// A question about a move that is like a wrong one, though in another way than any move before, and ought to be
    /// right: the first symptom of something wider is found out like this.
    fn neighbour(&self) -> Option<usize> {
        if self.neighbours >= NEIGHBOURS {
            return None;
        }
        let likeness = |view: &View| LIKENESS.map(|it| view[it as usize]);
        let mut nearest: Option<(usize, usize)> = None;
        for topic in &self.topics {
            let wrong: HashSet<_> = topic.wrong.iter().map(likeness).collect();
            let known: HashSet<_> = topic.right.iter().map(likeness).collect();
            let apart = |it: &[u8; LIKENESS.len()]| {
                let from = |other: &[u8; LIKENESS.len()]| {
                    it.iter().zip(other).filter(|it| it.0 != it.1).count()
                };
                wrong.iter().map(from).min().unwrap_or(usize::MAX)
            };
            for (place, candidate) in self.pool.iter().enumerate().filter(|it| !it.1.is_asked) {
                let views = candidate.seen.of_effect(topic.effect).iter().map(|it| likeness(&it.1));
                let new = views.filter(|it| !wrong.contains(it) && !known.contains(it));
                let best = new.map(|it| (apart(&it), place)).filter(|it| it.0 <= FURTHEST).min();
                nearest = nearest.into_iter().chain(best).min();
            }
        }
        nearest.map(|it| it.1)
    }

    /// A question whose answer will be wrong if the simplest explanations are true, and new in as many respects as
    /// possible.
    fn best_confirmation(&self) -> Option<usize> {
        let unasked = self.pool.iter().enumerate().filter(|it| !it.1.is_asked);
        let seen = |topic: &Topic| Respect::ALL.map(|it| topic.values_seen(it));
        let seen: Vec<_> = self.topics.iter().map(seen).collect();
        let new_values = |candidate: &Candidate| {
            let of_topic = |(topic, seen): (&Topic, &[u64; Respect::ALL.len()])| {
                let simplest = topic.fitting.first()?;
                let foretold =
                    candidate.seen.of_effect(topic.effect).iter().filter(|it| simplest.hold(&it.1));
                let worth = |view: &View| -> usize {
                    let of_respect = |respect: Respect| match seen[respect as usize] {
                        seen if seen >> view[respect as usize] & 1 != 0 => 0,
                        // What all wrong moves had in common may be what matters.
                        seen if seen.is_power_of_two() => SAME_SO_FAR,
                        _ => 1,
                    };
                    Respect::ALL.into_iter().map(of_respect).sum()
                };
                foretold.map(|it| worth(&it.1)).max()
            };
            self.topics.iter().zip(&seen).filter_map(of_topic).max()
        };
        let worth = unasked.filter_map(|(place, it)| Some((new_values(it)?, usize::MAX - place)));
        let (worth, place) = worth.max()?;
        let is_enough = self.confirmed >= CONFIRMATIONS;
        (!is_enough || worth >= SAME_SO_FAR).then_some(usize::MAX - place)
    }

    /// Takes the answer to the position that was asked about.
    pub fn answer(&mut self, here: &Position, wrong: &WrongMoves) {
        let is_split = self.topics.iter().any(|it| it.fitting.len() > 1);
        let seen = Seen::of(here, self.rule);
        let is_foretold = |topic: &Topic| {
            let said = |it: &(Move, View)| topic.fitting.first().is_some_and(|fit| fit.hold(&it.1));
            let (moves, heard) = (seen.of_effect(topic.effect), wrong.of(topic.effect));
            moves.iter().all(|it| said(it) == heard.contains(&it.0))
        };
        if !self.topics.iter().all(is_foretold) {
            self.confirmed = 0;
        } else if !is_split && !wrong.is_empty() {
            self.confirmed += 1;
        }
        self.note(here, seen, wrong);
        self.fit();
    }

    /// The simplest explanation that is left, if it explains all that was heard.
    pub fn world(&self) -> Option<World> {
        let fault = |topic: &Topic| {
            let conditions = topic.as_seen(topic.fitting.first()?);
            let right_in =
                conditions.0.iter().map(|it| right_beside(topic, &conditions, *it)).collect();
            Some(Fault { effect: topic.effect, conditions, right_in })
        };
        let faults = self.topics.iter().map(fault).collect::<Option<Vec<_>>>()?;
        Some(World { rule: self.rule, faults })
    }

    /// Whether the engine was asked about each of the trials, and not only about contrasts.
    pub fn is_over(&self) -> bool {
        self.trials.is_empty()
    }

    /// Whether such a castling was listed where it is legal: of this side, to this wing.
    pub fn has_castled(&self, side: Color, wing: CastlingSide) -> bool {
        let is_such =
            |&mv: &Move, here: &Position| here.side_to_move() == side && wing_of(mv) == Some(wing);
        let lists = |(here, _, wrong): &(Position, Seen, WrongMoves)| {
            here.legal_moves().iter().any(|mv| is_such(mv, here) && !wrong.missing.contains(mv))
        };
        self.heard.iter().any(lists)
    }

    /// What the engine has wrong in a position by the simplest explanation.
    pub fn foretold(&self, here: &Position) -> WrongMoves {
        self.world().map_or_else(WrongMoves::default, |it| it.wrong_moves(here))
    }

    /// The same, once it has foretold enough wrong answers and no other explanation is left that a question could
    /// refute; with how many wrong answers it explains, and how many right ones do not contradict it.
    pub fn learnt(&self) -> Option<(World, usize, usize)> {
        let is_settled = self.wrong >= FEWEST_WRONG && self.best_split().is_none();
        let world = self.world().filter(|_| is_settled)?;
        let are_tight =
            |it: &Fault| it.conditions.0.iter().zip(&it.right_in).all(|it| is_tight(*it.0, *it.1));
        let are_plain = |it: &Fault| it.conditions.0.iter().all(|it| it.is_plain());
        if !world.faults.iter().all(|it| are_tight(it) && are_plain(it)) {
            return None;
        }
        Some((world, self.wrong, self.right))
    }
}

impl Topic {
    fn new(effect: Effect) -> Topic {
        Topic { effect, wrong: Views::default(), right: Views::default(), fitting: Vec::new() }
    }

    fn note(&mut self, seen: &Seen, wrong: &WrongMoves) {
        let wrong = wrong.of(self.effect);
        for (mv, view) in seen.of_effect(self.effect) {
            let set = if wrong.contains(mv) { &mut self.wrong } else { &mut self.right };
            set.insert(*view);
        }
    }

    fn values_seen(&self, respect: Respect) -> u64 {
        self.wrong.iter().fold(0, |set, view| set | 1 << view[respect as usize])
    }

    /// The same conditions without the values that no wrong move had, as far as these are in no order.
    fn as_seen(&self, conditions: &Conditions) -> Conditions {
        let narrowed = |it: &Condition| {
            let seen = self.values_seen(it.respect);
            let seen = match it.respect {
                _ if it.is_ordered() => between(seen, right_beside(self, conditions, *it)),
                // A pawn's two steps are as quiet as one, unless they were seen to be right.
                Respect::Kind if seen >> kind::QUIET & 1 != 0 => seen | 1 << kind::DOUBLE,
                _ => seen,
            };
            Condition { values: it.values & seen, ..*it }
        };
        Conditions(conditions.0.iter().map(narrowed).collect())
    }
}

/// All values from the least to the greatest of these, and those beyond that no right one follows.
fn between(seen: u64, right: u64) -> u64 {
    let above = u64::MAX << seen.trailing_zeros();
    let below = u64::MAX >> seen.leading_zeros();
    let is_last = right & !below == 0;
    let is_first = right & !above == 0;
    match (is_first, is_last) {
        (true, true) => seen,
        (true, false) => below,
        (false, true) => above,
        (false, false) => above & below,
    }
}

/// Whether each value beside these was right, so that the boundary is known, or there is none beside them.
fn is_tight(it: Condition, right: u64) -> bool {
    let beside = (it.values << 1 | it.values >> 1) & !it.values & it.possible();
    !it.is_ordered() || beside & !right == 0
}

/// The values in the respect of a condition with which moves were right that meet all the others.
fn right_beside(topic: &Topic, conditions: &Conditions, it: Condition) -> u64 {
    let others = |view: &&View| conditions.0.iter().all(|other| *other == it || other.holds(view));
    let right = topic.right.iter().filter(others);
    right.fold(0, |values, view| values | 1 << view[it.respect as usize])
}

impl Candidate {
    /// Which moves are wrong here if these conditions say so.
    fn said(&self, effect: Effect, conditions: &Conditions) -> Vec<bool> {
        self.seen.of_effect(effect).iter().map(|it| conditions.hold(&it.1)).collect()
    }
}
