//! The table of the rules that an engine can break.

use std::fmt;

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
    id: &'static str,
    title: &'static str,
    depends_on_earlier_moves: bool,
}

/// Writes each rule down once. A row is the name of the rule in the code, its id, perhaps
/// `depends_on_earlier_moves`, and its title.
macro_rules! rules {
    ($($kind:ident { $($name:ident $id:literal $($mark:ident)? $title:literal)* })*) => {
        /// A rule of chess, or of perft, that an engine can break.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = concat!($title, ".")] $name,)*)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Rule] = &[$($(Rule::$name,)*)*];

            const fn row(self) -> Row {
                match self {
                    $($(Rule::$name => {
                        Row { $($mark: true,)? ..Row::new(RuleKind::$kind, $id, $title) }
                    })*)*
                }
            }
        }
    };
}

rules! {
    MakesLegal {
        CastlingOverAttackedRookWay "castling-over-attacked-rook-way"
            "castling while a square that only the rook crosses is attacked"
        CastlingWithAttackedRook "castling-with-attacked-rook"
            "castling with a rook that is attacked"
        CastlingAfterOtherRookGone "castling-after-other-rook-gone" depends_on_earlier_moves
            "castling after another rook has moved or was taken"
        CastlingRookFilesDiffer "castling-rook-files-differ"
            "castling with a rook on another file than the opponent's rook of that side"
        CastlingInChess960 "castling-in-chess960"
            "castling with a king or rook that starts elsewhere than in ordinary chess"
        Castling "castling"
            "castling with the right, a clear path, and no attack on the king's path"
        EnPassantTakesChecker "en-passant-takes-checker"
            "en passant takes the pawn that gives check"
        EnPassantBlocksCheck "en-passant-blocks-check" "en passant steps into the line of a check"
        EnPassantAlongPin "en-passant-along-pin"
            "en passant by a pawn that is pinned along the capture's own diagonal"
        EnPassantFromBothSides "en-passant-from-both-sides"
            "either of two pawns may capture en passant"
        EnPassant "en-passant" "en passant takes a pawn that has just taken two steps"
        PromotionTakesChecker "promotion-takes-checker"
            "a promotion takes the piece that gives check"
        PromotionBlocksCheck "promotion-blocks-check" "a promotion blocks a check"
        CheckerTaken "checker-taken" "the piece that gives check is taken"
        DoublePushBlocksCheck "double-push-blocks-check" "a pawn's two steps block a check"
        CheckBlocked "check-blocked" "a check is blocked"
        PinnedPieceTakesPinner "pinned-piece-takes-pinner"
            "a pinned piece takes the piece that pins it"
        PinnedPieceAlongPin "pinned-piece-along-pin" "a pinned piece moves along its pin"
        UnderpromotionByCapture "underpromotion-by-capture"
            "a pawn takes and becomes a rook, bishop or knight"
        PromotionByCapture "promotion-by-capture" "a pawn takes and promotes"
        Underpromotion "underpromotion" "a pawn becomes a rook, bishop or knight"
        Promotion "promotion" "a pawn promotes"
        KingTakesChecker "king-takes-checker" "the king takes an unprotected piece that gives check"
        KingStepsOffLine "king-steps-off-line" "the king steps off the line of a check"
        KingLeavesCheck "king-leaves-check" "the king leaves a check"
        KingTakesUnprotected "king-takes-unprotected" "the king takes an unprotected piece"
        KingStep "king-step" "the king steps to a square that is not attacked"
        DoublePush "double-push" "a pawn takes two steps from its home rank"
        PawnPush "pawn-push" "a pawn steps ahead"
        PawnCapture "pawn-capture" "a pawn takes diagonally"
        KnightJump "knight-jump" "a knight jumps"
        BishopSlide "bishop-slide" "a bishop slides along a diagonal"
        RookSlide "rook-slide" "a rook slides along a rank or file"
        QueenSlide "queen-slide" "a queen slides along a rank, file or diagonal"
    }
    MakesIllegal {
        NoPieceThere "no-piece-there" "there is no piece where the move begins"
        PieceOfTheOtherSide "piece-of-the-other-side"
            "the piece belongs to the side that is not to move"
        StaysWhereItIs "stays-where-it-is" "a move that ends where it begins"
        TakesOwnPiece "takes-own-piece" "a piece takes one of its own side"
        TakesKing "takes-king" "a king is taken"
        RoundTheEdge "round-the-edge" "a move round the edge of the board"
        NotItsWay "not-its-way" "a move that this kind of piece cannot make"
        JumpsOverPiece "jumps-over-piece" "a slider jumps over a piece"
        PawnTakesStraight "pawn-takes-straight" "a pawn takes straight ahead"
        PawnDiagonalWithoutCapture "pawn-diagonal-without-capture"
            "a pawn moves diagonally without taking"
        EnPassantTooLate "en-passant-too-late" depends_on_earlier_moves
            "en passant one move too late"
        EnPassantWithoutDoublePush "en-passant-without-double-push"
            "en passant of a pawn that has not just taken two steps"
        DoublePushNotFromHome "double-push-not-from-home"
            "a pawn takes two steps, but not from its home rank"
        DoublePushOverPiece "double-push-over-piece" "a pawn takes two steps over a piece"
        PromotionToKingOrPawn "promotion-to-king-or-pawn" "a promotion to a king or a pawn"
        PawnDoesNotPromote "pawn-does-not-promote" "a pawn reaches the last rank and stays a pawn"
        PromotionOfNothing "promotion-of-nothing" "a promotion where no pawn reaches the last rank"
        CastlingRightLostToKingMove "castling-right-lost-to-king-move" depends_on_earlier_moves
            "castling after the king has moved"
        CastlingRightLostToRookMove "castling-right-lost-to-rook-move" depends_on_earlier_moves
            "castling after the rook has moved"
        CastlingRightLostToPromotion "castling-right-lost-to-promotion" depends_on_earlier_moves
            "castling after a promoting pawn has taken the rook"
        CastlingRightLostToCapture "castling-right-lost-to-capture" depends_on_earlier_moves
            "castling after the rook was taken"
        CastlingWithoutRook "castling-without-rook" "castling where no rook is at home"
        CastlingWithoutRight "castling-without-right" "castling that was never allowed"
        CastlingKingWayBlocked "castling-king-way-blocked"
            "castling while a piece is in the king's path"
        CastlingRookWayBlocked "castling-rook-way-blocked"
            "castling while a piece is in the rook's path only"
        CastlingOutOfCheck "castling-out-of-check" "castling out of check"
        CastlingThroughAttack "castling-through-attack" "castling through an attacked square"
        CastlingIntoCheck "castling-into-check" "castling into check"
        KingBesideKing "king-beside-king" "the king steps beside the other king"
        KingBackAlongLine "king-back-along-line" "the king steps back along the line of a check"
        KingTakesProtected "king-takes-protected" "the king takes a protected piece"
        KingIntoPawnAttack "king-into-pawn-attack" "the king steps into the attack of a pawn"
        KingIntoAttack "king-into-attack" "the king steps into an attack"
        DoubleCheckNeedsKing "double-check-needs-king"
            "a double check answered by a piece other than the king"
        EnPassantInOtherCheck "en-passant-in-other-check"
            "en passant while another piece gives check"
        EnPassantByAnotherPiece "en-passant-by-another-piece"
            "a piece other than a pawn is taken to capture en passant"
        CheckNotAnswered "check-not-answered" "a check that is not answered"
        PinnedPieceLeavesLine "pinned-piece-leaves-line" "a pinned piece leaves its line"
        EnPassantUncoversRank "en-passant-uncovers-rank"
            "en passant uncovers the king along the rank that both pawns leave"
        EnPassantUncoversDiagonal "en-passant-uncovers-diagonal"
            "en passant uncovers the king behind the pawn that is taken"
    }
    Misjudgement {
        TakenForPinned "taken-for-pinned" "a piece that may move is taken for pinned"
        TakenForChecked "taken-for-checked" "a king that is not attacked is taken for checked"
    }
    Counting {
        ListedTwice "listed-twice" "a move that is listed twice"
        NoMove "no-move" "a row that names no move of the position"
        CountOnly "count-only" "a count that is wrong while every move below it is right"
        CountDependsOnHistory "count-depends-on-history"
            "a count depends on what was counted before"
        MovesDependOnHistory "moves-depend-on-history" "the moves depend on what was asked before"
        DifferentAnswers "different-answers" "the same question has different answers"
        CountNotExplained "count-not-explained" "a wrong count whose cause is not known"
        NotFollowedDown "not-followed-down" "a wrong count that was not followed down to its cause"
        LeafAtGameEnd "leaf-at-game-end"
            "a mate or stalemate above the last ply is counted as a leaf"
        EndsGameTooEarly "ends-game-too-early"
            "the game is ended too early, where there are legal moves"
        NumberOfMoves "number-of-moves"
            "a number of moves or leaves is wrong, and without rows it does not show why"
        TotalIsNotTheSum "total-is-not-the-sum" "a total that is not the sum of its rows"
    }
    MakeAndUnmake {
        EnPassantSquareKept "en-passant-square-kept" "the en passant square outlives the next move"
        EnPassantSquareLost "en-passant-square-lost" "the en passant square is lost too soon"
        CastlingRightKept "castling-right-kept" "a right to castle survives the move that loses it"
        CastlingRightLost "castling-right-lost"
            "a right to castle disappears though no move loses it"
        CapturedPawnLeft "captured-pawn-left" "the pawn taken en passant stays on the board"
        CaptureRemovesAnotherPawn "capture-removes-another-pawn"
            "a pawn's ordinary capture removes a second pawn, behind its goal"
        CapturedPieceNotRestored "captured-piece-not-restored"
            "a piece that was taken does not come back when the move is taken back"
        KingStepTakenForCastling "king-step-taken-for-castling"
            "a king's step is taken for a castling that goes to the same square"
        RookNotMoved "rook-not-moved" "the rook stays at home when its king castles"
        RookNotMovedBack "rook-not-moved-back"
            "the rook does not go home when a castling is taken back"
        PromotedPieceLeft "promoted-piece-left"
            "a promoted piece does not become a pawn again when the move is taken back"
        PromotesToAnotherPiece "promotes-to-another-piece"
            "a promotion makes another piece than the move says"
        KingLookedForElsewhere "king-looked-for-elsewhere"
            "the king is looked for on a square where it is not"
        TurnNotPassed "turn-not-passed" "the turn does not pass to the other side"
        MoveNotPlayed "move-not-played" "a move that the engine was given is not played"
        StateCorrupted "state-corrupted" "the position is wrong after moves are made or taken back"
    }
}

impl Rule {
    /// The name of the rule for programs that read reports. It does not change.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// A short phrase for people, as it appears in a row of a table.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// What the rule decides.
    #[must_use]
    pub const fn kind(self) -> RuleKind {
        self.row().kind
    }

    /// Whether the rule looks at the moves that led to a position, and not only at the position:
    /// whether the king has moved, for example, or which move was the last.
    #[must_use]
    pub const fn depends_on_earlier_moves(self) -> bool {
        self.row().depends_on_earlier_moves
    }
}

impl Row {
    const fn new(kind: RuleKind, id: &'static str, title: &'static str) -> Row {
        Row { kind, id, title, depends_on_earlier_moves: false }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}
