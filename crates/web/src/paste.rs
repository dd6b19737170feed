//! Pasted answers beside the right ones: `hunt --paste`, one answer after the other, with boards.
//!
//! The address holds all answers. For each address, the hunt runs again from its beginning, which takes a moment. So
//! the back button goes back a step, and a link to a finding shows it to anybody.

use crate::address::{Address, link};
use crate::form::{self, Field};
use crate::number;
use crate::place::TypedPosition;
use maud::{Markup, html};
use ox88::{Move, Position};
use ox88_hunt::html::{Marks, Size, board, grouped, position_in_words};
use ox88_hunt::{
    Abilities, Choices, Clock, Comparison, Difference, Doubt, Experiment, Found, Heard, Hunt,
    Interview, Line, Oracle, Outcome, Partner, Pasted, Plan, Protocol, Reply, Report, Saved, Step,
    Style, Trouble, TroubleKind, Until, WrongCount, move_between, run_each_by_fen,
};
use std::collections::HashMap;
use std::iter::Enumerate;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

/// Deep enough for the usual faults; each further step down is work for a person.
const DEPTH: u32 = 3;

/// A deeper count would keep a person waiting.
const DEEPEST: u32 = 12;

/// The command that most engines know.
const PERFT: &str = "go perft";

/// The positions to try next where all is right, each with its depth and its name on the page: they show the most
/// faults with the fewest rows.
const SUGGESTED: [(&str, u32, &str); 6] = [
    ("kiwipete", 3, "Kiwipete, a bit of everything"),
    ("all_four_castling_rights_white_to_move", 3, "castling on both sides"),
    ("double_pushes_met_en_passant_on_both_wings", 4, "en passant on both sides"),
    ("white_spare_rook_takes_back_at_home", 4, "rooks captured at home"),
    ("white_en_passant_does_not_answer_this_check", 3, "en passant in check"),
    ("white_rooks_at_home_without_rights", 4, "rooks at home without rights"),
];

/// The position and the depth of the example.
const EXAMPLE: (&str, u32) = ("kiwipete", 3);

/// The question of the page.
struct Asked<'a> {
    place: TypedPosition,
    depth: u32,
    perft: &'a str,
    /// Whether ox88 answers in place of an engine that never captures en passant.
    is_example: bool,
}

/// What the person gave in answer to a question.
enum Said<'a> {
    Text(&'a str),
    /// The person insists on it in spite of a doubt.
    Insisted(&'a str),
    Skipped,
}

impl Said<'_> {
    fn read(said: &str) -> Said<'_> {
        match said.split_at_checked(1) {
            Some(("-", _)) => Said::Skipped,
            Some(("!", text)) => Said::Insisted(text),
            Some(("=", text)) => Said::Text(text),
            _ => Said::Text(said),
        }
    }
}

/// A question that was answered.
struct Answered {
    line: Line,
    /// The moves from the position that was asked for.
    path: Vec<String>,
    depth: u32,
    pasted: Pasted,
    comparison: Comparison,
    /// The move after which the next question is.
    followed: Option<Move>,
}

/// How far the answers have led.
enum Stage {
    /// The next question, the place of its answer among all answers, and the answer that was refused, with the reason.
    Asks {
        step: Box<Step>,
        place: usize,
        doubted: Option<(String, Doubt)>,
    },
    Over(Box<Report>),
    Right(u128),
    NothingKnown,
}

/// The form for the position. It is folded up once there are answers.
pub fn view(address: &Address, _: &Clock) -> Markup {
    let place = TypedPosition::read(address.get("position"));
    let depth = form::read_depth(address.get("depth"), DEPTH, DEEPEST);
    let errors = (place.as_ref().err(), depth.as_ref().err());
    let typed = address.get("position");
    let shown = if typed.is_empty() { "startpos" } else { typed };
    let depth_text = depth.as_ref().map_or(address.get("depth").to_owned(), u32::to_string);
    let perft = perft(address);
    let fields = html! {
        form data-tab="paste" class="card set-up" {
            (form::position(shown, errors.0.map(String::as_str)))
            (form::depth(&depth_text, errors.1.map(String::as_str)))
            (Field {
                name: "perft", label: "Command", value: perft, error: None,
                hint: html! { "Before the depth" },
            }.markup(false))
            div class="buttons" { button type="submit" class="second" { "Use this position" } }
        }
    };
    html! {
        section aria-labelledby="paste" {
            h2 #paste { "Paste your divide, see the bug" }
            @if address.answers().is_empty() {
                p class="lead" {
                    "Let your engine count, paste what it prints, and see which rows are wrong, which rule is broken, \
                     and where to look."
                }
                (fields)
                (number::form())
            } @else {
                details class="set-up" {
                    summary { "At " code { (shown) } ", depth " (depth_text) ". Start over" }
                    (fields)
                }
            }
        }
        div id="result" { @if errors == (None, None) { p class="hint" { "Counting …" } } }
    }
}

