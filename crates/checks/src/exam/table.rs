//! The results: a table for people, and a line for each case.

use super::doors::Door;
use super::grade::Grade;
use super::{Asked, Order};
use std::fmt::Write as _;
use std::time::Duration;

/// The short table in Markdown: a row for each door.
pub fn summary(asked: &[Asked]) -> String {
    let mut text = "| way of asking | engines | right | part only | unknown | wrong or missed |\n|---|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for door in Door::ALL {
        let is_shown = |it: &&Asked| it.door == door && it.grade != Grade::NotShown;
        let shown: Vec<&Asked> = asked.iter().filter(is_shown).collect();
        let of = |grade| shown.iter().filter(|it| it.grade == grade).count();
        let open = [Grade::Right, Grade::PartOnly, Grade::Unknown].map(of);
        if !shown.is_empty() {
            let wrong = shown.len() - open.iter().sum::<usize>();
            let [right, part_only, unknown] = open;
            let _ = writeln!(
                text,
                "| {} | {} | {right} ({} %) | {part_only} | {unknown} | {wrong} |",
                door.what(),
                shown.len(),
                100 * right / shown.len(),
            );
        }
    }
    text
}

/// The whole table in Markdown: a row for each door, for engines with one fault and with two.
pub fn table(asked: &[Asked]) -> String {
    let mut text = "| way of asking | bugs | asked | right | part only | unknown | wrong part | wrong rule | invented | missed \
                    | pieces | questions | time |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for door in Door::ALL {
        for faults in 0..=2 {
            let of = |it: &&Asked| it.door == door && it.faults == faults;
            let all: Vec<&Asked> = asked.iter().filter(of).collect();
            let shown: Vec<&Asked> =
                all.iter().copied().filter(|it| it.grade != Grade::NotShown).collect();
            if !shown.is_empty() {
                text += &row(door, faults, &shown, all.iter().map(|it| it.time).sum());
            }
        }
    }
    text
}

/// A new table together with those rows of an older one that are about doors which were not asked.
pub fn with_rows_of_others(old: &str, new: &str, asked: &[Door]) -> String {
    let door_of = |row: &&str| {
        let is_of = |door: &Door| {
            row.starts_with(&format!("| {} |", door.what()))
                || row.starts_with(&format!("| `{}`", door.name()))
        };
        Door::ALL.into_iter().position(|door| is_of(&door))
    };
    let is_of_another =
        |row: &&str| door_of(row).is_some_and(|place| !asked.contains(&Door::ALL[place]));
    let mut rows: Vec<&str> = new.lines().chain(old.lines().filter(is_of_another)).collect();
    // The two lines of the heading are of no door, and stay where they are.
    rows.sort_by_key(door_of);
    rows.into_iter().map(|row| format!("{row}\n")).collect()
}

fn row(door: Door, faults: usize, shown: &[&Asked], time: Duration) -> String {
    let of = |grade| shown.iter().filter(|it| it.grade == grade).count();
    let percent =
        |count: usize| format!("{count} ({} %)", (100 * count + shown.len() / 2) / shown.len());
    let pieces: Vec<usize> = shown.iter().filter_map(|it| it.pieces).collect();
    let questions: Vec<usize> =
        shown.iter().map(|it| usize::try_from(it.questions).unwrap_or_default()).collect();
    format!(
        "| `{}`{} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {}/{} | {} | {} s |\n",
        door.name(),
        match faults {
            0 => ": engines that are right but make an unusual choice".to_owned(),
            1 => format!(": {}", door.what()),
            _ => String::new(),
        },
        faults,
        shown.len(),
        percent(of(Grade::Right)),
        of(Grade::PartOnly),
        of(Grade::Unknown),
        of(Grade::WrongPart),
        of(Grade::WrongRule),
        of(Grade::Invented),
        of(Grade::Missed),
        median(pieces.clone()),
        pieces.iter().max().copied().unwrap_or_default(),
        median(questions),
        time.as_secs(),
    )
}

/// A line for each wrong verdict, with what `--only` takes, and for each door where the hunt does not reach the bar.
pub fn misses(asked: &[Asked]) -> Vec<String> {
    let mut lines = Vec::new();
    for (door, number) in Door::ALL.into_iter().flat_map(|door| [(door, 0), (door, 1), (door, 2)]) {
        let of =
            |it: &&Asked| (it.door, it.faults) == (door, number) && it.grade != Grade::NotShown;
        let shown: Vec<&Asked> = asked.iter().filter(of).collect();
        let faults = ["no bug", "one bug", "two bugs"][number];
        for it in shown.iter().filter(|it| it.grade.is_wrong()) {
            lines.push(format!("{}, {faults}: {}: {:?}", door.name(), it.grade.name(), it.words));
        }
        let right = shown.iter().filter(|it| it.grade == Grade::Right).count();
        let bar = door.bar().map(|(alone, pairs)| if number == 2 { pairs } else { alone });
        if let Some(bar) = bar.filter(|bar| right * 100 < bar * shown.len()) {
            let of = shown.len();
            lines
                .push(format!("{}, {faults}: {right} of {of} are right, not {bar} %", door.name()));
        }
    }
    lines
}

fn median(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// A line for each case. The last column repeats it.
pub fn csv(asked: &[Asked], order: &Order) -> String {
    let mut text =
        "switches,door,grade,why,expected,rule,part,sentence,pieces,questions,ms,command\n"
            .to_owned();
    for it in asked {
        let command = format!(
            "cargo run --release -p ox88-checks --bin exam -- --seed {} --ways {} --only {:?}",
            order.seed,
            it.door.name(),
            it.words
        );
        let cells = [
            it.words.clone(),
            it.door.name().to_owned(),
            it.grade.name().to_owned(),
            it.why.clone(),
            it.expected.clone(),
            it.rule.clone(),
            it.part.clone(),
            it.sentence.clone(),
            it.pieces.map_or(String::new(), |pieces| pieces.to_string()),
            it.questions.to_string(),
            it.time.as_millis().to_string(),
            command,
        ];
        let quoted = cells.map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        let _ = writeln!(text, "{}", quoted.join(","));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Door, with_rows_of_others};

    #[test]
    fn a_door_that_was_not_asked_keeps_its_row() {
        let [first, second, third] = [0, 1, 2].map(|place| Door::ALL[place]);
        let row = |door: Door, what: &str| format!("| `{}`: {what} |\n", door.name());
        let table = |rows: [String; 3]| format!("| way |\n|---|\n{}", rows.concat());
        let old = table([row(first, "old"), row(second, "old"), row(third, "old")]);
        let new = format!("| way |\n|---|\n{}", row(second, "new"));
        let both = table([row(first, "old"), row(second, "new"), row(third, "old")]);
        assert_eq!(with_rows_of_others(&old, &new, &[second]), both);
    }
}
