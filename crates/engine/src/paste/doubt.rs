//! Can these rows be the answer to that question? What was copied by hand may be a part of it, or the
//! answer to another question, and neither is an error of the program that was asked.

use self::DoubtKind::{CutOff, Incomplete, Unlikely, Unreadable};
use super::Pasted;
use super::left_out::{LeftOut, find_left_out};
use crate::ask::Step;
use crate::by_squares::{BySquares, by_squares};
use crate::compare::{Comparison, Difference, WrongTotal, compare_with};
use crate::line::Line;
use crate::read::{MOST_ROWS, Reply, Row, is_like_row, row_of_unread};
use ox88::{Divide, Move, Position};
use std::fmt::Display;
use std::ops::Deref;
use std::sync::Arc;

/// Fewer rows after a gap are no divide of their own.
const FEWEST_ROWS: usize = 4;

/// More names in one sentence are not read.
const NAMES_SHOWN: usize = 6;

/// No divide that was printed completely is deeper.
const MAX_DEPTH: u32 = 20;

/// Depths are tried as long as they have at most this many times the leaves of the divide.
const TIMES: u128 = 16;

/// Nor is a depth tried that has more positions than this two plies above its leaves, since that takes more
/// than seconds.
const MOST_ABOVE: u128 = 10_000_000;

/// Another depth is out of the question if its counts are this many times as far away, and some more.
const FAR: f64 = 2.0;
const SLACK: f64 = 0.1;
const MOST_FAR: f64 = 3.0;

/// So many leaves are not nearly as many as those one ply deeper.
const MANY_LEAVES: u128 = 1_000_000;

const EXPECTED: &str = "expected the count of each move, like `e2e4: 20`";

/// Who knows the right answers. A large one may be counted sooner than by definition.
pub trait RightAnswers {
    /// The right divide of a position.
    fn divide(&self, position: &Position, depth: u32) -> Arc<Divide>;
}

impl<T: Deref<Target: RightAnswers>> RightAnswers for T {
    fn divide(&self, position: &Position, depth: u32) -> Arc<Divide> {
        (**self).divide(position, depth)
    }
}

/// Why rows are not taken for the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// How sure it is that something is wrong with what was copied.
    pub kind: DoubtKind,
    /// What was found, and what to do about it.
    pub sentence: String,
}

/// How sure it is that something is wrong with what was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubtKind {
    /// There are no rows to compare, or some cannot be read.
    Unreadable,
    /// A program would have to be wrong in a strange way to print this.
    Unlikely,
    /// The beginning or the end may have been left out, because nothing comes before the rows, or after them.
    CutOff,
    /// Nothing confirms it, though nothing seems to be left out.
    Incomplete,
}

/// The rows beside a right divide.
pub struct Compared {
    /// What differs.
    pub comparison: Comparison,
    /// Whether a row in SAN may mean several moves, and nothing shows which is missing.
    pub is_in_doubt: bool,
    rows: usize,
    /// The legal moves that have a row, in the order of the rows.
    printed: Vec<Move>,
    /// The rows that name no move of the position, as far as is known.
    unread: Vec<Row>,
}

impl Compared {
    /// How many rows are no moves of the position.
    fn count_strange_rows(&self) -> usize {
        let Comparison { difference, uncounted, .. } = &self.comparison;
        difference.extra.len() + uncounted + self.unread.len()
    }

    /// By how many times the counts differ from the right ones, as the mean of logarithms, in which one count that has
    /// wrapped is no more than one. Rows of another position have their sum.
    #[expect(clippy::cast_precision_loss, reason = "it says how far, and not exactly")]
    fn distance(&self, sum: u128) -> f64 {
        let times =
            |theirs: u128, ours: u128| ((theirs as f64 + 1.0) / (ours as f64 + 1.0)).ln().abs();
        let counts = self.comparison.difference.counts.iter();
        let far: f64 = counts.map(|it| times(it.theirs, it.ours).min(MOST_FAR)).sum();
        match self.rows.saturating_sub(self.count_strange_rows()) {
            0 => times(sum, self.comparison.nodes),
            rows => far / rows as f64,
        }
    }

    /// How many rows are legal moves with the right count, each listed once.
    fn right_counts(&self) -> usize {
        let Difference { counts, twice, .. } = &self.comparison.difference;
        self.rows.saturating_sub(self.count_strange_rows() + counts.len() + twice.len())
    }
}

