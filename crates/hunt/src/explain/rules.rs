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
    depends_on_earlier_moves: bool,
}

/// Writes each rule down once. A row is the name of the rule, perhaps `depends_on_earlier_moves`, its title, and the
/// fault of an engine that breaks it, where the title does not say that.
macro_rules! rules {
    ($($kind:ident { $($name:ident $($mark:ident)? $title:literal $(=> $fault:literal)?)* })*) => {
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
                depends_on_earlier_moves: !stringify!($($mark)?).is_empty(),
            },)*)*];
        }
    };
}

rules! {
    MakesLegal {
        CastlingOverAttackedRookWay "castling while a square that only the rook crosses is attacked"
            => "castling is missing where only the rook crosses an attacked square"
        CastlingWithAttackedRook "castling with a rook that is attacked"
            => "castling is missing where the rook is attacked"
        CastlingAfterOtherRookGone depends_on_earlier_moves "castling after another rook has moved or was taken"
            => "castling is missing after another rook has moved or was taken"
        CastlingRookFilesDiffer "castling with a rook on another file than the opponent's rook of that side"
            => "castling is missing where the rooks of the two sides start on different files"
        CastlingInChess960 "castling with a king or rook that starts elsewhere than in ordinary chess"
            => "castling is missing where the king or rook starts elsewhere than in ordinary chess"
        Castling "castling with the right, a clear path, and no attack on the king's path"
            => "castling is missing where it is allowed"
        EnPassantTakesChecker "en passant takes the pawn that gives check"
            => "en passant is missing where it takes the pawn that gives check"
        EnPassantBlocksCheck "en passant steps into the line of a check"
            => "en passant is missing where it blocks a check"
        EnPassantAlongPin "en passant by a pawn that is pinned along the capture's own diagonal"
            => "en passant is missing for a pawn that is pinned along the capture's own diagonal"
        EnPassantFromBothSides "either of two pawns may capture en passant"
            => "en passant is missing for one of two pawns that may capture"
        EnPassant "en passant takes a pawn that has just taken two steps" => "en passant is missing where it is allowed"
        PromotionTakesChecker "a promotion takes the piece that gives check"
            => "a promotion that takes the checking piece is missing"
        PromotionBlocksCheck "a promotion blocks a check" => "a promotion that blocks a check is missing"
        CheckerTaken "the piece that gives check is taken" => "a capture of the checking piece is missing"
        DoublePushBlocksCheck "a pawn's two steps block a check"
            => "a pawn's double push that blocks a check is missing"
        CheckBlocked "a check is blocked" => "a move that blocks a check is missing"
        PinnedPieceTakesPinner "a pinned piece takes the piece that pins it"
            => "a pinned piece cannot take the piece that pins it"
        PinnedPieceAlongPin "a pinned piece moves along its pin" => "a pinned piece cannot move along its pin"
        UnderpromotionByCapture "a pawn takes and becomes a rook, bishop or knight"
            => "a pawn cannot take and become a rook, bishop or knight"
        PromotionByCapture "a pawn takes and promotes" => "a pawn cannot take and promote"
        Underpromotion "a pawn becomes a rook, bishop or knight" => "a pawn cannot become a rook, bishop or knight"
        Promotion "a pawn promotes" => "a pawn cannot promote"
        KingTakesChecker "the king takes an unprotected piece that gives check"
            => "the king cannot take an unprotected piece that gives check"
        KingStepsOffLine "the king steps off the line of a check" => "the king cannot step off the line of a check"
        KingLeavesCheck "the king leaves a check" => "the king cannot leave a check"
        KingTakesUnprotected "the king takes an unprotected piece" => "the king cannot take an unprotected piece"
        KingStep "the king steps to a square that is not attacked"
            => "the king cannot step to a square that is not attacked"
        DoublePush "a pawn takes two steps from its home rank" => "a pawn's double push is missing"
        PawnPush "a pawn steps ahead" => "a pawn's step ahead is missing"
        PawnCapture "a pawn takes diagonally" => "a pawn's capture is missing"
        KnightJump "a knight jumps" => "a knight's jump is missing"
        BishopSlide "a bishop slides along a diagonal" => "a bishop's move along a diagonal is missing"
        RookSlide "a rook slides along a rank or file" => "a rook's move along a rank or file is missing"
        QueenSlide "a queen slides along a rank, file or diagonal"
            => "a queen's move along a rank, file or diagonal is missing"
    }
    MakesIllegal {
        NoPieceThere "there is no piece where the move begins" => "a move begins on an empty square"
        PieceOfTheOtherSide "the piece belongs to the side that is not to move"
            => "a piece of the side that is not to move is moved"
        StaysWhereItIs "a move that ends where it begins" => "a move ends where it begins"
        TakesOwnPiece "a piece takes one of its own side"
        TakesKing "a king is taken"
        RoundTheEdge "a move round the edge of the board" => "a piece moves round the edge of the board"
        NotItsWay "a move that this kind of piece cannot make" => "a piece moves as its kind cannot"
        JumpsOverPiece "a slider jumps over a piece"
        PawnTakesStraight "a pawn takes straight ahead"
        PawnDiagonalWithoutCapture "a pawn moves diagonally without taking"
        EnPassantTooLate depends_on_earlier_moves "en passant one move too late"
            => "en passant is allowed one move too late"
        EnPassantWithoutDoublePush "en passant of a pawn that has not just taken two steps"
            => "en passant is allowed against a pawn that has not just taken two steps"
        DoublePushNotFromHome "a pawn takes two steps, but not from its home rank"
        DoublePushOverPiece "a pawn takes two steps over a piece"
        PromotionToKingOrPawn "a promotion to a king or a pawn" => "a pawn promotes to a king or a pawn"
        PawnDoesNotPromote "a pawn reaches the last rank and stays a pawn"
        PromotionOfNothing "a promotion where no pawn reaches the last rank"
            => "a promotion is listed where no pawn reaches the last rank"
        CastlingRightLostToKingMove depends_on_earlier_moves "castling after the king has moved"
            => "a side keeps the right to castle after its king has moved"
        CastlingRightLostToRookMove depends_on_earlier_moves "castling after the rook has moved"
            => "a side keeps the right to castle after its rook has moved"
        CastlingRightLostToPromotion depends_on_earlier_moves "castling after a promoting pawn has taken the rook"
            => "a side keeps the right to castle after a promotion has captured its rook"
        CastlingRightLostToCapture depends_on_earlier_moves "castling after the rook was taken"
            => "a side keeps the right to castle after its rook was captured"
        CastlingWithoutRook "castling where no rook is at home" => "castling is allowed where no rook is at home"
        CastlingWithoutRight "castling that was never allowed" => "castling is allowed without the right to castle"
        CastlingKingWayBlocked "castling while a piece is in the king's path"
            => "castling is allowed while a piece is in the king's path"
        CastlingRookWayBlocked "castling while a piece is in the rook's path only"
            => "castling is allowed while a piece is in the rook's path only"
        CastlingOutOfCheck "castling out of check" => "castling is allowed out of check"
        CastlingThroughAttack "castling through an attacked square" => "castling is allowed through an attacked square"
        CastlingIntoCheck "castling into check" => "castling is allowed into check"
        KingBesideKing "the king steps beside the other king"
        KingBackAlongLine "the king steps back along the line of a check"
        KingTakesProtected "the king takes a protected piece"
        KingIntoPawnAttack "the king steps into the attack of a pawn"
        KingIntoAttack "the king steps into an attack"
        DoubleCheckNeedsKing "a double check answered by a piece other than the king"
            => "a piece other than the king answers a double check"
        EnPassantInOtherCheck "en passant while another piece gives check"
            => "en passant is allowed while another piece gives check"
        EnPassantByAnotherPiece "a piece other than a pawn is taken to capture en passant"
            => "a piece other than a pawn captures en passant"
        CheckNotAnswered "a check that is not answered" => "a move leaves a check unanswered"
        PinnedPieceLeavesLine "a pinned piece leaves its line"
        EnPassantUncoversRank "en passant uncovers the king along the rank that both pawns leave"
        EnPassantUncoversDiagonal "en passant uncovers the king behind the pawn that is taken"
    }
    Misjudgement {
        TakenForPinned "a piece that may move is taken for pinned"
        TakenForChecked "a king that is not attacked is taken for checked"
    }
    Counting {
        ListedTwice "a move that is listed twice" => "a move is listed twice"
        NoMove "a row that names no move of the position" => "a row names no move of the position"
        CountOnly "a count that is wrong while every move below it is right"
            => "a count is wrong while every move below it is right"
        InnerNodesCounted "every node of the tree is counted, and not the leaves alone"
        OnePlyTooMany "one ply more is counted than was asked for"
        OnePlyTooFew "one ply less is counted than was asked for"
        StartPositionCounted "the start position is counted, whatever position is set up"
        PseudoLegal "moves are counted that leave the king in check, everywhere"
        LastPlyPseudoLegal "at the last ply moves are counted that leave the king in check"
        CountDependsOnHistory "a count depends on what was counted before"
        TableKeyLacksEnPassant "a table of counts leaves the en passant square out of its key"
        TableKeyLacksCastling "a table of counts leaves the rights to castle out of its key"
        MovesDependOnHistory "the moves depend on what was asked before"
        DifferentAnswers "the same question has different answers"
        CountNotExplained "a wrong count whose cause is not known" => "a count is wrong, and its cause is not known"
        NotFollowedDown "a wrong count that was not followed down to its cause"
            => "a count is wrong, and ox88 has not followed it down to its cause"
        LeafAtGameEnd "a mate or stalemate above the last ply is counted as a leaf"
        EndsGameTooEarly "the game is ended too early, where there are legal moves"
        NumberOfMoves "a number of moves or leaves is wrong, and without rows it does not show why"
        TotalIsNotTheSum "a total that is not the sum of its rows" => "the total is not the sum of its rows"
    }
    MakeAndUnmake {
        EnPassantSquareKept "the en passant square outlives the next move"
        EnPassantSquareLost "the en passant square is lost too soon"
        CastlingRightKept "a right to castle survives the move that loses it"
        CastlingRightLost "a right to castle disappears though no move loses it"
        CapturedPawnLeft "the pawn taken en passant stays on the board"
        CaptureRemovesAnotherPawn "a pawn's ordinary capture removes a second pawn, behind its goal"
        CapturedPieceNotRestored "a piece that was taken does not come back when the move is taken back"
        KingStepTakenForCastling "a king's step is taken for a castling that goes to the same square"
        RookNotMoved "the rook stays at home when its king castles"
        RookNotMovedBack "the rook does not go home when a castling is taken back"
        PromotedPieceLeft "a promoted piece does not become a pawn again when the move is taken back"
        PromotesToAnotherPiece "a promotion makes another piece than the move says"
        KingLookedForElsewhere "the king is looked for on a square where it is not"
        TurnNotPassed "the turn does not pass to the other side"
        MoveNotPlayed "a move that the engine was given is not played"
        StateCorrupted "the position is wrong after moves are made or taken back"
    }
}

impl Rule {
    /// The name of the rule for programs that read reports: `"castling-out-of-check"` is `CastlingOutOfCheck`. It does
    /// not change.
    #[must_use]
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
    #[must_use]
    pub const fn title(self) -> &'static str {
        Rule::ROWS[self as usize].title
    }

    /// What an engine that breaks the rule does wrong, for a heading: "en passant is missing where …".
    #[must_use]
    pub const fn fault(self) -> &'static str {
        Rule::ROWS[self as usize].fault
    }

    /// What the rule decides.
    #[must_use]
    pub const fn kind(self) -> RuleKind {
        Rule::ROWS[self as usize].kind
    }

    /// Whether the rule looks at the moves that led to a position, and not only at the position:
    /// whether the king has moved, for example, or which move was the last.
    #[must_use]
    pub const fn depends_on_earlier_moves(self) -> bool {
        Rule::ROWS[self as usize].depends_on_earlier_moves
    }
}
