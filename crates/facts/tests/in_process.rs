//! Objects in this process that tell facts in unusual ways, or fail.

use crate::ask::{Asked, Knowledge};
use crate::told::{TellResult, Told, ToldMove};
use crate::{BUDGET, Facts, InProcess, Outcome, Teller, check_facts, hunt_within, search};
use ox88::{Move, Position, START};
use ox88_count::Column;
use ox88_engine::Line;
use ox88_engine::fewest::men_of;
use rstest::rstest;
use std::cell::Cell;
use std::time::Duration;

/// The most positions that are asked about.
const MOST: u64 = 400;

/// What a method answers. Nothing is the right answer.
type Answer = Result<Option<String>, String>;

/// A board by names that is right, but for one method that answers like this.
fn board<'a>(
    changed: &'static str,
    answer: impl Fn(&Position, &str) -> Answer + Copy + 'a,
) -> InProcess<'a> {
    let new = move || {
        let mut here = vec![Position::start()];
        move |method: &str, about: &str| {
            let end = *here.last().expect("one");
            let text = |it: bool| Ok(Some(if it { "yes" } else { "no" }.to_owned()));
            if method == changed
                && let other @ (Err(_) | Ok(Some(_))) = answer(&end, about)
            {
                return other;
            }
            match method {
                "set_up" => here = vec![about.parse().expect("a FEN")],
                "make" => here.push(end.after(end.find_move(about).expect("legal"))),
                "unmake" => return text(here.len() > 1 && here.pop().is_some()),
                "fen" => return Ok(Some(end.to_string())),
                "is_check" => return text(end.is_check()),
                _ => {}
            }
            Ok(None)
        }
    };
    InProcess::by_name(new).with_names(str::to_uppercase)
}

fn hunted(changed: &'static str, answer: fn(&Position, &str) -> Answer) -> Outcome {
    search(&mut board(changed, answer), &mut |positions| positions < MOST)
}

#[test]
fn what_a_board_has_is_asked_and_nothing_else() {
    let outcome = hunted("", |_, _| Ok(None));
    assert_eq!(outcome.facts, ["fen", "check"]);
    assert!(outcome.found.is_empty() && outcome.trouble.is_none() && outcome.notes.is_empty());
}

#[test]
fn a_fen_that_is_none_is_told_once_and_not_compared() {
    let outcome = hunted("fen", |here, _| Ok(Some(format!("board {}", here.is_check()))));
    assert_eq!(outcome.notes, ["`board false` is not a FEN: ox88 does not compare it"]);
    assert!(outcome.found.is_empty(), "{:?}", outcome.found);
}

fn fails_if(fails: bool) -> Answer {
    if fails { Err("no such table".to_owned()) } else { Ok(None) }
}

fn is_promotion(here: &Position, text: &str) -> bool {
    here.find_move(text).ok().and_then(Move::promotion).is_some()
}

#[rstest]
#[case::a_fact("is_check", |here: &Position, _: &str| fails_if(here.is_check()))]
#[case::a_move("make", |here: &Position, mv: &str| fails_if(is_promotion(here, mv)))]
#[case::a_fact_of_a_move("san", |here: &Position, mv: &str| fails_if(is_promotion(here, mv)))]
fn a_failure_is_a_trouble_and_no_wrong_fact_and_the_rest_is_asked(
    #[case] method: &'static str,
    #[case] answer: fn(&Position, &str) -> Answer,
) {
    let outcome = hunted(method, answer);
    let trouble = outcome.trouble.expect("one").kind.to_string();
    assert!(outcome.found.is_empty() && trouble.contains("no such table"), "{trouble}");
    assert_eq!(outcome.positions, MOST, "{:?}", outcome.notes);
}

#[rstest]
#[case::texts_of_a_move("is_legal")]
#[case::moves_that_are_taken_back("make")]
fn a_slow_board_is_asked_for_as_long_as_was_said(#[case] method: &'static str) {
    let clock = Cell::new(Duration::ZERO);
    let mut slow = board(method, |here, mv| {
        clock.set(clock.get() + Duration::from_millis(3));
        let is_legal = if here.find_move(mv).is_ok() { "yes" } else { "no" };
        Ok((method == "is_legal").then(|| is_legal.to_owned()))
    });
    let report = hunt_within(BUDGET, "slow", &mut slow, || clock.get(), |_| true);
    assert!(
        report.is_right() && report.time < BUDGET + Duration::from_secs(1),
        "{}",
        report.text()
    );
    let none = check_facts("slow", || Forgetful(vec![Position::start()], 0)).budget(Duration::ZERO);
    assert_eq!(none.report().outcome.positions, 0);
}

#[test]
fn the_lines_to_call_have_the_names_of_the_language() {
    let outcome = hunted("is_check", |_, _| Ok(Some("no".to_owned())));
    let typed = &outcome.found[0].typed[0];
    assert!(typed[0].starts_with("SET_UP(\"") && typed[1] == "IS_CHECK()", "{typed:?}");
}

/// A move that is not taken back as it was made, by the FEN alone: its clock is that of the move.
struct Forgetful(Vec<Position>, u32);

