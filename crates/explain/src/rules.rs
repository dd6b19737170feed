//! The table of the rules that an engine can break.

use std::sync::LazyLock;

/// What a rule decides, and with it what an engine that breaks it gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RuleKind {
    /// The rule makes a move legal: an engine that breaks it lacks that move.
    MakesLegal,
    /// The rule makes a move illegal: an engine that breaks it lists that move.
    MakesIllegal,
    /// No rule of chess, but a mistake about the position that shows as many missing moves.
    Misjudgement,
    /// The rule says what is counted. No single move shows that it is broken.
    Counting,
    /// The rule says what making a move or taking it back does to the position. An engine that
    /// breaks it gets the moves of a later position wrong.
    MakeAndUnmake,
}

/// The words for a side in a [`Rule::fault`].
pub const A_SIDE: &str = "a side";

/// The row of one rule.
struct Row {
    kind: RuleKind,
    title: &'static str,
    fault: &'static str,
    usual_cause: &'static str,
    depends_on_earlier_moves: bool,
}

/// Writes each rule down once. A row is the name of the rule, perhaps `depends_on_earlier_moves`, its title, the fault
/// of an engine that breaks it, where the title does not say that, and its usual cause, in which an author would
/// recognize the own code.
macro_rules! rules {
    ($($kind:ident {
        $($name:ident $($mark:ident)? $title:literal $(=> $fault:literal)? usually $cause:literal)*
    })*) => {
        /// A rule of chess, or of perft, that an engine can break.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = concat!($title, ".")] $name,)*)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Rule] = &[$($(Rule::$name,)*)*];

            const ROWS: &[Row] = &[$($(Row {
                kind: RuleKind::$kind,
                title: $title,
                fault: [$($fault,)? $title][0],
                usual_cause: $cause,
                depends_on_earlier_moves: !stringify!($($mark)?).is_empty(),
            },)*)*];
        }
    };
}