fn perft(address: &Address) -> &str {
    let perft = address.get("perft");
    if perft.is_empty() { PERFT } else { perft }
}

/// The answers, what they show, and the next question.
pub fn result(address: &Address, clock: &Clock) -> Markup {
    let place = TypedPosition::read(address.get("position"));
    let (Ok(place), Ok(depth)) = (place, form::read_depth(address.get("depth"), DEPTH, DEEPEST))
    else {
        return html! {};
    };
    let is_example = !address.get("example").is_empty();
    let asked = Asked { place, depth, perft: perft(address), is_example };
    let oracle = Arc::new(Oracle::with_clock(clock.clone()));
    let said: Vec<Said> = address.answers().iter().map(|said| Said::read(said)).collect();
    let (answered, now) = replay(&oracle, &asked, &said);
    let is_over = matches!(now, Stage::Over(_));
    let steps = html! {
        @for (step, number) in answered.iter().zip(1..) {
            (shown(&oracle, &asked, step, number, number == answered.len() && !is_over))
        }
        @if answered.is_empty() { (no_step_yet(&asked)) }
    };
    let beside = |input: &Markup| {
        html! { div class="bench" { div class="verdicts" { (steps) } (input) } }
    };
    match &now {
        Stage::Asks { step, place, doubted } => {
            beside(&question(&asked, &answered, step, *place, doubted.as_ref()))
        }
        Stage::Right(nodes) => beside(&all_right(&asked, *nodes)),
        Stage::Over(report) => html! {
            (steps)
            section class="found" aria-label="What was found" id="now" { (report.all_findings()) }
        },
        Stage::NothingKnown => {
            html! { section id="now" { p { "You skipped the question, so nothing is known." } } }
        }
    }
}

/// What takes the place of the verdicts before the first answer.
fn no_step_yet(asked: &Asked) -> Markup {
    let (position, depth) = (EXAMPLE.0, EXAMPLE.1.to_string());
    let fields =
        [("position", position), ("depth", &depth), ("perft", asked.perft), ("example", "yes")];
    html! {
        section class="card empty" aria-labelledby="verdict" {
            h3 #verdict { "The verdict appears here" }
            p { "ox88 marks wrong rows, shows them on a board, and asks deeper questions until it can name the broken rule." }
            @if !asked.is_example { p { a class="button" href=(link("paste", &fields)) { "Try an example" } } }
        }
    }
}

/// What an engine prints that knows all rules but one: it never captures en passant.
fn example(line: &Line, depth: u32) -> String {
    let rows = without(line, depth, &|here, mv| {
        here.en_passant() == Some(mv.to) && here.captured(mv).is_some()
    });
    let lines: Vec<String> = rows.iter().map(|(text, count)| format!("{text}: {count}")).collect();
    let sum: u128 = rows.iter().map(|(_, count)| count).sum();
    format!("{}\n\nNodes searched: {sum}\n", lines.join("\n"))
}

/// Right rows, but for the moves that this takes for illegal, wherever they are in the tree.
fn without(
    line: &Line,
    depth: u32,
    lacks: &dyn Fn(&Position, Move) -> bool,
) -> Vec<(String, u128)> {
    fn leaves(here: &Position, depth: u32, lacks: &dyn Fn(&Position, Move) -> bool) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = here.legal_moves().into_iter().filter(|&mv| !lacks(here, mv));
        moves.map(|mv| leaves(&here.after(mv), depth - 1, lacks)).sum()
    }
    let here = line.end();
    let moves = here.legal_moves().into_iter().filter(|&mv| !lacks(&here, mv));
    let row = |mv| (here.move_text(mv), leaves(&here.after(mv), depth - 1, lacks));
    moves.map(row).collect()
}

