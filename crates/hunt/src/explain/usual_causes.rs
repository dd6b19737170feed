//! What usually breaks each rule in the code of an engine: it tells an author where to look, and claims nothing.

use super::rules::Rule;

/// A row is the name of a rule, and what the author of an engine would recognize in it. A missing row does not compile.
macro_rules! usual_causes {
    ($($rule:ident $cause:literal)*) => {
        impl Rule {
            /// What in an engine usually breaks this rule. It is a guess: ox88 does not see the code of the engine.
            #[must_use]
            pub const fn usual_cause(self) -> &'static str {
                match self { $(Rule::$rule => $cause,)* }
            }
        }
    };
}

usual_causes! {
    // An engine lacks these moves.
    CastlingOverAttackedRookWay
        "one set of squares is tested for being empty and for being safe; b1 and b8 have to be empty, but may be attacked"
    CastlingWithAttackedRook
        "the squares that must be safe run from the king to the rook, and the last of them is the rook's own"
    CastlingAfterOtherRookGone
        "both rights of a side are cleared when either rook moves or is taken: a mask has one bit too many, or nobody asks \
         which of the two rooks it was"
    CastlingRookFilesDiffer
        "one pair of rook files is kept for both sides, and the side that is read last from the FEN sets it for the other; \
         or such rights are dropped on purpose, since they arise in double Chess960 alone"
    CastlingInChess960
        "e1 and the corners are constants, or the king and its rook are taken for pieces in the way of each other"
    Castling
        "a letter of the FEN is not read, a right is cleared too often, or the squares that must be empty include those of \
         the king or the rook; often it is one wing of one side, whose constants were copied from another"
    EnPassantTakesChecker
        "in check, only moves to the checking piece or between it and the king are kept; this capture ends behind the \
         checking pawn, which is neither"
    EnPassantBlocksCheck
        "in check, en passant is tried only if the pawn that jumped gives the check; its jump can also open the line of a \
         slider, which the capture closes again"
    EnPassantAlongPin
        "pinned pawns are left out before en passant is tried, or the line of the pin is compared with the square of the pawn \
         that is taken in place of the goal"
    EnPassantFromBothSides
        "the search for a capturing pawn ends at the first one; with bitboards, only the lowest bit is taken; in a mailbox, \
         only one neighbour is looked at"
    EnPassant
        "the square is never set, is cleared before the answer to the double push is generated, or lies on the rank that \
         belongs to the other side"
    PromotionTakesChecker
        "captures that promote have a loop of their own, and the one for answers to check does not know them"
    PromotionBlocksCheck
        "pushes to the last rank count as captures in the generator, and only quiet moves are tried as blocks"
    CheckerTaken
        "the mask of squares that answer a check has those between the two pieces, and not the one of the checking piece"
    DoublePushBlocksCheck
        "with bitboards, single steps are masked with the squares that block before they are shifted once more, and the \
         square that is passed blocks nothing; in a mailbox, the loop over the two steps ends at the first that does not block"
    CheckBlocked
        "the squares between king and slider come from a table that lacks some of them, or are asked for with a piece that \
         does not slide along that line; or only steps of the king and captures are tried in check"
    PinnedPieceTakesPinner
        "the line of a pin ends one square too early: the pinning piece belongs to it"
    PinnedPieceAlongPin
        "all pinned pieces are left out, as only a knight should be: others may move along the line, a pawn on its file too"
    UnderpromotionByCapture
        "pushes and captures promote in two places, and the one for captures adds the queen alone"
    PromotionByCapture
        "pawns that are about to promote are left out of the ordinary captures, and only their pushes are added elsewhere"
    Underpromotion
        "one move is added for each promotion, as a game mostly needs; perft counts four"
    Promotion
        "pawns on their seventh rank are left out of the pushes and are added nowhere else, or that rank is the other side's"
    KingTakesChecker
        "the steps of the king are masked with the empty squares, or a piece that gives check is taken for protected by itself"
    KingStepsOffLine
        "the map of attacked squares is too large: a slider looks through other pieces than the king, or the map has both \
         sides in it"
    KingLeavesCheck
        "in check only captures and blocks are generated, or the map of attacked squares is too large"
    KingTakesUnprotected
        "the map of attacked squares lets sliders protect through other pieces, or the steps of the king are masked with the \
         empty squares"
    KingStep
        "the map of attacked squares is too large: pawns attack straight ahead in it, sliders look through pieces, or it is \
         the map of the wrong side"
    DoublePush
        "the home rank is the other side's; with bitboards, the single steps are masked with a wrong rank before they are \
         shifted once more"
    PawnPush
        "the direction is the other side's; with bitboards, the masks that keep captures from going round the edge are used \
         for pushes as well"
    PawnCapture
        "with bitboards, the file that must not be crossed is the wrong one of the two, often for one colour alone; in a \
         mailbox, one of the two offsets has the wrong sign"
    KnightJump
        "one of the eight offsets is wrong; with bitboards, a jump of one file is masked like a jump of two"
    BishopSlide
        "a ray ends one square early, before the edge or before the piece that can be taken; with magic bitboards, two sets of \
         blockers share an entry because the magic, the shift or the mask is wrong"
    RookSlide
        "a ray ends one square early, or one of the four directions is missing; with magic bitboards, the mask leaves out the \
         whole edge also for a rook that stands on it"
    QueenSlide
        "the queen is looked up as a rook or as a bishop alone, or one of the eight directions is missing"

    // An engine lists these moves.
    NoPieceThere
        "the list or bitboard of a kind of piece is not updated where the board is: when the piece is taken, en passant too, \
         when it promotes, or when a rook castles; a castling without a king has a right of the other side"
    PieceOfTheOtherSide
        "the side to move is flipped once too often or too rarely, or the moves of one kind of piece come from both sides"
    StaysWhereItIs
        "a move is printed that was never filled in, or an offset in a table is zero"
    TakesOwnPiece
        "the goals of one kind of piece are not masked with the pieces of its own side; in a mailbox, the colour is not \
         compared before a square is taken"
    TakesKing
        "the move before should have been refused: a move after which the king can be taken was kept"
    RoundTheEdge
        "with bitboards, a shift has no mask for the file at the edge; in a mailbox of 64 squares, an offset is added and the \
         files before and after it are not compared"
    NotItsWay
        "an offset or an entry in a table of attacks is wrong, or the kind of the piece is read from another square than the one \
         it moves from"
    JumpsOverPiece
        "the ray ends only at pieces of one side, or the squares that are taken were not updated by the last move; with magic \
         bitboards, the mask lacks a square"
    PawnTakesStraight
        "a push is masked with the pieces of its own side, as other moves are; the square must be empty"
    PawnDiagonalWithoutCapture
        "the squares that a pawn attacks are not masked with the pieces that it can take; or the number that stands for no en \
         passant square is that of a real one"
    EnPassantTooLate
        "a double push sets the square, and other moves do not clear it; or it is cleared, and taking a move back does not \
         bring back what was there before"
    EnPassantWithoutDoublePush
        "every step of a pawn sets the square, or a pawn that stands beside is enough for the capture"
    DoublePushNotFromHome
        "the rank is not tested, or is that of the other side; with bitboards, all single steps are shifted once more"
    DoublePushOverPiece
        "only the goal of the two steps is tested for being empty, and not the square that is passed"
    PromotionToKingOrPawn
        "the loop over the pieces to promote to begins with the pawn or ends with the king"
    PawnDoesNotPromote
        "a loop over pawns, often the one for captures, does not ask whether the last rank is reached"
    PromotionOfNothing
        "the piece to promote to is left in a move that is used again, or its bits are also those of another flag"
    CastlingRightLostToKingMove
        "only castling itself and moves of the rooks clear the rights"
    CastlingRightLostToRookMove
        "only moves of the king clear the rights; a rook that comes home looks as if it had never left"
    CastlingRightLostToPromotion
        "the rights are cleared where ordinary captures are made, and promotions are made in a branch of their own"
    CastlingRightLostToCapture
        "the rights are cleared by the square where a move begins, and not by the one where it ends; a rook that comes to the \
         corner later castles"
    CastlingWithoutRook
        "only a right is tested: it was kept when the rook was taken, was read wrongly from the FEN, or is that of the other \
         wing"
    CastlingWithoutRight
        "king and rook are found at home and the squares between them empty, and nobody asks for the right; or the - of a \
         FEN is read as all rights"
    CastlingKingWayBlocked
        "the squares are tested for attacks and not for being empty, or the mask lacks one of them"
    CastlingRookWayBlocked
        "the squares that must be empty are those of the king's way; b1 and b8 are missing among them"
    CastlingOutOfCheck
        "the squares that the king crosses and reaches are tested, and not the one where it stands; or whether it is in check is \
         kept beside the board, and not worked out when a FEN is read"
    CastlingThroughAttack
        "castling is tested like other moves, by whether the king is attacked after it; the square that is crossed needs a \
         test of its own"
    CastlingIntoCheck
        "castling is taken for legal once the square that is crossed is safe; in Chess960, the rook also leaves a square from \
         which it may have covered the king's goal"
    KingBesideKing
        "the test for attacks knows pawns, knights and sliders, and leaves out the king"
    KingBackAlongLine
        "the king is still on the board when the slider's ray is walked, so that the square behind it looks safe"
    KingTakesProtected
        "the map of attacked squares is made of moves, and no piece moves to a square of its own side: what it protects there \
         is missing"
    KingIntoPawnAttack
        "the map of attacked squares is made of moves, among which a pawn attacks nothing that is empty; or pawns attack in the \
         direction of the wrong side"
    KingIntoAttack
        "after a step the old square of the king is tested, or one kind of piece is missing in the test for attacks"
    DoubleCheckNeedsKing
        "one checking piece is kept where there may be two, and a capture or a block of that one is enough"
    EnPassantInOtherCheck
        "en passant is added in every check, as if only the pawn that jumped could give it"
    EnPassantByAnotherPiece
        "the capture is known by its goal alone, so that any piece that goes to the en passant square takes the pawn"
    CheckNotAnswered
        "the square of the king that is tested is out of date, the test for attacks lacks a kind of piece, or moves in check are \
         not filtered by all that they have to answer"
    PinnedPieceLeavesLine
        "pins are looked for along some lines only, or before the last move was made; en passant is generated apart from \
         other captures and is not tested; or the move is tested by a king whose square is out of date"
    EnPassantUncoversRank
        "the pin test looks at each pawn alone; en passant takes two pawns off the rank at once, so that a test along the rank \
         has to leave out both"
    EnPassantUncoversDiagonal
        "the pin test looks at the pawn that moves; here the pawn that is taken stood before the king"

    // An engine lacks many moves at once.
    TakenForPinned
        "not every piece between the slider and the king is counted: a kind of piece or a side is left out of the blockers"
    TakenForChecked
        "the test for check looks through a piece: a kind of piece or a side is left out of the blockers"

    // An engine counts wrongly.
    ListedTwice
        "two loops add the same move: captures for each of several masks, answers to check for each way to answer, or \
         promotions among ordinary moves as well"
    NoMove
        "the text of a move is put together wrongly: file and rank, the letter of a promotion, or an index that begins at \
         another corner"
    CountOnly
        "the last ply has code of its own, which counts moves without making them and lets some through that are not legal, or \
         loses some that are"
    InnerNodesCounted
        "each call of perft adds one, or adds its own moves to what comes from below; a leaf is counted where the depth is 0, \
         or moves are counted where it is 1, and nothing else is"
    OnePlyTooMany
        "the divide plays each move and then counts to the whole depth again, or the count ends below 0 and not at 0"
    OnePlyTooFew
        "the depth is made smaller twice on the way down, by the divide and by what it calls"
    StartPositionCounted
        "the count begins with a board of its own, and not with the one that was set up; or the position command is not \
         understood, and no error is shown"
    PseudoLegal
        "no move is tested: whether the own king is attacked is asked for the wrong side, before the move is made, or not at \
         all"
    LastPlyPseudoLegal
        "the last ply counts the list of moves without making them, and the list holds moves that leave the king in check"
    CountDependsOnHistory
        "the key of a table of remembered counts leaves something out: the depth, the side to move, a right to castle or the en \
         passant square; or a move is not taken back as a whole"
    TableKeyLacksEnPassant
        "the hash has no number for the en passant square, or the double push does not change it; where no pawn can capture, it \
         may stay as it is"
    TableKeyLacksCastling
        "the hash has no number for the rights to castle, or a move by which a right is lost does not change it"
    MovesDependOnHistory
        "something outlives a new position: an en passant square, rights, a list of pieces, or the entries of a table"
    DifferentAnswers
        "memory is read that was never set, threads share what they change, or the clock ends the count"
    CountNotExplained
        "too few leaves mostly lack a rare move further down: castling, en passant, a promotion or an answer to check; too many \
         have one that leaves the king attacked, or castles where it may not"
    NotFollowedDown
        "too few leaves mostly lack a rare move further down: castling, en passant, a promotion or an answer to check; too many \
         have one that leaves the king attacked, or castles where it may not"
    LeafAtGameEnd
        "a position without a move returns one, as a position at depth zero does; above the last ply it has no leaf"
    EndsGameTooEarly
        "perft goes through code of the search, which returns at once at a repetition, after fifty moves or with bare kings"
    NumberOfMoves
        "too few moves mostly lack castling, en passant, promotions to other pieces than the queen, or answers to check; too many \
         have one that leaves the king attacked, or castles where it may not"
    TotalIsNotTheSum
        "the total has a counter of its own, which is not reset before the next question, or is added to in another place \
         than the rows"

    // An engine makes a move wrongly, or takes it back wrongly.
    EnPassantSquareKept
        "a double push sets the square, and no other move clears it: the one place to do so is the beginning of each move"
    EnPassantSquareLost
        "the field of the FEN is not read, or is read for the wrong side; the square is cleared after the double push has set it, or is not kept beside the move for when that is taken back; \
         or the double push of one side is not recognized, because the difference of two unsigned squares wraps"
    CastlingRightKept
        "a right is tied to one way of losing it: king moves, rook moves and captures of a rook, also by a promotion, each have \
         to clear it"
    CastlingRightLost
        "the field of the FEN is not read, or not as a whole; a mask of rights clears one bit too many, or a move that is taken \
         back does not bring the rights back"
    CapturedPawnLeft
        "the piece on the goal is removed, as in any capture, and there is none: the pawn stands one rank behind it"
    CaptureRemovesAnotherPawn
        "a diagonal move of a pawn is taken for en passant whenever an en passant square is set, wherever the move ends"
    CapturedPieceNotRestored
        "the captured piece is not kept beside the move; or it is put back on the goal, which is the wrong square after en \
         passant"
    KingStepTakenForCastling
        "castling is known by the king's goal, g1 or c1, and nobody asks how far the king has come"
    RookNotMoved
        "castling is made as a move of the king, often only when it comes from the text of a position's moves"
    RookNotMovedBack
        "castling is taken back as a move of the king; with bitboards, the rook may be back on the board and not in its bitboard"
    PromotedPieceLeft
        "what stands on the goal is moved back, and by then it is a queen: the pawn has to be put there anew"
    PromotesToAnotherPiece
        "the piece is always a queen, or the letter is looked up in a table of another order"
    KingLookedForElsewhere
        "the square of the king is kept beside the board, and castling, taking back or reading a FEN does not update it"
    TurnNotPassed
        "the field of the FEN is not read; or one kind of move, or the move that is taken back, returns before the side to move \
         is flipped"
    MoveNotPlayed
        "the text matches no move of the list: castling as e1g1 or as e1h1, a letter of a promotion, or a move that the \
         generator lacks; and no error is shown"
    StateCorrupted
        "making and taking back do not mirror each other: compare everything, lists and hash included, before a move and after \
         it was taken back"
}
