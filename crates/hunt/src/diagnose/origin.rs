//! What is at fault, as far as it is known.

use super::Verdict;
use crate::exchange::Exchange;
use crate::explain::{Draw, Rule};
use crate::machine::CorruptState;
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
    /// Whether the same moves are wrong in another position, where nothing that is left behind would make them so.
    pub(crate) is_generated: bool,
    /// What else is wrong when the engine is asked the same again without a new position.
    pub again: Option<Box<Diagnosis>>,
    /// The same line without one of the pieces, each time another one, where the engine is right: that piece belongs to
    /// the error. Behind these come some with another piece in its place. Nothing as long as none was taken off.
    pub right_in: Option<Vec<Line>>,
}

/// What is at fault, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The moves of a position, or the test whether they are legal: its FEN alone shows it.
    Generation,
    /// The same, but its FEN does not show it: the engine does not read the en passant square of a FEN.
    GenerationWhenPlayed,
    /// What is listed at the root alone: the engine counts rightly from the position before it, and deeper
    /// down as it could not if it had misread the FEN.
    GenerationAtRoot {
        /// The moves that lead to the same position, after which it is wrong as well. None if it plays no moves.
        played: Line,
    },
    /// Reading a FEN: the position is right when it is played, but not by its FEN.
    ReadFen,
    /// Reading rights to castle from a FEN: the castling is missing by every FEN, and not after moves from the start
    /// position, which the engine knows by name.
    ReadRights {
        /// These moves.
        played: Line,
    },
    /// One of these two: wrong by the FEN and after these moves, and right in the count from before them.
    ReadFenOrRoot {
        /// The moves that lead to the same position. None if it plays no moves.
        played: Line,
    },
    /// One of these two: reading rights to castle from a FEN, or generating the castlings that are missing. By no FEN
    /// with the same rights, in the same letters, was the engine seen to castle. Or it lists castlings as if their
    /// rights were for the other wing, and no line shows that it reads them so.
    ReadFenOrGeneration,
    /// Making a move: the position is right by its FEN, but not when it is played.
    Make,
    /// Taking a move back.
    Unmake {
        /// How this is known.
        evidence: Evidence,
    },
    /// A count that is wrong although each move behind it has the right one, by a table of remembered counts; or one
    /// that was right before the same was asked again, by that or by something that taking a move back leaves behind.
    Recursion {
        /// The rule that is broken: what the key of a table leaves out, if that is known.
        rule: Rule,
    },
    /// How the last plies are counted, taking a move back, or a table of remembered counts if the depth is enough for
    /// two lines to meet. Behind each move alone the count is right.
    LastPliesOrUnmake,
    /// Making moves, taking them back, or a table of remembered counts: set up by its FEN, each position after a
    /// move is right, and no moves can be played.
    NotPlayed,
    /// One of these two: the list of moves at this depth, or taking a move back. Step for a smaller depth, the
    /// engine lists the right moves.
    ListOrUnmake,
    /// One of these two: reading the FEN from which moves are played, or making them. From another FEN the engine plays
    /// them rightly: from one that writes rights to castle as the position after the moves does, or that of the
    /// position one move before. Or a castling goes to the other wing, and is also listed as if it did.
    ReadRootOrMake,
    /// One of these two: generating castlings, or making a move. That the engine is right by the FEN proves nothing,
    /// since it misreads rights to castle.
    GenerationOrMake,
    /// One of these two: generating the moves, or taking moves back. Something is left behind, but that does not
    /// explain these moves, or some of them are not legal: a right unmake may fail on those.
    GenerationOrUnmake {
        /// How it is known that something is left behind.
        evidence: Evidence,
    },
    /// What is counted, or how it is added up.
    Counting {
        /// The rule of counting that is broken.
        rule: Rule,
        /// More about it, to follow in the same sentence.
        how: Option<String>,
    },
    /// A mistake that shows in every answer.
    Everywhere {
        /// The rule that is broken.
        rule: Rule,
    },
    /// Counting where the game may be drawn: the engine ends it there, and perft does not.
    GameEnd {
        /// The rules of draws that would explain it.
        draws: Vec<Draw>,
    },
    /// Nothing that is always so: the same question was answered rightly a moment later.
    RightWhenRepeated,
    /// It is not settled: set up in the same way, the engine is right about the position at one time and wrong at
    /// another.
    NotSettled,
    /// Something that the engine keeps from one question to the next: a new process that is asked this alone
    /// answers otherwise.
    DependsOnHistory {
        /// Whether the new process answers rightly.
        is_right_when_new: bool,
        /// What a new process has to be asked before this to answer as wrongly.
        after: After,
        /// The rule of what the key of a table of counts leaves out, if that may be why.
        left_out: Option<Rule>,
    },
    /// It is not known, because the engine gave no reply to a further question.
    Unknown {
        /// What it did instead.
        trouble: TroubleKind,
    },
}

/// What a process has to be asked before it answers a question as wrongly as another one did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum After {
    /// These questions, one after the other.
    Questions(Vec<Step>),
    /// This many of the questions before it, which are too many to show.
    ManyQuestions(usize),
    /// Nothing that is known: a new process that is asked the same as the other one does not always do so.
    Nothing,
    /// There was no time to find it out.
    NoTime,
}

