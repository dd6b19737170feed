//! What is at fault, as far as it is known.

use super::Ruling;
use crate::search::exchange::Exchange;
use crate::search::explain::{Draw, Rule};
use crate::search::machine::CorruptState;
use crate::search::suspects::{Part, Suspects};
use ox88::{Piece, Square};
use ox88_engine::{Line, Step, TroubleKind};

/// A disagreement where it is smallest, and the part of the engine that is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The shortest question that shows it, with the reply.
    pub exchange: Exchange,
    /// What is at fault.
    pub origin: Origin,
    /// The position that the engine would have, if one explains the answer.
    pub state: Option<CorruptState>,
    /// Where the engine is right, which shows that this part is at fault.
    pub control: Option<Line>,
    /// The parts about which nothing more is to be asked: a control has cleared them, or shown that they are wrong at
    /// least beside another one.
    pub(crate) settled: Suspects,
    /// What else is wrong when the engine is asked the same again without a new position.
    pub again: Option<Box<Diagnosis>>,
    /// The same line without one of the pieces, each time another one, where the engine is right: that piece belongs to
    /// the error. Nothing as long as none was taken off.
    pub right_in: Option<Vec<Line>>,
}

/// What is at fault, as far as it is known: the parts that can still be, and what has ruled out the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// One part is a verdict. Of several it is not known which of them it is.
    pub suspects: Suspects,
    /// What has shown it.
    pub evidence: Evidence,
}

/// What shows which parts can be at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The FEN alone shows it, and so does whatever else leads to the position.
    ByFen,
    /// No FEN shows it: the engine does not read the en passant square of one.
    WhenPlayed,
    /// The count from the position before is right, and what is asked about the position itself is wrong.
    RightFromBefore {
        /// The moves that lead to the position, after which it is wrong as well. None if it plays no moves.
        played: Line,
    },
    /// By no FEN with the same rights, in the same letters, was the engine seen to castle.
    CastlesByNoFen,
    /// By some FENs with the same rights the engine castles, and by others it does not.
    CastlesElsewhere,
    /// Not one move of such a piece was listed by any FEN: a piece that is not read has none either.
    NeverListed(Piece),
    /// Not one move from this square was listed, whichever piece a FEN puts there.
    NeverListedFrom(Square),
    /// Few answers by a FEN were right.
    SeldomRight {
        /// How many.
        right: usize,
        /// Of how many positions with many pieces.
        tried: usize,
    },
    /// A FEN that is misread would give this answer, and those some plies deeper.
    MisreadDeeper {
        /// What would be the case.
        as_if: String,
        /// How much deeper.
        plies: u32,
    },
    /// The board of the engine seems to be another one: what would be the case.
    BoardDiffers(String),
    /// An engine that makes each move to see whether it is legal may have this one wrong because it makes it like that.
    /// Nothing has shown that it does not.
    MayBeMade {
        /// The move.
        mv: String,
        /// What would be the case after it.
        as_if: String,
    },
    /// A wrong move is wrong as well where it is alone on the board and played, and right by the FEN behind it.
    WrongAlone {
        /// That line.
        played: Line,
    },
    /// It castles where no rook is at home: whoever reads a right there that the FEN does not give does so as well.
    CastlesWithoutRook,
    /// No FEN shows castling, and it castles after these moves from the start position, which the engine knows by name.
    CastlesByName {
        /// These moves.
        played: Line,
    },
    /// A FEN is wrong of a position that is right after these moves from the start position, which the engine knows by
    /// name.
    RightByName {
        /// These moves.
        played: Line,
    },
    /// Rights that are read for the other wing would explain the answer.
    OfOtherWing,
    /// No moves are known that lead to the position, and a misread FEN would explain the answer.
    NoMovesLeadHere,
    /// The position is right when it is played, and wrong by its FEN. Or the same misreading as in another position explains
    /// the whole answer.
    WrongByFen,
    /// The position is right by its FEN, and wrong when it is played.
    WrongWhenPlayed,
    /// The same, and where the engine counts from the position before, it makes the last move rightly.
    RightInItsWalk,
    /// The moves are right when they are played from another FEN: from one that writes rights to castle as the position
    /// after the moves does, or that of the position one move before.
    RightFromAnotherRoot,
    /// That the engine is right by the FEN proves nothing, since it misreads rights to castle.
    MisreadsRights,
    /// A second question without a new position was answered differently.
    AskedTwice,
    /// After each move alone the count is right, and from here it is wrong.
    RightAfterEachMove,
    /// After one such move alone the count is right, and from here it is wrong. A person is not asked about the others.
    RightAfterOneMove,
    /// The same, by the FEN of each position after a move: no moves can be played.
    RightByEachFen,
    /// One ply less deep, the engine lists the right moves.
    RightForLess,
    /// Other such moves are right in positions where no move that is taken back can spoil them.
    RightWhereNothingIsLeft,
    /// What the engine leaves behind elsewhere explains this whole answer, or may explain it in some order of moves.
    SeenElsewhere,
    /// An engine that takes moves back with one fault gives every answer that was heard, and has foretold wrong ones.
    Foretold,
    /// A table of counts mixes up positions that differ in what this rule names.
    KeyLacks(Rule),
    /// A count that was right at first is wrong when the same is asked again.
    CountAskedTwice,
    /// The moves are right, and their count breaks this rule.
    Counted {
        /// The rule of counting that is broken.
        rule: Rule,
        /// More about it, to follow in the same sentence.
        how: Option<String>,
    },
    /// A total that does not show which moves are missing or too many.
    NumberAlone,
    /// This mistake explains every answer.
    Everywhere(Rule),
    /// The engine ends the game where it may be drawn, and perft does not: the rules of draws that would explain it.
    DrawnGame(Vec<Draw>),
    /// The same question was answered rightly a moment later.
    RightWhenRepeated,
    /// Set up in the same way, the engine is right about the position at one time and wrong at another.
    NotSettled,
    /// A new process that is asked this alone answers otherwise.
    DependsOnHistory {
        /// Whether the new process answers rightly.
        is_right_when_new: bool,
        /// What a new process has to be asked before this to answer as wrongly.
        after: After,
        /// The rule of what the key of a table of counts leaves out, if that may be why.
        left_out: Option<Rule>,
    },
    /// Another cause would give the same answer, and what would tell needs an engine that plays moves.
    TakesNoMoves,
    /// The engine gave no reply to a further question.
    NoAnswer {
        /// What it did instead.
        trouble: TroubleKind,
    },
}

