//! The results, in words that an author reads.

use super::foretold::Foretold;
use super::grade::Grade;
use super::mutate::Edit;
use super::{FORETOLD, Hunted, Outcome, Results, SCREEN};
use std::fmt::Write as _;

/// A line about a change.
pub fn line(source: &str, edit: &Edit, outcome: &Outcome) -> String {
    let row = source[..edit.at.start].lines().count();
    let old: Vec<&str> = source[edit.at.clone()].split_whitespace().collect();
    let begin = format!(
        "{}, line {row}, {}: `{}` → `{}`: ",
        edit.owner,
        edit.what,
        old.join(" "),
        edit.with
    );
    begin
        + &match outcome {
            Outcome::DoesNotRun => "does not run".to_owned(),
            Outcome::NoDifference(asked) => format!("no difference in {asked} answers"),
            Outcome::Hunted(it) => hunted(it),
        }
}

fn hunted(it: &Hunted) -> String {
    let mut text = format!("{}: {} ({}) {}", it.grade.name(), it.rule, it.part, it.sentence);
    for (depth, it) in (1..).zip(it.foretold) {
        let Foretold { right, foretold, silent, false_alarm, otherwise } = it;
        let _ =
            write!(text, "; depth {depth}: {right} right, {foretold} foretold, {silent} silent, ");
        let _ = write!(text, "{false_alarm} false alarms, {otherwise} otherwise");
    }
    if !it.refuted.is_empty() {
        let _ = write!(text, "; REFUTED: {}", it.refuted.join(", "));
    }
    if it.reproduced == Some(false) {
        text += "; NOT REPRODUCED";
    }
    text + &format!("; {} s", it.seconds)
}

/// The tables in Markdown.
pub fn table(results: &[Results], seed: u64) -> String {
    let all: Vec<&Hunted> = results.iter().flat_map(Results::hunted).collect();
    let of = |grade| all.iter().filter(|it| it.grade == grade).count();
    let names: Vec<String> = results
        .iter()
        .map(|it| format!("{} {}", it.generator.name, it.generator.version))
        .collect();
    let reproduced = |is| all.iter().filter(|it| it.reproduced == Some(is)).count();
    let refuted = all.iter().filter(|it| !it.refuted.is_empty()).count();
    let mut text = format!(
        "Of {} chance bugs in {} ({}), the report of a hunt names the right part for {}, several parts with the right \
         one among them for {}, no part for {}, and a wrong part for {}. {} die, and their reports have the question \
         that kills them; {} were not found. shakmaty confirms every wrong move of {} reports and refutes some of {}. \
         The lines to copy show the bug in a new process for {} reports, and do not for {}.\n\n",
        all.len(),
        if results.len() == 1 { "one generator" } else { "two generators" },
        names.join(", "),
        of(Grade::PartRight),
        of(Grade::OneOfSeveral),
        of(Grade::Unknown),
        of(Grade::PartWrong),
        of(Grade::Dies),
        of(Grade::NotFound),
        all.len() - refuted - of(Grade::NotFound),
        refuted,
        reproduced(true),
        reproduced(false),
    );
    text += "| generator | changed | do not run | no difference | bugs |";
    for grade in Grade::ALL {
        let _ = write!(text, " {} |", grade.name());
    }
    text += "\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for it in results {
        text += &row(it);
    }
    let [one, two, three] = SCREEN;
    let _ = write!(
        text,
        "\n*No difference* is agreement with the original in all answers that fit into eight seconds: {one} positions \
         from random play at depth 1, {two} of them at depth 2, {three} at depth 3.\n\n"
    );
    text += &foretold(&all);
    let _ = write!(text, "\nThe seed was {seed}.\n");
    text
}

fn row(results: &Results) -> String {
    let of = |is: fn(&Outcome) -> bool| results.outcomes.iter().filter(|it| is(it)).count();
    let mut text = format!(
        "| {} | {} | {} | {} | {} |",
        results.generator.name,
        results.outcomes.len(),
        of(|it| matches!(it, Outcome::DoesNotRun)),
        of(|it| matches!(it, Outcome::NoDifference(_))),
        of(|it| matches!(it, Outcome::Hunted(_))),
    );
    for grade in Grade::ALL {
        let _ = write!(text, " {} |", results.hunted().filter(|it| it.grade == grade).count());
    }
    text + "\n"
}

/// What the reports foretell.
fn foretold(all: &[&Hunted]) -> String {
    let [one, two] = FORETOLD;
    let mut text = format!(
        "Each bug was then asked {one} other positions at depth 1, and {two} of them at depth 2. A reader who takes the \
         headline to mean that all moves of its rule are missing, or extra, would be told:\n\n\
         | depth | answers | right, as told | wrong, exactly as told | wrong, told right | right, told wrong | wrong, \
         otherwise than told |\n|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    for depth in [1, 2] {
        let sum = all.iter().fold(Foretold::default(), |sum, it| sum.and(it.foretold[depth - 1]));
        let Foretold { right, foretold, silent, false_alarm, otherwise } = sum;
        let asked = right + foretold + silent + false_alarm + otherwise;
        let _ = writeln!(
            text,
            "| {depth} | {asked} | {right} | {foretold} | {silent} | {false_alarm} | {otherwise} |"
        );
    }
    let is_whole = |it: &&&Hunted| {
        let sum = it.foretold[0].and(it.foretold[1]);
        sum.foretold > 0 && sum.silent + sum.false_alarm + sum.otherwise == 0
    };
    let _ = write!(
        text,
        "\n{} of the {} headlines foretell all answers of their bug.\n",
        all.iter().filter(is_whole).count(),
        all.len()
    );
    text
}
