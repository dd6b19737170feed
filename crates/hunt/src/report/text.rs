//! A report on a terminal: a finding on one screen, the table of all causes, and the totals.

use super::{Cause, Found, Report, ShownBy, Verdict, counted, in_a_line};
use crate::explain::Explanation;
use crate::finding::WrongMove;
use ox88::{File, Piece, Position, Rank, Square};

/// More wrong moves than this do not fit on a screen, and are mostly wrong for one reason.
const MOVES_SHOWN: usize = 6;

/// How long a line of a sentence may get.
const WIDTH: usize = 96;

/// What takes the place of the part at fault in a table where the engine gave no reply.
const NO_PART: &str = "none";

// What a terminal takes for a command to change its colours.
const MARK: &str = "\x1b[30;43m";
const BOLD: &str = "\x1b[1m";
const WRONG: &str = "\x1b[1;31m";
const END: &str = "\x1b[0m";

impl Report {
    /// The report as text: the smallest finding of each cause, the table of all, how much was tried, and what was
    /// left out. Squares are marked by colour, or else by brackets.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        if let Some(error) = &self.error {
            return format!("{error}\n");
        }
        let mut text = String::new();
        for cause in &self.causes {
            text += &(self.smallest(cause).text(colour) + "\n");
        }
        if self.findings.len() > 1 {
            text += &(self.table() + "\n");
            text.extend(self.advice.map(|advice| format!("{advice}\n\n")));
        }
        text += &(self.totals_line() + "\n");
        text.extend(self.remarks.iter().map(|line| format!("{line}\n")));
        text
    }

    /// How much was found, in how much work: `1 finding: 12 positions, 40 questions, 8902 nodes, 0.112 s`.
    fn totals_line(&self) -> String {
        let found = match self.findings.len() {
            0 => "no difference".to_owned(),
            count => counted(count, "finding"),
        };
        let so_far = if self.verdict == Verdict::Interrupted { " so far" } else { "" };
        let (positions, questions) =
            (counted(self.positions, "position"), counted(self.questions, "question"));
        let (nodes, seconds) = (self.nodes.0, self.seconds);
        format!("{found}{so_far}: {positions}, {questions}, {nodes} nodes, {seconds:.3} s")
    }

    /// The table of all causes: the rule, the origin, how many, and the smallest example.
    fn table(&self) -> String {
        let ids = self.causes.iter().map(|cause| cause.rule.len()).max().unwrap_or(0).max(4);
        let mut lines =
            vec![format!("{:<ids$}  {:<10}  {:>5}  smallest example", "rule", "origin", "found")];
        for cause @ Cause { rule, origin, found, .. } in &self.causes {
            let (part, smallest) = (origin.unwrap_or(NO_PART), self.smallest(cause));
            let doubt = if smallest.doubt.is_some() { " ?" } else { "" };
            let example = smallest.example();
            let row = format!("{rule:<ids$}  {part:<10}  {found:>5}  {example}{doubt}");
            lines.push(row.trim_end().to_owned());
        }
        lines.join("\n") + "\n"
    }
}

