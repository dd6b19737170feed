//! The hunt for an engine in JavaScript, which runs in a worker of its own. The hunt names the next question, and takes
//! the answer whenever it comes.

use maud::{Markup, html};
use ox88::suite::built_in;
use ox88_hunt::html::grouped;
use ox88_hunt::{
    Abilities, Chess960, Choices, Clock, Does, Hunt, Limits, Need, Oracle, Plan, Process, Protocol,
    Remote, Reply, Report, Row, Stands, Step, Style, TroubleKind, Until, rows_of_fields,
};
use std::sync::Arc;
use std::time::Duration;

/// What a report says of the fields of the form. A test compares their names.
const CHOICES: Choices = Choices {
    max_nodes: Some("“Largest question”"),
    all: Some("“Go on after the first finding”"),
    chess960: None,
    impossible: None,
    whole: None,
    flush: None,
    more_time: Some(
        "“Seconds for an answer” gives it more time, and a smaller “Largest question” asks for less",
    ),
    smaller_depth: None,
    other_ways: None,
    commands: &[],
};

/// The same where the engine speaks UCI.
const UCI_CHOICES: Choices =
    Choices { other_ways: Some("“UCI command” takes a different perft command"), ..CHOICES };

/// The seconds for an answer, unless the form says otherwise.
const LIMIT: u32 = 10;

/// A hunt with its present question.
pub struct EngineHunt {
    hunt: Hunt,
    plan: Plan,
    style: Style,
    clock: Clock,
    start: Duration,
    limit: Duration,
    asks: Option<(Need, Vec<ox88_hunt::Heard>)>,
    heading: String,
    /// The conversations with an engine that speaks UCI: with its running process, and with a second one.
    talks: Option<[Remote; 2]>,
    is_beside: bool,
}

/// The answer to a question, or why there is none.
#[derive(Clone, Debug)]
pub enum Heard {
    /// Moves and their counts in turn.
    Rows(Vec<String>),
    /// The engine threw this error.
    Fails(String),
    /// No answer came in time.
    Hangs,
}

impl EngineHunt {
    /// A hunt for an engine with this name. It is asked by calling a function, or over UCI with this perft command.
    /// Each answer may take this many seconds.
    pub fn new(
        name: &str,
        perft: Option<&str>,
        max_nodes: u64,
        all: bool,
        seconds: u32,
        clock: &Clock,
    ) -> EngineHunt {
        let oracle = Arc::new(Oracle::with_clock(clock.clone()));
        let suites: Vec<_> = built_in::suites().into_iter().cloned().collect();
        let limits = Limits {
            max_nodes: max_nodes.into(),
            max_depth: None,
            chess960: Chess960::LeftOut,
            has_impossible: false,
        };
        let plan = Plan::of_suites(&suites, limits);
        let limit = Duration::from_secs(seconds.max(1).into());
        let again = perft.is_some();
        let can = Abilities { fresh: true, again, ..Abilities::of_questions(limit) };
        let talk = perft.map(|perft| Remote::new(perft, limit));
        let talks = talk.map(|talk| [talk.clone(), talk]);
        let until = if all { Until::All } else { Until::First };
        let style = Style {
            command: name.to_owned(),
            protocol: perft
                .map_or(Protocol::Function, |perft| Protocol::Uci { perft: perft.to_owned() }),
            knows_uci: perft.is_some(),
            castling: None,
            choices: if perft.is_some() { UCI_CHOICES } else { CHOICES },
        };
        let (clock, start) = (clock.clone(), clock.now());
        let hunt = Hunt::new(&oracle, plan.clone(), until, can);
        EngineHunt {
            hunt,
            plan,
            style,
            clock,
            start,
            limit,
            asks: None,
            heading: String::new(),
            talks,
            is_beside: false,
        }
    }

