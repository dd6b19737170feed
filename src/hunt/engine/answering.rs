//! When is an answer complete? What has been heard of it so far, and how long to wait for more.

use super::trouble::TroubleKind;
use crate::chess::moves::Move;
use crate::chess::notation::MoveName;
use crate::chess::position::Position;
use crate::hunt::dialect::{OutputLine, Reply, read_line};
use std::time::{Duration, Instant};

/// More rows than there are ways from a square to a square, which no position has.
const MOST_ROWS: usize = 64 * 64;

/// More bytes than that many rows have, with a good deal of talk between them.
const MOST_BYTES: usize = 1 << 20;

/// After the end of an answer: some engines print one more total under another word, at once.
const QUIET_AT_THE_END: Duration = Duration::from_millis(10);

/// When every move has its row only a total is still missing, and it needs no thought: an engine
/// that is quiet for so long will print none.
const QUIET_AFTER_ALL_ROWS: Duration = Duration::from_millis(200);

/// When moves are missing the engine may be at work on the next row, so that one quiet second says
/// little. It is quiet for good after several times the longest work on a row so far.
const QUIET_BETWEEN_ROWS: Duration = Duration::from_secs(1);
const LONGEST_WORKS: u32 = 4;

/// What has been heard of an answer.
pub(super) struct Answering {
    /// The rows and totals so far.
    pub(super) answer: Reply,
    /// How many moves are legal in the position that was asked for.
    legal: usize,
    bytes: usize,
    last_heard: Instant,
    longest_work: Duration,
    has_spoken: bool,
    has_refused: bool,
}

impl Answering {
    /// Nothing has been heard of the answer for a position with so many legal moves.
    pub(super) fn new(legal: usize) -> Answering {
        Answering {
            answer: Reply::default(),
            legal,
            bytes: 0,
            last_heard: Instant::now(),
            longest_work: Duration::ZERO,
            has_spoken: false,
            has_refused: false,
        }
    }

    /// Takes a line to the answer, if there is room for it.
    pub(super) fn hear_line(&mut self, line: &str) -> Result<(), TroubleKind> {
        let read = read_line(line);
        if read != OutputLine::Other {
            let now = Instant::now();
            self.longest_work = self.longest_work.max(now.duration_since(self.last_heard));
            self.last_heard = now;
        }
        self.has_spoken |= !line.trim().is_empty();
        self.has_refused |= is_refusal(line);
        self.answer.add(read);
        self.hear_bytes(line.len() + 1)
    }

    /// Counts what is too much to be kept.
    pub(super) fn hear_bytes(&mut self, bytes: usize) -> Result<(), TroubleKind> {
        self.bytes = self.bytes.saturating_add(bytes);
        let totals = self.answer.totals.len();
        let is_flood = self.bytes > MOST_BYTES || self.answer.rows.len().max(totals) > MOST_ROWS;
        if is_flood { Err(TroubleKind::Floods) } else { Ok(()) }
    }

    /// How much of an answer there is, to see whether more has come.
    pub(super) fn length(&self) -> usize {
        self.answer.rows.len() + self.answer.totals.len()
    }

    /// Whether the answer has a total that is the sum of its rows. A total without a row is complete
    /// in mate and stalemate only: elsewhere the rows may follow.
    pub(super) fn is_complete(&self) -> bool {
        let has_rows = !self.answer.rows.is_empty() || self.legal == 0;
        has_rows && self.answer.totals.contains(&self.answer.sum())
    }

    /// Whether the answer says that there is no move where there are some. Nobody prints that before
    /// the rows.
    pub(super) fn claims_no_move(&self) -> bool {
        self.answer.rows.is_empty()
            && !self.answer.totals.is_empty()
            && self.answer.totals.iter().all(|&total| total == 0)
    }

    /// How long the engine has to be quiet for the answer to be over, or nothing while there is no
    /// answer at all. A quarter of the time limit is enough in any case.
    pub(super) fn quiet_at_the_end(&self, limit: Duration) -> Option<Duration> {
        let nothing = self.length() == 0 && !self.has_refused;
        let quiet = if self.is_complete() {
            QUIET_AT_THE_END
        } else if nothing && self.legal > 0 {
            return None;
        } else if self.answer.rows.len() >= self.legal && !nothing || self.claims_no_move() {
            QUIET_AFTER_ALL_ROWS
        } else {
            QUIET_BETWEEN_ROWS.max(self.longest_work.saturating_mul(LONGEST_WORKS))
        };
        Some(quiet.min(limit / 4))
    }

    /// Whether anything was printed, be it an answer or not.
    pub(super) fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    /// The answer, if it is one to the question.
    pub(super) fn finish(self, asked: &Position) -> Result<Reply, TroubleKind> {
        // An engine that prints nothing where there is no move has said all there is.
        let silence_is_right = self.legal == 0 && !self.has_refused;
        if self.length() == 0 && !silence_is_right {
            return Err(TroubleKind::Rubbish);
        }
        if is_of_start_position(&self.answer, asked) {
            return Err(TroubleKind::TakesNoPosition);
        }
        Ok(self.answer)
    }
}

/// Whether an engine says that it has not understood, or has searched for a move instead.
pub(super) fn is_refusal(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    line.starts_with("bestmove")
        || ["unknown", "invalid", "illegal", "unrecognized", "not understood"]
            .into_iter()
            .any(|word| line.contains(word))
}

/// Whether the rows are those of the start position, while the position that was asked for has
/// other moves.
fn is_of_start_position(answer: &Reply, asked: &Position) -> bool {
    let start = Position::start();
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable_by_key(|mv| (mv.from, mv.to));
        moves
    };
    let of_start = sorted(start.legal_moves());
    let named = || {
        let meant = |text: &str| MoveName::from_text(text)?.the_one_among(&of_start);
        answer.rows.iter().filter_map(|row| meant(&row.text)).collect()
    };
    answer.rows.len() == of_start.len()
        && sorted(named()) == of_start
        && sorted(asked.legal_moves()) != of_start
}
