//! Which part of an engine is at fault: generating moves, making them, taking them back, reading a FEN,
//! or counting?
//!
//! Each experiment asks the same in another way, and which of these answers are right gives the verdict. The first one
//! counts:
//!
//! | experiment | which answer is right or wrong | verdict |
//! |---|---|---|
//! | `game_end::drawn` | right where no rule of draws ends the game | `GameEnd` |
//! | `wrong_when_generated_again` | wrong by the FEN; as wrong by the FEN, asked again | `NotSettled`; `Unmake` or `Recursion` |
//! | **moves that are wrong when played** | | `Make` |
//! | `trials::left_behind` | right after the same moves where nothing is left behind by trying others on the way | `Unmake` |
//! | `made` | a state explains it, perhaps one ply deeper; castling is also listed as on the other wing | `Make`; `ReadRootOrMake` |
//! | `misread::en_passant` | wrong by the FEN of another capture | `GenerationWhenPlayed` |
//! | `by_fen::root` | what `by_fen` finds out about the first FEN | `ReadFen` |
//! | `misread::elsewhere` | wrong by the FEN of another position, right when that is played | `ReadFen` |
//! | `misread::rights` | the same of rights to castle | `GenerationOrMake` |
//! | `right_from_another_root` | right when played from another FEN | `ReadRootOrMake` |
//! | **moves that are wrong by the FEN** | | `Generation` |
//! | `repeated` | right the second time | `RightWhenRepeated` |
//! | `misread::letters` | right by the FEN with the files of the rooks in place of `KQkq` | `ReadFen` |
//! | `by_a_person` | typed, or pasted, by a person | what those of the next ones show that may be so |
//! | `wrong_otherwise_again` | wrong in another way, asked again | `Unmake`, `GenerationOrUnmake` or `NotSettled`; `ReadFen` if also right when played |
//! | `right_when_played` | right when played; or only in the count from before, and as read deeper down, or not | `ReadFen`; `GenerationAtRoot`, `ReadFenOrRoot` |
//! | `misread::elsewhere` | as above | `ReadFen` |
//! | `misread::wing` | listed as on the other wing, wherever that shows | `ReadFenOrGeneration` |
//! | `rights_by_name` | right after the start position by its name; wrong there as well | `ReadRights`; `ReadFenOrGeneration` |
//! | `moves_made` | wrong after one of the moves, right by the FEN there, and a state explains both | `Make` |
//! | `without_moves_of_a_kind` | right without en passant or castling, and a state explains it, below as well, or perhaps | `Unmake`; `GenerationOrUnmake` |
//! | `corrupted_below` | wrong counts below, right after their moves alone | `Unmake` or `GenerationOrUnmake` |
//! | `spoilt_list` | with two or three pieces on the board, one fault of taking back gives the whole answer | `Unmake` |
//! | `trials::left_behind` | right where the same rule would be broken; what is left behind explains all of this | `Unmake` |
//! | **answers that are wrong from some depth on** | | `Make` if played, `LastPliesOrUnmake` by the FEN |
//! | `wrong_moves_for_less` | wrong moves by the FEN at a smaller depth | as above |
//! | `overflow` | right in fewer bits | `Counting` |
//! | `repeated` | right the second time | `RightWhenRepeated` |
//! | `wrong_again` | wrong in another way, asked again | `Unmake` or `GenerationOrUnmake` |
//! | `recursion` | right after each move, wrong together: moves; totals; where none can be played; where lines meet; two plies | `ListOrUnmake`; `Counting`; `NotPlayed`; `Recursion`; `Unmake` |

#![expect(clippy::unnecessary_wraps, reason = "most experiments may have no reply")]

mod by_fen;
mod counts;
mod game_end;
mod making;
mod misread;
mod origin;
mod other_wing;
mod predecessor;
mod probe;
mod suspects;
mod trials;

pub(crate) use predecessor::with_last_move;

use other_wing::counts_for_other_wing;

pub use origin::{After, Diagnosis, Evidence, Origin};
pub use suspects::{Part, Suspects};

