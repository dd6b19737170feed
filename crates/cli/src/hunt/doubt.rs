//! Can these rows be the answer to that question? What was copied by hand may be a part of it, or the
//! answer to another question, and neither is an error of the program that was asked.

use ox88::Position;
use ox88_hunt::{
    BySquares, Comparison, Difference, Line, Oracle, OutputLine, Reply, Row, WrongTotal,
    by_squares, compare, read_line,
};

/// The rows are tried at depths beside the one that was asked, up to this many leaves.
const MAX_NODES: u128 = 5_000_000;

/// More rows than there are ways from a square to a square, which no position has.
const MOST_ROWS: usize = 64 * 64;

/// So many letters of a line that says nothing that is known are kept.
const LETTERS_KEPT: usize = 160;

/// More names in one sentence are not read.
const NAMES_SHOWN: usize = 6;

/// What was pasted in answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pasted {
    pub reply: Reply,
    /// The lines that say nothing that is known.
    pub unread: Vec<String>,
}

/// The rows beside a right divide.
pub(super) struct Compared {
    pub comparison: Comparison,
    /// The rows in SAN that mean no move of the position, as far as is known.
    unread: Vec<Row>,
    /// Whether a row in SAN may mean several moves, and nothing shows which is missing.
    pub is_in_doubt: bool,
}

impl Compared {
    /// How many rows are no moves of the position.
    fn strange(&self) -> usize {
        let Comparison { difference, uncounted, .. } = &self.comparison;
        difference.extra.len() + uncounted + self.unread.len()
    }
}

/// Why rows are not taken for the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    pub kind: DoubtKind,
    /// What was found, and what to do about it.
    pub sentence: String,
}

/// How sure it is that something is wrong with what was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DoubtKind {
    /// There are no rows to compare, or some cannot be read.
    Unreadable,
    /// A program would have to be wrong in a strange way to print this.
    Unlikely,
    /// A part may have been left out.
    Incomplete,
}

impl Pasted {
    /// Adds a line.
    pub fn add(&mut self, line: &str) -> OutputLine {
        let read = read_line(line);
        if self.has_too_many_lines() {
            return read;
        }
        if read == OutputLine::Other && !line.is_empty() {
            if self.unread.len() < MOST_ROWS {
                self.unread.push(line.chars().take(LETTERS_KEPT).collect());
            }
        } else {
            self.reply.add(read.clone());
        }
        read
    }

    /// Whether there are more rows or totals than any position has. Then nothing more is kept.
    fn has_too_many_lines(&self) -> bool {
        self.reply.rows.len().max(self.reply.totals.len()) > MOST_ROWS
    }

    /// Whether there is a total that is the sum of the rows.
    pub fn has_its_total(&self) -> bool {
        self.reply.totals.contains(&self.reply.sum())
    }

    /// The rows beside the right divide of a position. Rows in SAN count by what they mean there.
    pub fn compared(&self, oracle: &Oracle, position: &Position, depth: u32) -> Compared {
        let right = oracle.divide(position, depth);
        let BySquares { reply, is_in_doubt } = by_squares(position, &right, &self.reply, &[]);
        let comparison = compare(position, &right, &reply);
        Compared { comparison, unread: reply.unread, is_in_doubt }
    }

    /// Whether a total that follows belongs to these rows.
    pub fn lacks_total(&self, total: u128) -> bool {
        let Reply { rows, .. } = &self.reply;
        let is_theirs = total == self.reply.sum() || total == rows.len() as u128;
        !rows.is_empty() && (is_theirs || !self.has_its_total())
    }

    /// Why this is not taken for the divide of a position, if it is not.
    pub fn doubt(
        &self,
        oracle: &Oracle,
        line: &Line,
        depth: u32,
        before: Option<&Line>,
    ) -> Option<Doubt> {
        let position = &line.end();
        let doubt = |kind, sentence| Some(Doubt { kind, sentence });
        let rows = self.reply.rows.len();
        if self.has_too_many_lines() {
            let sentence = format!(
                "there are more than {MOST_ROWS} rows or totals: expected the divide of one position"
            );
            return doubt(DoubtKind::Unreadable, sentence);
        }
        if rows == 0 {
            return self.doubt_without_rows(position);
        }
        let compared = self.compared(oracle, position, depth);
        let Compared { comparison, unread: unread_rows, .. } = &compared;
        let difference = &comparison.difference;
        if difference.is_empty() {
            return None;
        }
        if let Some(other) = self.other_depth(oracle, position, depth, &compared) {
            return doubt(
                DoubtKind::Unlikely,
                format!(
                    "these are the counts of depth {other}, not of depth {depth} (a program that does \
                     not count the first move takes a depth one less)"
                ),
            );
        }
        // What cannot be read says nothing of the program, so that nobody can insist on it.
        let kind = if unread_rows.is_empty() { DoubtKind::Unlikely } else { DoubtKind::Unreadable };
        let strange = compared.strange();
        if strange * 2 > rows {
            return doubt(kind, self.of_another_position(oracle, strange, line, before));
        }
        if !unread_rows.is_empty() && !difference.missing.is_empty() {
            let rows: Vec<String> = unread_rows.iter().map(|row| format!("`{row}`")).collect();
            let sentence = format!(
                "no moves of this position: {}: expected each move by its squares, as in `g1f3: 20`, \
                 or in SAN, as in `Nf3: 20`",
                first_few(&rows)
            );
            return doubt(kind, sentence);
        }
        let like_rows = self.unread.iter().filter(|line| is_like_row(line));
        let like_rows: Vec<String> = like_rows.map(|line| format!("`{line}`")).collect();
        if !like_rows.is_empty()
            && like_rows.len() >= difference.missing.len()
            && !difference.missing.is_empty()
        {
            return doubt(
                DoubtKind::Unreadable,
                format!(
                    "not understood: {}: expected rows as in `e2e4: 20`",
                    first_few(&like_rows)
                ),
            );
        }
        if difference.twice.len() * 4 > rows {
            let sentence = "most moves have more than one row: was it pasted twice?".to_owned();
            return doubt(DoubtKind::Unlikely, sentence);
        }
        self.doubt_about_a_part(oracle, position, depth, difference)
    }