/// Runs the hunt as far as there are answers.
fn replay(oracle: &Arc<Oracle>, asked: &Asked, said: &[Said]) -> (Vec<Answered>, Stage) {
    let plan = Plan::of_question(oracle, &asked.place.line, asked.depth);
    let mut person = Person {
        oracle,
        said: said.iter().enumerate(),
        place: 0,
        answered: Vec::new(),
        interview: Interview::default(),
        asks: None,
    };
    let outcome = hunt(oracle, &plan, &mut person);
    let now = if let Some(asks) = person.asks {
        asks
    } else if !outcome.findings.is_empty() {
        Stage::Over(Box::new(Report::new(&outcome, &plan, &style(asked.perft), Duration::ZERO)))
    } else if outcome.skipped > 0 {
        Stage::NothingKnown
    } else {
        Stage::Right(outcome.totals.nodes)
    };
    (person.answered, now)
}

fn hunt(oracle: &Arc<Oracle>, plan: &Plan, partner: &mut dyn Partner) -> Outcome {
    Hunt::new(oracle, plan.clone(), Until::First, partner.can()).run(partner, |_, _| ())
}

/// A person, as far as there are answers.
struct Person<'a> {
    oracle: &'a Oracle,
    said: Enumerate<slice::Iter<'a, Said<'a>>>,
    /// How many answers were read.
    place: usize,
    answered: Vec<Answered>,
    interview: Interview,
    /// The question that has no answer yet.
    asks: Option<Stage>,
}

impl Partner for Person<'_> {
    fn can(&self) -> Abilities {
        Abilities::of_person()
    }

    /// A person is not asked again: that is not worth the work.
    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each_by_fen(experiment, |step| self.answer(step).map_err(Trouble::from).into())
    }
}

impl Person<'_> {
    fn answer(&mut self, step: &Step) -> Result<Reply, TroubleKind> {
        if self.asks.is_some() {
            return Err(TroubleKind::Ended);
        }
        if let Some(before) = self.answered.last_mut() {
            before.followed = self.interview.move_to(step).map(|(_, mv)| mv);
        }
        let mut asks = |place, doubted| {
            self.asks = Some(Stage::Asks { step: Box::new(step.clone()), place, doubted });
            Err(TroubleKind::Ended)
        };
        let Some((at, said)) = self.said.next() else { return asks(self.place, None) };
        self.place = at + 1;
        let (text, insists) = match said {
            Said::Skipped => return Err(TroubleKind::Skipped),
            Said::Text(text) => (text, false),
            Said::Insisted(text) => (text, true),
        };
        let pasted = read(text);
        let comparison = match self.interview.take(self.oracle, step, pasted.clone(), insists) {
            Ok(compared) => compared.comparison,
            Err(doubt) => return asks(at, Some(((*text).to_owned(), doubt))),
        };
        let (line, depth, reply) = (step.line.clone(), step.depth, pasted.reply.clone());
        let path = path_to(&self.answered, &line.end());
        self.answered.push(Answered { line, path, depth, pasted, comparison, followed: None });
        Ok(reply)
    }
}

fn style(perft: &str) -> Style {
    let protocol = Protocol::Uci { perft: perft.to_owned() };
    Style {
        command: "your engine".to_owned(),
        protocol,
        knows_uci: false,
        castling: None,
        choices: Choices::default(),
    }
}

fn read(text: &str) -> Pasted {
    let mut pasted = Pasted::default();
    if text.trim_start().starts_with('{') {
        // An engine prints JSON in one line, but a viewer may have spread it over several.
        pasted.add(&text.replace(['\r', '\n'], " "));
    } else {
        text.lines().for_each(|line| pasted.add(line));
    }
    pasted
}

/// The moves to a position, through positions that were asked about before.
fn path_to(answered: &[Answered], here: &Position) -> Vec<String> {
    let ways = answered.iter().rev().filter_map(|before| {
        let there = before.line.end();
        if there.same_but_for_counters(here) {
            return Some(before.path.clone());
        }
        let mv = there.move_text(move_between(&there, here)?);
        Some(before.path.iter().cloned().chain([mv]).collect())
    });
    ways.min_by_key(Vec::len).unwrap_or_default()
}

