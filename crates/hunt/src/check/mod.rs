//! The hunt as one line of an author's own tests: [`check`] and the two functions beside it take a generator, and
//! [`Check`] has the options.

mod answer;
mod closure;
mod generator;
mod listed;
mod panics;

pub use answer::{Answer, rows_of_fields};
pub use closure::{check, check_moves};
pub use generator::{Generator, check_generator};

use crate::report::{Choices, Report, Style, Verdict};
use crate::search::{Chess960, Clock, Hunt, Limits, Oracle, Plan, Until};
use ox88::suite::{Suite, built_in};
use ox88_engine::{Line, Partner, Protocol, suites};
use std::any;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

/// Without optimization most generators count a million leaves in a few seconds. The built-in suites have two million
/// up to here, and a hundred million up to the limit of `ox88 hunt`.
const MAX_NODES: u128 = 10_000;

/// How long is asked after the catch-all suite where nobody says what to ask.
const TIME: Duration = Duration::from_secs(3);

/// No function is waited for.
const LIMIT: Duration = Duration::from_secs(60 * 60);

/// The options of a hunt that is about to begin. [`assert`](Check::assert) or [`report`](Check::report) runs it.
#[must_use = "nothing is asked before `assert` or `report`"]
pub struct Check<'a> {
    partner: Box<dyn Partner + 'a>,
    /// What is asked, as its author calls it.
    name: String,
    /// The positions to ask about, each with its depth.
    positions: Vec<(Line, u32)>,
    suites: Vec<Suite>,
    /// Why the first option that cannot be used cannot be used.
    refused: Option<String>,
    limits: Limits,
    until: Until,
    budget: Option<Duration>,
    /// Whether all is asked that was named, however long that takes.
    whole: bool,
    clock: Option<Clock>,
    choices: Choices,
}

impl<'a> Check<'a> {
    /// A check of something that its author calls by the name of this type.
    fn new<T>(partner: impl Partner + 'a) -> Check<'a> {
        Check {
            partner: Box::new(partner),
            name: any::type_name::<T>().trim_end_matches("::{{closure}}").to_owned(),
            positions: Vec::new(),
            suites: Vec::new(),
            refused: None,
            limits: Limits {
                max_nodes: MAX_NODES,
                max_depth: None,
                chess960: Chess960::LeftOut,
                has_impossible: false,
            },
            until: Until::First,
            budget: None,
            whole: false,
            clock: None,
            choices: Choices::OF_A_FUNCTION,
        }
    }

    /// Asks about all positions, however long that takes. Without options the catch-all suite is asked to its end, and
    /// then what fits into three seconds of the others. So a generator that fails in the catch-all suite fails on every
    /// machine, and the report says about how many of the positions it was asked. [`max_nodes`](Check::max_nodes),
    /// [`suite`](Check::suite) and [`position`](Check::position) are asked to their ends as well.
    pub fn whole(self) -> Check<'a> {
        Check { whole: true, ..self }
    }