use super::exchange::Exchange;
use super::explain::{Rule, explain_missing};
use super::inquiry::{Inquiry, Unanswered};
use super::machine::{
    CorruptState, Hypothesis, Moves, OTHER_WING, Stage, Undoing, after, is_the_only_one,
    pairs_after_making, words_after_undoing,
};
use super::oracle::Oracle;
use ox88::{Move, Position, Setup};
use ox88_engine::{Difference, Line, MoveName, TroubleKind};

/// How deep an engine that prints totals only has to count as it would with the state that explains its answer.
const DEPTH_OF_TOTALS: u32 = 3;

/// Larger answers are not compared with what an engine would answer that takes moves back wrongly.
const MOST_LEAVES_TRIED: u128 = 1_000;

/// Where several states explain these totals, the next ones are asked for, up to this depth and this many leaves.
const DEEPEST_TOTALS: u32 = 6;
const MOST_LEAVES_OF_TOTALS: u128 = 100_000;

/// A disagreement that no question further down shows.
pub(super) struct Smallest {
    pub exchange: Exchange,
    pub kind: SmallestKind,
}

/// What a disagreement comes down to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SmallestKind {
    /// Wrong moves at this very position, or an answer that no move below it can explain.
    Position,
    /// A mate or stalemate that is counted as one leaf.
    GameEnd,
    /// A count that is wrong from here, while each move of the position is right when the engine is
    /// asked about it alone.
    Recursion,
    /// It is not known, since the time of the hunt was over on the way down.
    CutShort,
}

/// An experiment about an answer. It may add to what is known, and if it shows what is at fault, that is the verdict.
type Experiment = fn(&mut Inquiry, &mut Diagnosis) -> Verdict;
type Verdict = Result<Option<Diagnosis>, Unanswered>;

/// What is asked where moves are wrong that were right by the FEN.
const PLAYED: &[Experiment] = &[
    trials::left_behind,
    made,
    misread::en_passant,
    by_fen::root,
    misread::elsewhere,
    misread::rights,
    right_from_another_root,
];

/// What is asked by the FEN where counts are wrong and moves are right.
const COUNTS_BY_FEN: &[Experiment] = &[
    by_fen::wrong_moves_for_less,
    counts::overflow,
    repeated,
    counts::wrong_again,
    counts::recursion,
];

/// Finds out what part of an engine is at fault: what is asked before all else, what is asked about such an answer, and
/// what is at fault if none of that shows it.
pub(super) fn diagnose(inquiry: &mut Inquiry, smallest: Smallest) -> Result<Diagnosis, Unanswered> {
    let Smallest { exchange, kind } = smallest;
    let is_played = !exchange.line.moves.is_empty();
    let has_right_moves = exchange.has_right_moves();
    let is_number_alone = exchange.is_number_alone();
    let (experiments, otherwise): (&[Experiment], _) = match kind {
        SmallestKind::CutShort => (&[], Origin::no_answer(TroubleKind::CutShort)),
        SmallestKind::GameEnd => (&[], Origin::counting(Rule::LeafAtGameEnd)),
        SmallestKind::Recursion if is_played => (&[counts::overflow], Origin::MAKE),
        SmallestKind::Recursion => (COUNTS_BY_FEN, counts::right_after_each_move(exchange.depth)),
        SmallestKind::Position if !has_right_moves && is_played => (PLAYED, Origin::MAKE),
        SmallestKind::Position if !has_right_moves => (by_fen::MOVES, Origin::GENERATION),
        SmallestKind::Position if is_number_alone && is_played => (&[made], Origin::MAKE),
        SmallestKind::Position if is_number_alone => (&[], Origin::unknown(Evidence::NumberAlone)),
        SmallestKind::Position if exchange.comparison.difference.counts.is_empty() => {
            (&[], Origin::counting(Rule::TotalIsNotTheSum))
        }
        SmallestKind::Position => (&[], Origin::counting(Rule::CountOnly)),
    };
    let first: &[Experiment] = match kind {
        SmallestKind::CutShort => &[],
        SmallestKind::GameEnd => &[game_end::drawn],
        _ => &[game_end::drawn, wrong_when_generated_again],
    };
    let known = if otherwise == Origin::MAKE {
        Diagnosis::of_make(exchange, None)
    } else {
        Diagnosis::new(exchange, otherwise)
    };
    verdict(inquiry, first.iter().chain(experiments), known)
}

