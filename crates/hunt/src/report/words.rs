//! What is at fault, how that is known, and what is in doubt: in sentences.

use super::Found;
use crate::diagnose::{After, Diagnosis, Evidence, Origin};
use crate::exchange::Exchange;
use crate::explain::{Rule, RuleKind};
use crate::finding::{Confirmation, Finding, FindingKind, Wrong, WrongMove};
use crate::trouble::is_choice;
use ox88::Square;
use ox88_engine::read::Name;
use ox88_engine::{Line, RowsFrom, TroubleKind};

/// Why an answer may not always be the same.
const CHANCE: &str = "chance can do that (uninitialised memory, threads, the clock)";

/// How a total differs from what it should be.
pub(super) fn total_sentence(exchange: &Exchange, claimed: u128, sum: u128) -> String {
    match (exchange.reply.source, exchange.depth) {
        (RowsFrom::Totals, 1) => {
            format!("{claimed} moves counted where {sum} are legal")
        }
        (RowsFrom::Totals, _) => {
            format!("{claimed}, but its totals after the legal moves add up to {sum}")
        }
        _ => format!("{claimed}, but the rows add up to {sum}"),
    }
}

/// How ox88 knows which moves an engine has that it has read no list of.
pub(super) fn by_totals(exchange: &Exchange) -> &'static str {
    let is_of_totals = exchange.reply.source == RowsFrom::Totals;
    if is_of_totals && !exchange.comparison.difference.has_right_moves() {
        "; the engine lists no moves, so ox88 concludes this from the total after each move"
    } else {
        ""
    }
}

impl WrongMove {
    /// Why it is wrong.
    pub(super) fn why(&self) -> String {
        match (&self.explanation, self.wrong) {
            (_, Wrong::Count { theirs, ours }) => format!("{theirs}, should be {ours}"),
            (Some(_), Wrong::Twice) => "it is one legal move".to_owned(),
            (Some(it), _) => it.reason.clone(),
            (None, _) if Name::of(&self.text).san().is_some() => {
                "there is no piece on the board that this could mean".to_owned()
            }
            (None, _) => "this is not a move at all".to_owned(),
        }
    }

    /// The rule that its sentence is about. That a move is legal, and listed twice, is about none.
    pub(super) fn rule(&self) -> Option<&'static str> {
        let explanation = self.explanation.as_ref().filter(|_| self.wrong != Wrong::Twice);
        explanation.map(|it| it.rule.id())
    }

    /// The squares to mark: its own, then those of the pieces that prove its reason.
    pub(super) fn squares(&self) -> &[Square] {
        self.explanation.as_ref().map_or(&[], |it| &it.squares)
    }
}

