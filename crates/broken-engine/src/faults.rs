//! The definition of a fault: the name that switches it on, and positions that show it.

use crate::order::Order;
use ox88::{CastlingSide, Color, Square};
use std::cell::Cell;

/// A position in which a fault changes the count of leaves.
pub struct Example {
    pub fen: &'static str,
    pub depth: u32,
    pub right: u64,
    pub wrong: u64,
}

/// What an author should be told of an engine with one fault: rule and part by the ids that reports give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// The rule that the fault breaks.
    pub rule: &'static str,
    /// The part of the engine that is at fault.
    pub part: &'static str,
    /// The rule that says what is wrong with the state of the engine, or `-` where nothing is.
    pub state: &'static str,
}

/// Turns the list of faults into an enum and a table. An entry is the fault, its name, what it does, what its author
/// should be told (see [`Truth`]), and a bracket for each position that shows it: `[FEN, depth: right => wrong]`. A
/// line like `["Castling"]` is the heading of those below.
macro_rules! faults {
    ($([$kind:literal] $($fault:ident $name:literal $what:literal
       => $rule:literal, $part:literal, $state:literal
       $([$fen:literal, $depth:literal: $right:literal => $wrong:literal])*;)*)*) => {
        /// One mistake that this engine can make.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $($(#[doc = $what] $fault),*),* }

        impl Fault {
            pub const ALL: &[Fault] = &[$($(Fault::$fault),*),*];

            /// The heading above it in the list.
            pub fn kind(self) -> &'static str {
                match self { $($(Fault::$fault => $kind),*),* }
            }

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                match self { $($(Fault::$fault => $name),*),* }
            }

            /// What the engine does wrong, in one line.
            pub fn description(self) -> &'static str {
                match self { $($(Fault::$fault => $what),*),* }
            }

            /// What its author should be told where every question can be asked. What else is right stands in `truth`.
            pub fn truth(self) -> Truth {
                match self { $($(Fault::$fault => Truth { rule: $rule, part: $part, state: $state }),*),* }
            }

            /// The smallest positions that are known to show it.
            pub fn examples(self) -> &'static [Example] {
                match self { $($(Fault::$fault => &[$(
                    Example { fen: $fen, depth: $depth, right: $right, wrong: $wrong }
                ),*]),*),* }
            }
        }
    };
}
pub(crate) use faults;

pub use crate::list::Fault;

impl Fault {
    /// Whether an engine may make this mistake on one wing alone. It may if the fault is about castling or pawn
    /// captures, for which many generators have code for each wing. A pawn captures on the wing towards which it goes.
    pub fn has_wings(self) -> bool {
        use Fault as F;
        matches!(
            self,
            F::CastlingThroughAnAttack
                | F::CastlingOutOfCheck
                | F::CastlingIntoCheck
                | F::CastlingForbiddenByAttackOnRook
                | F::CastlingWithF1Occupied
                | F::CastlingWithAPieceBeyondTheRook
                | F::CastlingMissing
                | F::CastlingWithAPieceOnItsGoalMissing
                | F::CastlingMadeOnTheOtherWing
                | F::RookNotMovedByCastling
                | F::RookNotMovedBack
                | F::CastlingForgetsTheKingsSquare
                | F::CapturedRookKeepsTheRight
                | F::CapturedRookKeepsTheRightForAnother
                | F::PromotionTakingTheRookKeepsTheRight
                | F::KingOutAndBackKeepsTheRight
                | F::RookOutAndBackKeepsTheRight
                | F::CastlingWithoutTheRook
                | F::OneMovedRookClearsBothRights
                | F::MovedRookClearsTheOtherRight
                | F::RookOfTheSameFileClearsTheRight
                | F::TakingARookClearsOnesOwnRights
                | F::FenGivesAllRights
                | F::FenGivesNoRights
                | F::FenForgetsTheCheck
                | F::EpUncoversTheKingAlongTheRank
                | F::EpOfTheCheckingPawnMissing
                | F::EpInAnUnrelatedCheck
                | F::EpAlongItsPinMissing
                | F::EpWrapsRoundTheEdge
                | F::EpLeavesTheTakenPawn
                | F::UndoOfEpForgetsTheTakenPawn
                | F::CaptureRemovesAnotherPawn
                | F::EpTestedBeforeThePawnLands
                | F::PawnCaptureWrapsRoundTheEdge
                | F::PromotionByCaptureMissing
                | F::PromotionByCaptureToQueenOnly
                | F::PromotionThatTakesTheCheckerMissing
        )
    }
}