impl Facts for Forgetful {
    fn set_up(&mut self, fen: &str) {
        *self = Forgetful(vec![fen.parse().expect("a FEN")], 0);
    }

    fn make(&mut self, mv: &str) {
        let here = self.0[self.0.len() - 1];
        self.0.push(here.after(here.find_move(mv).expect("legal")));
    }

    fn unmake(&mut self) -> bool {
        let after = self.0.pop().expect("one");
        let before = self.0[self.0.len() - 1];
        // It forgets the clock where a move has set it back.
        if after.setup().halfmove_clock == 0 && before.setup().halfmove_clock > 0 {
            self.1 = before.setup().halfmove_clock;
        }
        true
    }

    fn fen(&mut self) -> Option<String> {
        let mut setup = self.0[self.0.len() - 1].setup();
        setup.halfmove_clock -= self.1.min(setup.halfmove_clock);
        Position::new(setup).ok().map(|it| it.to_string())
    }
}

#[test]
fn the_move_that_is_not_taken_back_is_named() {
    let mut teller = InProcess::new(|| Forgetful(vec![Position::start()], 0));
    let outcome = search(&mut teller, &mut |positions| positions < 1000);
    let found = &outcome.found[0];
    let (id, sentence) = (found.wrong.rule.id(), &found.wrong.sentence);
    assert_eq!(id, "fen-not-restored");
    assert!(sentence.ends_with("and the move is taken back, the FEN is different"), "{sentence}");
    let calls: Vec<&str> =
        found.typed[0].iter().map(|it| it.split('(').next().unwrap_or("")).collect();
    assert_eq!(calls, ["set_up", "fen", "make", "unmake", "fen"]);
}

/// Keys of Polyglot for the positions of the file, and the keys of others by their FENs.
#[rstest]
#[case::right(0, "the key is that of Polyglot's books")]
#[case::wrong(1, "the key is that of Polyglot's books, but for 16 of 154 positions: theirs of `")]
fn a_key_of_polyglot_is_told(#[case] change: u128, #[case] note: &str) {
    let mut teller = board_of_polyglot(change);
    let outcome = search(&mut teller, &mut |positions| positions < 2);
    assert!(outcome.notes.iter().any(|it| it.starts_with(note)), "{:?}", outcome.notes);
    assert_eq!(outcome.notes.iter().filter(|it| it.contains("Polyglot")).count(), 1);
}

/// It changes the keys of positions whose en passant square no pawn is beside.
fn board_of_polyglot(change: u128) -> InProcess<'static> {
    board("key", move |here, _| {
        let row = crate::POLYGLOT.lines().filter_map(|line| line.split_once(' '));
        let key =
            row.into_iter().find(|(_, fen)| fen.parse::<Position>().is_ok_and(|it| it == *here));
        let is_alone = here.setup().en_passant.is_some() && men_of(here).len() == 1;
        let number = match key {
            Some((key, _)) => {
                u128::from_str_radix(key, 16).expect("a key") ^ (u128::from(is_alone) * change)
            }
            None => {
                here.to_string().bytes().fold(7, |sum, it| sum * 131 % (1 << 61) + u128::from(it))
            }
        };
        Ok(Some(format!("{number:x}")))
    })
}

/// What an engine prints as its FEN after a text that may be none. Nothing if it prints no FEN.
type Reader = fn(&str) -> Option<String>;

/// An engine that prints its FEN, and is asked about texts in place of FENs.
struct Reads(Reader);

