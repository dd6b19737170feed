//! Everything that was found, as one page for people: no script, nothing that is loaded from elsewhere.
//!
//! What an engine printed is quoted. [`markup`] escapes it, and the policy in the head of the page
//! would keep a browser from running or loading anything all the same.

mod board;
mod finding;
mod markup;
mod words;

use super::{Cause, Report, Verdict, counted};
use finding::{block, body, code, name};
use markup::{Element, Markup, classed, element, verbatim};
use words::capitalized;

/// Only what is on the page itself: its style.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The heading of a hunt of which nothing can be concluded.
const NOT_TO_ITS_END: &str = "The hunt was not run to its end";

impl Report {
    /// The report as a page.
    #[must_use]
    pub fn html(&self) -> String {
        let main = element("main").set("id", "findings");
        if let Some(error) = &self.error {
            return page("not-run", NOT_TO_ITS_END, &self.engine, main.with(why(error)));
        }
        let so_far = if self.verdict == Verdict::Interrupted { " so far" } else { "" };
        let found = counted(self.findings.len(), "finding");
        let (class, title) = match (self.findings.len(), self.causes.len()) {
            (0, _) if self.verdict == Verdict::Interrupted => {
                ("not-run", NOT_TO_ITS_END.to_owned())
            }
            (0, _) => ("right", "No difference".to_owned()),
            (findings, causes) if findings == causes => ("differs", found + so_far),
            (_, causes) => {
                ("differs", format!("{found}, {}{so_far}", counted(causes, "broken rule")))
            }
        };
        let table = (self.findings.len() > 1).then(|| table_of_causes(self));
        let sections =
            self.causes.iter().zip(1..).map(|(cause, number)| section(self, cause, number));
        let main = main.with(summary(self)).with(table).with(sections.collect::<Markup>());
        page(class, &title, &self.engine, main)
    }
}

fn why(error: &str) -> Element {
    let lines: Vec<String> = error.trim_end().lines().map(str::to_owned).collect();
    element("section")
        .set("aria-labelledby", "why")
        .with(element("h2").set("id", "why").with("Why"))
        .with(block(&lines))
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

fn summary(report: &Report) -> Element {
    let (how, command) = &report.asked_by;
    let asked_by = vec![Markup::from(*how), code(command).into()];
    let facts = [
        ("Positions", report.positions.to_string().into()),
        ("Questions", report.questions.to_string().into()),
        ("Nodes", report.nodes.0.to_string().into()),
        ("Time", format!("{:.3} s", report.seconds).into()),
        ("Asked by", Markup::from(asked_by)),
    ];
    let facts = facts.map(|(name, value)| {
        element("div").with(element("dt").with(name)).with(element("dd").with(value))
    });
    let remarks = (!report.remarks.is_empty()).then(|| {
        let item = |line: &String| element("li").with(capitalized(&format!("{line}.")));
        element("ul").with(report.remarks.iter().map(item).collect::<Markup>())
    });
    element("section")
        .set("aria-labelledby", "tried")
        .with(element("h2").set("id", "tried").with("What was tried"))
        .with(classed("dl", "tried").with(facts.to_vec()))
        .with(remarks)
}

// What was found.

/// The table of all causes, with links to what was found.
fn table_of_causes(report: &Report) -> Element {
    let names = ["What is broken", "Origin", "Found", "Smallest example"];
    let head = names.map(|name| element("th").set("scope", "col").with(name));
    let rows = report.causes.iter().zip(1..).map(|(cause, number)| {
        let link = element("a").set("href", format!("#cause-{number}")).with(cause.title);
        let smallest = report.smallest(cause);
        let example = element("a").set("href", format!("#{}", id(cause.smallest)));
        let rule = element("th").set("scope", "row").with(link);
        element("tr")
            .with(rule.with(classed("code", "rule").with(cause.rule)))
            .with(element("td").with(origin(cause)))
            .with(classed("td", "number").with(cause.found.to_string()))
            .with(
                element("td")
                    .with(example.with(name(smallest)))
                    .with(smallest.doubt.as_ref().map(|_| " ?")),
            )
    });
    let advice = report.advice.map(|advice| classed("p", "advice").with(advice));
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
    cause.origin.unwrap_or("no answer")
}

/// The name of a finding on the page, by its place among all.
fn id(place: usize) -> String {
    format!("finding-{}", place + 1)
}

/// All findings with one cause: the smallest first, the others folded up.
fn section(report: &Report, cause: &Cause, number: usize) -> Element {
    let heading_id = format!("cause-{number}");
    let heading = element("h2").set("id", &heading_id).with(capitalized(cause.title));
    let labels = classed("p", "labels")
        .with(classed("code", "rule").with(cause.rule))
        .with(" ")
        .with(classed("span", "origin").with(origin(cause)));
    let of_cause = (cause.rule, cause.origin);
    let all = report.findings.iter().enumerate();
    let others = all.filter(|&(place, found)| found.cause() == of_cause && place != cause.smallest);
    let folded = others.map(|(place, found)| {
        let summary = element("summary").with(name(found));
        element("details").set("id", id(place)).with(summary).with(body(found))
    });
    let others_heading = (cause.found > 1).then(|| {
        let others = counted(cause.found - 1, "more finding");
        element("h3").with(format!("{others} of the same cause"))
    });
    let smallest = report.smallest(cause);
    let article = element("article")
        .set("id", id(cause.smallest))
        .with(element("h3").with(name(smallest)))
        .with(body(smallest));
    classed("section", "cause")
        .set("aria-labelledby", heading_id)
        .with(heading)
        .with(labels)
        .with(article)
        .with(others_heading)
        .with(folded.collect::<Markup>())
}
