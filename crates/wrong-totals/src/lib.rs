//! From a wrong total to the bug: which known bugs give exactly this number, and what to ask next.
//!
//! ```text
//! index.txt ──> index ──> (here) ──> words ──> the program, the page, Python, JavaScript
//!                          ^
//!      right counts and kinds of leaves
//! ```
//!
//! A total alone proves nothing. So what is known of it is that engines with these faults print it, and never that this
//! engine has one of them.
//!
//! | module | its one job |
//! |---|---|
//! | `index` | the wrong totals of known bugs, as the broken engine of ox88 has counted them |
//! | `words` | what is known of a total, in sentences |

mod index;
mod words;

pub use index::{KnownFault, KnownTotal, known_totals};
pub use words::{NextSteps, TotalExplained};

use index::{INDEX, IndexedPosition};
use ox88::suite::{SuitePosition, built_in};
use ox88::{CastlingRights, Position};
use ox88_count::{Column, KnownCounts, Start960, Stats, quick};
use ox88_engine::Line;
use ox88_engine::suites::read_number;
use std::collections::HashSet;
use std::ptr;

/// More faults than this with the same total say nothing one by one.
const FEW: usize = 5;

/// A count with more leaves would keep a person waiting. Their kinds take longer.
const MOST_LEAVES: u128 = 100_000_000;
const MOST_KINDS: u128 = 1_000_000;

/// A total is not that of a depth with so many times the leaves.
const FAR: u128 = 100;

/// No position is asked about deeper, unless its depth is given.
const DEEPEST: u32 = 9;

/// Every author has the first positions of the index.
const AT_HAND: usize = 6;

/// All start positions of Chess960 are counted in a moment to this depth.
const DEPTH_OF_STARTS: u32 = 3;

/// An unknown total without a position is put beside a right one that is off by at most one part in so many.
const NEAR: u128 = 4;

/// The table of kiwipete that most programs have is wrong in one place.
const DISPUTED: (&str, u32, u128) = ("kiwipete", 5, 2637);

/// What is known of a total.
#[derive(Clone, Debug)]
pub enum TotalKind {
    /// It is right.
    Right(Counted),
    /// It is right, but not for what was asked, which comes first.
    RightElsewhere(Counted, Counted, Elsewhere),
    /// Known faults give it, in one position or in several.
    Known(Vec<KnownTotal>),
    /// It counts something else than leaves: the text says what. Known faults may give it elsewhere.
    NoLeaves(Counted, String, Vec<KnownTotal>),
    /// None of these. Beside it is the right count that was asked for, or the nearest ones.
    Unknown(Vec<Counted>),
}

/// Where a total is right that was not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// At another depth.
    Depth,
    /// In another position.
    Position,
    /// In the same position without its rights to castle.
    WithoutRights,
    /// In the same position without its en passant square.
    WithoutEnPassant,
    /// In the same position with the other side to move.
    OtherSide,
}

/// A position with the right count at a depth.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The name of the position, or its FEN.
    pub name: String,
    /// The position.
    pub position: Position,
    /// How deep it was counted.
    pub depth: u32,
    /// The right count.
    pub right: u128,
}

/// Says what is known of the total that an engine prints, for this position and depth or for any.
#[must_use]
pub fn explain_total(
    total: u128,
    position: Option<&Position>,
    depth: Option<u32>,
) -> TotalExplained {
    let kind = Question { total, position, depth }.kind();
    TotalExplained { total, kind, next: NextSteps::default() }
}

/// The same of texts, for callers in another language.
///
/// # Errors
/// What was found, and what was expected.
pub fn explain_typed(
    total: &str,
    position: Option<&str>,
    depth: Option<u8>,
) -> Result<TotalExplained, String> {
    let total = read_total(total)?;
    let position = position.map(str::parse::<Line>).transpose()?.map(|line| line.end());
    if depth == Some(0) {
        return Err("found depth 0: expected 1 or more".to_owned());
    }
    Ok(explain_total(total, position.as_ref(), depth.map(u32::from)))
}

/// The known bugs that give just this total, if they are few, as one sentence for a remark.
#[must_use]
pub fn known_faults(total: u128, position: &Position, depth: u32) -> Option<String> {
    let question = Question { total, position: Some(position), depth: Some(depth) };
    let faults = words::if_faults(&question.known()[..])?;
    Some(format!("{total} is what an engine prints {faults}"))
}

