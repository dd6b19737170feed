//! What a hunt asks, and in which order.

use crate::search::asked_first;
use crate::{Case, Chess960, Limits, Plan};
use ox88::suite::Suite;
use ox88::suite::built_in;
use ox88_test_support::assert_texts;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

const LIMITS: Limits = Limits {
    max_nodes: 1_000_000,
    max_depth: None,
    chess960: Chess960::Last,
    has_impossible: false,
};

/// A suite of this name with these lines.
fn suite(name: &str, lines: &str) -> Suite {
    Suite::read(&format!("{name}.epd"), lines).expect("it is a suite")
}

/// What is asked before any suite.
const OPENING: [&str; 3] =
    ["a_move_is_played", "king_steps_are_taken_back", "king_steps_of_black_are_taken_back"];

/// What is asked together with the tricky suite, and the same with the sides exchanged.
const PLAYED: [&str; 13] = [
    "all_218_moves_are_listed",
    "a_double_push_is_played",
    "en_passant_is_played",
    "a_capture_is_played",
    "a_check_is_played",
    "castling_is_played",
    "castling_queen_side_is_played",
    "a_promotion_to_a_knight_is_played",
    "a_king_that_was_played_is_there",
    "a_rook_that_was_played_has_no_right",
    "a_king_that_was_played_has_no_right",
    "an_en_passant_square_does_not_stay",
    "a_long_game_is_played",
];

fn is_played(case: &Case) -> bool {
    PLAYED.contains(&case.name.trim_end_matches("_mirrored"))
}

/// The questions of the suites, each with its name and depth.
fn asked(plan: &Plan) -> Vec<String> {
    let is_of_suite = |case: &&Case| !OPENING.contains(&case.name.as_str()) && !is_played(case);
    let cases = plan.cases.iter().filter(is_of_suite);
    cases.map(|case| format!("{} {}", case.name, case.depth)).collect()
}

fn asked_of_suites(suites: &[Suite], limits: Limits) -> Vec<String> {
    asked(&Plan::of_suites(suites, limits))
}

/// Kings and pawns; the counts are not looked at here.
const TWO_POSITIONS: &str = "\
4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id kings ;D0 1 ;D1 5 ;D2 30 ;D3 200
4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;id pawn ;D1 7 ;D2 31
";

const CHESS960: &str = "\
8/7k/8/8/8/8/8/4K1R1 w G - 0 1 ;id chess960 ;D1 15 ;D2 38
8/k7/8/8/8/8/8/4K2R w K - 0 1 ;id ordinary ;D1 16 ;D2 400 ;D3 2000
";

const IMPOSSIBLE: &str = "\
4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;c0 \"cannot arise\" ;id kings ;D1 5 ;D2 30
4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;id pawn ;D1 7
";

const ASKED_FIRST: &str = "\
4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id kings ;D1 5
4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;c0 \"asked first: place 2, to depth 2\" ;id pawn ;D1 7 ;D2 31 ;D3 100
8/7k/8/8/8/8/8/4K1R1 w G - 0 1 ;c0 \"asked first: place 1, to depth 1\" ;id chess960 ;D1 15 ;D2 38
";

/// Three suites of a few questions.
fn three_suites() -> Vec<Suite> {
    let mine = "\
4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id kings ;D1 4 ;D2 11
4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;id pawn ;D1 5
8/7k/8/8/8/8/8/4K1R1 w G - 0 1 ;id chess960 ;D1 4
";
    let tricky = "\
4k3/8/8/8/8/8/1P6/4K3 w - - 0 1 ;id b ;D1 15
4k3/8/8/8/8/8/2P5/4K3 w - - 0 1 ;id c ;D1 15 ;D2 100
";
    let first =
        "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1 ;c0 \"asked first: place 1, to depth 1\" ;id d ;D1 900\n";
    vec![suite("mine", mine), suite("catch_all", tricky), suite("first", first)]
}

