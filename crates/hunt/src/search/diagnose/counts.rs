//! An answer that is wrong although every move behind it, asked about alone, is right: its counts, or the
//! moves themselves, which are right if the engine is asked for a smaller depth.

use super::making::made_below;
use super::origin::{Diagnosis, Evidence, Origin};
use super::probe::probed;
use super::{DEPTH_OF_TOTALS, MOST_LEAVES_TRIED, Ruling, ask_wrong_again};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{
    CorruptState, EXPLAIN_MUCH, Fault, Hypothesis, Moves, Stage, Undoing, after, after_undoing,
    after_undoing_below, if_possible, in_order_of_trial, is_symptom, left_on_the_way, told_by,
    words_after_undoing,
};
use crate::search::oracle::Oracle;
use crate::search::suspects::Suspects;
use crate::search::table_key::left_out;
use ox88::{Move, perft};
use ox88_count::Column;
use ox88_count::quick;
use ox88_engine::{RowsFrom, WrongCount};

/// From this depth on two lines can meet in one position, and a table may have mixed up its entries.
const DEPTH_AT_WHICH_LINES_MEET: u32 = 3;

/// Behind how many of the wrong counts the engine is asked.
const CHILDREN_ASKED: usize = 3;

/// So many wrong counts are no proof of what explains them.
const FEW_COUNTS: usize = 2;

/// What can be at fault where the count after each move is right: how the last plies are counted, taking a move back,
/// and from the depth on at which two lines can meet, a table.
pub(super) fn right_after_each_move(depth: u32) -> Origin {
    let meets = depth >= DEPTH_AT_WHICH_LINES_MEET;
    let table = if meets { Suspects::TABLE } else { Suspects::NONE };
    Evidence::RightAfterEachMove.against(Suspects::COUNTING.or(Suspects::UNMAKE).or(table))
}

/// Whether all counts are right that are small enough for a number of bits.
pub(super) async fn overflow(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let Some(bits) = overflows_at(inquiry.oracle, &known.exchange) else { return Ok(None) };
    let how = format!("counts wrap at 2^{bits}: the counter has only {bits} bits");
    let evidence = Evidence::Counted { rule: Rule::CountOnly, how: Some(how) };
    known.told(evidence.against(Suspects::COUNTING))
}

/// Whether a second answer differs from the first, and shows more than a table of counts can spoil.
pub(super) async fn wrong_again(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let first = &known.exchange;
    // The same answer again shows nothing that the first has left behind.
    let is_other = |it: &Exchange| (it.depth, &it.comparison) != (first.depth, &first.comparison);
    let Some(second) = ask_wrong_again(inquiry, first).await?.filter(is_other) else {
        return Ok(None);
    };
    let state = state_explaining(inquiry, first, &second).await;
    if state.is_none() && second.has_right_moves() {
        return Ok(None);
    }
    let state = match state {
        None => state_behind_counts(inquiry, first).await,
        state => state,
    };
    let origin = unmake(first, state.as_ref(), Evidence::AskedTwice);
    Ok(Some(Diagnosis::new(first.clone(), origin).with_state(state)))
}

/// What may spoil moves that are right at smaller depths, or counts that are right after each move alone.
pub(super) async fn recursion(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let by_fen = &known.exchange;
    if !by_fen.has_right_moves() {
        let state = state_explaining(inquiry, by_fen, by_fen).await;
        let list =
            Diagnosis::new(by_fen.clone(), Origin::generated_or_unmade(Evidence::RightForLess));
        return Ok(Some(list.with_state(state)));
    }
    if by_fen.reply.source == RowsFrom::Totals {
        if let Some(state) = undone_by_totals(inquiry, by_fen).await? {
            let unmake = Evidence::RightAfterEachMove.against(Suspects::UNMAKE);
            return Ok(Some(Diagnosis::new(by_fen.clone(), unmake).with_state(Some(state))));
        }
        // At depth 1 a missing move and one too many may have hidden each other.
        return known.told(Origin::unknown(Evidence::NumberAlone));
    }
    if inquiry.refuses_moves() {
        if let Some(verdict) = made_below(inquiry, by_fen).await? {
            return Ok(Some(verdict));
        }
        return known.told(
            Evidence::RightByEachFen
                .against(Suspects::ALL.without(Suspects::READ.or(Suspects::GENERATION))),
        );
    }
    if by_fen.depth >= DEPTH_AT_WHICH_LINES_MEET {
        return match left_out(inquiry, by_fen).await? {
            Some(rule) => known.told(Evidence::KeyLacks(rule).against(Suspects::TABLE)),
            None if inquiry.is_with_person() => probed(inquiry, by_fen).await,
            None => Ok(None),
        };
    }
    if inquiry.is_with_person() {
        return probed(inquiry, by_fen).await;
    }
    if may_fit_by_chance(by_fen) {
        return Ok(None);
    }
    let state = state_behind_counts(inquiry, by_fen).await;
    if state.is_none() || last_ply_lacks_a_kind(inquiry, by_fen).await? {
        return Ok(None);
    }
    let unmake = Evidence::RightAfterEachMove.against(Suspects::UNMAKE);
    Ok(Some(Diagnosis::new(by_fen.clone(), unmake).with_state(state)))
}