    /// The next question, and the process to ask; nothing when the hunt is over.
    pub fn next_step(&mut self) -> Option<(Process, Step)> {
        loop {
            let (need, heard) = match self.asks.take() {
                Some(asks) => asks,
                None => (self.hunt.next_experiment()?, Vec::new()),
            };
            if let Some((totals, case)) = self.hunt.news() {
                self.heading = format!(
                    "{} of {}: {} at depth {}",
                    totals.cases, totals.cases_planned, case.name, case.depth
                );
            }
            let process = match need.experiment.process {
                // Further steps go to the process that was started for the first.
                Process::Fresh if !heard.is_empty() => Process::Beside,
                process => process,
            };
            let step = need.experiment.steps.get(heard.len()).cloned();
            let is_over =
                heard.iter().any(|heard| !matches!(heard, ox88_hunt::Heard::Answer { .. }));
            match step.filter(|_| !is_over) {
                None => self.hunt.answer(heard),
                // A function has no position between two questions.
                Some(step) if !step.is_by_fen() && self.talks.is_none() => {
                    self.asks = Some((need, heard));
                    self.hear_as_it_is(ox88_hunt::Heard::Cannot);
                }
                Some(step) => {
                    self.begin_to_talk(&need, process, &step);
                    self.asks = Some((need, heard));
                    return Some((process, step));
                }
            }
        }
    }

    fn begin_to_talk(&mut self, need: &Need, process: Process, step: &Step) {
        let Some([running, beside]) = &mut self.talks else { return };
        if process == Process::Fresh {
            *beside = running.another();
        }
        self.is_beside = process != Process::Running;
        let now = self.clock.now();
        let end = now.checked_add(self.hunt.time_until(need.end));
        let talk = if self.is_beside { beside } else { running };
        talk.ask(step, need.experiment.castling, end, now);
    }

    fn talk(&mut self) -> Option<&mut Remote> {
        let is_beside = self.is_beside;
        self.talks.as_mut().map(|[running, beside]| if is_beside { beside } else { running })
    }

    /// Goes on with the conversation about the question: what to do, and how long to wait after that. There is no time
    /// to wait if the question is over.
    pub fn go_on(&mut self) -> (Vec<Does>, Option<Duration>) {
        let now = self.clock.now();
        let Some(talk) = self.talk() else { return (Vec::new(), None) };
        match talk.go_on(now) {
            (does, Stands::Waits(until)) => (does, Some(until.saturating_sub(now))),
            (does, Stands::Heard(heard)) => {
                self.hear_as_it_is(heard);
                (does, None)
            }
        }
    }

    /// Takes a line that the engine has sent.
    pub fn line(&mut self, line: &str) {
        let now = self.clock.now();
        if let Some(talk) = self.talk() {
            talk.hear(line, now);
        }
    }

    /// Takes an error that the engine has thrown. The engine has ended.
    pub fn ends(&mut self, why: &str) {
        let now = self.clock.now();
        if let Some(talk) = self.talk() {
            talk.ends(why, now);
        }
    }

    /// Takes the answer of a function.
    pub fn hear(&mut self, heard: Heard) {
        let trouble = |kind: TroubleKind| ox88_hunt::Heard::Trouble(kind.into());
        self.hear_as_it_is(match heard {
            Heard::Rows(fields) => match rows_of_fields(&fields) {
                Ok(rows) => {
                    let rows = rows.into_iter().map(|(text, count)| Row::new(text, count));
                    Reply { rows: rows.collect(), ..Reply::default() }.into()
                }
                Err(why) => trouble(TroubleKind::Fails(why)),
            },
            Heard::Fails(why) => trouble(TroubleKind::Fails(ox88_hunt::read::for_people(&why))),
            Heard::Hangs => trouble(TroubleKind::Hangs(self.limit)),
        });
    }

    fn hear_as_it_is(&mut self, heard: ox88_hunt::Heard) {
        if let Some((_, all)) = &mut self.asks {
            all.push(heard);
        }
    }

    /// How far the hunt has come.
    pub fn progress(&self) -> (f64, String) {
        let totals = self.hunt.progress();
        let share = |part: usize| f64::from(u32::try_from(part).unwrap_or(u32::MAX));
        let findings = match totals.findings {
            0 => String::new(),
            1 => ", 1 finding".to_owned(),
            many => format!(", {many} findings"),
        };
        let text = format!("{}, {} leaves{findings}", self.heading, grouped(totals.nodes));
        (share(totals.cases) / share(totals.cases_planned.max(1)), text)
    }

