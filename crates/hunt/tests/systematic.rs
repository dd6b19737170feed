//! Mistakes that show in every answer are found once, and hide nothing else.

use crate::tests::engines::{assert_rows, below, lists};
use crate::tests::inside::{
    Answers, BARE_KINGS, CLOCK_99, List, Place, Print, in_short, one_question, partner, prints,
    questions, search, sum, total,
};
use crate::{Chess960, Limits, Outcome, Plan, Until};
use ox88::suite::{Suite, built_in};
use ox88::{Color, Move, MoveKind, Piece, PieceKind, Position, START, perft};
use ox88_engine::{Line, Partner, Reply, Step, Trouble};
use ox88_explain::Draw;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A pawn may take en passant, and a rook may go.
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
/// White is in check, and has a knight that is pinned.
const PIN: &str = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";

/// Bare kings after four plies or more; then each position may be there again.
const BLOCKED_PAWNS: &str = "7k/p7/P7/8/8/8/8/K7 w - - 0 1";
const CLOCK_149: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 149 110";

/// Questions of each kind.
fn plan() -> Plan {
    let mut plan = questions(&[
        (PIN, 1),
        (EN_PASSANT, 1),
        (PROMOTION, 1),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 1),
        (BARE_KINGS, 2),
        (CLOCK_99, 2),
        (CLOCK_149, 2),
        (BLOCKED_PAWNS, 5),
        (START, 3),
        (KIWIPETE, 2),
    ]);
    let mut third_time = one_question(BLOCKED_PAWNS, "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1", 2);
    third_time.cases[0].position = plan.positions;
    plan.cases.append(&mut third_time.cases);
    plan.positions += 1;
    plan
}

/// Each rule that was found broken, and the part at fault.
fn found(outcome: &Outcome) -> Vec<String> {
    let short = |text: String| text.split(" by ").next().unwrap_or_default().to_owned();
    outcome.findings.iter().map(|found| short(in_short(found))).collect()
}

fn printed(here: &Position, count: impl Fn(&Position) -> u128) -> Vec<String> {
    let row = |mv: Move| (here.move_text(mv), count(&here.after(mv)));
    let rows: Vec<(String, u128)> = here.legal_moves().into_iter().map(row).collect();
    let total: u128 = rows.iter().map(|row| row.1).sum();
    rows.iter().map(|(text, count)| format!("{text}: {count}")).chain([total.to_string()]).collect()
}

