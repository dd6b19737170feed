//! Are moves generated wrongly, or does an engine try them to see whether they are legal, and leave something behind?
//! Where both give the same answer, a position beside it tells: one where the broken rule makes the same moves wrong,
//! and what is left behind does not. Or a list elsewhere does, in which what is left behind makes moves wrong that the
//! broken rule does not.

use super::Ruling;
use super::making::{is_special, line_alone};
use super::origin::{Diagnosis, Evidence, Origin};
use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, Scene, between};
use crate::search::fewest::{men_of, with_men};
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{
    CorruptState, EXPLAIN_MUCH, Fault, Moves, ORDERS, Order, Stage, Undoing, after, explained_by,
    kind_of, left_on_the_way, words_after_undoing,
};
use crate::search::suspects::Suspects;
use ox88::{Color, Move, Piece, PieceKind, Position, Setup, Square, divide};
use ox88_engine::{Difference, Extra, Line, MoveName, Reply, Row, RowsFrom, compare_with};
use std::collections::HashSet;
use std::iter;

/// How many positions have to tell the same if there are as many, and how many are asked about where those leave more
/// than one rule. A person is asked about one.
const ENOUGH: usize = 2;
const MOST: usize = 8;

/// With more pieces on the board the search for an order of trials takes too long, unless a person is asked anyway.
const MOST_MEN: usize = 8;

/// A wrong list of moves, and whether the moves before it are played: then it is right by its FEN, and what is left behind
/// was left on the way.
struct Listed<'a> {
    wrong: &'a Exchange,
    is_played: bool,
}

/// Whether what is left behind explains this answer, and others that no broken rule explains.
pub(super) async fn explained_beside(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let wrong = &known.exchange;
    let is_list = wrong.depth == 1 && !wrong.has_right_moves();
    let has_rows = wrong.reply.source != RowsFrom::Totals;
    let is_played = known.origin == Origin::MAKE;
    let is_open = known.origin.is_generated_or_unmade();
    if !is_list || !is_played && !is_open && known.origin != Origin::GENERATION {
        return Ok(None);
    }
    let listed = Listed { wrong, is_played };
    let is_few =
        is_played || inquiry.is_with_person() || men_of(&wrong.line.root).len() <= MOST_MEN;
    let mut rules = listed.rules(is_few);
    // What is made wrongly has to be wrong beside it as well.
    let made = listed.made_by(wrong);
    let most = if inquiry.is_with_person() { 1 } else { MOST };
    let (mut asked, mut is_seen) = (0, false);
    for line in positions_beside(wrong).take_while(|_| is_few) {
        if rules.is_empty() || asked == most || asked >= ENOUGH && rules.len() == 1 {
            break;
        }
        let Some(if_generated) = as_wrong(wrong, line, is_played) else { continue };
        let is_as_made =
            made.is_empty() || listed.made_by(&if_generated).iter().any(|it| made.contains(it));
        let has_others = rules.iter().any(|rule| !EXPLAIN_MUCH.contains(rule));
        let mut told = rules.iter().filter(|rule| !has_others || !EXPLAIN_MUCH.contains(rule));
        if is_as_made && !told.any(|&rule| listed.explains(rule, &if_generated)) {
            let answer = inquiry.ask(&if_generated.line, 1).await?;
            // The same rules may make more moves wrong there.
            let (there, here) = (&answer.comparison.difference, &wrong.comparison.difference);
            if here.missing.iter().all(|mv| there.missing.contains(mv))
                && here.extra.iter().all(|it| there.extra.contains(it))
                && broken_by(&answer).is_subset(&broken_by(wrong))
            {
                known.settled = known.settled.or(Suspects::UNMAKE);
                return Ok(None);
            }
            rules.retain(|&rule| listed.explains(rule, &answer));
            // A total shows no list of moves.
            is_seen |= has_rows && listed.is_seen_in(&answer);
            asked += 1;
        }
    }
    let is_unseen = !is_seen && !is_played && !inquiry.is_with_person();
    let may_show = is_unseen && has_rows && !wrong.has_no_rows();
    let is_shown = may_show && shown_elsewhere(inquiry, &listed, &mut rules).await?;
    if rules.is_empty() || asked == 0 && !is_shown {
        return Ok(None);
    }
    is_seen |= is_shown;
    for weak in EXPLAIN_MUCH {
        if is_shown && rules.len() > 1 {
            rules.retain(|&rule| rule != weak);
        }
    }
    // That the moves are right elsewhere does not show what is left behind: the rule may be broken here alone.
    if !is_seen && !is_played {
        let open = Origin::generated_or_unmade(Evidence::RightBeside);
        return if is_open { Ok(None) } else { known.told(open) };
    }
    let state = CorruptState::one_of(rules.iter().filter_map(|&rule| listed.state(rule, wrong)));
    let known = rules.iter().flat_map(|&rule| Undoing::against(rule)).next().filter(|_| is_shown);
    let shown = known.map(|Undoing { fault, .. }| CorruptState {
        rule: fault.rule,
        as_if: words_after_undoing(fault, &wrong.line.end(), &[]),
    });
    let evidence = if is_seen { Evidence::SeenElsewhere } else { Evidence::RightBeside };
    let origin = evidence.against(Suspects::UNMAKE);
    Ok(Some(Diagnosis::new(wrong.clone(), origin).with_state(state.or(shown))))
}

