//! What to try, and in which order.

use super::oracle::Oracle;
use super::pace::Work;
use ox88::suite::{Count, Entry, Suite, SuitePosition, built_in};
use ox88::{CastlingNotation, Position, perft};
use ox88_engine::Line;
use std::collections::HashMap;
use std::time::Duration;

/// The suite whose positions are there to catch all faults at once.
const TRICKY: &str = "catch_all";

/// A FEN and a move from there. With bare kings and a pawn nothing but the move itself can go wrong.
const SIMPLEST_MOVE: (&str, &str) = ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3");

/// What is asked before anything else: each with its name, a FEN, and moves that the engine plays from
/// there. Perft alone does not show these.
const OPENING: [(&str, &str, &str); 3] = [
    ("a_move_is_played", SIMPLEST_MOVE.0, SIMPLEST_MOVE.1),
    // Every step of the king would be into an attack, and there are knights on both sides of it: an
    // engine that still looks for its king where it has tried to go takes their moves for illegal.
    ("king_steps_are_taken_back", "3r1rk1/8/8/7N/8/2n5/8/N3K3 w - - 0 1", ""),
    ("king_steps_of_black_are_taken_back", "4k2n/8/2N1N3/8/7n/8/8/3R1RK1 b - - 0 1", ""),
];