/// What is asked of suites, in this order, and how much of them is left out.
#[test]
fn what_is_asked_has_its_order() {
    let mine = |lines| vec![suite("mine", lines)];
    let one = |id: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id {id} ;D1 5\n");
    let alike = vec![suite("mine", &one("kings")), suite("catch_all", &one("tricky"))];
    let limits = |max_nodes, max_depth| Limits { max_nodes, max_depth, ..LIMITS };
    let of_chess960 = |chess960| (mine(CHESS960), Limits { chess960, ..LIMITS });
    let (left_out, last, among) = (Chess960::LeftOut, Chess960::Last, Chess960::AmongOthers);
    let [left_out, last, among] = [left_out, last, among].map(of_chess960);
    let impossible = Limits { has_impossible: true, ..LIMITS };
    let plans = [
        // Two plies cost what one costs, and what the second costs.
        ("what costs least comes first, and the depths in order", mine(TWO_POSITIONS), LIMITS),
        ("of two that cost the same the trickier one comes first", alike, LIMITS),
        ("a limit of nodes", mine(TWO_POSITIONS), limits(30, None)),
        ("a limit of depth", mine(TWO_POSITIONS), limits(LIMITS.max_nodes, Some(1))),
        ("both limits", mine(TWO_POSITIONS), limits(6, Some(2))),
        ("Chess960 is left out", left_out.0, left_out.1),
        ("Chess960 comes after all others", last.0, last.1),
        // 15 leaves have the place of 480, and 53 that of 1696.
        ("Chess960 comes a little later than by its cost", among.0, among.1),
        ("what cannot arise is left out", mine(IMPOSSIBLE), LIMITS),
        ("… but not if that is wanted", mine(IMPOSSIBLE), impossible),
        // Whatever it costs, and Chess960 too.
        ("what every engine has to know comes first to its depth", mine(ASKED_FIRST), LIMITS),
        ("the suites by their cost", three_suites(), LIMITS),
    ];
    let told = |plan: &Plan| {
        let left_out = [plan.left_out, plan.left_out_of_chess960, plan.left_out_impossible];
        format!("{}\nleft out: {left_out:?}", asked(plan).join(", "))
    };
    let texts =
        plans.map(|(title, suites, limits)| (title, told(&Plan::of_suites(&suites, limits))));
    // In a round the suites take turns, and the tricky one is first. A round costs four times the one before.
    let within = Plan::of_suites(&three_suites(), LIMITS).within(Duration::from_secs(60));
    assert_eq!(within.budget, Some(Duration::from_secs(60)));
    let texts = texts.into_iter().chain([("within some time they take turns", told(&within))]);
    assert_texts("plan.asked", texts);
}

#[test]
fn a_question_has_its_place_its_leaves_and_its_position() {
    let plan = Plan::of_suites(&[suite("mine", TWO_POSITIONS)], LIMITS);
    let [.., last] = &plan.cases[..] else { panic!("there are some") };
    assert_eq!((plan.positions, last.place.as_deref()), (5, Some("mine.epd:1")));
    assert_eq!((last.nodes, last.position), (200, 0));
}

#[test]
fn where_nothing_is_within_the_limits_nothing_is_asked() {
    let suites = [suite("mine", TWO_POSITIONS)];
    let plan = Plan::of_suites(&suites, Limits { max_nodes: 0, ..LIMITS });
    assert_eq!((plan.cases.len(), plan.positions, plan.left_out), (0, 0, 5));
    assert_eq!(Plan::of_suites(&[], LIMITS), Plan::default());
}

/// No FEN says that a position was there before.
#[test]
fn repetition_is_asked_together_with_the_suite_of_draws() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id kings ;D1 5\n";
    let repetition = "repetition_is_no_end 2";
    assert_eq!(asked_of_suites(&[suite("draws", line)], LIMITS), ["kings 1", repetition]);
    assert_eq!(asked_of_suites(&[suite("mine", line)], LIMITS), ["kings 1"]);
    let plan = Plan::of_suites(&[suite("draws", line)], LIMITS);
    let asked = plan.cases.iter().find(|case| case.name == "repetition_is_no_end");
    let asked = asked.expect("it is asked");
    assert_eq!((asked.position, plan.positions), (4, 5));
    assert_eq!(asked.nodes, ox88::perft(&asked.line.end(), 2));
    assert_eq!(asked.line.moves.len(), 7);
    let positions: HashSet<usize> = plan.cases.iter().map(|case| case.position).collect();
    assert_eq!(positions.len(), plan.positions);
    // It is not asked if it passes the limits.
    let limits = Limits { max_depth: Some(1), ..LIMITS };
    assert_eq!(asked_of_suites(&[suite("draws", line)], limits), ["kings 1"]);
}

/// What takes a moment is counted, and the rest is guessed.
#[test]
fn the_leaves_of_a_position_that_was_typed_are_counted_or_guessed() {
    let line = ox88_engine::Line::at(ox88::Position::start());
    let plan = Plan::of_position(&crate::Oracle::new(), "it", Some("a.epd:1"), &line, 6);
    let nodes: Vec<u128> = plan.cases.iter().map(|case| case.nodes).collect();
    let fifth = 8_902 * 197_281_u128.div_ceil(400);
    let sixth = 197_281 * fifth.div_ceil(8_902);
    assert_eq!(nodes, [20, 400, 8_902, 197_281, fifth, sixth]);
    let depths: Vec<u32> = plan.cases.iter().map(|case| case.depth).collect();
    assert_eq!((depths, plan.positions), (vec![1, 2, 3, 4, 5, 6], 1));
    assert!(plan.cases.iter().all(|case| case.place.as_deref() == Some("a.epd:1")));
}

