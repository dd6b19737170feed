//! A person as the partner of a hunt. ox88 says on standard error what to type into the program, and the person pastes
//! what it prints on standard input.

use super::typed::{Lines, Typed};
use crate::output::in_lines;
use ox88_hunt::{
    Abilities, Experiment, Heard, Interview, Oracle, PartialPaste, Partner, PasteProgress, Pasted,
    Reply, Step, Trouble, TroubleKind, run_each_by_fen,
};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// A longer pause ends a paste.
const QUIET: Duration = Duration::from_millis(150);

/// The person, and the questions so far.
pub(super) struct Person {
    oracle: Arc<Oracle>,
    lines: Lines,
    /// The program's command in front of the depth.
    perft: String,
    /// How many questions were asked.
    asked: usize,
    interview: Interview,
    /// Whether the person wants no further question.
    has_quit: bool,
}

/// What a person types instead of an answer.
fn read_command(line: &str) -> Option<TroubleKind> {
    match line.to_ascii_lowercase().as_str() {
        "skip" => Some(TroubleKind::Skipped),
        "quit" => Some(TroubleKind::Ended),
        _ => None,
    }
}

impl Person {
    /// A person who has not been asked anything.
    pub fn new(oracle: Arc<Oracle>, perft: &str) -> Person {
        Person {
            oracle,
            lines: Lines::of_standard_input(),
            perft: perft.to_owned(),
            asked: 0,
            interview: Interview::default(),
            has_quit: false,
        }
    }

    fn say_question(&mut self, question: &Step) {
        let Step { line, depth, .. } = question;
        self.asked += 1;
        let which = match self.interview.move_to(question) {
            Some((before, mv)) => format!("the position after {}", before.position().move_text(mv)),
            None => "this position".to_owned(),
        };
        say(&format!("\nQuestion {}. Set up {which}:\n  {}", self.asked, line.fen()));
        if !line.moves.is_empty() {
            let what = if line.moves.len() == 1 { "this move" } else { "these moves" };
            say(&format!(
                "then play {what} (do not set up the resulting FEN):\n  {}",
                question.moves_text(None)
            ));
        }
        say(&format!(
            "Have your program print the divide at depth {depth}, for example:\n  {} {depth}",
            self.perft
        ));
        if self.asked == 1 {
            say(
                "Paste what it prints, then press Enter on an empty line. (Type `skip` to skip a question, `quit` to end.)",
            );
        }
    }

    /// Reads up to the end of some rows, and what programs print after them. An empty line alone is pasted as nothing.
    fn read_answer(&mut self) -> Result<Pasted, TroubleKind> {
        let mut answer = PartialPaste::default();
        loop {
            let typed = self.lines.next(answer.may_end_in_silence().then_some(QUIET));
            let progress = match &typed {
                Typed::Line(line) => match (read_command(line), answer.has_all_rows) {
                    (Some(command), false) => return Err(command),
                    (Some(_), true) => PasteProgress::BeginsNext,
                    (None, _) => answer.on_line(line),
                },
                Typed::Silence => answer.on_silence(),
                Typed::End if answer.pasted.is_empty() => return Err(TroubleKind::Ended),
                Typed::End => PasteProgress::BeginsNext,
            };
            match progress {
                PasteProgress::GoesOn => {}
                PasteProgress::Complete => break,
                PasteProgress::BeginsNext => {
                    self.lines.put_back(typed);
                    break;
                }
            }
        }
        Ok(answer.pasted)
    }

    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let trouble = |kind: TroubleKind| Err(kind.into());
        if self.has_quit {
            return trouble(TroubleKind::Ended);
        }
        let position = question.position();
        self.say_question(question);
        // The person may insist on this answer.
        let mut doubted: Option<Pasted> = None;
        let (reply, compared) = loop {
            let pasted = match self.read_answer() {
                Err(TroubleKind::Ended) => {
                    self.has_quit = true;
                    return trouble(TroubleKind::Ended);
                }
                Err(skipped) => return trouble(skipped),
                Ok(pasted) if pasted.is_empty() => match doubted.clone() {
                    Some(meant) => meant,
                    None if position.legal_moves().is_empty() => pasted,
                    None => continue,
                },
                Ok(pasted) => pasted,
            };
            let insists = doubted.as_ref() == Some(&pasted);
            let taken = self.interview.take(&self.oracle, question, pasted.clone(), insists);
            let doubt = match taken {
                Ok(compared) => break (pasted.reply, compared),
                Err(doubt) => doubt,
            };
            let what_to_do = match doubt.may_be_meant() {
                _ if self.lines.is_over() => "",
                false => "\nPaste it again.",
                true => "\nPaste it again, or press Enter if the program really prints this.",
            };
            let stop = if doubt.sentence.ends_with('?') { "" } else { "." };
            say(&format!("Not accepted: {}{stop}{what_to_do}", doubt.sentence));
            doubted = doubt.may_be_meant().then_some(pasted);
        };
        match &compared.comparison.in_words(&position)[..] {
            [] if compared.comparison.nodes == 1 => say("Right: 1 node."),
            [] => say(&format!("Right: {} nodes.", compared.comparison.nodes)),
            wrong => say(&format!("Wrong: {}.", wrong.join("; "))),
        }
        Ok(reply)
    }
}

impl Partner for Person {
    fn can(&self) -> Abilities {
        Abilities::of_person()
    }

    /// ox88 does not ask a person again: that is not worth the work.
    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each_by_fen(experiment, |step| self.ask(step).into())
    }
}

/// Talks to the person on standard error, because only results go to standard output.
pub(super) fn say(text: &str) {
    // If the person has closed standard error, nobody reads it.
    let _ = writeln!(io::stderr(), "{}", in_lines("", text));
}