rules! {
    MakesLegal {
        CastlingOverAttackedRookWay "castling while a square that only the rook crosses is attacked"
            => "castling is missing where only the rook crosses an attacked square"
            usually "one set of squares is tested for being empty and for being safe; b1 and b8 have to be empty, but \
             may be attacked"
        CastlingWithAttackedRook "castling with a rook that is attacked"
            => "castling is missing where the rook is attacked"
            usually "the squares that must be safe run from the king to the rook, and the last of them is the rook's \
             own"
        CastlingAfterOtherRookGone depends_on_earlier_moves "castling after another rook has moved or was taken"
            => "castling is missing after another rook has moved or was taken"
            usually "both rights of a side are cleared when either rook moves or is taken: a mask has one bit too \
             many, or nobody asks which of the two rooks it was"
        CastlingRookFilesDiffer "castling with a rook on another file than the opponent's rook of that side"
            => "castling is missing where the rooks of the two sides start on different files"
            usually "one pair of rook files is kept for both sides, and the side that is read last from the FEN sets \
             it for the other; or such rights are dropped on purpose, since they arise in double Chess960 alone"
        CastlingPieceOnGoal "castling with a king or rook that already stands on its goal"
            => "castling is missing where the king or rook already stands on its goal"
            usually "the squares that must be empty include the goal, and the piece that stands there is taken for one in \
             the way; or a king that does not move is taken for no move"
        CastlingInChess960 "castling with a king or rook that starts elsewhere than in ordinary chess"
            => "castling is missing where the king or rook starts elsewhere than in ordinary chess"
            usually "e1 and the corners are constants, or the king and its rook are taken for pieces in the way of \
             each other"
        Castling "castling with the right, a clear path, and no attack on the king's path"
            => "castling is missing where it is allowed"
            usually "a letter of the FEN is not read, a right is cleared too often, or the squares that must be empty \
             include those of the king or the rook; often it is one wing of one side, whose constants were copied from \
             another"
        EnPassantTakesChecker "en passant takes the pawn that gives check"
            => "en passant is missing where it takes the pawn that gives check"
            usually "in check, only moves to the checking piece or between it and the king are kept; this capture ends \
             behind the checking pawn, which is neither"
        EnPassantBlocksCheck "en passant steps into the line of a check"
            => "en passant is missing where it blocks a check"
            usually "in check, en passant is tried only if the pawn that jumped gives the check; its jump can also \
             open the line of a slider, which the capture closes again"
        EnPassantShieldsKing "en passant by a pawn that lands between its king and a slider"
            => "en passant is missing where the capturing pawn lands between its king and a slider"
            usually "the king is tested while both pawns are off the board, before the capturing one stands on its goal; \
             pinned pawns are left out before en passant is tried; or the line of a pin is compared with the square of \
             the pawn that is taken"
        EnPassantFromBothSides "each of two pawns beside the one that jumped may capture it unless its king would be in check"
            => "en passant is missing for one of two pawns beside the one that jumped"
            usually "the search for a capturing pawn ends at the first one, even if that one is pinned; with bitboards, \
             only the lowest bit is taken; in a mailbox, only one neighbour is looked at"
        EnPassant "en passant takes a pawn that has just taken two steps" => "en passant is missing where it is allowed"
            usually "the square is never set, is cleared before the answer to the double push is generated, or lies on \
             the rank that belongs to the other side"
        PromotionTakesChecker "a promotion takes the piece that gives check"
            => "a promotion that takes the checking piece is missing"
            usually "captures that promote have a loop of their own, and the one for answers to check does not know \
             them"
        PromotionBlocksCheck "a promotion blocks a check" => "a promotion that blocks a check is missing"
            usually "pushes to the last rank count as captures in the generator, and only quiet moves are tried as \
             blocks"
        CheckerTaken "the piece that gives check is taken" => "a capture of the checking piece is missing"
            usually "the mask of squares that answer a check has those between the two pieces, and not the one of the \
             checking piece"
        DoublePushBlocksCheck "a pawn's two steps block a check"
            => "a pawn's double push that blocks a check is missing"
            usually "with bitboards, single steps are masked with the squares that block before they are shifted once \
             more, and the square that is passed blocks nothing; in a mailbox, the loop over the two steps ends at the \
             first that does not block"
        CheckBlocked "a check is blocked" => "a move that blocks a check is missing"
            usually "the squares between king and slider come from a table that lacks some of them, or are asked for \
             with a piece that does not slide along that line; or only steps of the king and captures are tried in \
             check"
        PinnedPieceTakesPinner "a pinned piece takes the piece that pins it"
            => "a pinned piece cannot take the piece that pins it"
            usually "the line of a pin ends one square too early: the pinning piece belongs to it"
        PinnedPieceAlongPin "a pinned piece moves along its pin" => "a pinned piece cannot move along its pin"
            usually "all pinned pieces are left out, as only a knight should be: others may move along the line, a \
             pawn on its file too"
        UnderpromotionByCapture "a pawn takes and becomes a rook, bishop or knight"
            => "a pawn cannot take and become a rook, bishop or knight"
            usually "pushes and captures promote in two places, and the one for captures adds the queen alone"
        PromotionByCapture "a pawn takes and promotes" => "a pawn cannot take and promote"
            usually "pawns that are about to promote are left out of the ordinary captures, and only their pushes are \
             added elsewhere"
        Underpromotion "a pawn becomes a rook, bishop or knight" => "a pawn cannot become a rook, bishop or knight"
            usually "one move is added for each promotion, as a game mostly needs; perft counts four"
        Promotion "a pawn promotes" => "a pawn cannot promote"
            usually "pawns on their seventh rank are left out of the pushes and are added nowhere else, or that rank \
             is the other side's"
        KingTakesChecker "the king takes an unprotected piece that gives check"
            => "the king cannot take an unprotected piece that gives check"
            usually "the steps of the king are masked with the empty squares, or a piece that gives check is taken for \
             protected by itself"
        KingStepsOffLine "the king steps off the line of a check" => "the king cannot step off the line of a check"
            usually "the map of attacked squares is too large: a slider looks through other pieces than the king, or \
             the map has both sides in it"
        KingLeavesCheck "the king leaves a check" => "the king cannot leave a check"
            usually "in check only captures and blocks are generated, or the map of attacked squares is too large"
        KingTakesUnprotected "the king takes an unprotected piece" => "the king cannot take an unprotected piece"
            usually "the map of attacked squares lets sliders protect through other pieces, or the steps of the king \
             are masked with the empty squares"
        KingStep "the king steps to a square that is not attacked"
            => "the king cannot step to a square that is not attacked"
            usually "the map of attacked squares is too large: pawns attack straight ahead in it, sliders look through \
             pieces, or it is the map of the wrong side"
        DoublePush "a pawn takes two steps from its home rank" => "a pawn's double push is missing"
            usually "the home rank is the other side's; with bitboards, the single steps are masked with a wrong rank \
             before they are shifted once more"
        PawnPush "a pawn steps ahead" => "a pawn's step ahead is missing"
            usually "the direction is the other side's; with bitboards, the masks that keep captures from going round \
             the edge are used for pushes as well"
        PawnCapture "a pawn takes diagonally" => "a pawn's capture is missing"
            usually "with bitboards, the file that must not be crossed is the wrong one of the two, often for one \
             colour alone; in a mailbox, one of the two offsets has the wrong sign"
        KnightJump "a knight jumps" => "a knight's jump is missing"
            usually "one of the eight offsets is wrong; with bitboards, a jump of one file is masked like a jump of two"
        BishopSlide "a bishop slides along a diagonal" => "a bishop's move along a diagonal is missing"
            usually "a ray ends one square early, before the edge or before the piece that can be taken; with magic \
             bitboards, two sets of blockers share an entry because the magic, the shift or the mask is wrong"
        RookSlide "a rook slides along a rank or file" => "a rook's move along a rank or file is missing"
            usually "a ray ends one square early, or one of the four directions is missing; with magic bitboards, the \
             mask leaves out the whole edge also for a rook that stands on it"
        QueenSlide "a queen slides along a rank, file or diagonal"
            => "a queen's move along a rank, file or diagonal is missing"
            usually "the queen is looked up as a rook or as a bishop alone, or one of the eight directions is missing"
    }
    MakesIllegal {
        NoPieceThere "there is no piece where the move begins" => "a move begins on an empty square"
            usually "the list or bitboard of a kind of piece is not updated where the board is: when the piece is \
             taken, en passant too, when it promotes, or when a rook castles; a castling without a king has a right of \
             the other side"
        PieceOfTheOtherSide "the piece belongs to the side that is not to move"
            => "a piece of the side that is not to move is moved"
            usually "the side to move is flipped once too often or too rarely, or the moves of one kind of piece come \
             from both sides"
        StaysWhereItIs "a move that ends where it begins" => "a move ends where it begins"
            usually "a move is printed that was never filled in, or an offset in a table is zero"
        TakesOwnPiece "a piece takes one of its own side"
            usually "the goals of one kind of piece are not masked with the pieces of its own side; in a mailbox, the \
             colour is not compared before a square is taken"
        TakesKing "a king is taken"
            usually "the move before should have been refused: a move after which the king can be taken was kept"
        RoundTheEdge "a move round the edge of the board" => "a piece moves round the edge of the board"
            usually "with bitboards, a shift has no mask for the file at the edge; in a mailbox of 64 squares, an \
             offset is added and the files before and after it are not compared"
        NotItsWay "a move that this kind of piece cannot make" => "a piece moves as its kind cannot"
            usually "an offset or an entry in a table of attacks is wrong, or the kind of the piece is read from \
             another square than the one it moves from"
        JumpsOverPiece "a slider jumps over a piece"
            usually "the ray ends only at pieces of one side, or the squares that are taken were not updated by the \
             last move; with magic bitboards, the mask lacks a square"
        PawnTakesStraight "a pawn takes straight ahead"
            usually "a push is masked with the pieces of its own side, as other moves are; the square must be empty"
        PawnDiagonalWithoutCapture "a pawn moves diagonally without taking"
            usually "the squares that a pawn attacks are not masked with the pieces that it can take; or the number \
             that stands for no en passant square is that of a real one"
        EnPassantTooLate depends_on_earlier_moves "en passant one move too late"
            => "en passant is allowed one move too late"
            usually "a double push sets the square, and other moves do not clear it; or it is cleared, and taking a \
             move back does not bring back what was there before"
        EnPassantWithoutDoublePush "en passant of a pawn that has not just taken two steps"
            => "en passant is allowed against a pawn that has not just taken two steps"
            usually "every step of a pawn sets the square, or a pawn that stands beside is enough for the capture"
        DoublePushNotFromHome "a pawn takes two steps, but not from its home rank"
            usually "the rank is not tested, or is that of the other side; with bitboards, all single steps are \
             shifted once more"
        DoublePushOverPiece "a pawn takes two steps over a piece"
            usually "only the goal of the two steps is tested for being empty, and not the square that is passed"
        PromotionToKingOrPawn "a promotion to a king or a pawn" => "a pawn promotes to a king or a pawn"
            usually "the loop over the pieces to promote to begins with the pawn or ends with the king"
        PawnDoesNotPromote "a pawn reaches the last rank and stays a pawn"
            usually "a loop over pawns, often the one for captures, does not ask whether the last rank is reached"
        PromotionOfNothing "a promotion where no pawn reaches the last rank"
            => "a promotion is listed where no pawn reaches the last rank"
            usually "the piece to promote to is left in a move that is used again, or its bits are also those of \
             another flag"
        CastlingRightLostToKingMove depends_on_earlier_moves "castling after the king has moved"
            => "a side keeps the right to castle after its king has moved"
            usually "only castling itself and moves of the rooks clear the rights"
        CastlingRightLostToRookMove depends_on_earlier_moves "castling after the rook has moved"
            => "a side keeps the right to castle after its rook has moved"
            usually "only moves of the king clear the rights; a rook that comes home looks as if it had never left"
        CastlingRightLostToPromotion depends_on_earlier_moves "castling after a promoting pawn has taken the rook"
            => "a side keeps the right to castle after a promotion has captured its rook"
            usually "the rights are cleared where ordinary captures are made, and promotions are made in a branch of \
             their own"
        CastlingRightLostToCapture depends_on_earlier_moves "castling after the rook was taken"
            => "a side keeps the right to castle after its rook was captured"
            usually "the rights are cleared by the square where a move begins, and not by the one where it ends; a \
             rook that comes to the corner later castles"
        CastlingWithoutRook "castling where no rook is at home" => "castling is allowed where no rook is at home"
            usually "only a right is tested: it was kept when the rook was taken, was read wrongly from the FEN, or is \
             that of the other wing"
        CastlingWithoutRight "castling that was never allowed" => "castling is allowed without the right to castle"
            usually "king and rook are found at home and the squares between them empty, and nobody asks for the \
             right; or the - of a FEN is read as all rights"
        CastlingKingWayBlocked "castling while a piece is in the king's path"
            => "castling is allowed while a piece is in the king's path"
            usually "the squares are tested for attacks and not for being empty, or the mask lacks one of them"
        CastlingRookWayBlocked "castling while a piece is in the rook's path only"
            => "castling is allowed while a piece is in the rook's path only"
            usually "the squares that must be empty are those of the king's way; b1 and b8 are missing among them"
        CastlingOutOfCheck "castling out of check" => "castling is allowed out of check"
            usually "the squares that the king crosses and reaches are tested, and not the one where it stands; or \
             whether it is in check is kept beside the board, and not worked out when a FEN is read"
        CastlingThroughAttack "castling through an attacked square" => "castling is allowed through an attacked square"
            usually "castling is tested like other moves, by whether the king is attacked after it; the square that is \
             crossed needs a test of its own"
        CastlingIntoCheck "castling into check" => "castling is allowed into check"
            usually "castling is taken for legal once the square that is crossed is safe; in Chess960, the rook also \
             leaves a square from which it may have covered the king's goal"
        KingBesideKing "the king steps beside the other king"
            usually "the test for attacks knows pawns, knights and sliders, and leaves out the king"
        KingBackAlongLine "the king steps back along the line of a check"
            usually "the king is still on the board when the slider's ray is walked, so that the square behind it \
             looks safe"
        KingTakesProtected "the king takes a protected piece"
            usually "the map of attacked squares is made of moves, and no piece moves to a square of its own side: \
             what it protects there is missing"
        KingIntoPawnAttack "the king steps into the attack of a pawn"
            usually "the map of attacked squares is made of moves, among which a pawn attacks nothing that is empty; \
             or pawns attack in the direction of the wrong side"
        KingIntoAttack "the king steps into an attack"
            usually "after a step the old square of the king is tested, or one kind of piece is missing in the test \
             for attacks"
        DoubleCheckNeedsKing "a double check answered by a piece other than the king"
            => "a piece other than the king answers a double check"
            usually "one checking piece is kept where there may be two, and a capture or a block of that one is enough"
        EnPassantInOtherCheck "en passant while another piece gives check"
            => "en passant is allowed while another piece gives check"
            usually "en passant is added in every check, as if only the pawn that jumped could give it"
        EnPassantByAnotherPiece "a piece other than a pawn is taken to capture en passant"
            => "a piece other than a pawn captures en passant"
            usually "the capture is known by its goal alone, so that any piece that goes to the en passant square \
             takes the pawn"
        CheckNotAnswered "a check that is not answered" => "a move leaves a check unanswered"
            usually "the square of the king that is tested is out of date, the test for attacks lacks a kind of piece, \
             or moves in check are not filtered by all that they have to answer"
        PinnedPieceLeavesLine "a pinned piece leaves its line"
            usually "pins are looked for along some lines only, or before the last move was made; en passant is \
             generated apart from other captures and is not tested; or the move is tested by a king whose square is \
             out of date"
        EnPassantUncoversRank "en passant uncovers the king along the rank that both pawns leave"
            usually "the pin test looks at each pawn alone; en passant takes two pawns off the rank at once, so that a \
             test along the rank has to leave out both"
        EnPassantUncoversDiagonal "en passant uncovers the king behind the pawn that is taken"
            usually "the pin test looks at the pawn that moves; here the pawn that is taken stood before the king"
    }
    Misjudgement {
        TakenForPinned "a piece that may move is taken for pinned"
            usually "not every piece between the slider and the king is counted: a kind of piece or a side is left out \
             of the blockers"
        TakenForChecked "a king that is not attacked is taken for checked"
            usually "the test for check looks through a piece: a kind of piece or a side is left out of the blockers"
    }
    Counting {
        ListedTwice "a move that is listed twice" => "a move is listed twice"
            usually "two loops add the same move: captures for each of several masks, answers to check for each way to \
             answer, or promotions among ordinary moves as well"
        NoMove "a row that names no move of the position" => "a row names no move of the position"
            usually "the text of a move is put together wrongly: file and rank, the letter of a promotion, or an index \
             that begins at another corner"
        CountOnly "a count that is wrong while every move below it is right"
            => "a count is wrong while every move below it is right"
            usually "the last ply has code of its own, which counts moves without making them and lets some through \
             that are not legal, or loses some that are"
        InnerNodesCounted "every node of the tree is counted, and not the leaves alone"
            usually "each call of perft adds one, or adds its own moves to what comes from below; a leaf is counted \
             where the depth is 0, or moves are counted where it is 1, and nothing else is"
        OnePlyTooMany "one ply more is counted than was asked for"
            usually "the divide plays each move and then counts to the whole depth again, or the count ends below 0 \
             and not at 0"
        OnePlyTooFew "one ply less is counted than was asked for"
            usually "the depth is made smaller twice on the way down, by the divide and by what it calls"
        StartPositionCounted "the start position is counted, whatever position is set up"
            usually "the count begins with a board of its own, and not with the one that was set up; or the position \
             command is not understood, and no error is shown"
        PseudoLegal "moves are counted that leave the king in check, everywhere"
            usually "no move is tested: whether the own king is attacked is asked for the wrong side, before the move \
             is made, or not at all"
        LastPlyPseudoLegal "at the last ply moves are counted that leave the king in check"
            usually "the last ply counts the list of moves without making them, and the list holds moves that leave \
             the king in check"
        CountDependsOnHistory "a count depends on what was counted before"
            usually "the key of a table of remembered counts leaves something out: the depth, the side to move, a \
             right to castle or the en passant square; or a move is not taken back as a whole"
        TableKeyLacksEnPassant "a table of counts leaves the en passant square out of its key"
            usually "the hash has no number for the en passant square, or the double push does not change it; where no \
             pawn can capture, it may stay as it is"
        TableKeyLacksCastling "a table of counts leaves the rights to castle out of its key"
            usually "the hash has no number for the rights to castle, or a move by which a right is lost does not \
             change it"
        MovesDependOnHistory "the moves depend on what was asked before"
            usually "something outlives a new position: an en passant square, rights, a list of pieces, or the entries \
             of a table"
        DifferentAnswers "the same question has different answers"
            usually "memory is read that was never set, threads share what they change, or the clock ends the count"
        CountNotExplained "a wrong count whose cause is not known" => "a count is wrong, and its cause is not known"
            usually "too few leaves mostly lack a rare move further down: castling, en passant, a promotion or an \
             answer to check; too many have one that leaves the king attacked, or castles where it may not"
        NotFollowedDown "a wrong answer that was not followed down to its cause"
            => "the answer is wrong, and does not show which rule is broken"
            usually "too few leaves mostly lack a rare move further down: castling, en passant, a promotion or an \
             answer to check; too many have one that leaves the king attacked, or castles where it may not"
        LeafAtGameEnd "a mate or stalemate above the last ply is counted as a leaf"
            usually "a position without a move returns one, as a position at depth zero does; above the last ply it \
             has no leaf"
        EndsGameTooEarly "the game is ended too early, where there are legal moves"
            usually "perft goes through code of the search, which returns at once at a repetition, after fifty moves \
             or with bare kings"
        NumberOfMoves "a number of moves or leaves is wrong, and without rows it does not show why"
            usually "too few moves mostly lack castling, en passant, promotions to other pieces than the queen, or \
             answers to check; too many have one that leaves the king attacked, or castles where it may not"
        TotalIsNotTheSum "a total that is not the sum of its rows" => "the total is not the sum of its rows"
            usually "the total has a counter of its own, which is not reset before the next question, or is added to \
             in another place than the rows"
    }
    MakeAndUnmake {
        EnPassantSquareKept "the en passant square outlives the next move"
            usually "a double push sets the square, and no other move clears it: the one place to do so is the \
             beginning of each move"
        EnPassantSquareLost "the en passant square is lost too soon"
            usually "the field of the FEN is not read, or is read for the wrong side; the square is cleared after the \
             double push has set it, or is not kept beside the move for when that is taken back; or the double push of \
             one side is not recognized, because the difference of two unsigned squares wraps"
        CastlingRightKept "a right to castle survives the move that loses it"
            usually "a right is tied to one way of losing it: king moves, rook moves and captures of a rook, also by a \
             promotion, each have to clear it"
        CastlingRightLost "a right to castle disappears though no move loses it"
            usually "the field of the FEN is not read, or not as a whole; a mask of rights clears one bit too many, or \
             a move that is taken back does not bring the rights back"
        CastlingOnOtherWing "a castling is taken for one on the other wing"
            usually "the wing of a right is told by the file of the other king, or of the rook alone; or a wing without a \
             right has square 0 for its rook, which is a1"
        CapturedPawnLeft "the pawn taken en passant stays on the board"
            usually "the piece on the goal is removed, as in any capture, and there is none: the pawn stands one rank \
             behind it"
        CaptureRemovesAnotherPawn "a pawn's ordinary capture removes a second pawn, behind its goal"
            usually "a diagonal move of a pawn is taken for en passant whenever an en passant square is set, wherever \
             the move ends"
        CapturedPieceNotRestored "a piece that was taken does not come back when the move is taken back"
            usually "the captured piece is not kept beside the move; or it is put back on the goal, which is the wrong \
             square after en passant"
        KingStepTakenForCastling "a king's step is taken for a castling that goes to the same square"
            usually "castling is known by the king's goal, g1 or c1, and nobody asks how far the king has come"
        RookNotMoved "the rook stays at home when its king castles"
            usually "castling is made as a move of the king, often only when it comes from the text of a position's \
             moves"
        RookNotMovedBack "the rook does not go home when a castling is taken back"
            usually "castling is taken back as a move of the king; with bitboards, the rook may be back on the board \
             and not in its bitboard"
        PromotedPieceLeft "a promoted piece does not become a pawn again when the move is taken back"
            usually "what stands on the goal is moved back, and by then it is a queen: the pawn has to be put there \
             anew"
        PromotesToAnotherPiece "a promotion makes another piece than the move says"
            usually "the piece is always a queen, or the letter is looked up in a table of another order"
        KingLookedForElsewhere "the king is looked for on a square where it is not"
            usually "the square of the king is kept beside the board, and castling, taking back or reading a FEN does \
             not update it"
        TurnNotPassed "the turn does not pass to the other side"
            usually "the field of the FEN is not read; or one kind of move, or the move that is taken back, returns \
             before the side to move is flipped"
        MoveNotPlayed "a move that the engine was given is not played"
            usually "the text matches no move of the list: castling as e1g1 or as e1h1, a letter of a promotion, or a \
             move that the generator lacks; and no error is shown"
        StateCorrupted "the position is wrong after moves are made or taken back"
            usually "making and taking back do not mirror each other: compare everything, lists and hash included, \
             before a move and after it was taken back"
    }
}

