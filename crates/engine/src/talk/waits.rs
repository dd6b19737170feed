//! How long is waited for what in a conversation. Only the time limit of a question is chosen by the user.

use std::time::Duration;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// The greatest time limit: a year. A longer one would be of no use, and might overflow a clock.
pub const LONGEST_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// For `uciok` and `readyok` of an engine that is first started. One that knows UCI says so at once.
pub const START: Duration = ms(2000);

/// For `readyok` after a complete reply, whatever else comes. If the engine hangs there, the next question will show
/// it.
pub const READY: Duration = ms(500);

/// For `readyok` when the time limit is over: it is only to be seen whether the engine hangs.
pub const READY_AT_LIMIT: Duration = ms(200);

/// For the end of a process that has closed its output. It is about to end, or never will.
pub const EXIT: Duration = ms(500);

/// For the end of a process that was told to quit, before it is killed.
pub const QUIT: Duration = ms(200);

/// Behind a complete reply. Some engines print a second total under another label, and do so at once.
pub const AFTER_COMPLETE: Duration = ms(10);

/// The same where so many replies in a row had nothing behind that.
pub const AFTER_USUAL_END: Duration = ms(1);
pub const USUAL_ENDS: u32 = 16;

/// When every move has its row. Only a total is missing then, which needs no more counting.
pub const AFTER_ALL_ROWS: Duration = ms(200);

/// The least for the next row, after which the engine may be counting many leaves …
pub const BETWEEN_ROWS: Duration = ms(1000);

/// … and so it is given this many times its longest pause so far.
pub const LONGEST_PAUSES: u32 = 4;

/// Behind other text, before the engine is asked whether it is ready.
pub const BEFORE_READY: Duration = ms(200);

/// For rows of an engine that has printed other text and is ready: it may be counting in another thread.
pub const WHEN_READY: Duration = ms(1000);

/// For rows of an engine that refuses commands and does not say whether it is ready; and at the least
/// for the first line of one that is ready, and has never answered.
pub const UNREADY: Duration = ms(3000);

/// For the end of a search where a count was wanted.
pub const SEARCH: Duration = ms(1000);
