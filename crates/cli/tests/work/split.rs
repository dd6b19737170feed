//! `ox88 work split`.

use super::{assert_says, head, lines, new_path, read, right};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn the_checksum_is_the_one_that_the_format_describes() {
    let text = right("split 2 --plies 1");
    let fnv = |line: &&str| {
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        line.bytes().fold(14_695_981_039_346_656_037, step)
    };
    let sum = lines(&text).iter().map(fnv).fold(0, u64::wrapping_add);
    assert_says(&text, &[&format!("checksum {sum:016x}\n")]);
}

#[test]
fn the_parts_have_each_line_once_and_differ_by_a_line_at_most() {
    let folder = new_path("parts");
    assert_eq!(right(&format!("split 4 --plies 2 --parts 7 --into {folder}")), "");
    let whole = right("split 4 --plies 2");
    let mut all = Vec::new();
    for part in 0..7 {
        let text = read(&format!("{folder}/part-{part}.epd"));
        let lines = lines(&text);
        assert!([57, 58].contains(&lines.len()), "{} lines", lines.len());
        let of_part = format!("# part {part}/7 lines {} times {0} checksum ", lines.len());
        assert!(text.starts_with(&head(&whole).join("\n")), "{text}");
        assert_says(&text, &[&of_part]);
        all.extend(lines.into_iter().map(str::to_owned));
    }
    assert_eq!(fs::read_dir(&folder).map(Iterator::count).ok(), Some(7));
    assert_eq!(all, lines(&whole));
}

#[test]
fn chess960_and_en_passant_keep_what_matters() {
    let castling = right(
        "split 2 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 --plies 1",
    );
    assert!(lines(&castling).iter().any(|line| line.contains(" b HFhf - 0 1 ;times 1 ;depth 1")));
    // A pawn that could capture on the square is there after the second move only.
    let moves = right("split 4 4k3/8/8/8/3p4/8/2P4P/4K3 w - - 0 1 --plies 1");
    let with_square: BTreeSet<_> =
        lines(&moves).into_iter().filter(|line| !line.contains(" b - - 0 1 ")).collect();
    let expected = "4k3/8/8/8/2Pp4/8/7P/4K3 b - c3 0 1 ;times 1 ;depth 3";
    assert_eq!(with_square, BTreeSet::from([expected]));
}