/// A part of an engine, as tables and programs name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The moves of a position.
    Generation,
    /// Setting up a position by its FEN.
    ReadFen,
    /// Making a move.
    Make,
    /// Taking a move back.
    Unmake,
    /// Counting by way of other positions.
    Recursion,
    /// What is counted.
    Counting,
    /// It is not known which.
    Unknown,
}

/// How it is known that taking a move back is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// A second question without a new position was answered differently.
    AskedTwice,
    /// Without the en passant square all is right, and the moves in question are not such captures.
    WithoutEnPassant,
    /// Without the rights to castle all is right, and the moves in question are not castlings.
    WithoutCastling,
    /// Each move is right when the engine is asked about it alone, and no two lines of that length can
    /// meet in one position.
    Recursion,
    /// What the engine leaves behind elsewhere explains this whole answer.
    SeenElsewhere,
    /// Where the same rule applies, and it leaves nothing behind that would matter, these moves are right.
    RightBeside,
}

impl Part {
    /// The name of the part in tables and for programs. It does not change.
    pub const fn id(self) -> &'static str {
        match self {
            Part::Generation => "generation",
            Part::ReadFen => "fen",
            Part::Make => "make",
            Part::Unmake => "unmake",
            Part::Recursion => "recursion",
            Part::Counting => "counting",
            Part::Unknown => "unknown",
        }
    }
}

impl Origin {
    /// The part of the engine that is at fault.
    pub const fn part(&self) -> Part {
        match self {
            Origin::Generation | Origin::GenerationWhenPlayed | Origin::GenerationAtRoot { .. } => {
                Part::Generation
            }
            Origin::ReadFen | Origin::ReadRights { .. } => Part::ReadFen,
            Origin::Make => Part::Make,
            Origin::Unmake { .. } => Part::Unmake,
            Origin::Recursion { rule: Rule::CountDependsOnHistory }
            | Origin::Counting { rule: Rule::NumberOfMoves, .. }
            | Origin::ReadFenOrRoot { .. }
            | Origin::ReadFenOrGeneration
            | Origin::LastPliesOrUnmake
            | Origin::NotPlayed
            | Origin::ReadRootOrMake
            | Origin::ListOrUnmake
            | Origin::GenerationOrMake
            | Origin::GenerationOrUnmake { .. }
            | Origin::RightWhenRepeated
            | Origin::NotSettled
            | Origin::DependsOnHistory { .. }
            | Origin::Everywhere { rule: Rule::StartPositionCounted }
            | Origin::Unknown { .. } => Part::Unknown,
            Origin::Everywhere { rule: Rule::PseudoLegal } => Part::Generation,
            Origin::Recursion { .. } => Part::Recursion,
            Origin::Counting { .. } | Origin::Everywhere { .. } | Origin::GameEnd { .. } => {
                Part::Counting
            }
        }
    }
}

impl Diagnosis {
    /// A disagreement that one question shows.
    pub(crate) fn new(exchange: Exchange, origin: Origin) -> Diagnosis {
        let (state, control, again, right_in) = (None, None, None, None);
        let is_generated = false;
        Diagnosis { exchange, origin, state, control, is_generated, again, right_in }
    }

    /// A disagreement that one question shows, while the engine is right there.
    pub(crate) fn against(exchange: Exchange, origin: Origin, control: Line) -> Diagnosis {
        Diagnosis { control: Some(control), ..Diagnosis::new(exchange, origin) }
    }

    /// The verdict that this is at fault.
    pub(super) fn told(&self, origin: Origin) -> Verdict {
        Ok(Some(Diagnosis::new(self.exchange.clone(), origin)))
    }

    /// The same, with the position that the engine would have.
    pub(crate) fn with_state(self, state: Option<CorruptState>) -> Diagnosis {
        Diagnosis { state, ..self }
    }

    /// Making a move is at fault: by its FEN the engine is right about the position.
    pub(crate) fn of_make(exchange: Exchange, state: Option<CorruptState>) -> Diagnosis {
        let control = Line::at(exchange.line.end());
        Diagnosis::against(exchange, Origin::Make, control).with_state(state)
    }

    /// What a new process has to be asked, one question after the other, for the disagreement to be seen again.
    /// Nothing if that is not known.
    pub fn questions_to_ask(&self) -> Vec<Step> {
        let Exchange { line, depth, asked_before, .. } = &self.exchange;
        let mut questions = match &self.origin {
            Origin::DependsOnHistory { after: After::Questions(questions), .. } => {
                questions.clone()
            }
            Origin::DependsOnHistory { .. } => return Vec::new(),
            _ => Vec::new(),
        };
        questions.push(self.exchange.first_question());
        let is_asked_twice = matches!(
            self.origin,
            Origin::Unmake { evidence: Evidence::AskedTwice, .. }
                | Origin::GenerationOrUnmake { evidence: Evidence::AskedTwice, .. }
        );
        if asked_before.is_some() || is_asked_twice {
            questions.push(Step::again(line, *depth));
        }
        questions
    }
}