// Markup.

/// An answer beside the right one. Earlier answers are folded up.
fn shown(
    oracle: &Arc<Oracle>,
    asked: &Asked,
    step: &Answered,
    number: usize,
    is_open: bool,
) -> Markup {
    let is_right = step.comparison.difference.is_empty();
    html! {
        details class={ "card step " (if is_right { "right" } else { "differs" }) } open[is_open] {
            summary { (number) ". " (name(asked, step)) " · " span class="what" { (verdict(step)) } }
            div class="beside" {
                @if is_right || step.comparison.difference.has_right_moves() {
                    (first_look(oracle, asked, step, Found::board))
                } @else {
                    (first_look(oracle, asked, step, Found::at_a_glance))
                }
                (rows(asked, step))
            }
        }
    }
}

/// `depth 2 · after g2g4`
fn name(asked: &Asked, step: &Answered) -> Markup {
    let is_played = step.line.moves.len() > asked.place.line.moves.len();
    html! {
        "depth " (step.depth)
        @if !step.path.is_empty() { " · after " code { (step.path.join(" ")) } }
        @if is_played { ", played" }
    }
}

/// `e1g1 2,050 / 2,059`: the wrong count that leads on, or else all that is wrong.
fn verdict(step: &Answered) -> Markup {
    let here = step.line.end();
    let followed = step.comparison.difference.counts.iter().find(|it| Some(it.mv) == step.followed);
    if let Some(&WrongCount { mv, theirs, ours }) = followed {
        return html! { code { (here.move_text(mv)) } " " (grouped(theirs)) " / " (grouped(ours)) };
    }
    match &step.comparison.in_words(&here)[..] {
        [] => html! { (grouped(step.comparison.nodes)) ", right" },
        wrong => html! { (wrong.join("; ")) },
    }
}

/// The board with the proof, the rule and its usual cause, as far as this answer alone shows them.
fn first_look(
    oracle: &Arc<Oracle>,
    asked: &Asked,
    step: &Answered,
    look: fn(&Found) -> Markup,
) -> Markup {
    let plan = Plan::of_question(oracle, &step.line, step.depth);
    let outcome = hunt(oracle, &plan, &mut Saved::new(step.pasted.reply.clone()));
    let report = Report::new(&outcome, &plan, &style(asked.perft), Duration::ZERO);
    html! { @if let [found, ..] = &report.findings[..] { (look(found)) } }
}

/// All rows beside the right ones, the wrong ones first.
fn rows(asked: &Asked, step: &Answered) -> Markup {
    let position = step.line.end();
    let Difference { missing, extra, twice, counts, .. } = &step.comparison.difference;
    let right = ox88_count::quick::divide(&position, step.depth);
    let wrong: HashMap<Move, u128> =
        counts.iter().map(|&WrongCount { mv, theirs, .. }| (mv, theirs)).collect();
    let theirs = |text: &str| {
        let row = step.pasted.reply.rows.iter().find(|row| row.text == text);
        row.map_or_else(String::new, |row| grouped(row.count))
    };
    let (bad, good): (Vec<_>, Vec<_>) = right
        .rows()
        .iter()
        .partition(|(mv, _)| missing.contains(mv) || twice.contains(mv) || wrong.contains_key(mv));
    let row = |&(mv, ours): &(Move, u128)| {
        let text = position.move_text(mv);
        let (theirs, word) = match wrong.get(&mv) {
            Some(&theirs) => (grouped(theirs), Some("count")),
            None if missing.contains(&mv) => ("–".to_owned(), Some("missing")),
            None if twice.contains(&mv) => ("2×".to_owned(), Some("twice")),
            None => (grouped(ours), None),
        };
        html! {
            tr class=[word.map(|_| "wrong")] {
                th scope="row" { code { (text) } }
                td class="number" { (theirs) }
                td class="number" { (grouped(ours)) }
                td {
                    @if let Some(word) = word { span class={ "badge " (word) } { (word) } " " }
                    @if wrong.contains_key(&mv) && step.depth > 1 { (deeper(asked, step, mv)) }
                }
            }
        }
    };
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="All rows" {
            table class="rows" {
                caption { "All rows: yours and the right ones" }
                thead {
                    tr {
                        th scope="col" { "Move" } th scope="col" class="number" { "Yours" }
                        th scope="col" class="number" { "Right" } th scope="col" { "" }
                    }
                }
                tbody {
                    @for &it in &bad { (row(it)) }
                    @for it in extra {
                        tr class="wrong" {
                            th scope="row" { code { (it.text) } }
                            td class="number" { (theirs(&it.text)) }
                            td class="number" { "–" }
                            td { span class="badge extra" { "extra" } }
                        }
                    }
                    @for &it in &good { (row(it)) }
                }
            }
        }
    }
}

