//! What was found: a disagreement with the rule that is broken, or a question without a reply.

use super::diagnose::{After, Diagnosis, Evidence, Origin, has_pieces_elsewhere, is_special};
use super::exchange::{Exchange, NoReply};
use super::explain::{Explanation, Rule, Scene, explain_game_end, more_usual_castlings};
use super::learnt::Learnt;
use super::machine::CorruptState;
use super::plan::Case;
use super::suspects::Part;
use super::trouble::is_choice;
use ox88::{Color, Move, Position, Square};
use ox88_engine::{Difference, Extra, Line, RowsFrom, TroubleKind, WrongCount};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

/// One thing that is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the position that led to it.
    pub case: String,
    /// The file and line of that position, if it is one of a suite.
    pub place: Option<String>,
    /// How deep the engine was asked to count there.
    pub asked: u32,
    /// The moves from that position to where the engine was seen to go wrong.
    pub line: Line,
    /// What was found there.
    pub kind: FindingKind,
}

/// The moves to play, the plies to count, and the pieces on the board.
pub(super) type Size = (usize, u32, usize);

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// The engine gave no reply.
    NoReply(Box<NoReply>),
    /// The engine's answer differs.
    Disagreement(Box<Disagreement>),
}

/// A wrong answer with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The rule that the engine breaks.
    pub rule: Rule,
    /// The one cause behind many missing moves, if there is one.
    pub cause: Option<Explanation>,
    /// Each move that is wrong, with its reason.
    pub moves: Vec<WrongMove>,
    /// Where the disagreement is smallest, and what part of the engine is at fault.
    pub diagnosis: Diagnosis,
    /// Whether another process of the engine shows it as well.
    pub confirmation: Confirmation,
    /// Which moves of all positions are wrong like these, if the engine has taught that.
    pub learnt: Option<Learnt>,
    /// The side that has it wrong, if the engine is right where the sides are exchanged.
    pub side: Option<Color>,
}

/// Whether another process of an engine, which has been asked nothing else, answers as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It does.
    Confirmed,
    /// None was asked: there is none to ask, or one has shown a smaller example of the same.
    NotAsked,
    /// There was no time for it.
    NoTime,
    /// It could not be asked, or did not answer, but did this.
    NoAnswer(TroubleKind),
}

/// A move that an engine has wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// The move in our notation, or as the engine writes it if it is not legal.
    pub text: String,
    /// What is wrong with it.
    pub wrong: Wrong,
    /// Why it is legal, or why it is not. Nothing for a count.
    pub explanation: Option<Explanation>,
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is legal, and the engine lacks it.
    Missing,
    /// It is not legal, and the engine lists it.
    Extra,
    /// The engine lists it more than once.
    Twice,
    /// The engine has another count for it.
    Count {
        /// What the engine counts.
        theirs: u128,
        /// What is right.
        ours: u128,
    },
}

impl Finding {
    /// A question without a reply.
    pub(super) fn of_no_reply(case: &Case, no_reply: Box<NoReply>) -> Finding {
        let line = no_reply.seen_at.clone();
        Finding::new(case, line, FindingKind::NoReply(no_reply))
    }

    /// A wrong answer. The line leads to where it was found, before it was made as small as it can be.
    pub(super) fn of_disagreement(case: &Case, line: Line, diagnosis: Diagnosis) -> Finding {
        let kind = FindingKind::disagreement(diagnosis);
        Finding::new(case, line, kind)
    }

    fn new(case: &Case, line: Line, kind: FindingKind) -> Finding {
        let (asked, place) = (case.depth, case.place.clone());
        Finding { case: case.name.clone(), place, asked, line, kind }
    }

    /// What is at fault, if the engine has replied.
    pub fn origin(&self) -> Option<&Origin> {
        self.disagreement().map(|found| &found.diagnosis.origin)
    }

