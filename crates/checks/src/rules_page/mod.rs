//! The pages of the rules, `docs/rules.md` and `rules.html` of a release: what each rule says, a small position that shows it,
//! what usually breaks it, and the suite lines that catch an engine without it. A test writes them when asked to:
//!
//! ```sh
//! OX88_DRAW=1 cargo test -p ox88-checks rules_page
//! ```
//!
//! The positions of moves are those by which `crates/explain/tests/explain/` tests their explanations, in the snapshot
//! of these tests. The positions of counts are those in which the broken engine shows a fault, or else those of
//! `counts`.

mod counts;

use crate::catch_all::known::{FILE, SuiteCase, all_lines, cheapest};
use crate::repository::in_repository;
use ox88::{File, Position, Rank, Square};
use ox88_broken_engine::faults::{self, Fault};
use ox88_broken_engine::mutants::mutants;
use ox88_hunt::html::grouped;
use ox88_hunt::read::Name;
use ox88_hunt::{Line, Rule, RuleKind, explain_move};
use ox88_test_support::{can_arise, position, square};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

const INTRODUCTION: &str = "\
`ox88 hunt` names the rule that your engine breaks by one of these ids. Each rule comes with a small position that shows
it, with what usually breaks it in the code of an engine, and with the cheapest lines of the suites that catch it. If no
position can show it, the page says what to do. The usual cause says where to look first. It is a guess: ox88 has not seen
your code.

`ox88 suite castling` runs a suite, and `ox88 suite --list` prints the FEN of each line.";

const DRAWN: &str = "`ox88 show \"FEN\"` prints a board. `ci/packages dist data` writes `dist/rules.html`, this page with every
position as a board.";

/// What follows the example of a rule whose id needs a word.
const ITS_WAY: &str = " *Its way* is every move that such a piece has on an empty board.";

/// What follows an example in which no engine has to be right.
const NO_GAME: &str = " This position cannot arise in a game: only `--impossible` asks about it.";