/// What a process has to be asked before it answers a question as wrongly as another one did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    /// These questions, one after the other.
    Questions(Vec<Step>),
    /// Nothing that is known: a new process that is asked the same as the other one does not always do so.
    Nothing,
    /// There was no time to find it out.
    NoTime,
}

impl Evidence {
    /// This evidence against these parts.
    pub(crate) const fn against(self, suspects: Suspects) -> Origin {
        Origin { suspects, evidence: self }
    }
}

impl Origin {
    /// The moves of a position are generated wrongly: its FEN is enough to show it.
    pub(crate) const GENERATION: Origin = Evidence::ByFen.against(Suspects::GENERATION);
    /// A move is made wrongly.
    pub(crate) const MAKE: Origin = Evidence::WrongWhenPlayed.against(Suspects::MAKE);
    /// A FEN is misread.
    pub(crate) const READ_FEN: Origin = Evidence::WrongByFen.against(Suspects::READ);
    /// A move is taken back wrongly: the engine was wrong only when it was asked again.
    pub(crate) const ASKED_TWICE: Origin = Evidence::AskedTwice.against(Suspects::UNMAKE);

    /// Reading rights to castle, or generating castlings.
    pub(crate) const fn read_or_generated(evidence: Evidence) -> Origin {
        evidence.against(Suspects::READ.or(Suspects::GENERATION))
    }

    /// Generating moves, or taking moves back: something is left behind, but that does not explain these moves, or some
    /// of them are not legal, and a right unmake may fail on those.
    pub(crate) const fn generated_or_unmade(evidence: Evidence) -> Origin {
        evidence.against(Suspects::GENERATION.or(Suspects::UNMAKE))
    }

    /// The list at the root is wrong at this depth, and right at a smaller one: perft may make its own list there.
    pub(crate) const fn right_for_less() -> Origin {
        let list = Suspects::GENERATION.or(Suspects::UNMAKE);
        Evidence::RightForLess.against(list.or(Suspects::COUNTING))
    }

    /// Counting, against this rule.
    pub(crate) const fn counting(rule: Rule) -> Origin {
        Evidence::Counted { rule, how: None }.against(Suspects::COUNTING)
    }

    /// Counting, where a rule of draws ends the game.
    pub(crate) const fn drawn(draws: Vec<Draw>) -> Origin {
        Evidence::DrawnGame(draws).against(Suspects::COUNTING)
    }

