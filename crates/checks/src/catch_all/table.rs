//! The page about the suite, and its tables: which mutants each line catches at which depth, and which lines catch each
//! fault.

use super::known;
use super::known::{Catch, FILE, SuiteCase};
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::Mutant;
use ox88_broken_engine::trouble::Trouble;
use rayon::prelude::*;
use std::fmt::Write as _;

/// The tables in Markdown.
pub fn tables(mutants: &[Mutant], catches: &[Catch]) -> String {
    let head = "# The catch-all suite, line by line and fault by fault

Made by `cargo run -p ox88-checks --bin catch_all -- --write`. Leaves are those of the right count. Their
*sum* is over all depths up to this one, which is what a suite costs that is asked depth by depth.

";
    [head.to_owned(), lines(mutants, catches), faults(mutants, catches), troubles()].concat()
}

/// The page in Markdown.
pub fn page(mutants: &[Mutant], catches: &[Catch]) -> String {
    [head(mutants, catches), positions(mutants, catches), not_caught(mutants)].concat()
}

fn head(mutants: &[Mutant], catches: &[Catch]) -> String {
    let caught = (0..mutants.len()).filter(|&it| is_caught(catches, it)).count();
    let faults = |is: fn(Fault) -> bool| Fault::ALL.iter().filter(|&&fault| is(fault)).count();
    let leaves: u64 = catches.iter().flat_map(|catch| &catch.line.counted.counts).sum();
    let in_reach = faults(|fault| known::why_not(fault).is_none());
    format!(
        "# What the catch-all suite catches

`{FILE}` tests a move generator with {} positions, whose counts add up to {leaves} leaves:

```sh
ox88 suite catch_all                       # checks the counts themselves
ox88 hunt --suite {FILE} ./my-engine
```

The suite catches {in_reach} of the {} faults of [the broken engine](../crates/broken-engine/src/list.rs). That means
that each of them changes at least one count.

Generators are often right for White and wrong for Black, or right on the kingside only. So each fault comes in several
forms: made by both sides, by White alone, and by Black alone. Faults of castling and of pawn captures also come on one
side of the board alone. Faults of unmake and of the hash table also come with the moves tried in reverse
order. These forms are the *mutants* in the table below. There are {} mutants, of which the suite catches {caught}.

![A heat map: a row for each fault, a column for each of the positions](pictures/catch_all.svg)

The darker a cell, the sooner the position in its column catches the fault in its row. The numbers on top are those of
the table below. `cargo run -p ox88-checks --bin catch_all` lists the forms that each position catches at each depth, and the
cheapest line for each fault.

",
        catches.len(),
        Fault::ALL.len(),
        mutants.len(),
    )
}

/// The positions by their numbers.
fn positions(mutants: &[Mutant], catches: &[Catch]) -> String {
    let mut text = "## The positions

*Alone* is how many mutants no other position of the suite catches.

| | position | depth | leaves | mutants | alone |
|--:|---|--:|--:|--:|--:|
"
    .to_owned();
    for (number, Catch { line, depths }) in catches.iter().enumerate() {
        let caught: Vec<usize> = (0..mutants.len()).filter(|&it| depths[it].is_some()).collect();
        let is_alone =
            |&&it: &&usize| catches.iter().filter(|catch| catch.depths[it].is_some()).count() == 1;
        let alone = caught.iter().filter(is_alone).count();
        let (depth, leaves) = (line.deepest(), line.leaves_to(line.deepest()));
        let (name, number, caught) = (&line.name, number + 1, caught.len());
        let _ = writeln!(text, "| {number} | `{name}` | {depth} | {leaves} | {caught} | {alone} |");
    }
    text + "\n"
}

fn is_caught(catches: &[Catch], mutant: usize) -> bool {
    catches.iter().any(|catch| catch.depths[mutant].is_some())
}

fn lines(mutants: &[Mutant], catches: &[Catch]) -> String {
    let mut text = "## Position by position

Each fault is listed at the least depth at which the position catches it, with the forms that are caught there:
`w` by White alone and `b` by Black alone; with a wing, as in a FEN, `K` and `Q` by White alone on the
kingside or queenside, `k` and `q` by Black. **Bold** is what no other position catches.

"
    .to_owned();
    for catch in catches {
        let SuiteCase { name, fen, counted, .. } = &catch.line;
        let _ = writeln!(text, "### {name}\n\n`{fen}`\n");
        text += "| depth | leaves | sum | catches |\n|--:|--:|--:|---|\n";
        for (depth, leaves) in (1..).zip(&counted.counts) {
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

fn row(mutants: &[Mutant], catches: &[Catch], all: &[SuiteCase], number: usize) -> String {
    let mutant = &mutants[number];
    let forms = || (0..mutants.len()).filter(|&it| mutants[it].fault == mutant.fault);
    let caught = forms().filter(|&it| is_caught(catches, it)).count();
    let here = catches.iter().filter_map(|catch| Some((&catch.line, catch.depths[number]?)));
    let here = here.min_by_key(|&(line, depth)| line.leaves_to(depth));
    let cell = |found: Option<(&SuiteCase, u32)>, with_suite: bool| {
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

fn not_caught(mutants: &[Mutant]) -> String {
    let mut text = "## What the suite cannot catch

| fault | why |
|---|---|
"
    .to_owned();
    for mutant in mutants.iter().filter(|mutant| mutant.is_whole()) {
        if let Some(why) = known::why_not(mutant.fault) {
            let _ = writeln!(text, "| {} | {why} |", mutant.fault.description());
        }
    }
    text + "
No suite catches an engine that hangs, dies, or answers a different question from the one asked. `ox88 hunt` reports these
troubles as what they are.
"
}

fn troubles() -> String {
    let mut text = "## What no suite can catch

The broken engine can also go wrong in conversation: it gives no count, the count of another position, or one that
cannot be read. Its formats (`crates/broken-engine/src/format.rs`) are no faults: the same counts in other words.

| trouble | what it does |
|---|---|
"
    .to_owned();
    for (_, name, what) in Trouble::ALL {
        let _ = writeln!(text, "| {name} | {what} |");
    }
    text
}
