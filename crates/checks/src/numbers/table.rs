//! Who is walked where, and the table of what came out: the file that `ox88-hunt` reads.
//!
//! ```text
//! fault     = name | heading | rule | part | forms | what it does
//! pair      = + fault fault                      by their letters
//! position  = > id
//! totals    = depth ( difference letters )…      "5 -258Ab+12CdCe": two letters for each engine
//! ```
//!
//! The letters number the engines: the forms of the faults in the order of `mutants`, then the pairs. `forms` has an
//! `o` if there are forms in the reversed order of moves, an `s` for forms of one side, a `w` for forms of one wing.

use super::pseudo;
use super::walk::{Right, total};
use ox88::Position;
use ox88::suite::{SuitePosition, built_in};
use ox88_broken_engine::faults::{Fault, Faults};
use ox88_broken_engine::mutants::{Mutant, mutants};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The faults that real engines have most often, by docs/engines.md: the numbers of their pairs are in the table.
pub const COMMON: [Fault; 25] = [
    Fault::EpMissing,
    Fault::EpOfTheCheckingPawnMissing,
    Fault::EpUncoversTheKingAlongTheRank,
    Fault::CapturedRookKeepsTheRight,
    Fault::CapturedRookKeepsTheRightForAnother,
    Fault::PromotionToQueenOnly,
    Fault::MateCountedAsALeaf,
    Fault::CastlingThroughAnAttack,
    Fault::CastlingOutOfCheck,
    Fault::CastlingIntoCheck,
    Fault::CastlingWithB1Occupied,
    Fault::CastlingForbiddenByAttackOnB1,
    Fault::PromotionTakingTheRookKeepsTheRight,
    Fault::CastlingMissing,
    Fault::FenLosesTheEpSquare,
    Fault::EpAlongItsPinMissing,
    Fault::EpInAnUnrelatedCheck,
    Fault::EpSquareNotCleared,
    Fault::PinIgnored,
    Fault::PinnedPieceFrozen,
    Fault::KingStepsBackAlongTheRay,
    Fault::PromotionByCaptureMissing,
    Fault::PromotionByCaptureToQueenOnly,
    Fault::OneCapturedRookClearsBothRights,
    Fault::UndoOfEpForgetsTheTakenPawn,
];

/// The positions with the deepest count of each: those that authors count first, those of the lists that they share,
/// and those of the suite that catches most, to the depth of that suite.
const PLACES: [(&str, u32); 35] = [
    ("start_position", 6),
    ("kiwipete", 5),
    ("rook_ending_with_pins_along_both_ranks", 6),
    ("check_on_the_diagonal_and_pawns_about_to_promote", 4),
    ("pawn_on_d7_takes_bishop_and_promotes", 4),
    ("symmetrical_middlegame_with_pinned_knights", 4),
    ("queen_bishop_and_rook_against_a_bare_king", 4),
    ("middlegame_with_castling_on_both_wings", 4),
    ("bishop_check_answered_by_queen_bishop_or_king", 4),
    ("queen_check_on_the_file_is_taken_by_either_pawn", 4),
    ("castled_king_with_white_queen_among_the_pawns", 3),
    ("queen_pinned_in_front_of_the_castling_king", 3),
    ("rank_pin_forbids_en_passant_after_the_double_push", 6),
    ("en_passant_capture_gives_check", 6),
    ("king_side_castling_gives_check", 6),
    ("queen_side_castling_gives_check", 6),
    ("bishops_and_queen_capture_castling_rooks", 4),
    ("queens_attack_every_castling_path", 4),
    ("bishops_forbid_one_castling_to_each_side", 4),
    ("captured_h1_rook_loses_king_side_right", 5),
    ("all_four_castling_rights_white_to_move", 5),
    ("promotion_answers_a_rook_check", 6),
    ("knight_uncovers_a_queen_check", 5),
    ("promotion_gives_check_along_the_last_rank", 6),
    ("promotion_offers_four_pieces_and_knight_checks", 6),
    ("kings_may_not_stand_side_by_side", 6),
    ("promotion_stalemates_or_mates", 7),
    ("knight_and_queen_give_double_check", 4),
    ("one_pawn_a_side_about_to_promote_white_to_move", 6),
    ("three_pawns_a_side_about_to_promote_white_to_move", 4),
    ("three_pawns_a_side_with_knights_to_capture_white_to_move", 5),
    ("three_pawns_a_side_with_knights_to_capture_black_to_move", 5),
    ("two_knights_a_side_behind_enemy_lines_white_to_move", 4),
    ("knight_against_knight_with_distant_kings_white_to_move", 4),
    ("black_double_push_ends_before_the_d4_pawn_white_to_move", 4),
];

