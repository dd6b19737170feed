//! How the answers are written: as Stockfish does, changed by each dialect that is asked for.

use ox88::internals::chess::moves::CastlingNotation;
use ox88::{Move, MoveKind};

/// One way in which engines write differently from Stockfish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Stockfish,
    NoColon,
    Dashes,
    Capitals,
    NoPromotionLetter,
    CastlingKingTakesRook,
    CastlingLetters,
    CastlingZeros,
    TotalNodes,
    Total,
    Nodes,
    Moves,
    BareTotal,
    SeveralTotals,
    NoTotal,
    TimeLine,
    Sorted,
    InfoLines,
    Banner,
    CarriageReturns,
    PlainVerb,
    SilentPlainVerb,
    LegalMovesOnly,
}

impl Dialect {
    /// Each dialect with its name and what it does.
    pub const ALL: [(Dialect, &str, &str); 23] = [
        (Dialect::Stockfish, "stockfish", "nothing else: `e2e4: 600` and `Nodes searched: 8902`"),
        (Dialect::NoColon, "no-colon", "rows are `e2e4 600`"),
        (Dialect::Dashes, "dashes", "rows are `e2e4 - 600`"),
        (Dialect::Capitals, "capitals", "promotions are `a7a8Q`"),
        (Dialect::NoPromotionLetter, "no-promotion-letter", "promotions are four rows `a7a8`"),
        (Dialect::CastlingKingTakesRook, "castling-king-takes-rook", "castling is `e1h1`"),
        (Dialect::CastlingLetters, "castling-letters", "castling is `O-O` and `O-O-O`"),
        (Dialect::CastlingZeros, "castling-zeros", "castling is `0-0` and `0-0-0`"),
        (Dialect::TotalNodes, "total-nodes", "the total is `Total nodes: 8902`"),
        (Dialect::Total, "total", "the total is `Total: 8902`"),
        (Dialect::Nodes, "nodes", "the total is `Nodes: 8902`"),
        (Dialect::Moves, "moves", "the total is `Moves: 8902`"),
        (Dialect::BareTotal, "bare-total", "the total is `8902`"),
        (Dialect::SeveralTotals, "several-totals", "`Moves: 20` for the rows, then `Nodes: 8902`"),
        (Dialect::NoTotal, "no-total", "there are rows only"),
        (Dialect::TimeLine, "time-line", "a line with time and speed comes after the total"),
        (Dialect::Sorted, "sorted", "rows are sorted by their text"),
        (Dialect::InfoLines, "info-lines", "info lines stand before and between the rows"),
        (Dialect::Banner, "banner", "three lines greet instead of one"),
        (Dialect::CarriageReturns, "carriage-returns", "lines end with CR and LF"),
        (
            Dialect::PlainVerb,
            "plain-verb",
            "`perft 3` instead of `go perft 3`; no `uci`, no `isready`",
        ),
        (Dialect::SilentPlainVerb, "silent-plain-verb", "the same, silent about unknown commands"),
        (
            Dialect::LegalMovesOnly,
            "legal-moves-only",
            "a move that is not in its own list of legal moves is refused and not played",
        ),
    ];
}

/// All dialects that are spoken at once.
pub struct Style {
    pub dialects: Vec<Dialect>,
    pub chess960: bool,
}

impl Style {
    pub fn has(&self, dialect: Dialect) -> bool {
        self.dialects.contains(&dialect)
    }

    /// Whether perft is asked for by a verb of its own.
    pub fn has_plain_verb(&self) -> bool {
        self.has(Dialect::PlainVerb) || self.has(Dialect::SilentPlainVerb)
    }

    pub fn line_end(&self) -> &'static str {
        if self.has(Dialect::CarriageReturns) { "\r\n" } else { "\n" }
    }

    pub fn greeting(&self) -> Vec<String> {
        let mut lines = vec!["broken_engine by the tests of ox88".to_owned()];
        if self.has(Dialect::Banner) {
            lines.push("=================================".to_owned());
            lines.push("Type perft 5 for 4865609 nodes: 1".to_owned());
        }
        lines
    }

    /// The answer to perft, line by line. `total` is what the engine claims it to be.
    pub fn answer(&self, rows: &[(Move, u64)], total: u64) -> Vec<String> {
        let mut lines: Vec<String> =
            rows.iter().map(|&(mv, leaves)| self.row(mv, leaves)).collect();
        if self.has(Dialect::Sorted) {
            lines.sort();
        }
        if self.has(Dialect::InfoLines) {
            lines.insert(lines.len() / 2, "info depth 1 currmove e2e4 currmovenumber 1".to_owned());
            lines.insert(0, "info string using no network: 2 threads".to_owned());
        }
        lines.push(String::new());
        if self.has(Dialect::SeveralTotals) {
            lines.push(format!("Moves: {}", rows.len()));
        }
        lines.extend(self.total(total));
        if self.has(Dialect::TimeLine) {
            lines.push("time 0.01 s, 3.2 Mnps".to_owned());
        }
        lines.push(String::new());
        lines
    }

    fn row(&self, mv: Move, leaves: u64) -> String {
        let separator = if self.has(Dialect::NoColon) {
            " "
        } else if self.has(Dialect::Dashes) {
            " - "
        } else {
            ": "
        };
        format!("{}{separator}{leaves}", self.move_text(mv))
    }

    fn move_text(&self, mv: Move) -> String {
        let letter = match mv.kind {
            MoveKind::Castling { rook } => return self.castling_notation(mv, rook > mv.from),
            MoveKind::Promotion(_) if self.has(Dialect::NoPromotionLetter) => String::new(),
            MoveKind::Promotion(kind) => kind.letter().to_string(),
            _ => String::new(),
        };
        let letter = if self.has(Dialect::Capitals) { letter.to_uppercase() } else { letter };
        format!("{}{}{letter}", mv.from, mv.to)
    }

    fn castling_notation(&self, mv: Move, is_short: bool) -> String {
        let (letters, zeros) = if is_short { ("O-O", "0-0") } else { ("O-O-O", "0-0-0") };
        if self.has(Dialect::CastlingLetters) {
            letters.to_owned()
        } else if self.has(Dialect::CastlingZeros) {
            zeros.to_owned()
        } else if self.chess960 || self.has(Dialect::CastlingKingTakesRook) {
            mv.text(CastlingNotation::KingTakesRook)
        } else {
            mv.text(CastlingNotation::KingToTarget)
        }
    }

    fn total(&self, total: u64) -> Option<String> {
        let words = [
            (Dialect::TotalNodes, "Total nodes: "),
            (Dialect::Total, "Total: "),
            (Dialect::Nodes, "Nodes: "),
            (Dialect::SeveralTotals, "Nodes: "),
            (Dialect::Moves, "Moves: "),
            (Dialect::BareTotal, ""),
        ];
        let word = words.into_iter().find(|&(dialect, _)| self.has(dialect));
        let word = word.map_or("Nodes searched: ", |(_, word)| word);
        (!self.has(Dialect::NoTotal)).then(|| format!("{word}{total}"))
    }
}
