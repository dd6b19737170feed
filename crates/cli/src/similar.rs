//! Finds known words that look like a misspelt one.

/// Shorter parts occur in many words.
const LETTERS_OF_A_PART: usize = 3;

/// Up to three of these words that look like the misspelt one, the most similar first.
pub fn similar(wrong: &str, words: impl IntoIterator<Item = String>) -> Vec<String> {
    let wrong = wrong.to_ascii_lowercase();
    let how_far = |word: &str| match wrong.len().abs_diff(word.len()) {
        _ if word.contains(&wrong) && wrong.len() >= LETTERS_OF_A_PART => 1,
        // Each additional letter takes an edit. This skips words that are far too long or too short.
        more if more > most_edits(word) => more,
        _ => edits(wrong.as_bytes(), word.as_bytes()),
    };
    let mut similar: Vec<(usize, String)> = words
        .into_iter()
        .map(|word| (how_far(&word), word))
        .filter(|(edits, word)| *edits <= most_edits(word))
        .collect();
    similar.sort_unstable();
    similar.into_iter().take(3).map(|(_, word)| word).collect()
}

/// A word that takes more edits is not similar.
const fn most_edits(word: &str) -> usize {
    if word.len() < 8 { 1 } else { word.len() / 4 }
}

/// How many letters have to be put in, left out, changed, or swapped with the next one to make one word of
/// another.
fn edits(from: &[u8], to: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, &a) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &b) in to.iter().enumerate() {
            let mut least = (row[j] + usize::from(a != b)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && (a, b) == (to[j - 1], from[i - 1]) {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[to.len()]
}