type Row = (&'static str, Box<dyn Partner>, Plan);

/// What is found of each engine, and how many other answers that explains.
#[test]
fn mistakes_that_show_in_every_answer_are_found_once_and_hide_nothing_else() {
    let rules = [
        ("A mistake that shows in every answer is one finding.", in_every_answer()),
        ("Without a row, each total has to be as predicted.", in_every_total()),
        ("Leaves that are missing behind draws are one finding.", behind_draws()),
        ("What else is wrong is found as well.", beside_it()),
        ("Moves that are missing everywhere are followed down twice.", missing_everywhere()),
        ("What is not everywhere is none of them.", not_everywhere()),
    ];
    assert_rows("systematic.found", rules, |(name, mut engine, plan)| {
        let outcome = search(&mut *engine, &plan, Until::All, |_, _| ());
        let explained = format!("explained: {}", outcome.explained);
        below(name, &[found(&outcome), vec![explained]].concat())
    });
}

fn printing(name: &'static str, print: Print) -> Row {
    (name, Box::new(prints(print)), plan())
}

fn listing(name: &'static str, list: List) -> Row {
    (name, Box::new(lists(list)), plan())
}

fn walking(name: &'static str, walk: Walk) -> Row {
    (name, Box::new(walk), plan())
}

fn in_every_answer() -> Vec<Row> {
    vec![
        printing("inner nodes are counted", |here, depth, _| {
            Ok(printed(here, |after| (0..depth).map(|left| perft(after, left)).sum()))
        }),
        printing("one ply more", |here, depth, _| Ok(printed(here, |after| perft(after, depth)))),
        printing("one ply less", |here, depth, _| {
            Ok(printed(here, |after| perft(after, depth.saturating_sub(2))))
        }),
        printing("a fresh board", |_, depth, _| {
            Ok(printed(&Position::start(), |after| perft(after, depth - 1)))
        }),
        listing("pseudo-legal moves", |here, _| here.pseudo_legal_moves()),
        listing("… but no capture of a king", |here, _| {
            let king = here.king(!here.side_to_move());
            here.pseudo_legal_moves().into_iter().filter(|mv| mv.to != king).collect()
        }),
        listing("… and legal castling", |here, _| {
            let king = here.king(!here.side_to_move());
            let is_listed = |mv: &Move| {
                if mv.castling_rook().is_some() { here.is_legal(*mv) } else { mv.to != king }
            };
            here.pseudo_legal_moves().into_iter().filter(is_listed).collect()
        }),
        listing("pseudo-legal moves at the last ply", |here, place| match place {
            Place::Below { left: 1 } => here.pseudo_legal_moves(),
            _ => here.legal_moves(),
        }),
    ]
}

fn in_every_total() -> Vec<Row> {
    vec![
        printing("inner nodes are counted", |here, depth, _| {
            Ok(total((0..=depth).map(|left| perft(here, left)).sum()))
        }),
        printing("one ply more", |here, depth, _| Ok(total(perft(here, depth + 1)))),
    ]
}

/// The answers that it does not explain are looked at as always.
fn beside_it() -> Vec<Row> {
    vec![
        // A knight's jump is missing where there is nothing else on the board.
        printing("a jump beside inner nodes", |here, depth, _| {
            let mut lines = printed(here, |after| (0..depth).map(|left| perft(after, left)).sum());
            let is_alone = here.board().pieces(Color::Black).count() == 1;
            lines.retain(|line| !(is_alone && (line.starts_with("c3b5") || !line.contains(':'))));
            Ok(lines)
        }),
    ]
}

/// An engine that knows the moves which led to a position.
#[derive(Clone, Copy)]
struct Walk {
    moves: fn(&Position) -> Vec<Move>,
    /// What it counts at the end of a line with so many plies left, if it goes no further.
    end: fn(&Line, u32) -> Option<u128>,
    /// Whether it goes no further at the root either.
    ends_at_root: bool,
}

impl Walk {
    fn count(&self, line: &Line, left: u32) -> u128 {
        let moves = || (self.moves)(&line.end()).into_iter();
        (self.end)(line, left).unwrap_or_else(|| match left {
            0 => 1,
            _ => moves().map(|mv| self.count(&line.and(mv), left - 1)).sum(),
        })
    }
}

impl Answers for Walk {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let Step { line, depth, .. } = question;
        let (depth, here) = (*depth, line.end());
        let is_end = self.ends_at_root && (self.end)(line, depth).is_some();
        let moves = if is_end { Vec::new() } else { (self.moves)(&here) };
        let row = |mv| (here.move_text(mv), self.count(&line.and(mv), depth - 1));
        let rows: Vec<(String, u128)> = moves.into_iter().map(row).collect();
        let lines = crate::tests::inside::lines(&rows).chain(total(sum(&rows)));
        Ok(lines.collect::<Vec<_>>().iter().map(String::as_str).collect())
    }
}

partner!(Walk);

const fn moves(moves: fn(&Position) -> Vec<Move>) -> Walk {
    Walk { moves, end: |_, _| None, ends_at_root: false }
}

const fn ends(end: fn(&Line, u32) -> Option<u128>) -> Walk {
    Walk { end, ends_at_root: true, ..moves(Position::legal_moves) }
}

/// The same engine where it goes on at the root.
const fn below_root(end: fn(&Line, u32) -> Option<u128>) -> Walk {
    Walk { ends_at_root: false, ..ends(end) }
}

fn but(here: &Position, is_gone: fn(Move) -> bool) -> Vec<Move> {
    here.legal_moves().into_iter().filter(|&mv| !is_gone(mv)).collect()
}

fn castles(mv: Move) -> bool {
    mv.castling_rook().is_some()
}

fn is_en_passant(mv: Move) -> bool {
    mv.kind == MoveKind::EnPassant
}

fn underpromotes(mv: Move) -> bool {
    mv.promotion().is_some_and(|kind| kind != PieceKind::Queen)
}

fn is_drawn(line: &Line, draw: Draw) -> bool {
    Draw::at_end_of(line).contains(&draw)
}

fn is_third_time(line: &Line) -> bool {
    let end = line.end();
    line.plies().filter(|ply| ply.before.same_but_for_counters(&end)).count() >= 2
}

/// Leaves at a draw or behind it, which an engine ends at the root as well, or all of them but one.
fn behind_draws() -> Vec<Row> {
    fn material(line: &Line, left: u32) -> bool {
        left > 0 && is_drawn(line, Draw::Material)
    }
    fn fifty_moves(line: &Line, left: u32) -> bool {
        left > 0 && is_drawn(line, Draw::FiftyMoves)
    }
    fn repetition(line: &Line, left: u32) -> bool {
        left > 0 && is_drawn(line, Draw::Repetition)
    }
    let none_at_all = ends(|line, _| none_if(is_drawn(line, Draw::Material)));
    let clock =
        below_root(|line, left| one_if(left > 0 && line.end().setup().halfmove_clock >= 150));
    let third_time = below_root(|line, left| one_if(left > 0 && is_third_time(line)));
    vec![
        walking("none behind bare kings", ends(|line, left| none_if(material(line, left)))),
        walking("one behind bare kings", below_root(|line, left| one_if(material(line, left)))),
        walking("none at bare kings", none_at_all),
        walking("none behind 50 moves", ends(|line, left| none_if(fifty_moves(line, left)))),
        walking("one behind 50 moves", below_root(|line, left| one_if(fifty_moves(line, left)))),
        walking("one behind 75 moves", clock),
        walking("none behind a repetition", ends(|line, left| none_if(repetition(line, left)))),
        walking("one behind a repetition", below_root(|line, left| one_if(repetition(line, left)))),
        walking("one behind the third time", third_time),
    ]
}