impl Listed<'_> {
    /// The rules of what may be left behind. In an order of trials that has to be searched only if there are few pieces.
    fn rules(&self, is_few: bool) -> Vec<Rule> {
        let Listed { wrong, is_played } = *self;
        let states = if is_played { Vec::new() } else { after(Stage::Unmake, &wrong.line) };
        let mut rules = Fault::rules_of(Stage::Unmake);
        rules.retain(|&rule| {
            let mut states = states.iter().filter(|it| it.state.rule == rule);
            states.any(|it| it.explains(wrong))
                || if is_few { self.explains(rule, wrong) } else { is_usual(rule, wrong) }
        });
        rules
    }

    /// Whether an engine may give this answer that leaves behind what breaks this rule.
    fn explains(&self, rule: Rule, answer: &Exchange) -> bool {
        self.is_played && !self.is_as_wrong(answer)
            || self.state(rule, answer).is_some()
            || !self.is_played && is_usual(rule, answer)
    }

    /// Whether an answer that is explained shows something that was left behind.
    fn is_seen_in(&self, answer: &Exchange) -> bool {
        if self.is_played { self.is_as_wrong(answer) } else { !answer.is_right() }
    }

    /// Whether some of the same moves are wrong in an answer. What else is wrong there has another cause.
    fn is_as_wrong(&self, answer: &Exchange) -> bool {
        let here = &self.wrong.comparison.difference;
        let there = &answer.comparison.difference;
        here.missing.iter().any(|mv| there.missing.contains(mv))
            || here.extra.iter().any(|it| there.extra.contains(it))
    }

    /// The rules that moves break which are made so wrongly that this is the answer.
    fn made_by(&self, answer: &Exchange) -> Vec<Rule> {
        let mut made = if self.is_played { after(Stage::Make, &answer.line) } else { Vec::new() };
        made.retain(|it| it.explains(answer));
        made.into_iter().map(|it| it.state.rule).collect()
    }

    /// What is left behind that breaks this rule, and explains an answer.
    fn state(&self, rule: Rule, answer: &Exchange) -> Option<CorruptState> {
        if self.is_played {
            left_on_the_way(rule, answer)
        } else {
            explained_by(Stage::Unmake, rule, answer)
        }
    }
}

/// Whether an engine gives this answer in a usual way of trying moves, all of them or those of one kind.
fn is_usual(rule: Rule, answer: &Exchange) -> bool {
    let each_kind = Undoing::of_each_kind(rule, &answer.line.end());
    each_kind.iter().any(|undoing| undoing.gives(answer))
}

/// Positions whose lists show what such moves leave behind, by moves that are wrong against other rules: one for each
/// usual order of trials, as far as there are some.
fn lists_elsewhere(wrong: &Exchange, rules: &[Rule]) -> Vec<(Line, Undoing)> {
    let here = wrong.line.end();
    let mut found: Vec<(Line, Undoing)> = Vec::new();
    // A piece on two squares explains too much to be shown by a list.
    let told = rules.iter().filter(|&&rule| rule != Rule::StateCorrupted);
    let explains = |it: &Undoing| match it.moves {
        Moves::All => it.explains(wrong),
        _ => it.gives(wrong),
    };
    let mut seen = HashSet::new();
    for fault in told.flat_map(|&rule| Undoing::of_each_kind(rule, &here)).filter(explains) {
        for mv in fault.culprits(&here) {
            let Some(kind) = kind_of(&here, mv) else { continue };
            let undoing = fault.with(Moves::Like(kind));
            if !seen.insert(undoing.key()) {
                continue;
            }
            let mut left = ORDERS.to_vec();
            for position in boards_with(&here, mv) {
                if left.is_empty() || found.len() == MOST {
                    break;
                }
                let legal = position.legal_moves();
                let shows = |&order: &Order| {
                    let list = undoing.list(&position, order);
                    let texts = list.iter().map(|&mv| position.move_text(mv));
                    let is_right =
                        list.len() == legal.len() && list.iter().all(|mv| legal.contains(mv));
                    !is_right && is_otherwise(&if_listed(wrong, Line::at(position), texts), wrong)
                };
                let before = left.len();
                left.retain(|order| !shows(order));
                if left.len() < before {
                    found.push((Line::at(position), undoing));
                }
            }
        }
    }
    found
}