impl Rule {
    /// The name of the rule for programs that read reports: `"castling-out-of-check"` is `CastlingOutOfCheck`. It does
    /// not change.
    pub fn id(self) -> &'static str {
        static IDS: LazyLock<Vec<String>> = LazyLock::new(|| {
            let hyphenated = |letter: char| match letter {
                'A'..='Z' => format!("-{}", letter.to_ascii_lowercase()),
                _ => letter.to_string(),
            };
            let id = |rule| {
                let name: String = format!("{rule:?}").chars().map(hyphenated).collect();
                name.trim_start_matches('-').to_owned()
            };
            Rule::ALL.iter().map(id).collect()
        });
        &IDS[self as usize]
    }

    /// A short phrase for people, as it appears in a row of a table.
    pub const fn title(self) -> &'static str {
        Rule::ROWS[self as usize].title
    }

    /// What an engine that breaks the rule does wrong, for a heading: "en passant is missing where …".
    pub const fn fault(self) -> &'static str {
        Rule::ROWS[self as usize].fault
    }

    /// What in an engine usually breaks this rule: it tells an author where to look. It is a guess, since ox88 does not
    /// see the code of the engine.
    pub const fn usual_cause(self) -> &'static str {
        Rule::ROWS[self as usize].usual_cause
    }

    /// What the rule decides.
    pub const fn kind(self) -> RuleKind {
        Rule::ROWS[self as usize].kind
    }

    /// Whether the rule looks at the moves that led to a position, and not only at the position:
    /// whether the king has moved, for example, or which move was the last.
    pub const fn depends_on_earlier_moves(self) -> bool {
        Rule::ROWS[self as usize].depends_on_earlier_moves
    }
}
