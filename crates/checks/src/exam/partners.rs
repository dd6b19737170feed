//! The broken engine as a partner of the hunt, at each of its doors and without a process. What it prints is read line
//! by line, as it would be from a pipe.

use ox88::{CastlingNotation, Move};
use ox88_broken_engine::Engine;
use ox88_broken_engine::game::Game;
use ox88_count::random::Random;
use ox88_hunt::{
    Abilities, CastlingsWritten, DoubtKind, Experiment, Generator, Heard, Oracle, PartialPaste,
    Partner, PasteProgress, Pasted, Process, Reply, Step, Trouble, TroubleKind, read_line,
    run_each, run_each_by_fen,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// No answer is waited for.
const LIMIT: Duration = Duration::from_secs(60 * 60);

/// One of so many answers is copied wrongly at first by somebody who is careless.
const MISTAKE_ONE_IN: usize = 4;

/// An engine that answers one question after the other, and can be started again beside the one that runs.
pub struct Running {
    first: Instance,
    beside: Option<Instance>,
}

/// A script, which is started for each question.
pub struct Script {
    engine: Engine,
    takes_moves: bool,
}

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
        Script { engine: engine(switches), takes_moves: true }
    }

    /// One that takes a depth and a FEN alone.
    pub fn without_moves(switches: &str) -> Script {
        Script { takes_moves: false, ..Script::new(switches) }
    }
}