/// Reads a total as people write it: `4865351`, `4,865,351`, `4_865_351`, `4 865 351`.
///
/// # Errors
/// What was found, and what was expected.
pub fn read_total(text: &str) -> Result<u128, String> {
    let text = text.trim();
    let plain: String = text
        .chars()
        .map(|letter| if " '.\u{a0}\u{202f}\u{2009}".contains(letter) { '_' } else { letter })
        .collect();
    let expected = "expected one number of leaves, as in `4865351`";
    let why = match text.trim_start_matches(['-', '−']) {
        "" => "there is no number",
        rest if rest != text => "a count is not negative",
        rest if rest.contains('+') => "this is a sum",
        _ => {
            return read_number(&plain).map_err(|error| {
                if error.contains("128") {
                    format!("{error}; {expected}")
                } else {
                    format!("`{text}` is not a number: {expected}")
                }
            });
        }
    };
    Err(format!("`{text}`: {why}: {expected}"))
}

struct Question<'a> {
    total: u128,
    position: Option<&'a Position>,
    depth: Option<u32>,
}

impl Question<'_> {
    fn kind(&self) -> TotalKind {
        let (right, known) = (self.right(), self.known());
        // What people count first is meant first.
        let rank = |it: &Position| {
            INDEX.places.iter().position(|place| place.known.position.same_but_for_counters(it))
        };
        let rank = |it: &Position| rank(it).unwrap_or(usize::MAX);
        let of_known = known.first().map_or(usize::MAX, |it| rank(&it.position.position));
        if let Some(right) = right.filter(|it| rank(&it.position) <= of_known) {
            return TotalKind::Right(right);
        }
        let elsewhere = || self.right_elsewhere();
        if let Some(kind) = known.is_empty().then(elsewhere).flatten() {
            return kind;
        }
        match self.no_leaves() {
            Some((at, what)) if rank(&at.position) < of_known || known.is_empty() => {
                TotalKind::NoLeaves(at, what, known)
            }
            _ if known.is_empty() => TotalKind::Unknown(self.nearest()),
            _ => TotalKind::Known(known),
        }
    }

    /// Where the total is the right one, as far as was asked.
    fn right(&self) -> Option<Counted> {
        match self.position {
            Some(position) => self.counts(position).find(|it| it.right == self.total),
            None => right_in_suites(self.total, self.depth),
        }
    }

    /// The right counts of a position, as far as was asked and the total may be one of them.
    fn counts(&self, position: &Position) -> impl Iterator<Item = Counted> {
        let depths = self.depth.map_or(1..=DEEPEST, |depth| depth..=depth);
        let most = self.total.saturating_mul(FAR);
        let counts = depths.map_while(|depth| counted(position, depth));
        counts.take_while(move |it| it.right <= most || self.depth.is_some())
    }

    /// Where known bugs give the total, as far as was asked.
    fn known(&self) -> Vec<KnownTotal> {
        let is_asked = |it: &SuitePosition, depth: u32| {
            self.position.is_none_or(|position| it.position.same_but_for_counters(position))
                && self.depth.is_none_or(|asked| asked == depth)
        };
        let all = INDEX.all().filter(|(_, _, it)| it.0 == self.total);
        let asked = all.filter(|(place, totals, _)| is_asked(place.known, totals.depth));
        asked.map(|(place, totals, it)| INDEX.known(place, totals, it.0, &it.1)).collect()
    }

    /// Where the total is right, though that was not asked for.
    fn right_elsewhere(&self) -> Option<TotalKind> {
        let position = self.position?;
        let asked = self.nearest().into_iter().next()?;
        let at = |there: Option<Counted>, why| {
            let there = there.filter(|it| it.right == self.total)?;
            Some(TotalKind::RightElsewhere(asked.clone(), there, why))
        };
        let any_depth = Question { depth: None, ..*self };
        let depth = at(any_depth.right(), Elsewhere::Depth);
        let other = |why| {
            let other = variant(position, why)?;
            let there = self.counts(&other).find(|it| it.right == self.total);
            at(there, why)
        };
        let others = [Elsewhere::WithoutRights, Elsewhere::WithoutEnPassant, Elsewhere::OtherSide];
        let elsewhere = || at(right_in_suites(self.total, None), Elsewhere::Position);
        let start = || at(self.other_start960(), Elsewhere::Position);
        let others = depth.or_else(|| others.into_iter().find_map(other));
        others.or_else(elsewhere).or_else(start)
    }

    /// The start position of Chess960 in which the total is right, if another one was asked for.
    fn other_start960(&self) -> Option<Counted> {
        let (position, depth) = (self.position?, self.depth.filter(|it| *it <= DEPTH_OF_STARTS)?);
        let starts: Vec<Position> = Start960::all().map(Start960::position).collect();
        starts.iter().find(|it| it.same_but_for_counters(position))?;
        let number = starts.iter().position(|it| quick::perft(it, depth) == self.total)?;
        let (position, right) = (starts[number], self.total);
        Some(Counted {
            name: format!("start position {number} of Chess960"),
            position,
            depth,
            right,
        })
    }

    /// What the total counts, if that is no number of leaves: a kind of them, or the nodes of all depths.
    fn no_leaves(&self) -> Option<(Counted, String)> {
        let tables = [built_in::columns(), built_in::published()].into_iter();
        let of_tables =
            || tables.flat_map(|suite| &suite.positions).map(|it| it.position).collect();
        let positions: Vec<Position> = self.position.map_or_else(of_tables, |it| vec![*it]);
        positions.iter().find_map(|position| self.no_leaves_of(position))
    }

    fn no_leaves_of(&self, position: &Position) -> Option<(Counted, String)> {
        let (mut nodes, mut sums) = (0, Stats::NONE);
        for depth in 1..=self.depth.unwrap_or(DEEPEST) {
            let counted = counted(position, depth)?;
            let is_asked = self.depth.is_none_or(|asked| asked == depth);
            nodes += counted.right;
            if [nodes, nodes + 1].contains(&self.total) && is_asked && depth > 1 {
                let what = if nodes == self.total {
                    "the number of all nodes below the root"
                } else {
                    "the number of all nodes"
                };
                return Some((counted, what.to_owned()));
            }
            let stats = kinds(position, depth)?;
            sums = sums + stats;
            if let Some(what) = self.column(&counted, &stats, &sums).filter(|_| is_asked) {
                return Some((counted, what));
            }
        }
        None
    }

    /// The kind of leaves of which there are so many, at this depth alone or at all depths up to it.
    fn column(&self, at: &Counted, stats: &Stats, sums: &Stats) -> Option<String> {
        let of = |stats: &Stats| {
            let mut columns = stats.columns().skip(1);
            columns.find(|&(_, leaves)| leaves == self.total && leaves > 1).map(|it| it.0)
        };
        let checks = stats.get(Column::Checks) - stats.get(Column::Checkmates);
        let (name, depth, disputed) = DISPUTED;
        if let Some(column) = of(stats) {
            Some(format!("the number of {}", words::of_column(column)))
        } else if let Some(column) = of(sums) {
            let column = words::of_column(column);
            Some(format!("the number of {column} at depths 1 to {} added up", at.depth))
        } else if self.total == checks && checks > 1 {
            Some("the number of checks that do not mate".to_owned())
        } else if (name, depth, disputed) == (&at.name, at.depth, self.total) {
            let right = stats.get(Column::DoubleChecks);
            Some(format!(
                "the number of double checks in a table that is often copied (the right number is {right})"
            ))
        } else {
            None
        }
    }

    /// The right count that was asked for, or the nearest ones.
    fn nearest(&self) -> Vec<Counted> {
        if let Some(position) = self.position {
            // Each depth has many times the leaves of the one before.
            let off = |it: &Counted| it.right.max(self.total) / it.right.min(self.total).max(1);
            return self.counts(position).min_by_key(off).into_iter().collect();
        }
        let is_near = |depth: u32, right: u128| {
            right.abs_diff(self.total) <= right / NEAR
                && self.depth.is_none_or(|asked| asked == depth)
        };
        let places = INDEX.places.iter().flat_map(|it| it.depths.iter().map(move |at| (it, at)));
        let near = places.filter(|(_, at)| is_near(at.depth, at.right));
        let mut near: Vec<Counted> =
            near.filter_map(|(it, at)| counted(&it.known.position, at.depth)).collect();
        let off = |it: &Counted| it.right.abs_diff(self.total);
        near.sort_by_key(off);
        let is_clear = matches!(&near[..], [one, other, ..] if off(one) * FAR < off(other));
        near.truncate(if is_clear { 1 } else { 3 });
        near
    }
}