    /// The report, of the findings so far if the hunt is not over.
    pub fn report(&self) -> Markup {
        let time = self.clock.now().saturating_sub(self.start);
        let report = Report::new(&self.hunt.outcome(), &self.plan, &self.style, time);
        let (class, title) = report.headline();
        html! { div class=(class) { h1 tabindex="-1" { (title) } p { code { (self.style.command) } } } (report.main()) }
    }
}

/// What a board of an engine told, as it was reported. The text comes from a worker with the engine in it, and may be
/// anything.
pub fn facts(name: &str, text: &str) -> Markup {
    html! {
        section aria-labelledby="facts" {
            h1 #facts tabindex="-1" { "Keys, checks and other facts" }
            p { code { (name) } }
            pre { (text) }
        }
    }
}

/// The form, and what an engine must provide.
pub fn view() -> Markup {
    html! {
        section aria-labelledby="engine" {
            h2 #engine { "Hunt a JavaScript engine" }
            p class="lead" {
                "Choose a file. ox88 asks your engine about hundreds of positions, follows each wrong answer down, \
                 and names the broken rule. The file runs in a worker of this page, without access to the network."
            }
            form id="hunt" class="card" {
                div class="field" {
                    label for="file" { "Engine" }
                    input type="file" id="file" name="file" accept=".js,.mjs,text/javascript" required
                        aria-describedby="file-hint file-error";
                    p class="hint" id="file-hint" {
                        "A module that exports a function, or a script that has one, "
                        code { "divide(fen, moves, depth)" } ": it returns the leaves after each move, like "
                        code { "{ e2e4: 20, … }" } ". Or a worker that speaks UCI by messages, and answers "
                        code { "go perft" } ". A module may also export " code { "Board" } ", a class with the methods of "
                        code { "checkFacts" } ": ox88 then tests its keys, checks and other facts."
                    }
                    div id="file-problem" {}
                }
                div class="field" {
                    label for="nodes" { "Largest question" }
                    select id="nodes" name="nodes" {
                        option value="1000" { "1,000 leaves: seconds" }
                        option value="10000" selected { "10,000 leaves" }
                        option value="1000000" { "1,000,000 leaves: minutes" }
                    }
                }
                div class="field" {
                    label for="seconds" { "Seconds for an answer" }
                    input id="seconds" name="seconds" inputmode="numeric" value=(LIMIT) size="4";
                }
                div class="field" {
                    label for="perft" { "UCI command" }
                    input id="perft" name="perft" value="go perft" size="10" autocomplete="off" spellcheck="false";
                }
                div class="field check" {
                    input type="checkbox" id="all" name="all" value="yes";
                    label for="all" { "Go on after the first finding" }
                }
                div class="buttons" { button type="submit" { "Hunt" } }
            }
        }
        section id="result" {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ox88_hunt::Line;

    fn hunted(mut answer: impl FnMut(&Line, u32) -> Heard) -> String {
        let mut hunt =
            EngineHunt::new("<b>mine</b>.js", None, 300, false, 5, &Clock::of_the_system());
        while let Some((_, step)) = hunt.next_step() {
            hunt.hear(answer(&step.line, step.depth));
        }
        hunt.report().into_string()
    }

    fn right(line: &Line, depth: u32) -> Vec<String> {
        let divide = ox88_count::quick::divide(&line.end(), depth);
        divide.texts().flat_map(|(text, count)| [text, count.to_string()]).collect()
    }

    #[test]
    fn an_engine_that_is_right_has_no_difference() {
        let page = hunted(|line, depth| Heard::Rows(right(line, depth)));
        assert!(page.contains("OK: no difference"), "{page}");
        assert!(page.contains("&lt;b&gt;mine&lt;/b&gt;.js") && !page.contains("<b>"), "{page}");
    }

    /// The report about an engine that speaks UCI, and how often it was asked. It answers `go` with these lines.
    fn hunted_by_uci(answer: impl Fn(&Line, u32) -> String) -> (String, u32) {
        let mut hunt =
            EngineHunt::new("mine.js", Some("go perft"), 30, false, 1, &Clock::of_the_system());
        let mut line = Line::at(ox88::Position::start());
        let mut asked = 0;
        while let Some((_, step)) = hunt.next_step() {
            line.clone_from(&step.line);
            asked += 1;
            loop {
                let (does, waits) = hunt.go_on();
                for it in does {
                    let Does::Send(sent) = it else { continue };
                    match &sent[..] {
                        "uci" => hunt.line("uciok"),
                        "isready" => hunt.line("readyok"),
                        go if go.starts_with("go perft ") => {
                            answer(&line, step.depth).lines().for_each(|line| hunt.line(line));
                        }
                        _ => {}
                    }
                }
                if waits.is_none() {
                    break;
                }
            }
        }
        (hunt.report().into_string(), asked)
    }

    #[test]
    fn an_engine_that_speaks_uci_is_asked_by_lines() {
        let right = |line: &Line, depth| ox88_count::quick::divide(&line.end(), depth).to_string();
        let (page, asked) = hunted_by_uci(right);
        assert!(asked > 20, "{asked}");
        assert!(page.contains("OK: no difference"), "{page}");
    }

    /// What is between “ and ”.
    fn quoted(text: &str) -> impl Iterator<Item = &str> {
        text.split('“').skip(1).filter_map(|it| Some(it.split_once('”')?.0))
    }

    #[test]
    fn a_report_names_fields_of_the_page_and_no_options_of_the_program() {
        let form = view().into_string();
        let one_row = |_: &Line, _| Heard::Rows(vec!["e2e4".to_owned(), "1".to_owned()]);
        for (page, expected) in [
            (hunted(one_row), "“Go on after the first finding” keeps going"),
            (hunted(|line, depth| Heard::Rows(right(line, depth))), "“Largest question” raises it"),
            (hunted(|_, _| Heard::Hangs), "“Seconds for an answer” gives it more time"),
            (hunted_by_uci(|_, _| "bestmove e2e4".to_owned()).0, "“UCI command”"),
            (hunted_by_uci(|_, _| "what?".to_owned()).0, "“UCI command”"),
        ] {
            assert!(page.contains(expected), "{expected}: {page}");
            for theirs in ["--", "max_nodes", "chess960", "impossible", "ox88 divide", "ox88 show"]
            {
                assert!(!page.contains(theirs), "{theirs}: {page}");
            }
            for field in quoted(&page) {
                assert!(form.contains(&format!(">{field}<")), "the form has no field {field}");
            }
        }
    }

    #[test]
    fn what_a_board_told_is_text() {
        let page = facts("<b>mine</b>.js", "<script>1</script>").into_string();
        assert!(page.contains("&lt;script&gt;1") && page.contains("&lt;b&gt;mine"), "{page}");
    }

    #[test]
    fn an_engine_without_castling_has_that_finding() {
        let page = hunted(|line, depth| {
            let rows = right(line, depth);
            let is_castling = |text: &str| matches!(text, "e1g1" | "e1c1" | "e8g8" | "e8c8");
            let rows = rows.chunks(2).filter(|row| !is_castling(&row[0]));
            Heard::Rows(rows.flatten().cloned().collect())
        });
        assert!(page.contains("1 finding") && page.contains("class=\"badge missing\""), "{page}");
    }

    #[test]
    fn an_engine_that_throws_or_hangs_or_answers_nonsense_has_a_finding() {
        let nonsense = || Heard::Rows(vec!["e2e4".to_owned(), "many".to_owned()]);
        for (answer, expected) in [
            (Heard::Fails("<script>1</script>".to_owned()), "&lt;script&gt;1&lt;/script&gt;"),
            (Heard::Hangs, "after 5 s"),
            (nonsense(), "the count of e2e4 is many"),
        ] {
            let page = hunted(|_, _| answer.clone());
            assert!(page.contains(expected) && !page.contains("<script>"), "{page}");
        }
    }
}
