//! Does an engine that takes moves back with one fault give all that was heard? Such engines can be run: each answer
//! refutes some of them, and those that are left have to foretell wrong answers that nobody had asked for.

use super::Ruling;
use super::making::line_alone;
use super::origin::{Diagnosis, Evidence, Origin};
use crate::search::elimination::{Answers, patience, positions, put, refute};
use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, Scene};
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{
    CorruptState, Draft, EXPLAIN_MUCH, Faulty, Moves, Undoing, kind_of, words_after_undoing,
};
use crate::search::suspects::{Part, Suspects};
use crate::search::told::{Question, Refuting, Told};
use crate::worlds::contrasts;
use ox88::{Color, Move, MoveKind, PieceKind, Position, attackers};
use ox88_engine::{Difference, Line, RowsFrom};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::iter;

/// How many questions an engine is asked, and a person where moves are wrong, or counts alone.
const MOST_ASKED: usize = 24;
const MOST_OF_PERSON: (usize, usize) = (1, 2);

/// As long as more engines are left, no question is asked because they differ: to find that out takes seconds.
const MOST_COMPARED: usize = 2_000;

/// How many wrong answers have to be as foretold, of an engine and of a person.
const ENOUGH: (usize, usize) = (3, 1);

/// Behind how many of the wrong counts one ply deeper the engine is asked.
const CHILDREN_ASKED: usize = 3;

/// How deep a position is asked about that has little more than one move.
const WHERE_ALONE: u32 = 2;

/// If there are no more positions where a fault leaves nothing behind, so few right answers there are enough: a fault of
/// generation would have shown.
pub(super) const FEWEST_RIGHT: usize = 2;

/// So many right answers where nothing is left behind are enough to blame unmake.
const MOST_WITH_NOTHING_LEFT: usize = 8;

/// Among so many questions the shortest one is looked for that a person is asked.
const LOOKED_AT: usize = 60;

/// The other parts whose faults may give the same answers.
const RIVALS: [Part; 4] = [Part::ReadFen, Part::Make, Part::Counting, Part::Table];

/// The engines with one fault of taking moves back that are left.
struct Left {
    engines: Vec<Faulty>,
    heard: Vec<Told>,
    /// How many wrong answers they foretold.
    foretold: usize,
}

/// Whether taking moves back is at fault: faults of one rule give all answers, and foretell some.
pub(super) async fn undone(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let shown = &known.exchange;
    let (of_engine, of_person) = ENOUGH;
    let enough = if inquiry.is_with_person() { of_person } else { of_engine };
    let left = eliminated(inquiry, shown).await;
    let (state, is_list) = (left.told(shown), !shown.has_right_moves());
    let may_ask = is_list && !inquiry.is_with_person();
    let right = if may_ask {
        right_with_nothing_left(inquiry, shown, &left.faults()).await?
    } else {
        Some(FEWEST_RIGHT)
    };
    let Some(right) = right else { return Ok(None) };
    if may_ask && is_wrong_where_it_would_be_right(inquiry, shown, &left.engines).await? {
        return Ok(None);
    }
    // What explains much does so by chance, unless the same moves are right where it cannot matter.
    let is_by_chance = |it: &CorruptState| EXPLAIN_MUCH.contains(&it.rule) && right < FEWEST_RIGHT;
    let are_unlike = || {
        left.broken().len() > 1
            && !left.leaves_king_to_one_kind()
            && !state.as_ref().is_some_and(is_by_chance)
    };
    let is_shown = !is_list || left.spoils_what_it_lists() || are_unlike();
    let is_played = !shown.line.moves.is_empty();
    // A person is asked too little to refute all of them.
    let may_be_open = !inquiry.is_with_person() || left.foretold > 0;
    let other = if is_played { Suspects::MAKE } else { Suspects::GENERATION };
    let suspects = if is_shown && left.foretold >= enough && state.is_some() {
        let is_told = !is_played || inquiry.is_with_person() || left.is_shown_by_fen();
        if is_told { Suspects::UNMAKE } else { other.or(Suspects::UNMAKE) }
    } else if is_list && !is_played && !left.engines.is_empty() && may_be_open {
        other.or(Suspects::UNMAKE)
    } else {
        return Ok(None);
    };
    let origin = Evidence::Foretold.against(suspects);
    let shown = if inquiry.is_with_person() { smallest(inquiry, shown) } else { shown };
    Ok(Some(Diagnosis::new(shown.clone(), origin).with_state(state)))
}

