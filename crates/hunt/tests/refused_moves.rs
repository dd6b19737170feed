//! Scripts that take a depth and a FEN, and no moves; and engines that fail where they are given a move that they lack.

use crate::Plan;
use crate::tests::engines::{lists, reads};
use crate::tests::faulty::LEAVES_PAWN;
use crate::tests::inside::script::{DIES, Fails, Script, behind_a_move};
use crate::tests::inside::{
    CASTLING, HANGS, Inside, NO_CASTLING, Print, RIGHT, TOTALS, in_short, legal_but, one_question,
    questions, without_en_passant,
};
use ox88::{Move, MoveKind, Position, START, is_attacked};
use ox88_engine::TroubleKind;
use ox88_test_support::assert_texts;

/// Some questions in which moves are played, and one in which none is.
fn plan() -> Plan {
    let mut plan = one_question(START, "e2e4", 2);
    plan.cases.extend(questions(&[(CASTLING, 2)]).cases);
    plan.cases.extend(one_question(START, "g1f3 g8f6", 1).cases);
    for (position, case) in plan.cases.iter_mut().enumerate() {
        case.position = position;
    }
    plan.positions = plan.cases.len();
    plan
}

/// Whether the king is in check if what is captured en passant is still there.
fn stays(here: &Position, mv: Move) -> bool {
    let us = here.side_to_move();
    mv.kind == MoveKind::EnPassant
        && is_attacked((LEAVES_PAWN.make)(here, mv).board(), here.king(us), !us)
}

/// What came of a hunt by a script: the findings, as they are shown, and whether it refuses moves; and what it was asked.
#[test]
fn a_script_that_refuses_moves_is_given_none() {
    let refuses = |fails| Script { fails, ..Script::new(RIGHT) };
    let e2e4: Fails = |moves| (moves == "e2e4").then(|| TroubleKind::Dies("signal: 11".to_owned()));
    let g1f3: Fails = |moves| (moves == "g1f3 g8f6").then_some(TroubleKind::Rubbish);
    let ignores =
        |engine| Script { fails: |_| Some(TroubleKind::IgnoresMoves), ..Script::new(engine) };
    let no_answer =
        lists(|here, _| legal_but(here, |mv| here.is_check() && mv.kind == MoveKind::EnPassant));
    let pawn_stays =
        Inside { list: |here, _| legal_but(here, |mv| stays(here, mv)), ..LEAVES_PAWN };
    let not_read = reads(|here| if here.is_check() { without_en_passant(here) } else { *here });
    let in_check = questions(&[("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 1)]);
    let silent = Inside { print: |_, _, _| Err(TroubleKind::Rubbish), ..RIGHT };
    let uci = Script { may_refuse: false, ..Script::new(RIGHT) };
    let totals = Inside { print: TOTALS.print, ..NO_CASTLING };
    let later: Print = |here, depth, rows| match here.setup().fullmove_number {
        1 => (RIGHT.print)(here, depth, rows),
        _ => Err(TroubleKind::Rubbish),
    };
    let mut two_games = one_question(CASTLING, "e1g1", 1);
    two_games.cases.extend(one_question(START, "e2e4 e7e5", 1).cases);
    two_games.cases[1].position = 1;
    two_games.positions = 2;
    let castling: Fails =
        |moves| moves.contains("e1g1").then(|| TroubleKind::Dies("exit status: 1".to_owned()));
    let lacks_castling = Script { may_refuse: false, fails: castling, ..Script::new(NO_CASTLING) };
    let mut castles = one_question(CASTLING, "e1g1 e8d8", 1);
    castles.cases.extend(questions(&[(START, 2)]).cases);
    castles.cases[1].position = 1;
    castles.positions = 2;
    let scripts = [
        ("it fails", refuses(DIES), plan()),
        ("it prints something else", refuses(|_| Some(TroubleKind::Rubbish)), plan()),
        ("it has answered before", refuses(|_| Some(TroubleKind::Refuses)), plan()),
        ("it ignores them", ignores(RIGHT), plan()),
        ("it ignores them, and prints totals", ignores(TOTALS), plan()),
        ("it lacks en passant out of check", Script::new(no_answer), in_check.clone()),
        ("it leaves what it captures en passant", Script::new(pawn_stays), in_check.clone()),
        ("it does not read the square in check", Script::new(not_read), in_check),
        // What it does for one move says nothing about others, and may be what is wrong with it.
        ("it fails at a move, and plays others", refuses(e2e4), plan()),
        // One that has played moves before need not be asked whether it does.
        ("it fails at later moves", refuses(g1f3), plan()),
        // One that never answers does not refuse moves, and to play moves is a part of UCI.
        ("it never answers", Script::new(silent), plan()),
        ("it speaks UCI", uci, plan()),
        ("it hangs", refuses(|_| Some(HANGS)), plan()),
        // Nothing is said of moves that were not played. What else is found so has its words in `report`.
        ("it lacks castling", Script::new(NO_CASTLING), behind_a_move(CASTLING, 3)),
        ("it lacks castling, and prints totals", Script::new(totals), behind_a_move(CASTLING, 2)),
        // It fails once. What is wrong is that it lacks the move, and it is given that no more.
        ("it lacks castling, and fails where it is given one", lacks_castling, castles),
        // A trouble is shown as it was asked for.
        (
            "it answers about no other move",
            Script::new(Inside { print: later, ..RIGHT }),
            two_games,
        ),
    ];
    let told = scripts.map(|(title, mut script, plan)| {
        let outcome = script.hunted(&plan);
        let refusal = outcome.refuses_moves.map(|it| format!("refuses moves: {:?}", it.last_lines));
        let found = outcome.findings.iter().map(|finding| {
            let (line, depth) = finding.shortest_question();
            format!("{}: shown by [{}] {depth}", in_short(finding), line.texts().join(" "))
        });
        let played = script.asked.iter().filter(|it| !it.starts_with(' ')).count();
        let first = &script.asked[..script.asked.len().min(6)];
        let last = script.asked.last();
        let (questions, positions) = (outcome.totals.questions, outcome.totals.positions);
        let asked = format!(
            "{questions} questions about {positions} positions, {played} with moves: {first:?} … {last:?}"
        );
        (title, found.chain(refusal).chain([asked]).collect::<Vec<_>>().join("\n"))
    });
    assert_texts("refused_moves.found", told);
}