    /// Whether a person gave no further answers before ox88 knew what is at fault.
    pub(super) fn is_cut_off(&self) -> bool {
        let ended = Evidence::NoAnswer { trouble: TroubleKind::Ended };
        self.origin().is_some_and(|it| it.evidence == ended)
    }

    /// The wrong answer where it is smallest, if the engine has replied.
    pub fn exchange(&self) -> Option<&Exchange> {
        self.disagreement().map(|found| &found.diagnosis.exchange)
    }

    /// The same with the lines without one piece where the engine is right.
    pub(super) fn with_right_in(self, right_in: Vec<Line>) -> Finding {
        self.with_diagnosis(|diagnosis| Diagnosis { right_in: Some(right_in), ..diagnosis })
    }

    /// What would have been found if this were the answer, with the same origin.
    pub(super) fn if_answered(&self, answer: &Exchange) -> Finding {
        let exchange = answer.clone();
        self.clone().with_diagnosis(|diagnosis| Diagnosis { exchange, ..diagnosis })
    }

    /// Whether each wrong move is wrong in the same way, and against the same rule, as one of another finding.
    pub(super) fn breaks_no_more_than(&self, other: &Finding) -> bool {
        let moves = |it: &Finding| -> HashSet<_> {
            it.disagreement().iter().flat_map(|it| &it.moves).map(WrongMove::breaks).collect()
        };
        moves(self).is_subset(&moves(other))
    }

    /// The pieces of the other side that seem to be why moves are missing, if these or all pieces may be.
    pub(super) fn suspects(&self, without_each: Vec<Line>) -> Vec<Square> {
        let Some(exchange) = self.exchange() else { return Vec::new() };
        let here = exchange.line.end();
        let us = here.side_to_move();
        match self.origin() {
            Some(origin) if *origin == Origin::GENERATION => {}
            // Not the rook that has gone may be why, but the piece that it took.
            Some(origin)
                if origin.part() == Part::Make
                    && self.rule() == Some(Rule::CastlingAfterOtherRookGone) =>
            {
                let ours = exchange.line.plies().filter(|ply| ply.side() == us);
                return ours.filter_map(|ply| ply.before.captured(ply.mv)).collect();
            }
            _ => return Vec::new(),
        }
        let known = self.clone().with_right_in(Vec::new()).reasons();
        let of_any = self.clone().with_right_in(without_each).reasons();
        let new = self.reasons().into_iter().chain(of_any).filter(|it| !known.contains(it));
        let mut suspects: Vec<Square> = new.flat_map(|it| it.squares).collect();
        suspects.retain(|&it| here.board().at(it).is_some_and(|man| man.belongs_to(!us)));
        let mut seen = HashSet::new();
        suspects.retain(|&it| seen.insert(it));
        suspects
    }

    /// Why moves that are missing are legal, and the one cause behind them if there is one.
    fn reasons(&self) -> Vec<Explanation> {
        let Some(found) = self.disagreement() else { return Vec::new() };
        let missing = found.moves.iter().filter(|mv| mv.wrong == Wrong::Missing);
        let of_moves = missing.filter_map(|mv| mv.explanation.as_ref());
        found.cause.iter().chain(of_moves).cloned().collect()
    }

    /// A castling that is missing, and an attacked square beside the king's way that seems to be the reason.
    pub(super) fn attacked_beside_castling(&self) -> Option<(Move, Square)> {
        let diagnosis = &self.disagreement()?.diagnosis;
        let (scene, wrong) = (scene_of(diagnosis), &diagnosis.exchange.comparison.difference);
        wrong.missing.iter().find_map(|&mv| Some((mv, scene.attacked_beside(mv)?)))
    }

