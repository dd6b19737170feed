//! Finds known words that look like a misspelt one.

use strsim::osa_distance;

/// Shorter parts occur in many words.
const LETTERS_OF_A_PART: usize = 3;

/// Up to three of these words that look like the misspelt one, the most similar first.
pub fn similar<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wrong = wrong.to_ascii_lowercase();
    let distance = |word: &str| {
        let is_part = word.contains(&wrong) && wrong.len() >= LETTERS_OF_A_PART;
        if is_part { 1 } else { osa_distance(&wrong, word) }
    };
    // A word that takes more edits is not similar.
    let most = |word: &str| if word.len() < 8 { 1 } else { word.len() / 4 };
    let words = words.into_iter().map(|word| (distance(word), word));
    let mut similar: Vec<_> = words.filter(|(distance, word)| *distance <= most(word)).collect();
    similar.sort_unstable();
    similar.into_iter().take(3).map(|(_, word)| word).collect()
}