/// Moves like those of a wrong answer: against the same rules, or leaving the king to the same kinds of pieces.
struct Alike<'a> {
    rules: BTreeSet<Rule>,
    /// Whether it is the king that moves, and to which pieces it is left.
    exposed: Vec<(bool, Vec<PieceKind>)>,
    /// A move that one of these may be behind is not meant.
    faults: &'a [Undoing],
}

impl Alike<'_> {
    fn of<'a>(shown: &Exchange, faults: &'a [Undoing]) -> Alike<'a> {
        let (wrong, here) = (shown.wrong_moves(), shown.line.end());
        Alike {
            rules: wrong.iter().map(|&mv| rule_of(&shown.line, mv)).collect(),
            exposed: wrong.iter().map(|&mv| Self::exposed(&here, mv)).collect(),
            faults,
        }
    }

    fn exposed(here: &Position, mv: Move) -> (bool, Vec<PieceKind>) {
        (mv.from == here.king(here.side_to_move()), exposed_to(here, mv))
    }

    /// Whether a move is one of them, and none of the faults leaves anything behind for which it may be listed wrongly.
    fn has(&self, line: &Line, mv: Move) -> bool {
        let here = line.end();
        let exposed = Self::exposed(&here, mv);
        let is_like = self.rules.contains(&rule_of(line, mv))
            || !exposed.1.is_empty() && self.exposed.contains(&exposed);
        is_like && !self.faults.iter().any(|it| may_spoil(it, &here, &[mv]))
    }
}

/// How many answers have such moves right where none of these faults has left anything behind. Nothing if one has them wrong:
/// then the same rule is broken for another reason.
async fn right_with_nothing_left(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
    faults: &[Undoing],
) -> Result<Option<usize>, Unanswered> {
    if faults.is_empty() {
        return Ok(Some(0));
    }
    let alike = Alike::of(shown, faults);
    let mut right = 0;
    for other in contrasts(&shown.line.end(), &shown.wrong_moves()) {
        let line = Line::at(other);
        let is_alike = |mv: &Move| alike.has(&line, *mv);
        if right == MOST_WITH_NOTHING_LEFT {
            break;
        }
        if !other.pseudo_legal_moves().iter().any(is_alike) {
            continue;
        }
        let answer = inquiry.ask_by_fen(&other, 1).await?;
        if answer.wrong_moves().iter().any(is_alike) {
            return Ok(None);
        }
        right += 1;
    }
    Ok(Some(right))
}

/// Whether moves of the same rules are wrong elsewhere, when the same line is played, where all these engines are right.
async fn is_wrong_where_it_would_be_right(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
    engines: &[Faulty],
) -> Result<bool, Unanswered> {
    let line = &shown.line;
    if line.moves.is_empty() || engines.is_empty() {
        return Ok(false);
    }
    let wrong = shown.wrong_moves().into_iter();
    let rules: BTreeSet<Rule> = wrong.map(|mv| rule_of(line, mv)).collect();
    let roots = contrasts(&line.root, &line.moves).into_iter();
    let lines: Vec<Line> = roots.filter_map(|root| line.played_from(root)).collect();
    let mut asked = 0;
    for line in lines {
        let is_alike = |mv: &Move| rules.contains(&rule_of(&line, *mv));
        if asked == MOST_WITH_NOTHING_LEFT {
            break;
        }
        if !line.end().legal_moves().iter().any(is_alike) {
            continue;
        }
        let question = Question::of(inquiry.oracle, line.clone(), None, 1);
        let are_right = |it: Question| it.is_wrong(engines) == Some(false) && !it.differs(engines);
        if !question.is_some_and(are_right) {
            continue;
        }
        if inquiry.ask(&line, 1).await?.wrong_moves().iter().any(is_alike) {
            return Ok(true);
        }
        asked += 1;
    }
    Ok(false)
}