    /// Lines on which the engine castles if it lacks castling only where that is unusual in one respect.
    pub(super) fn more_usual_castlings(&self) -> Vec<Line> {
        let Some(Disagreement { rule, diagnosis, .. }) = self.disagreement() else {
            return Vec::new();
        };
        let here = diagnosis.exchange.line.end();
        let missing = &diagnosis.exchange.comparison.difference.missing;
        let is_open = diagnosis.control.is_none()
            && [Rule::Castling, Rule::CastlingInChess960].contains(rule);
        let castlings = missing.iter().filter(|mv| is_open && mv.castling_rook().is_some());
        castlings.flat_map(|&mv| more_usual_castlings(&here, mv)).collect()
    }

    /// The same with a line on which the engine is right.
    pub(super) fn with_control(self, control: Line) -> Finding {
        self.with_diagnosis(|diagnosis| Diagnosis { control: Some(control), ..diagnosis })
    }

    /// The same of another origin, with the position that the engine would have.
    pub(super) fn with_origin(self, origin: Origin, state: Option<CorruptState>) -> Finding {
        self.with_diagnosis(|diagnosis| Diagnosis { origin, state, ..diagnosis })
    }

    /// The same of another origin that explains it in the same way, as another process has shown it.
    pub(super) fn with_origin_kept(self, origin: Origin) -> Finding {
        let (state, confirmation) = match self.disagreement() {
            Some(found) => (found.diagnosis.state.clone(), found.confirmation.clone()),
            None => return self,
        };
        self.with_origin(origin, state).with_confirmation(confirmation)
    }

    /// The same once the engine was seen to castle like this after all.
    pub(super) fn unless_castled(self, castled: &HashSet<Move>) -> Finding {
        let is_so = self.origin().is_some_and(|it| it.evidence == Evidence::CastlesByNoFen)
            && self.exchange().is_some_and(|it| {
                it.comparison.difference.missing.iter().any(|mv| castled.contains(mv))
            });
        if !is_so {
            return self;
        }
        self.with_origin_kept(Origin::read_or_generated(Evidence::CastlesElsewhere))
    }

    /// The same as what follows from reading FENs wrongly, with the position that the engine would have.
    pub(super) fn told_as_misread(self, state: CorruptState) -> Finding {
        self.with_diagnosis(|diagnosis| Diagnosis { control: None, ..diagnosis })
            .with_origin(Origin::READ_FEN, Some(state))
    }

    /// The position that the engine would have, if one explains its answer.
    pub fn state(&self) -> Option<&CorruptState> {
        self.disagreement()?.diagnosis.state.as_ref()
    }

    /// The same filed under the rule that follows from another diagnosis.
    fn with_diagnosis(self, change: impl FnOnce(Diagnosis) -> Diagnosis) -> Finding {
        let FindingKind::Disagreement(found) = self.kind else { return self };
        Finding { kind: FindingKind::disagreement(change(found.diagnosis)), ..self }
    }

    /// The same with what another process of the engine has shown.
    pub(super) fn with_confirmation(mut self, confirmation: Confirmation) -> Finding {
        if let FindingKind::Disagreement(disagreement) = &mut self.kind {
            disagreement.confirmation = confirmation;
        }
        self
    }

    /// The same with what was learnt about its wrong moves.
    pub(super) fn with_learnt(mut self, learnt: Learnt) -> Finding {
        if let FindingKind::Disagreement(disagreement) = &mut self.kind {
            disagreement.learnt = Some(learnt);
        }
        self
    }

    /// The same of the side to move alone.
    pub(super) fn of_one_side(mut self) -> Finding {
        let side = self.position().side_to_move();
        if let FindingKind::Disagreement(disagreement) = &mut self.kind {
            disagreement.side = Some(side);
        }
        self
    }

    /// The wrong answer, if the engine has replied.
    pub fn disagreement(&self) -> Option<&Disagreement> {
        match &self.kind {
            FindingKind::NoReply(_) => None,
            FindingKind::Disagreement(disagreement) => Some(disagreement),
        }
    }

    /// Whether another process of the engine has shown it.
    pub fn is_confirmed(&self) -> bool {
        match &self.kind {
            FindingKind::NoReply(no_reply) => {
                no_reply.is_seen_again == Some(true) || !no_reply.before.is_empty()
            }
            FindingKind::Disagreement(found) => found.confirmation == Confirmation::Confirmed,
        }
    }

