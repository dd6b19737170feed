//! The table of what an engine can get wrong about a position, beside the number of its moves. Its texts are in
//! `rules.txt`, which begins with what each cell is.
//!
//! To add a rule, add its name here and its line there, the place that finds it, and a planted fault in the broken
//! engine.

use std::sync::LazyLock;

static TABLE: LazyLock<Vec<[&str; 5]>> = LazyLock::new(|| {
    let lines = include_str!("rules.txt").lines().filter(|line| !line.starts_with('#'));
    let cells = |line: &'static str| {
        let mut cells = line.split(" | ");
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    };
    lines.map(cells).collect()
});

macro_rules! rules {
    ($($name:ident)*) => {
        /// What an engine can get wrong. [`Rule::title`] says what each is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the texts are those of the table")]
        pub enum Rule {
            $($name,)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];
        }
    };
}

rules! {
    KeyTurn KeyRightKingMoved KeyRightCastled KeyRightRookMoved KeyRightRookCaptured
    KeyRightBack KeyEnPassantNotSet KeyEnPassantKept KeyEnPassantCapture KeyCastlingRook
    KeyPromotion KeyCapture KeyMovedPiece KeyNull KeyPlayed KeyNotRestored KeyIgnoresTurn
    KeyIgnoresRight KeyIgnoresEnPassant KeyMixesPieces EvalMoved EvalKing EvalCapture EvalEnPassant
    EvalPromotion EvalPromotionCapture EvalCastlingShort EvalCastlingLong EvalCastling960 EvalNull
    EvalAlongMoves EvalNotRestored StageMissing StageIllegal StageTwice CheckWrong CheckersWrong GivesCheckDirect
    GivesCheckDiscovered GivesCheckEnPassant GivesCheckCastling GivesCheckPromotion
    GivesCheckThroughPawn GivesCheckInvented LegalLeavesCheck LegalNoPiece LegalCastling
    LegalPromotion LegalPawn LegalPath LegalRefused EndMateBeforeFifty EndMateMissed
    EndStalemateMissed EndInvented EndFiftyEarly EndFiftyMissed EndRepetitionRights
    EndRepetitionEnPassant EndRepetitionEarly EndRepetitionMissed EndMaterialEarly
    EndMaterialMissed SanLetterExtra SanLetterMissing SanLetterWrong SanCheckMark SanMateMark
    SanCastling SanPromotion SanCapture SanOther SanAmbiguous SanUnread FenBoard FenTurn
    FenRights FenEnPassant FenClock FenNumber FenNotRestored LeafCapture LeafMate LeavesCaptures
    LeavesEnPassant LeavesCastles LeavesPromotions LeavesChecks LeavesDoubleChecks LeavesMates
}

impl Rule {
    /// The name by which reports and programs know it: `key-right-rook-captured`.
    pub fn id(self) -> &'static str {
        TABLE[self as usize][0]
    }

    /// What an engine does that breaks it, as a sentence without its end.
    pub fn title(self) -> &'static str {
        TABLE[self as usize][1]
    }

    /// What usually causes it.
    pub fn usual_cause(self) -> &'static str {
        TABLE[self as usize][2]
    }

    /// The method of [`Facts`](crate::Facts) that shows it.
    pub fn method(self) -> &'static str {
        TABLE[self as usize][3]
    }

    /// The article of FIDE's Laws of Chess that states it, if one does: `9.2.3.2`.
    pub fn article(self) -> Option<&'static str> {
        Some(TABLE[self as usize][4]).filter(|article| !article.is_empty())
    }

    /// The column of leaves that it is about: `leaves captures`.
    pub fn column(self) -> String {
        self.id().replace('-', " ")
    }

    /// Whether it is about a key after moves that were played, so that what is left over can name it.
    pub fn is_of_played_key(self) -> bool {
        self <= Rule::KeyPlayed
    }
}