impl Found {
    /// The finding on one screen. Squares are marked by colour, or else by brackets.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let (bold, end) = if colour { (BOLD, END) } else { ("", "") };
        // The title of a trouble is a sentence.
        let rule = self.origin.as_ref().map_or(String::new(), |_| format!("{}: ", self.rule));
        let mut lines = vec![format!("{bold}{rule}{}{end}\n", self.title)];
        lines.extend(self.telling_leaves().map(|leaves| wrapped("leaves    ", &leaves)));
        let place = self.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        lines.push(format!("case      {}{place}, depth {}", self.case, self.asked_depth));
        lines.push(wrapped("path      ", &self.way()));
        lines.push(format!("fen       {}", self.shown_by.line.end()));
        lines.extend(self.right_in().map(|right_in| format!("right in  {right_in}")));
        if let Some(trouble) = &self.trouble {
            lines.push(wrapped("trouble   ", &trouble.kind.to_string()));
            lines.push(trouble.last_words());
            lines.extend(self.doubt.iter().map(|doubt| wrapped("doubt     ", doubt)));
        } else {
            lines.extend(self.what_is_wrong(colour));
        }
        let ShownBy { lines: for_the_engine, lines_for_ox88, .. } = &self.shown_by;
        for (who, asked) in [("the engine", &for_the_engine[..]), ("what is right", lines_for_ox88)]
        {
            if !asked.is_empty() {
                lines.push(format!("\nsee it again: {who}\n  {}", asked.join("\n  ")));
            }
        }
        lines.join("\n") + "\n"
    }

    /// The board, and a sentence for each thing that is known.
    fn what_is_wrong(&self, colour: bool) -> Vec<String> {
        let of_a_move = || self.moves.iter().map(WrongMove::squares).find(|it| !it.is_empty());
        let marked = self.cause.as_ref().map(|cause| &cause.squares[..]).or_else(of_a_move);
        let here = self.shown_by.line.end();
        let mut lines = vec![drawing(&here, marked.unwrap_or_default(), colour)];
        if let Some(Explanation { rule, reason, .. }) = &self.cause {
            lines.push(wrapped("cause     ", &format!("{reason} [{}]", rule.id())));
        }
        lines.extend(self.moves.iter().take(MOVES_SHOWN).map(|mv| line_of_move(mv, colour)));
        if self.moves.len() > MOVES_SHOWN {
            lines.push(format!("            … and {} more", self.moves.len() - MOVES_SHOWN));
        }
        lines.extend(self.total.iter().map(|total| wrapped("total     ", &total.sentence)));
        lines.extend(self.origin.iter().map(|origin| wrapped("origin    ", &origin.sentence)));
        lines.extend(self.doubt.iter().map(|doubt| wrapped("doubt     ", doubt)));
        lines
    }

    /// The FEN with the moves to play, and the move that is wrong.
    fn example(&self) -> String {
        let mv = self.moves.first().map_or(String::new(), |mv| format!(": {}", mv.text));
        in_a_line(&self.shown_by.line) + &mv
    }
}

fn line_of_move(mv: &WrongMove, colour: bool) -> String {
    let word = mv.wrong.word();
    let rule = mv.rule().map_or(String::new(), |rule| format!(" [{rule}]"));
    let line = wrapped(&format!("{word:<9} {:<5} ", mv.text), &(mv.why() + &rule));
    // Only now, since codes have no width.
    if colour { line.replacen(word, &format!("{WRONG}{word}{END}"), 1) } else { line }
}

/// A sentence in lines of a readable width, below each other behind a first word.
fn wrapped(first: &str, sentence: &str) -> String {
    let indent = " ".repeat(first.chars().count());
    let (mut lines, mut line) = (Vec::new(), first.to_owned());
    for word in sentence.split(' ') {
        if line.chars().count() + word.chars().count() > WIDTH && line.trim() != first.trim() {
            lines.push(line.trim_end().to_owned());
            line.clone_from(&indent);
        }
        line += word;
        line.push(' ');
    }
    lines.push(line.trim_end().to_owned());
    lines.join("\n")
}

/// A picture of the board between empty lines: the eighth rank on top, a dot for an empty square.
fn drawing(position: &Position, marked: &[Square], colour: bool) -> String {
    let cell = |square: Square| {
        let piece = position.board().at(square).map_or('.', Piece::letter);
        match (marked.contains(&square), colour) {
            (false, _) => format!(" {piece} "),
            (true, false) => format!("[{piece}]"),
            (true, true) => format!("{MARK} {piece} {END}"),
        }
    };
    let rank = |rank: Rank| {
        let cells: String = File::all().map(|file| cell(Square::new(file, rank))).collect();
        format!("\n  {} {}", rank.digit(), cells.trim_end())
    };
    let ranks: String = Rank::all().rev().map(rank).collect();
    let files: Vec<String> = File::all().map(|file| file.letter().to_string()).collect();
    format!("{ranks}\n     {}\n", files.join("  "))
}