    /// The rule and the part at fault, by which findings belong together, if the engine has replied.
    pub fn cause(&self) -> Option<(Rule, Part)> {
        self.disagreement().map(|found| (found.rule, found.diagnosis.origin.part()))
    }

    /// How much there is to look at: moves to play, then plies to count, then pieces on the board.
    pub fn size(&self) -> Size {
        let (line, depth) = self.shortest_question();
        (line.moves.len(), depth, men_on(&line.end()))
    }

    /// The rule that is broken, if the engine has replied.
    pub fn rule(&self) -> Option<Rule> {
        self.disagreement().map(|found| found.rule)
    }

    /// The position at which the engine goes wrong.
    pub fn position(&self) -> Position {
        self.shortest_question().0.end()
    }

    /// The shortest question that shows it: the moves to play, and how deep to count.
    pub fn shortest_question(&self) -> (&Line, u32) {
        match &self.kind {
            FindingKind::NoReply(no_reply) => (&no_reply.line, no_reply.depth),
            FindingKind::Disagreement(found) => {
                (&found.diagnosis.exchange.line, found.diagnosis.exchange.depth)
            }
        }
    }
}

pub(super) fn men_on(position: &Position) -> usize {
    Color::BOTH.into_iter().map(|color| position.board().pieces(color).count()).sum()
}

impl FindingKind {
    fn disagreement(diagnosis: Diagnosis) -> FindingKind {
        let scene = scene_of(&diagnosis);
        let difference = &diagnosis.exchange.comparison.difference;
        let Difference { missing, extra, twice, .. } = difference;
        let only_lacks_moves = extra.is_empty() && twice.is_empty();
        let is_list_lacking = diagnosis.origin.may_be_generated_by_fen() && only_lacks_moves;
        let of_moves = is_list_lacking.then(|| scene.explain_missing(missing));
        let cause = of_moves.flatten().or_else(|| cause_in_game_end(&diagnosis, &scene));
        // A total of 0 does not say whether the engine lacks its moves, or counts nothing behind them.
        let is_zero = diagnosis.exchange.reply.source == RowsFrom::Totals
            && diagnosis.exchange.reply.rows.is_empty();
        let moves = if is_zero { Vec::new() } else { wrong_moves(&scene, difference) };
        let by_cause = cause.as_ref().map(|cause| cause.rule);
        let rule = by_cause.unwrap_or_else(|| rule_of(&diagnosis, &moves));
        let confirmation = Confirmation::NotAsked;
        let (learnt, side) = (None, None);
        let found = Disagreement { rule, cause, moves, diagnosis, confirmation, learnt, side };
        FindingKind::Disagreement(Box::new(found))
    }
}

/// That the engine ends the game, if that says more than the moves that it lacks.
fn cause_in_game_end(diagnosis: &Diagnosis, scene: &Scene) -> Option<Explanation> {
    let Diagnosis { exchange, origin, .. } = diagnosis;
    let draws = match &origin.evidence {
        Evidence::DrawnGame(draws) => &draws[..],
        Evidence::ByFen
        | Evidence::NeverListed(_)
        | Evidence::SeldomRight { .. }
        | Evidence::MisreadDeeper { .. }
            if exchange.has_no_rows() && has_moves_of_all_kinds(exchange, scene) =>
        {
            &[]
        }
        _ => return None,
    };
    Some(explain_game_end(&exchange.line, &exchange.comparison.difference.counts, draws))
}

impl WrongMove {
    /// In which way it is wrong, and against which rule.
    fn breaks(&self) -> (Discriminant<Wrong>, Option<Rule>) {
        (discriminant(&self.wrong), self.explanation.as_ref().map(|it| it.rule))
    }
}

