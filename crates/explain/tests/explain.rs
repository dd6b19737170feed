//! Explanations: what a line, a rule and an explanation are, and every position of the suites asked
//! about every move there could be. In `explain/` are the moves that prove each rule (`cases.rs`), the
//! cause that many missing moves have in common (`cause.rs`), and games that end too early
//! (`game_end.rs`).
//!
//! [`explain`] puts each question to the position with the sides changed as well.

mod cases;
mod cause;
mod game_end;

use crate::{Explanation, Rule, RuleKind, UsualCause, explain_move, explain_name};
use ox88::suite::built_in;
use ox88::{CastlingSide, Move, MoveKind, Piece, PieceKind, Position, Square, attackers};
use ox88_engine::read::Name;
use ox88_engine::{Line, MoveName};
use ox88_test_support::{line, mirrored_move, square, suite_positions};
use rstest::rstest;
use std::collections::BTreeSet;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

/// The path with the sides changed.
fn mirrored_path(path: &Line) -> Line {
    let moves = path.moves.iter().map(|&mv| mirrored_move(mv)).collect();
    Line { moves, ..Line::at(path.root.mirrored()) }
}

fn mirrored_name(named: MoveName) -> MoveName {
    match named {
        MoveName::Squares { from, to, promotion } => {
            MoveName::Squares { from: from.mirrored(), to: to.mirrored(), promotion }
        }
        MoveName::Castling(_) => named,
    }
}

/// The explanation of a move, whether it is legal or not.
fn explain_named(path: &Line, named: MoveName) -> Explanation {
    match named.among(&path.end().legal_moves())[..] {
        [mv] => explain_move(path, mv),
        _ => explain_name(path, named),
    }
}

/// The explanation of a move after some moves. The mirrored move has the mirrored explanation.
fn explain(fen: &str, moves: &str, text: &str) -> Explanation {
    let path = line(fen, moves);
    let named = Name::of(text).by_squares().unwrap();
    let here = explain_named(&path, named);
    let there = explain_named(&mirrored_path(&path), mirrored_name(named));
    assert_eq!(there.rule, here.rule, "{text} breaks another rule for the mirror of {fen}");
    assert_eq!(words(&there.reason), words(&mirrored_text(&here.reason)));
    let squares = |squares: &[Square]| squares.iter().copied().collect::<BTreeSet<_>>();
    let mirrored: Vec<Square> = here.squares.iter().map(|square| square.mirrored()).collect();
    assert_eq!(squares(&there.squares), squares(&mirrored));
    here
}

/// The words of a sentence in any order: two attackers may be named the other way round.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split([' ', ',', ';', ':']).collect();
    words.sort_unstable();
    words
}

/// A sentence about the other side: ranks are counted from the other edge, the sides exchanged.
fn mirrored_text(text: &str) -> String {
    let mut mirrored = String::new();
    let mut last = ' ';
    let text = text.replace("Black", "#").replace("White", "Black").replace('#', "White");
    let text = text.replace("rank ", "rank_");
    for letter in text.chars() {
        let is_rank = ('a'..='h').contains(&last) || last == '_';
        mirrored.push(match letter.to_digit(10) {
            Some(rank) if is_rank => char::from_digit(9 - rank, 10).unwrap(),
            _ => letter,
        });
        last = letter;
    }
    mirrored.replace('_', " ")
}

#[test]
fn a_legal_move_that_is_asked_for_as_an_illegal_one_is_said_to_be_legal() {
    let explanation = explain_name(&line(START, ""), Name::of("g1f3").by_squares().unwrap());
    assert_eq!(explanation.rule, Rule::KnightJump);
    assert_eq!(explanation.reason, "the move is legal: a knight jumps from g1 to f3");
}

#[test]
fn an_illegal_move_that_is_asked_for_as_a_legal_one_is_said_to_be_illegal() {
    let mv = Move::normal(square("a1"), square("a3"));
    let explanation = explain_move(&line(START, ""), mv);
    assert_eq!(explanation.rule, Rule::JumpsOverPiece);
    assert_eq!(explanation.squares, ["a1", "a3", "a2"].map(square));
}

// The path.

