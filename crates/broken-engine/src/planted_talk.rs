//! The conversation of an engine whose perft is right, and whose facts have a fault or a habit.
//!
//! ```text
//! broken_engine --plant FAULT[+FAULT] [--by d|facts|board|words|none|death|silence]
//! ```

use crate::planted::{BAIT, FAULTS, Planted, switch};
use ox88::Position;

use ox88_facts::Facts as _;
use ox88_facts::told::{NULL, VERSION};
use std::io::{self, BufRead, Write};

/// How an engine tells facts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// After `d`, as Stockfish does.
    D,
    /// After `facts`.
    Facts,
    /// A board alone, after `d`.
    Board,
    /// After `d`, with a key that is no number.
    Words,
    /// Not at all.
    None,
    /// It ends at `d`.
    Death,
    /// After `d`, until it is asked about moves: then it says nothing more.
    Silence,
}

const BY: [(&str, By); 7] = [
    ("d", By::D),
    ("facts", By::Facts),
    ("board", By::Board),
    ("words", By::Words),
    ("none", By::None),
    ("death", By::Death),
    ("silence", By::Silence),
];

/// Talks as the words after `--plant` say.
pub fn run(words: &[String], input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let known = |words: &[String]| {
        let faults: Option<Vec<_>> = words.first()?.split('+').map(switch).collect();
        let by = match &words[1..] {
            [] => By::D,
            [flag, by] if flag == "--by" => BY.into_iter().find(|(name, _)| name == by)?.1,
            _ => return None,
        };
        Some((faults?, by))
    };
    let Some((faults, by)) = known(words) else {
        let faults: Vec<&str> = FAULTS.iter().map(|(fault, _)| *fault).collect();
        let names = [&faults[..], BAIT].concat().join(" ");
        return Err(io::Error::other(format!(
            "expected --plant FAULT [--by NAME], one of {names}"
        )));
    };
    let (mut engine, mut is_silent) = (Planted::new(&faults), false);
    for line in input.lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            _ if by == By::Silence && words.contains(&"moves") => is_silent = true,
            _ if is_silent && words != ["quit"] => {}
            ["quit"] => break,
            ["uci"] => {
                let option = "option name UCI_Chess960 type check default false\n";
                let option = if engine.knows_chess960() { option } else { "" };
                writeln!(out, "id name planted\n{option}uciok")?;
            }
            ["isready"] => writeln!(out, "readyok")?,
            ["position", "startpos", ref rest @ ..] => set_up(&mut engine, ox88::START, rest),
            ["position", "fen", ref rest @ ..] => {
                let fields = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                set_up(&mut engine, &rest[..fields].join(" "), &rest[fields..]);
            }
            ["go", "perft", depth] => {
                let depth = depth.parse().unwrap_or(1);
                let rows = engine.divide(depth);
                for (text, leaves) in &rows {
                    writeln!(out, "{text}: {leaves}")?;
                }
                let total: u128 = rows.iter().map(|(_, leaves)| leaves).sum();
                for (name, count) in engine.leaves(depth).unwrap_or_default() {
                    writeln!(out, "{name}: {count}")?;
                }
                writeln!(out, "\nNodes searched: {total}")?;
            }
            ["d"] if by == By::Death => return Ok(()),
            ["d"] if matches!(by, By::D | By::Board | By::Words | By::Silence) => {
                draw(&mut engine, by, out)?;
            }
            ["facts", ref rest @ ..] if by == By::Facts => tell(&mut engine, rest == ["key"], out)?,
            ["legal", text] if by == By::Facts => {
                writeln!(out, "{}", yes(engine.is_legal(text)).unwrap_or_default())?;
            }
            ["null"] if by == By::Facts => drop(engine.make_null()),
            ["undo", NULL] if by == By::Facts => {
                if engine.make_null() {
                    engine.unmake();
                }
            }
            ["undo", ref moves @ ..] if by == By::Facts => {
                for text in moves {
                    engine.make(text);
                }
                for _ in moves {
                    engine.unmake_move();
                }
            }
            ["san", text] if by == By::Facts => {
                writeln!(out, "{}", engine.read_san(text).unwrap_or_default())?;
            }
            ["setoption", ..] | [] => {}
            _ => writeln!(out, "Unknown command: '{line}'")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn set_up(engine: &mut Planted, fen: &str, moves: &[&str]) {
    engine.set_up(fen);
    moves.iter().skip(1).for_each(|text| engine.make(text));
}

fn yes(it: Option<bool>) -> Option<&'static str> {
    it.map(|it| if it { "yes" } else { "no" })
}

fn draw(engine: &mut Planted, by: By, out: &mut impl Write) -> io::Result<()> {
    let here: Position = engine.here();
    writeln!(out, "{}", here.board().drawing())?;
    if by == By::Board {
        return Ok(());
    }
    if let Some(fen) = engine.fen() {
        writeln!(out, "Fen: {fen}")?;
    }
    match engine.key() {
        Some(_) if by == By::Words => writeln!(out, "Key: none yet")?,
        Some(key) => writeln!(out, "Key: {key:016X}")?,
        None => {}
    }
    if let Some((kept, fresh)) = engine.eval() {
        writeln!(out, "Eval: {kept} {fresh}")?;
    }
    let checkers: Vec<String> = here.checkers().iter().map(ToString::to_string).collect();
    writeln!(out, "Checkers: {}", checkers.join(" "))
}

fn tell(engine: &mut Planted, is_key_alone: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{VERSION}")?;
    if let Some(key) = engine.key() {
        writeln!(out, "key {key:x}")?;
    }
    if let Some((kept, fresh)) = engine.eval() {
        writeln!(out, "eval {kept} {fresh}")?;
    } else if engine.is("eval-of-one-number") {
        writeln!(out, "eval 35")?;
    }
    if !is_key_alone {
        for (name, moves) in engine.stages().unwrap_or_default() {
            let is_other = !["noisy", "quiet"].contains(&&*name);
            writeln!(out, "{}{name} {}", if is_other { "stage " } else { "" }, moves.join(" "))?;
        }
        if engine.stages_are_pseudo() {
            writeln!(out, "pseudo")?;
        }
        if let Some(fen) = engine.fen() {
            writeln!(out, "fen {fen}")?;
        }
        if let Some(check) = yes(engine.is_check()) {
            writeln!(out, "check {check}")?;
        }
        if let Some(end) = engine.outcome() {
            writeln!(out, "end {}", end.word())?;
        }
        let here = engine.here();
        for mv in here.legal_moves() {
            let text = here.move_text(mv);
            write!(out, "move {text}")?;
            if let Some(san) = engine.san(&text) {
                write!(out, " san={san}")?;
            }
            if let Some(check) = yes(engine.gives_check(&text)) {
                write!(out, " check={check}")?;
            }
            if let Some(capture) = yes(engine.is_capture(&text)) {
                write!(out, " capture={capture}")?;
            }
            writeln!(out)?;
        }
    }
    writeln!(out, "factsok")
}