/// The kinds of pieces that attack the king after a move.
pub(super) fn exposed_to(here: &Position, mv: Move) -> Vec<PieceKind> {
    let (us, after) = (here.side_to_move(), here.after(mv));
    let attackers = attackers(after.board(), after.king(us), !us).into_iter();
    let mut kinds: Vec<PieceKind> =
        attackers.filter_map(|it| Some(after.board().at(it)?.kind())).collect();
    kinds.sort_unstable();
    kinds
}

/// The wrong answer with the fewest leaves that a person has given by a FEN, if that is less than is shown.
fn smallest<'a>(inquiry: &'a Inquiry<'_>, shown: &'a Exchange) -> &'a Exchange {
    let answered = inquiry.facts.answered.iter();
    let by_fen = answered.filter(|it| !it.is_right() && it.line.moves.is_empty());
    by_fen.chain([shown]).min_by_key(|it| it.reply.sum()).unwrap_or(shown)
}

/// What an engine leaves behind that is wrong when it is asked again, if one fault gives all its answers, and has foretold
/// one of an engine.
pub(super) async fn left_behind(
    inquiry: &mut Inquiry<'_>,
    wrong: &Exchange,
) -> Option<CorruptState> {
    let left = eliminated(inquiry, wrong).await;
    let is_proven = left.foretold > 0 || inquiry.is_with_person();
    left.told(wrong).filter(|_| is_proven)
}

/// Whether the moves are right at depth 1: then something that was counted before them has spoilt the list.
pub(super) async fn right_for_less(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let shown = &known.exchange;
    if shown.depth > 1 && inquiry.ask_by_fen(&shown.line.end(), 1).await?.is_right() {
        return known.told(Origin::right_for_less());
    }
    Ok(None)
}

/// Whether a count one ply deeper is wrong, and right when it is asked for alone: then something is left behind, which may
/// have spoilt the list of moves as well.
pub(super) async fn wrong_below(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let shown = &known.exchange;
    if inquiry.refuses_moves() {
        // What is right by its FEN shows nothing of how moves are made.
        return Ok(None);
    }
    let deeper = inquiry.ask(&shown.line, shown.depth + 1).await?;
    for count in deeper.comparison.difference.counts.iter().take(CHILDREN_ASKED) {
        let alone = inquiry.ask(&shown.line.and(count.mv), shown.depth).await;
        if alone.is_ok_and(|it| it.is_right()) {
            return known.told(Origin::generated_or_unmade(Evidence::RightAfterEachMove));
        }
    }
    Ok(None)
}

pub(super) fn rule_of(line: &Line, mv: Move) -> Rule {
    Scene::at_end_of(line).explain_move(mv).rule
}

/// Whether these moves may be listed, or missing, against the rules because of what another one has left behind, or all
/// others.
pub(crate) fn may_spoil(undoing: &Undoing, here: &Position, moves: &[Move]) -> bool {
    // Nobody knows whether castling looks at the board as it is, or at the square where the king is said to be.
    let is_listed = |it: &Draft, mv: Move| {
        let castles = || it.position.pseudo_legal_moves().contains(&mv) && it.position.is_legal(mv);
        [it.made(mv).leaves_king_safe(), mv.castling_rook().is_some() && castles()]
    };
    let right = Draft::of(here);
    let right: Vec<(Move, [bool; 2])> =
        moves.iter().map(|&mv| (mv, is_listed(&right, mv))).collect();
    let mut others = here.pseudo_legal_moves();
    others.retain(|it| !moves.contains(it));
    let by_one = others.iter().map(|it| undoing.left_by(here, std::slice::from_ref(it)));
    let mut left = by_one.chain([undoing.left_by(here, &others)]);
    left.any(|left| right.iter().all(|&(mv, right)| is_listed(&left, mv) != right))
}

