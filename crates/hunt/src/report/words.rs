//! What is at fault, how that is known, and what is in doubt: in sentences.

use super::Found;
use crate::search::{
    After, Confirmation, Diagnosis, Evidence, Exchange, Finding, FindingKind, Learnt,
    MOST_LOOKED_AT, Origin, Part, Suspects, Wrong, WrongEngine, WrongMove,
};
use crate::worlds::{World, wing_of};
use ox88::{CastlingSide, Move, Square};
use ox88_engine::read::Name;
use ox88_engine::{Difference, Line, RowsFrom, TroubleKind};
use ox88_explain::{Rule, RuleKind, capitalized, man_name, side_name};
use std::collections::HashSet;

/// Why an answer may not always be the same.
const CHANCE: &str = "chance (uninitialised memory, threads, the clock)";

/// How a total differs from what it should be.
pub(super) fn total_sentence(exchange: &Exchange, claimed: u128, sum: u128) -> String {
    match (exchange.reply.source, exchange.depth) {
        (RowsFrom::Totals, 1) => {
            format!("{claimed} moves counted where {sum} are legal")
        }
        (RowsFrom::Totals, _) => {
            format!("{claimed}, but the engine's own totals after each legal move add up to {sum}")
        }
        _ => format!("{claimed}, but the rows add up to {sum}"),
    }
}

/// For so many moves lists have room that are too short: no position has more than 218.
const USUAL_ROOMS: [usize; 4] = [64, 100, 128, 200];

/// What usually leaves out moves that would be there if others were not.
pub(super) const SHORT_LIST: &str = "the array that holds the moves is too small: a position can have 218 legal moves, and more \
    pseudo-legal ones";

/// Whether a list may have had no room for the moves that are missing.
pub(super) fn may_be_full(exchange: &Exchange) -> bool {
    let Difference { missing, extra, twice, .. } = &exchange.comparison.difference;
    let lacks_some = !missing.is_empty() && extra.is_empty() && twice.is_empty();
    let is_list = exchange.reply.source != RowsFrom::Totals;
    lacks_some && is_list && USUAL_ROOMS.contains(&exchange.reply.rows.len())
}

/// How ox88 knows which moves an engine has that it has read no list of.
pub(super) fn by_totals(exchange: &Exchange) -> &'static str {
    let is_of_totals = exchange.reply.source == RowsFrom::Totals;
    if is_of_totals && !exchange.comparison.difference.has_right_moves() {
        ". The engine lists no moves, so ox88 worked them out from its totals"
    } else {
        ""
    }
}

/// Why a move is wrong.
pub(super) fn why(mv: &WrongMove) -> String {
    match (&mv.explanation, mv.wrong) {
        (_, Wrong::Count { theirs, ours }) => format!("{theirs}, should be {ours}"),
        (Some(_), Wrong::Twice) => "listed twice, but it is a single move".to_owned(),
        (Some(it), _) => it.reason.clone(),
        (None, _) if Name::of(&mv.text).san().is_some() => {
            "no piece on the board fits this".to_owned()
        }
        (None, _) => "this is not a move on the board".to_owned(),
    }
}

/// The rule that this sentence is about. That a move is legal, and listed twice, is about none.
pub(super) fn rule_of(mv: &WrongMove) -> Option<&'static str> {
    let explanation = mv.explanation.as_ref().filter(|_| mv.wrong != Wrong::Twice);
    explanation.map(|it| it.rule.id())
}

/// The squares to mark: those of a wrong move, then those of the pieces that prove its reason.
pub(super) fn squares_to_mark(mv: &WrongMove) -> &[Square] {
    mv.explanation.as_ref().map_or(&[], |it| &it.squares)
}

impl Found {
    /// The rule to name beside a wrong move, or beside the one cause of all: none that the heading names, or makes
    /// plain. After an unmake that spoils the board, the rules of the moves that are wrong then lead nowhere.
    pub(super) fn rule_beside(&self, id: &'static str) -> Option<&'static str> {
        let (heading, own) = (Rule::from_id(self.rule)?, Rule::from_id(id)?);
        if self.is_one_of_several() {
            return Some(id);
        }
        let is_consequence = match heading.kind() {
            RuleKind::MakeAndUnmake => heading != Rule::StateCorrupted,
            RuleKind::Misjudgement => true,
            kind => kind == own.kind() && (id.contains(self.rule) || self.rule.contains(id)),
        };
        // One cause is behind all moves.
        let is_told =
            id == self.rule || self.cause.as_ref().is_some_and(|it| it.rule.id() == self.rule);
        (!is_consequence && !is_told).then_some(id)
    }
}

impl Found {
    /// What follows the rule, if the heading is about more moves than the rule.
    pub(super) fn rule_is(&self) -> &'static str {
        match (self.has_full_list(), self.is_one_of_several()) {
            (true, _) => ", but probably because the list is full",
            (false, true) => ", among others",
            (false, false) => "",
        }
    }