/// Whether so few counts are wrong that one of the many states of a wrong unmake explains them by chance. Counting the
/// last plies by other code is as likely.
fn may_fit_by_chance(exchange: &Exchange) -> bool {
    exchange.comparison.difference.counts.len() <= FEW_COUNTS
}

/// Whether as many leaves are missing after each move as there are of one kind, here and one ply deeper.
/// Many engines count the last ply without making its moves, and may have forgotten that kind there. What
/// a move leaves behind when it is taken back costs other leaves one ply deeper.
async fn last_ply_lacks_a_kind(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Result<bool, Unanswered> {
    let mut kinds = vec![Column::Castles, Column::EnPassant, Column::Promotions];
    kinds.retain(|&kind| lacks(exchange, kind));
    if kinds.is_empty() {
        return Ok(false);
    }
    let deeper = inquiry.ask(&exchange.line, exchange.depth + 1).await?;
    Ok(kinds.into_iter().any(|kind| lacks(&deeper, kind)))
}

/// Whether the count after each move lacks exactly the leaves of this kind.
fn lacks(exchange: &Exchange, kind: Column) -> bool {
    let position = exchange.line.end();
    exchange.rows().into_iter().all(|(mv, theirs)| {
        let leaves = quick::stats(&position.after(mv), exchange.depth - 1);
        theirs.checked_add(leaves.get(kind)) == Some(leaves.get(Column::Nodes))
    })
}

/// The number of bits in which the wrong counts would be right.
fn overflows_at(oracle: &Oracle, exchange: &Exchange) -> Option<u32> {
    let counts = &exchange.comparison.difference.counts;
    let right = oracle.divide(&exchange.line.end(), exchange.depth);
    let overflows = |bits: &u32| {
        let too_large = right.rows().iter().filter(|(_, ours)| ours >> bits != 0).count();
        let is_cut = |wrong: &WrongCount| wrong.ours % (1 << bits) == wrong.theirs;
        too_large == counts.len() && counts.iter().all(is_cut)
    };
    let differs_in_counts_only = exchange.has_right_moves() && !counts.is_empty();
    let total = &exchange.comparison.difference.total;
    let is_cut_total = |bits: &u32| {
        let is_cut = |ours: u128, theirs| ours >> bits != 0 && ours % (1 << bits) == theirs;
        total.as_ref().is_some_and(|it| is_cut(it.sum, it.claimed))
    };
    let mut bits = [32, 16, 8].into_iter();
    bits.find(|bits| {
        differs_in_counts_only && overflows(bits) || counts.is_empty() && is_cut_total(bits)
    })
}

/// Taking moves back is at fault, or generating them as well: from a list with moves that are not legal, one of which a
/// right unmake may have failed on, unless what is left behind explains the list.
fn unmake(listed: &Exchange, state: Option<&CorruptState>, evidence: Evidence) -> Origin {
    let takes_back_legal_moves = listed.comparison.difference.extra.is_empty();
    if takes_back_legal_moves || is_symptom(state, listed) {
        evidence.against(Suspects::UNMAKE)
    } else {
        Origin::generated_or_unmade(evidence)
    }
}

/// What the moves of one answer may have left behind that explains an answer, the same or a later one. By totals alone
/// it has to be the only thing that does.
pub(super) async fn state_explaining(
    inquiry: &mut Inquiry<'_>,
    tried: &Exchange,
    answer: &Exchange,
) -> Option<CorruptState> {
    if answer.is_number_alone() {
        return undone_by_totals(inquiry, answer).await.ok()?;
    }
    let mut states = after_unmaking(tried);
    states.retain(|it| it.explains(answer));
    decided(inquiry, answer, &states).await
}

/// Which of the states that explain an answer it is. If they break several rules, a probe may tell, with little else on
/// the board; or else all of them are told.
async fn decided(
    inquiry: &mut Inquiry<'_>,
    answer: &Exchange,
    states: &[Hypothesis],
) -> Option<CorruptState> {
    let mut rules: Vec<Rule> = states.iter().map(|it| it.state.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    if rules.iter().any(|rule| !EXPLAIN_MUCH.contains(rule)) {
        rules.retain(|rule| !EXPLAIN_MUCH.contains(rule));
    }
    if rules.len() > 1 {
        let shown = probed(inquiry, answer).await.ok()?.and_then(|it| it.state);
        if let Some(shown) = shown.filter(|it| rules.contains(&it.rule)) {
            rules = vec![shown.rule];
        }
    }
    let of_rule = |rule: Rule| told_by(states.iter().filter(|it| it.state.rule == rule).cloned());
    CorruptState::one_of(rules.into_iter().filter_map(of_rule))
}

/// What an engine that takes moves back wrongly leaves behind, if that alone gives a total and those at other depths.
async fn undone_by_totals(
    inquiry: &mut Inquiry<'_>,
    wrong: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let here = wrong.line.end();
    let mut totals = Vec::new();
    for depth in 1..=DEPTH_OF_TOTALS {
        let Some(total) = inquiry.ask_total_like(wrong, depth).await? else { return Ok(None) };
        totals.push((depth, total));
        if total > MOST_LEAVES_TRIED {
            break;
        }
    }
    let mut found: Vec<(Rule, String)> = Vec::new();
    for undoing in Moves::of_sides_and_kinds([&here]).flat_map(Undoing::of) {
        let rule = undoing.fault.rule;
        if found.iter().all(|it| it.0 != rule) && undoing.counts(&here, wrong.asked_before, &totals)
        {
            found.push((rule, words_after_undoing(undoing.fault, &here, &[])));
        }
    }
    Ok(match &found[..] {
        [(rule, as_if)] => Some(CorruptState { rule: *rule, as_if: as_if.clone() }),
        _ => None,
    })
}

/// Looks one ply deeper for wrong counts that are right when the engine is asked after their move
/// alone: then moves are taken back wrongly, which may have spoilt the list of moves as well.
pub(super) async fn corrupted_below(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let exchange = &known.exchange;
    if inquiry.refuses_moves() {
        // What is right by its FEN shows nothing of how moves are made.
        return Ok(None);
    }
    let deeper = inquiry.ask(&exchange.line, exchange.depth + 1).await?;
    let counts = &deeper.comparison.difference.counts;
    for WrongCount { mv, .. } in counts.iter().take(CHILDREN_ASKED).copied() {
        let Ok(alone) = inquiry.ask(&exchange.line.and(mv), exchange.depth).await else { continue };
        // An engine that tries the moves of a position before it plays one has left the same behind.
        let made = || after(Stage::Make, &alone.line).into_iter();
        let is_made = || made().any(|it| it.explains(&alone));
        let is_left = !is_made()
            && Fault::of(Stage::Unmake).any(|it| left_on_the_way(it.rule, &alone).is_some());
        let end = alone.line.end();
        if alone.is_right() || is_left && inquiry.ask_by_fen(&end, exchange.depth).await?.is_right()
        {
            // Without a state that explains the counts, they may be wrong for a reason of their own.
            let Some(state) = state_behind_counts(inquiry, &deeper).await else { return Ok(None) };
            let evidence = Evidence::RightAfterEachMove;
            let origin = if is_symptom(Some(&state), exchange) {
                evidence.against(Suspects::UNMAKE)
            } else {
                Origin::generated_or_unmade(evidence)
            };
            let verdict = Diagnosis::new(exchange.clone(), origin).with_state(Some(state));
            return known.told_unless_open(verdict);
        }
    }
    Ok(None)
}

/// The state that explains the first wrong count and as many of the others as possible.
async fn state_behind_counts(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Option<CorruptState> {
    let position = exchange.line.end();
    let right = inquiry.oracle.divide(&position, exchange.depth);
    let ours = |mv: Move| {
        let legal = right.rows().iter().find(|row| row.0 == mv);
        legal.map_or_else(|| perft(&position.after(mv), exchange.depth - 1), |row| row.1)
    };
    let mut wrong = exchange.rows();
    // A leaf where the game ends is counted there, and left behind by no move.
    wrong.retain(|&(mv, theirs)| ours(mv) != theirs && (ours(mv), theirs) != (0, 1));
    let follows = |hypothesis: &Hypothesis, &(mv, theirs): &(Move, u128)| {
        if_possible(&hypothesis.position, mv)
            .is_some_and(|after| ox88::perft(&after, exchange.depth - 1) == theirs)
    };
    let first = wrong.first()?;
    let unexplained = |it: &Hypothesis| wrong.iter().filter(|row| !follows(it, row)).count();
    let explain_first = after_unmaking(exchange).into_iter().filter(|it| follows(it, first));
    let mut ranked: Vec<(usize, Hypothesis)> =
        explain_first.map(|it| (unexplained(&it), it)).collect();
    // What says less than the others has to explain all.
    ranked.retain(|(left, it)| it.state.rule != Rule::StateCorrupted || *left == 0);
    let fewest = ranked.iter().map(|it| it.0).min();
    let best = ranked.into_iter().filter(|it| Some(it.0) == fewest);
    decided(inquiry, exchange, &best.map(|it| it.1).collect::<Vec<_>>()).await
}

/// What may be left behind by the moves of a position, and by those one ply further down.
fn after_unmaking(exchange: &Exchange) -> Vec<Hypothesis> {
    let position = exchange.line.end();
    let listed: Vec<Move> = exchange.rows().into_iter().map(|(mv, _)| mv).collect();
    let mut hypotheses = after_undoing(&position, &in_order_of_trial(&position, &listed));
    hypotheses.extend(after_undoing_below(&position, &listed));
    hypotheses
}