/// Positions with a move that may leave something behind: with little else on the board, our king anywhere and another
/// piece to take, and those with another piece in place of one.
fn boards_with(here: &Position, mv: Move) -> Vec<Position> {
    let us = here.side_to_move();
    let put = |position: &Position, square: Square, piece: Piece| {
        let mut setup = position.setup();
        if piece.kind() == PieceKind::King {
            setup.board.clear(position.king(us));
        }
        let is_free = setup.board.at(square).is_none() || piece.kind() != PieceKind::King;
        setup.board.put(square, piece);
        let put = Position::new(setup).ok()?;
        (is_free && put.pseudo_legal_moves().contains(&mv)).then_some(put)
    };
    let others = |position: Position, square: Square| {
        let piece = position.board().at(square);
        let kinds = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
        kinds.filter_map(move |kind| put(&position, square, Piece::new(piece?.color(), kind)))
    };
    let alone = line_alone(here, mv, true).map(|line| line.root);
    let alone = alone.into_iter().flat_map(|it| {
        let taken = it.captured(mv).filter(|&square| square == mv.to);
        iter::once(it).chain(taken.into_iter().flat_map(move |square| others(it, square)))
    });
    let moved = |it: Position| {
        let king = Piece::new(us, PieceKind::King);
        Square::all().filter_map(move |square| put(&it, square, king))
    };
    let swapped = men_of(here).into_iter().flat_map(|man| others(*here, man.0));
    alone.flat_map(|it| iter::once(it).chain(moved(it))).chain(swapped).collect()
}

/// Whether a list elsewhere shows what is left behind: there it makes other moves wrong, against other rules. Those of
/// the rules stay that explain each such list.
async fn shown_elsewhere(
    inquiry: &mut Inquiry<'_>,
    listed: &Listed<'_>,
    rules: &mut Vec<Rule>,
) -> Result<bool, Unanswered> {
    let (wrong, mut is_shown) = (listed.wrong, false);
    for (line, undoing) in &lists_elsewhere(wrong, rules) {
        if is_shown && rules.len() == 1 {
            break;
        }
        let answer = inquiry.ask(line, 1).await?;
        let own = undoing.fault.rule;
        if is_otherwise(&answer, wrong) && rules.contains(&own) && undoing.explains(&answer) {
            let like = |it: Undoing| it.with(undoing.moves);
            rules.retain(|&rule| {
                listed.explains(rule, &answer)
                    || Undoing::against(rule).map(like).any(|it| it.explains(&answer))
            });
            is_shown = true;
        }
    }
    Ok(is_shown)
}

/// The position without one of the pieces, or with one more of ours beside the king, which may not go there then. Where
/// moves are played, the same are: and one more piece of theirs stands in the way of what they might take.
fn positions_beside(wrong: &Exchange) -> impl Iterator<Item = Line> {
    let line = &wrong.line;
    let (men, end) = (men_of(&line.root), line.end());
    let without = men.clone().into_iter().filter_map(move |man| {
        let left: Vec<_> = men.iter().copied().filter(|it| *it != man).collect();
        with_men(line, &left)
    });
    let takers: Vec<Square> = captures_of(line).into_iter().map(|mv| mv.from).collect();
    let harmless = men_of(&line.root).into_iter().filter(|man| !takers.contains(&man.0));
    let harmless = with_men(line, &harmless.collect::<Vec<_>>()).filter(|_| !takers.is_empty());
    let us = end.side_to_move();
    let steps = end.pseudo_legal_moves().into_iter().filter(move |mv| mv.from == end.king(us));
    let with = move |it: (Color, Square)| with(line, it, PieceKind::Knight);
    let pawn = move |it: (Color, Square)| self::with(line, it, PieceKind::Pawn);
    let plays = |it: &Line| -> Vec<_> {
        it.plies().map(|ply| (kind_of(&ply.before, ply.mv), ply.before.captured(ply.mv))).collect()
    };
    let steps = steps.map(move |mv| (us, mv.to));
    let in_the_way = in_the_way(line);
    let pawns = in_the_way.clone().into_iter().filter_map(pawn);
    let beside = harmless.into_iter().chain(without);
    let beside = beside.chain(steps.chain(in_the_way).filter_map(with)).chain(pawns);
    let moves = plays(line);
    beside.filter(move |it| plays(it) == moves)
}

