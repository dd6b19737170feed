//! The table of the rules that an engine can break.

use std::sync::LazyLock;

/// What a rule decides, and with it what an engine that breaks it gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RuleKind {
    /// The rule makes a move legal: an engine that breaks it does not list that move.
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
struct RuleRow {
    kind: RuleKind,
    title: &'static str,
    fault: &'static str,
    usual_causes: &'static [UsualCause],
    mark: Option<Mark>,
}

/// What in an engine usually breaks a rule, in which an author would recognize the own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualCause {
    /// The part of the engine in which it is, or the kind of move that it is about: `fen`, `make`, `unmake`, `castling`,
    /// `en_passant` or `promotion`. Nothing if it is where moves are generated, or anywhere.
    pub of: Option<&'static str>,
    /// A clause without an end.
    pub text: &'static str,
}

impl UsualCause {
    /// These causes in one sentence.
    pub fn joined<'a>(causes: impl IntoIterator<Item = &'a UsualCause>) -> String {
        let texts: Vec<&str> = causes.into_iter().map(|it| it.text).collect();
        match &texts[..] {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [others @ .., last] => format!("{}; or {last}", others.join("; ")),
        }
    }
}

/// What else holds of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Which moves it makes legal or illegal depends on the moves before.
    DependsOnEarlierMoves,
    /// It makes a whole kind of move legal, and not only in some positions.
    IsOfAKind,
}

