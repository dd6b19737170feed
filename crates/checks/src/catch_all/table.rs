//! The page about the suite: how many mutants each of its positions catches, and what it cannot catch.

use super::known;
use super::known::{Catch, FILE};
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::Mutant;
use ox88_hunt::{Chess960, Limits, Plan};
use std::fmt::Write as _;

/// The page in Markdown.
pub fn page(mutants: &[Mutant], catches: &[Catch]) -> String {
    [head(mutants, catches), positions(mutants, catches), not_caught(mutants)].concat()
}

fn head(mutants: &[Mutant], catches: &[Catch]) -> String {
    let caught = (0..mutants.len()).filter(|&it| is_caught(catches, it)).count();
    let faults = |is: fn(Fault) -> bool| Fault::ALL.iter().filter(|&&fault| is(fault)).count();
    let leaves: u64 = catches.iter().flat_map(|catch| &catch.line.counted.counts).sum();
    let in_reach = faults(|fault| known::why_not(fault).is_none());
    let limits = Limits {
        max_nodes: leaves.into(),
        max_depth: None,
        chess960: Chess960::LeftOut,
        has_impossible: false,
    };
    let added = Plan::of_suites(&[known::suite()], limits).positions - catches.len();
    format!(
        "# What the catch-all suite catches

`{FILE}` tests a move generator with {} positions, whose counts add up to {leaves} leaves:

```sh
ox88 suite catch_all                       # checks the counts themselves
ox88 hunt --suite {FILE} ./my-engine
```

The hunt adds {added} positions of its own. The suite catches {in_reach} of the {} bugs of [the broken
engine](../crates/broken-engine/src/list.rs). Each of the {in_reach} changes at least one count.

Generators are often right for White and wrong for Black, or right on the kingside only. So we plant each bug in
several forms: for both colours, for White only, and for Black only. We plant bugs in castling and pawn captures for one
wing only as well, and try bugs in unmake and the hash table with the moves in reverse order, too. These forms are the
*mutants* in the table below. There are {} mutants, of which the suite catches {caught}.

![A heat map: a row for each bug, a column for each of the positions](pictures/catch_all.svg)

The darker a cell, the sooner the position in its column catches the bug in its row. The numbers on top are those of
the table below.

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

fn not_caught(mutants: &[Mutant]) -> String {
    let mut text = "## What the suite cannot catch

| bug | why |
|---|---|
"
    .to_owned();
    for mutant in mutants.iter().filter(|mutant| mutant.is_whole()) {
        if let Some(why) = known::why_not(mutant.fault) {
            let _ = writeln!(text, "| {} | {why} |", mutant.fault.description());
        }
    }
    text + "
No suite catches an engine that hangs, dies, or answers a different question from the one asked. `ox88 hunt` reports
each of these for what it is.
"
}