fn none_if(is_end: bool) -> Option<u128> {
    is_end.then_some(0)
}

fn one_if(is_end: bool) -> Option<u128> {
    is_end.then_some(1)
}

/// The first two are followed down, and named. By the third it is known that all others are like them.
fn missing_everywhere() -> Vec<Row> {
    fn lacking(name: &'static str, list: fn(&Position) -> Vec<Move>) -> Row {
        let names = ["castling", "en_passant", "promotion"];
        let suites = names.map(|it| built_in::suite(&format!("suites/{it}.epd")).cloned());
        let suites: Vec<Suite> = suites.into_iter().flatten().collect();
        let (max_depth, chess960) = (None, Chess960::LeftOut);
        let limits = Limits { max_nodes: 300, max_depth, chess960, has_impossible: false };
        (name, Box::new(moves(list)), Plan::of_suites(&suites, limits))
    }
    // What it does wrong beside that is found although every answer above it is wrong already.
    let neither_castling_nor_a2a3 = moves(|here| {
        let mut moves = but(here, castles);
        let is_pawn = |mv: Move| here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Pawn);
        moves.retain(|&mv| !is_pawn(mv) || here.move_text(mv) != "a2a3");
        moves
    });
    let castlings = questions(&[
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", 1),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("r3k3/8/8/8/8/8/P7/4K3 b q - 0 1", 2),
    ]);
    vec![
        lacking("castling", |here| but(here, castles)),
        lacking("en passant", |here| but(here, is_en_passant)),
        lacking("promotion", |here| but(here, |mv| mv.promotion().is_some())),
        lacking("other pieces than queens", |here| but(here, underpromotes)),
        // Each of them is seen alone somewhere, and together they explain every answer.
        lacking("three kinds", |here| {
            but(here, |mv| castles(mv) || is_en_passant(mv) || underpromotes(mv))
        }),
        ("castling, and one more move", Box::new(neither_castling_nor_a2a3), castlings),
    ]
}

/// They break the same rules, and not everywhere.
fn not_everywhere() -> Vec<Row> {
    let castling_of_white = moves(|here| {
        let is_white = here.side_to_move() == Color::White;
        if is_white { but(here, castles) } else { here.legal_moves() }
    });
    let castling_on_one_side =
        moves(|here| but(here, |mv| mv.castling_rook().is_some_and(|rook| rook > mv.from)));
    let to_one_side =
        moves(|here| but(here, |mv| is_en_passant(mv) && mv.to.file() < mv.from.file()));
    let en_passant_of_black = moves(|here| {
        let is_white = here.side_to_move() == Color::White;
        if is_white { here.legal_moves() } else { but(here, is_en_passant) }
    });
    let knights = moves(|here| but(here, |mv| mv.promotion() == Some(PieceKind::Knight)));
    vec![
        walking("castling of White", castling_of_white),
        walking("castling on one side", castling_on_one_side),
        walking("en passant to one side", to_one_side),
        walking("en passant of Black", en_passant_of_black),
        walking("promotions to knights", knights),
        // It counts inner nodes in a few positions alone: a total that a mistake explains by chance.
        printing("inner nodes of few pieces", |here, depth, rows| {
            let is_sparse = here.board().pieces(Color::White).count() < 3;
            let inner: u128 = (0..depth).map(|left| perft(here, left)).sum();
            Ok(total(sum(rows) + if is_sparse { inner } else { 0 }))
        }),
        // In some positions all illegal moves are those of pinned pieces. An engine that lets these through is not one
        // that tests nothing.
        listing("moves of pinned pieces", |here, place| {
            let is_pinned_away = |mv: &Move| {
                let king = here.king(here.side_to_move());
                here.is_legal(*mv)
                    || mv.from != king && !here.is_check() && mv.kind == MoveKind::Normal
            };
            let all = here.pseudo_legal_moves();
            if place == Place::Root {
                all.into_iter().filter(is_pinned_away).collect()
            } else {
                here.legal_moves()
            }
        }),
    ]
}
