//! Names what is wrong with a key: by the constants that are left over, or by what has to be there.

use crate::ask::{Asked, Check};
use crate::compare::Wrong;
use crate::key::{Part, constants, event, explain, parts_of, rule_of, told, words};
use crate::probes;
use crate::rules::Rule;
use crate::told::TellResult;
use ox88::{CastlingPair, CastlingSide, MoveKind, Square};
use ox88_engine::{Line, Ply};

/// Names what the key forgot after the moves of a line.
pub fn key(asked: &mut Asked<'_>, line: &Line, wrong: Wrong) -> TellResult<Wrong> {
    let mut named = find_parts(asked, line, &wrong)?.and_then(|parts| told(line, &parts));
    if named.is_none() {
        named = find_by_control(asked, line, &wrong)?;
    }
    let last = line.plies().last();
    let (rule, sentence) = named.unwrap_or_else(|| {
        let event = last.as_ref().map_or(String::new(), event);
        let is_promotion = last.is_some_and(|it| matches!(it.mv.kind, MoveKind::Promotion(_)));
        let is_named = is_promotion && asked.known.is_xor;
        let rule = if is_named { Rule::KeyPromotion } else { Rule::KeyPlayed };
        (rule, format!("{event} the key differs from that of the same position set up by its FEN"))
    });
    let left = wrong.left.filter(|_| asked.known.is_xor);
    let why =
        left.map_or(String::new(), |left| format!("the XOR of the two keys is {left:x}, not 0"));
    Ok(Wrong { rule, sentence, why, ..wrong })
}

/// Names the kind of move after which the evaluation that is kept is not that of a rebuild: the first, from plain to
/// special, that is wrong where few pieces show it.
pub fn eval(asked: &mut Asked<'_>, line: &Line, wrong: Wrong) -> TellResult<Wrong> {
    let Some(ply) = line.plies().last() else { return Ok(wrong) };
    let (all, single) = (kinds(&ply), line.moves.len() == 1);
    let mut rule = all.last().filter(|_| single).map_or(Rule::EvalAlongMoves, |own| *own);
    for probe in probes::lines("lines").into_iter().filter(|it| single && it.moves.len() == 1) {
        let last = probe.plies().last().filter(|it| it.side() == ply.side());
        let plainer =
            last.and_then(|it| all.iter().position(|rule| kinds(&it).last() == Some(rule)));
        if let Some(plainer) = plainer.filter(|it| all[*it] < rule)
            && asked.wrong(&Check::Kept, &probe)?.iter().any(|it| it.rule == wrong.rule)
        {
            rule = all[plainer];
        }
    }
    let sentence = format!("{}, the incremental evaluation is not that of a rebuild", event(&ply));
    Ok(Wrong { rule, sentence, squares: vec![ply.mv.from, ply.mv.to], ..wrong })
}

/// The rules that a move may break, from plain to special. The last is its own.
fn kinds(ply: &Ply) -> Vec<Rule> {
    let Ply { before, mv, .. } = *ply;
    let (takes, is_king) = (before.captured(mv).is_some(), before.king(ply.side()) == mv.from);
    let (pair, promotes) = (mv.castling_rook(), mv.promotion().is_some());
    let pair = pair.map(|rook| (rook, CastlingPair::new(mv.from, rook)));
    let is_short = pair.is_some_and(|(_, it)| it.side() == CastlingSide::KingSide);
    let meet = |(rook, pair): (Square, CastlingPair)| {
        pair.king_target() == rook || pair.rook_target() == mv.from
    };
    let kinds = [
        (Rule::EvalMoved, true),
        (Rule::EvalKing, is_king && !takes),
        (Rule::EvalCastlingShort, is_short),
        (Rule::EvalCastlingLong, pair.is_some() && !is_short),
        (Rule::EvalCastling960, pair.is_some_and(meet)),
        (Rule::EvalCapture, takes),
        (Rule::EvalEnPassant, mv.kind == MoveKind::EnPassant),
        (Rule::EvalPromotion, promotes),
        (Rule::EvalPromotionCapture, promotes && takes),
    ];
    kinds.into_iter().filter(|(_, is_it)| *is_it).map(|(rule, _)| rule).collect()
}