/// Writes each rule down once. A row is the name of the rule, perhaps a [`Mark`], its title, the fault
/// of an engine that breaks it, where the title does not say that, and its usual causes, each perhaps with
/// [what it is about](UsualCause::of).
macro_rules! rules {
    ($($kind:ident {
        $(
            $name:ident $($mark:ident)? $title:literal $(=> $fault:literal)?
            usually $($($of:ident)? $cause:literal)|+
        )*
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

            const ROWS: &[RuleRow] = &[$($(RuleRow {
                kind: RuleKind::$kind,
                title: $title,
                fault: [$($fault,)? $title][0],
                usual_causes: &[$(UsualCause { of: [$(Some(stringify!($of)),)? None][0], text: $cause }),+],
                mark: [$(Some(Mark::$mark),)? None][0],
            },)*)*];
        }
    };
}

rules! {
    MakesLegal {
        CastlingOverAttackedRookWay "castling while a square that only the rook crosses is attacked"
            => "castling is missing where only the rook crosses an attacked square"
            usually "one set of squares is tested for being empty and for being safe; b1 and b8 have to be empty, \
             but may be attacked"
        CastlingWithAttackedRook "castling with a rook that is attacked"
            => "castling is missing where the rook is attacked"
            usually "the squares that must be safe run from the king to the rook, and include the rook's own square"
        CastlingAfterOtherRookGone DependsOnEarlierMoves "castling after another rook has moved or was taken"
            => "castling is missing after another rook has moved or was taken"
            usually make "both rights of a side are cleared when either rook moves or is taken: a mask has one bit too \
             many, or the code does not check which of the two rooks it was, or looks at the file of its square but \
             not at the rank"
        CastlingRookFilesDiffer "castling with a rook on another file than the opponent's rook of that side"
            => "castling is missing where the rooks of the two sides start on different files"
            usually fen "one pair of rook files is kept for both sides, and the side read last from the FEN overwrites the other"
            | "such rights are dropped on purpose, since they arise only in double Chess960"
        CastlingPieceOnGoal "castling with a king or rook that is already on its target square"
            => "castling is missing where the king or rook is already on its target square"
            usually "the squares that must be empty include the target square, so the king or rook on it counts as \
             being in the way; or castling that leaves the king in place is dropped, because the king does not move"
        CastlingInChess960 "castling with a king or rook that starts on a different square from ordinary chess"
            => "castling is missing where the king or rook starts on a different square from ordinary chess"
            usually "the home squares of king and rooks are hard-coded, or the king and its rook block each other's path"
        Castling IsOfAKind "castling with the right, a clear path, and no attack on the king's path"
            => "castling is missing where it is allowed"
            usually "the squares that must be empty include those of the king or the rook"
            | make "a castling right is cleared too often" | fen "a letter of the castling field of the FEN is not read"
            | "the squares of one castling move were copied from another, if only that one is missing"
        EnPassantTakesChecker "en passant takes the pawn that gives check"
            => "en passant is missing where it takes the pawn that gives check"
            usually "the check filter keeps a non-king move only if it lands on the checker or between \
             checker and king; en passant lands on neither"
        EnPassantBlocksCheck "en passant steps into the line of a check"
            => "en passant is missing where it blocks a check"
            usually "in check, en passant is tried only if the pawn that has just taken two steps gives the check"
        EnPassantShieldsKing "en passant by a pawn that lands between its king and a slider"
            => "en passant is missing where the capturing pawn lands between its king and a slider"
            usually "the king is tested while both pawns are off the board, before the capturing one lands; pinned \
             pawns are skipped before en passant is tried; or the pin line is compared with the square of the captured \
             pawn"
        EnPassantFromBothSides "either of two pawns beside the one that has just taken two steps may capture it unless its king would be in check"
            => "en passant is missing for one of two pawns beside the one that has just taken two steps"
            usually "the search for a capturing pawn stops at the first one, even if that one is pinned: with \
             bitboards, only the lowest bit is taken, and in a mailbox, only one neighbour is looked at"
        EnPassant IsOfAKind "en passant takes a pawn that has just taken two steps" => "en passant is missing where it is allowed"
            usually "the generator looks for a piece to take on the en passant square itself"
            | make "the square is never set, is cleared before the answer to the double push is generated, or lies on the \
             other side's rank"
            | unmake "unmaking a move loses the square before en passant is generated"
        PromotionTakesChecker "a promotion takes the piece that gives check"
            => "a promotion that takes the checking piece is missing"
            usually "captures that promote have their own loop, and the check evasions do not use it; or that loop adds \
             only the queen"
        PromotionBlocksCheck "a promotion blocks a check" => "a promotion that blocks a check is missing"
            usually "moves that block a check have code of their own, which pushes a pawn to the last rank without \
             promoting it, or not at all"
        CheckerTaken IsOfAKind "the piece that gives check is taken" => "a capture of the checking piece is missing"
            usually "the check mask has the squares between king and checker, but not the checker's own square"
        DoublePushBlocksCheck "a pawn's two steps block a check"
            => "a pawn's double push that blocks a check is missing"
            usually "with bitboards, single pushes are masked with the check mask before they are shifted again, and \
             the square in between is not in that mask; in a mailbox, the loop over the two steps ends at the first \
             that does not block"
        CheckBlocked IsOfAKind "a check is blocked" => "a move that blocks a check is missing"
            usually "the table of squares between king and slider has gaps, or is looked up for a piece that does \
             not slide along that line; or only king moves and captures are tried in check"
        PinnedPieceTakesPinner IsOfAKind "a pinned piece takes the piece that pins it"
            => "a pinned piece's capture of its pinner is missing"
            usually "the mask of a pin has the squares between the king and the pinning piece, but not the pinning piece's \
             own square; or captures of pinned pieces, such as a pawn's, are generated apart from that mask"
        PinnedPieceAlongPin IsOfAKind "a pinned piece moves along its pin" => "a pinned piece's move along its pin is missing"
            usually "all pinned pieces are skipped, but only a pinned knight can never move: a queen, rook or bishop \
             may move along a pin of its own kind, and a pawn that is pinned on its file may advance"
        UnderpromotionByCapture IsOfAKind "a pawn takes and becomes a rook, bishop or knight"
            => "an underpromotion by capture is missing"
            usually "pushes and captures promote in two places, and the one for captures adds only the queen, or \
             leaves out a piece"
        PromotionByCapture IsOfAKind "a pawn takes and promotes" => "a promotion by capture is missing"
            usually "the loop for ordinary captures skips pawns on the seventh rank, and only their pushes are added \
             elsewhere"
        Underpromotion IsOfAKind "a pawn becomes a rook, bishop or knight" => "an underpromotion is missing"
            usually "only the queen promotion is added, or the loop over the promotion pieces skips one"
        Promotion IsOfAKind "a pawn promotes" => "a promotion is missing"
            usually "the loop for pushes skips pawns on the seventh rank and nothing else adds them, or it is the \
             other side's seventh rank"
        KingTakesChecker "the king takes an unprotected piece that gives check"
            => "a king's capture of an unprotected checking piece is missing"
            usually "king moves are masked with the empty squares, or the checking piece counts as protecting itself"
        KingStepsOffLine "the king steps off the line of a check" => "a king's step off the line of a check is missing"
            usually "the map of attacked squares is too large: a slider looks through pieces other than the king, or \
             the map has both sides in it"
        KingLeavesCheck "the king leaves a check" => "a king move out of check is missing"
            usually "in check only captures and blocks are generated, or the map of attacked squares is too large"
        KingTakesUnprotected "the king takes an unprotected piece" => "a king's capture of an unprotected piece is missing"
            usually "in the map of attacked squares, sliders protect through other pieces; or king moves are masked \
             with the empty squares"
        KingStep "the king steps to a square that is not attacked"
            => "a king's step to a square that is not attacked is missing"
            usually "the map of attacked squares is too large: pawns attack straight ahead in it, sliders look \
             through pieces, or it is the map of the wrong side"
        DoublePush "a pawn takes two steps from its home rank" => "a pawn's double push is missing"
            usually "the home rank is the other side's; with bitboards, single pushes are masked with the wrong rank \
             before they are shifted again"
        PawnPush "a pawn steps ahead" => "a pawn's step ahead is missing"
            usually "the direction is the other side's; with bitboards, the masks that keep captures from wrapping \
             around the edge are also used for pushes"
        PawnCapture "a pawn takes diagonally" => "a pawn's capture is missing"
            usually "with bitboards, the wrong edge file is masked off, often for one colour only; in a mailbox, one \
             of the two offsets has the wrong sign"
        KnightJump "a knight jumps" => "a knight's jump is missing"
            usually "one of the eight offsets is wrong; with bitboards, a jump by one file gets the edge mask of a \
             jump by two"
        BishopSlide "a bishop slides along a diagonal" => "a bishop's move along a diagonal is missing"
            usually "a ray ends one square early, before the edge or before the piece that can be taken; with magic \
             bitboards, two sets of blockers share an entry because the magic, the shift or the mask is wrong"
        RookSlide "a rook slides along a rank or file" => "a rook's move along a rank or file is missing"
            usually "a ray ends one square early, or one of the four directions is missing; with magic bitboards, \
             the mask drops the whole edge even for a rook that is on it, or two sets of blockers share an entry"
        QueenSlide "a queen slides along a rank, file or diagonal"
            => "a queen's move along a rank, file or diagonal is missing"
            usually "the queen is looked up only as a rook or only as a bishop, or one of the eight directions is \
             missing"
    }
    MakesIllegal {
        NoPieceThere "there is no piece where the move begins" => "a move begins on an empty square"
            usually make "a piece list or bitboard is not updated together with the board: when a piece is captured, also \
             en passant, when a pawn promotes, or when a rook castles"
            | fen "the FEN parser counts the squares of a rank wrongly, so that pieces stand elsewhere"
            | castling "the other side's right was used"
        PieceOfTheOtherSide "the piece belongs to the side that is not to move"
            => "the engine moves a piece of the side that is not to move"
            usually make "the side to move is flipped once too often or not at all"
            | "one kind of piece is generated for both sides"
        StaysWhereItIs "a move that ends where it begins" => "a move ends where it begins"
            usually "a null move is printed, or an offset in a table is zero"
        TakesOwnPiece "a piece takes one of its own side"
            usually "the target squares of one kind of piece are not masked with its own side's pieces; in a \
             mailbox, the colour is not compared before a capture"
        TakesKing "a king is taken"
            usually "the previous move was illegal: it left the king where it can be captured"
        RoundTheEdge "a move that wraps around the edge of the board"
            => "a piece wraps around the edge of the board"
            usually "with bitboards, a shift has no mask for the file at the edge; in a mailbox of 64 squares, an \
             offset is added without comparing the files before and after"
        NotItsWay "a move that this kind of piece cannot make" => "a piece makes a move that no such piece can make"
            usually "an offset or an entry in a table of attacks is wrong, or the kind of piece is read from a \
             square other than the one it moves from"
        JumpsOverPiece "a slider jumps over a piece"
            usually "the ray stops only at pieces of one side" | make "the last move did not update the occupied squares"
            | "with magic bitboards, a square is missing from the mask"
        PawnTakesStraight "a pawn takes straight ahead"
            usually "a push only avoids its own side's pieces, as other moves do, but it needs an empty square"
        PawnDiagonalWithoutCapture "a pawn moves diagonally without taking"
            usually "the squares that a pawn attacks are not masked with the pieces that it can take; or the number \
             that means no en passant square is that of a real square"
        EnPassantTooLate DependsOnEarlierMoves "en passant one move too late"
            => "en passant is allowed one move too late"
            usually make "making a move does not clear the en passant square of the last double push"
            | unmake "unmaking a move does not restore the square from before it"
        EnPassantWithoutDoublePush "en passant of a pawn that has not just taken two steps"
            => "en passant is allowed against a pawn that has not just taken two steps"
            usually make "every step of a pawn sets the square"
            | "the generator only looks for a pawn beside the capturing one"
        DoublePushNotFromHome "a pawn takes two steps from a rank that is not its home rank"
            usually "the rank is not tested, or is that of the other side; with bitboards, all single pushes are \
             shifted again"
        DoublePushOverPiece "a pawn takes two steps over a piece"
            usually "only the target square is tested for being empty, not the square in between"
        PromotionToKingOrPawn "a promotion to a king or a pawn" => "a pawn promotes to a piece that it may not become"
            usually "the loop over promotion pieces begins with the pawn or ends with the king"
        PawnDoesNotPromote "a pawn reaches the last rank and stays a pawn"
            usually "a loop over pawns, often the one for captures, does not check for the last rank"
            | make "making a promotion moves the pawn but does not replace it with the promoted piece"
        PromotionOfNothing "a promotion where no pawn reaches the last rank"
            => "a promotion is listed where no pawn reaches the last rank"
            usually "a reused move still holds a promotion piece, or its bits overlap another flag"
        CastlingRightKeptAfterKingMove DependsOnEarlierMoves "castling after the king has moved"
            => "a side keeps a castling right after its king has moved"
            usually "rook moves clear the rights, but king moves or castling itself do not"
        CastlingRightKeptAfterRookMove DependsOnEarlierMoves "castling after the rook has moved"
            => "a side keeps a castling right after its rook has moved"
            usually "rook moves clear no right, so a rook that comes home looks as if it had never left; or a rook \
             that takes a rook on its home square clears the other side's right, but not its own"
        CastlingRightKeptAfterPromotion DependsOnEarlierMoves "castling after a promoting pawn has taken the rook"
            => "a side keeps a castling right after a promotion has captured its rook"
            usually "the rights are cleared where ordinary captures are made, but promotions have their own branch"
        CastlingRightKeptAfterCapture DependsOnEarlierMoves "castling after the rook was taken"
            => "a side keeps a castling right after its rook was captured"
            usually "the rights are cleared by the from-square of a move, but not by its to-square, or not where a king \
             or a rook captures: the king can then castle with another rook that comes to the corner, or with none at all"
        CastlingWithoutRook "castling without a rook" => "castling is allowed without a rook to castle with"
            usually "the code tests the right and not whether the rook is there" | make "the right was kept when the rook was \
             taken" | fen "the right was read wrongly from the FEN" | "it is the right for the other side of the board"
        CastlingWithoutRight "castling that was never allowed" => "castling is allowed without the castling right"
            usually "the code tests that king and rook are at home with nothing between, but not the right itself"
            | fen "an empty castling field of a FEN (-) is read as all rights"
        CastlingKingWayBlocked "castling while a piece is in the king's path"
            => "castling is allowed while a piece is in the king's path"
            usually "the squares are tested for attacks but not for being empty, or the mask lacks some of them: in \
             Chess960, often those beyond the rook"
        CastlingRookWayBlocked "castling while a piece is in the rook's path but not in the king's"
            => "castling is allowed while a piece is in the rook's path but not in the king's"
            usually "the code checks that the king's path is empty, but not b1 or b8"
        CastlingOutOfCheck "castling out of check" => "castling is allowed out of check"
            usually "the squares that the king crosses and reaches are tested, but not the one it leaves"
            | fen "a flag says whether it is in check, and reading a FEN does not set it"
        CastlingThroughAttack "castling through an attacked square" => "castling is allowed through an attacked square"
            usually "castling is tested like other moves, by whether the king is attacked afterwards; the square it \
             crosses needs its own test"
        CastlingIntoCheck "castling into check" => "castling is allowed into check"
            usually "only the square that the king crosses is tested; in Chess960, the rook may also have shielded \
             the king's target square"
        KingBesideKing "the king steps beside the other king"
            usually "the attack test covers pawns, knights and sliders, but not the king"
        KingBackAlongLine "the king steps back along the line of a check"
            usually "the slider's ray stops at the king itself, so the square behind the king looks safe"
        KingTakesProtected "the king takes a protected piece"
            usually "the map of attacked squares is made from moves, and no move ends on a piece of its own side, so \
             protected pieces are missing from it"
        KingIntoPawnAttack "the king steps into the attack of a pawn"
            usually "the map of attacked squares is made from moves, which have no pawn attacks on empty squares; or \
             pawns attack in the wrong direction"
        KingIntoAttack "the king steps into an attack"
            usually "the attack test looks at the king's old square, or does not cover one kind of piece"
        DoubleCheckNeedsKing "a double check answered by a piece other than the king"
            => "a piece other than the king answers a double check"
            usually "only one checking piece is stored, and capturing or blocking that one is enough"
        EnPassantInOtherCheck "en passant while another piece gives check"
            => "en passant is allowed while another piece gives check"
            usually "in check, en passant is kept without testing whether the captured pawn is the checker"
        EnPassantByAnotherPiece "a piece other than a pawn is taken to capture en passant"
            => "a piece other than a pawn captures en passant"
            usually "any move to the en passant square counts as the capture, whichever piece makes it"
        CheckNotAnswered "a check that is not answered" => "a move leaves a check unanswered"
            usually make "the stored king square or checking pieces are out of date"
            | "the attack test does not cover one kind of piece" | "moves in check are not filtered by every check"
        PinnedPieceLeavesLine "a pinned piece leaves its line"
            usually "pins are found along some lines only, or before the last move was made"
            | en_passant "en passant is generated separately and not tested"
            | make "the stored king square or pinned pieces are out of date"
        EnPassantUncoversRank "en passant that exposes the king along the rank that both pawns leave"
            => "en passant is generated although it exposes the king along the rank that both pawns leave"
            usually "the pin test looks at each pawn alone; en passant takes two pawns off the rank at once, so the \
             test along the rank has to remove both"
        EnPassantUncoversDiagonal "en passant that exposes the king behind the pawn that is taken"
            => "en passant is generated although it exposes the king behind the pawn that is taken"
            usually "the pin test looks at the pawn that moves; here the captured pawn shielded the king"
    }
    Misjudgement {
        TakenForPinned "a piece that may move is treated as pinned"
            usually "not every piece between the slider and the king is counted: the occupancy leaves out one piece \
             type or one colour"
        TakenForChecked "a king that is not in check is treated as in check"
            usually "the check test looks through a piece: the occupancy leaves out one piece type or one colour"
    }
    Counting {
        ListedTwice "a move that is listed twice" => "a move is listed twice"
            usually "two loops add the same move, as with overlapping capture masks or check evasions"
            | promotion "promotions are also generated as ordinary moves"
        NoMove "a row that is not a move in this position" => "a row is not a move in this position"
            usually "the text of the move is wrong: file and rank are swapped, the promotion letter is wrong, or \
             squares are numbered from another corner"
        CountOnly "a wrong count with no move missing or extra"
            => "a count is wrong, although no move is missing or extra"
            usually "the last ply has its own code, which counts moves without making them and lets illegal ones \
             through, or loses legal ones; or a counter is too narrow"
        InnerNodesCounted "every node is counted, not only the leaves"
            usually "each call of perft adds one, or adds its own moves to the counts from below; only depth 0 may \
             add one (or, with bulk counting, depth 1 its number of moves)"
        OnePlyTooMany "one ply too many is counted"
            usually "the divide plays each move and then counts to the full depth again, or the recursion ends below \
             depth 0 instead of at 0"
        OnePlyTooFew "one ply too few is counted"
            usually "the depth is decremented twice, by the divide and by the function that it calls"
        StartPositionCounted "the start position is counted, whatever position is set up"
            usually "perft uses a new board instead of the one that was set up; or the position command is not \
             understood, without an error"
        PseudoLegal "moves that leave the king in check are counted everywhere"
            usually "whether the mover's king is attacked is tested for the wrong side, before the move is made, or \
             not at all"
        LastPlyPseudoLegal "at the last ply, moves that leave the king in check are counted"
            usually "the last ply counts the move list without making the moves, and the list holds moves that leave \
             the king in check"
        CountDependsOnHistory "a count depends on what was counted before"
            usually "the key of the hash table is missing something: the depth, the side to move, a castling right or the en passant square"
            | unmake "unmaking a move does not restore everything"
        TableKeyLacksEnPassant "the hash key leaves out the en passant square"
            usually "the en passant square has no Zobrist key, or a double push does not update the hash; leaving the \
             square out is harmless only where no pawn can take en passant"
        TableKeyLacksCastling "the hash key leaves out the castling rights"
            usually "the castling rights have no Zobrist keys, or a move that loses a right does not update the hash"
        MovesDependOnHistory "the moves depend on what was asked before"
            usually "something survives a new position: an en passant square, castling rights, a piece list, or hash \
             table entries"
        DifferentAnswers "the same question gets different answers"
            usually "uninitialised memory is read, threads write to shared data, a time limit ends the count, or something \
             survives from an earlier question"
        CountNotExplained "a wrong count whose cause is not known" => "a count is wrong, and its cause is not known"
            usually "if the count is too low, a rare move is missing further down: castling, en passant, a \
             promotion or an answer to check; if it is too high, some moves leave the king in check, or \
             castle illegally; a hash table can cause either"
        NotNarrowedDown "a wrong answer of which no broken rule is known"
            => "the answer is wrong, and ox88 could not narrow it down to a broken rule"
            usually "if the count is too low, a rare move is missing further down: castling, en passant, a \
             promotion or an answer to check; if it is too high, some moves leave the king in check, or \
             castle illegally; a hash table can cause either"
        LeafAtGameEnd "a mate or stalemate before the last ply is counted as a leaf"
            usually "a position without moves returns 1, as a position at depth 0 does; before the last ply it must \
             return 0"
        EndsGameTooEarly "the engine ends the game while there are still legal moves"
            usually "perft calls search code, which returns at once at a repetition, after fifty moves or \
             with bare kings"
        NumberOfMoves "a total is wrong, and there are no rows to show why"
            usually "if the total is too low, moves are missing; if it is too high, illegal moves are listed"
        TotalIsNotTheSum "a total that is not the sum of its rows" => "the total is not the sum of its rows"
            usually "the total has its own counter, which is not reset before the next question, or is not \
             incremented together with the rows"
    }
    MakeAndUnmake {
        EnPassantSquareKept "the en passant square outlives the next move"
            usually make "making a move does not clear the square: clear it at the beginning of every move"
            | unmake "unmaking a move does not restore the square from before it"
        EnPassantSquareLost "the en passant square is ignored or lost"
            usually fen "reading a FEN skips the en passant field, or looks for the pawn on the wrong side of the square"
            | make "making a double push does not set the square, often for one side only, or clears it at once"
            | unmake "unmaking a move does not restore the square"
        CastlingRightKept "the engine has a castling right that it should not have"
            usually fen "the FEN parser sets a castling right for every king and rook on their starting squares"
            | make "making a move clears rights in some cases only: king moves, rook moves and captures of a rook, also by \
             promotion, must all clear them"
        CastlingRightLost "a castling right is ignored or lost"
            usually fen "reading a FEN skips the castling field or part of it, or reads K as Q"
            | make "making a move clears too many rights, by a mask with one bit too many"
            | unmake "unmaking a move does not restore the rights"
        CastlingOnOtherWing "castling goes to the wrong side of the board"
            usually make "making a castling move swaps the target squares of kingside and queenside"
            | fen "the FEN parser decides the wing by the wrong king's file, or without looking at a king"
            | fen "the rook square of a right that the FEN does not give stays 0, so that the rook on a1 seems to have it"
        CapturedPawnLeft "the pawn taken en passant stays on the board"
            usually "the piece on the target square is removed, as in any capture, but that square is empty: the \
             pawn is one rank behind it"
        CaptureRemovesAnotherPawn "a pawn's ordinary capture removes a second pawn, behind its target square"
            usually "a diagonal move of a pawn is mistaken for en passant whenever an en passant square is set, \
             wherever the move ends"
        CapturedPieceNotRestored "a captured piece does not come back when the capture is unmade"
            usually "the captured piece is not saved with the move; or it is put back on the target square, which is \
             wrong after en passant"
        KingStepTakenForCastling "a king's step is mistaken for castling to the same square"
            usually "castling is recognized by the king's target square, g1 or c1, and not by how far the king moves"
        RookNotMoved "the rook stays at home when its king castles"
            usually "make moves the king but not the rook when castling, often only in the code that plays the moves of \
             a position command"
        RookNotMovedBack "the rook does not go back when castling is unmade"
            usually "unmake moves the king back but not the rook; in an engine with bitboards, the rook may be back in \
             the array of squares but not in its bitboard"
        PromotedPieceLeft "a promoted piece does not become a pawn again when the move is unmade"
            usually "the piece on the target square is moved back as it is, still promoted: put a pawn back instead"
        PromotesToAnotherPiece "a promotion makes a piece other than the one in the move"
            usually "the piece is always a queen, or the letter is looked up in a table with another order"
        KingLookedForElsewhere "the engine looks for the king on the wrong square"
            usually make "the king's square is stored separately, and castling or a king move does not update it"
            | unmake "the stored square of the king is not restored" | fen "the stored square of the king is not set from the FEN"
        TurnNotPassed "the turn does not pass to the other side"
            usually fen "reading a FEN ignores the side to move"
            | make "making one kind of move returns before it changes the side to move"
            | unmake "unmaking one kind of move returns before it changes the side to move back"
        PieceNotRead "a piece of the FEN is not on the engine's board"
            usually "reading a FEN is off by one at the end of a rank or of the board, skips a piece together with the \
             empty squares before it, or has no room for one more piece in a list"
        MoveNotPlayed "the engine does not play a move that it was given"
            usually castling "castling is read in one form only, e1g1 or e1h1" | promotion "the promotion letter is not read"
            | "the generator lacks the move, or its text matches none of the generated moves"
            | "an array of played moves is full"
        StateCorrupted "the position is wrong after moves are made or unmade"
            usually make "making a move changes one of several boards, bitboards or lists of pieces, and not the others"
            | unmake "unmaking a move does not undo all that make changed: compare the whole position (board, piece lists, \
             rights, hash) before each make and after its unmake"
    }
}

/// The articles of FIDE's Laws of Chess and of their Guidelines, as they are numbered since 2023, with the rules that each
/// states. Rules of perft have none. Below 3.8.2.1 and 3.8.2.2 the Laws have lists, which copies number differently.
const ARTICLES: [(&str, &[Rule]); 23] = [
    ("1.1", &[Rule::PieceOfTheOtherSide]),
    ("1.2", &[Rule::TurnNotPassed]),
    ("1.4.1", &[Rule::TakesKing]),
    ("3.1", &[Rule::TakesOwnPiece]),
    ("3.2", &[Rule::BishopSlide]),
    ("3.3", &[Rule::RookSlide]),
    ("3.4", &[Rule::QueenSlide]),
    ("3.5", &[Rule::JumpsOverPiece]),
    ("3.6", &[Rule::KnightJump]),
    ("3.7.1", &[Rule::PawnPush, Rule::PawnTakesStraight]),
    ("3.7.2", &[Rule::DoublePush, Rule::DoublePushNotFromHome, Rule::DoublePushOverPiece]),
    (
        "3.7.3",
        &[Rule::PawnCapture, Rule::PawnDiagonalWithoutCapture, Rule::CaptureRemovesAnotherPawn],
    ),
    (
        "3.7.3.1",
        &[
            Rule::EnPassant,
            Rule::EnPassantTakesChecker,
            Rule::EnPassantBlocksCheck,
            Rule::EnPassantShieldsKing,
            Rule::EnPassantFromBothSides,
            Rule::EnPassantWithoutDoublePush,
            Rule::EnPassantByAnotherPiece,
            Rule::EnPassantSquareLost,
            Rule::CapturedPawnLeft,
        ],
    ),
    ("3.7.3.2", &[Rule::EnPassantTooLate, Rule::EnPassantSquareKept]),
    (
        "3.7.3.3",
        &[
            Rule::Promotion,
            Rule::PromotionByCapture,
            Rule::PromotionTakesChecker,
            Rule::PromotionBlocksCheck,
            Rule::Underpromotion,
            Rule::UnderpromotionByCapture,
            Rule::PromotionToKingOrPawn,
            Rule::PawnDoesNotPromote,
            Rule::PromotionOfNothing,
            Rule::PromotesToAnotherPiece,
        ],
    ),
    (
        "3.8.1",
        &[
            Rule::KingStep,
            Rule::KingTakesChecker,
            Rule::KingTakesUnprotected,
            Rule::KingStepsOffLine,
            Rule::KingLeavesCheck,
        ],
    ),
    (
        "3.8.2",
        &[
            Rule::Castling,
            Rule::CastlingOnOtherWing,
            Rule::RookNotMoved,
            Rule::KingStepTakenForCastling,
            Rule::CastlingWithoutRook,
        ],
    ),
    (
        "3.8.2.1",
        &[
            Rule::CastlingWithoutRight,
            Rule::CastlingRightKeptAfterCapture,
            Rule::CastlingRightKeptAfterPromotion,
            Rule::CastlingRightKept,
            Rule::CastlingRightLost,
            Rule::CastlingRightKeptAfterKingMove,
            Rule::CastlingRightKeptAfterRookMove,
            Rule::CastlingAfterOtherRookGone,
        ],
    ),
    (
        "3.8.2.2",
        &[
            Rule::CastlingOverAttackedRookWay,
            Rule::CastlingWithAttackedRook,
            Rule::CastlingOutOfCheck,
            Rule::CastlingThroughAttack,
            Rule::CastlingIntoCheck,
            Rule::CastlingKingWayBlocked,
            Rule::CastlingRookWayBlocked,
        ],
    ),
    ("3.9.1", &[Rule::TakenForChecked]),
    (
        "3.9.2",
        &[
            Rule::CheckerTaken,
            Rule::CheckBlocked,
            Rule::DoublePushBlocksCheck,
            Rule::PinnedPieceTakesPinner,
            Rule::PinnedPieceAlongPin,
            Rule::TakenForPinned,
            Rule::KingBesideKing,
            Rule::KingBackAlongLine,
            Rule::KingTakesProtected,
            Rule::KingIntoPawnAttack,
            Rule::KingIntoAttack,
            Rule::DoubleCheckNeedsKing,
            Rule::EnPassantInOtherCheck,
            Rule::CheckNotAnswered,
            Rule::PinnedPieceLeavesLine,
            Rule::EnPassantUncoversRank,
            Rule::EnPassantUncoversDiagonal,
        ],
    ),
    ("3.10.2", &[Rule::NoPieceThere, Rule::StaysWhereItIs, Rule::NotItsWay, Rule::RoundTheEdge]),
    (
        "Guidelines II.3",
        &[Rule::CastlingRookFilesDiffer, Rule::CastlingPieceOnGoal, Rule::CastlingInChess960],
    ),
];

impl Rule {
    /// The article of FIDE's Laws of Chess that states it, if one does: `3.8.2.2`.
    pub fn article(self) -> Option<&'static str> {
        ARTICLES.iter().find(|(_, rules)| rules.contains(&self)).map(|(article, _)| *article)
    }

    /// The rule with this name.
    pub fn from_id(id: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|it| it.id() == id)
    }

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
    pub fn usual_cause(self) -> String {
        UsualCause::joined(self.usual_causes())
    }

    /// The usual causes one by one.
    pub const fn usual_causes(self) -> &'static [UsualCause] {
        Rule::ROWS[self as usize].usual_causes
    }

    /// What the rule decides.
    pub const fn kind(self) -> RuleKind {
        Rule::ROWS[self as usize].kind
    }

    /// Whether the rule looks at the moves that led to a position, and not only at the position:
    /// whether the king has moved, for example, or which move was the last.
    pub const fn depends_on_earlier_moves(self) -> bool {
        matches!(Rule::ROWS[self as usize].mark, Some(Mark::DependsOnEarlierMoves))
    }

    /// Whether the rule makes a whole kind of move legal: without it all of these are missing, and not only some.
    pub const fn is_of_a_kind(self) -> bool {
        matches!(Rule::ROWS[self as usize].mark, Some(Mark::IsOfAKind))
    }
}
