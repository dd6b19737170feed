//! Moves in SAN, the notation of books, read and written: `Nf3`, `Nbd2`, `exd6`, `e8=Q+`.
//!
//! SAN names the square to which a piece goes, and of the square from which it comes only what is
//! needed. So which move it means depends on the moves that are possible. Castling is no part of it
//! here, because `O-O` needs no board.

use ox88::{
    Board, CastlingPair, CastlingSide, File, Move, MoveKind, PieceKind, Position, Rank, Square,
};

/// What a move in SAN says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// The kind of piece that moves.
    pub kind: PieceKind,
    /// The file from which it comes. For a pawn that captures there always is one.
    pub from_file: Option<File>,
    /// The rank from which it comes.
    pub from_rank: Option<Rank>,
    /// The square to which it goes.
    pub to: Square,
    /// The kind of piece that a pawn becomes.
    pub promotion: Option<PieceKind>,
}

impl San {
    /// Which of these moves on a board it may mean. Several if the text does not say enough: two
    /// knights for `Nd2`, or four promotions where the letter is missing.
    pub fn among(self, board: &Board, moves: &[Move]) -> Vec<Move> {
        let fits = |mv: &&Move| {
            mv.to == self.to
                && !matches!(mv.kind, MoveKind::Castling { .. })
                && self.may_come_from(board, mv.from)
                && (self.promotion.is_none() || self.promotion == mv.promotion())
        };
        moves.iter().filter(fits).copied().collect()
    }

    /// A legal move, with as little about the square from which it comes as leaves it the only one: nothing, else its
    /// file, else its rank, else both. A pawn that captures always has its file. Nothing for a castling, and where no
    /// piece is on that square.
    pub fn of(position: &Position, mv: Move) -> Option<San> {
        let kind = position.board().at(mv.from)?.kind();
        let (file, rank) = (Some(mv.from.file()), Some(mv.from.rank()));
        let with = |(from_file, from_rank)| San {
            kind,
            from_file,
            from_rank,
            to: mv.to,
            promotion: mv.promotion(),
        };
        let legal = position.legal_moves();
        let enough = match kind {
            PieceKind::Pawn if position.captured(mv).is_some() => [(file, None)].to_vec(),
            PieceKind::Pawn => [(None, None)].to_vec(),
            _ => [(None, None), (file, None), (None, rank), (file, rank)].to_vec(),
        };
        let mut enough = enough.into_iter().map(with);
        enough.find(|san| san.among(position.board(), &legal) == [mv])
    }

    /// Whether the piece on a square is of this kind, and on the file and rank that are given. A pawn
    /// without a file stays on its own.
    pub(crate) fn may_come_from(self, board: &Board, from: Square) -> bool {
        let file = if self.goes_straight() { Some(self.to.file()) } else { self.from_file };
        board.at(from).is_some_and(|piece| piece.kind() == self.kind)
            && file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
    }

    /// Whether it is a pawn that takes nothing.
    pub(crate) fn goes_straight(self) -> bool {
        self.kind == PieceKind::Pawn && self.from_file.is_none()
    }
}

/// A legal move of a position in SAN, with `+` for a check and `#` for a mate.
pub fn san(position: &Position, mv: Move) -> String {
    let name = match (mv.kind, San::of(position, mv)) {
        (MoveKind::Castling { rook }, _) => {
            let is_short = CastlingPair::new(mv.from, rook).side() == CastlingSide::KingSide;
            if is_short { "O-O" } else { "O-O-O" }.to_owned()
        }
        (_, Some(san)) => {
            let capital = |kind: PieceKind| kind.letter().to_ascii_uppercase();
            let piece = Some(san.kind).filter(|&kind| kind != PieceKind::Pawn).map(capital);
            let takes = position.captured(mv).map(|_| 'x');
            let (file, rank) = (san.from_file.map(File::letter), san.from_rank.map(Rank::digit));
            let from: String = [piece, file, rank, takes].into_iter().flatten().collect();
            let promotion = san.promotion.map(|kind| format!("={}", capital(kind)));
            format!("{from}{}{}", san.to, promotion.unwrap_or_default())
        }
        (_, None) => position.move_text(mv),
    };
    let after = position.after(mv);
    let suffix = match (after.is_check(), after.legal_moves().is_empty()) {
        (true, true) => "#",
        (true, false) => "+",
        (false, _) => "",
    };
    name + suffix
}

/// Reads the move with which a text begins. Files are small letters and pieces are capitals: `bxc3` is a
/// pawn and `Bxc3` a bishop.
pub(super) fn read_san(text: &str) -> Option<(San, &str)> {
    let capital = text.chars().next().filter(char::is_ascii_uppercase);
    let kind = capital.and_then(|letter| PieceKind::from_letter(letter.to_ascii_lowercase()));
    let (kind, text) = kind.map_or((PieceKind::Pawn, text), |kind| (kind, &text[1..]));
    let is_pawn = kind == PieceKind::Pawn;
    // A pawn that takes names its file.
    let straight = if is_pawn { text } else { without_capture(text) };
    let (from, to, rest) = if let Some((to, rest)) = split_square(straight) {
        (None, to, rest)
    } else {
        let mut letters = text.chars();
        let from = letters.next()?;
        let (to, rest) = split_square(without_capture(letters.as_str()))?;
        (Some(from), to, rest)
    };
    let from_file = from.and_then(File::from_letter);
    let from_rank = from.and_then(Rank::from_digit).filter(|_| !is_pawn);
    if from.is_some() && from_file.is_none() && from_rank.is_none() {
        return None;
    }
    let (promotion, rest) = if is_pawn { split_promotion(rest) } else { (Ok(None), rest) };
    Some((San { kind, from_file, from_rank, to, promotion: promotion.ok()? }, rest))
}

fn without_capture(text: &str) -> &str {
    text.strip_prefix(['x', ':']).unwrap_or(text)
}

fn split_square(text: &str) -> Option<(Square, &str)> {
    let (name, rest) = text.split_at_checked(2)?;
    Some((Square::from_name(name)?, rest))
}

/// Splits off a promotion, like `q`, `=Q` and `(Q)`. An error is the letter of no piece.
pub(super) fn split_promotion(text: &str) -> (Result<Option<PieceKind>, char>, &str) {
    let promotion = text.trim_start_matches(['=', '/', '(']);
    match promotion.chars().next() {
        Some(letter) if letter.is_ascii_alphabetic() && !promotion.starts_with("ep") => {
            let kind = PieceKind::from_letter(letter.to_ascii_lowercase()).ok_or(letter);
            (kind.map(Some), promotion[1..].trim_start_matches(')'))
        }
        _ => (Ok(None), text),
    }
}