/// A link one move deeper: to the next question if that is about this move, or else to a new hunt that begins there.
fn deeper(asked: &Asked, step: &Answered, mv: Move) -> Markup {
    if step.followed == Some(mv) {
        return html! { a href="#now" data-local { "one move deeper" } };
    }
    let position = step.line.end().after(mv).to_string();
    let depth = (step.depth - 1).to_string();
    let fields = [("position", &position[..]), ("depth", &depth), ("perft", asked.perft)];
    html! { a href=(link("paste", &fields)) { "begin there" } }
}

/// The lines to type into the engine, and the field for what it prints.
fn question(
    asked: &Asked,
    answered: &[Answered],
    step: &Step,
    place: usize,
    doubted: Option<&(String, Doubt)>,
) -> Markup {
    let position = step.position();
    let set_up = step.uci_position(None);
    let last = answered.last();
    let last_move = last.and_then(|last| last.followed);
    let marks = Marks { last_move: last_move.map(|mv| (mv.from, mv.to)), ..Marks::default() };
    let (text, error) = match doubted {
        Some((text, doubt)) => (text.clone(), Some(format!("Not accepted: {}.", doubt.sentence))),
        None if asked.is_example => (example(&step.line, step.depth), None),
        None => (String::new(), None),
    };
    let may_insist = doubted.is_some_and(|(_, doubt)| doubt.may_be_meant());
    let fields = [
        ("position", asked.place.text()),
        ("depth", asked.depth.to_string()),
        ("perft", asked.perft.to_owned()),
        ("example", if asked.is_example { "yes".to_owned() } else { String::new() }),
    ];
    html! {
        section class="card question" id="now" aria-labelledby="question" {
            @match (last, last_move) {
                (None, _) => h3 #question { "Ask your engine" },
                (Some(last), _) if step.line.moves.len() > last.line.moves.len() => {
                    h3 #question { "Now let it play" }
                    p class="advice" {
                        "This time, let the engine reach the position by making the moves itself, not by its FEN."
                    }
                }
                (Some(last), Some(mv)) => h3 #question {
                    "One move deeper: after " code { (last.line.end().move_text(mv)) }
                },
                (Some(_), None) => {
                    h3 #question { "One more question" }
                    p class="advice" { "It shows in which part of your engine the bug is." }
                }
            }
            h4 { "Type this into your engine" }
            pre class="type" { code { (set_up) "\n" (asked.perft) " " (step.depth) } }
            div class="buttons" {
                button type="button" class="second" data-copies=".type" { "Copy" }
                span class="hint" role="status" {}
            }
            form data-tab="paste" data-answers=(place) {
                @for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
                    input type="hidden" name=(name) value=(value);
                }
                div class="field" {
                    label for="said" { "Paste what it prints" }
                    textarea id="said" name="said" rows="9" spellcheck="false" autocomplete="off"
                        autocapitalize="off" aria-describedby="said-hint said-error"
                        aria-invalid=[error.as_ref().map(|_| "true")]
                        placeholder="e2e4: 600\ne2e3: 599\n…" { (text) }
                    p class="hint" id="said-hint" {
                        "A count for each move, in whatever form your engine prints it: "
                        code { "e2e4: 20" } ", " code { "Nf3 20" } ", JSON …"
                    }
                    (form::error_at("said", error.as_deref()))
                }
                @if asked.is_example && doubted.is_none() {
                    p class="advice" { "An engine that never captures en passant prints this. Press Compare." }
                }
                div class="buttons" {
                    // What ox88 prints as the example is no mistake of a person.
                    button type="submit" data-how=[asked.is_example.then_some("!")] { "Compare" }
                    @if may_insist {
                        button type="submit" class="second" data-how="!" { "It prints just that" }
                    }
                    @if last.is_some() {
                        button type="submit" class="second" data-how="-" formnovalidate { "Skip" }
                    }
                }
            }
            figure {
                (board(&position, &marks, Size::Large, &position_in_words(&position)))
                figcaption { (position.side_to_move()) " to move." }
            }
        }
    }
}

