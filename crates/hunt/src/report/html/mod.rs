//! Everything that was found, as one page for people: no script, nothing that is loaded from elsewhere.
//!
//! What an engine printed is quoted. [`markup`] escapes it, and the policy in the head of the page
//! would keep a browser from running or loading anything all the same.

mod board;
mod finding;
mod markup;
mod words;

use super::remarks::{counted, remarks};
use super::{Cause, INTERRUPTED, Style, advice, causes};
use crate::ask::Protocol;
use crate::diagnose::Part;
use crate::finding::Finding;
use crate::hunt::Outcome;
use crate::plan::Plan;
use finding::{block, body, code, name};
use markup::{Element, Markup, classed, element, verbatim};
use std::time::Duration;
use words::capitalized;

/// Only what is on the page itself: its style.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The heading of a hunt of which nothing can be concluded.
const NOT_TO_ITS_END: &str = "The hunt was not run to its end";

/// A hunt that was run, as a page.
#[must_use]
pub fn html(outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> String {
    let findings = &outcome.findings;
    let causes = causes(findings);
    let (verdict, title) = match findings.len() {
        0 if outcome.was_interrupted => ("not-run", NOT_TO_ITS_END.to_owned()),
        0 => ("right", "No difference".to_owned()),
        found if found == causes.len() => ("differs", counted(found, "finding")),
        found => {
            let causes = counted(causes.len(), "broken rule");
            ("differs", format!("{}, {causes}", counted(found, "finding")))
        }
    };
    let so_far = if outcome.was_interrupted && !findings.is_empty() { " so far" } else { "" };
    let title = title + so_far;
    let table = (findings.len() > 1).then(|| table_of_causes(&causes, findings));
    let sections =
        causes.iter().zip(1..).map(|(cause, number)| section(number, cause, findings, style));
    let main = element("main")
        .set("id", "findings")
        .with(summary(outcome, plan, style, time))
        .with(table)
        .with(sections.collect::<Markup>());
    page(verdict, &title, &style.command, main)
}

/// A hunt that could not be run, as a page.
#[must_use]
pub fn html_of_refusal(command: &str, error: &str) -> String {
    let lines: Vec<String> = error.trim_end().lines().map(str::to_owned).collect();
    let main = element("main").set("id", "findings").with(
        element("section")
            .set("aria-labelledby", "why")
            .with(element("h2").set("id", "why").with("Why"))
            .with(block(&lines)),
    );
    page("not-run", NOT_TO_ITS_END, command, main)
}

/// What is known of a hunt before its end, if somebody ends it who leaves it no time to report, as a page.
#[must_use]
pub fn html_of_interruption(command: &str) -> String {
    html_of_refusal(command, INTERRUPTED)
}

fn page(verdict: &'static str, title: &str, command: &str, main: Element) -> String {
    let meta = |name: &'static str, content: &'static str| {
        element("meta").set("name", name).set("content", content)
    };
    let policy = element("meta").set("http-equiv", "Content-Security-Policy");
    let head = element("head")
        .with(element("meta").set("charset", "utf-8"))
        .with(policy.set("content", POLICY))
        .with(meta("viewport", "width=device-width, initial-scale=1"))
        .with(meta("color-scheme", "light dark"))
        .with(element("title").with(format!("{title}: ox88 hunt of {command}")))
        .with(element("style").with(verbatim(include_str!("style.css"))));
    let header = element("header")
        .set("class", verdict)
        .with(classed("p", "program").with("ox88 hunt"))
        .with(element("h1").with(title))
        .with(classed("p", "engine").with(code(command)));
    let footer = element("footer")
        .with(element("p").with(format!("Written by ox88 {}", env!("CARGO_PKG_VERSION"))));
    let skip = classed("a", "skip").set("href", "#findings").with("Skip to the findings");
    let body =
        element("body").with(skip).with(board::shapes()).with(header).with(main).with(footer);
    let html = element("html").set("lang", "en").with(head).with(body);
    Markup::from(html).into_page()
}

// What was tried.

fn summary(outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> Element {
    let totals = &outcome.totals;
    let asked = match &style.protocol {
        Protocol::Uci { perft } => vec![code(&format!("{perft} N")).into()],
        Protocol::Script => {
            vec![Markup::from("as a script, "), code("COMMAND DEPTH FEN [MOVES]").into()]
        }
    };
    let facts = [
        ("Positions", totals.positions.to_string().into()),
        ("Questions", totals.questions.to_string().into()),
        ("Nodes", totals.nodes.to_string().into()),
        ("Time", format!("{:.3} s", time.as_secs_f64()).into()),
        ("Asked by", Markup::from(asked)),
    ];
    let facts = facts.map(|(name, value)| {
        element("div").with(element("dt").with(name)).with(element("dd").with(value))
    });
    let remarks = remarks(outcome, plan);
    let remarks = (!remarks.is_empty()).then(|| {
        let item = |line: &String| element("li").with(capitalized(&format!("{line}.")));
        element("ul").with(remarks.iter().map(item).collect::<Markup>())
    });
    element("section")
        .set("aria-labelledby", "tried")
        .with(element("h2").set("id", "tried").with("What was tried"))
        .with(classed("dl", "tried").with(facts.to_vec()))
        .with(remarks)
}

// What was found.

/// The table of all causes, with links to what was found.
fn table_of_causes(causes: &[Cause], findings: &[Finding]) -> Element {
    let names = ["What is broken", "Origin", "Found", "Smallest example"];
    let head = names.map(|name| element("th").set("scope", "col").with(name));
    let rows = causes.iter().zip(1..).map(|(cause, number)| {
        let link = element("a").set("href", format!("#cause-{number}")).with(cause.title);
        let number = number_of(cause.smallest, findings);
        let example = element("a").set("href", format!("#finding-{number}"));
        element("tr")
            .with(
                element("th")
                    .set("scope", "row")
                    .with(link)
                    .with(classed("code", "rule").with(cause.id)),
            )
            .with(element("td").with(origin(cause)))
            .with(classed("td", "number").with(cause.found.to_string()))
            .with(
                element("td")
                    .with(example.with(name(cause.smallest)))
                    .with(cause.is_doubtful().then_some(" ?")),
            )
    });
    let advice = advice(causes).map(|advice| classed("p", "advice").with(advice));
    let table = classed("table", "causes")
        .with(element("caption").with("The broken rules, with the smallest example of each"))
        .with(element("thead").with(element("tr").with(head.to_vec())))
        .with(element("tbody").with(rows.collect::<Markup>()));
    element("nav")
        .set("aria-labelledby", "causes")
        .with(element("h2").set("id", "causes").with("Broken rules"))
        .with(table)
        .with(advice)
}

/// The part of the engine that is at fault, or why none is known.
fn origin(cause: &Cause) -> &'static str {
    cause.part.map_or("no answer", Part::id)
}

/// The place of a finding among all, counted from 1.
fn number_of(finding: &Finding, findings: &[Finding]) -> usize {
    let place = findings.iter().position(|other| std::ptr::eq(other, finding));
    place.map_or(0, |place| place + 1)
}

/// All findings with one cause: the smallest first, the others folded up.
fn section(number: usize, cause: &Cause, findings: &[Finding], style: &Style) -> Element {
    let id = format!("cause-{number}");
    let heading = element("h2").set("id", &id).with(capitalized(cause.title));
    let labels = classed("p", "labels")
        .with(classed("code", "rule").with(cause.id))
        .with(" ")
        .with(classed("span", "origin").with(origin(cause)));
    let is_other = |finding: &&Finding| {
        let other = Cause::of(finding);
        (other.id, other.part) == (cause.id, cause.part) && !std::ptr::eq(*finding, cause.smallest)
    };
    let others: Vec<&Finding> = findings.iter().filter(is_other).collect();
    let others_heading = (!others.is_empty()).then(|| {
        element("h3").with(format!("{} of the same cause", counted(others.len(), "more finding")))
    });
    let folded = others.into_iter().map(|finding| {
        let id = format!("finding-{}", number_of(finding, findings));
        let summary = element("summary").with(name(finding));
        element("details").set("id", id).with(summary).with(body(finding, style))
    });
    let smallest = element("article")
        .set("id", format!("finding-{}", number_of(cause.smallest, findings)))
        .with(element("h3").with(name(cause.smallest)))
        .with(body(cause.smallest, style));
    classed("section", "cause")
        .set("aria-labelledby", id)
        .with(heading)
        .with(labels)
        .with(smallest)
        .with(others_heading)
        .with(folded.collect::<Markup>())
}
