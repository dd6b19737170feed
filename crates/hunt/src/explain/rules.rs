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
    /// No rule of chess but a mistake about the position, which shows as many missing moves.
    Misjudgement,
    /// The rule says what is counted. No single move shows that it is broken.
    Counting,
    /// The rule says what making a move or taking it back does to the position. An engine that
    /// breaks it gets the moves of a later position wrong.
    MakeAndUnmake,
}

/// What the table says of one rule.
struct Row {
    kind: RuleKind,
    title: &'static str,
    depends_on_earlier_moves: bool,
}

/// Writes each rule down once. A row is the name of the rule, perhaps `depends_on_earlier_moves`, and its title.
macro_rules! rules {
    ($($kind:ident { $($name:ident $($mark:ident)? $title:literal)* })*) => {
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
                depends_on_earlier_moves: !stringify!($($mark)?).is_empty(),
            },)*)*];
        }
    };
}

rules! {
    MakesLegal {
        CastlingOverAttackedRookWay "castling while a square that only the rook crosses is attacked"
        CastlingWithAttackedRook "castling with a rook that is attacked"
        CastlingAfterOtherRookGone depends_on_earlier_moves "castling after another rook has moved or was taken"
        CastlingRookFilesDiffer "castling with a rook on another file than the opponent's rook of that side"
        CastlingInChess960 "castling with a king or rook that starts elsewhere than in ordinary chess"
        Castling "castling with the right, a clear path, and no attack on the king's path"
        EnPassantTakesChecker "en passant takes the pawn that gives check"
        EnPassantBlocksCheck "en passant steps into the line of a check"
        EnPassantAlongPin "en passant by a pawn that is pinned along the capture's own diagonal"
        EnPassantFromBothSides "either of two pawns may capture en passant"
        EnPassant "en passant takes a pawn that has just taken two steps"
        PromotionTakesChecker "a promotion takes the piece that gives check"
        PromotionBlocksCheck "a promotion blocks a check"
        CheckerTaken "the piece that gives check is taken"
        DoublePushBlocksCheck "a pawn's two steps block a check"
        CheckBlocked "a check is blocked"
        PinnedPieceTakesPinner "a pinned piece takes the piece that pins it"
        PinnedPieceAlongPin "a pinned piece moves along its pin"
        UnderpromotionByCapture "a pawn takes and becomes a rook, bishop or knight"
        PromotionByCapture "a pawn takes and promotes"
        Underpromotion "a pawn becomes a rook, bishop or knight"
        Promotion "a pawn promotes"
        KingTakesChecker "the king takes an unprotected piece that gives check"
        KingStepsOffLine "the king steps off the line of a check"
        KingLeavesCheck "the king leaves a check"
        KingTakesUnprotected "the king takes an unprotected piece"
        KingStep "the king steps to a square that is not attacked"
        DoublePush "a pawn takes two steps from its home rank"
        PawnPush "a pawn steps ahead"
        PawnCapture "a pawn takes diagonally"
        KnightJump "a knight jumps"
        BishopSlide "a bishop slides along a diagonal"
        RookSlide "a rook slides along a rank or file"
        QueenSlide "a queen slides along a rank, file or diagonal"
    }
    MakesIllegal {
        NoPieceThere "there is no piece where the move begins"
        PieceOfTheOtherSide "the piece belongs to the side that is not to move"
        StaysWhereItIs "a move that ends where it begins"
        TakesOwnPiece "a piece takes one of its own side"
        TakesKing "a king is taken"
        RoundTheEdge "a move round the edge of the board"
        NotItsWay "a move that this kind of piece cannot make"
        JumpsOverPiece "a slider jumps over a piece"
        PawnTakesStraight "a pawn takes straight ahead"
        PawnDiagonalWithoutCapture "a pawn moves diagonally without taking"
        EnPassantTooLate depends_on_earlier_moves "en passant one move too late"
        EnPassantWithoutDoublePush "en passant of a pawn that has not just taken two steps"
        DoublePushNotFromHome "a pawn takes two steps, but not from its home rank"
        DoublePushOverPiece "a pawn takes two steps over a piece"
        PromotionToKingOrPawn "a promotion to a king or a pawn"
        PawnDoesNotPromote "a pawn reaches the last rank and stays a pawn"
        PromotionOfNothing "a promotion where no pawn reaches the last rank"
        CastlingRightLostToKingMove depends_on_earlier_moves "castling after the king has moved"
        CastlingRightLostToRookMove depends_on_earlier_moves "castling after the rook has moved"
        CastlingRightLostToPromotion depends_on_earlier_moves "castling after a promoting pawn has taken the rook"
        CastlingRightLostToCapture depends_on_earlier_moves "castling after the rook was taken"
        CastlingWithoutRook "castling where no rook is at home"
        CastlingWithoutRight "castling that was never allowed"
        CastlingKingWayBlocked "castling while a piece is in the king's path"
        CastlingRookWayBlocked "castling while a piece is in the rook's path only"
        CastlingOutOfCheck "castling out of check"
        CastlingThroughAttack "castling through an attacked square"
        CastlingIntoCheck "castling into check"
        KingBesideKing "the king steps beside the other king"
        KingBackAlongLine "the king steps back along the line of a check"
        KingTakesProtected "the king takes a protected piece"
        KingIntoPawnAttack "the king steps into the attack of a pawn"
        KingIntoAttack "the king steps into an attack"
        DoubleCheckNeedsKing "a double check answered by a piece other than the king"
        EnPassantInOtherCheck "en passant while another piece gives check"
        EnPassantByAnotherPiece "a piece other than a pawn is taken to capture en passant"
        CheckNotAnswered "a check that is not answered"
        PinnedPieceLeavesLine "a pinned piece leaves its line"
        EnPassantUncoversRank "en passant uncovers the king along the rank that both pawns leave"
        EnPassantUncoversDiagonal "en passant uncovers the king behind the pawn that is taken"
    }
    Misjudgement {
        TakenForPinned "a piece that may move is taken for pinned"
        TakenForChecked "a king that is not attacked is taken for checked"
    }
    Counting {
        ListedTwice "a move that is listed twice"
        NoMove "a row that names no move of the position"
        CountOnly "a count that is wrong while every move below it is right"
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
        CountNotExplained "a wrong count whose cause is not known"
        NotFollowedDown "a wrong count that was not followed down to its cause"
        LeafAtGameEnd "a mate or stalemate above the last ply is counted as a leaf"
        EndsGameTooEarly "the game is ended too early, where there are legal moves"
        NumberOfMoves "a number of moves or leaves is wrong, and without rows it does not show why"
        TotalIsNotTheSum "a total that is not the sum of its rows"
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
