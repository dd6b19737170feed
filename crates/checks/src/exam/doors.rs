//! The doors by which a hunt is asked, each with the plan and the partner that it has there.

use super::cases::Case;
use super::partners::{Board, Person, Running, Script, Slow, engine, printed};
use super::told::Told;
use super::witness::{self, Source};
use crate::claims::Recorded;
use ox88::suite::{Suite, built_in};
use ox88::{CastlingNotation, Position};
use ox88_broken_engine::game::Game;
use ox88_hunt::{
    Chess960, Choices, Clock, DoubtKind, Generator as _, Hunt, Limits, Line, Oracle, Partner, Plan,
    Protocol, Report, Saved, Step, Style, Until, typed_move,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Where a hunt is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    Uci,
    Totals,
    ScriptMoves,
    Script,
    Divide2,
    Divide3,
    Paste,
    PasteCareless,
    PasteKiwipete,
    Check,
    CheckMoves,
    CheckMovesSan,
    CheckGenerator,
    Slow,
    All,
    Facts,
}

/// The most leaves of a count that `ox88 hunt` asks for, and of one that a check asks for.
const MAX_NODES: u128 = 1_000_000;
const MAX_NODES_OF_CHECK: u128 = 10_000;

/// Each finding is followed down, and so a hunt of all findings takes minutes if it asks for more.
const MAX_NODES_OF_ALL: u128 = 1_000;

/// A saved divide has no more leaves.
const MOST_LEAVES_OF_DIVIDE: u128 = 100_000;

/// The slow engine, in leaves a second, and how long its hunt may take.
const SLOW: u64 = 1_000;
const BUDGET: Duration = Duration::from_secs(20);

/// All hunts ask the same, so that each right answer is counted once. Its clock stands still: no verdict depends on how
/// busy the machine is.
static ORACLE: LazyLock<Arc<Oracle>> = LazyLock::new(|| Arc::new(Oracle::with_clock(stopped())));

fn stopped() -> Clock {
    Clock::new(|| Duration::ZERO)
}

static SUITES: LazyLock<Vec<Suite>> =
    LazyLock::new(|| built_in::suites().into_iter().cloned().collect());

static UCI: LazyLock<Plan> = LazyLock::new(|| of_suites(MAX_NODES, Chess960::AmongOthers));
static SCRIPT: LazyLock<Plan> = LazyLock::new(|| of_suites(MAX_NODES, Chess960::LeftOut));
static CHECK: LazyLock<Plan> = LazyLock::new(|| of_suites(MAX_NODES_OF_CHECK, Chess960::LeftOut));
static ALL: LazyLock<Plan> = LazyLock::new(|| of_suites(MAX_NODES_OF_ALL, Chess960::AmongOthers));
static SLOWLY: LazyLock<Plan> = LazyLock::new(|| UCI.clone().within(BUDGET));
static PERSON: LazyLock<Plan> = LazyLock::new(|| Plan::of_person(&ORACLE, None));
static KIWIPETE: LazyLock<Plan> = LazyLock::new(|| {
    let kiwipete = built_in::by_id("kiwipete").expect("a built-in position");
    Plan::of_question(&ORACLE, &Line::at(kiwipete.position), 3)
});

/// The positions of which somebody may have saved a divide, in the order of the suites.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let all = SUITES.iter().flat_map(|suite| &suite.positions);
    let usual = all.filter(|known| known.can_arise());
    let usual = usual.map(|known| known.position);
    usual.filter(|it| it.castling_notation() == CastlingNotation::KingToTarget).collect()
});

fn of_suites(max_nodes: u128, chess960: Chess960) -> Plan {
    let limits = Limits { max_nodes, max_depth: None, chess960, has_impossible: false };
    Plan::of_suites(&SUITES, limits)
}

