//! A move alone on the board, and how an engine would have to make it to list it wrongly.

use super::origin::{Diagnosis, Evidence, Origin};
use super::{Ruling, Seen, ask_all};
use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, Scene};
use crate::search::fewest::men_of;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{CorruptState, Fault, Faulty, Hypothesis, Stage, after, if_possible};
use crate::search::suspects::{Part, Suspects};
use ox88::{
    CastlingRights, Move, MoveKind, Piece, PieceKind, Position, Setup, Square, is_attacked,
};
use ox88_engine::{Line, RowsFrom};
use std::collections::BTreeSet;
use std::iter;
use std::mem::discriminant;

/// How many of the wrong moves are played alone.
const MOVES_ALONE: usize = 3;

/// What goes wrong in the code that plays the moves of a position, and not where one is tried.
const OF_LINES: [Rule; 2] = [Rule::MoveNotPlayed, Rule::TurnNotPassed];

/// How deep a move alone on the board is asked about by the FEN before it. At depth 2 there is a list after each move
/// of that position which nothing has spoilt yet.
const DEPTHS_BEFORE: [u32; 2] = [2, 3];

/// A line of a move alone, with nothing else on the board but the kings and what it takes, and with the other king
/// where the move is legal and gives no check. Our own king may be in check from the piece that it takes. An engine
/// that lacks a move may refuse to play it, and other moves of the same kind may be wrong for the same reason. The
/// rights to castle that the move loses may be kept.
pub(super) fn line_alone(position: &Position, mv: Move, keeps_rights: bool) -> Option<Line> {
    let them = !position.side_to_move();
    // Whatever goes to the en passant square may take the pawn behind it.
    let en_passant = position.setup().en_passant.filter(|it| *it == mv.to);
    let passed = en_passant.and_then(|it| position.side_to_move().en_passant_victim(it));
    let mut needed = vec![Some(mv.from), position.captured(mv), mv.castling_rook(), passed];
    let left = position.after(mv).castling_rights();
    let loses = |&(color, side, _): &_| left.rook(color, side).is_none();
    let lost = position.castling_rights().iter().filter(loses).map(|right| Some(right.2));
    needed.extend(lost.filter(|_| keeps_rights && mv.castling_rook().is_none()));
    let mut setup = Setup { halfmove_clock: 0, ..position.setup() };
    for (square, _) in men_of(position).into_iter().filter(|man| !needed.contains(&Some(man.0))) {
        setup.board.clear(square);
        setup.castling = setup.castling.without_rook_on(square);
    }
    if mv.castling_rook().is_none() && !keeps_rights {
        setup.castling = CastlingRights::NONE;
    }
    setup.en_passant = en_passant;
    let with_kings_on = |[ours, theirs]: [Square; 2]| {
        let mut setup = setup;
        let us = position.side_to_move();
        for (color, square) in [(us, ours), (them, theirs)] {
            setup.board.clear(position.king(color));
            let is_free = setup.board.at(square).is_none();
            is_free.then(|| setup.board.put(square, Piece::new(color, PieceKind::King)))?;
        }
        let root = Position::new(setup).ok()?;
        let after =
            root.legal_moves().contains(&mv).then(|| root.after(mv)).filter(|it| !it.is_check())?;
        (after.king(them) == theirs).then(|| Line { moves: vec![mv], ..Line::at(root) })
    };
    let [ours, theirs] = [!them, them].map(|color| position.king(color));
    let is_kings =
        mv.from == ours || mv.castling_rook().is_some() || setup.castling != CastlingRights::NONE;
    let others = Square::all().filter(|_| !is_kings).map(|square| [square, theirs]);
    let kings = Square::all().map(|square| [ours, square]).chain(others);
    let mut lines = iter::once([ours, theirs]).chain(kings).filter_map(with_kings_on);
    // An engine that makes the move wrongly may list it where its king is not attacked then.
    let first = lines.next()?;
    let is_listed = |line: &Line| made_wrongly(line).is_empty();
    if !is_special(mv) || is_listed(&first) {
        return Some(first);
    }
    lines.find(is_listed).or(Some(first))
}