impl Pasted {
    /// The rows beside the right divide of a position. Rows in SAN count by what they mean there.
    pub fn compared(&self, right: &dyn RightAnswers, position: &Position, depth: u32) -> Compared {
        let right = right.divide(position, depth);
        let BySquares { reply, is_in_doubt, .. } = by_squares(position, &right, &self.reply, &[]);
        let comparison = compare_with(&right, &reply);
        let legal = position.legal_moves();
        let names = reply.rows.iter().filter_map(Row::name);
        let printed = names.filter_map(|name| name.among(&legal).first().copied()).collect();
        let rows = self.reply.rows.len();
        Compared { comparison, is_in_doubt, rows, printed, unread: reply.unread }
    }

    /// Why this is not taken for the answer to a question, if it is not. `before` is the question before, with what was
    /// pasted there.
    pub fn doubt(
        &self,
        right: &dyn RightAnswers,
        asked: &Step,
        before: Option<(&Step, &Pasted)>,
    ) -> Option<Doubt> {
        let (kind, sentence) = if self.reply.is_flood() {
            let expected = "expected the divide of one position";
            (Unreadable, format!("there are more than {MOST_ROWS} rows or totals: {expected}"))
        } else if self.reply.rows.is_empty() {
            self.doubt_without_rows(&asked.position())?
        } else {
            self.doubt_rows(right, asked, before)?
        };
        Some(Doubt { kind, sentence })
    }

    fn doubt_without_rows(&self, position: &Position) -> Option<(DoubtKind, String)> {
        let totals = &self.reply.totals;
        let claims_no_move = !totals.is_empty() && totals.iter().all(|&total| total == 0);
        let has_no_move = position.legal_moves().is_empty();
        if claims_no_move || has_no_move && self.is_empty() {
            return None;
        }
        let sentence = match self.reply.total() {
            Some(_) if !self.reply.unread_lines.is_empty() => {
                quote_unread(&self.reply.unread_lines)
            }
            Some(total) => format!(
                "there is the total {total} and no row: {EXPECTED}; most programs print them for \
                 `divide`, some for `go perft`"
            ),
            None if self.unread.is_empty() => format!("there are no rows: {EXPECTED}"),
            None => quote_unread(&self.unread),
        };
        // Where there is no move, a program may print anything but rows.
        Some((if has_no_move { Incomplete } else { Unreadable }, sentence))
    }

    fn doubt_rows(
        &self,
        right: &dyn RightAnswers,
        asked: &Step,
        before: Option<(&Step, &Pasted)>,
    ) -> Option<(DoubtKind, String)> {
        let position = &asked.position();
        let compared = self.compared(right, position, asked.depth);
        let Compared { comparison, rows, printed, unread, .. } = &compared;
        let Difference { missing, twice, total, .. } = &comparison.difference;
        if comparison.difference.is_empty() {
            return None;
        }
        if let Some((line, row)) = Reply::form_of_unclear(unread) {
            let sentence = format!(
                "what the parts of `{line}` mean is not clear from all rows: expected rows like \
                 `{row}`, or a heading like `move,depth,nodes`"
            );
            return Some((Unreadable, sentence));
        }
        if let Some(sentence) = self.of_another_question(right, asked, before, &compared) {
            return Some((Unlikely, sentence));
        }
        let before = before.map(|(step, _)| &step.line);
        // What cannot be read says nothing of the program, so that nobody can insist on it.
        let kind = if unread.is_empty() { Unlikely } else { Unreadable };
        let strange = compared.count_strange_rows();
        if strange * 2 > *rows {
            let whose = self.find_other_position(right, 1, &asked.line, before);
            let whose = whose.unwrap_or("as if another position were set up");
            let sentence =
                format!("{strange} of {rows} rows are not moves of this position, {whose}");
            return Some((kind, sentence));
        }
        if compared.right_counts() * 2 < *rows
            && let Some(whose) = self.find_other_position(right, asked.depth, &asked.line, before)
        {
            let sentence = format!("most counts are not those of this position, {whose}");
            return Some((Unlikely, sentence));
        }
        if !unread.is_empty() && !missing.is_empty() {
            let sentence = format!(
                "not moves of this position: {}: expected each move by its squares, like `g1f3: 20`, \
                 or in SAN, like `Nf3: 20`",
                quoted(unread.iter().map(Row::printed))
            );
            return Some((kind, sentence));
        }
        let like_rows: Vec<&String> = {
            let unread = self.unread.iter().filter(|line| is_like_row(line));
            let unread = unread.filter(|line| !self.reply.unread_lines.contains(line));
            unread.chain(&self.reply.unread_lines).collect()
        };
        if !(missing.is_empty() || like_rows.is_empty() || self.has_its_total()) {
            let moves = first_few(missing.iter().map(|&mv| position.move_text(mv)));
            let unread = quote_unread(like_rows);
            return Some((Unreadable, format!("{unread}; no other row is that of {moves}")));
        }
        if twice.len() * 4 > *rows {
            let sentence = "most moves have more than one row: was it pasted twice?";
            return Some((Unlikely, sentence.to_owned()));
        }
        // A part may be missing: at the beginning, where the total then says more than the rows, or at
        // the end, where there is no total.
        let names = || first_few(missing.iter().map(|&mv| position.move_text(mv)));
        let said = match *total {
            Some(WrongTotal { claimed, sum }) if comparison.with_missing(sum) == Some(claimed) => {
                let names = names();
                let sentence = format!("no row for {names}, but the total {claimed} counts them");
                return Some((Unlikely, sentence));
            }
            Some(WrongTotal { claimed, sum }) => {
                format!("the total is {claimed}, but the rows add up to {sum}")
            }
            // No total shows whether a row of no leaves was left out.
            None if self.has_its_total()
                && comparison.missing_nodes == 0
                && !missing.is_empty() =>
            {
                format!("no row for {}, and no total shows a row of 0 leaves", names())
            }
            None if self.has_its_total() => return None,
            None if missing.is_empty() => String::new(),
            None => {
                let no_total = "and no total that says whether all rows are there";
                format!("no row for {}, {no_total}", names())
            }
        };
        if let Some(line) = self.find_broken_line(comparison) {
            return Some((CutOff, format!("the last line, `{line}`, may be cut off")));
        }
        if said.is_empty() {
            return None;
        }
        let left_out =
            || find_left_out(position, printed, missing, (self.is_begun(), self.goes_on));
        let kind = match left_out().filter(|_| !missing.is_empty()) {
            Some(LeftOut::Many) => Unlikely,
            Some(LeftOut::Ends) => CutOff,
            None => Incomplete,
        };
        Some((kind, said))
    }

