//! What an engine prints: the first line is the FEN of the position that it was asked about, and its lines
//! follow.
//!
//! - A row or a total is read again as the same from a plain text of it.
//! - Blanks, a carriage return or a prompt around a line change nothing.
//! - An answer that is all right lists the legal moves with their counts, and nothing else does. A move behind
//!   which there are no leaves may be left out.

use ox88::Position;
use ox88_count::quick;
use ox88_hunt::read::depth_of_total;
use ox88_hunt::{OutputLine, Reply, by_squares, compare, read_line};

/// How deep the divides are with which the answer is compared.
const DEPTHS: [u32; 2] = [1, 2];

/// An engine that prints more is not listened to.
const MOST_LINES: usize = 5000;

/// As much of a line as is read of an engine.
const LONGEST_LINE: usize = 4096;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (fen, lines) = text.split_once('\n').unwrap_or((&text, ""));
    let position = fen.parse().unwrap_or_else(|_| Position::start());
    let mut reply = Reply::default();
    for line in lines.lines().take(MOST_LINES) {
        let end = line.char_indices().nth(LONGEST_LINE).map_or(line.len(), |(end, _)| end);
        let read = read_line(&line[..end]);
        check_line(&line[..end], &read);
        reply.add(read);
    }
    for depth in DEPTHS {
        check_reply(&position, depth, &reply);
    }
}

fn check_line(line: &str, read: &OutputLine) {
    let _ = depth_of_total(line);
    for around in [format!("  {line}\r"), format!("{line}\0"), format!("\u{FEFF}{line} ")] {
        assert_eq!(&read_line(&around), read, "{around:?}");
    }
    for row in &read.rows {
        let plain = format!("{}: {}", row.text, row.count);
        assert_eq!(read_line(&plain), row.clone().into(), "{line:?} read as {row:?}");
    }
    if let Some(total) = read.total {
        assert_eq!(read_line(&format!("Nodes searched: {total}")), total.into(), "{line:?}");
    }
}

fn check_reply(position: &Position, depth: u32, reply: &Reply) {
    let right = quick::divide(position, depth);
    let read = by_squares(position, &right, reply, &[]).reply;
    assert_eq!(read.rows.len() + read.unread.len(), reply.rows.len() + reply.unread.len());
    let comparison = compare(position, &right, reply);
    assert_eq!(comparison.nodes, quick::perft(position, depth), "depth {depth} of {position}");
    let legal = position.legal_moves();
    let difference = &comparison.difference;
    for mv in difference.missing.iter().chain(&difference.twice) {
        assert!(legal.contains(mv), "{position}: {mv:?}");
    }
    if difference.has_right_moves() {
        let needed = right.rows().iter().filter(|&&(_, count)| count > 0).count();
        // A row without leaves may name any move.
        let rows = read.rows.len() - comparison.uncounted;
        assert!((needed..=legal.len()).contains(&rows), "depth {depth} of {position}: {rows}");
        // A difference that is empty altogether has the right moves.
        if difference.is_empty() {
            assert_eq!(read.sum(), if legal.is_empty() { 0 } else { comparison.nodes });
            let theirs = with_leaves(read.rows.iter().map(|row| row.count));
            let ours = with_leaves(right.rows().iter().map(|&(_, count)| count));
            assert_eq!(theirs, ours, "depth {depth} of {position}");
        }
    }
}

/// The counts that are not 0, in order.
fn with_leaves(counts: impl Iterator<Item = u128>) -> Vec<u128> {
    let mut counts: Vec<u128> = counts.filter(|&count| count > 0).collect();
    counts.sort_unstable();
    counts
}