    fn has_full_list(&self) -> bool {
        self.learnt.is_none() && self.usual_cause.as_deref() == Some(SHORT_LIST)
    }

    /// Whether the moves break different rules, of which the heading names one.
    fn is_one_of_several(&self) -> bool {
        let engine = self.learnt.as_ref().and_then(|it| it.engine.moves());
        let is_of_places = engine.is_some_and(World::is_of_places);
        let part = self.origin.as_ref().map(|it| it.part);
        let is_one = |it| {
            is_of_places && is_of_a_move(it)
                || part.is_some_and(|part| is_symptom(it, part, &self.moves))
        };
        !self.has_full_list() && Rule::from_id(self.rule).is_some_and(is_one)
    }
}

const fn is_of_a_move(rule: Rule) -> bool {
    matches!(rule.kind(), RuleKind::MakesLegal | RuleKind::MakesIllegal)
}

/// Whether the rule is only that of some moves which are wrong because a move before them is made wrongly.
pub(super) fn is_symptom(rule: Rule, part: &str, moves: &[WrongMove]) -> bool {
    let rules: HashSet<&str> = moves.iter().filter_map(rule_of).collect();
    let is_made = part == Part::Make.id() && !rule.depends_on_earlier_moves();
    is_made && is_of_a_move(rule) && rules.len() > 1
}

/// What is right beside a fault that was learnt.
pub(super) fn right_beside(learnt: &Learnt) -> Option<String> {
    match &learnt.engine {
        // What is right beside one bug may be wrong by another.
        WrongEngine::Moves(World { faults, .. }) => match &faults[..] {
            [fault] => Some(fault.right()).filter(|it| !it.is_empty()).map(|it| it.join("; ")),
            _ => None,
        },
        WrongEngine::Fault(faulty) => faulty.right_with(),
    }
}

/// How a fault that was learnt has been tried.
pub(super) fn explains(Learnt { wrong, right, .. }: &Learnt) -> String {
    if *right == 0 {
        return format!("all {wrong} wrong answers that ox88 compared with it");
    }
    let all = wrong + right;
    format!("all {all} answers that ox88 compared with it: {wrong} wrong, {right} right")
}

/// What a part of an engine is called, of which this is the name for programs.
pub(super) fn part_name(id: &'static str) -> &'static str {
    match id {
        "fen" => "FEN parsing",
        "hash-table" => "hash table",
        id => id,
    }
}

/// What is wrong with a move, in one word.
pub(super) const fn word(wrong: Wrong) -> &'static str {
    match wrong {
        Wrong::Missing => "missing",
        Wrong::Extra => "extra",
        Wrong::Twice => "twice",
        Wrong::Count { .. } => "count",
    }
}

/// What a move is, after its name.
pub(super) const fn phrase(wrong: Wrong) -> &'static str {
    match wrong {
        Wrong::Twice => "listed twice",
        Wrong::Count { .. } => "counted wrongly",
        Wrong::Missing | Wrong::Extra => word(wrong),
    }
}

const NOT_EXPLAINED: &str = "no bug that ox88 knows explains this answer and the others";

const WRONG_FROM_HERE: &str = "asked directly about the position after each move, the engine is right. But in its perft \
    of this position, at least one of these positions is counted wrongly";

const SEEN_ELSEWHERE: &str = "the finding in another position explains this whole answer";

const MISCOUNTED: &str = "the moves are right, but the engine counts them wrongly";

/// What part of the engine is at fault, and how that is known.
pub(super) fn origin_sentence(diagnosis: &Diagnosis) -> String {
    let part = part_name(diagnosis.origin.part().id());
    let Exchange { line, reply, .. } = &diagnosis.exchange;
    let full = may_be_full(&diagnosis.exchange).then(|| {
        let (listed, legal) = (reply.rows.len(), line.end().legal_moves().len());
        format!("the engine lists exactly {listed} of the {legal} moves, so its list may be full")
    });
    let evidence = Some(evidence_sentence(diagnosis));
    let clauses = [either(diagnosis), evidence, as_if(diagnosis), full];
    format!("{part}: {}", in_sentences(clauses.into_iter().flatten()))
}