    /// Why these rows are those of another question, if they are: that before, another depth, or two at once.
    fn of_another_question(
        &self,
        right: &dyn RightAnswers,
        asked: &Step,
        before: Option<(&Step, &Pasted)>,
        compared: &Compared,
    ) -> Option<String> {
        let is_same = |(step, pasted): (&Step, &Pasted)| {
            // The same position reached in another way has the same answer. A wrong one shows much if it is wrong both
            // ways, and nothing if it was pasted once more.
            let is_same_question = step.depth == asked.depth
                && step.position().same_but_for_counters(&asked.position());
            let may_be_same = is_same_question
                && (step.line == asked.line || compared.comparison.difference.is_empty());
            !may_be_same && pasted.reply.rows == self.reply.rows
        };
        if before.is_some_and(is_same) {
            return Some("these rows are the answer to the previous question".to_owned());
        }
        if let Some(other) = self.other_depth(right, asked, compared) {
            return Some(format!(
                "these are the counts of depth {other}, not of depth {} (some programs do not count \
                 the first move as a ply: ask such a program for one depth less)",
                asked.depth
            ));
        }
        if let Some(first) = self.start_of_another(right, &asked.position()) {
            return Some(format!(
                "the rows from `{}` on are not of this position: these are two divides, or more",
                first.printed()
            ));
        }
        None
    }

    /// The last line, if it may have been cut in the middle of its number, and that would be why it is wrong.
    fn find_broken_line(&self, comparison: &Comparison) -> Option<String> {
        let begins =
            |cut: u128, whole: u128| cut < whole && whole.to_string().starts_with(&cut.to_string());
        let last = self.reply.rows.last().filter(|_| !self.goes_on)?;
        if let Some(WrongTotal { claimed, sum }) = comparison.difference.total {
            return begins(claimed, sum).then(|| claimed.to_string());
        }
        let name = last.name()?;
        let mut counts = comparison.difference.counts.iter();
        let is_cut = counts.any(|count| {
            name.the_one_among(&[count.mv]).is_some() && begins(count.theirs, count.ours)
        });
        is_cut.then(|| last.printed())
    }