#[test]
fn a_path_knows_its_end_and_the_text_of_each_move() {
    let path: Line = line(CASTLING, "e1g1 e8c8");
    assert_eq!(path.texts(), ["e1g1", "e8c8"]);
    assert_eq!(path.end().to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    assert_eq!(path.plies().map(|step| step.ordinal).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(Line::at(path.root).end(), path.root);
}

#[test]
fn the_last_ply_of_a_kind_is_found() {
    let path: Line = line(START, "e2e4 e7e5 g1f3 b8c6");
    let step = path.last_ply(|step| step.mv.kind == MoveKind::DoublePush).unwrap();
    assert_eq!((step.ordinal, step.to_string()), (2, "e7e5".to_owned()));
    assert_eq!(path.last_ply(|step| step.mv.kind == MoveKind::EnPassant), None);
}

// The table.

/// A name is that in the code, as `not-its-way` is that of `NotItsWay`. A cause continues a line, like each other sentence of a
/// report.
#[test]
fn every_rule_has_a_name_and_a_title_of_its_own_and_a_cause() {
    let titles: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.title()).collect();
    assert_eq!(titles.len(), Rule::ALL.len());
    for rule in Rule::ALL {
        let words = rule.id().split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        assert_eq!(words.collect::<String>(), format!("{rule:?}"));
        let cause = rule.usual_cause();
        let begins_small = cause.starts_with(|letter: char| letter.is_ascii_lowercase());
        assert!(begins_small && !cause.ends_with(['.', ' ']), "{rule:?}: {cause}");
        assert!(!cause.contains(['`', '\n']) && !cause.contains("  "), "{rule:?}: {cause}");
        for UsualCause { of, text } in rule.usual_causes() {
            let parts_and_moves = ["fen", "make", "unmake", "castling", "en_passant", "promotion"];
            assert!(of.is_none_or(|it| parts_and_moves.contains(&it)), "{rule:?}: {of:?}");
            assert!(text.starts_with(|letter: char| letter.is_ascii_lowercase()), "{text}");
        }
    }
}

// All positions of the suites.

/// The suites whose positions show every rule: a sample of all positions.
const SAMPLE: &[&str] = &["catch_all", "en_passant", "kings"];

/// The positions of these suites, or of all if none is named, each with its number among all.
fn numbered_positions(suites: &[&str]) -> impl Iterator<Item = (usize, Position)> {
    let positions = built_in::suites().into_iter().flat_map(|suite| {
        suite.positions.iter().map(move |position| (suite.name(), position.position))
    });
    let numbered = positions.enumerate();
    let chosen = numbered.filter(|(_, (suite, _))| suites.is_empty() || suites.contains(suite));
    chosen.map(|(number, (_, position))| (number, position))
}

fn promotion(mv: Move) -> Option<PieceKind> {
    match mv.kind {
        MoveKind::Promotion(kind) => Some(kind),
        _ => None,
    }
}

/// The squares of an explanation begin with the ends of the move, and none is there twice.
fn assert_marked(explanation: &Explanation, what: &str) {
    let squares: BTreeSet<Square> = explanation.squares.iter().copied().collect();
    assert_eq!(squares.len(), explanation.squares.len(), "{what}");
    assert!(!explanation.reason.is_empty(), "{what}");
}

#[test]
fn every_legal_move_of_the_suites_is_explained_by_a_rule_that_makes_it_legal() {
    let mut rules = BTreeSet::new();
    for position in suite_positions() {
        for mv in position.legal_moves() {
            let explanation = explain_move(&Line::at(position), mv);
            let what = format!("{position} {}", position.move_text(mv));
            assert_eq!(explanation.rule.kind(), RuleKind::MakesLegal, "{what}");
            assert_marked(&explanation, &what);
            assert!(explanation.squares.starts_with(&[mv.from]), "{what}");
            rules.insert(explanation.rule);
        }
    }
    let never: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| rule.kind() == RuleKind::MakesLegal && !rules.contains(rule))
        .map(|rule| rule.id())
        .collect();
    assert_eq!(never, ["castling-after-other-rook-gone", "en-passant-blocks-check"]);
}

#[test]
fn the_piece_that_proves_a_move_illegal_attacks_the_king_after_it() {
    let mut proved = 0;
    for position in suite_positions() {
        let us = position.side_to_move();
        for mv in position.pseudo_legal_moves() {
            if position.is_legal(mv) {
                continue;
            }
            let text = position.move_text(mv);
            let explanation =
                explain_name(&Line::at(position), Name::of(&text).by_squares().unwrap());
            let what = format!("{position} {text}: {explanation:?}");
            assert_eq!(explanation.rule.kind(), RuleKind::MakesIllegal, "{what}");
            assert_marked(&explanation, &what);
            let is_named = |square: &Square| explanation.reason.contains(&format!(" on {square}"));
            let proof =
                explanation.squares.iter().copied().skip_while(|&it| it == mv.from || it == mv.to);
            let proof = proof.take_while(|&square| {
                position.board().at(square).is_some_and(|piece| !piece.belongs_to(us))
            });
            let proof: Vec<Square> = proof.collect();
            assert!(proof.iter().any(is_named), "{what}");
            if !matches!(explanation.rule, Rule::CastlingThroughAttack | Rule::CastlingOutOfCheck) {
                let next = position.after(mv);
                let attackers = attackers(next.board(), next.king(us), !us);
                // Of a double check both are named, though one of them may be taken.
                assert!(attackers.contains(&proof[0]), "{what}");
            }
            proved += 1;
        }
    }
    assert!(proved > 1000, "only {proved} illegal moves");
}