/// Clauses as sentences, of which only the first begins with a small letter and the last has no full stop.
pub(super) fn in_sentences(clauses: impl IntoIterator<Item = String>) -> String {
    let join = |text: String, clause: String| {
        let stop = if text.ends_with('?') { "" } else { "." };
        // The name of the program has no capital letter.
        let clause = if clause.starts_with("ox88") { clause } else { capitalized(&clause) };
        format!("{text}{stop} {clause}")
    };
    clauses.into_iter().reduce(join).unwrap_or_default()
}

/// How it is known which parts can be at fault.
#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn evidence_sentence(diagnosis: &Diagnosis) -> String {
    let Diagnosis { exchange, origin, control, .. } = diagnosis;
    let (control, line) = (control.as_ref(), &exchange.line);
    let sentence = match &origin.evidence {
        Evidence::ByFen => {
            "the moves are wrong as soon as the position is set up by its FEN, which seems to be read correctly"
        }
        Evidence::WhenPlayed => {
            "the engine is wrong after the double push is played. When it sets up the FEN alone, a second bug hides this \
             one: FEN parsing ignores the en passant square"
        }
        Evidence::RightFromBefore { played } => {
            return wrong_from_here(played, line, origin.part() == Part::Generation);
        }
        Evidence::CastlesByNoFen => "it listed no such move in any position that ox88 tried",
        Evidence::CastlesElsewhere => {
            return format!("it lists {} in other positions", missing_castling(exchange));
        }
        Evidence::MisreadDeeper { as_if, plies: 0 } => {
            return format!("if {as_if}, this answer would be right");
        }
        Evidence::MisreadDeeper { as_if, plies } => {
            return format!(
                "if {as_if}, this answer would be right, and so would those up to {plies} plies deeper"
            );
        }
        Evidence::BoardDiffers(as_if) => return format!("the engine answers as if {as_if}"),
        Evidence::MayBeMade { mv, as_if } => {
            return format!(
                "an engine that makes each move to test it would also get {mv} wrong if, after it, {as_if}"
            );
        }
        Evidence::WrongAlone { played } => {
            return format!(
                "after {} from {} the engine is wrong as well, and by the FEN of that position it is right",
                moves_of(played),
                played.root
            );
        }
        Evidence::CastlesWithoutRook => "the FEN gives no such right, and there is no rook at home",
        Evidence::SeldomRight { right, tried } => {
            return format!("it was right in {right} of {tried} other positions with many pieces");
        }
        Evidence::NeverListed(piece) => {
            let piece = man_name(*piece);
            return format!(
                "it never listed a move of a {piece}, as if no FEN that ox88 tried had one"
            );
        }
        Evidence::CastlesByName { played } => {
            return format!(
                "the engine lists {} after `position startpos moves {}`, but from no FEN that ox88 tried",
                missing_castling(exchange),
                moves_of(played)
            );
        }
        Evidence::NeverListedFrom(square) => {
            return format!(
                "it listed no move from {square}, whichever piece the FEN put there, as if the FEN had none"
            );
        }
        Evidence::RightByName { played } => {
            let moves = moves_of(played);
            let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
            return format!(
                "the engine is wrong when it sets up the position by its FEN, and right after `position startpos{moves}`"
            );
        }
        Evidence::OfOtherWing => {
            "castling rights that are read for the wrong wing (kingside for queenside) would give the same answer"
        }
        Evidence::NoMovesLeadHere => {
            "ox88 knows no moves that lead here, so it cannot narrow this down"
        }
        Evidence::WrongByFen => {
            if let Some(it) = control {
                return format!(
                    "the engine is wrong when it sets up the position by its FEN, and right when it plays {}",
                    moves_from_root(it)
                );
            }
            SEEN_ELSEWHERE
        }
        Evidence::WrongWhenPlayed => {
            return format!(
                "the engine is right when it sets up the position by its FEN, and wrong when it reaches it by {}",
                moves_of(line)
            );
        }
        Evidence::RightInItsWalk => {
            return format!(
                "the engine is right when it sets up the position by its FEN, and in a perft from one move earlier. It is wrong \
                 when it is told to play {}. Look at the code that plays the moves of `position`, not at the make that perft calls",
                moves_of(line)
            );
        }
        Evidence::RightFromAnotherRoot => {
            let control = control.unwrap_or(line);
            let how = if control.moves.len() == line.moves.len() {
                "writes castling rights as the FEN of this position does"
            } else {
                "leads to the same position"
            };
            return format!(
                "the engine is wrong when it plays {}, but right when it plays {}, which {how}",
                moves_from_root(line),
                moves_from_root(control)
            );
        }
        Evidence::MisreadsRights => {
            return format!(
                "the engine is wrong when it plays {}. Its right answer from the FEN proves nothing, because it \
                 misreads castling rights in a FEN",
                moves_of(line)
            );
        }
        Evidence::AskedTwice if exchange.asked_before.is_none() => {
            "asked twice in a row, the engine gave two different answers, and the first is wrong"
        }
        Evidence::AskedTwice | Evidence::CountAskedTwice => {
            let depths = exchange.asked_before.map(|first| (first, exchange.depth));
            let asked = match depths.filter(|(first, second)| first != second) {
                Some((first, second)) => {
                    format!("first for depth {first}, then for depth {second}")
                }
                None => "twice in a row".to_owned(),
            };
            let usual = match origin.suspects.part() {
                Part::Unknown if origin.suspects.has(Suspects::TABLE) => {
                    "make or unmake leaves something behind, or a hash table keeps a wrong count"
                }
                Part::Unknown => "make or unmake leaves something behind",
                _ => {
                    return format!(
                        "asked {asked}, the engine got this wrong only the second time"
                    );
                }
            };
            return format!(
                "asked {asked}, the engine got this wrong only the second time. Usually {usual}. A generator that \
                 changes the board, or FEN parsing that does not clear all of it, would show the same"
            );
        }
        Evidence::RightAfterEachMove if !exchange.has_right_moves() => {
            "asked directly about the position after each legal move, the engine is right"
        }
        Evidence::RightAfterEachMove => WRONG_FROM_HERE,
        Evidence::RightAfterOneMove => {
            "asked directly about the position after one of these moves, the engine is right, and in its perft of this \
             position it is wrong"
        }
        Evidence::RightByEachFen => {
            "after each move, the count is right when the position is set up by its own FEN. But in a perft \
             of this position, at least one of these positions is counted wrongly"
        }
        Evidence::RightWhereNothingIsLeft => {
            "where the engine cannot have disturbed the board by making and unmaking other moves first, it gets moves like this \
             one right. That may be for another reason"
        }
        Evidence::RightForLess => "at a smaller depth, the engine lists the right moves",
        Evidence::SeenElsewhere if origin.suspects.has(Suspects::GENERATION) => {
            "another finding shows that the board of the engine is wrong after it makes and unmakes moves, and that may be \
             why these moves are wrong"
        }
        Evidence::SeenElsewhere => SEEN_ELSEWHERE,
        Evidence::Foretold => "a single unmake bug explains every answer so far",
        Evidence::KeyLacks(rule) => {
            return in_sentences([WRONG_FROM_HERE.to_owned()].into_iter().chain(left_out(*rule)));
        }
        Evidence::Counted { how: None, .. } => MISCOUNTED,
        Evidence::Counted { how: Some(how), .. } => {
            return in_sentences([MISCOUNTED.to_owned(), how.clone()]);
        }
        Evidence::NumberAlone if exchange.depth > 1 => {
            "the engine's totals after each legal move, asked for one by one, do not add up to this total. So unmaking a \
             move, the loop of perft or code for the last plies (bulk counting) may be wrong, or a missing and an illegal \
             move cancel out at depth 1"
        }
        Evidence::NumberAlone => {
            "totals do not show which moves are missing and which are extra. Make the engine print a row for each move, and \
             hunt again"
        }
        Evidence::Everywhere(_) => {
            "this one bug explains every answer in four positions at three depths"
        }
        Evidence::DrawnGame(_) => {
            "the engine stops where the game may be drawn, but perft must go on"
        }
        Evidence::RightWhenRepeated | Evidence::NotSettled => {
            return format!(
                "the same question is sometimes answered right and sometimes wrong. This can be {CHANCE}, or state kept \
                 between questions"
            );
        }
        Evidence::DependsOnHistory { is_right_when_new, left_out: Some(rule), .. } => {
            return in_sentences([afresh(*is_right_when_new)].into_iter().chain(left_out(*rule)));
        }
        Evidence::DependsOnHistory { is_right_when_new, after, .. } => {
            return kept_sentence(*is_right_when_new, after);
        }
        Evidence::TakesNoMoves => {
            "the engine plays no moves that it is given, and without them ox88 cannot tell two causes apart"
        }
        Evidence::NoAnswer { trouble: TroubleKind::CutShort } => {
            "the hunt ran out of time before it found the cause, which may be in any part of the engine. To continue, hunt \
             only the position under To reproduce, at the same depth"
        }
        Evidence::NoAnswer { trouble: TroubleKind::Ended | TroubleKind::Skipped } => {
            "the answers so far do not show which part is at fault"
        }
        Evidence::NoAnswer { trouble } => {
            return format!("a further question got no answer ({trouble})");
        }
    };
    sentence.to_owned()
}

