//! The part of a reply that has been read: is it complete, and how long to wait for more?
//!
//! Few engines mark the end of a reply. It is recognised by what the reply says, and otherwise by
//! silence.

use super::{Capabilities, Event, waits};
use crate::ask::TroubleKind;
use crate::compare::compare;
use crate::line::Line;
use crate::read::{
    LineReader, OutputLine, Reply, Row, RowsFrom, UnreadLines, depth_of_total, for_people,
    has_number, sum,
};
use ox88::{Divide, Move, Position, divide};
use std::sync::LazyLock;
use std::time::Duration;

/// More bytes than these rows have, with a good deal of talk between them.
const MAX_BYTES: usize = 1 << 20;

/// An engine that ignores the position answers with these moves.
static RIGHT_AT_START: LazyLock<Divide> = LazyLock::new(|| divide(&Position::start(), 1));

/// The part of a reply that has been read.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that has come or not")]
pub struct PartialReply {
    stdout: Output,
    stderr: Output,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// How the engine answers, by what it has answered before.
    known: Capabilities,
    /// The right total, where the answer is only to show how the engine writes it.
    pub right: Option<u128>,
    /// The legal moves of the position that was asked about.
    legal_moves: Vec<Move>,
    /// Whether the moves of the start position are right here, or may only show that no move was played.
    may_be_start: bool,
    bytes: usize,
    /// When the last row or total came.
    last_entry: Duration,
    longest_pause: Duration,
    /// Whether anything came when it was complete.
    goes_on: bool,
    /// Whether it has printed anything beside rows and totals.
    has_text: bool,
    /// Whether it has said that it did not understand, or ended a search.
    pub has_refusal: bool,
    /// Whether it has said what it thinks of a position, or ended a search.
    has_search: bool,
    /// Whether there is a row that does not come from a line of `info`.
    has_plain_row: bool,
    /// The first line that was read where the engine is known to put its counts.
    learnt: Option<String>,
    /// The totals in lines of `info` that do not count yet, because rows may follow.
    totals_in_info: Vec<u128>,
}

/// What has come on one of the two outputs.
#[derive(Clone, Debug, Default)]
struct Output {
    reply: Reply,
    reader: LineReader,
    /// How many totals there are before the last row.
    early_totals: usize,
    /// The lines that cannot be read, where rows belong.
    unread_lines: UnreadLines,
}

impl PartialReply {
    /// Nothing of the reply to a question about the end of this line.
    pub fn new(asked: &Line, depth: u32, known: Capabilities, now: Duration) -> PartialReply {
        let legal_moves = asked.end().legal_moves();
        let of_start = Position::start().legal_moves();
        let may_be_start = legal_moves == of_start || asked.root.legal_moves() == of_start;
        let new = PartialReply { depth, known, legal_moves, may_be_start, ..Default::default() };
        PartialReply { last_entry: now, ..new }
    }

    /// Adds what came, unless that is more than any reply has. What says nothing of the answer adds nothing.
    pub fn add(&mut self, event: &Event, now: Duration) -> Result<(), TroubleKind> {
        let (line, is_on_stderr) = match event {
            Event::Line(line) => (line, false),
            Event::StderrLine(line) => (line, true),
            Event::Excess(bytes) => {
                self.bytes = self.bytes.saturating_add(*bytes);
                return self.unless_flooded();
            }
            _ => return Ok(()),
        };
        self.goes_on |= !line.trim().is_empty() && self.is_complete();
        let printed = self.read(line, is_on_stderr);
        let output = if is_on_stderr { &mut self.stderr } else { &mut self.stdout };
        output.unread_lines.note(line, &printed);
        let read = self.meant(line, printed);
        if !read.is_other() {
            self.longest_pause = self.longest_pause.max(self.silence(now));
            self.last_entry = now;
        }
        // Of standard error there is no noise here.
        if !is_on_stderr {
            self.has_plain_row |= !read.rows.is_empty() && !read.is_info;
            if read.is_info && read.rows.is_empty() {
                self.totals_in_info.extend(read.total);
            }
            self.has_text |= !line.trim().is_empty();
            self.has_refusal |= is_refusal(line);
            self.has_search |= is_of_search(line);
            self.bytes = self.bytes.saturating_add(line.len() + 1);
        }
        let output = if is_on_stderr { &mut self.stderr } else { &mut self.stdout };
        if !read.rows.is_empty() {
            output.early_totals = output.reply.totals.len();
        }
        output.reply.add(read);
        self.unless_flooded()
    }