    /// Nothing is ruled out.
    pub(crate) const fn unknown(evidence: Evidence) -> Origin {
        evidence.against(Suspects::ALL)
    }

    /// Nothing is ruled out, since the engine gave no reply to a further question.
    pub(crate) const fn no_answer(trouble: TroubleKind) -> Origin {
        Origin::unknown(Evidence::NoAnswer { trouble })
    }

    /// A mistake that shows in every answer.
    pub(crate) fn everywhere(rule: Rule) -> Origin {
        Evidence::Everywhere(rule).against(match rule {
            Rule::PseudoLegal => Suspects::GENERATION,
            Rule::StartPositionCounted => Suspects::ALL,
            _ => Suspects::COUNTING,
        })
    }

    /// The part of the engine that is at fault.
    pub fn part(&self) -> Part {
        self.suspects.part()
    }

    /// Whether what is counted is at fault, or nothing but a count is known.
    pub(crate) const fn is_counted(&self) -> bool {
        matches!(
            self.evidence,
            Evidence::Counted { .. } | Evidence::NumberAlone | Evidence::DrawnGame(_)
        )
    }

    /// Whether generating the moves of this position and taking moves back are what is left, perhaps beside reading its FEN.
    pub fn is_generated_or_unmade(&self) -> bool {
        self.suspects.without(Suspects::READ) == Suspects::GENERATION.or(Suspects::UNMAKE)
    }

    /// Whether making a move or taking it back is at fault, and nothing else, or most probably.
    pub(crate) fn is_made_or_unmade(&self) -> bool {
        self.suspects.without(Suspects::MAKE_OR_UNMAKE) == Suspects::NONE
            || self.evidence == Evidence::AskedTwice && self.suspects.has(Suspects::MAKE)
    }

    /// Whether the moves may be generated wrongly, and the FEN alone shows it.
    pub(crate) fn may_be_generated_by_fen(&self) -> bool {
        matches!(
            self.evidence,
            Evidence::ByFen
                | Evidence::CastlesByNoFen
                | Evidence::CastlesElsewhere
                | Evidence::NeverListed(_)
                | Evidence::NeverListedFrom(_)
                | Evidence::SeldomRight { .. }
                | Evidence::MisreadDeeper { .. }
                | Evidence::BoardDiffers(_)
                | Evidence::MayBeMade { .. }
                | Evidence::WrongAlone { .. }
                | Evidence::CastlesWithoutRook
                | Evidence::OfOtherWing
                | Evidence::NoMovesLeadHere
        )
    }
}

impl Diagnosis {
    /// A disagreement that one question shows.
    pub(crate) fn new(exchange: Exchange, origin: Origin) -> Diagnosis {
        let (state, control, again, right_in) = (None, None, None, None);
        let settled = Suspects::NONE;
        Diagnosis { exchange, origin, state, control, settled, again, right_in }
    }

    /// A disagreement that one question shows, while the engine is right there.
    pub(crate) fn against(exchange: Exchange, origin: Origin, control: Line) -> Diagnosis {
        Diagnosis { control: Some(control), ..Diagnosis::new(exchange, origin) }
    }

    /// The verdict that this is at fault.
    pub(super) fn told(&self, origin: Origin) -> Ruling {
        Ok(Some(Diagnosis::new(self.exchange.clone(), origin)))
    }

    /// The same, with the position that the engine would have.
    pub(crate) fn with_state(self, state: Option<CorruptState>) -> Diagnosis {
        Diagnosis { state, ..self }
    }

    /// Making a move is at fault: by its FEN the engine is right about the position.
    pub(crate) fn of_make(exchange: Exchange, state: Option<CorruptState>) -> Diagnosis {
        let control = Line::at(exchange.line.end());
        Diagnosis::against(exchange, Origin::MAKE, control).with_state(state)
    }

    /// What a new process has to be asked, one question after the other, for the disagreement to be seen again.
    /// Nothing if that is not known.
    pub fn questions_to_ask(&self) -> Vec<Step> {
        let Exchange { line, depth, asked_before, .. } = &self.exchange;
        let mut questions = match &self.origin.evidence {
            Evidence::DependsOnHistory { after: After::Questions(questions), .. } => {
                questions.clone()
            }
            Evidence::DependsOnHistory { .. } => return Vec::new(),
            _ => Vec::new(),
        };
        questions.push(self.exchange.first_question());
        if asked_before.is_some() || self.origin.evidence == Evidence::AskedTwice {
            questions.push(Step::again(line, *depth));
        }
        questions
    }
}
