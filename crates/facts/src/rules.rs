//! The table of what an engine can get wrong about a position, beside the number of its moves.
//!
//! A row is the id, what an engine does that is wrong, and what usually causes it, in which an author would recognize
//! the own code. To add one, add a row, the place that finds it, and a planted fault in `tests/planted.rs`.

macro_rules! rules {
    ($($name:ident $id:literal $title:literal usually $cause:literal)*) => {
        /// What an engine can get wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!($title, ".")] $name,)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            const ROWS: &[[&'static str; 3]] = &[$([$id, $title, $cause],)*];
        }
    };
}

rules! {
    KeyTurn "key-turn" "the key has the wrong side to move after a move"
        usually "the constant of the turn is not added by some moves, or twice by castling or by a null move"
    KeyRightKingMoved "key-right-king-moved" "the key keeps a right to castle after the king has moved"
        usually "the flags are cleared, and the key is not: both belong into one function"
    KeyRightCastled "key-right-castled" "the key keeps a right to castle after castling"
        usually "castling returns before the lines that clear the rights in the key"
    KeyRightRookMoved "key-right-rook-moved" "the key keeps a right to castle after the rook has moved"
        usually "the flags are cleared, and the key is not; or it is added once more, so that the right comes back"
    KeyRightRookCaptured "key-right-rook-captured" "the key keeps a right to castle after the rook is captured"
        usually "the rights are taken out of the key where a king or a rook moves, and not where a rook is captured"
    KeyRightBack "key-right-back" "the key gets a right to castle that was lost before, or loses one that is left"
        usually "the constant of a right is added whenever a king or rook moves, whether or not the right is left; or a \
                 mask has one bit too many"
    KeyEnPassantNotSet "key-en-passant-not-set" "a double step that allows a capture en passant is not in the key"
        usually "the square is set after the key is computed, or the test for a pawn beside it looks on the wrong files"
    KeyEnPassantKept "key-en-passant-kept" "the key keeps the en passant square after the next move"
        usually "the old square is overwritten before its constant is taken out, or is taken out only by moves of pawns"
    KeyEnPassantCapture "key-en-passant-capture" "the key is wrong after a capture en passant"
        usually "the captured pawn is taken out on the square to which the capturing one goes, or not at all"
    KeyCastlingRook "key-castling-rook" "the key is wrong about the rook after castling"
        usually "only the king moves in the key, or the rook is taken from the square of the other side"
    KeyPromotion "key-promotion" "the key is wrong after a promotion"
        usually "the pawn is put on the last rank in the key, or is not taken out of it"
    KeyCapture "key-capture" "the key keeps a captured piece"
        usually "the captured piece is looked up after the capturing one is already on its square"
    KeyMovedPiece "key-moved-piece" "the key is wrong about a piece that has moved"
        usually "the piece is taken out on the square to which it goes, or is added twice"
    KeyPlayed "key-played" "the key after a move is not that of the same position set up by its FEN"
        usually "what makes a move and what reads a FEN build the key differently; compare both after each move"
    KeyNotRestored "key-not-restored" "the key is another one after moves are made and taken back"
        usually "taking back adds a constant that making has not; it is safest to keep the old key and put it back"
    KeyIgnoresTurn "key-ignores-turn" "positions that differ in the side to move have one key"
        usually "the turn has no constant, or that constant is zero"
    KeyIgnoresRight "key-ignores-right" "positions that differ in a right to castle have one key"
        usually "the constants of the rights are never filled, or the index of the table drops a bit"
    KeyIgnoresEnPassant "key-ignores-en-passant" "positions that differ in a legal capture en passant have one key"
        usually "the en passant file is not in the key: a table then answers with moves that are not possible"
    KeyMixesPieces "key-mixes-pieces" "two pieces, or two squares, have the same constant in the key"
        usually "the table is indexed without the colour, or the kind, or by a square that is cut off"
    CheckWrong "check-wrong" "the engine is wrong about the side to move being in check"
        usually "the king's square is not updated, or the attack of one kind of piece is missing or reversed"
    CheckersWrong "checkers-wrong" "the engine names the wrong checking pieces"
        usually "only the piece that moved is looked at, so that a discovered check and the second checker are missed"
    GivesCheckDirect "gives-check-direct" "a move that gives check with its own piece is told not to"
        usually "the attack is looked up from the old square, or with the piece still there"
    GivesCheckDiscovered "gives-check-discovered" "a move that discovers a check is told not to give check"
        usually "the pieces that hide a check are taken for the wrong side, or are kept from the position before"
    GivesCheckEnPassant "gives-check-en-passant" "a capture en passant that opens a line is told not to give check"
        usually "only the capturing pawn is taken off the board for the test, and the captured one still blocks the line"
    GivesCheckCastling "gives-check-castling" "a castling whose rook gives check is told not to"
        usually "only the king's square is looked at; the rook checks from where it arrives, with the king gone"
    GivesCheckPromotion "gives-check-promotion" "a promotion that gives check is told not to"
        usually "the attack is that of the pawn, not of the new piece"
    GivesCheckThroughPawn "gives-check-through-pawn" "a promotion along the line on which the pawn came is told not to give check"
        usually "the pawn is still on its old square when the attack of the new piece is computed, and blocks it"
    GivesCheckInvented "gives-check-invented" "a move is told to give check, and does not"
        usually "a blocker on the line is forgotten, or the own king's lines are taken for the other's"
    LegalLeavesCheck "legal-leaves-check" "a move that leaves its king attacked is accepted as legal"
        usually "is_legal tests pins alone, or is_pseudo_legal is called where is_legal is needed"
    LegalNoPiece "legal-no-piece" "a move from an empty square, or of the other side's piece, is accepted as legal"
        usually "the move from the table is trusted: test that a piece of the side to move is on its first square"
    LegalCastling "legal-castling" "a castling that is not possible is accepted as legal"
        usually "a king that goes two squares is taken for castling without a look at the right, the way, or attacks"
    LegalPromotion "legal-promotion" "a promotion away from the last rank, or by another piece, is accepted as legal"
        usually "the bits of the promotion are not tested: a move from the table can have any"
    LegalPawn "legal-pawn" "a move that a pawn cannot make is accepted as legal"
        usually "a pawn's step on to a piece, its capture of nothing, or a double step from another rank is not tested"
    LegalPath "legal-path" "a move that a piece cannot make is accepted as legal"
        usually "the squares between are not tested, or a capture of the own piece is not"
    LegalRefused "legal-refused" "a legal move is refused"
        usually "en passant, castling and promotions have paths of their own in is_legal, and one of them is missing"
    EndMateBeforeFifty "end-mate-before-fifty" "a mate on the hundredth half move is told as a draw"
        usually "the clock is looked at before the moves: a mate comes first"
    EndMateMissed "end-mate-missed" "a checkmate is not told as one"
        usually "the game is over only where a search finds no move, or a draw is looked at first"
    EndStalemateMissed "end-stalemate-missed" "a stalemate is not told as one"
        usually "no move is taken for a mate without a look at the check"
    EndInvented "end-invented" "a mate or a stalemate is told where there are legal moves"
        usually "moves of one kind, such as an answer to a check by capturing en passant, are not generated here"
    EndFiftyEarly "end-fifty-early" "a draw by fifty moves is told before the hundredth half move"
        usually "half moves are taken for moves, or the clock is not reset by a capture or by a pawn"
    EndFiftyMissed "end-fifty-missed" "fifty moves are over, and the engine tells them elsewhere and not here"
        usually "the clock of the FEN is not read, or is reset by something else than captures and pawns"
    EndRepetitionRights "end-repetition-rights" "a repetition is told though the rights to castle differ"
        usually "the boards are compared alone, or the key does not hold the rights"
    EndRepetitionEnPassant "end-repetition-en-passant" "a repetition is told though a capture en passant was possible before"
        usually "the boards are compared alone, or the key does not hold the en passant file"
    EndRepetitionEarly "end-repetition-early" "a repetition is told before the position has occurred often enough"
        usually "positions of the other side to move are counted, or the first one is counted twice"
    EndRepetitionMissed "end-repetition-missed" "a repetition is told elsewhere, and not here"
        usually "the look back ends too early: it may end only at a capture or at a move of a pawn"
    EndMaterialEarly "end-material-early" "a draw for lack of material is told where a mate is possible"
        usually "pieces are counted without their kinds"
    EndMaterialMissed "end-material-missed" "bare kings, or a single minor piece, are told as a draw elsewhere, and not here"
        usually "the list of cases lacks one, or knows it for one side alone"
    SanLetterExtra "san-letter-extra" "SAN names the square from which a piece comes where nothing else can go there"
        usually "a pinned piece, or one that cannot reach the square, is taken for a candidate"
    SanLetterMissing "san-letter-missing" "SAN does not say which of two pieces moves"
        usually "only one other piece is looked at, or promoted pieces are forgotten"
    SanLetterWrong "san-letter-wrong" "SAN names the rank where the file is enough, or one of them where both are needed"
        usually "the file comes first, then the rank, then both: each has to be tested against all other pieces"
    SanCheckMark "san-check-mark" "SAN has a wrong + or none"
        usually "the mark is decided before the move is made, so that a discovered check or a promotion is missed"
    SanMateMark "san-mate-mark" "SAN has # where there is no mate, or + where there is one"
        usually "a mate is looked for among some moves only, or before the move is made"
    SanCastling "san-castling" "SAN of a castling is wrong"
        usually "the side is decided by the square of the rook, or the mark of a check is left out"
    SanPromotion "san-promotion" "SAN of a promotion is wrong"
        usually "the letter of the piece is left out for some of the four"
    SanCapture "san-capture" "SAN has a wrong x, or none"
        usually "a capture en passant has an empty target square, and still has x and the file of the pawn"
    SanOther "san-other" "SAN names another move"
        usually "the letter of the piece is that of the captured one, or the square is another one"
    SanAmbiguous "san-ambiguous" "SAN that fits two moves is taken for one of them"
        usually "the first move that fits is taken; test that it is the only one"
    SanUnread "san-unread" "SAN of a legal move is refused, or read as another move"
        usually "the reader looks for a square of origin, for x or for + where the text has none"
    FenBoard "fen-board" "the FEN that the engine prints has other pieces"
        usually "a square is skipped or counted twice where empty squares are added up"
    FenTurn "fen-turn" "the FEN that the engine prints has the other side to move"
        usually "the turn is changed before or after the text is made"
    FenRights "fen-rights" "the FEN that the engine prints has other rights to castle"
        usually "the rights are not cleared when a rook is captured, or a letter is written for the wrong side"
    FenEnPassant "fen-en-passant" "the FEN that the engine prints has a wrong en passant square"
        usually "the square of the pawn is written in place of the one that it skipped, or one of before is kept"
    FenClock "fen-clock" "the FEN that the engine prints has a wrong halfmove clock"
        usually "the clock is not read, or is not reset by a capture, a promotion or a move of a pawn"
    FenNumber "fen-number" "the FEN that the engine prints has a wrong move number"
        usually "the number is not read, or grows after White's moves"
    FenNotRestored "fen-not-restored" "the FEN is another one after moves are made and taken back"
        usually "what is taken back does not restore a right, the en passant square or the clock"
    LeafCapture "leaf-capture" "a capture is not counted as one, or a quiet move is"
        usually "en passant is no capture by the target square alone; castling is one if the king takes its rook"
    LeafMate "leaf-mate" "a mate is not counted as one, or another move is"
        usually "the mate is looked for before the move is made"
}

impl Rule {
    const fn row(self) -> &'static [&'static str; 3] {
        &Rule::ROWS[self as usize]
    }

    /// The name by which reports and programs know it: `key-right-rook-captured`.
    pub const fn id(self) -> &'static str {
        self.row()[0]
    }

    /// What an engine does that breaks it, as a sentence without its end.
    pub const fn title(self) -> &'static str {
        self.row()[1]
    }

    /// What usually causes it.
    pub const fn usual_cause(self) -> &'static str {
        self.row()[2]
    }

    /// Whether it is about a key after moves that were played, so that what is left over can name it.
    pub fn is_of_played_key(self) -> bool {
        self <= Rule::KeyPlayed
    }
}