/// What is asked together with the tricky suite, and where moves are played, the same with the sides exchanged: an engine
/// that counts right may still play the moves it is told by other code, which reads them as text. Each is a kind of move
/// that changes more than two squares.
const PLAYED: [(&str, &str, &str); 13] = [
    // No position has more.
    ("all_218_moves_are_listed", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", ""),
    ("a_double_push_is_played", "3k4/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4"),
    // The rook moves past the pawn on b5 only if it has gone.
    ("en_passant_is_played", "4k3/8/8/1pP4r/8/8/8/4K3 w - b6 0 1", "c5b6"),
    // The other rook takes back only if its knight has gone.
    ("a_capture_is_played", "4kr2/8/8/8/8/5n2/4P3/4K3 w - - 0 1", "e2f3"),
    // The knight may not move if the check is seen.
    ("a_check_is_played", "4k3/8/5n2/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    // The other side may still castle.
    ("castling_is_played", "r3k3/p7/8/8/8/8/7P/4K2R w Kq - 0 1", "e1g1"),
    ("castling_queen_side_is_played", "4k2r/7p/8/8/8/8/8/R3K3 w Qk - 0 1", "e1c1"),
    // A queen on e8 would leave the king fewer squares.
    ("a_promotion_to_a_knight_is_played", "8/4P3/7k/8/8/8/8/4K3 w - - 0 1", "e7e8n"),
    // The rook on e2 is pinned where the king has gone.
    ("a_king_that_was_played_is_there", "4k3/4r3/8/8/8/8/4R3/3K4 w - - 0 1", "d1e1 e8d8"),
    (
        "a_rook_that_was_played_has_no_right",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "h1g1 e8e7 g1h1 e7e8",
    ),
    (
        "a_king_that_was_played_has_no_right",
        "4k3/8/8/8/8/8/7P/4K2R w K - 0 1",
        "e1e2 e8e7 e2e1 e7e8",
    ),
    ("an_en_passant_square_does_not_stay", "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", "e1e2 e8e7"),
    ("a_long_game_is_played", ox88::START, LONG_GAME),
];

/// More moves than some engines have room for. No position comes twice, and a draw is far away.
const LONG_GAME: &str = "\
    h2h4 e7e5 f2f3 d8e7 b1a3 e7b4 a3b5 b4c3 h1h3 b8a6 g2g3 f8c5 e2e4 c5e7 d1e2 e8f8 e2d3 f7f6 f1e2 h7h6 h4h5 \
    c3c6 d3c4 f6f5 e2d3 a6b8 d3f1 c6g6 b2b3 e7a3 b5c3 h8h7 c1b2 g6d6 c3b1 f8e8 h3h2 d6a6 c4c5 e8f7 g3g4 a6b5 \
    f1h3 b5c6 h3g2 c6e6 b2c3 f5f4 e1d1 e6d5 c5c6 g7g5 d1e1 a7a6 e1e2 g8f6 c6c4 f6e8 c3b2 e8f6 e2f1 a3b4 a2a4 \
    b7b6 a1a3 a6a5 c4d4 b4d6 f1e2 f7e6 d2d3 e6f7 c2c3 b8a6 d4c4 f7g7 e2e1 c7c6 c4d4 a8b8 e1e2 g7g8 d4e3 a6b4 \
    e3f2 d6c7 d3d4 b4a6 h2h1 h7g7";

/// How many leaves such a question seems to have where it has its place among the others. What is wrong by a FEN as well
/// is shown there first, where less can be at fault.
const LEAVES_OF_PLAYED: u128 = 60;

/// The suite of draws, which end nothing.
const DRAWS: &str = "draws";

/// What that suite cannot say in a FEN alone: its name, a FEN, and moves that the engine plays from there.
/// One ply below their end the first position may be there for the third time. It is asked together with
/// that suite, and has few moves, so that a slow engine is asked soon.
const REPETITION: (&str, &str, &str) = (
    "repetition_is_no_end",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1",
);

/// How deep that is asked: a ply that leads to the third time, and one that must be possible there.
const DEPTH_OF_REPETITION: u32 = 2;

/// What a person is asked, each with its depth: deep enough for the usual faults, since each further step down is work.
/// Simple positions come first, so that a finding gets its simple name; then those that show the most faults with the
/// fewest rows.
const FOR_A_PERSON: [(&str, u32); 9] = [
    ("start_position", 3),
    ("kiwipete", 3),
    ("all_four_castling_rights_white_to_move", 3),
    ("double_pushes_met_en_passant_on_both_wings", 4),
    ("white_spare_rook_takes_back_at_home", 4),
    ("black_en_passant_does_not_answer_this_check_king_side", 3),
    ("white_piece_on_the_en_passant_square_takes_nothing", 3),
    ("white_rooks_at_home_without_rights", 4),
    ("white_en_passant_does_not_answer_this_check", 3),
];

/// How much larger the questions of a round may be than those of the round before.
const GROWTH_OF_ROUNDS: u128 = 4;

/// How many times more a question of Chess960 seems to cost where it has its place among the others. What
/// is wrong in ordinary chess as well is shown there first, where it has a plainer name.
const WEIGHT_OF_CHESS960: u128 = 32;

/// The greatest depth of a second question without a new position. It is small, so that second
/// questions cost nothing.
pub(super) const DEPTH_ASKED_AGAIN: u32 = 2;

/// The leaves of a single position are counted before the hunt if they are less than this many: that
/// takes a moment.
const MAX_NODES_COUNTED: u128 = 10_000_000;

/// No position has more moves.
const MOST_MOVES: u128 = 218;

/// One question to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The position among those of the plan.
    pub position: usize,
    /// What the position is called.
    pub name: String,
    /// Where it is written: `suites/castling.epd:12`. `None` for a position that was typed.
    pub place: Option<String>,
    /// The position, and the moves by which the engine gets there.
    pub line: Line,
    /// How deep to count.
    pub depth: u32,
    /// The leaves that are expected.
    pub nodes: u128,
    /// Whether it comes before the others or after them.
    rank: Rank,
    /// The leaves that are expected, with those of the lesser depths.
    cost: u128,
    /// Whether castling is that of Chess960.
    is_chess960: bool,
    /// Whether the position is there to catch many faults at once.
    is_tricky: bool,
    /// The suite among those of the plan.
    suite: usize,
}

/// What comes before what, whatever it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// What is asked before any suite.
    Opening,
    /// What every engine has to know, in the order of the places that the suites give.
    First(usize),
    Other,
    /// What the engine does not say that it knows.
    Chess960,
}

/// What to try, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The questions.
    pub cases: Vec<Case>,
    /// How many positions they are about.
    pub positions: usize,
    /// How many counts of suites were left out, since they are too large.
    pub left_out: usize,
    /// How many were left out, since the engine does not know Chess960.
    pub left_out_of_chess960: usize,
    /// Whether Chess960 was asked for, so that it is worth saying if it was left out.
    pub asked_for_chess960: bool,
    /// How many were left out, since their positions cannot arise in a game.
    pub left_out_impossible: usize,
    /// How long the questions may take, if that is limited.
    pub budget: Option<Duration>,
    /// How long the cases after so many of them may take, if that alone is limited.
    pub budget_of_rest: Option<(usize, Duration)>,
}

