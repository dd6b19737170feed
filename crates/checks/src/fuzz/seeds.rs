//! Input as it is meant to be: the suites, what the pages show, and the lines of the tests of reading, where the formats
//! of many engines are written down.

use ox88::Position;
use ox88::suite::built_in;
use ox88_broken_engine::Engine;
use ox88_broken_engine::format::Format;
use ox88_count::Start960;
use ox88_count::work::{Head, Part, Sums, work_line};
use ox88_count::{Split, quick};
use ox88_engine::uci_castling;
use std::fmt::Write as _;

const PAGES: [&str; 3] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/command-line.md"),
    include_str!("../../../../docs/hunt.md"),
];
const TESTS_OF_SUITES: &str = include_str!("../../../engine/snapshots/texts/suites.read.snap");
const TESTS_OF_READING: &str = include_str!("../../../engine/tests/lines.txt");

/// Positions of every kind: those of the suites, and starts of Chess960.
pub fn positions() -> Vec<Position> {
    let suites = built_in::suites().into_iter();
    let mut positions: Vec<Position> =
        suites.flat_map(|suite| &suite.positions).map(|it| it.position).collect();
    positions.extend(Start960::all().step_by(37).map(Start960::position));
    positions
}

pub fn fens() -> Vec<String> {
    positions().iter().map(ToString::to_string).collect()
}

/// Texts of moves that few positions have, and texts that are none.
const OTHER_MOVES: [&str; 16] = [
    "e7e8q",
    "e1g1",
    "e1h1",
    "O-O-O",
    "0-0",
    "o-o-o",
    "Nbd2",
    "N1xd2",
    "exd6 e.p.",
    "e8=Q",
    "e7xd8=N+",
    "Ng1-f3!?",
    "e8(Q)#",
    "h5i6",
    "a0a9",
    "e7e8k",
];

/// Positions with moves below them: some that are legal, and a word that may be one.
pub fn games() -> Vec<String> {
    let game = |(number, start): (usize, Position)| {
        let mut moves = Vec::new();
        let mut at = start;
        for ply in 0..12 {
            let legal = at.legal_moves();
            let Some(&mv) = legal.get((number * 7 + ply * 5) % legal.len().max(1)) else { break };
            moves.push(at.move_text(mv));
            at = at.after(mv);
        }
        let other = OTHER_MOVES[number % OTHER_MOVES.len()];
        format!("{start}\n{}\n{other}\n", moves.join(" "))
    };
    positions().into_iter().enumerate().map(game).collect()
}

pub fn suites() -> Vec<String> {
    let suites = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let line = |entry: &ox88::suite::Entry| {
        let mut line = entry.fen.clone();
        if let Some(id) = &entry.id {
            let _ = write!(line, " ;id {id}");
        }
        for comment in &entry.comments {
            let _ = write!(line, " ;c0 \"{comment}\"");
        }
        for count in &entry.counts {
            let _ = write!(line, " ;D{} {}", count.depth, count.nodes);
        }
        line + "\n"
    };
    let mut texts: Vec<String> = suites.map(|it| line(&it.entry)).collect();
    texts.push(texts.concat());
    let start = ox88::START;
    let written = TESTS_OF_SUITES.lines().filter(|line| line.contains("FEN"));
    let written = written.flat_map(|line| line.split(" ⇒ "));
    texts.extend(written.map(|line| unescaped(line).replace("FEN", start)));
    texts.push(include_str!("../../../../suites/columns/standard.epd").to_owned());
    texts.push(include_str!("../../../../suites/castling.epd").to_owned());
    texts.extend(works());
    texts
}

pub fn commands() -> Vec<String> {
    let session = |position: Position| {
        let legal = position.legal_moves();
        let moves = legal.first().map(|&mv| format!(" moves {}", position.move_text(mv)));
        let moves = moves.unwrap_or_default();
        format!("uci\nisready\nposition fen {position}{moves}\ngo perft 1\nd\n")
    };
    let mut texts: Vec<String> = positions().into_iter().step_by(5).map(session).collect();
    texts.push("position startpos moves e2e4 e7e5\ngo perft 2\nstop\nquit\nisready\n".to_owned());
    texts.push(
        "setoption name UCI_Chess960 value true\nposition fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo perft 1\n"
            .to_owned(),
    );
    texts
}