fn all_right(asked: &Asked, nodes: u128) -> Markup {
    let others = SUGGESTED.iter().filter(|(id, ..)| *id != asked.place.start);
    html! {
        section class="card right" id="now" aria-labelledby="right" {
            h3 #right { "OK: no difference in " (grouped(nodes)) " leaves: every row is right" }
            p { "A bug may hide elsewhere. These positions show the most bugs with the fewest rows:" }
            ul class="chips" {
                @for (id, depth, name) in others {
                    @let depth = depth.to_string();
                    li {
                        a href=(link("paste", &[("position", id), ("depth", &depth), ("perft", asked.perft)])) {
                            (name) ", depth " (depth)
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an engine prints in answer to a question, whose rows are these.
    type Prints = fn(&Line, u32) -> String;

    fn lines(rows: &[(String, u128)]) -> String {
        let lines = rows.iter().map(|(text, count)| format!("{text}: {count}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn with_total(rows: &[(String, u128)]) -> String {
        let sum: u128 = rows.iter().map(|(_, count)| count).sum();
        format!("{}\n\nNodes searched: {sum}\n", lines(rows))
    }

    fn address(position: &str, depth: &str, said: &[String]) -> Address {
        let fields = ["position", position, "depth", depth].map(str::to_owned);
        Address::new("paste", &fields, said.to_vec())
    }

    fn page(position: &str, depth: &str, said: &[String]) -> String {
        result(&address(position, depth, said), &Clock::of_the_system()).into_string()
    }

    /// Pastes what the engine prints until nothing more is asked.
    fn down(position: &str, depth: u32, prints: Prints) -> (Vec<String>, Stage) {
        let oracle = Arc::new(Oracle::new());
        let place = TypedPosition::read(position).expect("a position");
        let asked = Asked { place, depth, perft: PERFT, is_example: false };
        let mut texts: Vec<String> = Vec::new();
        loop {
            let said: Vec<Said> = texts.iter().map(|text| Said::read(text)).collect();
            let (_, now) = replay(&oracle, &asked, &said);
            let Stage::Asks { step, doubted, .. } = now else { return (texts, now) };
            assert!(doubted.is_none(), "{doubted:?} after {texts:?}");
            assert!(texts.len() < 20, "it ends");
            texts.push(format!("={}", prints(&step.line, step.depth)));
        }
    }

    fn no_castling_out_of_rook_range(line: &Line, depth: u32) -> String {
        with_total(&without(line, depth, &|_, mv| mv.castling_rook().is_some()))
    }

    #[test]
    fn a_fault_three_plies_down_is_followed_to_its_rule() {
        let (said, now) = down("startpos", 4, |line, depth| {
            let lacks = |here: &Position, mv: Move| {
                here.en_passant() == Some(mv.to) && here.captured(mv).is_some()
            };
            with_total(&without(line, depth, &lacks))
        });
        assert!(matches!(now, Stage::Right(197_281)), "no capture en passant is that near");
        assert_eq!(said.len(), 1);
        let (said, now) = down("kiwipete", 3, no_castling_out_of_rook_range);
        assert!(matches!(now, Stage::Over(_)));
        let page = page("kiwipete", "3", &said);
        assert!(
            page.contains("class=\"badge missing\"") && page.contains("What was found"),
            "{page}"
        );
        assert!(page.contains("Usually"), "it says where to look");
    }

    #[test]
    fn each_step_says_what_to_type_and_how_the_answer_differs() {
        let first = page("kiwipete", "3", &[]);
        assert!(
            first.contains("position fen r3k2r/p1ppqpb1") && first.contains("go perft 3"),
            "{first}"
        );
        let line = TypedPosition::read("kiwipete").expect("known").line;
        let said = format!("={}", no_castling_out_of_rook_range(&line, 3));
        let second = page("kiwipete", "3", &[said]);
        assert!(
            second.contains("e1c1, e1g1 missing") || second.contains("e1g1, e1c1 missing"),
            "{second}"
        );
        assert!(second.contains("<tr class=\"wrong\">"), "{second}");
        assert!(second.contains("begin there"), "a link for any other wrong count");
    }

    #[test]
    fn what_cannot_be_the_answer_is_not_taken_and_stays_where_it_was_typed() {
        let hostile = "=</textarea><script>alert(1)</script>".to_owned();
        let shown = page("startpos", "2", &[hostile]);
        assert!(shown.contains("Not accepted: "), "{shown}");
        assert!(!shown.contains("<script") && !shown.contains("data-how=\"!\""), "{shown}");
        assert_eq!(shown.matches("</textarea>").count(), 1);
        let of_depth_2 = with_total(&without(&Line::at(Position::start()), 2, &|_, _| false));
        let shown = page("startpos", "3", &[format!("={of_depth_2}")]);
        assert!(
            shown.contains("these are the counts of depth 2") && shown.contains("data-how=\"!\""),
            "{shown}"
        );
        let shown = page("startpos", "3", &[format!("!{of_depth_2}")]);
        assert!(!shown.contains("Not accepted"), "{shown}");
        assert!(shown.contains("One move deeper") || shown.contains("What was found"), "{shown}");
    }

    #[test]
    fn all_right_leads_to_the_positions_that_show_most() {
        let (said, _) =
            down("kiwipete", 2, |line, depth| lines(&without(line, depth, &|_, _| false)));
        let shown = page("kiwipete", "2", &said);
        assert!(shown.contains("OK: no difference in 2,039 leaves"), "{shown}");
        assert!(!shown.contains("#paste?position=kiwipete&"), "not to itself: {shown}");
        assert!(shown.contains(">castling on both sides, depth 3<"), "{shown}");
        for (id, ..) in SUGGESTED {
            assert!(TypedPosition::read(id).is_ok(), "{id}");
        }
    }

    #[test]
    fn a_step_is_named_by_its_depth_and_the_count_that_leads_on() {
        let start = TypedPosition::read("kiwipete").expect("known").line;
        let first = format!("={}", example(&start, 3));
        let second = page("kiwipete", "3", &[first]);
        let summary = second.split("<summary>").nth(1).and_then(|it| it.split("</summary>").next());
        let summary = summary.expect("a step");
        assert!(summary.starts_with("1. depth 3 · ") && summary.contains(" / "), "{summary}");
        assert!(!summary.contains('/') || !summary.contains("r3k2r"), "no FEN: {summary}");
    }

    #[test]
    fn the_example_leads_to_its_rule_by_its_button_alone() {
        assert!(page("startpos", "3", &[]).contains("example=yes\">Try an example"));
        let fields = ["position", EXAMPLE.0, "depth", "3", "example", "yes"].map(str::to_owned);
        let mut said = Vec::new();
        for _ in 0..9 {
            let here = Address::new("paste", &fields, said.clone());
            let shown = result(&here, &Clock::of_the_system()).into_string();
            let Some((_, area)) = shown.split_once("…\">") else {
                assert!(shown.contains("en-passant"), "{shown}");
                return;
            };
            assert!(shown.contains("data-how=\"!\">Compare"), "{shown}");
            said.push(format!("!{}", area.split("</textarea>").next().unwrap_or_default()));
        }
        panic!("it does not end");
    }

    #[test]
    fn a_skipped_question_says_nothing() {
        assert!(page("startpos", "3", &["-".to_owned()]).contains("nothing is known"));
    }

    #[test]
    fn a_wrong_depth_or_position_is_answered_at_its_field() {
        for (position, depth, at) in [("8/8", "3", "position-error"), ("", "0", "depth-error")] {
            let shown = view(&address(position, depth, &[]), &Clock::of_the_system()).into_string();
            assert!(shown.contains(&format!("id=\"{at}\"")), "{shown}");
            assert_eq!(page(position, depth, &[]), "");
        }
    }
}
