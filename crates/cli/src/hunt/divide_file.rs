//! `ox88 hunt --divide`: one saved divide beside the right one, and the next step to take by hand.

use super::arguments::HuntCommand;
use super::reports::Reports;
use super::target::Target;
use crate::input;
use crate::outcome::{Result, Stop};
use ox88_hunt::{
    Doubt, DoubtKind, Finding, Hunt, Line, Oracle, Outcome, Partner as _, Pasted, Plan, Protocol,
    Report, Saved, Step, Until, WrongCount, remark,
};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

impl HuntCommand {
    /// Compares the divide in a file, with the results going to `out`.
    pub(super) fn compare_divide(
        &self,
        file: &str,
        reports: &Reports,
        out: &mut impl Write,
    ) -> Result {
        let refuse = |text: String| Err(Stop::Refused(text));
        if self.all {
            return refuse(
                "--all goes on after the first finding, but a saved divide has only one: leave one out"
                    .to_owned(),
            );
        }
        let Target::Position(line) = Target::read(self)? else {
            return refuse(
                "--divide needs the position that was counted: add --fen, like `--fen kiwipete`"
                    .to_owned(),
            );
        };
        let start = Instant::now();
        let (name, pasted) = read(file)?;
        let position = line.end();
        let oracle = &Arc::new(Oracle::new());
        let fits = || pasted.depth_that_fits(oracle, &position);
        let depth = match self.depth.map_or_else(fits, Ok) {
            Ok(depth) => depth,
            Err([one, other]) => {
                return refuse(format!(
                    "{name}: these may be the counts of depth {one} or of depth {other}: say which, like \
                     `--depth {other}`"
                ));
            }
        };
        let doubt = pasted.doubt(oracle, &Step::anew(&line, depth), None);
        let note = match doubt {
            None => None,
            Some(Doubt { kind: DoubtKind::Incomplete, sentence }) => Some(sentence),
            Some(Doubt { kind, sentence }) => {
                let is_known = self.depth.is_some() || !pasted.reply.rows.is_empty();
                let depth = if is_known { depth.to_string() } else { "DEPTH".to_owned() };
                let question = Step::anew(&line, 1).uci_position(None);
                let hint = match kind {
                    DoubtKind::CutOff => {
                        "\nor, if it prints no total, put an empty line before its rows and one after them"
                    }
                    _ => "",
                };
                return refuse(format!(
                    "{name}: {sentence}\nsave all that your program prints for depth {depth} in this position:\n  \
                     {question}{hint}"
                ));
            }
        };
        reports.begin(&self.name())?;
        let is_in_doubt = pasted.compared(oracle, &position, depth).is_in_doubt;
        let plan = Plan::of_question(oracle, &line, depth);
        let mut saved = Saved::new(pasted.reply);
        let hunt = Hunt::new(oracle, plan.clone(), Until::First, saved.can());
        // Nobody is there to give further answers.
        let outcome = Outcome { was_ended: false, ..hunt.run(&mut saved, |_, _| ()) };
        let style = self.style(Protocol::Uci { perft: "go perft".to_owned() });
        let report = Report::new(&outcome, &plan, &style, start.elapsed());
        let verdict = reports.finish(out, &report)?;
        if reports.are_in_place_of_text() {
            return Ok(verdict);
        }
        let mut lines = Vec::new();
        if self.depth.is_none() {
            lines.push(format!(
                "note: judging by its counts, this is a divide at depth {depth} (--depth overrides that)\n"
            ));
        }
        if let Some(note) = note {
            lines.push(remark("note: ", &note) + "\n");
        }
        if is_in_doubt {
            let note =
                "a row in SAN may mean more than one move: the missing one may be another of them";
            lines.push(remark("note: ", note) + "\n");
        }
        lines.extend(outcome.findings.iter().map(next_step));
        verdict.once_written(out.write_all(lines.concat().as_bytes()))
    }
}

/// Reads the divide. The name says in messages where it was.
fn read(file: &str) -> Result<(&str, Pasted), String> {
    let (name, text) = input::read(file);
    let text = text.map_err(|error| format!("{name}: {error}: expected a saved divide"))?;
    let text = as_utf8(text);
    let text = String::from_utf8_lossy(&text);
    let mut pasted = Pasted::default();
    text.lines().for_each(|line| pasted.add(line.trim()));
    if !text.ends_with('\n') {
        pasted.note_broken_line();
    }
    Ok((name, pasted))
}

/// Turns UTF-16 with a byte-order mark, as `>` writes it in PowerShell, into UTF-8.
fn as_utf8(text: Vec<u8>) -> Vec<u8> {
    let units = |units: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = units.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units).into_bytes()
    };
    match text.as_slice() {
        [0xFF, 0xFE, rest @ ..] => units(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => units(rest, u16::from_be_bytes),
        _ => text,
    }
}

/// The next step to take by hand.
fn next_step(finding: &Finding) -> String {
    let Some(disagreement) = finding.disagreement() else { return String::new() };
    let exchange = &disagreement.diagnosis.exchange;
    let (line, depth) = (&exchange.line, exchange.depth);
    let difference = &exchange.comparison.difference;
    let smallest = difference.counts.iter().min_by_key(|count| count.ours);
    let (line, depth, why) = match (difference.has_right_moves(), smallest) {
        (false, _) if depth > 1 => {
            (line.clone(), 1, "this position's own moves are wrong".to_owned())
        }
        (true, Some(&WrongCount { mv, theirs, ours })) if depth > 1 => {
            let text = line.end().move_text(mv);
            // The position is set up by its FEN, unless the moves were asked for.
            let longer = line.and(mv);
            let longer = if line.moves.is_empty() { Line::at(longer.end()) } else { longer };
            let why = format!(
                "go down into {text}, the wrong row with the smallest correct count ({ours}; yours is {theirs})"
            );
            (longer, depth - 1, why)
        }
        (true, None) => {
            return "next: no further divide: each count is right, and only the total is wrong\n"
                .to_owned();
        }
        _ => {
            return "next: no further divide: the wrong moves are in this position itself\n"
                .to_owned();
        }
    };
    let question = Step::anew(&line, depth);
    let moves = question.moves_text(None);
    let moves = if moves.is_empty() { moves } else { format!(" --moves \"{moves}\"") };
    let save = format!("{why}. Save what your program prints at depth {depth} after");
    format!(
        "{}\n        {}\n      Then compare it:\n        ox88 hunt --divide FILE --fen \"{}\"{moves} --depth {depth}\n",
        remark("next: ", &save),
        question.uci_position(None),
        line.root
    )
}