    /// What a line says. What was learnt comes after all that is known of other engines.
    fn read(&mut self, line: &str, is_on_stderr: bool) -> OutputLine {
        let output = if is_on_stderr { &mut self.stderr } else { &mut self.stdout };
        let read = output.reader.read(line);
        // Where the total is has been learnt, or is being learnt: then a word for moves says nothing more.
        let is_learnt = self.right.is_some() || self.known.places.is_some();
        let is_unread = read.is_other() || read.may_be_moves && is_learnt;
        if !is_unread {
            return read;
        }
        let mut places = self.known.places.iter().flatten();
        if let Some(learnt) = places.find_map(|place| place.read(line, self.depth)) {
            self.learnt.get_or_insert_with(|| for_people(line));
            return learnt;
        }
        let right = || self.right.filter(|&right| has_number(line, right)).map(OutputLine::from);
        right().unwrap_or_default()
    }

    /// What a line means as part of this reply.
    fn meant(&self, line: &str, read: OutputLine) -> OutputLine {
        if !read.rows.is_empty() || read.is_other() {
            return read;
        }
        let depth = read.depth.or_else(|| depth_of_total(line));
        if depth.is_some_and(|depth| depth < self.depth || read.is_info && depth > self.depth) {
            return OutputLine::default();
        }
        // Where there is no move, no row can come before the total.
        let is_alone = read.total == Some(0) || self.depth <= self.known.totals_only_to;
        let needs_no_rows = self.legal_moves.is_empty() || is_alone && self.known.answers_in_info;
        OutputLine { is_info: read.is_info && !needs_no_rows, ..read }
    }

    fn unless_flooded(&self) -> Result<(), TroubleKind> {
        let has_too_many = self.stdout.reply.is_flood() || self.stderr.reply.is_flood();
        if has_too_many || self.bytes > MAX_BYTES { Err(TroubleKind::Floods) } else { Ok(()) }
    }

    /// Whether standard error is the output that counts: standard output has no rows, and no totals either
    /// unless there are rows on standard error.
    fn is_on_stderr(&self) -> bool {
        let (out, err) = (&self.stdout.reply, &self.stderr.reply);
        let is_all = out.totals.is_empty() && !err.totals.is_empty();
        out.rows.is_empty() && (is_all || !err.rows.is_empty())
    }

    fn output(&self) -> &Output {
        if self.is_on_stderr() { &self.stderr } else { &self.stdout }
    }

    fn rows(&self) -> &[Row] {
        &self.output().reply.rows
    }

    /// The rows of the depth that was asked for, where those of the smaller ones come before them.
    fn last_rows(&self) -> &[Row] {
        &self.rows()[self.output().reply.start_of_last_depth(self.depth)..]
    }

    /// The totals. Those of standard error count only where rows may be there as well.
    fn totals(&self) -> impl Iterator<Item = u128> {
        let has_rows = !self.stdout.reply.rows.is_empty();
        let on_stderr = if has_rows { &[] } else { &self.stderr.reply.totals[..] };
        self.stdout.reply.totals.iter().chain(on_stderr).copied()
    }

    /// The number of rows and totals, which shows whether more has come.
    pub fn len(&self) -> usize {
        self.rows().len() + self.totals().count() + self.totals_in_info.len()
    }

    pub fn has_moves(&self) -> bool {
        !self.legal_moves.is_empty()
    }

    /// Whether so many rows, in whatever form, may be those of all moves.
    pub fn may_be_all(&self, rows: usize) -> bool {
        self.has_moves() && rows >= self.legal_moves.len()
    }