/// Which of several parts it can be.
fn either(Diagnosis { exchange, origin, .. }: &Diagnosis) -> Option<String> {
    let Origin { suspects, evidence } = origin;
    let is_said = matches!(evidence, Evidence::AskedTwice | Evidence::CountAskedTwice)
        && suspects.has(Suspects::MAKE);
    if suspects.part() != Part::Unknown || *suspects == Suspects::ALL || is_said {
        return None;
    }
    if matches!(evidence, Evidence::CastlesByNoFen) {
        let castling = missing_castling(exchange);
        return Some(format!(
            "either the engine misreads the castling field of the FEN, or it never generates {castling}"
        ));
    }
    let is_both = suspects.has(Suspects::MAKE) && suspects.has(Suspects::UNMAKE);
    let others = suspects.parts().filter(|it| !is_both || *it != Part::Unmake);
    let clauses: Vec<&str> = others.map(|it| may_be(it, is_both)).collect();
    let either = if clauses.len() > 1 { "either " } else { "" };
    Some(format!("{either}{}", clauses.join(", or ").replace(", or the engine ", ", or it ")))
}

/// That a part may be at fault, as one of several, perhaps both making and unmaking.
const fn may_be(part: Part, is_both: bool) -> &'static str {
    match part {
        Part::ReadFen => "the engine misreads the FEN",
        Part::Generation => "the engine generates moves wrongly",
        Part::Make if is_both => "the engine makes or unmakes a move wrongly",
        Part::Make => "the engine makes a move wrongly",
        Part::Unmake => "unmaking a move leaves something behind",
        Part::Table => "a hash table returns the entry of another position or depth",
        Part::Counting => {
            "perft counts wrongly, in its loop or in separate code for the last plies (bulk counting)"
        }
        Part::Unknown => "something else is wrong",
    }
}