/// What is left over of a key, by the constants of the moves of a line.
fn find_parts(asked: &mut Asked<'_>, line: &Line, wrong: &Wrong) -> TellResult<Option<Vec<Part>>> {
    let Some(left) = wrong.left.filter(|_| asked.known.is_xor) else { return Ok(None) };
    let mut values: Vec<(Vec<Part>, u128)> = Vec::new();
    for (parts, positions) in constants(line) {
        let value = asked.difference(&positions)?;
        values.extend(value.filter(|&value| value != 0).map(|value| (parts, value)));
    }
    Ok(explain(left, &values))
}

/// Without a right, or without the en passant square, is the key right?
fn find_by_control(
    asked: &mut Asked<'_>,
    line: &Line,
    wrong: &Wrong,
) -> TellResult<Option<(Rule, String)>> {
    for part in parts_of(&line.root) {
        let control = part.without(&line.root).and_then(|root| line.played_from(root));
        if let Some(control) = control
            && asked.wrong(&Check::Kept, &control)?.iter().all(|it| it.rule != wrong.rule)
        {
            return Ok(told(line, &[part]));
        }
    }
    Ok(None)
}

/// Names the move that is not taken back as it was made, at the end of a line or one ply later: by making and taking
/// back each alone, or else by the constants that are left over. Those may be of several moves.
pub fn undo(
    asked: &mut Asked<'_>,
    line: &Line,
    wrong: &Wrong,
    is_last: bool,
) -> TellResult<Option<(Check, Line, Wrong)>> {
    if !asked.goes_on() {
        return Ok(None);
    }
    let is_it = |it: &Wrong| it.rule == wrong.rule;
    let mut by_parts: Vec<(Ply, Vec<Part>)> = Vec::new();
    for mv in line.end().legal_moves() {
        let (with, alone) = (line.and(mv), Check::Undo(vec![mv]));
        let ply = Ply::new(with.moves.len(), line.end(), mv);
        let found = asked.wrong(&alone, line)?.into_iter().find(is_it);
        let is_of =
            |part: &Part| rule_of(&ply, &with, *part).is_some_and(|it| it != Rule::KeyRightBack);
        let parts = find_parts(asked, &with, found.as_ref().unwrap_or(wrong))?
            .filter(|parts| parts.iter().all(is_of));
        if let Some(found) = found {
            let named = taken_back(found, Some(&ply), parts.as_deref());
            return Ok(Some((alone, line.clone(), named)));
        }
        by_parts.extend(parts.map(|parts| (ply, parts)));
    }
    if let Some((ply, parts)) = by_parts.first()
        && by_parts.iter().all(|(_, others)| others == parts)
    {
        let only = (by_parts.len() == 1).then_some(ply);
        let named = taken_back(wrong.clone(), only, Some(parts));
        return Ok(Some((Check::Undo(Vec::new()), line.clone(), named)));
    }
    for mv in line.end().legal_moves().into_iter().filter(|_| !is_last) {
        let next = line.and(mv);
        let found = asked.wrong(&Check::Undo(Vec::new()), &next)?.into_iter().find(is_it);
        if let Some(found) = found
            && let Some(named) = undo(asked, &next, &found, true)?
        {
            return Ok(Some(named));
        }
    }
    Ok(None)
}

fn taken_back(wrong: Wrong, ply: Option<&Ply>, parts: Option<&[Part]>) -> Wrong {
    let what = match wrong.rule {
        Rule::FenNotRestored => "FEN",
        Rule::EvalNotRestored => "evaluation",
        _ => "key",
    };
    let event = ply.map_or("after moves are made".to_owned(), event);
    let by = parts.map_or("is different".to_owned(), |it| format!("differs by {}", words(it)));
    let back = if ply.is_some() { "and the move is taken back" } else { "and taken back" };
    let sentence = format!("{event} {back}, the {what} {by}");
    let squares = ply.map_or(Vec::new(), |ply| vec![ply.mv.from, ply.mv.to]);
    Wrong { sentence, mv: ply.map(Ply::text), squares, ..wrong }
}

/// Whether two positions with one key are found in another place, too: a chance collision is no fault.
pub fn collides_elsewhere(asked: &mut Asked<'_>, rule: Rule, line: &Line) -> TellResult<bool> {
    for other in probes::lines("lines") {
        let root = Line::at(other.root);
        if !other.root.same_but_for_counters(&line.root)
            && asked.wrong(&Check::Twins, &root)?.iter().any(|it| it.rule == rule)
        {
            return Ok(true);
        }
    }
    Ok(false)
}
