//! A report as text: a finding on one screen, the table of all causes, and the totals. A terminal and Markdown, which
//! an issue or a pull request shows, get it by the same walk, each in its [`Form`].

use super::blocks::Block;
use super::rules_page::address;
use super::words::{rule_of, squares_to_mark, why, word};
use super::{Cause, Found, NOT_TO_ITS_END, Report, Verdict, visible};
use crate::search::WrongMove;
use ox88::{CastlingNotation, Position, Square};
use ox88_engine::Trouble;
use ox88_explain::{Rule, WIDTH, board, capitalized, counted, remark, wrapped};
use std::iter;

/// More wrong moves than this do not fit on a screen, and are mostly wrong for one reason.
const MOVES_SHOWN: usize = 6;
const FEW_MOVES_SHOWN: usize = 2;

/// The longest name in front of a remark.
const LONGEST_NAME: usize = "interrupted: ".len();

/// The longest name of a part of an engine.
const PART: usize = "FEN parsing".len();

/// Words below a name begin here.
const INDENT: &str = "          ";

/// A blank at which no line ends.
const KEPT: char = '\u{A0}';

// What a terminal takes for a command to change its colours.
const MARK: &str = "\x1b[30;43m";
const BOLD: &str = "\x1b[1m";
const WRONG: &str = "\x1b[1;31m";
const END: &str = "\x1b[0m";

/// How much of each finding is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    /// What an author needs to see the bug.
    Short,
    /// All that is known, and how.
    Whole,
}

/// How text is set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Squares are marked by brackets.
    Plain,
    /// Squares are marked by colour, by codes for a terminal.
    Coloured,
    /// What an engine printed is quoted as code.
    Markdown,
}

impl Report {
    /// The report as text: what to fix first, the table of all causes, the smallest finding of each on a screen, and how
    /// much was tried. Squares are marked by colour, or else by brackets.
    pub fn text(&self, colour: bool) -> String {
        self.text_of(Form::of_terminal(colour), Length::Short)
    }

    /// The same with all that is known of each finding, and with what was left out.
    pub fn whole_text(&self, colour: bool) -> String {
        self.text_of(Form::of_terminal(colour), Length::Whole)
    }

    fn text_of(&self, form: Form, length: Length) -> String {
        match &self.error {
            Some(error) if self.findings.is_empty() => format!("{error}\n"),
            _ => self.written(form, length),
        }
    }

    /// The same as Markdown, for an issue or the summary of a pull request.
    pub fn markdown(&self) -> String {
        let report = match &self.error {
            Some(error) if self.findings.is_empty() => {
                format!("{NOT_TO_ITS_END}:\n\n{}\n", fenced(error.trim_end()))
            }
            _ => self.written(Form::Markdown, Length::Whole),
        };
        let addresses = addresses(&report);
        visible(&format!("## ox88 hunt of {}\n\n{report}{addresses}", code(&self.engine)))
    }

    fn written(&self, form: Form, length: Length) -> String {
        let blocks = self.blocks();
        blocks.iter().map(|block| self.block(block, form, length) + "\n").collect()
    }

    fn block(&self, block: &Block, form: Form, length: Length) -> String {
        match block {
            Block::ToFix => {
                let advice = self.advice.iter().map(|advice| form.advice(advice) + "\n\n");
                advice.collect::<String>() + &self.table(form)
            }
            Block::Cause(cause, _) => self.smallest(cause).written(&cause.fault, form, length),
            Block::Tried => {
                let has_all = length == Length::Whole || self.findings.is_empty();
                let shown = &self.remarks[if has_all { 0 } else { self.details }..];
                let remarks = shown.iter().map(|line| form.remark(line));
                let lines: Vec<String> =
                    [form.totals(&self.totals_line())].into_iter().chain(remarks).collect();
                lines.join("\n")
            }
            of_a_finding => form.block(of_a_finding, length).unwrap_or_default(),
        }
    }

    /// How much was found, in how much work: `1 finding: 12 positions, 40 questions, 8902 nodes, 0.112 s`, or `OK: no
    /// difference: 12 of 580 positions checked, 40 questions, 8902 nodes, 0.112 s`.
    pub(super) fn totals_line(&self) -> String {
        let new = self.word_for_new();
        let so_far = if self.verdict == Verdict::Interrupted { " so far" } else { "" };
        let found = match self.findings.len() {
            0 => self.no_difference() + ", ",
            count => {
                let positions = counted(self.positions, "position");
                format!("{}{so_far}: {positions}, ", counted(count, &format!("{new}finding")))
            }
        };
        let (nodes, seconds) = (self.nodes.0, self.seconds);
        format!("{found}{}, {nodes} nodes, {seconds:.3} s", counted(self.questions, "question"))
    }