    /// The most leaves of one question about a suite: 10,000 if this is left out. A million, like `ox88 hunt`, finds
    /// more, and takes some fifty times as long. All questions up to there are asked, the same on every machine.
    pub fn max_nodes(mut self, max_nodes: u128) -> Check<'a> {
        self.unless_refused(at_least_1("max_nodes", max_nodes));
        self.limits.max_nodes = max_nodes;
        self.whole()
    }

    /// Asks about the positions of this suite, in place of all built-in ones: the name of a built-in suite, as in
    /// `castling`, or a file in any format, like `tests/mine.epd`. May be given more than once.
    pub fn suite(mut self, suite: &str) -> Check<'a> {
        let suite = self.unless_refused(read_suite(suite).map_err(|why| format!("suite: {why}")));
        self.suites.extend(suite);
        self.whole()
    }

    /// Asks about this position at each depth up to one, in place of the suites: a FEN, `startpos` or the id of a
    /// built-in position, and if moves are to be played from there, ` moves e2e4 e7e5` after it. May be given more
    /// than once.
    pub fn position(mut self, position: &str, depth: u32) -> Check<'a> {
        self.unless_refused(at_least_1("depth", depth.into()));
        let line = position.parse().map_err(|why: String| format!("position: {why}"));
        let line = self.unless_refused(line);
        self.positions.extend(line.map(|line| (line, depth)));
        self.whole()
    }

    /// Goes on after the first finding, and ends with a table of the broken rules.
    pub fn all(self) -> Check<'a> {
        Check { until: Until::All, ..self }
    }

    /// Also asks about positions of suites in which castling is that of Chess960: there a king castles by taking its
    /// own rook, like `e1h1`.
    pub fn chess960(mut self) -> Check<'a> {
        self.limits.chess960 = Chess960::Last;
        self
    }

    /// Also asks about positions of suites that cannot arise in a game. No generator has to be right there.
    pub fn impossible(mut self) -> Check<'a> {
        self.limits.has_impossible = true;
        self
    }

    /// Asks what fits into this time, in rounds of growing size. That depends on the machine: [`whole`](Check::whole)
    /// asks the same questions everywhere.
    pub fn budget(self, budget: Duration) -> Check<'a> {
        Check { budget: Some(budget), ..self }
    }

    /// Takes the time from this clock. A browser has no other.
    pub fn clock(self, clock: Clock) -> Check<'a> {
        Check { clock: Some(clock), ..self }
    }

    /// Names the options in the report with these words, for callers in another language.
    pub fn choices(self, choices: Choices) -> Check<'a> {
        Check { choices, ..self }
    }

    fn option(mut self, name: &str, value: &str) -> Check<'a> {
        let seconds = || Duration::try_from_secs_f64(value.parse().ok()?).ok();
        let with_depth = || {
            let (depth, position) = value.split_once(' ')?;
            Some((depth.parse().ok()?, position))
        };
        match (name, value.parse(), seconds(), with_depth()) {
            ("whole", ..) => self.whole(),
            ("all", ..) => self.all(),
            ("chess960", ..) => self.chess960(),
            ("impossible", ..) => self.impossible(),
            ("suite", ..) => self.suite(value),
            ("max_nodes", Ok(nodes), ..) => self.max_nodes(nodes),
            ("budget", _, Some(time), _) => self.budget(time),
            ("position", .., Some((depth, position))) => self.position(position, depth),
            _ => {
                let why = format!("found {name} {value:?}: expected an option with its value");
                self.unless_refused(Err::<(), _>(why));
                self
            }
        }
    }

    /// Hunts, and panics with the report if anything differs. If nothing does, the report says how much was asked.
    ///
    /// # Panics
    /// If an answer is wrong, or there is none, or nothing could be asked.
    #[track_caller]
    pub fn assert(self) -> Report {
        let report = self.report();
        assert!(report.verdict == Verdict::NoDifference, "{}", report.text(false));
        report
    }

    /// Hunts, and says what was found.
    pub fn report(self) -> Report {
        let name = self.name.clone();
        self.hunt().unwrap_or_else(|why| Report::of_refusal(&name, &why))
    }

    /// Hunts for a caller in another language, with options by the names of the methods above. Each has its value as a
    /// text: seconds for `budget`, a depth before a `position`.
    ///
    /// # Errors
    /// If nothing could be asked, or there is no answer: the report as text.
    pub fn report_with(self, options: &[(String, String)]) -> Result<Report, String> {
        let check = options.iter().fold(self, |check, (name, value)| check.option(name, value));
        let report = check.report();
        match report.verdict {
            Verdict::NoDifference | Verdict::Differs => Ok(report),
            _ => Err(report.text(false).trim_end().to_owned()),
        }
    }

    fn hunt(mut self) -> Result<Report, String> {
        let oracle =
            Arc::new(Oracle::with_clock(self.clock.take().unwrap_or_else(Clock::of_the_system)));
        let start = oracle.clock.now();
        self.refused.take().map_or(Ok(()), Err)?;
        let plan = self.plan(&oracle)?;
        let hunt = Hunt::new(&oracle, plan.clone(), self.until, self.partner.can());
        let outcome = hunt.run(&mut *self.partner, |_, _| ());
        // What comes before a budget of the rest was asked whole, and says something.
        if let Some(too_small) = outcome.too_small_a_budget()
            && plan.budget_of_rest.is_none()
        {
            return Err(format!("{too_small}: give it more time"));
        }
        if outcome.skipped == plan.cases.len() {
            return Err(
                "every question was skipped, so nothing was learned about the engine".to_owned()
            );
        }
        let style = Style {
            command: self.name,
            protocol: Protocol::Function,
            knows_uci: false,
            castling: outcome.castling,
            choices: self.choices,
        };
        Ok(Report::new(&outcome, &plan, &style, oracle.clock.now().saturating_sub(start)))
    }

    /// The questions: about the positions and suites that were asked for, or else about all built-in suites.
    fn plan(&self, oracle: &Oracle) -> Result<Plan, String> {
        let Check { positions, suites, .. } = self;
        let of_positions =
            positions.iter().map(|(line, depth)| Plan::of_line(oracle, line, *depth));
        let of_positions = of_positions.fold(Plan::default(), Plan::and);
        let asked_for_chess960 = self.limits.chess960 == Chess960::Last || !suites.is_empty();
        let suites = if positions.is_empty() && suites.is_empty() {
            built_in::suites().into_iter().cloned().collect()
        } else {
            suites.clone()
        };
        let mut plan =
            Plan { asked_for_chess960, ..of_positions.and(Plan::of_suites(&suites, self.limits)) };
        // Whoever uses this crate or a package lacks the files of the built-in suites: an id says enough.
        for case in &mut plan.cases {
            case.place.take_if(|it| it.split(':').next().and_then(built_in::suite).is_some());
        }
        if plan.cases.is_empty() {
            let Plan { left_out, left_out_of_chess960, left_out_impossible, .. } = plan;
            // A hunt without a question would look as if all were right.
            return Err(format!(
                "no question is left to ask: {left_out} counts are above the node limit, {left_out_of_chess960} are of \
                 Chess960 (`chess960` includes them), and {left_out_impossible} are of positions that cannot \
                 arise (`impossible` includes them)"
            ));
        }
        Ok(match self.budget {
            Some(budget) => plan.within(budget),
            None if self.whole => plan,
            None => plan.rest_within(TIME),
        })
    }

    /// What was read, or nothing if it cannot be used: then nothing is asked.
    fn unless_refused<T>(&mut self, read: Result<T, String>) -> Option<T> {
        read.map_err(|why| {
            self.refused.get_or_insert(why);
        })
        .ok()
    }
}

fn at_least_1(parameter: &str, number: u128) -> Result<(), String> {
    if number == 0 { Err(format!("{parameter}: found 0: expected 1 or more")) } else { Ok(()) }
}

fn read_suite(name: &str) -> Result<Suite, String> {
    if let Some(suite) = built_in::suite(&format!("suites/{name}.epd")) {
        return Ok(suite.clone());
    }
    let text = fs::read(name).map_err(|error| {
        let names: Vec<&str> = built_in::suites().into_iter().map(Suite::name).collect();
        let is_without_files = error.kind() == io::ErrorKind::Unsupported;
        let error = if is_without_files { String::new() } else { format!(": {error}") };
        format!(
            "{name}{error}: expected a perft suite, or the name of a built-in one: {}",
            names.join(", ")
        )
    })?;
    let suite = suites::read(name, &text).map_err(|error| error.to_string())?;
    if suite.positions.is_empty() {
        return Err(format!("{name} has no position: write one in a line, as in `FEN ;D1 20`"));
    }
    Ok(suite)
}