async fn eliminated(inquiry: &mut Inquiry<'_>, shown: &Exchange) -> Left {
    let Difference { missing, extra, counts, .. } = &shown.comparison.difference;
    // Right rows with another total than their sum are not spoilt by a move that was taken back.
    if shown.has_right_moves() && counts.is_empty() && shown.reply.source != RowsFrom::Totals {
        return Left { engines: Vec::new(), heard: Vec::new(), foretold: 0 };
    }
    let here = positions(shown, true);
    let mut engines = suspects(&here);
    // Where nothing but en passant is missing, it is simply not generated.
    let lacks_en_passant = missing.iter().all(|mv| mv.kind == MoveKind::EnPassant)
        && !missing.is_empty()
        && extra.is_empty()
        && counts.is_empty();
    engines.retain(|it| !(lacks_en_passant && it.has_en_passant_last()));
    let end = shown.line.end();
    let patience = patience(inquiry);
    let Answers { heard, others } = refute(inquiry, &mut engines, Some(&end), &patience);
    let mut left = Left { engines, heard, foretold: 0 };
    if left.engines.is_empty() {
        return left;
    }
    let faults = left.faults();
    let alike = Alike::of(shown, &faults);
    let has_alike = |it: &Told| it.wrong_moves().any(|(line, mv)| alike.has(line, mv));
    if others.iter().any(|it| it.question.depth == 1 && has_alike(it)) {
        left.engines.clear();
        return left;
    }
    let is_with_person = inquiry.is_with_person();
    let (of_moves, of_counts) = MOST_OF_PERSON;
    let mut questions_left = match (is_with_person, shown.has_right_moves()) {
        (false, _) => MOST_ASKED,
        (true, false) => of_moves,
        (true, true) => of_counts,
    };
    for (line, depth) in questions(inquiry, shown, &here, &left) {
        let is_told = is_with_person && left.foretold > 0 && left.told(shown).is_some();
        if left.engines.is_empty() || questions_left == 0 || is_told {
            break;
        }
        let question = Question::of(inquiry.oracle, line, shown.asked_before, depth);
        let Some(question) = question else { continue };
        let is_wrong = question.is_wrong(&left.engines);
        let are_few = left.engines.len() <= MOST_COMPARED;
        let differs = || !is_with_person && are_few && question.differs(&left.engines);
        if is_wrong != Some(true) && !differs() {
            continue;
        }
        questions_left -= 1;
        let told = put(inquiry, question, &mut left.engines, &patience).await;
        let Some(told) = told else { continue };
        left.foretold += usize::from(!told.is_right);
        left.heard.push(told);
    }
    // Where another part may be at fault as well, nothing is told.
    if !left.engines.is_empty() {
        let rivals = RIVALS.into_iter().flat_map(|part| Faulty::of(part, &[], &here));
        let mut rivals: Vec<Faulty> = rivals.collect();
        for told in &left.heard {
            Refuting::of(told.clone()).refute(&mut rivals, Some(&end), &patience);
        }
        if !rivals.is_empty() || patience.is_over() {
            left.engines.clear();
        }
    }
    left
}