    /// The table of all causes: the rule, the origin, how many, and the smallest example.
    fn table(&self, form: Form) -> String {
        let symptom = if form == Form::Markdown { "↳ " } else { "  " };
        let id = |cause: &Cause| {
            let indent = if cause.may_be_symptom { symptom } else { "" };
            format!("{indent}{}", form.rule(cause.rule))
        };
        let ids = self.causes.iter().map(|cause| id(cause).len()).max().unwrap_or(0).max(4);
        let row = |rule: &str, part: &str, found: &str, example: &str| match form {
            Form::Markdown => format!("| {rule} | {part} | {found} | {example} |\n"),
            // A FEN is too long to fit beside them.
            _ => format!("{rule:<ids$}  {part:<PART$}  {found:>8}\n    {example}\n"),
        };
        let mut table = row("rule", "origin", "findings", "smallest example of it");
        if form == Form::Markdown {
            table += &row("---", "---", "---:", "---");
        }
        table.extend(self.causes.iter().map(|cause| {
            let (part, found, smallest) = (cause.part(), cause.found, self.smallest(cause));
            let doubt = if smallest.doubt.is_some() { " ?" } else { "" };
            let example = match form {
                Form::Markdown => code(&smallest.example()).replace('|', "\\|"),
                _ => smallest.example(),
            };
            row(&id(cause), part, &found.to_string(), &(example + doubt))
        }));
        table + "\n" + &form.line(&self.key_to_table(form)) + "\n"
    }
}

impl Report {
    /// What follows the table: which rows may vanish with another one, and which have a report.
    fn key_to_table(&self, form: Form) -> String {
        let indented = if form == Form::Markdown { "Rules with ↳" } else { "Indented rules" };
        let symptoms = self.causes.iter().filter(|cause| cause.may_be_symptom).count();
        let shown = match self.causes.len() - symptoms {
            1 if symptoms == 0 => "",
            1 => " of the first row",
            _ if symptoms == 0 => " of each row",
            _ if form == Form::Markdown => " of each rule without ↳",
            _ => " of each rule that is not indented",
        };
        let below = format!("Below is the smallest finding{shown}.");
        match symptoms {
            0 => below,
            _ => format!(
                "{indented} are probably symptoms, and may vanish once the ones above them are fixed. {below}"
            ),
        }
    }
}

impl Found {
    /// The finding on one screen. Squares are marked by colour, or else by brackets.
    pub fn text(&self, colour: bool) -> String {
        self.written(&self.fault, Form::of_terminal(colour), Length::Short)
    }

    /// The same with all that is known of it.
    pub fn whole_text(&self, colour: bool) -> String {
        self.written(&self.fault, Form::of_terminal(colour), Length::Whole)
    }

    fn written(&self, fault: &str, form: Form, length: Length) -> String {
        let heading = form.heading(&capitalized(fault));
        let is_short = length == Length::Short && self.trouble.is_none();
        let kind = if self.trouble.is_some() { "trouble" } else { "rule" };
        let id = (!is_short).then(|| form.id(kind, self.rule) + self.rule_is());
        let blocks = if is_short { self.short_blocks() } else { self.blocks() };
        let blocks = blocks.iter().filter_map(|block| form.block(block, length));
        iter::once(heading).chain(id).chain(blocks).fold(String::new(), |text, block| {
            // One empty line is enough between two blocks.
            let block =
                if text.ends_with("\n\n") { block.trim_start_matches('\n') } else { &block };
            text + block + "\n"
        })
    }

    /// The squares that prove its one cause, or else the reason of the first move that has one.
    fn proof(&self) -> &[Square] {
        let of_a_move = || self.moves.iter().map(squares_to_mark).find(|it| !it.is_empty());
        let proof = self.cause.as_ref().map(|cause| &cause.squares[..]).or_else(of_a_move);
        proof.unwrap_or_default()
    }