impl Door {
    pub const ALL: [Door; 16] = [
        Door::Uci,
        Door::Totals,
        Door::ScriptMoves,
        Door::Script,
        Door::Divide2,
        Door::Divide3,
        Door::Paste,
        Door::PasteCareless,
        Door::PasteKiwipete,
        Door::Check,
        Door::CheckMoves,
        Door::CheckMovesSan,
        Door::CheckGenerator,
        Door::Slow,
        Door::All,
        Door::Facts,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Door::Uci => "uci",
            Door::Totals => "totals",
            Door::ScriptMoves => "script-moves",
            Door::Script => "script",
            Door::Divide2 => "divide-2",
            Door::Divide3 => "divide-3",
            Door::Paste => "paste",
            Door::PasteCareless => "paste-careless",
            Door::PasteKiwipete => "paste-kiwipete",
            Door::Check => "check",
            Door::CheckMoves => "check-moves",
            Door::CheckMovesSan => "check-moves-san",
            Door::CheckGenerator => "check-generator",
            Door::Slow => "slow",
            Door::All => "all",
            Door::Facts => "facts",
        }
    }

    /// What stands behind it, for the table.
    pub const fn what(self) -> &'static str {
        match self {
            Door::Uci => "UCI engine",
            Door::Totals => "UCI engine, totals only",
            Door::ScriptMoves => "script that takes DEPTH FEN MOVES",
            Door::Script => "script that takes DEPTH FEN alone",
            Door::Divide2 => "saved divide, depth 2",
            Door::Divide3 => "saved divide, depth 3",
            Door::Paste => "`--paste`",
            Door::PasteCareless => "`--paste`, one answer in four miscopied at first",
            Door::PasteKiwipete => "`--paste --fen kiwipete --depth 3`",
            Door::Check => "`check`, a function that divides",
            Door::CheckMoves => "`check_moves`, a function that lists moves, in UCI",
            Door::CheckMovesSan => "`check_moves`, in SAN",
            Door::CheckGenerator => "`check_generator`, with its own unmake",
            Door::Slow => "UCI engine at 1,000 leaves a second, `--budget 20s`",
            Door::All => "UCI engine, `--all --max-nodes 1000`",
            Door::Facts => "`check_facts`, all findings",
        }
    }

    /// How many engines with one fault, and with two, are asked there at most. Where a hunt takes long, a sample has to
    /// do.
    pub const fn most(self) -> (usize, usize) {
        match self {
            Door::Uci | Door::Paste => (usize::MAX, usize::MAX),
            Door::CheckMoves => (120, 60),
            Door::CheckMovesSan => (60, 30),
            Door::All => (48, 24),
            _ => (usize::MAX, 200),
        }
    }

    /// How many of a hundred verdicts have to be right, for engines with one fault and with two, if that is settled.
    pub const fn bar(self) -> Option<(usize, usize)> {
        match self {
            Door::Uci | Door::Facts => Some((99, 97)),
            Door::Totals => Some((85, 85)),
            Door::Paste | Door::PasteKiwipete | Door::Divide2 | Door::Divide3 => Some((80, 80)),
            _ => None,
        }
    }

    pub const fn source(self) -> Source {
        match self {
            Door::CheckMoves | Door::CheckMovesSan => Source::Lists,
            Door::CheckGenerator => Source::Made,
            _ => Source::Counts,
        }
    }

    pub const fn is_one_divide(self) -> bool {
        matches!(self, Door::Divide2 | Door::Divide3)
    }

    /// Hunts this engine. Nothing if there is nothing to ask.
    pub fn hunt(self, case: &Case, seed: u64) -> Option<Told> {
        let words = &case.words;
        let uci = |words: &str| hunted(&ORACLE, &mut Running::new(words), &UCI, Until::First);
        Some(match self {
            // It has engines of its own.
            Door::Facts => return None,
            Door::Uci => uci(words),
            Door::Totals => uci(&format!("{words} --format total-only")),
            Door::All => hunted(&ORACLE, &mut Running::new(words), &ALL, Until::All),
            Door::ScriptMoves => hunted(&ORACLE, &mut Script::new(words), &SCRIPT, Until::First),
            Door::Script => {
                hunted(&ORACLE, &mut Script::without_moves(words), &SCRIPT, Until::First)
            }
            Door::Divide2 => saved_divide(case, 2)?,
            Door::Divide3 => saved_divide(case, 3)?,
            Door::Paste => {
                hunted(&ORACLE, &mut Person::honest(&ORACLE, words), &PERSON, Until::First)
            }
            Door::PasteCareless => {
                let seed =
                    words.bytes().fold(seed, |seed, byte| seed * 31 % (1 << 32) + u64::from(byte));
                let mut person = Person::careless(&ORACLE, words, seed);
                hunted(&ORACLE, &mut person, &PERSON, Until::First)
            }
            Door::PasteKiwipete => {
                hunted(&ORACLE, &mut Person::honest(&ORACLE, words), &KIWIPETE, Until::First)
            }
            Door::Check => {
                let engine = engine(words);
                let divide = |fen: &str, moves: &[&str], depth: u32| {
                    rows(&printed_behind(&engine, fen, moves, depth))
                };
                Told::of(&ox88_hunt::check(divide).clock(stopped()).report())
            }
            Door::CheckMoves => {
                let list = |fen: &str, moves: &[&str]| {
                    let mut board = Board::new(Game::new(&Position::start(), case.faults));
                    board.play(fen, moves);
                    let moves = board.moves();
                    moves.iter().map(|mv| board.text(mv)).collect::<Vec<_>>()
                };
                Told::of(&ox88_hunt::check_moves(list).clock(stopped()).report())
            }
            Door::CheckMovesSan => {
                let engine = engine(&format!("{words} --format san"));
                let list = |fen: &str, moves: &[&str]| {
                    let rows = rows(&printed_behind(&engine, fen, moves, 1));
                    rows.into_iter().map(|row| row.0).collect::<Vec<_>>()
                };
                Told::of(&ox88_hunt::check_moves(list).clock(stopped()).report())
            }
            Door::CheckGenerator => {
                let faults = case.faults;
                let new = || Board::new(Game::new(&Position::start(), faults));
                Told::of(&ox88_hunt::check_generator(new).clock(stopped()).report())
            }
            Door::Slow => {
                let clock = Arc::new(AtomicU64::new(0));
                let read = Arc::clone(&clock);
                let read = move || Duration::from_micros(read.load(Ordering::Relaxed));
                let oracle = Arc::new(Oracle::with_clock(Clock::new(read)));
                hunted(&oracle, &mut Slow::new(words, SLOW, &clock), &SLOWLY, Until::First)
            }
        })
    }

    /// Whether some question of the door has a wrong answer, where a hunt has found none.
    pub fn is_shown(self, case: &Case) -> bool {
        let (plan, again) = match self {
            Door::Uci | Door::Totals => (&UCI, true),
            Door::All => (&ALL, true),
            Door::ScriptMoves | Door::Script => (&SCRIPT, false),
            Door::Divide2 | Door::Divide3 => return true,
            Door::Paste | Door::PasteCareless => (&PERSON, false),
            Door::PasteKiwipete => (&KIWIPETE, false),
            Door::Check | Door::CheckGenerator | Door::CheckMoves | Door::CheckMovesSan => {
                (&CHECK, false)
            }
            // Nobody can say which questions there was time for.
            Door::Slow | Door::Facts => return false,
        };
        plan.cases.iter().any(|it| {
            let again = again && it.depth <= 2;
            witness::is_wrong(case.faults, self.source(), &it.line, it.depth, again)
        })
    }
}