pub fn engine(switches: &str) -> Engine {
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
    fn reply(&mut self, step: &Step, castling: Option<CastlingsWritten>) -> Reply {
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
            if step.is_by_name {
                return Heard::Cannot;
            }
            let moves = step.moves_text(experiment.castling);
            if !self.takes_moves && !moves.is_empty() {
                let kind = TroubleKind::Dies("exit status: 2".to_owned());
                let last_lines = vec!["usage: DEPTH FEN".to_owned()];
                return Heard::Trouble(Trouble { kind, last_lines });
            }
            let arguments = [step.depth.to_string(), step.line.fen(), moves];
            reply(&self.engine.script(&arguments).expect("these are its arguments")).into()
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

// A slow engine.

/// An engine that counts so many leaves in a second, by a clock that nobody waits for.
pub struct Slow {
    engine: Running,
    leaves_per_second: u64,
    /// What the clock says, in microseconds.
    clock: Arc<AtomicU64>,
}

impl Slow {
    pub fn new(switches: &str, leaves_per_second: u64, clock: &Arc<AtomicU64>) -> Slow {
        Slow { engine: Running::new(switches), leaves_per_second, clock: Arc::clone(clock) }
    }
}

impl Partner for Slow {
    fn can(&self) -> Abilities {
        self.engine.can()
    }

    fn run(&mut self, experiment: &Experiment, within: Duration) -> Vec<Heard> {
        let mut left = u64::try_from(within.as_micros()).unwrap_or(u64::MAX);
        let mut heard = Vec::new();
        for answer in self.engine.run(experiment, within) {
            let leaves = match &answer {
                Heard::Answer { reply, .. } => u64::try_from(reply.sum()).unwrap_or(u64::MAX),
                _ => 0,
            };
            let time = leaves.saturating_mul(1_000_000) / self.leaves_per_second;
            self.clock.fetch_add(time.min(left), Ordering::Relaxed);
            if time > left {
                heard.push(Heard::Trouble(TroubleKind::CutShort.into()));
                break;
            }
            left -= time;
            heard.push(answer);
        }
        heard
    }
}

// People.

/// Somebody who copies what the engine prints.
pub struct Person {
    oracle: Arc<Oracle>,
    engine: Engine,
    /// How this person makes mistakes, if they do.
    mistakes: Option<Random>,
    /// The question before, and the text of its answer.
    before: Option<(Step, Vec<String>)>,
    /// How many wrong copies were taken for the answer.
    pub mistakes_taken: usize,
}

impl Person {
    /// Somebody who copies everything as it is.
    pub fn honest(oracle: &Arc<Oracle>, switches: &str) -> Person {
        Person {
            oracle: Arc::clone(oracle),
            engine: engine(switches),
            mistakes: None,
            before: None,
            mistakes_taken: 0,
        }
    }

    /// Somebody who copies wrongly now and then, and rightly when told so.
    pub fn careless(oracle: &Arc<Oracle>, switches: &str, seed: u64) -> Person {
        Person { mistakes: Some(Random::new(seed)), ..Person::honest(oracle, switches) }
    }

    fn ask(&mut self, step: &Step) -> Result<Reply, Trouble> {
        let printed = printed(&self.engine, step);
        let copied = self.copied(&printed);
        let before =
            self.before.as_ref().map(|(step, printed)| (step.clone(), self::pasted(printed)));
        let before = before.as_ref().map(|(step, pasted)| (step, pasted));
        let doubt = |copy: &Pasted| copy.doubt(&self.oracle, step, before).map(|doubt| doubt.kind);
        let mut pasted = pasted(&copied);
        if copied != printed {
            if doubt(&pasted).is_some() {
                pasted = self::pasted(&printed);
            } else {
                self.mistakes_taken += 1;
            }
        }
        if doubt(&pasted) == Some(DoubtKind::Unreadable) {
            return Err(TroubleKind::Skipped.into());
        }
        // This is what the program prints: an honest person insists on it.
        self.before = Some((step.clone(), printed));
        Ok(pasted.reply)
    }

    /// The lines as they are copied at first.
    fn copied(&mut self, printed: &[String]) -> Vec<String> {
        let mut copied = printed.to_vec();
        let Some(random) = &mut self.mistakes else { return copied };
        let rows = printed.iter().filter(|line| line.contains(": ")).count();
        if random.below(MISTAKE_ONE_IN) != 0 || rows < 2 {
            return copied;
        }
        let place = random.below(rows - 1);
        match (random.below(3), &self.before) {
            (0, _) => drop(copied.remove(place)),
            (1, Some((_, yesterday))) => copied.clone_from(yesterday),
            _ => {
                let digit = char::from(b'1' + u8::try_from(random.below(9)).unwrap_or_default());
                copied[place].pop();
                copied[place].push(digit);
            }
        }
        copied
    }
}

impl Partner for Person {
    fn can(&self) -> Abilities {
        Abilities { is_person: true, ..Abilities::of_questions(LIMIT) }
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each_by_fen(experiment, |step| self.ask(step).into())
    }
}

/// What an engine that was just started prints as the answer to a question.
pub fn printed(engine: &Engine, step: &Step) -> Vec<String> {
    let mut engine = engine.restarted();
    let is_chess960 = step.line.root.castling_notation() == CastlingNotation::KingTakesRook;
    engine.command(&format!("setoption name UCI_Chess960 value {is_chess960}"));
    engine.command(&step.uci_position(None));
    engine.command(&format!("go perft {}", step.depth))
}

/// These lines as a person pastes them. An empty one before all others is pasted as nothing.
pub fn pasted(lines: &[String]) -> Pasted {
    let mut answer = PartialPaste::default();
    for line in lines {
        let progress = answer.on_line(line);
        if progress != PasteProgress::GoesOn && !answer.pasted.is_empty() {
            break;
        }
    }
    answer.pasted
}

// Functions.

/// The broken engine as somebody's own generator, with its own unmake.
pub struct Board {
    game: Game,
    notation: CastlingNotation,
}

impl Board {
    pub fn new(game: Game) -> Board {
        Board { game, notation: CastlingNotation::KingToTarget }
    }

    /// Sets up a position and plays moves, as far as it can.
    pub fn play(&mut self, fen: &str, moves: &[&str]) {
        self.set_up(fen);
        for text in moves {
            let possible = self.game.pseudo_legal();
            let Some(mv) = possible.iter().find(|mv| mv.text(self.notation) == *text) else {
                break;
            };
            self.game.make(*mv);
        }
    }
}

impl Generator for Board {
    type Move = Move;

    fn set_up(&mut self, fen: &str) {
        let position: ox88::Position = fen.parse().expect("the hunt sets up positions");
        self.notation = position.castling_notation();
        self.game = Game::new(&position, self.game.faults);
    }

    fn moves(&mut self) -> Vec<Move> {
        self.game.legal_moves()
    }

    fn text(&self, mv: &Move) -> String {
        mv.text(self.notation)
    }

    fn make(&mut self, mv: &Move) {
        self.game.make(*mv);
    }

    fn unmake(&mut self, _: &Move) {
        self.game.undo();
    }
}
