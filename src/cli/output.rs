//! How moves, times and speeds are written for people.

use ox88::Position;
use std::time::Duration;

const MOVES_IN_A_LINE: usize = 12;

/// The legal moves of a position, sorted, in indented lines.
pub fn legal_moves(position: &Position) -> String {
    let moves = position.legal_moves().into_iter();
    let mut texts: Vec<String> = moves.map(|mv| position.move_text(mv)).collect();
    texts.sort();
    if texts.is_empty() {
        texts.push("none".to_owned());
    }
    let lines: Vec<String> = texts.chunks(MOVES_IN_A_LINE).map(|line| line.join(" ")).collect();
    format!("  {}\n", lines.join("\n  "))
}

/// `1.502 s`
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// `81.5 M`: millions of nodes a second, or `-` if the time is too short to say.
pub fn speed(nodes: u128, time: Duration) -> String {
    match time.as_micros() {
        0..1000 => "-".to_owned(),
        micros => {
            // One node in a microsecond is a million in a second.
            let tenths = nodes.saturating_mul(10) / micros;
            format!("{}.{} M", tenths / 10, tenths % 10)
        }
    }
}
