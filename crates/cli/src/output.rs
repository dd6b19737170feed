//! How moves, times and speeds are written for people, and remarks beside the result.

use ox88::Position;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Duration;

const MOVES_IN_A_LINE: usize = 12;

/// Longer lines of a refusal are shortened to this many letters.
const LONGEST_LINE: usize = 600;

/// A verdict in green or red, where standard output is shown in colour.
pub(crate) fn painted(verdict: &str, is_right: bool) -> String {
    let verdict = console::style(verdict);
    if is_right { verdict.green() } else { verdict.red().bold() }.to_string()
}

/// The function that gets the remarks in place of standard error.
static REDIRECTED: OnceLock<fn(&str)> = OnceLock::new();

/// From here on all remarks go to this function, and none to standard error. Only the first call has an effect.
pub fn redirect_remarks(taker: fn(&str)) {
    let _ = REDIRECTED.set(taker);
}

/// Writes a remark to standard error.
pub fn remark(message: &str) {
    if let Some(taker) = REDIRECTED.get() {
        return taker(message);
    }
    let message = in_lines("ox88: ", &shortened(message.trim_end()));
    // If even standard error cannot be written, only the exit code is left.
    let _ = writeln!(io::stderr(), "{message}");
}

/// A text with its sentences in lines that fit a terminal, to the right of this name. Indented lines are to be copied,
/// and stay whole.
pub(crate) fn in_lines(name: &str, message: &str) -> String {
    let below = " ".repeat(name.len());
    let fitting = |line: &str| match line {
        to_copy if to_copy.starts_with(' ') => to_copy.to_owned(),
        line => ox88_hunt::remark(&below, line).trim_start().to_owned(),
    };
    name.to_owned() + &message.split('\n').map(fitting).collect::<Vec<_>>().join("\n")
}

/// Makes a refusal fit to be printed, since it may quote any input: leaves out the middle of long lines, because their
/// ends say what was wrong and what was expected, and escapes control characters.
pub fn shortened(message: &str) -> String {
    let shorten = |line: &str| {
        let line = &escaped(line);
        let begin = line.char_indices().nth(LONGEST_LINE / 2);
        let end = line.char_indices().nth_back(LONGEST_LINE / 2);
        match begin.zip(end) {
            Some(((begin, _), (end, _))) if begin < end => {
                format!("{} … {}", &line[..begin], &line[end..])
            }
            _ => line.to_owned(),
        }
    };
    message.split('\n').map(shorten).collect::<Vec<_>>().join("\n")
}

/// A line whose control characters are written as in a string of Rust: `\u{1b}[2J`.
fn escaped(line: &str) -> String {
    let write = |text: String, letter: char| match letter {
        '\t' => text + "\t",
        letter if letter.is_control() => text + &letter.escape_default().to_string(),
        letter => text + letter.encode_utf8(&mut [0; 4]),
    };
    line.chars().fold(String::new(), write)
}

/// The legal moves of a position, sorted, as UCI writes them.
pub(crate) fn move_texts(position: &Position) -> Vec<String> {
    let moves = position.legal_moves().into_iter();
    let mut texts: Vec<String> = moves.map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

/// The same in indented lines.
pub(crate) fn legal_moves(position: &Position) -> String {
    let mut texts = move_texts(position);
    if texts.is_empty() {
        texts.push("none".to_owned());
    }
    let lines: Vec<String> = texts.chunks(MOVES_IN_A_LINE).map(|line| line.join(" ")).collect();
    format!("  {}\n", lines.join("\n  "))
}

/// `1.502 s`
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// In shorter counts, starting the threads takes most of the time.
const TIME_FOR_A_SPEED: Duration = Duration::from_millis(10);

/// `81.5 M` or `120.3 G`: millions of nodes a second, or thousands of millions. Nothing if the time or the nodes are
/// too few to say, or if the nodes are so many that they were remembered and not counted.
pub(crate) fn speed(nodes: u128, time: Duration) -> String {
    if time < TIME_FOR_A_SPEED {
        return String::new();
    }
    // One node in a microsecond is a million in a second.
    let tenths = nodes.saturating_mul(10) / time.as_micros();
    let (tenths, unit) = match tenths {
        1..1_000_000 => (tenths, "M"),
        1_000_000..10_000_000 => (tenths / 1000, "G"),
        _ => return String::new(),
    };
    format!("{}.{} {unit}", tenths / 10, tenths % 10)
}

/// `12 s`, `12 min`, `12 h` or `12 days`.
pub(crate) fn rough_time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7_200 => format!("{} min", seconds / 60),
        seconds @ 7_200..172_800 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// The same for a time to come, about which nobody knows more if it is long.
pub(crate) fn rough_estimate(time: Duration) -> String {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    if time > DAY { "more than a day".to_owned() } else { rough_time(time) }
}

/// A number with its first two digits only: 8123 becomes 8100.
pub(crate) fn rounded(number: u128) -> u128 {
    let unit = 10_u128.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number / unit * unit
}
