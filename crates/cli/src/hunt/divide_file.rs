//! `ox88 hunt --divide`: one saved divide beside the right one, and the next step to take by hand.

use super::arguments::Hunt;
use super::doubt::{Doubt, DoubtKind, Pasted};
use super::reports::Reports;
use super::target::{Target, add_question};
use super::typed::LONGEST_LINE;
use crate::input;
use crate::input::LineRead;
use crate::outcome::{Stop, Verdict};
use ox88::Position;
use ox88_hunt::{
    Finding, Line, Oracle, Partner, Plan, Protocol, Question, Reply, Report, SoFar, Trouble,
    TroubleKind, Until, search_keeping,
};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// Depths are tried as long as they have at most this many times the leaves of the divide.
const TIMES: u128 = 16;

/// No divide that was printed completely is deeper.
const MAX_DEPTH: u32 = 20;

/// Nor is a depth tried that has more positions than this two plies above its leaves, since that takes more
/// than seconds: `--depth` says it.
const MOST_ABOVE: u128 = 10_000_000;

/// A file that is larger is no divide, whatever the program has said besides.
const MOST_BYTES: u64 = 16 << 20;

/// A divide that was saved, as a partner that answers one question.
struct Saved(Option<Reply>);

impl Partner for Saved {
    fn ask(&mut self, _: &Question) -> Result<Reply, Trouble> {
        self.0.take().ok_or_else(|| TroubleKind::Ended.into())
    }

    fn ask_again(&mut self, _: &Question) -> Option<Result<Reply, Trouble>> {
        None
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn is_person(&self) -> bool {
        true
    }
}

impl Hunt {
    /// Compares the divide in a file, with the results going to `out`.
    pub(super) fn compare_divide(
        &self,
        file: &str,
        reports: &Reports,
        out: &mut impl Write,
    ) -> Result<Verdict, Stop> {
        let refuse = |text: String| Err(Stop::Refused(text));
        if self.all {
            return refuse(
                "--all goes on after the first finding, and a saved divide has one: leave one out"
                    .to_owned(),
            );
        }
        let Target::Position(line) = Target::read(self)? else {
            return refuse(
                "--divide is about one position: add --fen, as in `--fen kiwipete`".to_owned(),
            );
        };
        reports.begin(&self.name())?;
        let start = Instant::now();
        let (name, pasted) = read(file)?;
        let position = line.end();
        let oracle = &Oracle::new();
        let depth = self.depth.unwrap_or_else(|| depth_that_fits(oracle, &position, &pasted));
        let doubt = pasted.doubt(oracle, &line, depth, None);
        let note = match doubt {
            None => None,
            Some(Doubt { kind: DoubtKind::Incomplete, sentence }) => Some(sentence),
            Some(Doubt { sentence, .. }) => return refuse(format!("{name}: {sentence}")),
        };
        let is_in_doubt = pasted.compared(oracle, &position, depth).is_in_doubt;
        let mut plan = Plan::default();
        add_question(oracle, &mut plan, &line, depth);
        let mut saved = Saved(Some(pasted.reply));
        let outcome =
            search_keeping(oracle, &SoFar::default(), &mut saved, &plan, Until::First, |_, _| {});
        let style = self.style(Protocol::Uci { perft: "divide".to_owned() });
        let report = Report::new(&outcome, &plan, &style, start.elapsed());
        let verdict = reports.finish(out, &report)?;
        if !reports.are_in_place_of_text() {
            if self.depth.is_none() {
                writeln!(out, "depth {depth}, by the counts (--depth says another)")?;
            }
            if let Some(note) = note {
                writeln!(out, "note: {note}")?;
            }
            if is_in_doubt {
                let why = "a row in SAN may mean more than one move";
                writeln!(out, "note: {why}: the missing one may be another of them")?;
            }
            for finding in &outcome.findings {
                write!(out, "{}", next_step(finding))?;
            }
        }
        Ok(verdict)
    }
}

/// Reads the divide, with the name of where it is.
fn read(file: &str) -> Result<(&str, Pasted), String> {
    let (name, input) = input::open(file);
    let pasted = input.and_then(read_lines);
    Ok((name, pasted.map_err(|error| format!("{name}: {error}: expected a saved divide"))?))
}

fn read_lines(input: impl BufRead) -> io::Result<Pasted> {
    let mut input = input.take(MOST_BYTES);
    let mut pasted = Pasted::default();
    let mut line = Vec::new();
    while input::line(&mut input, LONGEST_LINE, &mut line)? != LineRead::End {
        pasted.add(String::from_utf8_lossy(&line).trim());
    }
    if input.limit() > 0 {
        return Ok(pasted);
    }
    Err(io::Error::other(format!("it has more than {} MiB", MOST_BYTES >> 20)))
}

/// The depth at which the most counts are right. If none is, the one whose number of leaves is nearest.
fn depth_that_fits(oracle: &Oracle, position: &Position, pasted: &Pasted) -> u32 {
    let sum = pasted.reply.sum();
    let mut best = (0, u128::MAX, 1);
    let mut nodes_before = 1;
    for depth in 1..=MAX_DEPTH {
        let compared = pasted.compared(oracle, position, depth);
        let nodes = compared.comparison.nodes;
        let fit = (pasted.right_counts(&compared), nodes.abs_diff(sum), depth);
        // Where most counts are right, and fewer are one ply deeper, only a few are wrong.
        let is_past = best.0 * 2 > pasted.reply.rows.len() && fit.0 < best.0;
        if fit.0 > best.0 || fit.0 == best.0 && fit.1 < best.1 {
            best = fit;
        }
        // Nothing fits better than rows that are all right and add up to all leaves.
        let is_right = (best.0, best.1) == (pasted.reply.rows.len(), 0);
        // Where that says nothing, a sum with a count that has wrapped would say to go on.
        let takes_long = std::mem::replace(&mut nodes_before, nodes) > MOST_ABOVE;
        if is_right || is_past || takes_long || nodes > sum.saturating_mul(TIMES) || nodes == 0 {
            break;
        }
    }
    best.2
}

/// What to ask the program next.
fn next_step(finding: &Finding) -> String {
    let Some(disagreement) = finding.disagreement() else { return String::new() };
    let exchange = &disagreement.diagnosis.exchange;
    let (line, depth) = (&exchange.line, exchange.depth);
    let difference = &exchange.comparison.difference;
    let (line, depth, why) = if !difference.has_right_moves() && depth > 1 {
        (line.clone(), 1, "the moves of this very position are wrong".to_owned())
    } else if !difference.has_right_moves() || depth == 1 {
        return "next: nothing, the moves of this very position are wrong\n".to_owned();
    } else if let Some(count) = difference.counts.iter().min_by_key(|count| count.ours) {
        let mv = line.end().move_text(count.mv);
        // A position is as good as the moves to it, unless the moves were asked for.
        let longer = line.and(count.mv);
        let longer = if line.moves.is_empty() { Line::at(longer.end()) } else { longer };
        (longer, depth - 1, format!("look behind {mv}, where {} leaves are right", count.ours))
    } else {
        return "next: nothing, each count is right, and their sum is not\n".to_owned();
    };
    let question = Question { line: &line, depth };
    let moves = question.moves_text(question.castling_notation(None));
    let moves = if moves.is_empty() { moves } else { format!(" --moves \"{moves}\"") };
    format!(
        "next: {why}\n  {}\n  divide {depth}\n  ox88 hunt --divide FILE --fen \"{}\"{moves} --depth \
         {depth}\n",
        question.uci_position(question.castling_notation(None)),
        line.root
    )
}