/// When positions are tried in which castling is that of Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chess960 {
    /// Not at all.
    LeftOut,
    /// After all others: nobody knows whether the engine can do it.
    Last,
    /// Among the others, a little later than by what they cost: the engine says that it knows it.
    AmongOthers,
}

/// How much is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most leaves of one question.
    pub max_nodes: u128,
    /// The deepest question.
    pub max_depth: Option<u32>,
    /// Whether, and when, positions are tried in which castling is that of Chess960.
    pub chess960: Chess960,
    /// Whether positions are tried that cannot arise in a game, as their suites say.
    pub has_impossible: bool,
}

impl Limits {
    fn allow(&self, depth: u32, nodes: u128) -> bool {
        nodes <= self.max_nodes && self.max_depth.is_none_or(|max| depth <= max)
    }
}

impl Case {
    /// A question like any other, of no suite.
    fn new(position: usize, name: &str, line: &Line, (depth, nodes): (u32, u128)) -> Case {
        Case {
            position,
            name: name.to_owned(),
            place: None,
            line: line.clone(),
            depth,
            nodes,
            rank: Rank::Other,
            cost: 0,
            is_chess960: false,
            is_tricky: false,
            suite: 0,
        }
    }

    /// A question after moves, which are given with its name and a FEN, or the same with the sides exchanged.
    fn of_line(
        position: usize,
        (name, fen, moves): (&str, &str, &str),
        is_mirrored: bool,
        depth: u32,
    ) -> Option<Case> {
        let line = line(fen, moves)?;
        let (line, name) = if is_mirrored {
            (line.mirrored(), format!("{name}_mirrored"))
        } else {
            (line, name.to_owned())
        };
        Some(Case::new(position, &name, &line, (depth, perft(&line.end(), depth))))
    }

    /// What it costs as far as its place is concerned.
    fn weight(&self) -> u128 {
        self.cost.saturating_mul(if self.is_chess960 { WEIGHT_OF_CHESS960 } else { 1 })
    }

    /// Whether it is asked before any suite, whatever was to be asked.
    pub(super) fn is_opening(&self) -> bool {
        self.rank == Rank::Opening
    }

    /// The work that the question is for the engine, with the second one that follows it.
    pub(super) fn work(&self) -> Work {
        let again = if self.depth <= DEPTH_ASKED_AGAIN { self.nodes } else { 0 };
        // The leaves of the lesser depths are at least those of the second question.
        Work { questions: 2, leaves: self.nodes.saturating_add(again).max(self.cost) }
    }
}

impl Plan {
    /// The name of a position that somebody gives, and that is in no suite.
    pub const UNNAMED: &str = "position";

    /// Whether a question of this name is in no suite, because no FEN alone shows what it tests.
    pub fn has_own(name: &str) -> bool {
        OPENING.iter().chain(&PLAYED).chain([&REPETITION]).any(|case| case.0 == name)
    }

    /// One position, at each depth up to one.
    pub fn of_position(
        oracle: &Oracle,
        name: &str,
        place: Option<&str>,
        line: &Line,
        depth: u32,
    ) -> Plan {
        let mut cost = 0_u128;
        let case = |(depth, nodes)| {
            cost = cost.saturating_add(nodes);
            let place = place.map(str::to_owned);
            Case { place, cost, ..Case::new(0, name, line, (depth, nodes)) }
        };
        let cases = (1..=depth).zip(expected_nodes(oracle, &line.end())).map(case).collect();
        Plan { cases, positions: 1, ..Plan::default() }
    }

    /// The same of a position as the built-in suites name it, if it is one of theirs.
    pub fn of_line(oracle: &Oracle, line: &Line, depth: u32) -> Plan {
        let known = built_in::suites().into_iter().find_map(|suite| {
            let known = suite.find(&line.root)?;
            Some((known.name(), format!("{}:{}", suite.file, known.entry.line)))
        });
        let (name, place) = known.unzip();
        let name = name.unwrap_or_else(|| Plan::UNNAMED.to_owned());
        Plan::of_position(oracle, &name, place.as_deref(), line, depth)
    }