    fn doubt_without_rows(&self, position: &Position) -> Option<Doubt> {
        let Reply { totals, .. } = &self.reply;
        let claims_no_move = !totals.is_empty() && totals.iter().all(|&total| total == 0);
        let has_no_move = position.legal_moves().is_empty();
        if claims_no_move || has_no_move && *self == Pasted::default() {
            return None;
        }
        let sentence = match (self.reply.total(), &self.unread[..]) {
            (Some(total), _) => format!(
                "there is the total {total} and no row: expected the count of each move, as in \
                 `e2e4: 20`; most programs print them at `divide`, some at `go perft`"
            ),
            (None, []) => {
                "there are no rows: expected the count of each move, as in `e2e4: 20`".to_owned()
            }
            (None, unread) => {
                let unread: Vec<String> = unread.iter().map(|line| format!("`{line}`")).collect();
                format!("not understood: {}: expected rows as in `e2e4: 20`", first_few(&unread))
            }
        };
        // Where there is no move, a program may print anything but rows.
        let kind = if has_no_move { DoubtKind::Incomplete } else { DoubtKind::Unreadable };
        Some(Doubt { kind, sentence })
    }

    /// Another depth at which more of the counts are right, and most of them.
    fn other_depth(
        &self,
        oracle: &Oracle,
        position: &Position,
        depth: u32,
        compared: &Compared,
    ) -> Option<u32> {
        let branches = position.legal_moves().len() as u128;
        let is_cheap = compared.comparison.nodes.saturating_mul(branches) <= MAX_NODES;
        let here = self.right_counts(compared);
        let fits = |&other: &u32| {
            let right = self.right_counts(&self.compared(oracle, position, other));
            right > here && right * 2 > self.reply.rows.len()
        };
        let others = [depth - 1, depth + 1].into_iter();
        others.filter(|&other| 0 < other && (other < depth || is_cheap)).find(fits)
    }

    /// How many rows are legal moves with the right count, each listed once.
    pub fn right_counts(&self, compared: &Compared) -> usize {
        let Difference { counts, twice, .. } = &compared.comparison.difference;
        let wrong = compared.strange() + counts.len() + twice.len();
        self.reply.rows.len().saturating_sub(wrong)
    }

    fn of_another_position(
        &self,
        oracle: &Oracle,
        strange: usize,
        line: &Line,
        before: Option<&Line>,
    ) -> String {
        let rows = self.reply.rows.len();
        let is_of = |position: &Position| self.compared(oracle, position, 1).strange() * 2 < rows;
        let others = [
            (Some(line.root), "but of the one before the moves were played"),
            (before.map(Line::end), "but of the one that was asked about before"),
            (Some(Position::start()), "but of the start position"),
        ];
        let whose = others.iter().find(|(other, _)| other.as_ref().is_some_and(is_of));
        let whose = whose.map_or("as if another one were set up", |(_, whose)| whose);
        format!("{strange} of {rows} rows are no moves of this position, {whose}")
    }

    /// Whether a part may be missing: at the beginning, where the total then says more than the rows,
    /// or at the end, where there is no total.
    fn doubt_about_a_part(
        &self,
        oracle: &Oracle,
        position: &Position,
        depth: u32,
        difference: &Difference,
    ) -> Option<Doubt> {
        let missing = &difference.missing;
        let names: Vec<String> = missing.iter().map(|&mv| position.move_text(mv)).collect();
        let names = first_few(&names);
        let doubt = |kind, sentence| Some(Doubt { kind, sentence });
        match difference.total {
            Some(WrongTotal { claimed, sum }) => {
                let right = oracle.divide(position, depth);
                let left_out = right.rows().iter().filter(|row| missing.contains(&row.0));
                let left_out = left_out.fold(0_u128, |sum, row| sum.saturating_add(row.1));
                if left_out > 0 && sum.checked_add(left_out) == Some(claimed) {
                    return doubt(
                        DoubtKind::Unlikely,
                        format!("no row for {names}, but the total {claimed} counts them"),
                    );
                }
                let sentence = format!("the total is {claimed}, but the rows add up to {sum}");
                doubt(DoubtKind::Incomplete, sentence)
            }
            None if !missing.is_empty() && !self.has_its_total() => doubt(
                DoubtKind::Incomplete,
                format!("no row for {names}, and no total that says whether all rows are there"),
            ),
            None => None,
        }
    }
}

/// Whether a line has a square and a number, as the row of a divide has.
fn is_like_row(line: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair[0], b'a'..=b'h') && matches!(pair[1], b'1'..=b'8');
    let has_move =
        line.as_bytes().windows(2).any(is_square) || line.contains("O-O") || line.contains("0-0");
    let words = line.split(|letter: char| letter.is_whitespace() || ":=".contains(letter));
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    has_move && words.skip(1).any(is_number) && !line.starts_with("info")
}

/// `a2a3, a2a4 and 18 more`
pub(super) fn first_few(names: &[String]) -> String {
    let shown = names[..names.len().min(NAMES_SHOWN)].join(", ");
    match names.len().saturating_sub(NAMES_SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
