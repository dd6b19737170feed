//! Finds known words that look like a misspelt one.

use strsim::osa_distance;

/// Shorter parts occur in many words.
const LETTERS_OF_A_PART: usize = 3;

/// Up to three of these words that look like the misspelt one, the most similar first.
pub fn similar<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wrong = wrong.to_ascii_lowercase();
    // A word that takes more edits is not similar.
    let most = |word: &str| if word.len() < 8 { 1 } else { word.len() / 4 };
    let distance = |word: &str| {
        let is_part = word.contains(&wrong) && wrong.len() >= LETTERS_OF_A_PART;
        // Each letter more takes an edit.
        let more = wrong.len().abs_diff(word.len());
        if is_part {
            Some(1)
        } else if more > most(word) {
            None
        } else {
            Some(osa_distance(&wrong, word)).filter(|&distance| distance <= most(word))
        }
    };
    let words = words.into_iter().filter_map(|word| Some((distance(word)?, word)));
    let mut similar: Vec<_> = words.collect();
    similar.sort_unstable();
    similar.into_iter().take(3).map(|(_, word)| word).collect()
}
