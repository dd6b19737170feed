//! The mutants: each fault of the broken engine in each of its forms.
//!
//! A generator is often right for White and wrong for Black, or right on one wing and wrong on the other.
//! So a fault comes in several forms, each of which a suite should catch: made by both sides, by White
//! alone and by Black alone; about castling and captures by pawns, also on one wing alone; and where the wrong
//! counts depend on the order in which the moves are tried, in that order reversed.

use crate::faults::{Fault, Faults};

/// One form of a fault.
#[derive(Clone)]
pub struct Mutant {
    pub fault: Fault,
    /// Its name on the command line of the broken engine: `white:queen-side:castling-missing`.
    pub word: String,
    /// The switches of the engine.
    pub faults: Faults,
}

impl Mutant {
    fn new(fault: Fault, prefixes: [&str; 3]) -> Mutant {
        let word = prefixes.concat() + fault.name();
        let mut faults = Faults::NONE;
        assert!(faults.switch_on_by_name(&word), "the broken engine knows no {word}");
        Mutant { fault, word, faults }
    }

    /// Whether it is the whole fault: made by both sides, on both wings, and with the moves in their usual order.
    pub fn is_whole(&self) -> bool {
        self.word == self.fault.name()
    }
}

/// All mutants, in the order of the faults. The first form of each is the whole fault.
pub fn mutants() -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for &fault in Fault::ALL {
        let orders: &[&str] = if depends_on_order(fault) { &["", "reversed:"] } else { &[""] };
        let sides: &[&str] =
            if is_of_neither_side(fault) { &[""] } else { &["", "white:", "black:"] };
        let wings: &[&str] =
            if fault.has_wings() { &["", "king-side:", "queen-side:"] } else { &[""] };
        for order in orders {
            for side in sides {
                mutants.extend(wings.iter().map(|wing| Mutant::new(fault, [order, side, wing])));
            }
        }
    }
    mutants
}

/// The faults whose wrong counts depend on it, each in so many orders of its moves.
pub fn in_orders(orders: u16) -> Vec<Mutant> {
    let faults = Fault::ALL.iter().filter(|it| depends_on_order(**it));
    let of_fault = |&fault| {
        (1..=orders).map(move |it| Mutant::new(fault, [&format!("shuffled-{it}:"), "", ""]))
    };
    faults.flat_map(of_fault).collect()
}

/// Whether the wrong counts depend on the order in which moves are tried. If undo leaves something behind, it spoils
/// later moves; and a table with an incomplete key keeps the position that came first.
fn depends_on_order(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::UndoOfEpForgetsTheTakenPawn
            | Fault::UndoForgetsTheEpSquareGeneratedLast
            | Fault::RookNotMovedBack
            | Fault::RightsNotRestoredByUndo
            | Fault::RightsNotRestoredByUndoOfAKingMove
            | Fault::RightsNotRestoredByUndoOfACapture
            | Fault::UndoOfPromotionLeavesThePiece
            | Fault::UndoForgetsThePieceTakenByPromotion
            | Fault::UndoForgetsTheTakenPiece
            | Fault::UndoForgetsTheKingsSquare
            | Fault::HashForgetsTheEpSquare
            | Fault::HashForgetsTheRights
    )
}

/// Whether the fault has no form for each side: rook files concern both sides, a1 is White's, and a counter concerns
/// neither.
fn is_of_neither_side(fault: Fault) -> bool {
    use Fault as F;
    matches!(
        fault,
        F::OneSetOfRookFilesForBothSides | F::FenGivesA1BothWings | F::CountsWrapAt16Bits
    )
}