/// Totals, each with a number beside it.
type Printed = Vec<(u128, usize)>;

/// What to count next: the total that tells most of these faults apart, and what each of them prints there, by its
/// place.
fn next_question(known: &KnownTotal) -> Option<(Counted, Printed)> {
    let mut best: Option<(_, &IndexedPosition, u32, Printed)> = None;
    for (rank, place) in INDEX.places.iter().enumerate() {
        let is_here = ptr::eq(place.known, known.position);
        for totals in place.depths.iter().filter(|it| !is_here || it.depth != known.depth) {
            let printed = known.faults.iter().map(|it| totals.of(it.engines[0]));
            let Some(printed) = printed.collect::<Option<Vec<_>>>() else { continue };
            let numbers: HashSet<u128> =
                printed.iter().map(|it| it.0).chain([totals.right]).collect();
            // The numbers of few faults say more. Then comes what the author has at hand.
            let is_clear = printed.iter().all(|it| it.1 <= FEW);
            let ease = (is_here || rank < AT_HAND, is_here, u128::MAX - totals.right);
            let key = (numbers.len(), is_clear, ease);
            if numbers.len() > 1 && best.as_ref().is_none_or(|(other, ..)| key > *other) {
                best = Some((key, place, totals.depth, printed));
            }
        }
    }
    let (_, place, depth, printed) = best?;
    let by_fault = printed.into_iter().map(|it| it.0).zip(0..).collect();
    Some((counted(&place.known.position, depth)?, by_fault))
}