/// The castling that is missing: `White's kingside castling`.
fn missing_castling(exchange: &Exchange) -> String {
    let side = exchange.line.end().side_to_move();
    let missing = &exchange.comparison.difference.missing;
    let mut wings: Vec<CastlingSide> = missing.iter().filter_map(|&mv| wing_of(mv)).collect();
    wings.dedup();
    match wings[..] {
        [wing] => format!("{side}'s {} castling", side_name(wing)),
        _ => format!("{side}'s castling"),
    }
}

/// What the engine answers as if it were so. Nothing where no state could explain an answer.
fn as_if(Diagnosis { exchange, origin, state, .. }: &Diagnosis) -> Option<String> {
    let Origin { suspects, evidence } = origin;
    let when = match evidence {
        Evidence::NoAnswer { .. } | Evidence::TakesNoMoves => {
            // Four rights that are all lost say no more than the rule does.
            let state = state.as_ref().filter(|it| !it.as_if.contains(" and "))?;
            return Some(format!("the engine answers as if {}", state.as_if));
        }
        Evidence::WrongByFen => "from the FEN ".to_owned(),
        Evidence::WrongWhenPlayed | Evidence::RightInItsWalk => {
            let first = exchange.line.texts().into_iter().next().unwrap_or_default();
            let is_said = state
                .as_ref()
                .is_some_and(|it| it.rule == Rule::MoveNotPlayed || it.as_if.contains(&first));
            if is_said { String::new() } else { format!("after {first} ") }
        }
        Evidence::AskedTwice if suspects.has(Suspects::GENERATION) => "later ".to_owned(),
        Evidence::RightAfterEachMove | Evidence::RightAfterOneMove | Evidence::RightByEachFen
            if suspects.part() == Part::Unknown =>
        {
            return None;
        }
        Evidence::RightFromBefore { .. } if suspects.part() == Part::Generation => return None,
        Evidence::SeenElsewhere if suspects.has(Suspects::GENERATION) => return None,
        // The evidence says the same of a FEN.
        Evidence::OfOtherWing if state.is_none() || suspects.has(Suspects::GENERATION) => {
            return None;
        }
        Evidence::OfOtherWing
        | Evidence::NoMovesLeadHere
        | Evidence::RightFromBefore { .. }
        | Evidence::RightFromAnotherRoot
        | Evidence::AskedTwice
        | Evidence::RightAfterEachMove
        | Evidence::RightByEachFen
        | Evidence::RightForLess
        | Evidence::SeenElsewhere
        | Evidence::Foretold => String::new(),
        _ => return None,
    };
    Some(match state {
        Some(state) => format!("{when}the engine answers as if {}", state.as_if),
        None => NOT_EXPLAINED.to_owned(),
    })
}