impl Found {
    /// The rule to name beside a wrong move, or beside the one cause of all: none that the heading names, or makes
    /// plain. After an unmake that spoils the board, the rules of the moves that are wrong then lead nowhere.
    pub(super) fn rule_beside(&self, id: &'static str) -> Option<&'static str> {
        let row = |id| Rule::ALL.iter().copied().find(|rule| rule.id() == id);
        let (heading, own) = (row(self.rule)?, row(id)?);
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

/// What a part of an engine is called, of which this is the name for programs.
pub(super) fn part_name(id: &'static str) -> &'static str {
    match id {
        "fen" => "FEN parsing",
        "recursion" => "hash table",
        id => id,
    }
}

impl Wrong {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Wrong::Missing => "missing",
            Wrong::Extra => "extra",
            Wrong::Twice => "twice",
            Wrong::Count { .. } => "count",
        }
    }

    /// What a move is, after its name.
    pub(super) const fn phrase(self) -> &'static str {
        match self {
            Wrong::Twice => "listed twice",
            Wrong::Count { .. } => "counted wrongly",
            Wrong::Missing | Wrong::Extra => self.word(),
        }
    }
}

const NOT_EXPLAINED: &str = "no single fault that ox88 knows explains the whole answer, so the usual cause \
    is only a guess from the rule";

const NOT_SETTLED: &str = "unknown: set up in the same way, the engine is sometimes right and sometimes \
    wrong, so something earlier leaves a trace";

const WRONG_FROM_HERE: &str = "asked after each move separately, the engine counts correctly, but one perft from here is wrong";

const NOT_PLAYED: &str = "unknown: set up by its FEN, the position after each move is counted correctly, but \
    the count from here is wrong; either the engine makes or unmakes moves wrongly, or the key of its hash \
    table is missing something, or the last ply has its own counting code";

const MISCOUNTED: &str = "counting: the moves are right, but the engine counts them wrongly";

/// What part of the engine is at fault, and how that is known.
#[expect(clippy::too_many_lines, reason = "a table of sentences")]
pub(super) fn origin_sentence(diagnosis: &Diagnosis) -> String {
    let Diagnosis { exchange, origin, state, control, .. } = diagnosis;
    let control = control.as_ref();
    let as_if_after = |when: &str| match state {
        Some(state) => format!("{when}the engine answers as if {}", state.as_if),
        None => NOT_EXPLAINED.to_owned(),
    };
    let as_if = || as_if_after("");
    match origin {
        Origin::Generation => {
            "generation: setting up this FEN is enough to show it".to_owned()
        }
        Origin::GenerationWhenPlayed => {
            "generation: wrong when the engine plays the double push; the FEN alone does not show it, \
             because the engine ignores the en passant square of a FEN"
                .to_owned()
        }
        Origin::GenerationAtRoot { played } => format!(
            "generation, only at the root: {}, and its counts after other moves are right too",
            wrong_when_asked_for(played)
        ),
        Origin::ReadFenOrRoot { played } => format!(
            "unknown: either FEN parsing, or code that runs only at the root; {}; {}",
            wrong_when_asked_for(played),
            as_if()
        ),
        Origin::ReadFenOrGeneration
            if state.as_ref().is_some_and(|it| it.rule != Rule::CastlingOnOtherWing) =>
        {
            format!(
                "unknown: either generation or FEN parsing; ox88 knows no moves that lead here, which \
                 would tell them apart; {}",
                as_if()
            )
        }
        Origin::ReadFenOrGeneration if state.is_some() => format!(
            "unknown: either this castling is not generated, or its right is not read from a FEN; even with little more \
             than the kings and the rook on the board, {}",
            as_if()
        ),
        Origin::ReadFenOrGeneration => {
            "unknown: either this castling is not generated, or its right is not read from a FEN; the engine castles \
             this way from no FEN that ox88 tried"
                .to_owned()
        }
        Origin::ReadFen if control.is_some_and(|it| it.moves.is_empty()) => format!(
            "FEN parsing: wrong from the FEN of this position, right from {}, which names rooks by their \
             files; {}",
            control.map_or(String::new(), Line::fen),
            as_if_after("from the first FEN ")
        ),
        Origin::ReadFen if control.is_none() => format!(
            "FEN parsing: the same misreading as in another position explains this whole answer; {}",
            as_if_after("from the FEN ")
        ),
        Origin::ReadFen => format!(
            "FEN parsing: wrong from the FEN of this position, right when the engine plays {}; {}",
            control.map_or(String::new(), |control| moves_with_other_rights(control, &exchange.line)),
            as_if_after("from the FEN ")
        ),
        Origin::ReadRights { played } => format!(
            "FEN parsing: the engine castles this way after {} from startpos, but from no FEN that ox88 tried",
            played.texts().join(" ")
        ),
        Origin::Make if exchange.line.moves.is_empty() => format!(
            "make: set up by its FEN, the position after each move is counted correctly, but one of them is \
             wrong when counted from here; {}",
            as_if()
        ),
        Origin::Make => {
            let moves = exchange.line.texts().join(" ");
            let first = exchange.line.texts().into_iter().next().unwrap_or_default();
            let is_said = state.as_ref().is_some_and(|it| it.as_if.contains(&first));
            format!(
                "make: right from the FEN of this position, wrong when the engine plays {moves}; {}",
                as_if_after(&if is_said { String::new() } else { format!("after {first} ") })
            )
        }
        Origin::ReadRootOrMake if control.is_none() => format!(
            "unknown: wrong when the engine plays {}, and with these rights it also lists castling to the \
             other side; either it misreads the first FEN, or it lists and makes castling wrongly; {}",
            moves_from_root(&exchange.line),
            as_if()
        ),
        Origin::ReadRootOrMake => {
            let control = control.unwrap_or(&exchange.line);
            let how = if control.moves.len() == exchange.line.moves.len() {
                "writes castling rights as the FEN of this position does"
            } else {
                "leads to the same position"
            };
            format!(
                "unknown: wrong when the engine plays {}, but right when it plays {}, which {how}; either \
                 the engine misreads the first FEN, or it makes a move wrongly there; {}",
                moves_from_root(&exchange.line),
                moves_from_root(control),
                as_if()
            )
        }
        Origin::Unmake { evidence } => {
            let evidence = evidence_sentence(*evidence, exchange.asked_before.is_some());
            format!("unmake: {evidence}; {}", as_if())
        }
        Origin::Recursion { rule } => {
            let wrong = if exchange.asked_before.is_some() {
                "asked twice in a row, the engine counts right the first time and wrong the second"
            } else {
                WRONG_FROM_HERE
            };
            let why = left_out(*rule).unwrap_or_else(|| {
                "a hash table with an incomplete key does that, and so does an unmake that does not restore \
                 everything"
                    .to_owned()
            });
            format!("{}: {wrong}; {why}", part_name(origin.part().id()))
        }
        Origin::LastPliesOrUnmake if exchange.depth > 2 => format!(
            "unknown: {WRONG_FROM_HERE}; either the last plies have their own counting code, or an unmake \
             does not restore everything, or the key of a hash table is missing something"
        ),
        Origin::LastPliesOrUnmake => format!(
            "unknown: {WRONG_FROM_HERE}; either the last ply has its own counting code, or an unmake does \
             not restore everything"
        ),
        Origin::NotPlayed => NOT_PLAYED.to_owned(),
        Origin::ListOrUnmake => format!(
            "unknown: at a smaller depth, the engine lists the right moves; either this depth has its own \
             code to list moves, or an unmake does not restore everything; {}",
            as_if()
        ),
        Origin::GenerationOrMake => format!(
            "unknown: wrong when the engine plays {}; that it is right from the FEN proves nothing, because \
             the engine misreads castling rights in a FEN; either castling is generated wrongly, or making a \
             move goes wrong",
            exchange.line.texts().join(" ")
        ),
        Origin::GenerationOrUnmake { evidence } => {
            let later = if *evidence == Evidence::AskedTwice { "later " } else { "" };
            let is_open = *evidence == Evidence::RightBeside && state.is_none();
            let as_if = if is_open { String::new() } else { format!("; {}", as_if_after(later)) };
            either_sentence(exchange, *evidence, &as_if)
        }
        Origin::NotSettled => NOT_SETTLED.to_owned(),
        Origin::RightWhenRepeated => format!(
            "unknown: asked the same again, the engine was right; {CHANCE}, and so can something that it \
             keeps between questions"
        ),
        Origin::DependsOnHistory { is_right_when_new, left_out: Some(rule), .. } => {
            let how = afresh(*is_right_when_new);
            format!("unknown: {how}; {}", left_out(*rule).unwrap_or_default())
        }
        Origin::DependsOnHistory { is_right_when_new, after, .. } => kept_sentence(*is_right_when_new, after),
        Origin::Unknown { trouble: TroubleKind::CutShort } => {
            "unknown: the hunt ran out of time before it found the cause, which may also be elsewhere; hunt \
             this position alone at this depth to go on from here"
                .to_owned()
        }
        Origin::Unknown { trouble } => {
            let is_choice = is_choice(trouble);
            let asked = if is_choice { "one answer alone does not show which part is at fault" } else { "when ox88 asked further," };
            let trouble = match trouble {
                TroubleKind::Ended => String::new(),
                trouble if is_choice => format!(", and {trouble}"),
                trouble => format!(" {trouble}"),
            };
            let other = state.as_ref();
            let other = other.map_or(String::new(), |it| match it.as_if.matches(" and ").count() {
                0 => format!("; it is also as if {}", it.as_if),
                // Four rights that are all lost say no more than the rule does.
                _ => String::new(),
            });
            format!("unknown: {asked}{trouble}{other}")
        }
        Origin::Counting { rule: Rule::NumberOfMoves, .. } => {
            "unknown: totals do not show which moves are missing and which are extra".to_owned()
        }
        Origin::Everywhere { .. } => {
            let is_of_totals = exchange.reply.source == RowsFrom::Totals;
            let each = if is_of_totals { "the total" } else { "each row" };
            format!(
                "{}: this one mistake explains {each} in four positions at three depths",
                origin.part().id()
            )
        }
        Origin::GameEnd { .. } => {
            "counting: the engine stops where the game may be drawn, but perft goes on"
                .to_owned()
        }
        Origin::Counting { how: None, .. } => MISCOUNTED.to_owned(),
        Origin::Counting { how: Some(how), .. } => format!("{MISCOUNTED}; {how}"),
    }
}

/// That it is not known whether moves are generated or taken back wrongly.
fn either_sentence(exchange: &Exchange, evidence: Evidence, as_if: &str) -> String {
    let is_removed = matches!(evidence, Evidence::WithoutEnPassant | Evidence::WithoutCastling);
    let either = if is_removed || exchange.comparison.difference.extra.is_empty() {
        "either the engine generates these moves wrongly, or unmaking moves leaves something behind that spoils them"
    } else {
        "either the engine generates illegal moves, and unmaking these leaves something behind, or unmaking \
         any move does"
    };
    let evidence = evidence_sentence(evidence, false);
    format!("unknown: {evidence}; {either}{as_if}")
}

/// That a table of counts leaves something out of its key, if that is the rule.
fn left_out(rule: Rule) -> Option<String> {
    let what = match rule {
        Rule::TableKeyLacksEnPassant => "the en passant square",
        Rule::TableKeyLacksCastling => "castling rights",
        _ => return None,
    };
    Some(format!(
        "the engine's hash table treats positions that differ only in {what} as the same: that mistake gives \
         exactly these counts"
    ))
}

fn afresh(is_right: bool) -> String {
    let how = if is_right { "is right" } else { "is wrong in a different way" };
    format!("a freshly started engine that is asked only this {how}")
}

/// That another process answers otherwise.
fn kept_sentence(is_right_when_new: bool, after: &After) -> String {
    let how = afresh(is_right_when_new);
    let why = match after {
        After::Questions(_) => {
            "a table or other state that survives a question can do that".to_owned()
        }
        After::ManyQuestions(count) => format!(
            "after the {count} questions that came before, it is wrong in the same way; a table or other \
             state that survives a question can do that"
        ),
        After::Nothing => format!(
            "even after the earlier questions, a freshly started engine does not always answer as this one \
             did; {CHANCE}, and so can state from long before"
        ),
        After::NoTime => {
            "ox88 had no time to find out whether an earlier question or chance causes that"
                .to_owned()
        }
    };
    format!("unknown: {how}; {why}")
}

/// Why it is not known whether another process shows the same, if it was to be asked.
pub(super) fn doubt(finding: &Finding) -> Option<String> {
    let confirmation = match &finding.kind {
        FindingKind::Disagreement(found) => &found.confirmation,
        FindingKind::NoReply(no_reply) => {
            let when = match &no_reply.before[..] {
                [] => "it does so now and then, or after certain earlier questions",
                _ => "it does so after the questions that reproduce it",
            };
            return (no_reply.is_seen_again == Some(false))
                .then(|| format!("asked the same again, the engine did not do that: {when}"));
        }
    };
    let why = match confirmation {
        Confirmation::Confirmed | Confirmation::NotAsked => return None,
        Confirmation::NoTime => "there was no time to start one".to_owned(),
        Confirmation::NoAnswer(trouble) => format!("when one was started, {trouble}"),
    };
    Some(format!("ox88 has not reproduced this in a freshly started engine: {why}"))
}

/// How it is known that moves are taken back wrongly.
const fn evidence_sentence(evidence: Evidence, was_right_at_first: bool) -> &'static str {
    match (evidence, was_right_at_first) {
        (Evidence::AskedTwice, false) => {
            "asked the same twice in a row, the engine's first answer is wrong, and its second one differs"
        }
        (Evidence::AskedTwice, true) => {
            "asked twice in a row, the engine is right the first time and wrong the second"
        }
        (Evidence::WithoutEnPassant, _) => "without the en passant square these moves are right",
        (Evidence::WithoutCastling, _) => "without the castling rights these moves are right",
        (Evidence::Recursion, _) => WRONG_FROM_HERE,
        (Evidence::RightBeside, _) => {
            "in a similar position these moves are right, by the same rule"
        }
        (Evidence::SeenElsewhere, _) => {
            "what the engine left behind in another position explains this whole answer"
        }
    }
}

/// That a position is wrong by its FEN, and as it is played unless no moves can be, and right in the count from before.
fn wrong_when_asked_for(played: &Line) -> String {
    if played.moves.is_empty() {
        return format!(
            "the engine is wrong when ox88 asks about this position itself, but right when it counts from {}",
            played.fen()
        );
    }
    let moves = moves_from_root(played);
    format!(
        "the engine is wrong when ox88 asks about this position itself, even when it plays {moves}, but \
         right when it counts from there"
    )
}

/// The same, and that it begins at the board where it ends, if nobody sees that: the FENs differ in their rights.
fn moves_with_other_rights(played: &Line, asked: &Line) -> String {
    let (root, end) = (played.root, asked.end());
    let is_same_board = root.board() == end.board() && root.side_to_move() == end.side_to_move();
    let way = moves_from_root(played);
    let differ = is_same_board && root.castling_rights() != end.castling_rights();
    if differ { format!("{way}, which is the same board with other rights to castle") } else { way }
}

/// `g1f3 g8f6 from FEN`
fn moves_from_root(line: &Line) -> String {
    format!("{} from {}", line.texts().join(" "), line.fen())
}