impl Left {
    /// What these engines leave behind, if that is one thing here, but for what explains much by chance.
    fn told(&self, shown: &Exchange) -> Option<CorruptState> {
        let undoings = || self.engines.iter().filter_map(Faulty::undoing);
        let says_more = |it: &Undoing| !EXPLAIN_MUCH.contains(&it.fault.rule);
        let first = undoings().find(says_more).or_else(|| undoings().next())?;
        let rule = first.fault.rule;
        let here = shown.line.end();
        let is_only_one = undoings().all(|it| {
            it.fault.rule == rule
                || it.leaves_the_same(&first, &here)
                || says_more(&first) && !says_more(&it)
        });
        // With which moves it happens is said if whatever is left agrees about that.
        let named = |it: &Undoing| match it.moves {
            Moves::All | Moves::Of(_) | Moves::Captures => Vec::new(),
            Moves::Like(_) | Moves::LikeOfBoth(_) => it.culprits(&here),
        };
        let faults = self.engines.chunk_by(Faulty::is_same_fault).filter_map(|it| it[0].undoing());
        let mut alike = faults.filter(|it| it.fault.rule == rule);
        let mut culprits = named(&first);
        if alike.any(|it| named(&it) != culprits) {
            culprits.clear();
        }
        let as_if = words_after_undoing(first.fault, &here, &culprits);
        is_only_one.then_some(CorruptState { rule, as_if })
    }

    /// Whether a wrong answer was heard that no generator gives which lists the same moves.
    fn spoils_what_it_lists(&self) -> bool {
        let is_listed = |told: &Told| self.engines.iter().any(|it| told.is_of_list(it));
        self.heard.iter().any(|told| !told.is_right && !is_listed(told))
    }

    /// Their faults, each once, with all moves.
    fn faults(&self) -> Vec<Undoing> {
        let rows = self.engines.chunk_by(Faulty::is_of_row);
        rows.filter_map(|it| it[0].with_all_moves().undoing()).collect()
    }

    /// Whether an answer is wrong for which no move was played: then other code than that which plays moves is at fault.
    fn is_shown_by_fen(&self) -> bool {
        self.heard.iter().any(|it| !it.is_right && it.question.line.moves.is_empty())
    }

    /// Whether all wrong moves that were heard leave the king to a piece of one kind: a generator that overlooks its attacks
    /// lists them as well, whichever rules they break.
    fn leaves_king_to_one_kind(&self) -> bool {
        let wrong = self.heard.iter().filter(|it| !it.is_right).flat_map(Told::wrong_moves);
        let exposed = wrong.map(|(line, mv)| exposed_to(&line.end(), mv));
        let both = |mut kinds: Vec<PieceKind>, others: Vec<PieceKind>| {
            kinds.retain(|kind| others.contains(kind));
            kinds
        };
        let kinds = exposed.reduce(both).unwrap_or_default();
        kinds.into_iter().any(|kind| !self.is_seen(kind))
    }

    /// Whether an answer lacks an illegal move that leaves the king to such a piece alone, from a side from which it was
    /// overlooked in another one.
    fn is_seen(&self, attacking: PieceKind) -> bool {
        let exposed = |line: &Line, mv: Move| -> Option<(Color, [Ordering; 2])> {
            let (here, after) = (line.end(), line.end().after(mv));
            let us = here.side_to_move();
            let at = after.king(us);
            let [attacker] = attackers(after.board(), at, !us)[..] else { return None };
            let is_it = after.board().at(attacker).is_some_and(|it| it.kind() == attacking);
            let side = [attacker.file().cmp(&at.file()), attacker.rank().cmp(&at.rank())];
            (is_it && mv.castling_rook().is_none()).then_some((us, side))
        };
        let wrong = self.heard.iter().flat_map(Told::wrong_moves);
        let overlooked: Vec<_> = wrong.filter_map(|(line, mv)| exposed(line, mv)).collect();
        // Deeper down, some print no row of an illegal move.
        self.heard.iter().filter(|told| told.question.depth == 1).any(|told| {
            let (line, wrong) = (&told.question.line, told.wrong_moves());
            let wrong: Vec<Move> = wrong.map(|it| it.1).collect();
            let here = line.end();
            let mut illegal = here.pseudo_legal_moves();
            illegal.retain(|mv| !here.is_legal(*mv) && !wrong.contains(mv));
            let is_such = |mv| exposed(line, mv).is_some_and(|it| overlooked.contains(&it));
            (told.is_right || !wrong.is_empty()) && illegal.into_iter().any(is_such)
        })
    }