/// Whether the missing moves are so different that no single rule of moving is behind them.
fn has_moves_of_all_kinds(exchange: &Exchange, scene: &Scene) -> bool {
    let missing = &exchange.comparison.difference.missing;
    let rules: HashSet<Rule> = missing.iter().map(|&mv| scene.explain_move(mv).rule).collect();
    let pieces: HashSet<Square> = missing.iter().map(|mv| mv.from).collect();
    rules.len() > 1 && pieces.len() > 1
}

/// The position that is wrong, and where the engine is right, if it is known.
fn scene_of(diagnosis: &Diagnosis) -> Scene<'_> {
    let scene = Scene::at_end_of(&diagnosis.exchange.line).right_in(diagnosis.right_in.clone());
    Scene { control: diagnosis.control.clone(), ..scene }
}

fn wrong_moves(scene: &Scene, difference: &Difference) -> Vec<WrongMove> {
    let Difference { missing, extra, twice, counts, .. } = difference;
    let here = scene.here;
    let legal = |wrong| move |&mv: &Move| (here.move_text(mv), wrong, Some(scene.explain_move(mv)));
    let extra = extra.iter().map(|Extra { text, named }| {
        (text.clone(), Wrong::Extra, named.map(|named| scene.explain_name(named)))
    });
    let counts = counts.iter().map(|&WrongCount { mv, theirs, ours }| {
        (here.move_text(mv), Wrong::Count { theirs, ours }, None)
    });
    let (missing, twice) =
        (missing.iter().map(legal(Wrong::Missing)), twice.iter().map(legal(Wrong::Twice)));
    let all = missing.chain(extra).chain(twice).chain(counts);
    all.map(|(text, wrong, explanation)| WrongMove { text, wrong, explanation }).collect()
}

