//! The pages about the table: the likeliest numbers for people, and all of them for programs.

use super::table::COMMON;
use ox88_broken_engine::faults::Fault;
use ox88_hunt::html::grouped;
use ox88_hunt::{KnownFault, KnownTotal, known_totals};
use std::fmt::Write as _;
use std::ptr;

/// The page with the likeliest numbers.
pub const PAGE: &str = "docs/numbers.md";

/// What authors count, the likeliest first.
const LIKELY: [(&str, u32); 3] =
    [("start_position", 5), ("kiwipete", 4), ("rook_ending_with_pins_along_both_ranks", 5)];

const FAULTS_OF_A_ROW: usize = 3;
const FAULTS_OF_A_LINE: usize = 5;

/// The likeliest numbers: of the commonest faults, in what authors count first.
pub fn table() -> String {
    let all: Vec<KnownTotal> =
        known_totals().filter(|it| it.faults.len() <= FAULTS_OF_A_ROW).collect();
    let is_of = |it: &KnownTotal, fault: Fault| {
        let is_whole =
            |it: &KnownFault| it.names == [fault.name()] && it.what == fault.description();
        it.faults.iter().any(is_whole)
    };
    let mut rows: Vec<&KnownTotal> = Vec::new();
    for (id, depth) in LIKELY {
        let here: Vec<&KnownTotal> =
            all.iter().filter(|it| it.position.name() == id && it.depth == depth).collect();
        for row in COMMON.iter().filter_map(|fault| here.iter().find(|it| is_of(it, *fault))) {
            if !rows.iter().any(|it| ptr::eq(*it, *row)) {
                rows.push(row);
            }
        }
    }
    let place = |it: &KnownTotal| LIKELY.iter().position(|likely| likely.0 == it.position.name());
    rows.sort_by_key(|it| (place(it), it.total));
    let mut text =
        "| number | counted | right | what such an engine does | rule |\n|--:|---|--:|---|---|\n"
            .to_owned();
    for it in rows {
        let (number, right) = (grouped(it.total), grouped(it.right));
        let name = it.name();
        let rule = it.faults[0].rule.id();
        let _ = writeln!(
            text,
            "| {number} | {name}, depth {} | {right} | {} | [{rule}](rules.md#{rule}) |",
            it.depth,
            whats(&it.faults),
        );
    }
    text
}

/// What these engines do. In a row with both, the two that count mates are one sentence.
fn whats(faults: &[KnownFault]) -> String {
    let whats: Vec<&str> = faults.iter().map(|it| &*it.what).collect();
    let of_mates = [Fault::MateCountedAsALeaf, Fault::MateAloneCountedAsALeaf];
    if whats == of_mates.map(Fault::description) {
        return "a mate before the last ply counts as a leaf, whether or not a stalemate does"
            .to_owned();
    }
    whats.join("; or ")
}

/// All numbers of single faults, a row for each.
pub fn csv() -> String {
    let mut text = "position,depth,right,total,faults\n".to_owned();
    for KnownTotal { position, depth, right, total, faults } in known_totals() {
        let names: Vec<String> = faults.iter().map(|it| it.names.join("+")).collect();
        if faults[0].names.len() == 1 {
            let many = || format!("{} faults", names.len());
            let names = if names.len() > FAULTS_OF_A_LINE { many() } else { names.join(" ") };
            let _ = writeln!(text, "{},{depth},{right},{total},{names}", position.name());
        }
    }
    text
}