/// The verdict of the first experiment that has one.
fn verdict<'a>(
    inquiry: &mut Inquiry,
    experiments: impl IntoIterator<Item = &'a Experiment>,
    mut known: Diagnosis,
) -> Result<Diagnosis, Unanswered> {
    for experiment in experiments {
        if let Some(verdict) = experiment(inquiry, &mut known)? {
            return Ok(verdict);
        }
    }
    Ok(known)
}

/// The same question by the FEN once more: a right answer shows that the wrong one was none that is always given.
fn repeated(inquiry: &mut Inquiry, known: &mut Diagnosis) -> Verdict {
    let by_fen = inquiry.ask(&known.exchange.line.at_end(), known.exchange.depth)?;
    if by_fen.is_right() {
        return known.told(Origin::unknown(Evidence::RightWhenRepeated));
    }
    known.exchange = by_fen;
    Ok(None)
}

/// Which of these explain an answer.
fn explaining(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
    mut hypotheses: Vec<Hypothesis>,
) -> Result<Vec<Hypothesis>, Unanswered> {
    if exchange.is_number_alone() {
        return explaining_totals(inquiry, exchange, hypotheses);
    }
    hypotheses.retain(|it| it.explains(inquiry.oracle, exchange));
    Ok(hypotheses)
}

/// Which of these explain the total of an answer and the next ones as well, until a single position is left: many have
/// the same number of moves, and few the same leaves for some plies.
fn explaining_totals(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
    mut hypotheses: Vec<Hypothesis>,
) -> Result<Vec<Hypothesis>, Unanswered> {
    for depth in 1..=DEEPEST_TOTALS {
        let Some(total) = inquiry.ask_total_like(exchange, depth)? else { return Ok(Vec::new()) };
        hypotheses.retain(|hypothesis| hypothesis.leaves(inquiry.oracle, depth) == Some(total));
        let Some(first) = hypotheses.first() else { return Ok(hypotheses) };
        let is_only_one = hypotheses.iter().all(|other| other.position == first.position);
        if depth >= DEPTH_OF_TOTALS && (is_only_one || total > MOST_LEAVES_OF_TOTALS) {
            break;
        }
    }
    Ok(hypotheses)
}

/// The state that explains the totals at the end of a line, if it is the only one.
fn state_by_totals(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let states = explaining(inquiry, exchange, after(Stage::Make, &exchange.line))?;
    let Some(first) = states.first() else { return Ok(None) };
    let is_only_one = states.iter().all(|other| other.position == first.position);
    Ok(is_only_one.then(|| first.state.clone()))
}

/// What would give the whole of an answer about which nothing more can be asked, other than the broken rule of its
/// moves. That castling or en passant is missing says no more than a FEN that is misread. Where another position has
/// shown that the moves are generated so, taking moves back is no such cause.
pub(super) fn other_cause(
    oracle: &Oracle,
    wrong: &Exchange,
    rule: Rule,
    is_generated: bool,
) -> Option<CorruptState> {
    let Difference { missing, extra, counts, .. } = &wrong.comparison.difference;
    let vague = Rule::NotFollowedDown;
    if wrong.has_right_moves() {
        return None;
    }
    let here = wrong.line.end();
    let misread = || {
        let state = misread::misreading(oracle, wrong)?.state;
        let rule = match state.rule {
            Rule::CastlingRightLost => Rule::Castling,
            Rule::EnPassantSquareLost => Rule::EnPassant,
            _ => vague,
        };
        Some(CorruptState { rule, ..state })
    };
    let made = || missing.iter().find_map(|&mv| making::if_made(&here, mv));
    let left = || {
        // What explains one row does so by chance.
        let rows = missing.len() + extra.len() + counts.len();
        if is_generated || rows <= 1 {
            return None;
        }
        let explaining = |answer: &Exchange| {
            let mut left = Moves::OF_SIDES.into_iter().flat_map(Undoing::of);
            left.find(|it| it.explains(oracle, answer))
        };
        let is_small = wrong.reply.sum() <= MOST_LEAVES_TRIED;
        if let Some(it) = is_small.then(|| explaining(wrong)).flatten() {
            return Some(words_after_undoing(it.fault, &here, &[]));
        }
        explaining(&trials::list_of(wrong))
            .map(|_| "moves that were tried before had left something behind".to_owned())
    };
    let cause = || {
        let cause = explain_missing(&wrong.line, missing).filter(|it| it.rule != rule)?;
        extra.is_empty().then(|| format!("this were so: {}", cause.reason))
    };
    let told = |as_if| CorruptState { rule: vague, as_if };
    made().map(told).or_else(misread).or_else(|| left().or_else(cause).map(told))
}