/// The rule under which a disagreement is filed.
fn rule_of(Diagnosis { exchange, origin, state, .. }: &Diagnosis, moves: &[WrongMove]) -> Rule {
    let by_state = state.as_ref().map(|state| state.rule);
    let by_moves = rule_of_moves(moves);
    let has_texts = moves.iter().any(|mv| mv.wrong == Wrong::Extra);
    let by_named = by_moves.or(has_texts.then_some(Rule::NoMove));
    let is_total = exchange.reply.source == RowsFrom::Totals;
    let rule = match &origin.evidence {
        Evidence::Counted { rule, .. }
        | Evidence::Everywhere(rule)
        | Evidence::KeyLacks(rule)
        | Evidence::DependsOnHistory { left_out: Some(rule), .. } => Some(*rule),
        Evidence::NumberAlone => Some(Rule::NumberOfMoves),
        Evidence::CountAskedTwice => Some(Rule::CountDependsOnHistory),
        Evidence::DrawnGame(_) => Some(Rule::EndsGameTooEarly),
        Evidence::RightWhenRepeated
        | Evidence::NotSettled
        | Evidence::DependsOnHistory { after: After::Nothing | After::NoTime, .. } => {
            Some(Rule::DifferentAnswers)
        }
        Evidence::DependsOnHistory { .. } if by_named.is_none() => {
            Some(Rule::CountDependsOnHistory)
        }
        Evidence::DependsOnHistory { .. } => Some(Rule::MovesDependOnHistory),
        Evidence::NoAnswer { trouble: TroubleKind::CutShort | TroubleKind::NotStarted(_) } => {
            by_named.or(Some(Rule::CountNotExplained))
        }
        Evidence::TakesNoMoves => by_state.or(by_named),
        Evidence::NoAnswer { trouble } if is_choice(trouble) => {
            by_state.or(by_named).or(Some(Rule::NotNarrowedDown))
        }
        Evidence::NoAnswer { .. } => by_state.or(by_named).or(Some(Rule::CountOnly)),
        // What is left behind may be why these are wrong. Captures en passant and castlings have tests of their own.
        Evidence::Foretold
        | Evidence::AskedTwice
        | Evidence::RightAfterEachMove
        | Evidence::RightWhereNothingIsLeft
        | Evidence::SeenElsewhere
            if origin.is_generated_or_unmade() =>
        {
            let missing = &exchange.comparison.difference.missing;
            let are_special = !missing.is_empty() && missing.iter().copied().all(is_special);
            let is_unexplained = origin.evidence == Evidence::AskedTwice && state.is_none();
            if are_special && !is_unexplained { by_named } else { Some(Rule::NotNarrowedDown) }
        }
        _ if origin.is_made_or_unmade() => {
            // A rule that depends on the moves before says more: for example, it names the kind of move
            // with which a right was lost.
            let by_history = by_moves.filter(|rule| rule.depends_on_earlier_moves());
            // Rows that explain themselves say more than a state that nothing explains.
            let by_any_row = || rules_of(moves.iter()).find(|rule| rule.depends_on_earlier_moves());
            // Behind a total there are no rows that were seen, and what is left behind spoils other moves than those
            // that leave it.
            let by_rows = by_moves.filter(|_| origin.part() == Part::Make && !is_total);
            by_history.or(by_state).or_else(by_any_row).or(by_rows)
        }
        Evidence::RightAfterEachMove | Evidence::RightAfterOneMove | Evidence::RightByEachFen => {
            Some(Rule::CountOnly)
        }
        Evidence::CastlesByName { .. } => Some(Rule::CastlingRightLost),
        Evidence::RightByName { .. } if has_pieces_elsewhere(exchange) => Some(Rule::PieceNotRead),
        Evidence::SeldomRight { .. } | Evidence::BoardDiffers(_)
            if rules_of(moves.iter()).any(|it| it == Rule::NoPieceThere) =>
        {
            Some(Rule::NoPieceThere)
        }
        Evidence::WrongByFen => by_state.or(by_moves),
        // Behind a total there may be a castling to the other wing in place of the one that is missing.
        Evidence::CastlesByNoFen | Evidence::CastlesElsewhere
            if is_total && state.is_none() && by_named == Some(Rule::CastlingInChess960) =>
        {
            Some(Rule::NumberOfMoves)
        }
        Evidence::CastlesByNoFen
        | Evidence::OfOtherWing
        | Evidence::NoMovesLeadHere
        | Evidence::WrongWhenPlayed
        | Evidence::RightFromAnotherRoot => by_state.or(by_named),
        _ => by_named,
    };
    rule.unwrap_or(Rule::StateCorrupted)
}

/// The rules of the moves that are wrong.
fn rules_of<'a>(moves: impl Iterator<Item = &'a WrongMove>) -> impl Iterator<Item = Rule> {
    moves.filter_map(|mv| mv.explanation.as_ref().map(|explanation| explanation.rule))
}

/// The rule of the moves that are wrong: of the missing ones if there are any, then of the extra ones,
/// and of these the rule that most of them break.
fn rule_of_moves(moves: &[WrongMove]) -> Option<Rule> {
    [Wrong::Missing, Wrong::Extra, Wrong::Twice].into_iter().find_map(|wrong| {
        let rules: Vec<Rule> = rules_of(moves.iter().filter(|mv| mv.wrong == wrong)).collect();
        let times = |rule: Rule| rules.iter().filter(|&&other| other == rule).count();
        let most = rules.iter().copied().max_by_key(|&rule| (times(rule), Reverse(rule)));
        // Of the four promotions of a pawn three are to other pieces than a queen.
        let general = most.map(|most| match most {
            Rule::Underpromotion => Rule::Promotion,
            Rule::UnderpromotionByCapture => Rule::PromotionByCapture,
            // A piece that never moves along its pin does not take its pinner, either.
            Rule::PinnedPieceTakesPinner => Rule::PinnedPieceAlongPin,
            other => other,
        });
        let most = general.filter(|rule| rules.contains(rule)).or(most);
        if wrong == Wrong::Twice { most.map(|_| Rule::ListedTwice) } else { most }
    })
}
