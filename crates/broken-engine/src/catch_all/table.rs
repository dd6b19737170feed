//! The table: what each line of the suite catches at which depth, and which line catches each fault.

use super::known;
use super::known::{Catch, FILE, Known};
use super::mutants::Mutant;
use crate::faults::Fault;
use crate::trouble::Trouble;
use rayon::prelude::*;
use std::fmt::Write as _;

/// The whole page in Markdown.
pub fn page(mutants: &[Mutant], catches: &[Catch]) -> String {
    [head(mutants, catches), lines(mutants, catches), faults(mutants, catches), rest(mutants)]
        .concat()
}

fn head(mutants: &[Mutant], catches: &[Catch]) -> String {
    let caught = (0..mutants.len()).filter(|&it| is_caught(catches, it)).count();
    let faults = |is: fn(Fault) -> bool| Fault::ALL.iter().filter(|&&fault| is(fault)).count();
    let leaves: u64 = catches.iter().flat_map(|catch| &catch.line.counts).sum();
    let in_reach = faults(|fault| known::why_not(fault).is_none());
    format!(
        "# What the catch-all suite catches

This page is printed by a command, which a test holds it against:

```sh
cargo run --example catch_all             # prints it
cargo run --example catch_all -- --write  # writes it here
```

`{FILE}` has {} positions and {leaves} leaves, all counts of all lines together. It catches {in_reach} of
the {} faults of the broken engine (`crates/broken-engine/src/list.rs`): each of them changes at least one count.
It does so in each of their forms. A generator is often right for White and wrong for Black, or right on one
wing and wrong on the other; so a fault is made by both sides, by White alone and by Black alone; about
castling and captures by pawns, also on one wing alone; and where undo or a memory spoils what is tried
later, also with the moves tried in the reversed order. That makes {} mutants, of which {caught} are caught.
Why the others are not is [said below](#what-the-suite-cannot-catch).

Leaves are those of the right count. Their *sum* is over all depths up to this one, which is what a suite
costs that is asked depth by depth.

",
        catches.len(),
        Fault::ALL.len(),
        mutants.len(),
    )
}

fn is_caught(catches: &[Catch], mutant: usize) -> bool {
    catches.iter().any(|catch| catch.depths[mutant].is_some())
}

fn lines(mutants: &[Mutant], catches: &[Catch]) -> String {
    let mut text = "## Position by position

Each fault is listed at the least depth at which the position catches it, with the forms that are caught there:
`w` by White alone and `b` by Black alone; with a wing, as in a FEN, `K` and `Q` by White alone on the
king's or queen's side, `k` and `q` by Black. **Bold** is what no other position catches.

"
    .to_owned();
    for catch in catches {
        let Known { name, fen, counts, .. } = &catch.line;
        let _ = writeln!(text, "### {name}\n\n`{fen}`\n");
        text += "| depth | leaves | sum | catches |\n|--:|--:|--:|---|\n";
        for (depth, leaves) in (1..).zip(counts) {
            let caught = caught_at(mutants, catches, catch, depth);
            let sum = catch.line.leaves_to(depth);
            let _ = writeln!(text, "| {depth} | {leaves} | {sum} | {} |", caught.join(", "));
        }
        text += "\n";
    }
    text
}

/// The faults that a line catches first at this depth.
fn caught_at(mutants: &[Mutant], catches: &[Catch], catch: &Catch, depth: u32) -> Vec<String> {
    let is_here = |&(number, _): &(usize, &Mutant)| catch.depths[number] == Some(depth);
    let here: Vec<(usize, &Mutant)> = mutants.iter().enumerate().filter(is_here).collect();
    let of_fault = |&fault: &Fault| {
        let forms: Vec<&(usize, &Mutant)> = here.iter().filter(|it| it.1.fault == fault).collect();
        if forms.is_empty() {
            return None;
        }
        let mut letters: Vec<char> = Vec::new();
        for letter in forms.iter().filter_map(|(_, mutant)| mutant.letter()) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        let is_alone = |number: usize| {
            catches.iter().filter(|catch| catch.depths[number].is_some()).count() == 1
        };
        let name = fault.name();
        let bold = if forms.iter().any(|it| is_alone(it.0)) { "**" } else { "" };
        let letters: String = letters.into_iter().collect();
        let gap = if letters.is_empty() { "" } else { " " };
        Some(format!("{bold}{name}{bold}{gap}{letters}"))
    };
    Fault::ALL.iter().filter_map(of_fault).collect()
}

fn faults(mutants: &[Mutant], catches: &[Catch]) -> String {
    let mut text = "## Fault by fault

The cheapest line that catches the fault as made by both sides, in this suite and in all of them. *Forms* is
how many are caught in this suite, of how many there are.

"
    .to_owned();
    let all = known::all_lines();
    let whole: Vec<usize> = (0..mutants.len()).filter(|&it| mutants[it].is_whole()).collect();
    let row = |&number: &usize| row(mutants, catches, &all, number);
    let rows: Vec<String> = whole.par_iter().map(row).collect();
    let mut kind = "";
    for (&number, row) in whole.iter().zip(rows) {
        let fault = mutants[number].fault;
        if fault.kind() != kind {
            kind = fault.kind();
            let _ =
                writeln!(text, "### {kind}\n\n| fault | forms | cheapest here | cheapest of all |");
            text += "|---|--:|---|---|\n";
        }
        text += &row;
        let is_last = mutants[number..].iter().find(|it| it.fault != fault);
        if is_last.is_none_or(|next| next.fault.kind() != kind) {
            text += "\n";
        }
    }
    text
}

fn row(mutants: &[Mutant], catches: &[Catch], all: &[Known], number: usize) -> String {
    let mutant = &mutants[number];
    let forms = || (0..mutants.len()).filter(|&it| mutants[it].fault == mutant.fault);
    let caught = forms().filter(|&it| is_caught(catches, it)).count();
    let here = catches.iter().filter_map(|catch| Some((&catch.line, catch.depths[number]?)));
    let here = here.min_by_key(|&(line, depth)| line.leaves_to(depth));
    let cell = |found: Option<(&Known, u32)>, with_suite: bool| {
        let Some((line, depth)) = found else { return "–".to_owned() };
        let suite = if with_suite { format!("{}: ", line.suite) } else { String::new() };
        format!("{suite}{} depth {depth}, {} leaves", line.name, line.leaves_to(depth))
    };
    format!(
        "| {}: {} | {caught} of {} | {} | {} |\n",
        mutant.fault.name(),
        mutant.fault.description(),
        forms().count(),
        cell(here, false),
        cell(known::cheapest(mutant, all), true),
    )
}

fn rest(mutants: &[Mutant]) -> String {
    let mut text = "## What the suite cannot catch

| fault | why |
|---|---|
"
    .to_owned();
    for mutant in mutants.iter().filter(|mutant| mutant.is_whole()) {
        if let Some(why) = known::why_not(mutant.fault) {
            let _ = writeln!(text, "| {} | {why} |", mutant.fault.name());
        }
    }
    text += "
## What no suite can catch

The broken engine can also go wrong in conversation, which is no matter of counts: there is no count, or it is
not that of the position that was asked about, or it cannot be read. `ox88 hunt` reports these as what
they are. Its dialects (`crates/broken-engine/src/dialect.rs`) are no faults: the same counts in other words.

| trouble | what it does |
|---|---|
";
    for (_, name, what) in Trouble::ALL {
        let _ = writeln!(text, "| {name} | {what} |");
    }
    text
}
