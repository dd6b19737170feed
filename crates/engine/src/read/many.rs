//! Several moves on one line with numbers between them, like `e2e4 600 e7e5 29`.

use super::name::Name;
use super::rows::read_count;
use super::totals::UCI_LINES;

/// Whether numbers are between several moves of a line, so that nobody knows which of them belongs to which move: the
/// second move may be the reply to the first. A number and the moves that are expected to follow are no such line.
pub(super) fn has_several_counts(line: &str) -> bool {
    let is_of_uci = line.split_whitespace().next().is_none_or(|it| UCI_LINES.contains(&it));
    match around_moves(line)[..] {
        [front, ref between @ .., behind] if !is_of_uci => {
            let has_one = between.iter().any(|text| has_number(text));
            has_one && (has_number(front) || has_number(behind))
        }
        _ => false,
    }
}

/// Whether there is a number between any two moves of such a line: they may be rows. In a game there is not.
pub(super) fn may_be_rows(line: &str) -> bool {
    let around = around_moves(line);
    has_several_counts(line) && around[1..around.len() - 1].iter().all(|text| has_number(text))
}

fn has_number(text: &str) -> bool {
    let is_no_number =
        |letter: char| !(letter.is_ascii_digit() || matches!(letter, ',' | '_' | '\''));
    let is_number = |word: &str| read_count(word.trim_matches([',', '_', '\''])).is_some();
    text.split(is_no_number).any(is_number)
}

/// The texts in front of the moves of a line, between them, and behind. A move that comes again in other words is one.
fn around_moves(line: &str) -> Vec<&str> {
    let (mut around, mut last, mut start, mut at) = (Vec::new(), Name::Nothing, 0, 0);
    while let Some(letter) = line[at..].chars().next() {
        let is_in_word = line[..at].ends_with(char::is_alphanumeric);
        match Name::at_start_of(&line[at..]).filter(|_| !is_in_word) {
            Some((name, text)) => {
                if !last.is_in_other_words(name) {
                    around.push(&line[start..at]);
                    (last, start) = (name, at + text.len());
                }
                at += text.len();
            }
            None => at += letter.len_utf8(),
        }
    }
    around.push(&line[start..]);
    around
}
