//! Learns which facts are told, and what may be done in several ways. None of that is a fault.

use crate::ask::Asked;
use crate::compare::MARKS;
use crate::key::Style;
use crate::probes;
use ox88::Position;
use ox88_engine::Line;
use ox88_engine::told::{TellResult, Told};
use ox88_explain::truth::{EnPassant, End};

/// How many keys are looked at to see how they are written.
const KEYS: usize = 24;

/// Pairs of positions that differ in where a knight is.
const MOVED: [[&str; 2]; 2] = [
    ["7k/8/8/8/2N5/8/8/K7 w - - 0 1", "7k/8/8/3N4/8/8/8/K7 w - - 0 1"],
    ["7k/8/8/5n2/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/4n3/8/K7 w - - 0 1"],
];

/// Pairs that differ in the same knight. Where a key is a XOR of constants, their keys differ by the same number.
const SAME: [[&str; 2]; 3] = [
    ["7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/2N5/8/8/K7 w - - 0 1"],
    ["7k/8/8/5n2/8/8/8/K7 w - - 0 1", "7k/8/8/5n2/2N5/8/8/K7 w - - 0 1"],
    ["7k/8/8/8/8/8/8/K7 b - - 0 1", "7k/8/8/8/2N5/8/8/K7 b - - 0 1"],
];

/// Learns all that, and returns the names of the facts.
pub fn learn(asked: &mut Asked<'_>) -> TellResult<Vec<String>> {
    let start = Line::at(Position::start());
    let mut first = asked.tell(&start)?;
    if let Some(fen) = first.fen.take_if(|fen| !has_ranks(fen)) {
        asked.known.habits.has_no_fen = true;
        asked.note(format!("`{fen}` is not a FEN: ox88 does not compare it"));
    }
    let mut facts: Vec<String> = first.names().into_iter().map(str::to_owned).collect();
    // A text is often read before anything is tested, and a letter too many is dropped.
    let moves = ["e2e4q", "g1f3q"].map(str::to_owned);
    if let Some(answers) = asked.teller.are_legal(&start, &moves)? {
        facts.push("legality of any move".to_owned());
        asked.known.habits.drops_promotions = answers == [true, true];
        if asked.known.habits.drops_promotions {
            asked
                .note("legal: the engine ignores the letter of a promotion where no pawn promotes");
        }
    }
    if asked.teller.read_san(&start, &["e4".to_owned()])?.is_some() {
        facts.push("reading SAN".to_owned());
    }
    for fen in ["1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"] {
        let line = set_up(fen);
        let told = asked.tell(&line)?;
        asked.known.habits.learn_san(&line.root, &told);
    }
    if first.moves.iter().any(|mv| mv.san.is_some()) {
        let marks = asked.known.habits.san.into_iter().zip(MARKS);
        for (_, (_, _, note)) in marks.filter(|(is_written, _)| !is_written) {
            asked.note(format!("SAN: the engine {note}"));
        }
    }
    // Who prints the same counters whatever they are has none.
    let counters = |told: &Told| {
        let words = told.fen.iter().flat_map(|fen| fen.split_whitespace().skip(4));
        words.collect::<Vec<_>>().join(" ")
    };
    let same = counters(&asked.tell(&set_up("4k3/8/8/8/8/2B5/8/4K3 b - - 5 20"))?);
    if !same.is_empty() && same == counters(&first) {
        asked.known.habits.has_no_counters = true;
        asked.note(format!(
            "fen: the move counters are always `{same}`: ox88 does not compare them"
        ));
    }
    if first.end.is_some() {
        learn_ends(asked, start)?;
    }
    learn_keys(asked)?;
    // Some programs count the last ply without a look at its moves.
    let of_all = set_up("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for depth in [1, 2] {
        if asked.teller.leaves(&of_all, depth)?.iter().any(|(_, count)| *count > 0) {
            asked.known.leaves = Some(depth);
            facts.push("kinds of leaves".to_owned());
            break;
        }
    }
    Ok(facts)
}

fn learn_ends(asked: &mut Asked<'_>, start: Line) -> TellResult<()> {
    let mut is_told =
        |line: &Line, end| -> TellResult<bool> { Ok(asked.tell(line)?.end == Some(end)) };
    let (mut cycles, mut repetition) = (start, None);
    for times in 2..=5 {
        for text in probes::CYCLE.split(' ') {
            cycles.moves.extend(cycles.end().find_move(text).ok());
        }
        if repetition.is_none() && is_told(&cycles, End::Repetition)? {
            repetition = Some(times);
        }
    }
    let fifty = is_told(&set_up("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), End::Fifty)?;
    let mut material = false;
    for rank in ["4K3", "4K1N1", "4KB2"] {
        material |= is_told(&set_up(&format!("4k3/8/8/8/8/8/8/{rank} w - - 0 1")), End::Material)?;
    }
    let habits = &mut asked.known.habits;
    (habits.repetition, habits.says_fifty, habits.says_material) = (repetition, fifty, material);
    asked.note(match repetition {
        Some(times) => format!(
            "end: the engine reports a repetition once a position has occurred {times} times"
        ),
        None => "end: the engine reports no repetition, even when a position has occurred 5 times"
            .to_owned(),
    });
    let no_fifty = "end: the engine reports no draw by the fifty-move rule after 100 half moves";
    let no_material = "end: the engine reports no draw with bare kings or a single minor piece";
    for (_, note) in [(fifty, no_fifty), (material, no_material)].iter().filter(|it| !it.0) {
        asked.note(*note);
    }
    Ok(())
}

/// Whether there are keys of positions that can be compared, and whether they are XORs of constants.
fn learn_keys(asked: &mut Asked<'_>) -> TellResult<()> {
    let lines = probes::lines("lines");
    let mut keys = || {
        let some = lines.iter().take(KEYS);
        let keys = some.map(|line| asked.teller.key(&Line::at(EnPassant::Legal.of(&line.root))));
        keys.collect::<TellResult<Option<Vec<String>>>>()
    };
    let Some(texts) = keys()? else { return Ok(()) };
    if keys()?.as_ref() != Some(&texts) {
        let changed = "the key of the same position changes from question to question";
        asked.note(format!("{changed}: ox88 does not compare keys"));
        return Ok(());
    }
    let style = Style::of(&texts);
    if let Some(text) = texts.iter().find(|text| style.number(text).is_none()) {
        asked.note(format!("the key `{text}` is not a number: ox88 does not compare keys"));
        return Ok(());
    }
    asked.known.keys = Some(style);
    let mut difference = |pair: [&str; 2]| asked.difference(&pair.map(|fen| set_up(fen).root));
    let moved = MOVED.map(&mut difference).into_iter().collect::<TellResult<Vec<_>>>()?;
    let same = SAME.map(difference).into_iter().collect::<TellResult<Vec<_>>>()?;
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

/// Whether a text begins with eight ranks, right or wrong.
fn has_ranks(fen: &str) -> bool {
    fen.split(' ').next().is_some_and(|board| board.matches('/').count() == 7)
}

fn set_up(fen: &str) -> Line {
    Line::at(fen.parse().unwrap_or_else(|_| Position::start()))
}
