//! The broken engine as a partner of the hunt, without a process. What it prints is read line by line.

use crate::Engine;
use ox88::CastlingNotation;
use ox88_hunt::{Abilities, Experiment, Heard, Partner, Process, Reply, Step, read_line, run_each};
use std::time::Duration;

/// No answer is waited for.
const LIMIT: Duration = Duration::from_secs(60 * 60);

/// An engine that answers one question after the other, and can be started again beside the one that runs.
pub struct Running {
    first: Instance,
    beside: Option<Instance>,
}

/// A script, which is started for each question.
pub struct Script(Engine);

/// One start of an engine, and the notation of castling that it was told to use.
struct Instance {
    engine: Engine,
    notation: CastlingNotation,
}

impl Running {
    /// An engine with these switches.
    pub fn new(switches: &str) -> Running {
        Running { first: Instance::of(engine(switches)), beside: None }
    }
}

impl Script {
    /// A script with these switches.
    pub fn new(switches: &str) -> Script {
        Script(engine(switches))
    }
}

fn engine(switches: &str) -> Engine {
    Engine::new(switches).unwrap_or_else(|problem| panic!("{switches}: {problem}"))
}

impl Partner for Running {
    fn can(&self) -> Abilities {
        Abilities { again: true, fresh: true, ..Abilities::of_questions(LIMIT) }
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        let asked = match experiment.process {
            Process::Running => {
                self.beside = None;
                &mut self.first
            }
            Process::Fresh => self.beside.insert(Instance::of(self.first.engine.restarted())),
            Process::Beside => self.beside.as_mut().expect("a fresh one comes before"),
        };
        run_each(experiment, |step| asked.reply(step, experiment.castling).into())
    }
}

impl Instance {
    fn of(engine: Engine) -> Instance {
        Instance { engine, notation: CastlingNotation::KingToTarget }
    }

    /// What it prints from the command that sets up the position on.
    fn reply(&mut self, step: &Step, castling: Option<CastlingNotation>) -> Reply {
        let mut lines = Vec::new();
        if !step.is_again {
            self.use_notation(step.line.root.castling_notation());
            lines.extend(self.engine.command(&step.uci_position(castling)));
        }
        lines.extend(self.engine.command(&format!("go perft {}", step.depth)));
        reply(&lines)
    }

    fn use_notation(&mut self, notation: CastlingNotation) {
        if notation != self.notation {
            let is_chess960 = notation == CastlingNotation::KingTakesRook;
            self.engine.command(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.notation = notation;
        }
    }
}

impl Partner for Script {
    fn can(&self) -> Abilities {
        Abilities { may_refuse_moves: true, ..Abilities::of_questions(LIMIT) }
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each(experiment, |step| {
            let moves = step.moves_text(experiment.castling);
            let arguments = [step.depth.to_string(), step.line.root.to_string(), moves];
            reply(&self.0.script(&arguments).expect("these are its arguments")).into()
        })
    }
}

fn reply(lines: &[String]) -> Reply {
    let mut reply = Reply::default();
    for line in lines {
        reply.add(read_line(line));
    }
    reply
}
