//! The simplest conditions that hold for all wrong moves and for no right one.

use crate::worlds::view::{Respect, View, Views, kind, why};
use std::collections::HashSet;

/// How many sets of conditions are kept beside the simplest one.
pub(crate) const MOST_RIVALS: usize = 6;

/// More conditions than these explain nothing.
const MOST_CONDITIONS: usize = 5;

/// Rivals that are so much less simple are not asked about.
const MUCH_DEARER: u32 = 120;

/// The search ends after so many steps, and what it has found by then is taken.
const MOST_STEPS: usize = 30_000;

/// That a move has one of these values in a respect: a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// In what respect.
    pub respect: Respect,
    /// The values, a bit for each.
    pub values: u64,
}

impl Condition {
    /// A condition with these values. Those that are out of range are left out.
    pub fn new(respect: Respect, values: &[u32]) -> Condition {
        let values = values.iter().filter(|it| **it < 64).fold(0, |set, it| set | 1 << it);
        Condition { respect, values: values & range(respect).0 }
    }

    /// The values, in order.
    pub fn values(self) -> Vec<u32> {
        (0..64).filter(|it| self.values >> it & 1 != 0).collect()
    }

    /// Whether its values can be said in a few words.
    pub(crate) fn is_plain(self) -> bool {
        let (count, rest) = (self.values.count_ones(), self.possible() & !self.values);
        let is_all_but_one = rest.count_ones() <= 1;
        // Any check, and any capture.
        let is_any =
            matches!(self.respect, Respect::Check | Respect::Taken) && self.values & 1 == 0;
        is_any
            || count <= 2
            || self.respect == Respect::Kind
            || self.is_ordered()
            || is_all_but_one
            || range(self.respect).0 == u64::MAX
            || groups(self.respect).contains(&self.values)
    }

    pub(crate) const fn possible(self) -> u64 {
        range(self.respect).0
    }

    /// Whether its values are in an order, so that those between two of them belong to it.
    pub(crate) const fn is_ordered(self) -> bool {
        range(self.respect).1
    }

    pub(crate) fn holds(self, view: &View) -> bool {
        self.values >> view[self.respect as usize] & 1 != 0
    }
}

/// Conditions that all have to hold, the ones that an author would name first at the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    pub(crate) fn hold(&self, view: &View) -> bool {
        self.0.iter().all(|it| it.holds(view))
    }
}

/// Sets of conditions that fit what was heard, the simplest first. None if no few conditions do.
pub(crate) fn fitting(wrong: &Views, right: &Views) -> Vec<Conditions> {
    let choices = choices(wrong, right);
    let rows: Vec<&View> = right.iter().collect();
    let words = rows.len().div_ceil(64);
    let excluded_by = |it: &Choice| {
        let mut bits = vec![0_u64; words];
        for (place, row) in rows.iter().enumerate() {
            if !it.condition.holds(row) {
                bits[place / 64] |= 1 << (place % 64);
            }
        }
        bits
    };
    let excluded: Vec<Vec<u64>> = choices.iter().map(excluded_by).collect();
    let all_rows = |place: usize| {
        if place + 1 == words && !rows.len().is_multiple_of(64) {
            (1 << (rows.len() % 64)) - 1
        } else {
            u64::MAX
        }
    };
    let mut of_row: Vec<(usize, Vec<usize>)> = (0..rows.len())
        .map(|row| {
            let is_gone = |it: &usize| excluded[*it][row / 64] >> (row % 64) & 1 != 0;
            (row, (0..choices.len()).filter(is_gone).collect())
        })
        .collect();
    // What few conditions exclude decides most.
    of_row.sort_by_key(|it| (it.1.len(), it.0));
    let mut search = Search {
        choices: &choices,
        excluded: &excluded,
        of_row: &of_row,
        found: Vec::new(),
        steps: 0,
    };
    search.go_on(&mut Vec::new(), &(0..words).map(all_rows).collect::<Vec<_>>(), 0);
    let mut found = search.found;
    found.sort();
    let cheapest = found.first().map_or(0, |it| it.0);
    found.retain(|it| it.0 <= cheapest + MUCH_DEARER);
    let conditions = |places: &Vec<usize>| {
        let mut all: Vec<Condition> = places.iter().map(|&it| choices[it].condition).collect();
        all.sort_unstable();
        Conditions(all)
    };
    found.iter().map(|it| conditions(&it.1)).collect()
}

/// A condition that holds for all wrong moves, and how far it is from simple.
struct Choice {
    condition: Condition,
    cost: u32,
}

struct Search<'a> {
    choices: &'a [Choice],
    excluded: &'a [Vec<u64>],
    of_row: &'a [(usize, Vec<usize>)],
    /// The cost and the places of the choices.
    found: Vec<(u32, Vec<usize>)>,
    steps: usize,
}

