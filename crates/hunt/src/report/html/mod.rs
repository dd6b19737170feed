//! Everything that was found, as one page for people: no script, nothing that is loaded from elsewhere.
//!
//! What an engine printed is quoted. `html!` escapes it, and the policy in the head of the page would keep a browser
//! from running or loading anything all the same. An XML parser reads the page too, so that a test can hold it against
//! a strict one.

mod board;
mod finding;
mod words;

use super::blocks::Block;
use super::rules_page::address;
use super::{Cause, Found, NOT_TO_ITS_END, Report, Verdict, visible};
pub use board::{Marks, Size, board, shapes};
pub use ox88_explain::capitalized;
pub use words::position_in_words;

use finding::{body, figure, glance, name};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use ox88_explain::counted;

/// The policy allows only what is on the page itself: its style.
const HEAD: PreEscaped<&str> = PreEscaped(concat!(
    r#"<meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content=""#,
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    r#""/><meta name="viewport" content="width=device-width, initial-scale=1"/>"#,
    r#"<meta name="color-scheme" content="light dark"/>"#,
    "<style>",
    include_str!("style.css"),
    "</style>",
));

impl Report {
    /// The report as a page.
    pub fn html(&self) -> String {
        let why = self.error.as_ref().filter(|_| self.findings.is_empty()).map(|error| {
            let lines = error.trim_end().replace("\r\n", "\n");
            html! { section aria-labelledby="why" { h2 #why { "Why" } (block(&lines)) } }
        });
        let (class, title) = self.headline();
        page(class, "ox88 hunt", &title, &self.engine, &why.unwrap_or_else(|| self.main()))
    }

    /// What is between the header and the footer of the page of a hunt that was run.
    pub fn main(&self) -> Markup {
        self.walk(|_| true)
    }

    /// The findings alone, by their causes.
    pub fn all_findings(&self) -> Markup {
        self.walk(|block| !matches!(block, Block::Tried))
    }

    fn walk(&self, is_shown: fn(&Block) -> bool) -> Markup {
        let blocks = html! {
            @for block in self.blocks().iter().filter(|block| is_shown(block)) {
                @match block {
                    Block::ToFix => (self.to_fix()),
                    Block::Cause(cause, number) => (self.section(cause, *number)),
                    Block::Tried => (self.tried()),
                    _ => {}
                }
            }
        };
        PreEscaped(visible(&blocks.0))
    }

    /// The class and the title of the page: `differs`, `1 finding`.
    pub fn headline(&self) -> (&'static str, String) {
        let is_interrupted = self.verdict == Verdict::Interrupted;
        let so_far = if is_interrupted { " so far" } else { "" };
        let found = counted(self.findings.len(), &format!("{}finding", self.word_for_new()));
        match (self.findings.len(), self.causes.len()) {
            (0, _) if self.error.is_some() || is_interrupted => {
                ("not-run", NOT_TO_ITS_END.to_owned())
            }
            (0, _) => ("right", self.no_difference()),
            (findings, causes) if findings == causes => ("differs", found + so_far),
            (_, causes) => ("differs", format!("{found}, {}{so_far}", counted(causes, "cause"))),
        }
    }

    fn tried(&self) -> Markup {
        let (how, command) = &self.asked_by;
        html! {
            section aria-labelledby="tried" {
                h2 #tried { "What was tried" }
                p { (capitalized(&self.totals_line())) ". ox88 " (how) code { (command) } "." }
                @if !self.remarks.is_empty() {
                    ul { @for line in &self.remarks { li { (capitalized(line)) "." } } }
                }
            }
        }
    }

    /// The table of all causes, with links to what was found.
    fn to_fix(&self) -> Markup {
        let columns = ["What is wrong", "Origin", "Found", "Smallest example"];
        let rows = html! {
            @for (cause, number) in self.causes.iter().zip(1..) {
                @let smallest = self.smallest(cause);
                tr class=[cause.may_be_symptom.then_some("symptom")] {
                    th scope="row" {
                        a href={ "#cause-" (number) } { (cause.fault) }
                        (rule(cause.rule))
                    }
                    td data-label="Origin" { (cause.part()) }
                    td data-label="Found" class="number" { (cause.found) }
                    td data-label="Smallest example" {
                        a href={ "#finding-" (cause.smallest + 1) } { (name(smallest)) }
                        @if smallest.doubt.is_some() { " ?" }
                    }
                }
            }
        };
        html! {
            nav aria-labelledby="causes" {
                h2 #causes { "What to fix" }
                @if let Some(advice) = &self.advice { p class="advice" { (advice) } }
                table class="causes" {
                    caption { "The causes, with the smallest example of each" }
                    thead { tr { @for name in columns { th scope="col" { (name) } } } }
                    tbody { (rows) }
                }
            }
        }
    }

    /// All findings with one cause: the smallest first, the others folded up. What may vanish with it is folded up
    /// below it.
    fn section(&self, cause: &Cause, number: usize) -> Markup {
        let findings = self.findings_of(cause);
        let below = self.causes.iter().zip(1..).skip(number);
        let symptoms: Vec<_> = below.take_while(|(it, _)| it.may_be_symptom).collect();
        html! {
            section class="cause" aria-labelledby={ "cause-" (number) } {
                h2 id={ "cause-" (number) } { (capitalized(&cause.fault)) }
                (labels(cause))
                @for &(place, found) in &findings[..1] {
                    article id={ "finding-" (place + 1) } { h3 { (name(found)) } (body(found)) }
                }
                @if cause.found > 1 {
                    h3 { (counted(cause.found - 1, "more finding")) " of the same cause" }
                }
                (folded(&findings[1..]))
                @if !symptoms.is_empty() {
                    h3 { (counted(symptoms.len(), "possible symptom")) " of it" }
                }
                @for (cause, number) in symptoms {
                    details id={ "cause-" (number) } {
                        summary { (capitalized(&cause.fault)) ": " (counted(cause.found, "finding")) }
                        (labels(cause))
                        (folded(&self.findings_of(cause)))
                    }
                }
                @if self.findings.len() > 1 { p class="back" { a href="#causes" { "↑ What to fix" } } }
            }
        }
    }
}

/// A page in the style of a report, about something that a command was given.
pub fn page(class: &str, command: &str, title: &str, about: &str, main: &Markup) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head { (HEAD) title { (title) ": " (command) " of " (about) } }
            body {
                a class="skip" href="#main" { "Skip to the content" }
                (board::shapes())
                header class=(class) {
                    p class="program" { (command) }
                    h1 { (title) }
                    p class="engine" { code { (about) } }
                }
                main id="main" { (main) }
                footer { p { "Written by ox88 " (env!("CARGO_PKG_VERSION")) } }
            }
        }
        "\n"
    };
    visible(&page.0)
}

