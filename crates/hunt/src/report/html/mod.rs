//! Everything that was found, as one page for people: no script, nothing that is loaded from elsewhere.
//!
//! What an engine printed is quoted. [`markup`] escapes it, and the policy in the head of the page
//! would keep a browser from running or loading anything all the same.

mod board;
mod finding;
mod markup;
mod words;

use super::{Cause, Found, NOT_TO_ITS_END, Report, Verdict, counted};
use finding::{body, name};
use markup::{Element, Markup, block, classed, code, element, facts, table, verbatim};
use words::capitalized;

/// Only what is on the page itself: its style.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

impl Report {
    /// The report as a page.
    #[must_use]
    pub fn html(&self) -> String {
        let main = element("main").set("id", "findings");
        if let Some(error) = &self.error {
            let lines = error.trim_end().replace("\r\n", "\n");
            let why = headed(element("section"), "why", "Why").with(block(&lines));
            return page("not-run", NOT_TO_ITS_END, &self.engine, main.with(why));
        }
        let is_interrupted = self.verdict == Verdict::Interrupted;
        let so_far = if is_interrupted { " so far" } else { "" };
        let found = counted(self.findings.len(), "finding");
        let (class, title) = match (self.findings.len(), self.causes.len()) {
            (0, _) if is_interrupted => ("not-run", NOT_TO_ITS_END.to_owned()),
            (0, _) => ("right", "No difference".to_owned()),
            (findings, causes) if findings == causes => ("differs", found + so_far),
            (_, causes) => {
                ("differs", format!("{found}, {}{so_far}", counted(causes, "broken rule")))
            }
        };
        let table = (self.findings.len() > 1).then(|| table_of_causes(self));
        let sections =
            self.causes.iter().zip(1..).map(|(cause, number)| section(self, cause, number));
        let main = main.with(summary(self)).with(table).with_each(sections);
        page(class, &title, &self.engine, main)
    }
}

/// A part of the page that is named by the heading at its beginning.
fn headed(part: Element, id: &str, heading: impl Into<Markup>) -> Element {
    part.set("aria-labelledby", id).with(element("h2").set("id", id).with(heading))
}

fn page(verdict: &'static str, title: &str, command: &str, main: Element) -> String {
    let meta = |key, name, content| element("meta").set(key, name).set("content", content);
    let head = element("head")
        .with(element("meta").set("charset", "utf-8"))
        .with(meta("http-equiv", "Content-Security-Policy", POLICY))
        .with(meta("name", "viewport", "width=device-width, initial-scale=1"))
        .with(meta("name", "color-scheme", "light dark"))
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

fn summary(report: &Report) -> Element {
    let (how, command) = &report.asked_by;
    let tried = [
        ("Positions", report.positions.to_string().into()),
        ("Questions", report.questions.to_string().into()),
        ("Nodes", report.nodes.0.to_string().into()),
        ("Time", format!("{:.3} s", report.seconds).into()),
        ("Asked by", Markup::from(*how).and(code(command))),
    ];
    let remarks = report.remarks.iter();
    let remarks = remarks.map(|line| element("li").with(capitalized(&format!("{line}."))));
    headed(element("section"), "tried", "What was tried")
        .with(facts("tried", tried))
        .with((!report.remarks.is_empty()).then(|| element("ul").with_each(remarks)))
}

/// The table of all causes, with links to what was found.
fn table_of_causes(report: &Report) -> Element {
    let rows = report.causes.iter().zip(1..).map(|(cause, number)| {
        let link = element("a").set("href", format!("#cause-{number}")).with(cause.title);
        let rule = element("th").set("scope", "row").with(link);
        let smallest = report.smallest(cause);
        let example = element("a").set("href", format!("#{}", id(cause.smallest)));
        let doubt = smallest.doubt.as_ref().map(|_| " ?");
        element("tr")
            .with(rule.with(classed("code", "rule").with(cause.rule)))
            .with(element("td").with(origin(cause)))
            .with(classed("td", "number").with(cause.found.to_string()))
            .with(element("td").with(example.with(name(smallest))).with(doubt))
    });
    let caption = "The broken rules, with the smallest example of each";
    let columns = ["What is broken", "Origin", "Found", "Smallest example"];
    headed(element("nav"), "causes", "Broken rules")
        .with(table("causes", caption, &columns, rows))
        .with(report.advice.map(|advice| classed("p", "advice").with(advice)))
}

/// The part of the engine that is at fault, or why none is known.
fn origin(cause: &Cause) -> &'static str {
    cause.origin.unwrap_or("no answer")
}

/// The name of a finding on the page, by its place among all.
fn id(place: usize) -> String {
    format!("finding-{}", place + 1)
}

/// All findings with one cause: the smallest first, the others folded up.
fn section(report: &Report, cause: &Cause, number: usize) -> Element {
    let labels = classed("p", "labels")
        .with(classed("code", "rule").with(cause.rule))
        .with(" ")
        .with(classed("span", "origin").with(origin(cause)));
    let smallest = report.smallest(cause);
    let article = element("article")
        .set("id", id(cause.smallest))
        .with(element("h3").with(name(smallest)))
        .with(body(smallest));
    let others_heading = (cause.found > 1).then(|| {
        let others = counted(cause.found - 1, "more finding");
        element("h3").with(format!("{others} of the same cause"))
    });
    let mut others: Vec<(usize, &Found)> = report.findings.iter().enumerate().collect();
    others.retain(|(place, found)| found.cause() == smallest.cause() && *place != cause.smallest);
    let folded = others.into_iter().map(|(place, found)| {
        let summary = element("summary").with(name(found));
        element("details").set("id", id(place)).with(summary).with(body(found))
    });
    let heading = capitalized(cause.title);
    headed(classed("section", "cause"), &format!("cause-{number}"), heading)
        .with(labels)
        .with(article)
        .with(others_heading)
        .with_each(folded)
}