/// What a second question without a new position shows, beyond what was wrong at the first one. Nothing if it shows
/// nothing more.
pub(super) fn diagnose_second(
    inquiry: &mut Inquiry,
    first: &Exchange,
    second: Exchange,
) -> Option<Diagnosis> {
    let oracle = inquiry.oracle;
    let right = oracle.divide(&second.line.end(), second.depth);
    let second = second.beyond(first, &right);
    if second.is_right() {
        return None;
    }
    let state = counts::state_explaining(inquiry, first, &second);
    let state = state.filter(|state| is_the_only_one(state, &second));
    // A table that outlives a question can spoil a count as well, but not the list of moves.
    let is_unmake = state.is_some() || !second.has_right_moves();
    let table = Suspects::TABLE.or(Suspects::UNMAKE);
    let origin =
        if is_unmake { Origin::ASKED_TWICE } else { Evidence::CountAskedTwice.against(table) };
    Some(Diagnosis::new(second, origin).with_state(state))
}

/// The answer when the engine is asked a second time, if that is not right.
pub(super) fn ask_wrong_again(
    inquiry: &mut Inquiry,
    first: &Exchange,
) -> Result<Option<Exchange>, Unanswered> {
    Ok(inquiry.ask_again(first)?.filter(|second| !second.is_right()))
}

/// What a second answer by the FEN shows if it is as wrong as the one where moves are played: an engine may spoil
/// something whenever it generates moves, and may generate them to play one. So it is asked as often by the FEN.
fn wrong_when_generated_again(inquiry: &mut Inquiry, known: &mut Diagnosis) -> Verdict {
    let played = &known.exchange;
    if played.line.moves.is_empty() || inquiry.is_with_person() {
        return Ok(None);
    }
    let first = inquiry.ask_by_fen(&played.line.end(), played.depth)?;
    if !first.is_right() {
        return known.told(Origin::unknown(Evidence::NotSettled));
    }
    let is_as_wrong =
        |second: &Exchange| second.depth == played.depth && played.is_shown_by(second);
    let second = ask_wrong_again(inquiry, &first)?.filter(is_as_wrong);
    Ok(second.and_then(|second| diagnose_second(inquiry, &first, second)))
}

/// Whether what making the moves wrongly would leave behind explains the answer.
fn made(inquiry: &mut Inquiry, known: &mut Diagnosis) -> Verdict {
    known.state = if known.exchange.has_right_moves() {
        state_by_totals(inquiry, &known.exchange)?
    } else {
        state_after_making(inquiry, &known.exchange)?
    };
    if known.state.is_none() {
        let open = Origin::unknown(Evidence::NumberAlone);
        let is_open = known.exchange.is_number_alone()
            && counts_as_before_last_move(inquiry, &known.exchange.line)?;
        return if is_open { known.told(open) } else { Ok(None) };
    }
    if misread::may_be_of_other_wing(inquiry.oracle, &known.exchange)
        && let Some(verdict) = misread::elsewhere(inquiry, known)?
    {
        return Ok(Some(verdict));
    }
    if let Some(verdict) = right_from_another_root(inquiry, known)? {
        return Ok(Some(verdict));
    }
    let is_of_wing = known.state.as_ref().is_some_and(|it| it.rule == Rule::CastlingOnOtherWing);
    let state = CorruptState { rule: Rule::CastlingOnOtherWing, as_if: OTHER_WING.to_owned() };
    if is_of_wing && counts_for_other_wing(inquiry, &known.exchange.line.root, &state)? {
        let origin = Evidence::ListedOnOtherWing.against(Suspects::READ.or(Suspects::MAKE));
        return Ok(Some(Diagnosis { origin, control: None, ..known.clone() }));
    }
    Ok(Some(known.clone()))
}