/// The names of a cause for programs and for the author of an engine.
fn labels(cause: &Cause) -> Markup {
    html! {
        p class="labels" {
            (rule(cause.rule)) " " span class="origin" { (cause.part()) }
        }
    }
}

/// The id of a rule, with a link to the page that explains it.
fn rule(id: &str) -> Markup {
    html! {
        code class="rule" {
            @if let Some(address) = address(id) { a href=(address) { (id) } } @else { (id) }
        }
    }
}

/// Findings with their places, each folded up.
fn folded(findings: &[(usize, &Found)]) -> Markup {
    html! {
        @for (place, found) in findings {
            details id={ "finding-" (place + 1) } { summary { (name(found)) } (body(found)) }
        }
    }
}

impl Found {
    /// What can be said of it before it is followed down: the board with what proves it, and why each move is wrong.
    pub fn at_a_glance(&self) -> Markup {
        PreEscaped(visible(&glance(self).0))
    }

    /// The board alone.
    pub fn board(&self) -> Markup {
        PreEscaped(visible(&figure(self).0))
    }
}

/// A number as people read it: `119,060,324`.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let begins_group = |place: usize| place > 0 && (digits.len() - place).is_multiple_of(3);
    let letters = digits.char_indices();
    letters.fold(String::new(), |text, (place, digit)| {
        format!("{text}{}{digit}", if begins_group(place) { "," } else { "" })
    })
}

/// Lines as a program reads or prints them.
fn block(lines: &str) -> Markup {
    html! { pre { code { (lines) } } }
}