    /// Whether there are rows, but not one for each move, and no total after them.
    pub fn lacks_rows(&self) -> bool {
        !self.is_empty() && !self.has_all_rows() && !self.is_complete()
    }

    /// Whether nothing came when it was complete.
    pub fn ends_at_once(&self) -> bool {
        self.is_complete() && !self.goes_on
    }

    pub const fn longest_pause(&self) -> Duration {
        self.longest_pause
    }

    /// Whether each move has a row. If the first of them have one leaf each, they may be those of depth 1, and the rows
    /// of the other depths come after them.
    pub fn has_all_rows(&self) -> bool {
        let (rows, last_rows, legal) = (self.rows(), self.last_rows(), self.legal_moves.len());
        let is_of_one_depth = rows.len() == last_rows.len() && rows.len() >= legal;
        let begins_anew = self.depth > 1 && is_of_one_depth && legal > 0;
        last_rows.len() >= legal && !(begins_anew && rows[..legal].iter().all(|row| row.count <= 1))
    }

    /// Whether each move has a row, and no total has come.
    pub fn has_rows_alone(&self) -> bool {
        self.has_all_rows() && !self.has_total()
    }

    /// Whether the engine has searched for a move, and not counted. Where there is no move, there is no row to show
    /// that it has.
    pub fn is_search(&self) -> bool {
        let has_counted = !self.has_moves() && self.has_total();
        self.has_search && !self.has_plain_row && self.stderr.reply.rows.is_empty() && !has_counted
    }

    pub fn is_empty(&self) -> bool {
        self.rows().is_empty() && !self.has_total()
    }

    pub fn has_total(&self) -> bool {
        self.totals().next().is_some()
    }

    pub fn is_other_text(&self) -> bool {
        self.has_text && self.is_empty()
    }

    pub fn is_silent(&self) -> bool {
        self.is_empty() && !self.has_text
    }

    /// The totals that come after the rows. One before them may be the number of moves.
    fn late_totals(&self) -> &[u128] {
        let output = self.output();
        output.reply.totals.get(output.early_totals..).unwrap_or_default()
    }

    /// Whether the rows are in lines of `info`, or the only total is, and nothing else is there.
    pub fn is_in_info_lines(&self) -> bool {
        let has_rows = !self.stdout.reply.rows.is_empty();
        !self.has_plain_row && (has_rows || self.total_in_info().is_some())
    }

    /// The total of an answer that has nothing but one line of `info`. A search prints more of them as it goes on.
    fn total_in_info(&self) -> Option<u128> {
        let is_plain = self.is_empty() && !self.has_refusal && !self.has_search;
        match self.totals_in_info[..] {
            [total] if is_plain => Some(total),
            _ => None,
        }
    }

    /// Whether the total of the rows comes after them.
    pub fn ends_with_its_total(&self) -> bool {
        !self.rows().is_empty() && self.late_totals().contains(&sum(self.last_rows()))
    }

    /// Whether no more may have been to come when nothing else says so: there is a total after all rows, or a
    /// row for each move.
    pub fn may_be_whole(&self) -> bool {
        let has_total =
            if self.rows().is_empty() { self.has_total() } else { !self.late_totals().is_empty() };
        has_total || self.last_rows().len() >= self.legal_moves.len()
    }

    /// Whether there is a total that is the sum of the rows, and comes after them. A total without a row is
    /// complete in mate and stalemate, and where the engine is known to print no more: elsewhere the rows may
    /// follow.
    pub fn is_complete(&self) -> bool {
        if self.rows().is_empty() && self.depth <= self.known.totals_only_to {
            return self.has_total();
        }
        let has_rows = !self.rows().is_empty() || self.legal_moves.is_empty();
        let sum = sum(self.last_rows());
        has_rows && (self.late_totals().contains(&sum) || self.begins_with_its_total(sum))
    }