/// The right count at a depth, as the suites have it, or counted if that does not take long.
fn counted(position: &Position, depth: u32) -> Option<Counted> {
    let known = KnownCounts::of(position);
    let name = known.tested.map_or_else(|| position.to_string(), index::name_of);
    let is_quick =
        || depth < 3 || counted(position, depth - 1).is_some_and(|it| it.right <= MOST_LEAVES / 40);
    let count = || is_quick().then(|| quick::perft(position, depth));
    let right = known.at(depth).map(|it| it.nodes).or_else(count)?;
    Some(Counted { name, position: *position, depth, right })
}

/// The kinds of leaves at a depth, where they are known or quickly counted.
fn kinds(position: &Position, depth: u32) -> Option<Stats> {
    let known = KnownCounts::of(position).at(depth).and_then(|it| it.stats);
    let is_quick = || counted(position, depth).is_some_and(|it| it.right <= MOST_KINDS);
    known.or_else(|| is_quick().then(|| quick::stats(position, depth)))
}

/// The first position of the suites in which so many leaves are right.
fn right_in_suites(total: u128, depth: Option<u32>) -> Option<Counted> {
    let suites = built_in::suites().into_iter().chain([built_in::published()]);
    let positions = INDEX.places.iter().map(|it| it.known);
    let positions = positions.chain(suites.flat_map(|suite| &suite.positions));
    positions.flat_map(|it| it.entry.counts.iter().map(move |count| (it, count))).find_map(
        |(it, count)| {
            let is_it = count.nodes == total && depth.is_none_or(|depth| depth == count.depth);
            is_it.then(|| counted(&it.position, count.depth))?
        },
    )
}

/// The position as it is read by an engine that leaves something out of its FEN. Nothing if it has no such thing.
fn variant(position: &Position, why: Elsewhere) -> Option<Position> {
    let mut setup = position.setup();
    match why {
        Elsewhere::WithoutRights => setup.castling = CastlingRights::NONE,
        Elsewhere::WithoutEnPassant => setup.en_passant = None,
        Elsewhere::OtherSide => {
            setup.side_to_move = !setup.side_to_move;
            setup.en_passant = None;
        }
        Elsewhere::Depth | Elsewhere::Position => return None,
    }
    Position::new(setup).ok().filter(|it| !it.same_but_for_counters(position))
}

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