/// How a move would have to be made for an engine to list it wrongly, which makes it to see whether it is legal.
pub(super) fn made_wrongly(tried: &Line) -> Vec<Hypothesis> {
    let leaves_king_in_check = |it: &Position| {
        let them = it.side_to_move();
        is_attacked(it.board(), it.king(!them), them)
    };
    let is_legal = !leaves_king_in_check(&tried.end());
    let mut made = after(Stage::Make, tried);
    made.retain(|it| leaves_king_in_check(&it.position) == is_legal);
    made
}

/// Whether a move takes more than one piece from its square or to another one.
pub(crate) const fn is_special(mv: Move) -> bool {
    matches!(mv.kind, MoveKind::EnPassant | MoveKind::Castling { .. })
}

/// How such a move may be made so wrongly that it is listed wrongly.
pub(super) fn if_made(position: &Position, mv: Move) -> Option<String> {
    let made = if is_special(mv) { made_wrongly(&Line::at(*position).and(mv)) } else { Vec::new() };
    let known = made.into_iter().find(|it| it.state.rule != Rule::StateCorrupted)?;
    Some(known.state.as_if)
}

/// Whether a wrong move is made wrongly where its king is out of the way and nothing else is wrong: what the engine lists
/// behind the move is right by the FEN, and wrong when the move is played. Whatever that leaves on its board, an engine
/// that makes moves to see whether they are legal may list this one wrongly where its king is near.
pub(super) async fn wrong_alone(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    // A right total is no right list: the engine may have misread the FEN before the move.
    if inquiry.refuses_moves() || known.exchange.reply.source == RowsFrom::Totals {
        return Ok(None);
    }
    let here = known.exchange.line.end();
    let missing = known.exchange.comparison.difference.missing.iter().copied();
    let tried = missing.chain(known.exchange.possible_extra());
    let lines = tried.filter_map(|mv| with_king_aside(line_alone(&here, mv, false)?, mv));
    for line in lines.take(MOVES_ALONE).collect::<Vec<_>>() {
        // An engine that does not list a move there either need not play it.
        if !inquiry.ask_by_fen(&line.root, 1).await?.is_right() {
            return Ok(None);
        }
        let played = inquiry.ask(&line, 1).await?;
        if played.has_right_moves() {
            continue;
        }
        let made = Diagnosis::of_make(played, None);
        let verdict = ask_all(inquiry, Seen::MovesPlayed, made).await?;
        // Other code than that of its walk has no part in the list, and a move may be refused.
        let is_refused = |it: &CorruptState| it.rule == Rule::MoveNotPlayed;
        if verdict.state.as_ref().is_some_and(is_refused) {
            continue;
        }
        if verdict.origin == Origin::MAKE {
            return Ok(Some(verdict));
        }
        if verdict.origin.suspects.has(Suspects::MAKE) && known.origin == Origin::GENERATION {
            let open = Suspects::READ.or(Suspects::GENERATION).or(Suspects::MAKE_OR_UNMAKE);
            known.origin = Evidence::WrongAlone { played: line }.against(open);
        }
    }
    Ok(None)
}

/// Whether an engine that makes its moves to see whether they are legal may list them wrongly because it makes one wrongly.
/// It does not if it counts rightly behind such a move where a wrong board would show.
pub(super) async fn counted_alone(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    if known.origin != Origin::GENERATION {
        return Ok(None);
    }
    let here = known.exchange.line.end();
    let kind = |mv: Move| {
        let taken = here.captured(mv).is_some();
        (here.board().at(mv.from).map(Piece::kind), discriminant(&mv.kind), taken)
    };
    let mut cleared = Vec::new();
    for mv in known.exchange.wrong_moves() {
        let mut wrongly = made_wrongly(&Line::at(here).and(mv));
        wrongly.retain(|it| {
            !OF_LINES.contains(&it.state.rule) && !cleared.contains(&(it.state.rule, kind(mv)))
        });
        let Some(first) = wrongly.first() else { continue };
        let rules: BTreeSet<Rule> = wrongly.iter().map(|it| it.state.rule).collect();
        if !is_counted_rightly(inquiry, &here, mv, &rules).await? {
            let (mv, as_if) = (here.move_text(mv), first.state.as_if.clone());
            let may_be = Evidence::MayBeMade { mv, as_if };
            known.origin = may_be.against(Suspects::GENERATION.or(Suspects::MAKE));
            return Ok(None);
        }
        cleared.extend(rules.into_iter().map(|rule| (rule, kind(mv))));
    }
    Ok(None)
}

