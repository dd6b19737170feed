//! The faults, by the rule that they break.
//!
//! Each is one branch of the engine: look for `Fault::` and its name. If `undo` is faulty, the wrong counts depend on
//! the order in which moves are tried.

use crate::faults::{Example, Truth, faults};

faults! {
    ["En passant"]
    EpUncoversTheKingAlongTheRank "ep-uncovers-the-king-along-the-rank"
        "en passant is allowed although both pawns leave the rank on which a rook attacks the king"
        => "en-passant-uncovers-rank", "generation", "-"
        ["8/8/8/r2Pp2K/8/8/4k3/8 w - e6", 1: 6 => 7]
        ["3k4/3p4/8/K1P4r/8/8/8/8 b - -", 2: 92 => 93];
    EpOfTheCheckingPawnMissing "ep-of-the-checking-pawn-missing"
        "en passant that takes the checking pawn is never generated"
        => "en-passant-takes-checker", "generation", "-"
        ["8/8/8/2k5/3Pp3/8/8/4K3 b - d3", 1: 9 => 8];
    EpInAnUnrelatedCheck "ep-in-an-unrelated-check"
        "en passant is allowed in any check"
        => "en-passant-in-other-check", "generation", "-"
        ["k7/8/8/8/5pP1/8/K7/7B b - g3", 1: 3 => 4];
    EpSquareNotCleared "ep-square-not-cleared"
        "the en passant square stays until the next double push"
        => "en-passant-too-late", "make", "en-passant-square-kept"
        ["k7/8/8/8/5pP1/8/K7/7B b - g3", 3: 128 => 154];
    EpAlongItsPinMissing "ep-along-its-pin-missing"
        "a pinned pawn never takes en passant, not even along its pin"
        => "en-passant-shields-king", "generation", "-"
        ["4k1b1/8/8/3Pp3/8/8/K7/8 w - e6", 1: 6 => 5];
    EpOnlyTowardsTheAFile "ep-only-towards-the-a-file"
        "en passant is generated towards the a-file only"
        => "en-passant", "generation", "-"
        ["rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6", 1: 31 => 30];
    EpOnlyTowardsTheHFile "ep-only-towards-the-h-file"
        "en passant is generated towards the h-file only"
        => "en-passant", "generation", "-"
        ["4k3/8/8/4pP2/8/8/8/4K3 w - e6", 1: 7 => 6];
    EpDecidedByOnePawn "ep-decided-by-one-pawn"
        "of two pawns that may take en passant, the queenside one decides for both"
        => "en-passant", "unknown", "-"
        ["3r3k/8/8/3PpP2/8/8/8/3K4 w - e6", 1: 8 => 7];
    EpWrapsRoundTheEdge "ep-wraps-round-the-edge"
        "a pawn on the edge takes en passant on the other edge"
        => "round-the-edge", "generation", "-"
        ["8/RPP5/8/3k4/5Bp1/6Pp/P4P1P/5K2 w - -", 2: 149 => 150];
    EpMissing "ep-missing"
        "en passant is never generated"
        => "en-passant", "generation", "-"
        ["8/8/8/2k5/3Pp3/8/8/4K3 b - d3", 1: 9 => 8];
    EpLastsTwoMoves "ep-lasts-two-moves"
        "a pawn may still be taken en passant one move later"
        => "en-passant-too-late", "make", "en-passant-square-kept"
        ["4k3/8/8/8/4pP2/8/8/4K3 b - f3", 3: 276 => 306];
    EpSquareAfterASingleStep "ep-square-after-a-single-step"
        "a pawn that takes one step may be taken en passant, too"
        => "en-passant-without-double-push", "make", "en-passant-without-double-push"
        ["7k/8/8/8/3p4/4P3/8/4K3 w - -", 2: 32 => 33];
    EpLeavesTheTakenPawn "ep-leaves-the-taken-pawn"
        "make forgets to remove the pawn that was taken en passant"
        => "captured-pawn-left", "make", "captured-pawn-left"
        ["8/8/8/2k5/3Pp3/8/8/4K3 b - d3", 1: 9 => 8];
    UndoOfEpForgetsTheTakenPawn "undo-of-ep-forgets-the-taken-pawn"
        "unmake does not put back the pawn that was taken en passant"
        => "captured-piece-not-restored", "unmake", "captured-piece-not-restored"
        ["4r1k1/8/p3pQp1/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6", 1: 2 => 12];
    UndoForgetsTheEpSquare "undo-forgets-the-ep-square"
        "unmake does not restore the en passant square; en passant is generated first, so only a second `go perft` shows it"
        => "en-passant-square-lost", "unmake", "en-passant-square-lost";
    UndoForgetsTheEpSquareGeneratedLast "undo-forgets-the-ep-square-generated-last"
        "unmake does not restore the en passant square, so en passant, which is generated last, is lost"
        => "en-passant", "unmake", "-"
        ["8/8/8/2k5/3Pp3/8/8/4K3 b - d3", 1: 9 => 8];
    EnPassantByAnotherPiece "en-passant-by-another-piece"
        "while the pawn that has jumped gives check, any piece may go to the en passant square"
        => "en-passant-by-another-piece", "generation", "-"
        ["7k/8/R5Q1/1BpP4/3K4/8/8/8 w - c6", 1: 8 => 11];
    CaptureRemovesAnotherPawn "capture-removes-another-pawn"
        "while an en passant square is set, a pawn's ordinary capture also removes a pawn behind its target square"
        => "capture-removes-another-pawn", "make", "capture-removes-another-pawn"
        ["4k3/8/8/1n1Pp3/Pp6/8/8/4K3 w - e6", 2: 107 => 106];
    EpTestedBeforeThePawnLands "ep-tested-before-the-pawn-lands"
        "en passant is tested for check with both pawns off the board, before the capturing one lands"
        => "en-passant-shields-king", "generation", "-"
        ["4r2k/8/8/3Pp3/8/8/8/4K3 w - e6", 1: 7 => 6];

    ["Castling"]
    CastlingThroughAnAttack "castling-through-an-attack"
        "the king castles across an attacked square"
        => "castling-through-attack", "generation", "-"
        ["4k3/8/8/8/8/8/4p3/4K2R w K -", 1: 12 => 13];
    CastlingOutOfCheck "castling-out-of-check"
        "the king castles while in check"
        => "castling-out-of-check", "generation", "-"
        ["4k3/4r3/8/8/8/8/8/R3K2R w KQ -", 1: 4 => 6];
    CastlingIntoCheck "castling-into-check"
        "the king castles onto an attacked square"
        => "castling-into-check", "generation", "-"
        ["4k1r1/8/8/8/8/8/8/4K2R w K -", 1: 14 => 15];
    CastlingForbiddenByAttackOnB1 "castling-forbidden-by-attack-on-b1"
        "an attack on a square that only the rook crosses forbids castling"
        => "castling-over-attacked-rook-way", "generation", "-"
        ["1r2k3/8/8/8/8/8/8/R3K3 w Q -", 1: 16 => 15];
    CastlingForbiddenByAttackOnRook "castling-forbidden-by-attack-on-rook"
        "an attack on the rook forbids castling"
        => "castling-with-attacked-rook", "generation", "-"
        ["4k2r/8/8/8/8/8/8/4K2R w K -", 1: 15 => 14];
    CastlingWithB1Occupied "castling-with-b1-occupied"
        "a piece on a square that only the rook crosses does not bar castling"
        => "castling-rook-way-blocked", "generation", "-"
        ["4k3/8/8/8/8/8/8/RN2K3 w Q -", 1: 15 => 16];
    CastlingWithF1Occupied "castling-with-f1-occupied"
        "a piece on the square where the rook arrives does not bar castling"
        => "castling-king-way-blocked", "generation", "-"
        ["4k3/8/8/8/8/8/8/4KB1R w K -", 1: 19 => 20];
    CastlingWithAPieceBeyondTheRook "castling-with-a-piece-beyond-the-rook"
        "in Chess960, a piece beyond the rook, on the way to its target square, does not bar castling"
        => "castling-king-way-blocked", "generation", "-"
        ["4k3/8/8/8/8/8/8/4NRK1 w F -", 1: 15 => 16];
    LongCastlingToTheBFile "long-castling-to-the-b-file"
        "queenside castling brings the king to the b-file"
        => "castling", "generation", "-"
        ["4k3/8/8/8/8/8/8/R3K3 w Q -", 3: 1287 => 1293];
    CastlingMissing "castling-missing"
        "castling is never generated"
        => "castling", "unknown", "-"
        ["4k3/8/8/8/8/8/8/4K2R w K -", 1: 15 => 14];
    CastlingMadeOnTheOtherWing "castling-made-on-the-other-wing"
        "castling puts king and rook on the squares of the other wing, if these are free"
        => "castling-on-other-wing", "make", "castling-on-other-wing"
        ["4k3/8/8/8/8/8/8/4K2R w K -", 3: 1197 => 1194];
    RookNotMovedByCastling "rook-not-moved-by-castling"
        "make moves the king alone"
        => "rook-not-moved", "make", "rook-not-moved"
        ["5k2/8/8/8/8/8/8/4K2R w K -", 2: 66 => 67];
    RookNotMovedBack "rook-not-moved-back"
        "unmake moves the king back alone"
        => "rook-not-moved-back", "unmake", "rook-not-moved-back"
        ["5k2/8/8/8/8/8/8/4K2R w K -", 2: 66 => 72];
    CastlingForgetsTheKingsSquare "castling-forgets-the-kings-square"
        "castling does not update the stored square of the king"
        => "king-looked-for-elsewhere", "make", "king-looked-for-elsewhere"
        ["7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -", 3: 78 => 79];

    ["Castling rights"]
    CapturedRookKeepsTheRight "captured-rook-keeps-the-right"
        "the castling right stays when the rook is taken, and castling does not check that a rook is there"
        => "castling-right-kept-after-capture", "make", "castling-right-kept"
        ["1k6/8/8/8/R7/1n6/8/R3K3 b Q -", 2: 193 => 194];
    CapturedRookKeepsTheRightForAnother "captured-rook-keeps-the-right-for-another"
        "the castling right stays when the rook is taken, and serves any rook that comes to its place"
        => "castling-right-kept-after-capture", "make", "castling-right-kept"
        ["7k/7p/7P/8/8/7R/6p1/4K2R b K -", 4: 10507 => 10511];
    PromotionTakingTheRookKeepsTheRight "promotion-taking-the-rook-keeps-the-right"
        "the castling right stays when a promotion takes the rook"
        => "castling-right-kept-after-promotion", "make", "castling-right-kept"
        ["4k3/8/8/8/8/8/6p1/4K2R b K -", 2: 111 => 113];
    KingOutAndBackKeepsTheRight "king-out-and-back-keeps-the-right"
        "the castling rights stay when the king moves, and it castles when it is back"
        => "castling-right-kept-after-king-move", "make", "castling-right-kept"
        ["7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -", 5: 2192 => 2202];
    RookOutAndBackKeepsTheRight "rook-out-and-back-keeps-the-right"
        "the castling right stays when the rook moves, and serves any rook that comes to its place"
        => "castling-right-kept-after-rook-move", "make", "castling-right-kept"
        ["7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -", 5: 2192 => 2194];
    CastlingWithoutTheRook "castling-without-the-rook"
        "the castling right stays when the rook moves, and castling does not check that a rook is there"
        => "castling-right-kept-after-rook-move", "make", "castling-right-kept"
        ["4k3/8/8/8/8/8/8/4K2R w K -", 3: 1197 => 1227];
    OneCapturedRookClearsBothRights "one-captured-rook-clears-both-rights"
        "both castling rights are lost when any rook is taken"
        => "castling-after-other-rook-gone", "make", "castling-right-lost"
        ["4k3/8/8/7R/8/5b2/8/4K2R b K -", 2: 344 => 343];
    OneMovedRookClearsBothRights "one-moved-rook-clears-both-rights"
        "both castling rights are lost when one rook leaves its home"
        => "castling-after-other-rook-gone", "make", "castling-right-lost"
        ["4k3/8/8/8/8/8/8/R3K2R w KQ -", 3: 3189 => 3108];
    MovedRookClearsTheOtherRight "moved-rook-clears-the-other-right"
        "when one rook leaves home, the other rook loses its castling right"
        => "castling-after-other-rook-gone", "make", "castling-right-lost"
        ["4k3/8/8/8/8/8/8/R3K2R w KQ -", 3: 3189 => 3108];
    RookOfTheSameFileClearsTheRight "rook-of-the-same-file-clears-the-right"
        "when a second rook on its file moves, the rook at home loses its castling right"
        => "castling-after-other-rook-gone", "make", "castling-right-lost"
        ["7k/5p1p/5P1P/8/8/8/7R/4K2R w K -", 3: 347 => 338];
    TakingARookClearsOnesOwnRights "taking-a-rook-clears-ones-own-rights"
        "a side that takes a rook at home loses both of its own castling rights"
        => "castling-right-lost", "make", "castling-right-lost"
        ["r3k3/8/8/8/8/8/8/R3K2R w KQq -", 3: 8852 => 8849];
    RightsNotRestoredByUndo "rights-not-restored-by-undo"
        "unmake does not restore castling rights"
        => "castling-right-lost", "unmake", "castling-right-lost"
        ["4k2r/6K1/8/8/8/8/8/8 w k -", 2: 32 => 30];
    RightsNotRestoredByUndoOfAKingMove "rights-not-restored-by-undo-of-a-king-move"
        "unmake of a king's step does not restore castling rights"
        => "castling-right-lost", "unmake", "castling-right-lost"
        ["4k2r/6K1/8/8/8/8/8/8 w k -", 2: 32 => 30];
    RightsNotRestoredByUndoOfACapture "rights-not-restored-by-undo-of-a-capture"
        "unmake of a capture does not restore castling rights"
        => "castling-right-lost", "unmake", "castling-right-lost"
        ["4k2r/8/8/8/8/8/8/4K2R w Kk -", 2: 182 => 171];
    CastlingWithAPieceOnItsGoalMissing "castling-with-a-piece-on-its-goal-missing"
        "in Chess960, no castling is generated if the king or the rook is already on its target square"
        => "castling-piece-on-goal", "unknown", "-"
        ["k7/8/8/8/8/8/8/6KR w H -", 1: 12 => 11];
    OneSetOfRookFilesForBothSides "one-set-of-rook-files-for-both-sides"
        "White's rook files serve Black as well, although the two may differ in double Chess960"
        => "castling-rook-files-differ", "unknown", "-"
        ["1r2k1r1/8/8/8/8/8/8/R3K2R b HAgb -", 1: 26 => 24]
        ["4k2r/8/8/8/8/8/8/4K1R1 w Gh -", 2: 194 => 193];

    ["Pawns"]
    PawnCaptureWrapsRoundTheEdge "pawn-capture-wraps-round-the-edge"
        "a pawn on the edge captures on the other edge"
        => "round-the-edge", "generation", "-"
        ["7k/8/8/P6p/8/8/8/K7 w - -", 1: 4 => 5];
    DoublePushJumpsAPiece "double-push-jumps-a-piece"
        "a pawn takes two steps over a piece"
        => "double-push-over-piece", "generation", "-"
        ["4k3/8/8/8/8/4n3/4P3/4K3 w - -", 1: 2 => 3];
    DoublePushFromAnyRank "double-push-from-any-rank"
        "a pawn takes two steps from any rank"
        => "double-push-not-from-home", "generation", "-"
        ["k7/8/7p/8/8/6P1/8/K7 b - -", 1: 4 => 5];
    PawnTakesStraightAhead "pawn-takes-straight-ahead"
        "a pawn takes the piece in front of it"
        => "pawn-takes-straight", "generation", "-"
        ["8/8/8/8/8/4k3/4P3/4K3 w - -", 1: 2 => 3];

    ["Promotion"]
    PromotionToQueenOnly "promotion-to-queen-only"
        "pawns promote to queens only"
        => "underpromotion", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 1: 6 => 3];
    PromotionWithoutKnight "promotion-without-knight"
        "a pawn never becomes a knight"
        => "underpromotion", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 1: 6 => 5];
    PromotionWithoutBishop "promotion-without-bishop"
        "a pawn never becomes a bishop"
        => "underpromotion", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 1: 6 => 5];
    PromotionWithoutKnightAndBishop "promotion-without-knight-and-bishop"
        "a pawn becomes a queen or a rook only"
        => "underpromotion", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 1: 6 => 4];
    PromotionToKing "promotion-to-king"
        "a pawn may also become a king"
        => "promotion-to-king-or-pawn", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 1: 6 => 7];
    PromotionToPawn "promotion-to-pawn"
        "a pawn may also stay a pawn"
        => "promotion-to-king-or-pawn", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 1: 6 => 7];
    PromotionToKingInsteadOfKnight "promotion-to-king-instead-of-knight"
        "a pawn becomes a king where it should become a knight"
        => "underpromotion", "generation", "-"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 2: 27 => 26];
    PromotionByCaptureMissing "promotion-by-capture-missing"
        "captures that promote are not generated"
        => "promotion-by-capture", "generation", "-"
        ["n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - -", 1: 24 => 16];
    PromotionByCaptureToQueenOnly "promotion-by-capture-to-queen-only"
        "pawns that capture and promote become queens only"
        => "underpromotion-by-capture", "generation", "-"
        ["n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - -", 1: 24 => 18];
    PromotionThatBlocksACheckMissing "promotion-that-blocks-a-check-missing"
        "in check, no pawn promotes between the checker and the king"
        => "promotion-blocks-check", "generation", "-"
        ["2K2r2/4P3/8/8/8/8/8/3k4 w - -", 1: 11 => 7];
    PromotionThatTakesTheCheckerMissing "promotion-that-takes-the-checker-missing"
        "in check, no pawn promotes by taking the checker"
        => "promotion-takes-checker", "generation", "-"
        ["2K2r2/4P3/8/8/8/8/8/3k4 w - -", 1: 11 => 7];
    PromotedPawnStaysAPawn "promoted-pawn-stays-a-pawn"
        "make leaves a pawn on the last rank"
        => "pawn-does-not-promote", "make", "pawn-does-not-promote"
        ["8/P1k5/K7/8/8/8/8/8 w - -", 2: 27 => 35];
    UndoOfPromotionLeavesThePiece "undo-of-promotion-leaves-the-piece"
        "unmake brings the promoted piece back to where the pawn stood"
        => "promoted-piece-left", "unmake", "promoted-piece-left"
        ["8/k1P5/8/1K6/8/8/8/8 w - -", 2: 25 => 20];
    UndoForgetsThePieceTakenByPromotion "undo-forgets-the-piece-taken-by-promotion"
        "unmake does not put back what a promotion has taken"
        => "captured-piece-not-restored", "unmake", "captured-piece-not-restored"
        ["2K2r2/4P3/8/8/8/8/8/3k4 w - -", 1: 11 => 13];

    ["Pins, checks and attacks"]
    PinIgnored "pin-ignored"
        "a pinned piece moves as if it were free"
        => "pinned-piece-leaves-line", "generation", "-"
        ["K7/8/8/3Q4/4q3/8/8/7k w - -", 1: 6 => 26];
    PinnedPieceFrozen "pinned-piece-frozen"
        "a pinned piece does not move at all, not even along its pin"
        => "pinned-piece-along-pin", "generation", "-"
        ["K7/8/8/3Q4/4q3/8/8/7k w - -", 1: 6 => 3];
    DoubleCheckAnsweredByACapture "double-check-answered-by-a-capture"
        "in double check, one of the two checkers is taken"
        => "double-check-needs-king", "generation", "-"
        ["4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -", 1: 0 => 1];
    DoubleCheckAnsweredByABlock "double-check-answered-by-a-block"
        "in double check, one of the two checks is blocked"
        => "double-check-needs-king", "generation", "-"
        ["4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -", 1: 0 => 1];
    KingStepsBackAlongTheRay "king-steps-back-along-the-ray"
        "the king steps back along the line of the check, as if it still shielded the square behind it"
        => "king-back-along-line", "generation", "-"
        ["4k3/8/8/8/r3K3/8/8/8 w - -", 1: 6 => 7];
    KingTakesAProtectedPiece "king-takes-a-protected-piece"
        "the king takes a protected piece"
        => "king-takes-protected", "generation", "-"
        ["8/8/8/8/8/2k5/1q6/K7 w - -", 1: 0 => 1];
    KingsSideBySide "kings-side-by-side"
        "the attack test ignores the king"
        => "king-beside-king", "generation", "-"
        ["K1k5/8/P7/8/8/8/8/8 w - -", 1: 2 => 4];
    PawnAttacksLeftOut "pawn-attacks-left-out"
        "the attack test ignores pawns"
        => "king-into-pawn-attack", "generation", "-"
        ["8/8/7k/7p/7P/7K/8/8 w - -", 1: 3 => 4];
    KnightAttacksLeftOut "knight-attacks-left-out"
        "the attack test ignores knights"
        => "king-into-attack", "generation", "-"
        ["4k3/8/8/8/4n3/8/8/4K3 w - -", 1: 3 => 5];
    BishopAttacksLeftOut "bishop-attacks-left-out"
        "the attack test ignores bishops"
        => "king-into-attack", "generation", "-"
        ["4k3/8/8/8/8/4b3/8/4K3 w - -", 1: 3 => 5];
    RookAttacksLeftOut "rook-attacks-left-out"
        "the attack test ignores rooks"
        => "king-into-attack", "generation", "-"
        ["4k3/8/8/8/3r4/8/8/4K3 w - -", 1: 3 => 5];
    QueenAttacksLeftOut "queen-attacks-left-out"
        "the attack test ignores queens"
        => "king-into-attack", "generation", "-"
        ["4k3/8/8/8/3q4/8/8/4K3 w - -", 1: 2 => 5];
    PinSeenThroughKnights "pin-seen-through-knights"
        "the pin test looks through knights"
        => "taken-for-pinned", "generation", "-"
        ["4k3/8/8/4r3/4n3/4B3/8/4K3 w - -", 1: 14 => 3];
    CheckSeenThroughKnights "check-seen-through-knights"
        "the check test looks through knights, so only answers to a check are legal"
        => "taken-for-checked", "generation", "-"
        ["4k3/8/8/4r3/4n3/8/R7/4K3 w - -", 1: 17 => 4];

    ["Pieces"]
    KnightWrapsRoundTheEdge "knight-wraps-round-the-edge"
        "a knight jumps from one edge to the other"
        => "round-the-edge", "generation", "-"
        ["7k/8/8/N7/8/8/8/K7 w - -", 1: 7 => 11];
    BishopSlidesThroughOnePiece "bishop-slides-through-one-piece"
        "a bishop slides on past the first piece in its way"
        => "jumps-over-piece", "generation", "-"
        ["7k/8/8/8/3P4/8/1B6/K7 w - -", 1: 6 => 10];
    RookSlidesThroughOnePiece "rook-slides-through-one-piece"
        "a rook slides on past the first piece in its way"
        => "jumps-over-piece", "generation", "-"
        ["7k/8/8/8/8/1P6/1R6/K7 w - -", 1: 11 => 16];
    KingTakesItsOwnPiece "king-takes-its-own-piece"
        "the king takes a piece of its own side"
        => "takes-own-piece", "generation", "-"
        ["7k/8/8/8/8/8/1P6/K7 w - -", 1: 4 => 5];
    SliderTakesItsOwnPiece "slider-takes-its-own-piece"
        "a bishop, rook or queen takes a piece of its own side"
        => "takes-own-piece", "generation", "-"
        ["7k/8/8/8/8/1P6/1R6/K7 w - -", 1: 11 => 12];
    QueenCapturesGeneratedTwice "queen-captures-generated-twice"
        "each capture by a queen is generated twice"
        => "listed-twice", "generation", "-"
        ["6k1/8/8/1n6/8/8/1Q6/K7 w - -", 1: 21 => 22];
    UndoForgetsTheTakenPiece "undo-forgets-the-taken-piece"
        "unmake does not put back what an ordinary capture has taken"
        => "captured-piece-not-restored", "unmake", "captured-piece-not-restored"
        ["8/8/8/8/8/2k5/1q6/K7 w - -", 1: 0 => 1];
    UndoForgetsTheKingsSquare "undo-forgets-the-kings-square"
        "unmake of a king's move does not restore the king's stored square"
        => "king-looked-for-elsewhere", "unmake", "king-looked-for-elsewhere"
        ["k7/8/8/8/8/8/7r/4K3 w - -", 1: 2 => 1];

    // Moves that are played from there are right.
    ["Reading a FEN"]
    FenLosesTheEpSquare "fen-loses-the-ep-square"
        "the en passant square of a FEN is not read"
        => "en-passant-square-lost", "fen", "en-passant-square-lost"
        ["4k3/8/8/pP6/8/8/8/4K3 w - a6", 1: 7 => 6];
    FenGivesAllRights "fen-gives-all-rights"
        "a king and a rook at home may castle, whatever the FEN says"
        => "castling-right-kept", "fen", "castling-right-kept"
        ["4k3/8/8/8/8/8/8/4K2R w - -", 1: 14 => 15];
    FenGivesNoRights "fen-gives-no-rights"
        "the castling rights in a FEN are not read, so castling is possible only after `startpos`"
        => "castling-right-lost", "fen", "-"
        ["4k3/8/8/8/8/8/8/4K2R w K -", 1: 15 => 14];
    FenTellsWingsByTheOtherKing "fen-tells-wings-by-the-other-king"
        "in Chess960, the other side's king decides whether a right is kingside or queenside"
        => "castling-on-other-wing", "fen", "castling-on-other-wing"
        ["R4rk1/8/8/8/8/8/8/1K6 b f -", 1: 9 => 10];
    FenGivesA1BothWings "fen-gives-a1-both-wings"
        "if a FEN gives White no kingside right, a right for the rook on a1 counts as kingside, too"
        => "castling-on-other-wing", "fen", "castling-on-other-wing"
        ["4k3/8/8/8/8/8/8/R3K3 w Q -", 1: 16 => 17];
    FenForgetsTheCheck "fen-forgets-the-check"
        "reading a FEN does not set the in-check flag, so the king castles out of check"
        => "castling-out-of-check", "fen", "-"
        ["4k3/4r3/8/8/8/8/8/R3K2R w KQ -", 1: 4 => 6];

    ["Counting"]
    MateCountedAsALeaf "mate-counted-as-a-leaf"
        "a mate or stalemate before the last ply counts as a leaf"
        => "leaf-at-game-end", "counting", "-"
        ["K1k5/8/P7/8/8/8/8/8 w - -", 3: 13 => 14];
    MateAloneCountedAsALeaf "mate-alone-counted-as-a-leaf"
        "a mate before the last ply, but not a stalemate, counts as a leaf"
        => "leaf-at-game-end", "counting", "-"
        ["7k/5p1p/5P1P/8/8/p6p/P6P/3KR3 w - -", 2: 13 => 14];
    DrawsByFiftyMoves "draws-by-fifty-moves"
        "a clock of 100 half moves ends the game, with no leaves after it"
        => "ends-game-too-early", "counting", "-"
        ["7k/8/8/8/8/8/8/K7 w - - 99 80", 2: 9 => 0]
        ["7k/8/8/8/8/8/7P/K7 w - - 99 80", 2: 15 => 6];
    DrawsByBareKings "draws-by-bare-kings"
        "bare kings end the game, and have no moves"
        => "ends-game-too-early", "counting", "-"
        ["7k/8/8/8/8/8/8/K7 w - -", 1: 3 => 0]
        ["k7/8/8/8/8/8/1r6/K7 w - -", 2: 3 => 0];
    DrawsByRepetition "draws-by-repetition"
        "a position that occurs again ends the game, with no leaves after it"
        => "ends-game-too-early", "counting", "-"
        ["7k/8/8/8/8/8/8/K7 w - -", 5: 1890 => 1863];
    HashForgetsTheEpSquare "hash-forgets-the-ep-square"
        "counts are remembered without the en passant square, so they are wrong only where moves transpose"
        => "table-key-lacks-en-passant", "hash-table", "-"
        ["4k3/4p3/8/3P4/8/8/8/4K3 b - -", 4: 1906 => 1886];
    HashForgetsTheRights "hash-forgets-the-rights"
        "counts are remembered without the castling rights, so they are wrong only where moves transpose"
        => "table-key-lacks-castling", "hash-table", "-"
        ["7k/6pP/6P1/p2p1p2/3p1P2/2pP1p1p/P1P2P1P/R3K2R w KQ f6", 5: 868 => 870];
    CountsWrapAt16Bits "counts-wrap-at-16-bits"
        "counts wrap at 65,536"
        => "count-only", "counting", "-"
        ["4k3/8/8/8/8/4n3/4P3/4K3 w - -", 6: 145_085 => 14_013];
}
