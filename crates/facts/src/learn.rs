//! Learns which facts are told, and what may be done in several ways. None of that is a fault.

use crate::ask::Known;
use crate::compare::MARKS;
use crate::key::{Style, with_kings};
use crate::probes;
use ox88::{Color, Piece, PieceKind, Position, Square};
use ox88_engine::Line;
use ox88_engine::told::Told;
use ox88_engine::told::{Answer, Teller};
use ox88_explain::truth::{EnPassant, End};

/// How many keys are looked at to see how they are written.
const KEYS: usize = 24;

/// The depths at which the kinds of leaves may be told: some programs count the last ply without a look at its moves.
const DEPTHS: [u32; 2] = [1, 2];

/// Learns all that, and returns the names of the facts.
pub fn learn(known: &mut Known, teller: &mut dyn Teller) -> Answer<Vec<String>> {
    let start = Line::at(Position::start());
    let mut first = known.tell(teller, &start)?;
    if let Some(fen) = first.fen.take_if(|fen| !has_ranks(fen)) {
        known.habits.has_no_fen = true;
        known.note(format!("the FEN `{fen}` is none: ox88 does not compare it"));
    }
    let mut facts: Vec<String> = first.names().into_iter().map(str::to_owned).collect();
    // A text is often read before anything is tested, and a letter too many is dropped.
    let moves = ["e2e4q", "g1f3q"].map(str::to_owned);
    if let Some(answers) = teller.are_legal(&start, &moves)? {
        facts.push("legality of any move".to_owned());
        known.habits.drops_promotions = answers == [true, true];
        if known.habits.drops_promotions {
            known.note("legal: the letter of a promotion is dropped where nothing promotes");
        }
    }
    if teller.read_san(&start, &["e4".to_owned()])?.is_some() {
        facts.push("reading SAN".to_owned());
    }
    for fen in ["1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"] {
        let line = set_up(fen);
        let told = known.tell(teller, &line)?;
        known.habits.learn_san(&line.root, &told);
    }
    if first.moves.iter().any(|mv| mv.san.is_some()) {
        for (is_written, (_, _, note)) in known.habits.san.into_iter().zip(MARKS) {
            if !is_written {
                known.note(format!("SAN: the engine {note}"));
            }
        }
    }
    // Who prints the same counters whatever they are has none.
    let counters = |told: &Told| {
        let fen = told.fen.iter().flat_map(|fen| fen.split_whitespace().skip(4));
        fen.map(str::to_owned).collect::<Vec<_>>()
    };
    let printed = counters(&known.tell(teller, &set_up("4k3/8/8/8/8/2B5/8/4K3 b - - 5 20"))?);
    if !printed.is_empty() && printed == counters(&first) {
        known.habits.has_no_counters = true;
        known.note(format!("fen: the counters are always {}", printed.join(" ")));
    }
    if first.end.is_some() {
        learn_ends(known, teller, &start)?;
    }
    learn_keys(known, teller)?;
    learn_leaves(known, teller, &mut facts)?;
    Ok(facts)
}

fn learn_ends(known: &mut Known, teller: &mut dyn Teller, start: &Line) -> Answer<()> {
    let mut is_told =
        |line: &Line, end| -> Answer<bool> { Ok(known.tell(teller, line)?.end == Some(end)) };
    let mut cycles = start.clone();
    let mut repetition = None;
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
    let habits = &mut known.habits;
    (habits.repetition, habits.says_fifty, habits.says_material) = (repetition, fifty, material);
    known.note(match repetition {
        Some(times) => format!("end: a repetition is told after {times} occurrences"),
        None => "end: no repetition is told after 5 occurrences".to_owned(),
    });
    if !fifty {
        known.note("end: no draw by fifty moves is told at the hundredth half move");
    }
    if !material {
        known.note("end: bare kings and single minor pieces are not told as a draw");
    }
    Ok(())
}

/// Whether there are keys of positions that can be compared, and whether they are XORs of constants.
fn learn_keys(known: &mut Known, teller: &mut dyn Teller) -> Answer<()> {
    let lines = probes::lines();
    let mut keys = || {
        let some = lines.iter().take(KEYS);
        let keys = some.map(|line| teller.key(&Line::at(EnPassant::Legal.of(&line.root))));
        keys.collect::<Answer<Option<Vec<String>>>>()
    };
    let Some(texts) = keys()? else { return Ok(()) };
    if keys()?.as_ref() != Some(&texts) {
        known.note(
            "the keys change from question to question about the same position: ox88 does not compare them",
        );
        return Ok(());
    }
    let style = Style::of(&texts);
    if let Some(text) = texts.iter().find(|text| style.number(text).is_none()) {
        known.note(format!("the key `{text}` is no number: ox88 does not compare such keys"));
        return Ok(());
    }
    known.keys = Some(style);
    let knight = |color, name: &str| {
        (Square::from_name(name).unwrap_or(Square::A1), Piece::new(color, PieceKind::Knight))
    };
    let (white, black) = (knight(Color::White, "c4"), knight(Color::Black, "f5"));
    let moved = [knight(Color::White, "d5"), knight(Color::Black, "e3")];
    let mut number = |pieces: &[(Square, Piece)], turn| {
        let position = with_kings(pieces, turn, None);
        position.map_or(Ok(None), |it| known.number(teller, &it))
    };
    let alone = number(&[], Color::White)?;
    let with_white = number(&[white], Color::White)?;
    let with_black = number(&[black], Color::White)?;
    let is_blind = with_white == number(&moved[..1], Color::White)?
        && with_black == number(&moved[1..], Color::White)?;
    let all = [
        (alone, with_white),
        (with_black, number(&[white, black], Color::White)?),
        (number(&[], Color::Black)?, number(&[white], Color::Black)?),
    ];
    if is_blind {
        known.note(
            "the key is the same wherever a knight is: it is no key of positions, and ox88 does not compare it",
        );
        known.keys = None;
        return Ok(());
    }
    let differences = all.map(|(one, other)| Some(one? ^ other?));
    known.is_xor = differences[0].is_some() && differences.iter().all(|it| *it == differences[0]);
    if !known.is_xor {
        known.note("the keys are no XOR of constants: ox88 compares them, and names no constant");
    }
    Ok(())
}

/// From which depth on the kinds of leaves are counted.
fn learn_leaves(known: &mut Known, teller: &mut dyn Teller, facts: &mut Vec<String>) -> Answer<()> {
    let of_all = set_up("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for depth in DEPTHS {
        let leaves = teller.leaves(&of_all, depth)?;
        if leaves.iter().any(|(_, count)| *count > 0) {
            known.leaves = Some(depth);
            facts.push("kinds of leaves".to_owned());
            break;
        }
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
