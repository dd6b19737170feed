//! The results, in words that an author reads.

use super::foretold::Told;
use super::grade::Grade;
use super::mutate::Edit;
use super::{FORETOLD, Hunted, Outcome, Results};
use std::fmt::Write as _;

/// A line about a change.
pub fn line(source: &str, edit: &Edit, outcome: &Outcome) -> String {
    let row = source[..edit.at.start].lines().count();
    let old: Vec<&str> = source[edit.at.clone()].split_whitespace().collect();
    let (old, Edit { owner, what, with, .. }) = (old.join(" "), edit);
    let said = match outcome {
        Outcome::DoesNotRun => "does not run".to_owned(),
        Outcome::NoDifference(asked) => format!("no difference in {asked} answers"),
        Outcome::Hunted(it) => hunted(it),
    };
    format!("{owner}, line {row}, {what}: `{old}` -> `{with}`: {said}")
}

fn hunted(it: &Hunted) -> String {
    let Hunted { rule, part, sentence, seconds, .. } = it;
    let explained = if it.is_explained { " explained" } else { "" };
    let mut text =
        format!("{}{explained}: {rule} ({part}) {sentence}; {seconds} s", it.grade.name());
    for (depth, counts) in (1..).zip(it.foretold) {
        let counts = Told::NAMES.iter().zip(counts).map(|(name, count)| format!("{count} {name}"));
        let _ = write!(text, "; depth {depth}: {}", counts.collect::<Vec<_>>().join(", "));
    }
    if !it.refuted.is_empty() {
        let _ = write!(text, "; REFUTED: {}", it.refuted.join(", "));
    }
    if !it.claims.is_empty() {
        let _ = write!(text, "; NOT SO: {}", it.claims.join(" / "));
    }
    text + if it.reproduced == Some(false) { "; NOT REPRODUCED" } else { "" }
}

/// The results in Markdown, for the page.
pub fn table(results: &[Results], seed: u64) -> String {
    let all: Vec<&Hunted> = results.iter().flat_map(Results::hunted).collect();
    let of = |grade| all.iter().filter(|it| it.grade == grade).count();
    let names: Vec<String> = results
        .iter()
        .map(|it| format!("{} {}", it.generator.name, it.generator.version))
        .collect();
    let reproduced = all.iter().filter(|it| it.reproduced == Some(true)).count();
    let moves: usize = all.iter().map(|it| it.moves).sum();
    let refuted: usize = all.iter().map(|it| it.refuted.len()).sum();
    let claims: usize = all.iter().map(|it| it.claims.len()).sum();
    let rounded = |count: usize| (100 * count + all.len() / 2) / all.len().max(1);
    let percent = |grade| format!("{} ({} %)", of(grade), rounded(of(grade)));
    let number = ["no", "one", "two", "three"][results.len()];
    let [one, two] = FORETOLD;
    format!(
        "Of {} random bugs in {number} generators by other authors ({}):\n\n\
         | the report | bugs |\n|---|--:|\n\
         | names the part with the bug | {} |\n\
         | leaves several parts open, among them the right one | {} |\n\
         | leaves all parts open | {} |\n\
         | shows the question at which the engine dies or hangs | {} |\n\
         | names a wrong part | {} |\n\
         | says that nothing is wrong | {} |\n\n\
                  The reports call {moves} moves and counts wrong; shakmaty confirms {}. In {} of the {} reports, the lines \
         under *To reproduce* show the bug again in a fresh process. The log of the hunt contradicts {}.\n\n\
         {} of the {} reports predict the engine exactly: asked up to {one} other questions at depth 1 and {two} at depth 2, the \
         engine gave the wrong answers that the report predicts, and no others. The seed was {seed}.\n",
        all.len(),
        names.join(", "),
        percent(Grade::PartRight),
        percent(Grade::OneOfSeveral),
        percent(Grade::Unknown),
        percent(Grade::Dies),
        percent(Grade::PartWrong),
        percent(Grade::NotFound),
        match refuted {
            0 => "all of them".to_owned(),
            some => format!("{} of them", moves - some),
        },
        reproduced,
        all.len(),
        match claims {
            0 => "no sentence of a report".to_owned(),
            1 => "one sentence of one report".to_owned(),
            some => format!("{some} sentences of reports"),
        },
        all.iter().filter(|it| says_all(it)).count(),
        all.len(),
    )
}

/// Whether its report predicts every wrong answer, and no other.
fn says_all(hunted: &Hunted) -> bool {
    let of = |told: Told| hunted.foretold.iter().map(|it| it[told as usize]).sum::<usize>();
    of(Told::Foretold) > 0
        && [Told::Silent, Told::FalseAlarm, Told::Otherwise].into_iter().map(of).sum::<usize>() == 0
}