const MADE_BY: &str = "<!-- Made by OX88_DRAW=1 cargo test -p ox88-checks rules_page -->\n\n";

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>The rules of ox88</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid #8888; clear: both; }
h3, code { font-family: ui-monospace, monospace; }
code { overflow-wrap: anywhere; font-size: .9em; }
table { border-collapse: collapse; font-size: 1.5rem; line-height: 2rem; }
th { width: 1.5rem; font-size: .8rem; font-weight: normal; color: #888; }
td { width: 2rem; height: 2rem; padding: 0; text-align: center; background: #f3e8d3; color: #222; }
tr:nth-child(odd) td:nth-child(odd), tr:nth-child(even) td:nth-child(even) { background: #c8a77b; }
td.marked { box-shadow: inset 0 0 0 3px #c0392b; }
</style>
</head>
<body>
";

/// A position that shows a rule.
struct Example {
    position: Position,
    /// What led to it: nothing, or moves from another position.
    played: Option<(String, String)>,
    /// In Markdown.
    says: String,
    squares: Vec<Square>,
}

struct Entry {
    rule: Rule,
    /// What shows it, or what to do where no position does.
    example: Result<Example, &'static str>,
    /// Suite lines, in Markdown.
    lines: Vec<String>,
}

/// What stands above the rules of one kind.
fn heading(kind: RuleKind) -> (&'static str, &'static str) {
    match kind {
        RuleKind::MakesLegal => {
            ("Missing moves", "The move is legal, and the engine does not list it.")
        }
        RuleKind::MakesIllegal => {
            ("Extra moves", "The engine lists the move, and it is not legal.")
        }
        RuleKind::Misjudgement => (
            "Many missing moves with one cause",
            "Move by move, this looks like several broken rules.",
        ),
        RuleKind::Counting => ("Wrong counts", "No single move shows what is wrong."),
        RuleKind::MakeAndUnmake => (
            "Make and unmake",
            "The board or its state is wrong after a move, or after it was unmade.",
        ),
        _ => unreachable!("a kind of rules has a heading"),
    }
}

// The examples.

/// The faults of the broken engine that a hunt names by this rule.
fn faults_of(rule: Rule) -> Vec<Fault> {
    let is_of = |fault: &&Fault| [fault.truth().rule, fault.truth().state].contains(&rule.id());
    Fault::ALL.iter().filter(is_of).copied().collect()
}

/// The smallest example of each rule that decides a move: without moves before it, and with few pieces.
fn explained() -> BTreeMap<String, Example> {
    let mut smallest: BTreeMap<String, Example> = BTreeMap::new();
    let file = in_repository("crates/explain/snapshots/texts/explain.rules.snap");
    let text = fs::read_to_string(file).expect("the tests run in the repository");
    for (case, told) in text.lines().filter_map(|line| line.split_once(" ⇒ ")) {
        let (_, moves) = case.split_once(": ").expect("a case has a name");
        let (id, reason) = told.split_once(": ").expect("a case names its rule");
        // That no piece reaches the king, either, is another rule.
        let reason = match reason.split_once("; ") {
            Some((first, _)) if id == "takes-king" => format!("{first} [e2 e8]"),
            _ => reason.to_owned(),
        };
        let example = example(moves, &reason);
        // The page writes all moves in one notation.
        if example.says.starts_with("`O") {
            continue;
        }
        let size =
            |it: &Example| (it.played.as_ref().map_or(0, |it| it.1.len()), men(&it.position));
        if smallest.get(id).is_none_or(|other| size(&example) < size(other)) {
            smallest.insert(id.to_owned(), example);
        }
    }
    smallest
}

fn men(position: &Position) -> usize {
    Square::all().filter(|&square| position.board().at(square).is_some()).count()
}

/// An example from its snapshot: the position with its moves, and the reason with its squares.
fn example(fen: &str, reason: &str) -> Example {
    let (fen, moves) = fen.split_once(": ").expect("a position has moves");
    let (played, mv) = moves.rsplit_once(' ').unwrap_or(("", moves));
    let (reason, squares) = reason.rsplit_once(" [").expect("an explanation marks squares");
    let mut here = position(fen);
    for mv in played.split_whitespace() {
        here = here.after(here.find_move(mv).expect("the moves are legal"));
    }
    let squares = squares.trim_end_matches(']').split(' ');
    // Only of a legal move it is known which squares castling means.
    let named = Name::of(mv).by_squares();
    let legal = named.and_then(|name| name.the_one_among(&here.legal_moves()));
    let mv = legal.map_or_else(|| mv.to_owned(), |mv| here.move_text(mv));
    Example {
        position: here,
        played: (!played.is_empty()).then(|| (fen.to_owned(), played.to_owned())),
        says: format!("`{mv}`: {reason}."),
        squares: squares.map(square).collect(),
    }
}

/// Where the broken engine counts wrongly with such a fault.
fn counted(fault: Fault) -> Option<Example> {
    let faults::Example { fen, depth, right, wrong } = fault.examples().first()?;
    let says = format!(
        "An engine with this bug counts {} at depth {depth}, where there are {}: {}.",
        grouped(u128::from(*wrong)),
        grouped(u128::from(*right)),
        fault.description()
    );
    Some(Example { position: position(fen), played: None, says, squares: Vec::new() })
}

// The suite lines.

/// For each rule the cheapest lines with a move that it decides, one of each suite but the catch-all.
fn lines_with_moves(all: &[SuiteCase]) -> BTreeMap<Rule, Vec<&SuiteCase>> {
    let mut lines: Vec<&SuiteCase> =
        all.iter().filter(|line| FILE != format!("suites/{}.epd", line.suite)).collect();
    lines.sort_by_key(|line| (line.suite == "chess960", line.counted.counts.first()));
    let rules_of = |line: &&SuiteCase| -> Vec<Rule> {
        let moves = line.counted.position.pseudo_legal_moves();
        let mut rules: Vec<Rule> = moves
            .into_iter()
            .map(|mv| explain_move(&Line::at(line.counted.position), mv).rule)
            .collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    };
    let rules: Vec<Vec<Rule>> = lines.par_iter().map(rules_of).collect();
    let mut found: BTreeMap<Rule, Vec<&SuiteCase>> = BTreeMap::new();
    for (line, rules) in lines.into_iter().zip(rules) {
        for rule in rules {
            let of_rule = found.entry(rule).or_default();
            if of_rule.iter().all(|other| other.suite != line.suite) && of_rule.len() < 2 {
                of_rule.push(line);
            }
        }
    }
    found
}

fn entries() -> Vec<Entry> {
    let (all, mutants, mut explained) = (all_lines(), mutants(), explained());
    let with_moves = lines_with_moves(&all);
    let whole: Vec<_> = mutants.iter().filter(|mutant| mutant.is_whole()).collect();
    let cheapest: Vec<_> =
        whole.par_iter().map(|mutant| (mutant.fault, cheapest(mutant, &all))).collect();
    let line =
        |line: &SuiteCase, depth: u32| format!("{}: `{}` at depth {depth}", line.suite, line.name);
    let entry = |&rule: &Rule| {
        let faults = faults_of(rule);
        let of_moves = with_moves.get(&rule).into_iter().flatten().map(|&it| (it, 1));
        let of_faults = cheapest.iter().filter(|(fault, _)| faults.contains(fault));
        let mut found: Vec<(&SuiteCase, u32)> = of_moves.collect();
        for (line, depth) in of_faults.filter_map(|it| it.1) {
            if found.len() < 3 && found.iter().all(|(other, _)| other.name != line.name) {
                found.push((line, depth));
            }
        }
        let lines = found.into_iter().map(|(it, depth)| line(it, depth)).collect();
        let found = explained.remove(rule.id());
        let found = found.or_else(|| faults.iter().find_map(|&fault| counted(fault)));
        let mut example = found.map_or_else(|| counts::example(rule), Ok);
        if let (Rule::NotItsWay, Ok(it)) = (rule, &mut example) {
            it.says += ITS_WAY;
        }
        if let Ok(it) = &mut example
            && it.played.is_none()
            && !can_arise(&it.position)
        {
            it.says += NO_GAME;
        }
        Entry { rule, example, lines }
    };
    Rule::ALL.iter().map(entry).collect()
}

// The pages.

fn sentence(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..] + "."
}

/// How the example is set up, in Markdown.
fn set_up(example: &Example) -> String {
    match &example.played {
        None => format!("`{}`", example.position),
        Some((fen, moves)) => format!("`{fen}`, after `{moves}`"),
    }
}

/// The rules by kind, each kind once with its heading.
fn by_kind(entries: &[Entry]) -> impl Iterator<Item = ((&str, &str), &[Entry])> {
    let kinds = entries.chunk_by(|one, other| one.rule.kind() == other.rule.kind());
    kinds.map(|chunk| (heading(chunk[0].rule.kind()), chunk))
}

fn markdown(entries: &[Entry]) -> String {
    let mut page = format!("{MADE_BY}# The rules\n\n{INTRODUCTION}\n\n{DRAWN}\n");
    for ((heading, what), entries) in by_kind(entries) {
        let _ = writeln!(page, "\n## {heading}\n\n{what}");
        for Entry { rule, example, lines } in entries {
            let shown = match example {
                Ok(example) => format!("Example: {}. {}", set_up(example), example.says),
                Err(instead) => (*instead).to_owned(),
            };
            let (fault, cause) = (sentence(rule.fault()), sentence(&rule.usual_cause()));
            let _ =
                write!(page, "\n### {}\n\n{fault} {shown}\n\n**Usual cause:** {cause}", rule.id());
            if let Some(article) = rule.article() {
                let _ = write!(page, " **FIDE:** {}.", named(article));
            }
            if !lines.is_empty() {
                let _ = write!(page, " **Suite lines:** {}.", lines.join("; "));
            }
            page.push('\n');
        }
    }
    page
}

/// `article 3.8.2`. The guidelines have another name.
fn named(article: &str) -> String {
    let is_number = article.starts_with(|it: char| it.is_ascii_digit());
    if is_number { format!("article {article}") } else { article.to_owned() }
}

fn html(entries: &[Entry]) -> String {
    let mut page = format!(
        "{HEAD}<h1>The rules</h1>\n<p>{}</p>\n",
        inline(INTRODUCTION).replace("\n\n", "</p>\n<p>")
    );
    for ((heading, what), entries) in by_kind(entries) {
        let _ = writeln!(page, "<h2>{heading}</h2>\n<p>{what}</p>\n<ul>");
        for Entry { rule, .. } in entries {
            let _ = writeln!(
                page,
                "<li><a href=\"#{id}\">{id}</a>: {}</li>",
                rule.fault(),
                id = rule.id()
            );
        }
        page += "</ul>\n";
        for Entry { rule, example, lines } in entries {
            let _ = writeln!(page, "<section>\n<h3 id=\"{id}\">{id}</h3>", id = rule.id());
            let _ = writeln!(page, "<p>{}</p>", sentence(rule.fault()));
            let _ = match example {
                Ok(example) => {
                    let (board, set_up) = (table(example), inline(&set_up(example)));
                    writeln!(page, "{board}<p>{set_up}</p>\n<p>{}</p>", inline(&example.says))
                }
                Err(instead) => writeln!(page, "<p>{}</p>", inline(instead)),
            };
            let cause = sentence(&rule.usual_cause());
            let _ = writeln!(page, "<p><b>Usual cause:</b> {}</p>", inline(&cause));
            if let Some(article) = rule.article() {
                let _ = writeln!(page, "<p><b>FIDE:</b> {}</p>", named(article));
            }
            if !lines.is_empty() {
                let _ = writeln!(page, "<p><b>Suite lines:</b> {}</p>", inline(&lines.join("; ")));
            }
            page += "</section>\n";
        }
    }
    page + "</body>\n</html>\n"
}

/// A line of Markdown that has nothing but `code` in it.
fn inline(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let parts = text.split('`').enumerate();
    parts
        .map(
            |(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() },
        )
        .collect()
}

fn table(example: &Example) -> String {
    // The sign behind a figure asks for a letter and not for a picture of a pawn.
    let cell = |square: Square| {
        let piece = example.position.board().at(square);
        let mut figures = "PNBRQKpnbrqk".chars().zip("♙♘♗♖♕♔♟♞♝♜♛♚".chars());
        let figure = piece.and_then(|piece| figures.find(|it| it.0 == piece.letter()));
        let figure = figure.map_or_else(String::new, |it| format!("{}\u{fe0e}", it.1));
        let marked = if example.squares.contains(&square) { " class=\"marked\"" } else { "" };
        format!("<td{marked}>{figure}</td>")
    };
    let rank = |rank: Rank| {
        let cells: String = File::all().map(|file| cell(Square::new(file, rank))).collect();
        format!("<tr><th>{}</th>{cells}</tr>\n", rank.digit())
    };
    let ranks: String = Rank::all().rev().map(rank).collect();
    let files = ('a'..='h').map(|file| format!("<th>{file}</th>")).collect::<Vec<_>>().concat();
    format!("<table>\n{ranks}<tr><th></th>{files}</tr>\n</table>\n")
}

/// The page that is kept, and the one of a release.
pub fn pages() -> [String; 2] {
    let entries = entries();
    [markdown(&entries), html(&entries)]
}