/// The mistakes by which a position may not be what it was when a move is taken back. A king that castles onto a piece
/// takes it, and so does a capture en passant round the edge.
pub const OF_UNDO: [Fault; 14] = [
    Fault::EpWrapsRoundTheEdge,
    Fault::UndoOfEpForgetsTheTakenPawn,
    Fault::UndoForgetsTheEpSquare,
    Fault::UndoForgetsTheEpSquareGeneratedLast,
    Fault::LongCastlingToTheBFile,
    Fault::RookNotMovedBack,
    Fault::RookNotMovedByCastling,
    Fault::RightsNotRestoredByUndo,
    Fault::RightsNotRestoredByUndoOfAKingMove,
    Fault::RightsNotRestoredByUndoOfACapture,
    Fault::UndoOfPromotionLeavesThePiece,
    Fault::UndoForgetsThePieceTakenByPromotion,
    Fault::UndoForgetsTheTakenPiece,
    Fault::UndoForgetsTheKingsSquare,
];

/// The faults that are switched on, for each side and each wing on its own.
#[derive(Clone, Copy, Default)]
pub struct Faults {
    of_wings: [[u128; 2]; 2],
    /// In which order the moves are tried.
    pub order: Order,
}

impl Faults {
    pub const NONE: Faults = Faults { of_wings: [[0; 2]; 2], order: Order::Usual };

    /// Switches on the fault with this name, and returns whether there is one. In front of the name may be, in this
    /// order and each with a colon: `reversed` or `shuffled-7`, for an engine that tries its moves in another
    /// order; `white` or `black`, for a mistake that only one side makes; `king-side` or `queen-side`, for a
    /// mistake on one wing.
    pub fn switch_on_by_name(&mut self, word: &str) -> bool {
        let (order, word) = Order::split_from(word).unwrap_or((Order::Usual, word));
        let (sides, word): (&[Color], &str) = match word.split_once(':') {
            Some(("white", rest)) => (&[Color::White], rest),
            Some(("black", rest)) => (&[Color::Black], rest),
            _ => (&Color::BOTH, word),
        };
        let (wings, name): (&[CastlingSide], &str) = match word.split_once(':') {
            Some(("king-side", name)) => (&[CastlingSide::KingSide], name),
            Some(("queen-side", name)) => (&[CastlingSide::QueenSide], name),
            _ => (&CastlingSide::BOTH, word),
        };
        let fault = Fault::ALL.iter().find(|fault| fault.name() == name);
        let Some(&fault) = fault.filter(|it| wings.len() == 2 || it.has_wings()) else {
            return false;
        };
        for &side in sides {
            for &wing in wings {
                self.of_wings[side.index()][wing as usize] |= 1 << fault as u32;
            }
        }
        if order != Order::Usual {
            self.order = order;
        }
        true
    }

    /// Whether a move that is taken back may leave something behind.
    pub fn spoil_when_undone(self) -> bool {
        let is_made = |fault: &Fault| Color::BOTH.into_iter().any(|side| self.has(*fault, side));
        OF_UNDO.iter().any(is_made)
    }

    /// The mistakes of each side, on whatever wing.
    pub fn by_side(self) -> Asked {
        Asked(self.of_wings.map(|[king_side, queen_side]| king_side | queen_side))
    }

    /// Whether this side makes this mistake, on one wing at least.
    #[inline]
    pub fn has(self, fault: Fault, side: Color) -> bool {
        let [king_side, queen_side] = self.of_wings[side.index()];
        Asked::add(fault, side);
        (king_side | queen_side) >> fault as u32 & 1 != 0
    }

    /// Whether this side makes this mistake on this wing.
    #[inline]
    pub fn has_on(self, wing: CastlingSide, fault: Fault, side: Color) -> bool {
        Asked::add(fault, side);
        self.of_wings[side.index()][wing as usize] >> fault as u32 & 1 != 0
    }
}

/// Which mistakes of each side an engine has been asked for. Whatever it did then, an engine that makes other mistakes
/// alone does as well. So an engine asks for a mistake last, when all else would show it.
#[derive(Clone, Copy, Default)]
pub struct Asked([u128; 2]);

thread_local! {
    static ASKED: Cell<Asked> = const { Cell::new(Asked([0; 2])) };
}

impl Asked {
    #[inline]
    fn add(fault: Fault, side: Color) {
        let mut asked = ASKED.get();
        asked.0[side.index()] |= 1 << fault as u32;
        ASKED.set(asked);
    }

    /// What was asked for since the last call, in this thread.
    pub fn take() -> Asked {
        ASKED.take()
    }

    /// Has these asked for, too.
    pub fn put_back(self) {
        ASKED.set(self.with(ASKED.get()));
    }

    pub fn with(self, other: Asked) -> Asked {
        Asked([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    pub fn shares_none_with(self, other: Asked) -> bool {
        self.0[0] & other.0[0] == 0 && self.0[1] & other.0[1] == 0
    }
}

/// The wing towards which a move goes.
pub fn wing_towards(from: Square, to: Square) -> CastlingSide {
    if to.file() > from.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}