    /// The FEN with the moves to play, and the moves that are wrong as the first one is: those that break the rule
    /// itself, if there are some. A few of each.
    fn example(&self) -> String {
        let breaks_rule = |mv: &&WrongMove| rule_of(mv) == Some(self.rule);
        let first = self.moves.iter().find(breaks_rule).or(self.moves.first());
        let is_like = |first: &WrongMove, mv: &WrongMove| {
            mv.wrong == first.wrong && rule_of(mv) == rule_of(first)
        };
        let wrong = first.map_or(String::new(), |first| {
            let like = self.moves.iter().filter(|mv| is_like(first, mv));
            let texts: Vec<String> = like.map(|mv| mv.text.clone()).collect();
            format!(": {} {}", word(first.wrong), a_few(&texts, ", "))
        });
        let line = &self.shown_by.line;
        let played = a_few(&line.texts(), " ");
        let moves = if played.is_empty() { "" } else { " moves " };
        let is_chess960 = line.root.castling_notation() == CastlingNotation::KingTakesRook;
        let chess960 = if is_chess960 { " (Chess960)" } else { "" };
        format!("{}{moves}{played}{wrong}{chess960}", line.fen())
    }
}

/// The first three of some moves, and how many more there are.
fn a_few(moves: &[String], between: &str) -> String {
    let shown = moves[..moves.len().min(3)].join(between);
    match moves.len().saturating_sub(3) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

impl Form {
    const fn of_terminal(colour: bool) -> Form {
        if colour { Form::Coloured } else { Form::Plain }
    }

    /// A block of a finding, if a text has it.
    fn block(self, block: &Block, length: Length) -> Option<String> {
        Some(match *block {
            Block::Field { name, ref typed, ref words, rule } => {
                self.item(name, typed, words, rule)
            }
            Block::Board(found) if found.trouble.is_none() => {
                self.board(&found.shown_by.line.end(), found.proof())
            }
            Block::Moves(ref moves) if !moves.is_empty() => self.moves(moves, length),
            Block::Lines(heading, lines) => self.lines(heading, lines),
            Block::Printed(trouble) => self.printed(trouble),
            _ => return None,
        })
    }

    fn moves(self, moves: &[(&WrongMove, Option<&str>)], length: Length) -> String {
        // As many of each kind, so that none is hidden behind another.
        let kind = |place: &usize| word(moves[*place].0.wrong);
        let nth = |place: &usize| (0..*place).filter(|it| kind(it) == kind(place)).count();
        let mut places: Vec<usize> = (0..moves.len()).collect();
        places.sort_by_cached_key(nth);
        // A line that says that one is left out is as long as that one.
        let few = if length == Length::Short { FEW_MOVES_SHOWN } else { MOVES_SHOWN };
        let most = few + usize::from(places.len() == few + 1);
        let hidden = places.split_off(most.min(places.len()));
        places.sort_unstable();
        let shown = places.into_iter().map(|place| moves[place]).map(|(mv, rule)| {
            let word = word(mv.wrong);
            let line = self.item(word, &mv.text, &why(mv), rule);
            // Only now, since codes have no width.
            let colours = self == Form::Coloured;
            if colours { line.replacen(word, &format!("{WRONG}{word}{END}"), 1) } else { line }
        });
        let more = format!("  … and {} more", hidden.len());
        let more = (!hidden.is_empty()).then(|| self.item("", "", &more, None));
        shown.chain(more).collect::<Vec<_>>().join("\n")
    }

    fn printed(self, trouble: &Trouble) -> String {
        match &trouble.last_lines[..] {
            [] if self == Form::Markdown => "- the engine printed nothing".to_owned(),
            lines if self == Form::Markdown => {
                self.lines("the last lines that the engine printed", lines)
            }
            _ => trouble.last_words(),
        }
    }

    fn advice(self, advice: &str) -> String {
        if self == Form::Markdown {
            format!("**{}**", escaped(advice))
        } else {
            wrapped("", advice)
        }
    }

    fn heading(self, title: &str) -> String {
        match self {
            Form::Plain => format!("{}\n", wrapped("", title)),
            Form::Coloured => format!("{BOLD}{}{END}\n", wrapped("", title)),
            Form::Markdown => format!("### {title}\n"),
        }
    }

    /// What is known under a name: first as it is typed or printed, in one line, then in words, then the rule that
    /// these are about.
    fn item(self, name: &str, typed: &str, words: &str, rule: Option<&str>) -> String {
        self.broken_item(name, typed, words, rule).replace(KEPT, " ")
    }

    /// The same with such blanks.
    fn broken_item(self, name: &str, typed: &str, words: &str, rule: Option<&str>) -> String {
        let with_rule = |words: &str| match rule {
            Some(id) => format!("{words} {}", self.in_brackets(id)),
            None => words.to_owned(),
        };
        match self {
            Form::Markdown => {
                let name = if name.is_empty() { String::new() } else { format!("**{name}**") };
                let parts =
                    ["-".to_owned(), name, code(typed), with_rule(&escaped(words.trim_start()))];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
            }
            _ if typed.is_empty() => wrapped(&format!("{name:<10}"), &with_rule(words)),
            _ if typed.len() > WIDTH / 3 => {
                let (mut typed, words) = (format!("{name:<9} {typed}"), with_rule(words));
                if typed.len() > WIDTH {
                    typed = typed.replacen(" (", &format!("\n{INDENT}("), 1);
                }
                // What is typed stays in one line.
                let fits = typed.chars().count() + words.chars().count() < WIDTH;
                let rest = if fits {
                    format!(" {words}")
                } else {
                    "\n".to_owned() + &wrapped(INDENT, &words)
                };
                format!("{typed}{rest}").trim_end().to_owned()
            }
            // Moves with their reasons are a column, of which promotions are the longest.
            _ => {
                let width = if words.starts_with('(') { 0 } else { 5 };
                wrapped(&format!("{name:<9} {typed:<width$} "), &with_rule(words))
            }
        }
    }

    /// The id of a rule. In Markdown it is a link, if there is a line of [`addresses`] for it.
    fn rule(self, id: &str) -> String {
        let is_link = self == Form::Markdown && address(id).is_some();
        if is_link { format!("[{id}]") } else { id.to_owned() }
    }

    /// The same in a line of its own.
    fn id(self, kind: &str, id: &str) -> String {
        match self {
            Form::Markdown => format!("- **{kind}** {}", self.rule(id)),
            _ => format!("{kind:<10}{id}"),
        }
    }

    /// The same in brackets, as it follows a sentence.
    fn in_brackets(self, id: &str) -> String {
        format!("(rule{KEPT}{})", self.rule(id))
    }

    fn line(self, line: &str) -> String {
        if self == Form::Markdown { line.to_owned() } else { wrapped("", line) }
    }

    /// The line with the totals. The unit of the time stays beside its number.
    fn totals(self, line: &str) -> String {
        let kept = line.strip_suffix(" s").map(|line| format!("{line}{KEPT}s"));
        self.line(kept.as_deref().unwrap_or(line)).replace(KEPT, " ")
    }

    fn remark(self, line: &str) -> String {
        if self == Form::Markdown {
            return format!("- {}", escaped(line));
        }
        // The rest of `skipped: ` and of `note: ` is below its first word.
        let words = line.find(": ").map(|end| end + 2).filter(|&end| end <= LONGEST_NAME);
        let (name, sentence) = line.split_at(words.unwrap_or(0));
        remark(name, sentence)
    }

    /// Lines to copy, below a heading.
    fn lines(self, heading: &str, lines: &[String]) -> String {
        match self {
            Form::Markdown => {
                format!("\n**{}**\n\n{}", capitalized(heading), fenced(&lines.join("\n")))
            }
            _ => format!("\n{}:\n  {}", capitalized(heading), lines.join("\n  ")),
        }
    }

    /// A picture of the board between empty lines: the eighth rank on top, a dot for an empty square.
    fn board(self, position: &Position, marked: &[Square]) -> String {
        let board = board(position, |square, piece| match (marked.contains(&square), self) {
            (false, _) => format!(" {piece} "),
            (true, Form::Coloured) => format!("{MARK} {piece} {END}"),
            (true, _) => format!("[{piece}]"),
        });
        let board = if self == Form::Markdown { fenced(&board) } else { board };
        format!("\n{board}\n")
    }
}

/// A line for each rule that a text in Markdown names as `[id]`, which makes links of them.
fn addresses(markdown: &str) -> String {
    let ids = Rule::ALL.iter().map(|rule| rule.id());
    let named = ids.filter(|id| markdown.contains(&format!("[{id}]")));
    let lines = named.filter_map(|id| Some(format!("[{id}]: {}\n", address(id)?)));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Text of one line as it is typed or printed, in Markdown.
fn code(text: &str) -> String {
    let ticks = ticks_around(text, 1);
    let space = if ticks.len() > 1 { " " } else { "" };
    if text.is_empty() { String::new() } else { format!("{ticks}{space}{text}{space}{ticks}") }
}

/// The same of lines.
fn fenced(lines: &str) -> String {
    let ticks = ticks_around(lines, 3);
    format!("{ticks}text\n{lines}\n{ticks}")
}

/// More backticks than there are in a row in the text, which would end it.
fn ticks_around(text: &str, fewest: usize) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(fewest.max(longest + 1))
}

/// Words in Markdown that are shown as they are. Nobody is mentioned, and no issue.
fn escaped(words: &str) -> String {
    let escape = |letter: char| match letter {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' => {
            format!("\\{letter}")
        }
        '@' | '#' => format!("{letter}<!-- -->"),
        _ => letter.to_string(),
    };
    words.chars().map(escape).collect()
}
