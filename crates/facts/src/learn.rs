//! Learns which facts are told, and what may be done in several ways. None of that is a fault.

use crate::ask::Asked;
use crate::probes::{self, POLYGLOT};
use crate::told::{Style, TellResult, Told};
use ox88::Position;
use ox88_engine::Line;
use ox88_explain::truth::{EnPassant, End};

/// How many keys are looked at to see how they are written.
const KEYS: usize = 24;

/// Pairs of positions that differ in where a knight is, and then pairs that differ in the same knight. Where a key is a
/// XOR of constants, the keys of these differ by the same number.
const PAIRS: [[&str; 2]; 5] = [
    ["7k/8/8/8/2N5/8/8/K7 w - - 0 1", "7k/8/8/3N4/8/8/8/K7 w - - 0 1"],
    ["7k/8/8/5n2/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/4n3/8/K7 w - - 0 1"],
    ["7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/2N5/8/8/K7 w - - 0 1"],
    ["7k/8/8/5n2/8/8/8/K7 w - - 0 1", "7k/8/8/5n2/2N5/8/8/K7 w - - 0 1"],
    ["7k/8/8/8/8/8/8/K7 b - - 0 1", "7k/8/8/8/2N5/8/8/K7 b - - 0 1"],
];

/// What is learnt, in steps: where one has no answer, its conventions are unknown.
pub const STEPS: [fn(&mut Asked<'_>) -> TellResult<()>; 7] =
    [learn_san, learn_texts, learn_counters, learn_ends, learn_kept, learn_polyglot, learn_leaves];

/// How SAN is written, from positions in which each mark belongs.
fn learn_san(asked: &mut Asked<'_>) -> TellResult<()> {
    asked.tell(&Line::at(Position::start()))?;
    asked.tell(&set_up("1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1"))?;
    asked.tell(&set_up("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")).map(drop)
}

/// Which texts are read. Some are read before anything is tested, and a letter too many is dropped.
fn learn_texts(asked: &mut Asked<'_>) -> TellResult<()> {
    let start = Line::at(Position::start());
    let moves = ["e2e4q", "g1f3q"].map(str::to_owned);
    if let Some(answers) = asked.teller.are_legal(&start, &moves)? {
        asked.known.tells("legality of any move");
        let drops = answers == [true, true];
        asked.known.habits.drops_promotions = Some(drops);
        if drops {
            let letter = "the letter of a promotion where no pawn promotes";
            asked.note(format!("legal: the engine ignores {letter}"));
        }
    }
    if asked.teller.read_san(&start, &["e4".to_owned()])?.is_some() {
        asked.known.tells("reading SAN");
    }
    Ok(())
}

/// Who prints the same counters whatever they are has none.
fn learn_counters(asked: &mut Asked<'_>) -> TellResult<()> {
    let mut counters = |line: Line| -> TellResult<String> {
        let fen = asked.tell(&line)?.fen.unwrap_or_default();
        Ok(fen.split_whitespace().skip(4).collect::<Vec<_>>().join(" "))
    };
    let one = counters(Line::at(Position::start()))?;
    let other = counters(set_up("4k3/8/8/8/8/2B5/8/4K3 b - - 5 20"))?;
    asked.known.habits.has_counters = !one.is_empty() && one != other;
    if !one.is_empty() && one == other {
        asked.note(format!("fen: the counters are always `{one}`: ox88 does not compare them"));
    }
    Ok(())
}

/// Some programs count the last ply without a look at its moves.
fn learn_leaves(asked: &mut Asked<'_>) -> TellResult<()> {
    let of_all = set_up("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for depth in [1, 2] {
        if asked.teller.leaves(&of_all, depth)?.iter().any(|(_, count)| *count > 0) {
            asked.known.leaves = Some(depth);
            asked.known.tells("kinds of leaves");
            break;
        }
    }
    Ok(())
}

fn learn_ends(asked: &mut Asked<'_>) -> TellResult<()> {
    let mut is_told =
        |line: &Line, end| -> TellResult<bool> { Ok(asked.tell(line)?.end == Some(end)) };
    // Some do not count the position that was set up: the first cycle begins there, and the second does not.
    let [mut with_root, mut repetition] = [None; 2];
    for (begin, found) in [("", &mut with_root), ("e2e3 e7e6", &mut repetition)] {
        let mut cycles = format!("startpos moves {begin}");
        for times in 2..=5 {
            cycles = cycles + " " + probes::CYCLE;
            let line = cycles.parse().unwrap_or(Line::at(Position::start()));
            if is_told(&line, End::Repetition)? {
                *found = Some(times);
                break;
            }
        }
    }
    let fifty = is_told(&set_up("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), End::Fifty)?;
    let mut material = false;
    for rank in ["4K3", "4K1N1", "4KB2"] {
        material |= is_told(&set_up(&format!("4k3/8/8/8/8/8/8/{rank} w - - 0 1")), End::Material)?;
    }
    let skips_root = repetition.is_some_and(|times| with_root.is_none_or(|later| later > times));
    let habits = &mut asked.known.habits;
    (habits.repetition, habits.skips_root) = (repetition, skips_root);
    (habits.says_fifty, habits.says_material) = (fifty, material);
    if asked.known.facts.iter().all(|fact| fact != "end") {
        return Ok(());
    }
    let but = if skips_root { "; the position that was set up is not counted" } else { "" };
    let none = "no repetition, even when a position has occurred 5 times".to_owned();
    let some = |times| format!("a repetition once a position has occurred {times} times{but}");
    asked.note(format!("end: the engine reports {}", repetition.map_or(none, some)));
    let no_fifty = "end: the engine reports no draw by the fifty-move rule after 100 half moves";
    let no_material = "end: the engine reports no draw with bare kings or a single minor piece";
    for (_, note) in [(fifty, no_fifty), (material, no_material)].iter().filter(|it| !it.0) {
        asked.note(*note);
    }
    Ok(())
}

/// Whether there are evaluations and keys that can be compared, and whether keys are XORs of constants.
fn learn_kept(asked: &mut Asked<'_>) -> TellResult<()> {
    let lines = probes::lines("lines");
    let mut kept = || {
        let some = lines.iter().take(KEYS);
        let kept = some.map(|line| asked.teller.kept(&Line::at(EnPassant::Legal.of(&line.root))));
        kept.collect::<TellResult<Vec<Told>>>()
    };
    let [once, twice] = [kept()?, kept()?];
    let evals = [&once, &twice].map(|all| all.iter().map(|it| it.eval).collect::<Option<Vec<_>>>());
    let keys =
        [once, twice].map(|all| all.into_iter().map(|it| it.key).collect::<Option<Vec<_>>>());
    asked.known.has_evals = evals[0].is_some() && evals[0] == evals[1];
    let changed = "of the same position changes from question to question: ox88 does not compare";
    if evals[0].is_some() && !asked.known.has_evals {
        asked.note(format!("the evaluation {changed} evaluations"));
    }
    let [Some(texts), again] = keys else { return Ok(()) };
    if again.as_ref() != Some(&texts) {
        asked.note(format!("the key {changed} keys"));
        return Ok(());
    }
    let style = Style::of(&texts);
    if let Some(text) = texts.iter().find(|text| style.number(text).is_none()) {
        asked.note(format!("the key `{text}` is not a number: ox88 does not compare keys"));
        return Ok(());
    }
    asked.known.keys = Some(style);
    let difference = |pair: [&str; 2]| asked.difference(&pair.map(|fen| set_up(fen).root));
    let all = PAIRS.map(difference).into_iter().collect::<TellResult<Vec<_>>>()?;
    let (moved, same) = all.split_at(2);
    asked.known.is_xor = same[0].is_some() && same.iter().all(|it| *it == same[0]);
    if moved.iter().all(|it| it.is_none_or(|it| it == 0)) {
        let blind = "the key is the same wherever a knight is";
        asked.note(format!("{blind}: ox88 does not compare keys"));
        asked.known.keys = None;
    } else if !asked.known.is_xor {
        asked.note("the keys are not XORs of constants: ox88 compares them, but cannot say which constant is wrong");
    }
    Ok(())
}

/// Whether the key is that of Polyglot's books, and where it is not. The first rows are the examples of its page.
fn learn_polyglot(asked: &mut Asked<'_>) -> TellResult<()> {
    const PAGE: usize = 9;
    let (mut right, mut wrong) = (0, Vec::new());
    let rows = POLYGLOT.lines().filter(|line| !line.starts_with('#'));
    for (key, fen) in rows.filter_map(|line| line.split_once(' ')) {
        match asked.number(&set_up(fen).root)? {
            Some(number) if Some(number) == Style::Hex.number(key) => right += 1,
            Some(_) if right > 0 || wrong.len() < PAGE => {
                wrong.push(format!("theirs of `{fen}` is {key}"));
            }
            _ => return Ok(()),
        }
    }
    let but = format!(", but for {} of {} positions: ", wrong.len(), right + wrong.len());
    let but = wrong.first().map(|first| but + first).unwrap_or_default();
    if wrong.len() < right {
        asked.note(format!("the key is that of Polyglot's books{but}"));
    }
    Ok(())
}

fn set_up(fen: &str) -> Line {
    Line::at(fen.parse().unwrap_or_else(|_| Position::start()))
}