    /// The rules that wrong moves break, of all that was heard. All captures en passant may be missing for one reason.
    fn broken(&self) -> BTreeSet<Rule> {
        let wrong = self.heard.iter().filter(|it| !it.is_right).flat_map(Told::wrong_moves);
        let rule = |(line, mv): (_, Move)| match mv.kind {
            MoveKind::EnPassant => Rule::EnPassant,
            _ => rule_of(line, mv),
        };
        wrong.map(rule).collect()
    }
}

/// The engines with a fault of taking moves back that would leave something behind here, or one ply below.
fn suspects(here: &[Position]) -> Vec<Faulty> {
    let all = Faulty::of(Part::Unmake, &[], here);
    let may_spoil = |it: &[Faulty]| {
        it[0].undoing().is_some_and(|it| here.iter().any(|here| !it.culprits(here).is_empty()))
    };
    all.chunk_by(Faulty::is_same_fault).filter(|it| may_spoil(it)).flatten().copied().collect()
}

/// Moves that may leave something behind, each alone on the board; the position one ply deeper; and those that differ
/// from it in one respect. For a person, the shortest come first.
fn questions(
    inquiry: &Inquiry<'_>,
    shown: &Exchange,
    here: &[Position],
    left: &Left,
) -> Vec<(Line, u32)> {
    let Exchange { line, depth, asked_before, .. } = shown;
    // A second question is as deep as the first.
    let where_alone = if asked_before.is_some() { *depth } else { WHERE_ALONE };
    let alone = alone(here, left).into_iter().map(|it| (it, where_alone));
    // No unmake bug looks at the clocks.
    let mut beside = contrasts(&line.root, &line.moves);
    beside.retain(|root| !root.same_but_for_counters(&line.root));
    let beside = beside.into_iter().filter_map(|root| line.played_from(root));
    let deeper = asked_before.is_none().then(|| (line.clone(), depth + 1));
    let there = if asked_before.is_some() { *depth } else { (*depth).max(2) };
    let walked = (!line.moves.is_empty()).then(|| (Line::at(line.end()), depth + 1));
    let beside = deeper.into_iter().chain(walked).chain(beside.map(|it| (it, there)));
    if !inquiry.is_with_person() {
        let (beside, alone): (Vec<_>, Vec<_>) = (beside.collect(), alone.collect());
        return if asked_before.is_some() { [alone, beside] } else { [beside, alone] }.concat();
    }
    let of = |(line, depth)| Question::of(inquiry.oracle, line, *asked_before, depth);
    let mut shortest: Vec<Question> = alone.chain(beside).filter_map(of).take(LOOKED_AT).collect();
    shortest.sort_by_key(Question::leaves);
    shortest.into_iter().map(|it| (it.line, it.depth)).collect()
}

/// A move of each kind by which these engines leave something behind, and the position before it for either side.
fn alone(here: &[Position], left: &Left) -> Vec<Line> {
    let mut kinds = Vec::new();
    let mut lines = Vec::new();
    // Engines that differ in their ways alone leave the same behind.
    let faults = left.engines.chunk_by(Faulty::is_same_fault);
    for undoing in faults.filter_map(|it| it[0].undoing()) {
        for here in here {
            for mv in undoing.culprits(here) {
                let kind = kind_of(here, mv);
                if kinds.contains(&kind) {
                    continue;
                }
                kinds.push(kind);
                let Some(Line { root, .. }) = line_alone(here, mv, true) else { continue };
                let mut setup = root.setup();
                (setup.side_to_move, setup.en_passant) = (!setup.side_to_move, None);
                let above = Position::new(setup).ok();
                lines.extend(iter::once(root).chain(above).map(Line::at));
            }
        }
    }
    lines
}