    /// Whether a total that came first is the sum of the rows of all moves. Where rows of lesser depths come before,
    /// they show nothing.
    fn begins_with_its_total(&self, sum: u128) -> bool {
        let is_of_one_depth = self.rows().len() == self.last_rows().len();
        let is_known = self.known.begins_with_total && self.may_be_all(self.rows().len());
        let has_all = is_of_one_depth && (self.has_all_rows() || is_known);
        has_all && self.output().reply.totals.contains(&sum)
    }

    /// Whether the total comes first in an answer in which it cannot be the number of moves.
    pub fn begins_with_total(&self) -> bool {
        let is_clear = self.depth > 1 && self.has_all_rows() && self.late_totals().is_empty();
        is_clear && self.begins_with_its_total(sum(self.last_rows()))
    }

    /// Whether the engine says that there is no move. None prints that before its rows.
    pub fn claims_no_move(&self) -> bool {
        self.rows().is_empty() && self.has_total() && self.totals().all(|total| total == 0)
    }

    /// When the last row or total came.
    pub const fn last_entry(&self) -> Duration {
        self.last_entry
    }

    /// How long nothing has come, or since the question if nothing came at all.
    pub fn silence(&self, now: Duration) -> Duration {
        now.saturating_sub(self.last_entry)
    }

    /// How long the engine has to be quiet for the reply to be over, or nothing while there is no
    /// reply at all. A quarter of the time limit is enough in any case.
    pub fn quiet_period(&self, limit: Duration) -> Option<Duration> {
        let legal = self.legal_moves.len();
        let says_nothing = self.is_empty() && !self.has_refusal;
        let quiet = if self.is_complete() && self.known.ends_at_once >= waits::USUAL_ENDS {
            waits::AFTER_USUAL_END
        } else if self.is_complete() {
            waits::AFTER_COMPLETE
        } else if says_nothing && legal > 0 {
            return None;
        } else if self.has_all_rows() && !says_nothing || self.claims_no_move() {
            waits::AFTER_ALL_ROWS
        } else if self.known.prints_totals
            && !self.rows().is_empty()
            && self.late_totals().is_empty()
        {
            // Rows are missing, and the total after them: it is counting.
            return Some(limit / 2);
        } else {
            let pause = self.longest_pause.max(self.known.longest_pause);
            waits::BETWEEN_ROWS.max(pause.saturating_mul(waits::LONGEST_PAUSES))
        };
        Some(quiet.min(limit / 4))
    }

    /// The reply, now that no more of it will come, unless it is none to the question.
    pub fn finish(mut self) -> Result<Reply, TroubleKind> {
        self.stdout.reply.totals.extend(self.total_in_info());
        // Where there is no move, an engine that prints nothing has said all there is to say.
        let may_be_empty = self.legal_moves.is_empty() && !self.has_refusal;
        if self.is_empty() && !may_be_empty {
            return Err(TroubleKind::Rubbish);
        }
        let totals: Vec<u128> = self.totals().collect();
        let is_on_stderr = self.is_on_stderr();
        let output = if is_on_stderr { self.stderr } else { self.stdout };
        let mut reply = output.reply.with_unread(output.unread_lines);
        (reply.totals, reply.learnt) = (totals, self.learnt.map(Into::into));
        reply.source = if is_on_stderr { RowsFrom::Stderr } else { RowsFrom::Stdout };
        reply.rows.drain(..reply.start_of_last_depth(self.depth));
        let compared = compare(&Position::start(), &RIGHT_AT_START, &reply);
        if !self.may_be_start && compared.difference.has_right_moves() {
            return Err(TroubleKind::IgnoresPosition);
        }
        Ok(reply)
    }
}

/// Whether an engine says that it did not understand, or has searched for a move instead.
pub(super) fn is_refusal(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    line.starts_with("bestmove")
        || ["unknown", "invalid", "illegal", "unrecognized", "not understood"]
            .into_iter()
            .any(|word| line.contains(word))
}

/// Whether a line is that of a search: its end, or what it thinks of a position.
fn is_of_search(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => true,
        Some("info") => words.next() != Some("string") && words.any(|word| word == "score"),
        _ => false,
    }
}