/// The line with one piece more.
fn with(line: &Line, (color, square): (Color, Square), kind: PieceKind) -> Option<Line> {
    let mut setup = line.root.setup();
    setup.board.put(square, Piece::new(color, kind));
    line.played_from(Position::new(Setup { halfmove_clock: 0, ..setup }).ok()?)
}

/// Where a piece of the side that plays first would keep its own from taking something.
fn in_the_way(line: &Line) -> Vec<(Color, Square)> {
    let ways = captures_of(line).into_iter().flat_map(|mv| between(mv.from, mv.to));
    ways.map(|square| (line.root.side_to_move(), square)).collect()
}

/// What might be taken in place of the first move of a line.
fn captures_of(Line { root, moves, .. }: &Line) -> Vec<Move> {
    let mut captures = if moves.is_empty() { Vec::new() } else { root.pseudo_legal_moves() };
    captures.retain(|&mv| root.captured(mv).is_some());
    captures
}

/// The answer to be expected if the same moves are wrong, against the same rules unless they are made wrongly. Nothing
/// where they are right, or would be wrong for another reason.
fn as_wrong(wrong: &Exchange, line: Line, is_played: bool) -> Option<Exchange> {
    let Difference { missing, extra, .. } = &wrong.comparison.difference;
    let here = line.end();
    let right = divide(&here, 1);
    let listed = right.rows().iter().filter(|row| !missing.contains(&row.0));
    let texts =
        listed.map(|row| here.move_text(row.0)).chain(extra.iter().map(|it| it.text.clone()));
    let as_wrong = if_listed(wrong, line, texts);
    let is_same = as_wrong.comparison.difference == wrong.comparison.difference;
    (is_same && (is_played || broken_by(&as_wrong) == broken_by(wrong))).then_some(as_wrong)
}

/// The moves of an answer alone.
pub(super) fn list_of(wrong: &Exchange) -> Exchange {
    let texts = wrong.reply.rows.iter().map(|row| row.text.clone());
    Exchange { depth: 1, ..if_listed(wrong, wrong.line.clone(), texts) }
}

/// The answer that lists these moves.
fn if_listed(wrong: &Exchange, line: Line, texts: impl Iterator<Item = String>) -> Exchange {
    let rows = texts.map(|text| Row::new(text, 1)).collect();
    let reply = Reply { rows, totals: Vec::new(), ..wrong.reply.clone() };
    let comparison = compare_with(&divide(&line.end(), 1), &reply);
    Exchange { line, reply, comparison, ..wrong.clone() }
}

/// Whether no broken rule makes both answers wrong: here other moves are wrong, against other rules and for no reason
/// that they have in common. Captures en passant and castlings have tests of their own.
fn is_otherwise(answer: &Exchange, wrong: &Exchange) -> bool {
    let (scene, broken) = (Scene::at_end_of(&answer.line), broken_by(wrong));
    let missing = &answer.comparison.difference.missing;
    let before = &wrong.comparison.difference;
    // A king that is not tested goes wherever it likes, against one rule here and another there.
    let king = Scene::at_end_of(&wrong.line).king();
    let is_kings =
        |it: &Extra| matches!(it.named, Some(MoveName::Squares { from, .. }) if from == king);
    let may_go = before.extra.iter().any(is_kings);
    let is_new = |mv: Move| {
        let is_there = before.extra.iter().any(|it| it.named == Some(mv.into()));
        let has_reason = is_special(mv) || may_go && mv.from == scene.king();
        let is_known = is_there || before.missing.contains(&mv);
        !has_reason && !is_known && !broken.contains(&scene.explain_move(mv).rule)
    };
    let lacks = missing.iter().any(|&mv| is_new(mv)) && scene.explain_missing(missing).is_none();
    !answer.has_no_rows() && (lacks || answer.possible_extra().into_iter().any(is_new))
}

/// The rules that an answer breaks.
fn broken_by(answer: &Exchange) -> HashSet<Rule> {
    let scene = Scene::at_end_of(&answer.line);
    let Difference { missing, extra, .. } = &answer.comparison.difference;
    let extra = extra.iter().filter_map(|it| it.named).map(|name| scene.explain_name(name).rule);
    missing.iter().map(|&mv| scene.explain_move(mv).rule).chain(extra).collect()
}