    /// One question, without those of lesser depths, which would show nothing that this one does not.
    pub fn of_question(oracle: &Oracle, line: &Line, depth: u32) -> Plan {
        let mut plan = Plan::of_line(oracle, line, depth);
        plan.cases.retain(|case| case.depth == depth);
        plan
    }

    /// The few questions that a person is asked, no deeper than this.
    #[expect(clippy::missing_panics_doc, reason = "the positions are built in")]
    pub fn of_person(oracle: &Oracle, max_depth: Option<u32>) -> Plan {
        FOR_A_PERSON.iter().fold(Plan::default(), |plan, &(id, depth)| {
            let known = built_in::by_id(id).expect("a built-in position");
            let depth = max_depth.map_or(depth, |max| depth.min(max));
            plan.and(Plan::of_question(oracle, &Line::at(known.position), depth))
        })
    }

    /// These questions, and then those of another plan.
    pub fn and(mut self, mut other: Plan) -> Plan {
        other.cases.iter_mut().for_each(|case| case.position += self.positions);
        self.cases.append(&mut other.cases);
        self.positions += other.positions;
        self.left_out += other.left_out;
        self.left_out_of_chess960 += other.left_out_of_chess960;
        self.left_out_impossible += other.left_out_impossible;
        self
    }

    /// All counts of suites within the limits. What every engine has to know comes first, as the suites
    /// say: if the cheapest came first, the first finding about an engine without any en passant would
    /// be a check that en passant answers. Then comes what costs least, and
    /// of two that cost the same the trickier one. The depths of a position stay in order. Chess960
    /// comes last unless the engine says that it knows it.
    pub fn of_suites(suites: &[Suite], limits: Limits) -> Plan {
        let mut plan = Plan::default();
        for (index, suite) in suites.iter().enumerate() {
            for position in &suite.positions {
                plan.add((index, suite), position, limits);
            }
        }
        if plan.cases.is_empty() {
            return plan;
        }
        for opening in OPENING {
            let case = Case::of_line(plan.positions, opening, false, 1);
            plan.cases.extend(case.map(|case| Case { rank: Rank::Opening, ..case }));
            plan.positions += 1;
        }
        let played = PLAYED.iter().flat_map(|&line| {
            let both = [false, true].into_iter().filter(move |it| !it || !line.2.is_empty());
            both.map(move |is_mirrored| (TRICKY, line, is_mirrored, 1, Some(LEAVES_OF_PLAYED)))
        });
        let repetition = (DRAWS, REPETITION, false, DEPTH_OF_REPETITION, None);
        for (beside, line, is_mirrored, depth, cost) in played.chain([repetition]) {
            if let Some(suite) = suites.iter().position(|suite| suite.name() == beside)
                && let Some(case) = Case::of_line(plan.positions, line, is_mirrored, depth)
                && limits.allow(case.depth, case.nodes)
            {
                plan.cases.push(Case { cost: cost.unwrap_or(case.nodes), suite, ..case });
                plan.positions += 1;
            }
        }
        plan.cases.sort_by_key(|case| (case.rank, case.weight(), !case.is_tricky));
        plan
    }

    /// The same questions for a hunt that is over after some time. What every engine has to know still
    /// comes first. The others come in rounds of growing size, so that each suite has had its cheap
    /// questions before any has an expensive one. In a round the suites take turns, the tricky one first,
    /// and Chess960 comes last unless the engine says that it knows it.
    pub fn within(mut self, budget: Duration) -> Plan {
        self.budget = Some(budget);
        let mut turns: HashMap<(Option<u32>, usize), usize> = HashMap::new();
        let mut place = |case: &Case| {
            let rank @ (Rank::Other | Rank::Chess960) = case.rank else {
                return (case.rank, None, case.rank, 0, false);
            };
            let round = case.weight().checked_ilog(GROWTH_OF_ROUNDS);
            let turn = turns.entry((round, case.suite)).or_default();
            *turn += 1;
            (Rank::Other, round, rank, *turn, !case.is_tricky)
        };
        let mut cases: Vec<_> = self.cases.into_iter().map(|case| (place(&case), case)).collect();
        cases.sort_by_key(|&(place, _)| place);
        self.cases = cases.into_iter().map(|(_, case)| case).collect();
        self
    }