/// Positions in which pairs are walked, too.
const WITH_PAIRS: usize = 6;

/// A walk through more states is left out. So are the forms of a fault whose whole form walks through more than a few,
/// and its pairs. One ply more has about so many times the states.
const MOST_STATES: usize = 300_000;
const FEW_STATES: usize = 12_000;
const GROWTH: usize = 8;

/// One engine of the table.
pub enum Made {
    Form(Mutant),
    Pair([usize; 2], Faults),
    /// Not of the broken engine: it leaves out the test of the king.
    Pseudo(&'static pseudo::Kind),
}

impl Made {
    /// What it prints, and how many states it walks through. Nothing if that would take too long.
    fn total(&self, position: &Position, depth: u32, right: &Right) -> Option<(u64, usize)> {
        match self {
            Made::Form(mutant) => total(position, mutant.faults, depth, right, MOST_STATES),
            Made::Pair(_, faults) => total(position, *faults, depth, right, MOST_STATES),
            Made::Pseudo(kind) => kind.total(position, depth).map(|total| (total, 0)),
        }
    }

    /// The whole forms whose walks say how long this one takes.
    fn parts(&self, engines: &[Made]) -> Vec<usize> {
        match self {
            Made::Form(mutant) if !mutant.is_whole() => {
                let is_whole =
                    |it: &Made| matches!(it, Made::Form(it) if it.word == mutant.fault.name());
                engines.iter().position(is_whole).into_iter().collect()
            }
            Made::Pair(both, _) => both.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// All engines of the table, in the order of their letters.
pub fn engines() -> Vec<Made> {
    let forms = mutants();
    let place = |fault| forms.iter().position(|it| it.fault == fault).expect("each has a form");
    let common = COMMON.map(place);
    let pairs = (0..common.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let pairs: Vec<Made> = pairs
        .map(|(one, other)| {
            let both = [common[one], common[other]];
            let mut faults = Faults::NONE;
            let known = both.iter().all(|&it| faults.switch_on_by_name(&forms[it].word));
            assert!(known, "the words of mutants are names");
            Made::Pair(both, faults)
        })
        .collect();
    let forms = forms.into_iter().map(Made::Form);
    forms.chain(pseudo::KINDS.iter().map(Made::Pseudo)).chain(pairs).collect()
}

/// The positions of the table, each with its depths.
pub fn places() -> Vec<(&'static SuitePosition, u32)> {
    let named = PLACES.iter().map(|&(id, deepest)| {
        (built_in::by_id(id).unwrap_or_else(|| panic!("{id} is built in")), deepest)
    });
    let suite = built_in::suite("suites/catch_all.epd").expect("it is built in");
    let caught = suite.positions.iter().filter(|it| it.entry.id.is_some());
    named.chain(caught.map(|it| (it, it.entry.counts.len() as u32))).collect()
}

/// The wrong totals of all engines at one depth, each with the engines that print it.
pub type Totals = BTreeMap<u64, Vec<usize>>;

/// The wrong totals of a position at depth 1, 2 and so on.
pub fn totals(engines: &[Made], position: &Position, deepest: u32, has_pairs: bool) -> Vec<Totals> {
    let right = Right::new(position, deepest);
    let mut states: Vec<usize> = vec![0; engines.len()];
    let of_depth = |depth| {
        let leaves = right.total(position, depth);
        let walk = |places: Vec<usize>| -> Vec<(usize, (u64, usize))> {
            let walk = |place: usize| Some((place, engines[place].total(position, depth, &right)?));
            places.into_par_iter().filter_map(walk).collect()
        };
        let is_whole = |it: &usize| engines[*it].parts(engines).is_empty();
        let is_short = |it: &usize| states[*it] * GROWTH <= MOST_STATES;
        let (whole, mut others): (Vec<usize>, Vec<usize>) =
            (0..engines.len()).filter(is_short).partition(is_whole);
        let mut walked: BTreeMap<usize, (u64, usize)> = walk(whole).into_iter().collect();
        others.retain(|it| {
            let is_few = |part| walked.get(part).is_some_and(|it| it.1 <= FEW_STATES);
            (has_pairs || !matches!(engines[*it], Made::Pair(..)))
                && engines[*it].parts(engines).iter().all(is_few)
        });
        walked.extend(walk(others));
        for (place, states) in states.iter_mut().enumerate() {
            *states = walked.get(&place).map_or(usize::MAX / GROWTH, |it| it.1);
        }
        let walked: BTreeMap<usize, u64> = walked.into_iter().map(|(it, at)| (it, at.0)).collect();
        let mut totals = Totals::new();
        for (&place, &total) in &walked {
            // A pair says something where both show.
            let is_of_one =
                |it: &usize| [leaves, total].contains(walked.get(it).unwrap_or(&leaves));
            let is_masked =
                matches!(&engines[place], Made::Pair(both, _) if both.iter().any(is_of_one));
            if total != leaves && !is_masked {
                totals.entry(total).or_default().push(place);
            }
        }
        totals
    };
    (1..=deepest).map(of_depth).collect()
}

/// The table of all totals up to so many leaves, as the text of its file.
pub fn text(most: u128) -> String {
    let engines = engines();
    let mut text =
        "# Made by `cargo run --release -p ox88-checks --bin numbers -- --walk`\n".to_owned();
    for it in &engines {
        match it {
            Made::Form(mutant) if mutant.is_whole() => {
                let (fault, truth) = (mutant.fault, mutant.fault.truth());
                let forms = super::forms(fault);
                let _ = writeln!(
                    text,
                    "{}|{}|{}|{}|{forms}|{}",
                    fault.name(),
                    fault.kind(),
                    truth.rule,
                    truth.part,
                    fault.description()
                );
            }
            Made::Form(_) => {}
            Made::Pseudo(kind) => {
                let pseudo::Kind { name, rule, what, .. } = kind;
                let _ = writeln!(text, "{name}|Legal moves|{rule}|generation||{what}");
            }
            Made::Pair([one, other], _) => {
                let _ = writeln!(text, "+{}{}", letters(*one), letters(*other));
            }
        }
    }
    for (number, (place, deepest)) in places().into_iter().enumerate() {
        let fits = |&depth: &u32| place.count(depth).is_some_and(|it| it.nodes <= most);
        let deepest = (1..=deepest).take_while(fits).last().unwrap_or(0);
        eprintln!("{} to depth {deepest}", place.name());
        let _ = writeln!(text, ">{}", place.name());
        let totals = totals(&engines, &place.position, deepest, number < WITH_PAIRS);
        for (depth, totals) in (1_u32..).zip(totals) {
            let right = place.count(depth).expect("the suite has it").nodes.cast_signed();
            let _ = write!(text, "{depth} ");
            for (total, by) in totals {
                let by: String = by.into_iter().map(letters).collect();
                let _ = write!(text, "{:+}{by}", i128::from(total) - right);
            }
            text.push('\n');
        }
    }
    text
}

/// The two letters of an engine.
fn letters(number: usize) -> String {
    let letter = |digit: usize| {
        let first = if digit < 26 { b'A' } else { b'a' - 26 };
        char::from(first + digit as u8)
    };
    [letter(number / 52), letter(number % 52)].iter().collect()
}