/// What a hunt tells.
fn hunted(oracle: &Arc<Oracle>, partner: &mut dyn Partner, plan: &Plan, until: Until) -> Told {
    let hunt = Hunt::new(oracle, plan.clone(), until, partner.can());
    let mut partner = Recorded::new(partner, oracle);
    let outcome = hunt.run(&mut partner, |_, _| ());
    let style = Style {
        command: "broken_engine".to_owned(),
        protocol: Protocol::Uci { perft: "go perft".to_owned() },
        knows_uci: true,
        castling: outcome.castling,
        choices: Choices::default(),
    };
    Told::by_log(&Report::new(&outcome, plan, &style, Duration::ZERO), &partner.log)
}

/// What is told of the first divide of the suites that shows the faults.
fn saved_divide(case: &Case, depth: u32) -> Option<Told> {
    let shows_it = |position: &&Position| {
        let line = Line::at(**position);
        ORACLE.divide(position, depth).total() <= MOST_LEAVES_OF_DIVIDE
            && witness::is_wrong(case.faults, Source::Counts, &line, depth, false)
    };
    let line = Line::at(*POSITIONS.iter().find(shows_it)?);
    let lines = printed(&engine(&case.words), &Step::anew(&line, depth));
    Some(read_saved(lines.iter().map(String::as_str), &line, depth))
}

/// What is told of the lines of a divide, as `ox88 hunt --divide` reads them.
pub fn read_saved<'a>(lines: impl Iterator<Item = &'a str>, line: &Line, depth: u32) -> Told {
    let mut saved = ox88_hunt::Pasted::default();
    lines.for_each(|text| saved.add(text.trim()));
    let guessed = match saved.depth_that_fits(&ORACLE, &line.end()) {
        Ok(depth) => depth,
        // Whoever has saved it knows the depth, and says it when asked.
        Err(depths) if depths.contains(&depth) => depth,
        Err(depths) => return Told::of_refusal(format!("of which of the depths {depths:?}?")),
    };
    let taken_for = (guessed != depth).then_some(guessed);
    let depth = guessed;
    let doubt = saved.doubt(&ORACLE, &Step::anew(line, depth), None);
    if let Some(doubt) = doubt.filter(|doubt| doubt.kind != DoubtKind::Incomplete) {
        return Told::of_refusal(doubt.sentence);
    }
    let plan = Plan::of_question(&ORACLE, line, depth);
    let mut saved = Saved::new(saved.reply);
    Told { taken_for, ..hunted(&ORACLE, &mut saved, &plan, Until::First) }
}

/// What an engine that was just started prints after a FEN and moves, which a function may get as it writes them.
fn printed_behind(
    engine: &ox88_broken_engine::Engine,
    fen: &str,
    moves: &[&str],
    depth: u32,
) -> Vec<String> {
    let mut line = Line::at(fen.parse().expect("the hunt sets up positions"));
    for text in moves {
        let mv = typed_move(&line.end(), text).expect("the hunt plays legal moves");
        line = line.and(mv);
    }
    printed(engine, &Step::anew(&line, depth))
}

/// The rows of what was printed, as a function hands them over: those above the total.
fn rows(lines: &[String]) -> Vec<(String, u128)> {
    let rows = lines.iter().take_while(|line| !line.starts_with("Nodes searched"));
    let row = |line: &String| {
        let (text, count) = line.rsplit_once(": ")?;
        Some((text.to_owned(), count.parse().ok()?))
    };
    rows.filter_map(row).collect()
}
