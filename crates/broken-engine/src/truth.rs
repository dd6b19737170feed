//! What else is right to tell of a fault, beside what the list says, and why; and which rules say little.
//!
//! From outside two engines may be the same: then each of their names is right. A name that is right only because a
//! hunt gives it does not belong here.

use crate::faults::Fault;

/// Another rule and part for a fault, and why they may be told.
pub struct Also {
    pub rule: &'static str,
    pub part: &'static str,
    /// For whoever doubts it.
    pub why: &'static str,
    /// Whether one divide alone cannot tell more, and everybody who may ask further can.
    pub is_of_one_divide: bool,
}

const fn also(rule: &'static str, part: &'static str, why: &'static str) -> Also {
    Also { rule, part, why, is_of_one_divide: false }
}

const fn by_one_divide(rule: &'static str, part: &'static str, why: &'static str) -> Also {
    Also { is_of_one_divide: true, ..also(rule, part, why) }
}

impl Fault {
    /// Why each rule and part beside the first may be told, a line each.
    pub fn arguments(self) -> String {
        let line = |it: &Also| format!("{} ({}): {}\n", it.rule, it.part, it.why);
        self.also().iter().map(line).collect()
    }

    /// The rules and parts that are right where all can be asked, as reports name them.
    pub fn answers(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let first = [(self.truth().rule, self.truth().part)];
        let others = self.also().iter().filter(|it| !it.is_of_one_divide);
        first.into_iter().chain(others.map(|it| (it.rule, it.part)))
    }

    /// The same where nothing but one divide is known.
    pub fn answers_by_one_divide(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let first = [(self.truth().rule, self.truth().part)];
        first.into_iter().chain(self.also().iter().map(|it| (it.rule, it.part)))
    }

    /// What is right beside what the list says.
    pub fn also(self) -> &'static [Also] {
        const BY_SIDE: &str = "in one position with two such pawns, an engine that finds only the first of them is the same";
        const DECIDED: &str =
            "that is where it is; a capture that is unmade wrongly would look the same";
        const LAST: &str =
            "no list is right that has another move, as if no en passant were generated";
        const STALE: &str = "that is where it is: the square that undo loses is that of the position, or stays as a later one";
        match self {
            Fault::CastlingMissing => {
                const {
                    &[also(
                        "castling",
                        "generation",
                        "that is where it is, and a hunt that can rule out the FEN may say so",
                    )]
                }
            }
            Fault::EpDecidedByOnePawn => {
                const {
                    &[
                        also("en-passant", "generation", DECIDED),
                        also("en-passant-from-both-sides", "generation", DECIDED),
                        also("en-passant-from-both-sides", "unknown", DECIDED),
                    ]
                }
            }
            Fault::CastlingWithAPieceOnItsGoalMissing => {
                const {
                    &[also(
                        "castling-piece-on-goal",
                        "generation",
                        "that is where it is, and a hunt that can rule out the FEN may say so",
                    )]
                }
            }
            Fault::OneSetOfRookFilesForBothSides => {
                const {
                    &[also(
                        "castling-rook-files-differ",
                        "fen",
                        "that is where it is: the files are those of the FEN",
                    )]
                }
            }
            Fault::UndoForgetsTheEpSquareGeneratedLast => {
                const {
                    &[
                        also("en-passant", "unknown", LAST),
                        also("en-passant", "generation", LAST),
                        also("en-passant-square-lost", "unmake", STALE),
                        also("en-passant-square-kept", "unmake", STALE),
                    ]
                }
            }
            Fault::UndoForgetsTheEpSquare => {
                const { &[also("en-passant-square-kept", "unmake", STALE)] }
            }
            Fault::RookOfTheSameFileClearsTheRight => {
                const {
                    &[also(
                        "castling-right-lost",
                        "make",
                        "a move clears a right too many: the rook that leaves has no part in it",
                    )]
                }
            }
            Fault::FenGivesA1BothWings => {
                const {
                    &[by_one_divide(
                        "listed-twice",
                        "unknown",
                        "e1c1 stands there twice, and nothing else is wrong",
                    )]
                }
            }
            Fault::EpOnlyTowardsTheAFile | Fault::EpOnlyTowardsTheHFile => {
                const { &[by_one_divide("en-passant-from-both-sides", "generation", BY_SIDE)] }
            }
            _ => &[],
        }
    }

    /// Whether an engine with the fault breaks this rule too, though the rule says less of it than it could: it is that
    /// of all faults of its kind, or that of some positions in which the fault shows.
    pub fn breaks_partly(self, rule: &str) -> bool {
        use Fault as F;
        let truth = self.truth().rule;
        match rule {
            // Castling is missing where it is allowed, whatever makes the engine think so.
            "castling" => {
                truth.starts_with("castling-with-attacked")
                    || truth.starts_with("castling-over-attacked")
                    || truth.starts_with("castling-after-other")
                    || ["castling-right-lost", "castling-rook-files-differ"].contains(&truth)
            }
            "castling-without-right" | "castling-right-kept" => {
                truth == "castling-right-kept" || truth.starts_with("castling-right-kept-after")
            }
            "castling-right-lost" => truth == "castling-after-other-rook-gone",
            // A promotion that takes the rook is a capture.
            "castling-right-kept-after-promotion" => truth == "castling-right-kept-after-capture",
            "en-passant" => {
                truth.starts_with("en-passant-takes")
                    || truth.starts_with("en-passant-shields")
                    || truth == "en-passant-square-lost"
            }
            "en-passant-from-both-sides" => {
                matches!(self, F::EpOnlyTowardsTheAFile | F::EpOnlyTowardsTheHFile)
            }
            "en-passant-square-kept" => truth == "en-passant-too-late",
            "en-passant-too-late" => truth == "en-passant-square-kept",
            // Whoever leaves a piece out of the attack test steps, castles and answers checks into its attack.
            "king-into-attack"
            | "castling-through-attack"
            | "castling-into-check"
            | "castling-out-of-check"
            | "check-not-answered" => {
                self.ignores_attacks()
                    || rule == "king-into-attack"
                        && matches!(self, F::KingStepsBackAlongTheRay | F::KingTakesAProtectedPiece)
            }
            "king-takes-protected" => self.ignores_attacks(),
            // A piece that never moves does not take its pinner, either.
            "pinned-piece-takes-pinner" => self == F::PinnedPieceFrozen,
            "underpromotion-by-capture" => truth == "underpromotion",
            "underpromotion" => truth == "underpromotion-by-capture",
            "promotion" => truth.starts_with("promotion-by-capture"),
            _ => false,
        }
    }

    /// Whether the attack test leaves out one kind of piece.
    fn ignores_attacks(self) -> bool {
        use Fault as F;
        matches!(
            self,
            F::PawnAttacksLeftOut
                | F::KnightAttacksLeftOut
                | F::BishopAttacksLeftOut
                | F::RookAttacksLeftOut
                | F::QueenAttacksLeftOut
                | F::KingsSideBySide
        )
    }
}

/// Whether a rule says that something is wrong, and not what: then it is no wrong accusation.
pub fn is_vague(rule: &str) -> bool {
    matches!(
        rule,
        "count-only"
            | "number-of-moves"
            | "count-not-explained"
            | "not-narrowed-down"
            | "moves-depend-on-history"
            | "count-depends-on-history"
            | "different-answers"
            | "state-corrupted"
            | "unread-rows"
    )
}