/// Right divides in all formats of the broken engine, and what the pages and the tests have.
pub fn answers() -> Vec<String> {
    let mut texts = Vec::new();
    let formats: Vec<&str> =
        Format::ALL.iter().map(|(_, name, _)| *name).filter(|name| *name != "stderr").collect();
    for (number, position) in positions().into_iter().enumerate().step_by(3) {
        texts.push(divide(
            &position,
            1 + u32::from(number % 2 == 0),
            formats[number / 3 % formats.len()],
        ));
    }
    let start = ox88::START;
    let printed = TESTS_OF_READING.lines().filter_map(|line| line.split(" ⇒ ").next());
    let recorded: Vec<String> = printed.map(unescaped).collect();
    texts.extend(recorded.chunks(12).map(|lines| format!("{start}\n{}\n", lines.join("\n"))));
    let shown = PAGES.iter().flat_map(|page| page.split("```").skip(1).step_by(2));
    texts.extend(shown.map(|block| format!("{start}\n{block}")));
    texts
}

/// What the broken engine prints about a position in one of its formats, below the FEN.
fn divide(position: &Position, depth: u32, format: &str) -> String {
    let mut engine = Engine::new(&format!("--format {format}")).expect("it needs no process");
    // Some formats have the one verb, and some the other.
    let commands = [
        uci_castling(position.castling_notation()),
        format!("position fen {position}"),
        format!("go perft {depth}"),
        format!("perft {depth}"),
    ];
    let lines: Vec<String> = commands.iter().flat_map(|it| engine.command(it)).collect();
    format!("{position}\n{}\n", lines.join("\n"))
}

/// Faults as engines have them: a row that is missing, too many or miscounted, for a while or always.
pub fn hunts() -> Vec<String> {
    let mut texts = Vec::new();
    for (number, position) in positions().into_iter().enumerate().step_by(2) {
        let row = number % 11;
        let fault = match number % 14 {
            0 => format!("drop {row}\n"),
            2 => format!("count {row} {}\n", number % 5),
            4 => format!("twice {row}\n"),
            6 => "add e1g1 1\nadd e8c8 1\n".to_owned(),
            8 => format!("total {number}\n"),
            10 => "no rows\n".to_owned(),
            _ => "print Nf3: 20\nno total\n".to_owned(),
        };
        let for_a_while = format!("{fault}next\n").repeat(1 + number % 8);
        texts.push(format!("{position}\n{for_a_while}"));
        texts.push(format!("{position}\nnext\nnext\n{for_a_while}"));
    }
    texts
}

/// Files of work with their results.
pub fn works() -> Vec<String> {
    let mut texts = Vec::new();
    for position in positions().into_iter().step_by(9).chain([Position::start()]) {
        for (plies, depth) in [(1, 1), (1, 2), (1, 3), (2, 3)] {
            texts.extend(work(&position, plies, depth));
        }
    }
    texts
}

fn work(root: &Position, plies: u32, depth: u32) -> Option<String> {
    let split = Split::new(root, plies).ok().filter(|split| (1..40).contains(&split.len()))?;
    let (mut whole, mut lines, mut counted) = (Sums::default(), String::new(), String::new());
    for (position, times) in split.positions(0..split.len()) {
        let line = work_line(&position.to_string(), times, depth - plies);
        whole.add(&line, times).ok()?;
        let leaves = quick::perft(&position, depth - plies);
        let _ = writeln!(counted, "{line} ;D{} {leaves}", depth - plies);
        lines += &line;
        lines.push('\n');
    }
    let head = Head { root: *split.root(), depth, plies, whole, part: None };
    let part =
        Head { part: Some(Part { name: "missing".to_owned(), sums: whole }), ..head.clone() };
    Some(format!("{head}{lines}#### results\n{part}{counted}"))
}

fn unescaped(text: &str) -> String {
    let mut plain = text.replace("\\\n", "");
    for (escape, letter) in
        [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\0", "\0"), ("\\\"", "\""), ("\\\\", "\\")]
    {
        plain = plain.replace(escape, letter);
    }
    plain
}
