//! An engine with one fault answers any question, and is told by what it foretells.

use super::inside::{Inside, RIGHT, search};
use crate::Faulty;
use crate::{Oracle, Part, Plan, Until, WrongEngine};
use ox88::{MoveKind, Piece, PieceKind, Position, START, Setup};
use ox88_engine::fewest::men_of;
use ox88_engine::{Experiment, Heard, Line, Partner, Process, Step};
use ox88_explain::Rule;
use rstest::rstest;
use std::time::Duration;

pub const LEAVES_PAWN: Inside = Inside {
    make: |here, mv| {
        let after = (RIGHT.make)(here, mv);
        let passed = here.captured(mv).filter(|_| mv.kind == MoveKind::EnPassant);
        let Some(passed) = passed else { return after };
        let mut setup = after.setup();
        setup.board.put(passed, Piece::new(!here.side_to_move(), PieceKind::Pawn));
        Position::unchecked(setup, ox88::Color::BOTH.map(|color| after.king(color)))
    },
    ..RIGHT
};

const READS_NO_EN_PASSANT: Inside = Inside {
    read: |here| Position::new(Setup { en_passant: None, ..here.setup() }).expect("as before"),
    ..RIGHT
};

const COUNTS_MATES: Inside = Inside { count_at_end: |_, left| u128::from(left > 0), ..RIGHT };

const DRAWS_BARE_KINGS: Inside = Inside {
    list: |here, place| {
        let is_bare = ox88::Color::BOTH.iter().all(|&it| here.board().pieces(it).count() == 1);
        if place.is_below() && is_bare { Vec::new() } else { here.legal_moves() }
    },
    ..RIGHT
};

#[test]
fn each_engine_with_one_fault_is_found_again_by_its_name() {
    let start: Position = START.parse().expect("the start");
    for part in [Part::ReadFen, Part::Make, Part::Unmake, Part::Counting, Part::Table] {
        let engines = Faulty::of(part, &[], &[start]);
        assert!(!engines.is_empty(), "{part:?}");
        for engine in engines {
            assert_eq!(Faulty::named(&engine.name()), Some(engine));
        }
    }
    assert_eq!(Faulty::named("make/rook-not-moved/9/all/both/0"), None);
    assert_eq!(Faulty::named("make/rook-not-moved/1/all/both/9"), None);
}

#[rstest]
#[case::made_wrongly(LEAVES_PAWN, "4k3/8/8/2pP4/3K4/8/8/8 w - c6 0 1")]
#[case::read_wrongly(READS_NO_EN_PASSANT, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")]
#[case::counted_wrongly(COUNTS_MATES, "7k/4N2p/7P/8/3K4/8/8/8 w - - 0 1")]
#[case::ended_too_early(DRAWS_BARE_KINGS, "7k/8/8/8/8/8/1p6/K7 w - - 0 1")]
fn an_engine_is_foretold_by_the_one_fault_that_is_left(#[case] engine: Inside, #[case] fen: &str) {
    let line = Line::at(fen.parse().expect("a position"));
    let plan = Plan::of_position(&Oracle::new(), "here", None, &line, 2);
    let outcome = search(&mut engine.clone(), &plan, Until::First, |_, _| ());
    let learnt = outcome.findings.first().and_then(|it| it.disagreement()?.learnt.clone());
    let learnt = learnt.expect("one fault is left");
    assert!(matches!(learnt.engine, WrongEngine::Fault(_)), "{learnt:?}");
    let suites = ox88::suite::built_in::suites();
    let positions = suites.iter().flat_map(|suite| &suite.positions).filter(|it| it.can_arise());
    // Nobody can foretell what is printed where a game has ended already.
    let positions = positions.map(|it| it.position).filter(|it| !men_of(it).is_empty());
    for position in positions.step_by(40) {
        let steps = vec![Step::anew(&Line::at(position), 2)];
        let experiment = Experiment { process: Process::Running, steps, castling: None };
        let heard = engine.clone().run(&experiment, Duration::MAX);
        let Some(Heard::Answer { reply, .. }) = heard.first() else { panic!("{heard:?}") };
        let theirs = reply.rows.iter().map(|row| (row.text.clone(), row.count));
        let mut theirs: Vec<_> = theirs.filter(|row| row.1 > 0).collect();
        let foretold = learnt.engine.divide(&position, 2).expect("it can be foretold").into_iter();
        let foretold = foretold.map(|row| (position.move_text(row.0), row.1));
        let mut foretold: Vec<_> = foretold.filter(|row| row.1 > 0).collect();
        theirs.sort_unstable();
        foretold.sort_unstable();
        assert_eq!(foretold, theirs, "{position}");
    }
}

#[test]
fn nobody_foretells_a_castling_on_the_other_wing_onto_a_piece_or_in_chess960() {
    let start: Position = START.parse().expect("the start");
    let engine = Faulty::of(Part::Make, &[Rule::CastlingOnOtherWing], &[start])[0];
    let foretold = |fen: &str| engine.divide(&fen.parse().expect("a position"), 1);
    assert!(foretold("4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_some());
    assert_eq!(foretold("4k3/8/8/8/8/8/8/2N1K2R w K - 0 1"), None);
    assert_eq!(foretold("4k3/8/8/8/8/8/8/1K5R w K - 0 1"), None);
}