/// Whether an engine that lacks the last move may have refused it, and counted from the position before it.
fn counts_as_before_last_move(inquiry: &mut Inquiry, line: &Line) -> Result<bool, Unanswered> {
    let mut before = line.clone();
    before.moves.pop();
    for depth in 1..=2 {
        if inquiry.ask_total(&before, depth)? != inquiry.ask_total(line, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the engine is right after the same moves from the same board with other rights to castle, or after one
/// more move, which leads to where they began: then only the FEN was another.
fn right_from_another_root(inquiry: &mut Inquiry, known: &mut Diagnosis) -> Verdict {
    let Diagnosis { exchange, state, .. } = &*known;
    let from_rights = from_rights_at_end(&exchange.line).filter(|_| lacks_castling_alone(exchange));
    let from_before = from_one_move_before(&exchange.line).filter(|_| !inquiry.is_with_person());
    for played in from_rights.into_iter().chain(from_before) {
        if inquiry.ask(&played, exchange.depth).is_ok_and(|played| played.is_right()) {
            let origin = Evidence::RightFromAnotherRoot.against(Suspects::READ.or(Suspects::MAKE));
            let verdict = Diagnosis::against(exchange.clone(), origin, played);
            return Ok(Some(verdict.with_state(state.clone())));
        }
    }
    Ok(None)
}

/// Whether castling is missing, and nothing else is wrong that a king does: then a right was not read, or it was lost
/// on the way.
pub(crate) fn lacks_castling_alone(exchange: &Exchange) -> bool {
    let Difference { missing, twice, .. } = &exchange.comparison.difference;
    let is_castling = |mv: &Move| mv.castling_rook().is_some();
    !missing.is_empty()
        && missing.iter().all(is_castling)
        && !adds_kings_moves(exchange)
        && twice.is_empty()
}

/// Whether a king goes where it may not, or a move that nobody can make may be one of a king.
fn adds_kings_moves(exchange: &Exchange) -> bool {
    let (here, Difference { extra, .. }) = (exchange.line.end(), &exchange.comparison.difference);
    let king = here.king(here.side_to_move());
    let is_other = |named| matches!(named, MoveName::Squares { from, .. } if from != king);
    !extra.iter().all(|it| it.named.is_some_and(is_other))
}

/// The same moves from the same board, with those rights to castle alone that are left at the end, if the first FEN
/// writes them in another way than the last one. Some engines read the letters of Chess960 wrongly or not at all, and
/// are right by a FEN of ordinary chess.
fn from_rights_at_end(line: &Line) -> Option<Line> {
    let end = line.end();
    if line.root.castling_notation() == end.castling_notation() {
        return None;
    }
    let castling = end.setup().castling;
    line.played_from(Position::new(Setup { castling, ..line.root.setup() }).ok()?)
}

/// The same moves after one more, which leads to the position where they began.
fn from_one_move_before(line: &Line) -> Option<Line> {
    let mut longer = with_last_move(&line.root)?;
    longer.moves.extend(&line.moves);
    Some(longer)
}

/// The state that explains an answer at the end of a line, if one does. Where several do, one ply more
/// may decide between them.
fn state_after_making(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let mut hypotheses = after(Stage::Make, &exchange.line);
    hypotheses.retain(|it| it.explains(inquiry.oracle, exchange));
    if hypotheses.is_empty() {
        // Perhaps two things are wrong at once.
        hypotheses = pairs_after_making(&exchange.line);
        hypotheses.retain(|it| it.explains(inquiry.oracle, exchange));
    }
    let mut place = 0;
    if let [first, second, ..] = &hypotheses[..]
        && first.position != second.position
    {
        let deeper = inquiry.ask(&exchange.line, exchange.depth + 1)?;
        let explains = |it: &Hypothesis| it.explains(inquiry.oracle, &deeper);
        place = hypotheses.iter().position(explains).unwrap_or(0);
    }
    Ok(hypotheses.get(place).map(|hypothesis| hypothesis.state.clone()))
}