impl Search<'_> {
    /// Adds conditions until no right move is left.
    fn go_on(&mut self, taken: &mut Vec<usize>, left: &[u64], cost: u32) {
        self.steps += 1;
        let worst = self.found.get(MOST_RIVALS - 1).map_or(u32::MAX, |it| it.0);
        if self.steps > MOST_STEPS || cost >= worst {
            return;
        }
        let is_left = |row: usize| left[row / 64] >> (row % 64) & 1 != 0;
        let Some((_, excluding)) = self.of_row.iter().find(|it| is_left(it.0)) else {
            let mut places = taken.clone();
            places.sort_unstable();
            let is_more = |it: &(u32, Vec<usize>)| it.1.iter().all(|place| places.contains(place));
            if !self.found.iter().any(is_more) {
                self.found.push((cost, places));
                self.found.sort();
                self.found.truncate(MOST_RIVALS);
            }
            return;
        };
        if taken.len() == MOST_CONDITIONS {
            return;
        }
        for &place in excluding {
            // A second condition in the same respect would have been one.
            let Choice { condition, cost: more } = &self.choices[place];
            if taken.iter().any(|&it| self.choices[it].condition.respect == condition.respect) {
                continue;
            }
            let rest: Vec<u64> =
                left.iter().zip(&self.excluded[place]).map(|(left, gone)| left & !gone).collect();
            taken.push(place);
            self.go_on(taken, &rest, cost + more);
            taken.pop();
        }
    }
}

/// How much a condition in a respect costs: what an author would look at first is cheap. The costs of two conditions are
/// added up. What a move does costs about 100, and where other pieces stand 150 and more.
const fn cost_of(respect: Respect) -> u32 {
    match respect {
        Respect::Rule => 70,
        Respect::Why => 80,
        Respect::Piece | Respect::Kind | Respect::Promotion => 90,
        Respect::Side | Respect::Attacker | Respect::Answer | Respect::Check | Respect::Pin => 100,
        Respect::Taken | Respect::AttackWay | Respect::Pinner => 110,
        Respect::ToFile => 120,
        Respect::ToRank | Respect::FromFile | Respect::Path => 130,
        Respect::ToOwnRank => 135,
        Respect::FromRank | Respect::FromOwnRank => 140,
        Respect::Length | Respect::Rights => 150,
        Respect::To
        | Respect::KingFile
        | Respect::KingRank
        | Respect::EnPassant
        | Respect::Clock => 160,
        Respect::KingOwnRank => 165,
        Respect::From => 170,
        Respect::Men => 200,
        // For pawns, the side and the kind say more.
        Respect::Direction => 210,
        Respect::OtherKingFile | Respect::OtherKingRank => 220,
    }
}

/// The values that a respect can have, and whether they are in an order.
pub(crate) const fn range(respect: Respect) -> (u64, bool) {
    match respect {
        Respect::Rule | Respect::Side | Respect::Rights | Respect::EnPassant => (0b11, false),
        Respect::Piece => (0b111_1110, false),
        Respect::Kind | Respect::Taken => (0b11_1111, false),
        Respect::Promotion => (0b11_1101, false),
        Respect::Pinner => (0b11_1001, false),
        Respect::Why => (0b1_1111_1110, false),
        Respect::Check => (0b1011_1111, false),
        Respect::Attacker | Respect::Path => (0xFF, false),
        Respect::AttackWay => (0b1001_1111, false),
        Respect::Answer => (0b1_1111, false),
        Respect::Pin => (0b1111, false),
        Respect::Direction => (0x1_FFEF, false),
        Respect::To | Respect::From => (u64::MAX, false),
        // Two kings at least, and no more than thirty-two men.
        Respect::Men => (0x1_FFFF_FFFC, true),
        Respect::Clock => (u64::MAX, true),
        Respect::ToFile
        | Respect::ToRank
        | Respect::FromFile
        | Respect::FromRank
        | Respect::ToOwnRank
        | Respect::FromOwnRank
        | Respect::Length
        | Respect::KingFile
        | Respect::KingRank
        | Respect::KingOwnRank
        | Respect::OtherKingFile
        | Respect::OtherKingRank => (0xFF, true),
    }
}

const fn bits(values: &[u8]) -> u64 {
    let (mut set, mut place) = (0, 0);
    while place < values.len() {
        set |= 1 << values[place];
        place += 1;
    }
    set
}

