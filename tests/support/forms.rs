//! Divides in the forms in which programs print them, or might: the rows are in `forms.txt`.

use crate::unescaped;
use ox88::{Position, divide};

/// What is between the rows of a divide in one line.
const ON_ONE_LINE: [&str; 5] = [" ", ", ", "; ", "   ", "\r"];

/// Each form of a row, with what is between two of them.
pub fn forms() -> Vec<(String, &'static str)> {
    let lines = include_str!("forms.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("// "));
    let below_each_other = lines.map(|line| (unescaped(line), "\n"));
    let on_one_line = ON_ONE_LINE.iter().flat_map(|&between| {
        ["@M: @N", "@M @N", "@N @M", "('@M', @D, @N)", "@M=@N"]
            .map(|form| (form.to_owned(), between))
    });
    let four_a_line = [("@M: @N@E".to_owned(), "")];
    below_each_other.chain(on_one_line).chain(four_a_line).collect()
}

/// The rows of a right divide in this form, with a total below them or not.
pub fn printed(
    position: &Position,
    depth: u32,
    form: &str,
    between: &str,
    has_total: bool,
) -> String {
    let (right, mut sum) = (divide(position, depth), 0);
    let rows = right.texts().enumerate().map(|(at, (mv, count))| {
        sum += count;
        let (_, grouped) = form.split_once("@G").unwrap_or_default();
        let sign = grouped.chars().next().map(String::from).unwrap_or_default();
        let digits = count.to_string();
        let (high, low) = digits.split_at(digits.len().saturating_sub(3));
        let groups = if high.is_empty() { digits.clone() } else { format!("{high}{sign}{low}") };
        let letters = [("q", "D"), ("r", "T"), ("b", "L"), ("n", "S")];
        let letter =
            letters.iter().fold(mv[4..].to_owned(), |it, (own, other)| it.replace(own, other));
        let values = [
            (format!("@G{sign}"), groups),
            ("@M".to_owned(), mv.clone()),
            ("@F".to_owned(), mv[..2].to_owned()),
            ("@T".to_owned(), mv[2..].to_owned()),
            ("@N".to_owned(), digits),
            ("@D".to_owned(), depth.to_string()),
            ("@S".to_owned(), sum.to_string()),
            ("@I".to_owned(), (at + 1).to_string()),
            ("@J".to_owned(), at.to_string()),
            ("@X".to_owned(), ((at * 7 + 3) % 11).to_string()),
            ("@P".to_owned(), (100 * count / right.total()).to_string()),
            ("@L".to_owned(), mv[..4].to_owned() + &letter),
            ("@E".to_owned(), if at % 4 == 3 { "\n" } else { "   " }.to_owned()),
        ];
        values.iter().fold(form.to_owned(), |row, (name, value)| row.replace(name, value))
    });
    let rows = rows.collect::<Vec<String>>().join(between) + "\n";
    if has_total { format!("{rows}\nNodes searched: {}\n", right.total()) } else { rows }
}