/// That a table of counts leaves something out of its key, if that is the rule.
fn left_out(rule: Rule) -> Option<String> {
    let what = match rule {
        Rule::TableKeyLacksEnPassant => "the en passant square",
        Rule::TableKeyLacksCastling => "castling rights",
        _ => return None,
    };
    Some(format!(
        "the engine's hash table confuses positions that differ only in {what}: using the count of one for the other \
         gives exactly these numbers"
    ))
}

fn afresh(is_right: bool) -> String {
    let how = if is_right {
        "a freshly started engine, asked only this, is right"
    } else {
        "a freshly started engine, asked only this, is wrong in a different way"
    };
    how.to_owned()
}

/// That another process answers otherwise.
fn kept_sentence(is_right_when_new: bool, after: &After) -> String {
    let how = afresh(is_right_when_new);
    let why = match after {
        After::Questions(_) => {
            "a hash table or other state that survives a question can cause this".to_owned()
        }
        After::Nothing => format!(
            "ox88 started the engine again and repeated the questions before this one (at most {MOST_LOOKED_AT}), and the wrong \
             answer did not come back every time, so there are no lines to reproduce it. The cause may be {CHANCE}, or \
             something that survives from an earlier question, such as an entry of a hash table"
        ),
        After::NoTime => {
            "there was no time to find out whether an earlier question or chance caused the wrong answer, so there are no \
             lines to reproduce it. Hunt again with more time"
                .to_owned()
        }
    };
    in_sentences([how, why])
}

/// Why it is not known whether another process shows the same, if it was to be asked.
pub(super) fn doubt(finding: &Finding) -> Option<String> {
    let confirmation = match &finding.kind {
        FindingKind::Disagreement(found) => &found.confirmation,
        FindingKind::NoReply(no_reply) => {
            let when = match &no_reply.before[..] {
                [] => "this happens by chance, or only after certain earlier questions",
                _ => "this happens only after the earlier questions listed below",
            };
            return (no_reply.is_seen_again == Some(false))
                .then(|| format!("the same question asked again got an answer: {when}"));
        }
    };
    let why = match confirmation {
        Confirmation::Confirmed | Confirmation::NotAsked => return None,
        Confirmation::NoTime => "there was no time to start one".to_owned(),
        Confirmation::NoAnswer(trouble) => format!("when one was started, {trouble}"),
    };
    Some(format!("ox88 has not reproduced this in a freshly started engine: {why}"))
}

/// That a count is right in the perft from before, and wrong in one that begins here.
fn wrong_from_here(played: &Line, asked: &Line, is_at_root: bool) -> String {
    let (from, here, is_played) = (played.end(), asked.end(), !played.moves.is_empty());
    let leads_here = |mv: &Move| from.after(*mv).board() == here.board();
    let moves = if is_played {
        Some(moves_of(played))
    } else {
        from.legal_moves().into_iter().find(leads_here).map(|mv| from.move_text(mv))
    };
    let by = moves.map_or_else(String::new, |moves| format!(" by {moves}"));
    let ways = if is_played { ", whether it is set up by its FEN or by moves" } else { "" };
    let look =
        if is_at_root { ". So look at the code that lists the moves at the root" } else { "" };
    format!(
        "the count of this position is right when a perft of {} reaches it{by}. But a perft that starts from this \
         position is wrong{ways}{look}",
        played.fen()
    )
}

/// `g1f3 g8f6`
fn moves_of(line: &Line) -> String {
    line.texts().join(" ")
}

/// `g1f3 g8f6 from FEN`
fn moves_from_root(line: &Line) -> String {
    format!("{} from {}", moves_of(line), line.fen())
}
