//! The last lines that a process has printed, for people to read.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many lines are remembered.
const MOST_LINES: usize = 5;

/// How many letters of each.
const MOST_LETTERS: usize = 160;

/// The last lines, shared with the threads that read them.
#[derive(Clone, Debug, Default)]
pub(super) struct LastLines(Arc<Mutex<VecDeque<String>>>);

impl LastLines {
    /// Remembers a line that is not empty, short and without what would move the cursor of a
    /// terminal.
    pub(super) fn remember(&self, source: &str, line: &str) {
        let plain = line.replace(char::is_control, " ");
        let plain = plain.trim();
        if plain.is_empty() {
            return;
        }
        let mut text: String = plain.chars().take(MOST_LETTERS).collect();
        if text.len() < plain.len() {
            text.push('…');
        }
        let mut lines = self.lines();
        if lines.len() == MOST_LINES {
            lines.pop_front();
        }
        lines.push_back(format!("{source}{text}"));
    }

    /// Forgets them, because something new begins.
    pub(super) fn forget(&self) {
        self.lines().clear();
    }

    /// The lines, the last one at the end.
    pub(super) fn tell(&self) -> Vec<String> {
        self.lines().iter().cloned().collect()
    }

    /// The lines are whole in any case: no thread panics while it holds them.
    fn lines(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