    /// The first row of another divide: after a gap most rows are no moves of this position, and elsewhere they are.
    fn start_of_another(&self, right: &dyn RightAnswers, position: &Position) -> Option<&Row> {
        let rows = &self.reply.rows;
        let ends = self.gaps.iter().skip(1).copied().chain([rows.len()]);
        let parts = self.gaps.iter().zip(ends).filter_map(|(&from, to)| rows.get(from..to));
        let parts: Vec<&[Row]> = parts.filter(|part| part.len() >= FEWEST_ROWS).collect();
        let is_of_another = |part: &&[Row]| {
            let reply = Reply { rows: part.to_vec(), ..Reply::default() };
            let part = Pasted { reply, ..Pasted::default() }.compared(right, position, 1);
            part.count_strange_rows() * 2 > part.rows
        };
        let (others, own): (Vec<&[Row]>, Vec<&[Row]>) = parts.into_iter().partition(is_of_another);
        if own.is_empty() { None } else { others.first()?.first() }
    }

    /// The depth that fits, if it is another one and most of the counts are not right at this one.
    fn other_depth(
        &self,
        right: &dyn RightAnswers,
        asked: &Step,
        compared: &Compared,
    ) -> Option<u32> {
        let position = asked.position();
        if compared.right_counts() * 2 > compared.rows {
            return None;
        }
        // That its counts are the nearest is no reason to doubt what somebody says.
        let is_of = |other: &u32| {
            let there = self.compared(right, &position, *other);
            *other != asked.depth && there.right_counts() * 2 > there.rows
        };
        self.depth_that_fits(right, &position).ok().filter(is_of)
    }

    /// Of which other position most rows are, with most of their counts.
    fn find_other_position(
        &self,
        right: &dyn RightAnswers,
        depth: u32,
        line: &Line,
        before: Option<&Line>,
    ) -> Option<&'static str> {
        let others = [
            (Some(line.root), "but of the position before the moves"),
            (before.map(Line::end), "but of the previous question"),
            (Some(Position::start()), "but of the start position"),
        ];
        let is_of = |position: Position| {
            let compared = self.compared(right, &position, depth);
            let fitting = if depth == 1 {
                compared.rows - compared.count_strange_rows()
            } else {
                compared.right_counts()
            };
            position != line.end() && fitting * 2 > compared.rows
        };
        let other = others.into_iter().find(|(position, _)| position.is_some_and(is_of));
        other.map(|(_, whose)| whose)
    }

    /// The depth whose counts are nearest, or two that they may be of.
    ///
    /// # Errors
    /// If another depth is not much further away.
    pub fn depth_that_fits(
        &self,
        right: &dyn RightAnswers,
        position: &Position,
    ) -> Result<u32, [u32; 2]> {
        let sum = self.reply.greatest_sum();
        let mut far: Vec<(f64, u32)> = Vec::new();
        let mut nodes_before: u128 = 1;
        for depth in 1..=MAX_DEPTH {
            let compared = self.compared(right, position, depth);
            let nodes = compared.comparison.nodes;
            let distance = compared.distance(sum);
            let is_past = far.last().is_some_and(|last| last.0 * FAR + SLACK < distance);
            far.push((distance, depth));
            // Where a ply adds little, the next depth may fit as well.
            let is_right = compared.right_counts() == compared.rows && nodes == sum;
            let is_clear = is_right && nodes > MANY_LEAVES;
            // Where that says nothing, a sum with a count that has wrapped would say to go on.
            let takes_long = std::mem::replace(&mut nodes_before, nodes) > MOST_ABOVE;
            let is_too_many = nodes > sum.saturating_mul(TIMES);
            if is_past || is_clear || takes_long || is_too_many || nodes == 0 {
                break;
            }
        }
        far.sort_by(|one, other| one.0.total_cmp(&other.0));
        match far[..] {
            [(nearest, depth), (next, other), ..] if next < nearest * FAR + SLACK => {
                Err([depth.min(other), depth.max(other)])
            }
            [(_, depth), ..] => Ok(depth),
            [] => Ok(1),
        }
    }
}

/// These lines, with the nearest form that is read.
fn quote_unread<'a>(lines: impl IntoIterator<Item = &'a String>) -> String {
    let lines: Vec<&String> = lines.into_iter().collect();
    let row = lines.iter().find_map(|line| row_of_unread(line));
    let row = row.unwrap_or_else(|| "e2e4: 20".to_owned());
    format!("cannot read {}: expected rows like `{row}`", quoted(lines))
}

fn quoted<T: Display>(texts: impl IntoIterator<Item = T>) -> String {
    first_few(texts.into_iter().map(|text| format!("`{text}`")))
}

/// `a2a3, a2a4 and 18 more`
pub fn first_few(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    let shown = names[..names.len().min(NAMES_SHOWN)].join(", ");
    match names.len().saturating_sub(NAMES_SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