/// Whether an engine counts rightly behind a move with little else on the board, where one that makes it against any of
/// these rules counts otherwise; or lacks it there, where our king is in no danger however it is made.
async fn is_counted_rightly(
    inquiry: &mut Inquiry<'_>,
    here: &Position,
    mv: Move,
    rules: &BTreeSet<Rule>,
) -> Result<bool, Unanswered> {
    let Some(alone) = line_alone(here, mv, false) else { return Ok(false) };
    let root = with_king_aside(alone.clone(), mv).unwrap_or(alone).root;
    // What else is wrong with the engine may show beside one piece, and not beside another.
    for mut lines in with_little_else(&root, mv) {
        let shown = lines.find_map(|line| Some((depth_that_shows(&line, rules)?, line)));
        let Some((depth, line)) = shown else { continue };
        let answer = inquiry.ask_by_fen(&line.root, depth).await?;
        let is_lacking = !answer.lists(mv) && made_wrongly(&line).is_empty();
        let has_rows = answer.reply.source != RowsFrom::Totals;
        if answer.is_right() || has_rows && (answer.has_right_row(mv) || is_lacking) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How deep a move has to be asked about by the FEN before it, so that each engine counts wrongly behind it which makes it
/// against one of these rules.
pub(super) fn depth_that_shows(line: &Line, rules: &BTreeSet<Rule>) -> Option<u32> {
    let mut made = after(Stage::Make, line);
    made.retain(|it| rules.contains(&it.state.rule));
    DEPTHS_BEFORE.into_iter().find(|depth| {
        let right = ox88::perft(&line.end(), depth - 1);
        made.iter().all(|it| it.leaves(depth - 1) != Some(right))
    })
}

/// Lines of a move that is legal and gives no check: with nothing else than there is, the other king in a corner, or a
/// knight of ours and a piece of the other side on each square. What differs in a square alone is together. The knight may
/// not move as long as a king is looked for where that piece attacks.
fn with_little_else(root: &Position, mv: Move) -> impl Iterator<Item = impl Iterator<Item = Line>> {
    let (root, us) = (*root, root.side_to_move());
    let theirs = root.king(!us);
    let numbered = |numbers: [u32; 4]| numbers.into_iter().filter_map(Square::from_number);
    let kings = iter::once(theirs).chain(numbered([0, 7, 56, 63]).filter(move |it| *it != theirs));
    let line = move |king: Square, men: &[(Square, Piece)]| {
        let mut setup = root.setup();
        setup.board.clear(theirs);
        for &(square, man) in [(king, Piece::new(!us, PieceKind::King))].iter().chain(men) {
            setup.board.at(square).is_none().then_some(())?;
            setup.board.put(square, man);
        }
        let root = Position::new(setup).ok()?;
        let is_fit = root.legal_moves().contains(&mv) && !root.after(mv).is_check();
        is_fit.then(|| Line::at(root).and(mv))
    };
    let pieces = [PieceKind::Rook, PieceKind::Knight, PieceKind::Bishop];
    iter::once(None).chain(pieces.map(Some)).flat_map(move |kind| {
        kings.clone().map(move |king| {
            let alone = kind.is_none().then(|| line(king, &[])).flatten();
            let beside = kind.into_iter().flat_map(move |kind| {
                numbered([18, 45, 21, 42]).flat_map(move |at| {
                    let knight = (at, Piece::new(us, PieceKind::Knight));
                    let other = Piece::new(!us, kind);
                    Square::all().filter_map(move |it| line(king, &[(it, other), knight]))
                })
            });
            alone.into_iter().chain(beside)
        })
    })
}

/// The line of a move alone with our king where nothing attacks it, whether the piece that moves is there or not, and
/// whatever of the other side stands where it goes.
fn with_king_aside(line: Line, mv: Move) -> Option<Line> {
    let us = line.root.side_to_move();
    let aside = |square: Square| {
        let mut setup = line.root.setup();
        setup.board.clear(line.root.king(us));
        let is_free = setup.board.at(square).is_none();
        setup.board.put(square, Piece::new(us, PieceKind::King));
        let line = line.played_from(Position::new(setup).ok().filter(|_| is_free)?)?;
        setup.board.clear(mv.from);
        let is_safe = [PieceKind::Queen, PieceKind::Knight].into_iter().all(|kind| {
            setup.board.put(mv.to, Piece::new(!us, kind));
            !is_attacked(&setup.board, square, !us)
        });
        (is_safe && !line.end().is_check()).then_some(line)
    };
    let is_kings = mv.from == line.root.king(us) || mv.castling_rook().is_some();
    if is_kings { Some(line) } else { Square::all().find_map(aside) }
}

/// Whether an engine makes moves wrongly that plays none of those that it is given, and is right by the FEN after each:
/// faults of one rule give all its wrong counts, and those before such a move alone on the board as well, where nothing
/// does that is left behind when moves are taken back.
pub(super) async fn made_below(inquiry: &mut Inquiry<'_>, wrong: &Exchange) -> Ruling {
    let here = wrong.line.end();
    let state = |rule: Rule, line: &Line, depth: u32, theirs: u128| {
        let mut made = after(Stage::Make, line).into_iter();
        made.find(|it| it.state.rule == rule && it.leaves(depth) == Some(theirs))
    };
    let gives_all = |rule: Rule, wrong: &Exchange| {
        let mut counts = wrong.comparison.difference.counts.iter();
        counts.all(|it| state(rule, &wrong.line.and(it.mv), wrong.depth - 1, it.theirs).is_some())
    };
    let mut rules = Fault::rules_of(Stage::Make);
    rules.retain(|&rule| rule != Rule::StateCorrupted && gives_all(rule, wrong));
    let mut moves = wrong.comparison.difference.counts.iter().map(|it| it.mv);
    let Some(alone) = moves.find_map(|mv| line_alone(&here, mv, true)) else { return Ok(None) };
    let [rule] = rules[..] else { return Ok(None) };
    let end = alone.end();
    for depth in DEPTHS_BEFORE {
        let right = ox88::perft(&end, depth - 1);
        let mut made = after(Stage::Make, &alone).into_iter().filter(|it| it.state.rule == rule);
        if made.all(|it| it.leaves(depth - 1) == Some(right)) {
            continue;
        }
        let answer = inquiry.ask_by_fen(&alone.root, depth).await?;
        let counts = &answer.comparison.difference.counts;
        let theirs = counts.iter().find(|it| alone.moves.contains(&it.mv)).map(|it| it.theirs);
        let Some(made) = theirs.and_then(|theirs| state(rule, &alone, depth - 1, theirs)) else {
            return Ok(None);
        };
        let mut undone = Faulty::of(Part::Unmake, &[], &[alone.root, end]).into_iter();
        if !gives_all(rule, &answer)
            || undone.any(|it| it.gives(&answer))
            || !inquiry.ask_by_fen(&end, depth - 1).await?.is_right()
        {
            return Ok(None);
        }
        let rule = rule_by_castling(&alone, &made.position).unwrap_or(rule);
        let verdict = Diagnosis::against(
            answer,
            Evidence::RightByEachFen.against(Suspects::MAKE),
            Line::at(end),
        );
        return Ok(Some(verdict.with_state(Some(CorruptState { rule, ..made.state }))));
    }
    Ok(None)
}

/// The rule that tells by which move a right was lost with which the engine castles there, or one move later.
fn rule_by_castling(line: &Line, wrong: &Position) -> Option<Rule> {
    let rule = |line: &Line, wrong: &Position| {
        let (scene, right) = (Scene::at_end_of(line), line.end().legal_moves());
        let mut castlings = wrong.legal_moves();
        castlings.retain(|mv| mv.castling_rook().is_some() && !right.contains(mv));
        let mut rules = castlings.into_iter().map(|mv| scene.explain_move(mv).rule);
        rules.find(|rule| rule.depends_on_earlier_moves())
    };
    let later = |reply: Move| rule(&line.and(reply), &if_possible(wrong, reply)?);
    rule(line, wrong).or_else(|| line.end().legal_moves().into_iter().find_map(later))
}