impl Teller for Reads {
    fn tell(&mut self, at: &Line) -> TellResult<Told> {
        // UCI writes castling as the position does that was set up, and not as the one after the moves.
        let notation = at.root.castling_notation();
        let told = |mv: Move| ToldMove { text: mv.text(notation), ..ToldMove::default() };
        let moves = at.end().legal_moves().into_iter().map(told).collect();
        let fen = (self.0)(START).map(|_| at.end().to_string());
        Ok(Told { fen, moves, ..Told::default() })
    }
    fn kept(&mut self, at: &Line) -> TellResult<Told> {
        self.tell(at)
    }
    fn set_up(&mut self, _: &Line, text: &str) -> TellResult<Option<Told>> {
        Ok(Some(Told { fen: (self.0)(text), ..Told::default() }))
    }
    fn null(&mut self, _: &Line) -> TellResult<Option<[Told; 2]>> {
        Ok(None)
    }
    fn take_back(
        &mut self,
        _: &Line,
        _: &[Move],
        _: &mut dyn FnMut() -> bool,
    ) -> TellResult<Option<[Told; 2]>> {
        Ok(None)
    }
    fn are_legal(&mut self, _: &Line, _: &[String]) -> TellResult<Option<Vec<bool>>> {
        Ok(None)
    }
    fn read_san(&mut self, _: &Line, _: &[String]) -> TellResult<Option<Vec<String>>> {
        Ok(None)
    }
    fn leaves(&mut self, _: &Line, _: u32) -> TellResult<Vec<(Column, u128)>> {
        Ok(Vec::new())
    }
    fn knows_chess960(&self) -> bool {
        false
    }
    fn fresh(&self) -> TellResult<Box<dyn Teller + '_>> {
        Ok(Box::new(Reads(self.0)))
    }
    fn typed(&self, _: &Line, _: &str, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// What the reference makes of a text. At one that is no FEN it stays where it was.
fn read(text: &str) -> String {
    text.parse().map_or(START.to_owned(), |it: Position| it.to_string())
}

/// A text without rights and en passant square.
fn without_fields(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').take(2).collect();
    fields.join(" ") + " - - 0 1"
}

const NO_KING: &str = "fens: the engine accepts what is not a position: White has no king: \
                       `4k3/8/8/8/8/8/8/8 w - - 0 1`";
const KEEPS: &str = "fens: the engine keeps what cannot be: there is no rook for the castling right: \
                     `4k3/8/8/8/8/8/8/4K3 w K - 0 1`";
const REFUSES: &str = "fens: the engine refuses a position: a mate is a position: \
                       `R3k3/8/4K3/8/8/8/8/8 b - - 0 1`";

/// Nineteen of the texts have to be refused, six to be normalised or refused, and four to be accepted.
#[rstest]
#[case::what_is_none_is_refused(|text: &str| Some(read(text)), &[], "29 of 29 texts")]
#[case::all_is_accepted_as_it_is(|text: &str| Some(text.to_owned()), &[NO_KING, KEEPS], "4 of 29 texts")]
#[case::all_is_accepted_without_fields(|text: &str| Some(without_fields(text)), &[NO_KING], "10 of 29 texts")]
#[case::nothing_is_accepted(|_: &str| Some(START.to_owned()), &[REFUSES], "25 of 29 texts")]
#[case::no_fen_is_printed(|_: &str| None, &[], "neither a FEN nor a key")]
fn texts_that_are_no_fens_are_told_in_notes_and_are_no_faults(
    #[case] reads: Reader,
    #[case] notes: &[&str],
    #[case] says: &str,
) {
    let outcome = search(&mut Reads(reads), &mut |positions| positions < 2);
    let told: Vec<&String> = outcome.notes.iter().filter(|it| it.starts_with("fens: ")).collect();
    for note in [NO_KING, KEEPS, REFUSES] {
        let is_told = told.iter().any(|it| *it == note);
        assert_eq!(is_told, notes.contains(&note), "{note}: {told:?}");
    }
    assert!(outcome.found.is_empty() && told.iter().any(|it| it.contains(says)), "{told:?}");
}

/// After White has castled, a position of Chess960 may be one of ordinary chess.
#[test]
fn castling_is_read_in_the_notation_of_the_root() {
    let mut engine = Reads(|text| Some(read(text)));
    let mut asked =
        Asked { teller: &mut engine, known: Knowledge::default(), go_on: &mut |_| true };
    let mut castlings = 0;
    for line in crate::probes::lines("chess960") {
        let told = asked.tell(&line).expect("facts");
        let end = line.end();
        let texts: Vec<&str> = told.moves.iter().map(|mv| &*mv.text).collect();
        let legal = end.legal_moves();
        let ours: Vec<String> = legal.iter().map(|&mv| end.move_text(mv)).collect();
        assert_eq!(texts, ours, "{line:?}");
        if line.root.castling_notation() != end.castling_notation() {
            castlings += legal.iter().filter(|mv| mv.castling_rook().is_some()).count();
        }
    }
    assert!(castlings > 0 && asked.known.notes.is_empty(), "{castlings}: {:?}", asked.known.notes);
}

/// The forms in which engines print the kinds of leaves.
#[rstest]
#[case::labels("Captures: 8\nE.p.: 1\nNodes searched: 97", 2, &[("captures", 8), ("en_passant", 1)])]
#[case::pairs("info string nodes 97 captures 8, double checks 2", 2, &[("captures", 8), ("double_checks", 2)])]
#[case::table("Depth Nodes Captures Mates\n1 20 0 0\n2 400 3 1", 2, &[("captures", 3), ("checkmates", 1)])]
#[case::bars("| Depth | Nodes | E.p. | Checks |\n| 2 | 1,400 | 3 | 1,001 |", 2, &[("en_passant", 3), ("checks", 1001)])]
#[case::rows_and_their_sum("e2e4 captures: 3\nd2d4 captures: 4\nTotal captures: 7", 1, &[])]
#[case::several("captures: 3\ncaptures: 4", 1, &[])]
#[case::rows_that_add_up("captures: 3\ncaptures: 4\ncaptures: 7", 1, &[("captures", 7)])]
#[case::no_numbers("captures: many\nchecks: -4\nmates: 99999999999999999999999999999999999999999", 1, &[])]
#[case::a_divide("e2e4: 20\nd2d4: 20\n\nNodes searched: 40", 2, &[])]
fn kinds_of_leaves_are_read(
    #[case] text: &str,
    #[case] depth: u32,
    #[case] expected: &[(&str, u128)],
) {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let read = crate::told::kinds_of_leaves(&lines, depth);
    let read: Vec<(&str, u128)> = read.iter().map(|(it, count)| (it.name(), *count)).collect();
    assert_eq!(read, expected);
}