/// Values that belong together, though no single one of them is meant.
fn groups(respect: Respect) -> &'static [u64] {
    const SLIDERS: [u64; 4] =
        [bits(&[3, 5]), bits(&[4, 5]), bits(&[3, 4, 5]), bits(&[1, 2, 3, 4, 5])];
    match respect {
        Respect::Piece | Respect::Attacker => &SLIDERS,
        Respect::Taken | Respect::Promotion => {
            const { &[bits(&[1, 2, 3, 4, 5]), bits(&[2, 3, 4]), bits(&[3, 5]), bits(&[4, 5])] }
        }
        Respect::Pinner => const { &[bits(&[3, 4, 5]), bits(&[3, 5]), bits(&[4, 5])] },
        Respect::Kind => {
            const {
                &[
                    bits(&[kind::KING_SIDE, kind::QUEEN_SIDE]),
                    bits(&[kind::CAPTURE, kind::EN_PASSANT]),
                    bits(&[kind::QUIET, kind::DOUBLE]),
                ]
            }
        }
        Respect::Check => {
            const { &[bits(&[1, 2, 3, 4, 5, 7]), bits(&[1, 2, 3, 4, 5]), bits(&[3, 4, 5])] }
        }
        Respect::Pin => const { &[bits(&[1, 2, 3]), bits(&[1, 2])] },
        Respect::AttackWay => const { &[bits(&[1, 2]), bits(&[1, 2, 3])] },
        Respect::Why => {
            const {
                &[
                    bits(&[why::STEPS_INTO_ATTACK, why::STEPS_BACK_ALONG_LINE]),
                    bits(&[why::CASTLES_OUT_OF_CHECK, why::CASTLES_THROUGH_ATTACK]),
                    bits(&[why::LEAVES_PIN, why::CHECK_UNANSWERED, why::UNCOVERS]),
                ]
            }
        }
        // Diagonals, ranks and files, up, down, left, right.
        Respect::Direction => {
            const {
                &[
                    bits(&[0, 2, 6, 8]),
                    bits(&[1, 3, 5, 7]),
                    bits(&[6, 7, 8]),
                    bits(&[0, 1, 2]),
                    bits(&[0, 3, 6]),
                    bits(&[2, 5, 8]),
                ]
            }
        }
        Respect::To | Respect::From => const { &[bits(&[0, 7, 56, 63])] },
        _ => &[],
    }
}

/// The conditions that hold for all wrong moves and exclude some right one.
fn choices(wrong: &Views, right: &Views) -> Vec<Choice> {
    let mut all = Vec::new();
    for respect in Respect::ALL {
        let values_of =
            |views: &Views| views.iter().fold(0_u64, |set, view| set | 1 << view[respect as usize]);
        let (seen, others) = (values_of(wrong), values_of(right));
        let mut sets = sets_of(respect, seen, others);
        sets.sort_unstable();
        // That a move is not decided by a rule says nothing.
        sets.retain(|it| respect != Respect::Rule || it.1 == 0b10);
        // Of sets that hold for the same moves that were seen, the simplest is enough.
        let mut known = HashSet::new();
        sets.retain(|it| {
            it.1 & seen == seen && others & !it.1 != 0 && known.insert(it.1 & (seen | others))
        });
        let choice = |(more, values)| Choice {
            condition: Condition { respect, values },
            cost: cost_of(respect) + more,
        };
        all.extend(sets.into_iter().map(choice));
    }
    all.sort_by_key(|it| it.cost);
    all
}

/// Sets of values with what they cost beyond a single one.
fn sets_of(respect: Respect, seen: u64, others: u64) -> Vec<(u32, u64)> {
    let (all, is_ordered) = range(respect);
    let (count, number) = (all.count_ones(), seen.count_ones());
    let mut sets: Vec<(u32, u64)> = groups(respect).iter().map(|&it| (15, it)).collect();
    if is_ordered {
        let (low, high) = (seen.trailing_zeros(), seen.ilog2());
        let from = |least: u32| (10, all & (u64::MAX << least));
        let up_to = |most: u32| (10, all & (u64::MAX >> (63 - most)));
        if count == 8 {
            sets.extend((1..=low).map(from));
            sets.extend((high..7).map(up_to));
            sets.push((20, bits(&[0, 7])));
        } else {
            // Up to the next value that was right, and where a rule of chess would set the limit.
            let below = others & !(u64::MAX << low);
            let least = if below == 0 { low } else { 64 - below.leading_zeros() };
            sets.push(from(if least <= 50 && 50 <= low { 50 } else { least }));
            sets.push(up_to(high));
        }
        if number == 1 {
            sets.push((0, seen));
        } else {
            sets.push((30, from(low).1 & up_to(high).1));
        }
        if number == 2 && count == 8 {
            sets.push((40, seen));
        }
        return sets;
    }
    if count == 64 {
        if number <= 4 {
            sets.push((40 * number, seen));
        }
        return sets;
    }
    // As long as some values are untested, all but those that were right are meant.
    let right_alone = others & !seen;
    let is_open = all & !(seen | others) != 0;
    sets.push((15 * (number.min(count - number).max(1) - 1) + if is_open { 20 } else { 0 }, seen));
    sets.push((12, all & !right_alone));
    sets.extend((0..64).filter(|it| right_alone >> it & 1 != 0).map(|it| (12, all & !(1 << it))));
    sets
}