    /// The same questions for a hunt of seconds. What every engine has to know and the suite that catches most come
    /// first, however long they take: an engine that is wrong there is wrong on every machine. All others have this
    /// time, as if it were the time of [`Plan::within`].
    pub fn rest_within(mut self, budget: Duration) -> Plan {
        let is_of_rest = |case: &Case| case.rank >= Rank::Other && !case.is_tricky;
        self.cases.sort_by_key(is_of_rest);
        let first = self.cases.iter().position(is_of_rest).unwrap_or(self.cases.len());
        self.budget_of_rest = Some((first, budget));
        self
    }

    /// The work of all questions.
    pub(super) fn work(&self) -> Work {
        self.cases.iter().map(Case::work).fold(Work::default(), Work::and)
    }

    fn add(&mut self, (index, suite): (usize, &Suite), position: &SuitePosition, limits: Limits) {
        // At depth 0 there is nothing to ask, and whoever limits the depth knows what that leaves out.
        let depths = 1..=limits.max_depth.unwrap_or(u32::MAX);
        let counts = position.entry.counts.iter().filter(|count| depths.contains(&count.depth));
        let (within, beyond): (Vec<&Count>, Vec<&Count>) =
            counts.partition(|count| limits.allow(count.depth, count.nodes));
        self.left_out += beyond.len();
        let is_chess960 = position.position.castling_notation() == CastlingNotation::KingTakesRook;
        if is_chess960 && limits.chess960 == Chess960::LeftOut {
            self.left_out_of_chess960 += within.len();
            return;
        }
        // A right engine may rely on what the last move must have been.
        if !position.can_arise() && !limits.has_impossible {
            self.left_out_impossible += within.len();
            return;
        }
        let name = position.name();
        let mut cost = 0_u128;
        let first = asked_first(&position.entry);
        for count in &within {
            cost = cost.saturating_add(count.nodes);
            let first = first.filter(|&(_, max_depth)| count.depth <= max_depth);
            let (line, count) = (Line::at(position.position), (count.depth, count.nodes));
            self.cases.push(Case {
                place: Some(format!("{}:{}", suite.file, position.entry.line)),
                rank: match first {
                    Some((place, _)) => Rank::First(place),
                    None if is_chess960 && limits.chess960 == Chess960::Last => Rank::Chess960,
                    None => Rank::Other,
                },
                cost,
                is_chess960,
                is_tricky: suite.name() == TRICKY,
                suite: index,
                ..Case::new(self.positions, &name, &line, count)
            });
        }
        self.positions += usize::from(!within.is_empty());
    }
}

/// The place of a position among those asked first, counted from 1, and how deep it is asked there. A comment has them:
/// `c0 "asked first: place 3, to depth 1"`. Any other comment may mean anything.
pub(crate) fn asked_first(entry: &Entry) -> Option<(usize, u32)> {
    let mut comments = entry.comments.iter();
    let text = comments.find_map(|text| text.strip_prefix("asked first: place "))?;
    let (place, depth) = text.split_once(", to depth ")?;
    Some((place.parse().ok()?, depth.parse().ok()?))
}

/// A move that every engine can play.
pub(super) fn simplest_move() -> Option<Line> {
    let (fen, mv) = SIMPLEST_MOVE;
    line(fen, mv)
}

/// The line of these moves, if they can be played.
pub(super) fn line(fen: &str, moves: &str) -> Option<Line> {
    format!("{fen} moves {moves}").parse().ok()
}

/// The leaves of a position at depth 1, 2 and so on. Where there are many, they are guessed: two plies
/// more multiply them as the two plies before did.
fn expected_nodes(oracle: &Oracle, position: &Position) -> impl Iterator<Item = u128> {
    let mut last = [1, 1, 1];
    (1..).map(move |depth| {
        let [earlier, before, now] = last;
        let nodes = if now <= MAX_NODES_COUNTED / MOST_MOVES {
            oracle.divide(position, depth).total()
        } else {
            before.saturating_mul(now.div_ceil(earlier))
        };
        last = [before, now, nodes];
        nodes
    })
}