#[rstest]
#[case::in_a_sample(SAMPLE)]
#[ignore = "all positions take long: cargo test -p ox88-explain -- --ignored"]
#[case::in_all_positions(&[])]
fn every_move_of_the_suites_that_is_not_legal_is_explained_by_a_rule_that_forbids_it(
    #[case] suites: &[&str],
) {
    let mut rules = BTreeSet::new();
    for (_, position) in numbered_positions(suites) {
        let path = Line::at(position);
        let moves = position.legal_moves();
        let legal: Vec<_> = moves.iter().map(|&mv| (mv.from, mv.to, promotion(mv))).collect();
        for from in Square::all() {
            for to in Square::all() {
                let promotions = PieceKind::ALL.map(Some);
                // Letters matter where a piece could go, and for the rest one of them stands for all.
                let letters = if position.board().at(from).is_some() {
                    &promotions[..]
                } else {
                    &promotions[..1]
                };
                for &promotion in [None].iter().chain(letters) {
                    let named = MoveName::Squares { from, to, promotion };
                    let explanation = explain_name(&path, named);
                    let is_legal = legal.contains(&(from, to, promotion))
                        || is_castling_onto_rook(&moves, named);
                    let expected =
                        if is_legal { RuleKind::MakesLegal } else { RuleKind::MakesIllegal };
                    assert_eq!(
                        explanation.rule.kind(),
                        expected,
                        "{position} {named:?}: {explanation:?}"
                    );
                    rules.insert(explanation.rule);
                }
            }
        }
    }
    let never: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| rule.kind() == RuleKind::MakesIllegal && !rules.contains(rule))
        .map(|rule| rule.id())
        .collect();
    let need_a_path = [
        "en-passant-too-late",
        "castling-right-kept-after-king-move",
        "castling-right-kept-after-rook-move",
        "castling-right-kept-after-promotion",
        "castling-right-kept-after-capture",
    ];
    assert_eq!(never, need_a_path);
    let marked: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| rule.kind() == RuleKind::MakesIllegal && rule.depends_on_earlier_moves())
        .map(|rule| rule.id())
        .collect();
    assert_eq!(marked, need_a_path);
}

/// Castling may be written as the king taking its own rook.
fn is_castling_onto_rook(legal: &[Move], named: MoveName) -> bool {
    matches!(named.among(legal)[..], [Move { kind: MoveKind::Castling { .. }, .. }])
}

/// The path of some moves that are picked one here, one there. On every other path a rook is taken where one can be.
fn wander(root: Position, pick: usize, length: usize) -> Line {
    (0..length).fold(Line::at(root), |path, ply| {
        let here = path.end();
        let mut moves = here.legal_moves();
        let is_rook = |at: Square| here.board().at(at).map(Piece::kind) == Some(PieceKind::Rook);
        let takes_rook =
            |mv: &&Move| pick.is_multiple_of(2) && here.captured(**mv).is_some_and(is_rook);
        let captures: Vec<Move> = moves.iter().filter(takes_rook).copied().collect();
        if !captures.is_empty() {
            moves = captures;
        }
        let index = (pick * 31 + ply * 17) % moves.len().max(1);
        moves.get(index).map_or(path.clone(), |&mv| path.and(mv))
    })
}

#[rstest]
#[case::in_a_sample(SAMPLE)]
#[ignore = "all positions take long: cargo test -p ox88-explain -- --ignored"]
#[case::in_all_positions(&[])]
fn behind_a_path_every_move_is_explained_and_the_mirrored_one_by_the_same_rule(
    #[case] suites: &[&str],
) {
    let mut rules = BTreeSet::new();
    let castlings = CastlingSide::BOTH.map(MoveName::Castling);
    for (pick, root) in numbered_positions(suites) {
        let path = wander(root, pick, 2 + pick % 5);
        let (mirror, legal) = (mirrored_path(&path), path.end().legal_moves());
        let steps = Square::all().flat_map(|from| {
            Square::all().map(move |to| MoveName::Squares { from, to, promotion: None })
        });
        for named in steps.chain(castlings) {
            let explanation = explain_name(&path, named);
            let is_legal = named.among(&legal).len() == 1;
            let expected = if is_legal { RuleKind::MakesLegal } else { RuleKind::MakesIllegal };
            let mirrored = explain_name(&mirror, mirrored_name(named)).rule;
            assert_eq!(
                (explanation.rule.kind(), mirrored),
                (expected, explanation.rule),
                "{root} {:?} {named:?}: {explanation:?}",
                path.texts()
            );
            rules.insert(explanation.rule);
        }
    }
    for rule in [
        Rule::CastlingAfterOtherRookGone,
        Rule::EnPassantTooLate,
        Rule::CastlingRightKeptAfterKingMove,
        Rule::CastlingRightKeptAfterRookMove,
        Rule::CastlingRightKeptAfterCapture,
    ] {
        assert!(rules.contains(&rule), "no path shows {}", rule.id());
    }
}
