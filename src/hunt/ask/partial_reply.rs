//! The part of a reply that has been read: is it complete, and how long to wait for more?
//!
//! Few engines mark the end of a reply. It is recognised by what the reply says, and otherwise by
//! silence.

use super::trouble::TroubleKind;
use crate::chess::moves::Move;
use crate::chess::notation::MoveName;
use crate::chess::position::Position;
use crate::hunt::by_squares::by_squares;
use crate::hunt::read::{OutputLine, Reply, read_line};
use std::time::{Duration, Instant};

/// More rows than there are ways from a square to a square, which no position has.
const MAX_ROWS: usize = 64 * 64;

/// More bytes than these rows have, with a good deal of talk between them.
const MAX_BYTES: usize = 1 << 20;

/// How long to wait after a complete reply. Some engines print a second total under another label,
/// and they do it at once.
const QUIET_AFTER_COMPLETE: Duration = Duration::from_millis(10);

/// How long to wait when every move has its row. Only a total is missing then, which needs no more
/// counting: an engine that is quiet for this long will print none.
const QUIET_AFTER_ALL_ROWS: Duration = Duration::from_millis(200);

/// The least time to wait for more rows. An engine that is quiet may be counting the leaves of the next
/// one, so it is given several times the longest pause so far.
const QUIET_BETWEEN_ROWS: Duration = Duration::from_secs(1);
const LONGEST_PAUSES: u32 = 4;

/// The part of a reply that has been read.
pub(super) struct PartialReply {
    reply: Reply,
    /// The legal moves of the position that was asked about.
    legal_moves: Vec<Move>,
    bytes: usize,
    last_entry: Instant,
    longest_pause: Duration,
    has_text: bool,
    has_refusal: bool,
}

impl PartialReply {
    /// Nothing of the reply to a question about this position.
    pub(super) fn new(asked: &Position) -> PartialReply {
        PartialReply {
            reply: Reply::default(),
            legal_moves: asked.legal_moves(),
            bytes: 0,
            last_entry: Instant::now(),
            longest_pause: Duration::ZERO,
            has_text: false,
            has_refusal: false,
        }
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When that is more than any reply has.
    pub(super) fn add_line(&mut self, line: &str) -> Result<(), TroubleKind> {
        let read = match read_line(line) {
            // Where there is no move, no row can come before the total.
            OutputLine::InfoTotal(total) if self.legal_moves.is_empty() => OutputLine::Total(total),
            read => read,
        };
        if read != OutputLine::Other {
            let now = Instant::now();
            self.longest_pause = self.longest_pause.max(now.duration_since(self.last_entry));
            self.last_entry = now;
        }
        self.has_text |= !line.trim().is_empty();
        self.has_refusal |= is_refusal(line);
        self.reply.add(read);
        self.add_bytes(line.len() + 1)
    }

    /// Counts bytes that need not be kept.
    ///
    /// # Errors
    /// When they are more than any reply has.
    pub(super) fn add_bytes(&mut self, bytes: usize) -> Result<(), TroubleKind> {
        self.bytes = self.bytes.saturating_add(bytes);
        let entries = self.reply.rows.len().max(self.reply.totals.len());
        let is_flood = self.bytes > MAX_BYTES || entries > MAX_ROWS;
        if is_flood { Err(TroubleKind::Floods) } else { Ok(()) }
    }

    /// The number of rows and totals, which shows whether more has come.
    pub(super) fn len(&self) -> usize {
        self.reply.rows.len() + self.reply.totals.len()
    }

    /// Whether there is neither a row nor a total.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is a total.
    pub(super) fn has_total(&self) -> bool {
        !self.reply.totals.is_empty()
    }

    /// Whether the engine has printed something, but neither a row nor a total.
    pub(super) fn is_other_text(&self) -> bool {
        self.has_text && self.is_empty()
    }

    /// Whether there is a total that is the sum of the rows. A total without a row is complete only
    /// in mate and stalemate: elsewhere the rows may follow.
    pub(super) fn is_complete(&self) -> bool {
        let has_rows = !self.reply.rows.is_empty() || self.legal_moves.is_empty();
        has_rows && self.reply.totals.contains(&self.reply.sum())
    }

    /// Whether the engine says that there is no move. None prints that before its rows.
    pub(super) fn claims_no_move(&self) -> bool {
        self.reply.rows.is_empty()
            && self.has_total()
            && self.reply.totals.iter().all(|&total| total == 0)
    }

    /// How long the engine has to be quiet for the reply to be over, or nothing while there is no
    /// reply at all. A quarter of the time limit is enough in any case.
    pub(super) fn quiet_period(&self, limit: Duration) -> Option<Duration> {
        let legal = self.legal_moves.len();
        let says_nothing = self.is_empty() && !self.has_refusal;
        let quiet = if self.is_complete() {
            QUIET_AFTER_COMPLETE
        } else if says_nothing && legal > 0 {
            return None;
        } else if self.reply.rows.len() >= legal && !says_nothing || self.claims_no_move() {
            QUIET_AFTER_ALL_ROWS
        } else {
            QUIET_BETWEEN_ROWS.max(self.longest_pause.saturating_mul(LONGEST_PAUSES))
        };
        Some(quiet.min(limit / 4))
    }

    /// The reply, now that no more of it will come.
    ///
    /// # Errors
    /// When it is no reply to the question.
    pub(super) fn finish(self) -> Result<Reply, TroubleKind> {
        // Where there is no move, an engine that prints nothing has said all there is to say.
        let may_be_empty = self.legal_moves.is_empty() && !self.has_refusal;
        if self.is_empty() && !may_be_empty {
            return Err(TroubleKind::Rubbish);
        }
        let at_start = by_squares(&Position::start(), 1, &self.reply, &[]).reply;
        if is_of_start_position(&at_start, self.legal_moves) {
            return Err(TroubleKind::IgnoresPosition);
        }
        Ok(self.reply)
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

/// Whether the rows are those of the start position, where other moves are legal.
fn is_of_start_position(reply: &Reply, legal_moves: Vec<Move>) -> bool {
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable_by_key(|mv| (mv.from, mv.to));
        moves
    };
    let of_start = sorted(Position::start().legal_moves());
    let named = || {
        let meant = |text: &str| MoveName::from_text(text)?.the_one_among(&of_start);
        reply.rows.iter().filter_map(|row| meant(&row.text)).collect()
    };
    reply.rows.len() == of_start.len()
        && sorted(named()) == of_start
        && sorted(legal_moves) != of_start
}
