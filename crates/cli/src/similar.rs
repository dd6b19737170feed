//! Words that look most like one that does not exist.

/// Fewer letters than this are in many words.
const LETTERS_OF_A_PART: usize = 3;

/// Of these words the three that look most like a wrong one, the nearest first: none if all look different.
pub fn similar(wrong: &str, words: impl IntoIterator<Item = String>) -> Vec<String> {
    let wrong = wrong.to_ascii_lowercase();
    let how_far = |word: &str| match wrong.len().abs_diff(word.len()) {
        _ if word.contains(&wrong) && wrong.len() >= LETTERS_OF_A_PART => 1,
        // It takes an edit for each letter that one has more, and the wrong one may be of any length.
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

/// A word that takes more edits does not look like the wrong one.
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