// All suites.

fn plans() -> [Plan; 2] {
    let suites = built_in::suites();
    let suites: Vec<_> = suites.into_iter().cloned().collect();
    let plan = Plan::of_suites(&suites, LIMITS);
    [plan.clone(), plan.within(Duration::from_secs(60))]
}

/// How many questions come first in any case: those before all suites, and those to which the suites give a place.
fn count_asked_first() -> usize {
    let suites = built_in::suites();
    let positions = suites.into_iter().flat_map(|suite| &suite.positions);
    let counts = positions.map(|position| {
        let max_depth = asked_first(&position.entry).map_or(0, |(_, max_depth)| max_depth);
        position.entry.counts.iter().filter(|count| (1..=max_depth).contains(&count.depth)).count()
    });
    OPENING.len() + counts.sum::<usize>()
}

#[test]
fn moves_are_played_in_the_first_half_of_the_questions() {
    for plan in plans() {
        let names: Vec<&str> = plan.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names[..OPENING.len()], OPENING);
        // The first plays no moves.
        let mirrored = PLAYED[1..].iter().map(|name| format!("{name}_mirrored"));
        for name in PLAYED.into_iter().map(str::to_owned).chain(mirrored) {
            let place = names.iter().position(|it| *it == name).expect("it is asked");
            assert!((count_asked_first()..names.len() / 2).contains(&place), "{name}: {place}");
        }
    }
}

#[test]
fn the_places_of_those_asked_first_have_no_gap_and_the_suites_have_no_other_comments() {
    let mut places = Vec::new();
    for known in built_in::suites().into_iter().flat_map(|suite| &suite.positions) {
        let first = asked_first(&known.entry);
        let marks = usize::from(first.is_some()) + usize::from(!known.can_arise());
        assert_eq!(marks, known.entry.comments.len(), "a comment of {} says nothing", known.name());
        places.extend(first.map(|(place, _)| place));
    }
    places.sort_unstable();
    assert!(places.iter().copied().eq(1..=places.len()), "{places:?}");
}

fn is_chess960(case: &Case) -> bool {
    case.line.root.castling_notation() == ox88::CastlingNotation::KingTakesRook
}

/// The leaves of a question and of those before it about the same position, as far as its place is concerned.
fn costs(plan: &Plan) -> Vec<u128> {
    let mut costs = vec![0; plan.positions];
    let add = |case: &Case| {
        costs[case.position] += case.nodes;
        // What is wrong by a FEN, or in ordinary chess, is shown there first.
        if is_played(case) {
            return 60;
        }
        costs[case.position] * if is_chess960(case) { 32 } else { 1 }
    };
    plan.cases.iter().map(add).collect()
}

#[test]
fn a_budget_asks_the_same_questions_and_what_everyone_must_know_first() {
    let [usual, within] = plans();
    let names = |plan: &Plan| {
        let name = |case: &Case| (case.position, case.name.clone(), case.depth);
        plan.cases.iter().map(name).collect::<Vec<_>>()
    };
    let [mut usual, mut within] = [names(&usual), names(&within)];
    let first = count_asked_first();
    assert_eq!(usual[..first], within[..first]);
    usual.sort();
    within.sort();
    assert_eq!(usual, within);
}

#[test]
fn in_the_time_of_a_minute_a_very_slow_engine_is_asked_about_every_position_of_ordinary_chess() {
    let [_, within] = plans();
    let mut leaves = 0;
    let asked = within.cases.iter().take_while(|case| {
        leaves += 2 * case.nodes;
        leaves < 60 * 1000
    });
    let asked: HashSet<usize> = asked.map(|case| case.position).collect();
    let ordinary = within.cases.iter().filter(|case| !is_chess960(case));
    assert_eq!(ordinary.filter(|case| !asked.contains(&case.position)).count(), 0);
}

#[test]
fn what_costs_little_comes_before_what_costs_much_in_every_suite() {
    let [_, within] = plans();
    let costs = costs(&within);
    let mut most = 0;
    for (case, &cost) in within.cases.iter().zip(&costs).skip(count_asked_first()) {
        assert!(cost.max(1) * 4 > most, "{} at depth {} comes too late", case.name, case.depth);
        most = most.max(cost);
    }
    let mut depths: HashMap<usize, u32> = HashMap::new();
    for case in &within.cases {
        let deepest = depths.entry(case.position).or_default();
        assert!(*deepest < case.depth, "{} at depth {}", case.name, case.depth);
        *deepest = case.depth;
    }
}
