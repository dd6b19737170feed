//! What the key of a table of counts leaves out is named where positions that differ in that alone get the same count.

use crate::tests::inside::{Answers, CASTLING, NO_RIGHT, in_short, partner, questions, search};
use crate::{Plan, Until};
use ox88::{CastlingRights, Move, Position, Setup};
use ox88_engine::{Abilities, Process, Reply, Row, Step, Trouble};
use ox88_test_support::square;
use rstest::rstest;
use std::collections::HashMap;
use std::time::Duration;

/// An engine that remembers counts, and knows a position again by a part of it.
struct Remembering {
    known: fn(Setup) -> Setup,
    /// Whether it goes through its moves, and lists them, the other way round.
    is_reversed: bool,
    /// Whether a process remembers counts from one question to the next.
    keeps: bool,
    /// The counts of the running process, and of the one beside it.
    counts: [HashMap<(Setup, u32), u128>; 2],
    running: usize,
}

impl Remembering {
    fn new(known: fn(Setup) -> Setup) -> Remembering {
        let counts = [HashMap::new(), HashMap::new()];
        Remembering { known, is_reversed: false, keeps: false, counts, running: 0 }
    }

    fn moves(&self, here: &Position) -> Vec<Move> {
        let mut moves = here.legal_moves();
        if self.is_reversed {
            moves.reverse();
        }
        moves
    }

    fn leaves(&mut self, here: &Position, left: u32) -> u128 {
        if left == 0 {
            return 1;
        }
        let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..here.setup() };
        let key = ((self.known)(setup), left);
        if let Some(&leaves) = self.counts[self.running].get(&key) {
            return leaves;
        }
        let moves = self.moves(here).into_iter();
        let leaves = moves.map(|mv| self.leaves(&here.after(mv), left - 1)).sum();
        self.counts[self.running].insert(key, leaves);
        leaves
    }
}

impl Answers for Remembering {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        if !self.keeps {
            self.counts[self.running].clear();
        }
        let here = question.position();
        let mut rows = Vec::new();
        for mv in self.moves(&here) {
            let leaves = self.leaves(&here.after(mv), question.depth - 1);
            rows.push(Row::new(here.move_text(mv), leaves));
        }
        Ok(Reply { rows, ..Reply::default() })
    }

    fn can(&self) -> Abilities {
        Abilities { fresh: true, ..Abilities::of_questions(Duration::from_secs(30)) }
    }

    fn begin(&mut self, process: Process, _: Duration) -> Result<(), Trouble> {
        self.running = usize::from(process != Process::Running);
        if process == Process::Fresh {
            self.counts[self.running].clear();
        }
        Ok(())
    }
}

partner!(Remembering);

fn found(mut engine: Remembering, plan: &Plan) -> Vec<String> {
    search(&mut engine, plan, Until::All, |_, _| ()).findings.iter().map(in_short).collect()
}

const BEFORE_EN_PASSANT: &str = "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1";
/// A knight goes out and comes back, or the rook does.
const ROOK_AND_KNIGHT: &str = "4k3/8/8/8/8/8/7P/N3K2R w K - 0 1";

#[rstest]
#[case::the_en_passant_square(
    |setup: Setup| Setup { en_passant: None, ..setup },
    BEFORE_EN_PASSANT,
    "table-key-lacks-en-passant hash-table KeyLacks"
)]
#[case::the_rights_to_castle(
    |setup: Setup| Setup { castling: CastlingRights::NONE, ..setup },
    ROOK_AND_KNIGHT,
    "table-key-lacks-castling hash-table KeyLacks"
)]
fn what_a_key_leaves_out_is_named(
    #[case] known: fn(Setup) -> Setup,
    #[case] fen: &str,
    #[case] expected: &str,
    #[values(false, true)] is_reversed: bool,
) {
    let engine = Remembering { is_reversed, ..Remembering::new(known) };
    let found = found(engine, &questions(&[(fen, 5)]));
    assert!(found[0].starts_with(expected), "{found:?}");
}

/// Another fault of a table has no name, where the tree has captures en passant and castlings as well.
#[rstest]
#[case::a_pawn(|mut setup: Setup| {
    ["h2", "h3"].map(square).into_iter().for_each(|square| setup.board.clear(square));
    setup
})]
fn what_else_a_key_leaves_out_is_not_taken_for_that(#[case] known: fn(Setup) -> Setup) {
    let fen = "4k3/8/8/8/3p4/8/4P2P/N3K2R w K - 0 1";
    let found = found(Remembering::new(known), &questions(&[(fen, 5)]));
    assert!(found[0].starts_with("count-only make|unmake|hash-table|counting"), "{found:?}");
}

#[test]
fn what_the_key_of_a_table_leaves_out_that_outlives_a_question_is_named() {
    let known = |setup: Setup| Setup { castling: CastlingRights::NONE, ..setup };
    let engine = Remembering { keeps: true, ..Remembering::new(known) };
    let found = found(engine, &questions(&[(NO_RIGHT, 3), (CASTLING, 3)]));
    assert!(
        found[0].starts_with("table-key-lacks-castling hash-table DependsOnHistory"),
        "{found:?}"
    );
    let right = Remembering { keeps: true, ..Remembering::new(|setup| setup) };
    let plan = questions(&[(NO_RIGHT, 3), (CASTLING, 3), (BEFORE_EN_PASSANT, 4)]);
    assert_eq!(self::found(right, &plan), [""; 0]);
}
