//! A report on a terminal: a finding on one screen, the table of all causes, and the totals.

use super::{Cause, Found, Report, Verdict, counted, in_a_line};
use crate::finding::WrongMove;
use ox88::{File, Piece, Position, Rank, Square};
use std::fmt::Write;

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
        let mut text =
            format!("{:<ids$}  {:<10}  {:>5}  smallest example\n", "rule", "origin", "found");
        for cause in &self.causes {
            let Cause { rule, origin, found, .. } = cause;
            let (part, smallest) = (origin.unwrap_or(NO_PART), self.smallest(cause));
            let doubt = if smallest.doubt.is_some() { " ?" } else { "" };
            let example = smallest.example();
            let row = format!("{rule:<ids$}  {part:<10}  {found:>5}  {example}{doubt}");
            text += row.trim_end();
            text.push('\n');
        }
        text
    }
}

impl Found {
    /// The finding on one screen. Squares are marked by colour, or else by brackets.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write(&mut text, colour);
        text
    }

    fn write(&self, text: &mut String, colour: bool) -> std::fmt::Result {
        self.write_heading(text, colour)?;
        if let Some(trouble) = &self.trouble {
            write_wrapped(text, "trouble   ", &trouble.kind.to_string())?;
            writeln!(text, "{}", trouble.last_words())?;
        } else {
            self.write_what_is_wrong(text, colour)?;
        }
        if !self.shown_by.lines.is_empty() {
            write_lines(text, "the engine", &self.shown_by.lines)?;
        }
        write_lines(text, "what is right", &self.shown_by.lines_for_ox88)
    }

    fn write_heading(&self, text: &mut String, colour: bool) -> std::fmt::Result {
        let (bold, end) = if colour { (BOLD, END) } else { ("", "") };
        // The title of a trouble is a sentence.
        let rule = self.origin.as_ref().map_or(String::new(), |_| format!("{}: ", self.rule));
        writeln!(text, "{bold}{rule}{}{end}\n", self.title)?;
        if let Some(leaves) = self.telling_leaves() {
            write_wrapped(text, "leaves    ", &leaves)?;
        }
        let place = self.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        writeln!(text, "case      {}{place}, depth {}", self.case, self.asked_depth)?;
        let moves = self.path.texts().join(" ");
        writeln!(text, "path      {}", if moves.is_empty() { "no move" } else { &moves })?;
        writeln!(text, "fen       {}", self.path.end())
    }

    fn write_what_is_wrong(&self, text: &mut String, colour: bool) -> std::fmt::Result {
        let moves = &self.moves;
        let of_a_move = || moves.iter().map(|mv| mv.squares()).find(|marked| !marked.is_empty());
        let marked = self.cause.as_ref().map(|cause| &cause.squares[..]).or_else(of_a_move);
        writeln!(text)?;
        for line in drawing(&self.shown_by.line.end(), marked.unwrap_or_default(), colour) {
            writeln!(text, "  {line}")?;
        }
        writeln!(text)?;
        if let Some(cause) = &self.cause {
            write_wrapped(text, "cause     ", &format!("{} [{}]", cause.reason, cause.rule.id()))?;
        }
        for mv in moves.iter().take(MOVES_SHOWN) {
            write_move(text, mv, colour)?;
        }
        if moves.len() > MOVES_SHOWN {
            writeln!(text, "            … and {} more", moves.len() - MOVES_SHOWN)?;
        }
        if let Some(total) = &self.total {
            write_wrapped(text, "total     ", &total.sentence)?;
        }
        if let Some(origin) = &self.origin {
            write_wrapped(text, "origin    ", &origin.sentence)?;
        }
        self.doubt.iter().try_for_each(|doubt| write_wrapped(text, "doubt     ", doubt))
    }

    /// The FEN with the moves to play, and the move that is wrong.
    fn example(&self) -> String {
        let mv = self.moves.first().map_or(String::new(), |mv| format!(": {}", mv.text));
        in_a_line(&self.shown_by.line) + &mv
    }
}

fn write_move(text: &mut String, mv: &WrongMove, colour: bool) -> std::fmt::Result {
    let (begin, word) = (text.len(), mv.wrong.word());
    let rule = mv.rule().map_or(String::new(), |rule| format!(" [{rule}]"));
    write_wrapped(text, &format!("{word:<9} {:<5} ", mv.text), &format!("{}{rule}", mv.why()))?;
    if colour {
        // Only now, since codes have no width.
        text.insert_str(begin + word.len(), END);
        text.insert_str(begin, WRONG);
    }
    Ok(())
}

/// Writes a sentence in lines of a readable width, below each other behind a first word.
fn write_wrapped(text: &mut String, first: &str, sentence: &str) -> std::fmt::Result {
    let indent = " ".repeat(first.chars().count());
    let mut line = first.to_owned();
    for word in sentence.split(' ') {
        if line.chars().count() + word.chars().count() > WIDTH && line.trim() != first.trim() {
            writeln!(text, "{}", line.trim_end())?;
            line.clone_from(&indent);
        }
        line += word;
        line.push(' ');
    }
    writeln!(text, "{}", line.trim_end())
}

fn write_lines(text: &mut String, to: &str, lines: &[String]) -> std::fmt::Result {
    writeln!(text, "\nsee it again: {to}")?;
    lines.iter().try_for_each(|line| writeln!(text, "  {line}"))
}

/// A picture of the board in lines: the eighth rank on top, a dot for an empty square.
fn drawing(position: &Position, marked: &[Square], colour: bool) -> Vec<String> {
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
        format!("{} {cells}", rank.digit()).trim_end().to_owned()
    };
    let mut lines: Vec<String> = Rank::all().rev().map(rank).collect();
    let files: Vec<String> = File::all().map(|file| file.letter().to_string()).collect();
    lines.push(format!("   {}", files.join("  ")));
    lines
}
