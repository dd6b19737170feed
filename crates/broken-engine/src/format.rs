//! Writes answers as Stockfish does, changed by each format that is switched on.

use ox88::{Board, CastlingNotation, Move, MoveKind, Piece, PieceKind};

/// One way in which engines write differently from Stockfish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
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
    San,
    SanWithoutHints,
    Bbc,
    Vice,
    Wukong,
    InfoCurrmove,
    InfoString,
    Json,
    JsonLines,
    Remarks,
    RawNodes,
    PerftComplete,
    TotalOnly,
    TableOfDepths,
    TableWithTimes,
    RowsFromDepthTwo,
    Stderr,
    Pieces,
    Arrows,
    Kids,
    InBrackets,
    CountInBrackets,
    Python,
    Csv,
    TotalOfItsOwn,
}

impl Format {
    /// Each format with its name and what it does.
    pub const ALL: [(Format, &str, &str); 48] = [
        (Format::Stockfish, "stockfish", "nothing else: `e2e4: 600` and `Nodes searched: 8902`"),
        (Format::NoColon, "no-colon", "rows are `e2e4 600`"),
        (Format::Dashes, "dashes", "rows are `e2e4 - 600`"),
        (Format::Capitals, "capitals", "promotions are `a7a8Q`"),
        (Format::NoPromotionLetter, "no-promotion-letter", "promotions are four rows `a7a8`"),
        (Format::CastlingKingTakesRook, "castling-king-takes-rook", "castling is `e1h1`"),
        (Format::CastlingLetters, "castling-letters", "castling is `O-O` and `O-O-O`"),
        (Format::CastlingZeros, "castling-zeros", "castling is `0-0` and `0-0-0`"),
        (Format::TotalNodes, "total-nodes", "the total is `Total nodes: 8902`"),
        (Format::Total, "total", "the total is `Total: 8902`"),
        (Format::Nodes, "nodes", "the total is `Nodes: 8902`"),
        (Format::Moves, "moves", "the total is `Moves: 8902`"),
        (Format::BareTotal, "bare-total", "the total is `8902`"),
        (Format::SeveralTotals, "several-totals", "`Moves: 20` for the rows, then `Nodes: 8902`"),
        (Format::NoTotal, "no-total", "there are rows only"),
        (Format::TimeLine, "time-line", "a line with time and speed comes after the total"),
        (Format::Sorted, "sorted", "rows are sorted by their text"),
        (Format::InfoLines, "info-lines", "info lines stand before and between the rows"),
        (Format::Banner, "banner", "three lines greet instead of one"),
        (Format::CarriageReturns, "carriage-returns", "lines end with CR and LF"),
        (
            Format::PlainVerb,
            "plain-verb",
            "`perft 3` instead of `go perft 3`; no `uci`, no `isready`",
        ),
        (Format::SilentPlainVerb, "silent-plain-verb", "the same, silent about unknown commands"),
        (
            Format::LegalMovesOnly,
            "legal-moves-only",
            "a move that is not in its own list of legal moves is refused and not played",
        ),
        (Format::San, "san", "rows are `Nbd2: 600`, `exd6 e.p.: 600` and `e8=Q: 600`"),
        (
            Format::SanWithoutHints,
            "san-without-hints",
            "rows are `Nd2: 600`, for two knights as well",
        ),
        (Format::Bbc, "bbc", "rows are `     move: e2e4   nodes: 600`"),
        (Format::Vice, "vice", "rows are `move 1 : e2e4 : 600`, and `Test Complete : 8902 nodes`"),
        (Format::Wukong, "wukong", "rows are `   move 1:  e2e4     nodes: 600`"),
        (Format::InfoCurrmove, "info-currmove", "rows are `info currmove e2e4 … nodes 600`"),
        (Format::InfoString, "info-string", "rows are `info string e2e4 600`"),
        (Format::Json, "json", "all is one line of JSON"),
        (Format::JsonLines, "json-lines", "all is JSON over many lines"),
        (Format::Remarks, "remarks", "rows are `e1g1 O-O: 600` and `b7a7 (capture): 600`"),
        (Format::RawNodes, "raw-nodes", "the total is `Raw nodes for depth 3: 8902`"),
        (Format::PerftComplete, "perft-complete", "the total is `perft complete: nodes 8902 …`"),
        (Format::TotalOnly, "total-only", "there are no rows"),
        (Format::TableOfDepths, "table-of-depths", "`3:\t0\t8902`, with a line for each depth"),
        (Format::TableWithTimes, "table-with-times", "the same as `3   8902   00:00:00:001`"),
        (Format::RowsFromDepthTwo, "rows-from-depth-two", "at depth 1 there are no rows"),
        (Format::Stderr, "stderr", "rows and total come on standard error"),
        (Format::Pieces, "pieces", "rows are `P e2e4 nodes=600`"),
        (Format::Arrows, "arrows", "rows are `e2 -> e4 : 600`"),
        (Format::Kids, "kids", "rows are `#01 | E2~E4 => 600 kids`"),
        (Format::InBrackets, "in-brackets", "rows are `[e2e4] 600`"),
        (Format::CountInBrackets, "count-in-brackets", "rows are `e2e4(600)`"),
        (Format::Python, "python", "all is one line, as Python prints it"),
        (Format::Csv, "csv", "rows are `e2e4,3,600` below a heading"),
        (
            Format::TotalOfItsOwn,
            "total-of-its-own",
            "the total is `8902 positions reached in 0.1 s`",
        ),
    ];
}

/// The formats that are switched on.
#[derive(Clone)]
pub struct Style {
    pub formats: Vec<Format>,
    pub chess960: bool,
}

impl Style {
    pub fn has(&self, format: Format) -> bool {
        self.formats.contains(&format)
    }

    /// Whether perft has a command of its own, in place of `go perft`.
    pub fn has_plain_verb(&self) -> bool {
        self.has(Format::PlainVerb) || self.has(Format::SilentPlainVerb)
    }

    pub fn line_end(&self) -> &'static str {
        if self.has(Format::CarriageReturns) { "\r\n" } else { "\n" }
    }

    pub fn greeting(&self) -> Vec<String> {
        let mut lines = vec!["broken_engine by the tests of ox88".to_owned()];
        if self.has(Format::Banner) {
            lines.push("=================================".to_owned());
            lines.push("Type perft 5 for 4865609 nodes: 1".to_owned());
        }
        lines
    }

    /// The answer to perft, line by line. `totals` is what the engine claims for each depth up to the
    /// one that was asked for.
    pub fn answer(&self, board: &Board, rows: &[(Move, u64)], totals: &[u64]) -> Vec<String> {
        let total = totals.last().copied().unwrap_or_default();
        if self.has(Format::Json) || self.has(Format::Python) {
            let row = |&(mv, leaves): &(Move, u64)| format!("\"{}\": {leaves}", self.move_text(mv));
            let rows: Vec<String> = rows.iter().map(row).collect();
            let line = format!("{{\"moves\": {{{}}}, \"total\": {total}}}", rows.join(", "));
            return vec![if self.has(Format::Json) { line } else { line.replace('"', "'") }];
        }
        let is_table = self.has(Format::TableOfDepths) || self.has(Format::TableWithTimes);
        let is_bare = self.has(Format::TotalOnly) || is_table;
        let has_rows = !is_bare && (totals.len() > 1 || !self.has(Format::RowsFromDepthTwo));
        let rows_to_print = if has_rows { rows } else { &[] };
        let mut lines: Vec<String> = rows_to_print
            .iter()
            .enumerate()
            .map(|(index, &(mv, leaves))| {
                let text = self.text_on(board, rows, mv);
                self.row(board, totals.len(), index + 1, mv, &text, leaves)
            })
            .collect();
        if self.has(Format::Sorted) {
            lines.sort();
        }
        if self.has(Format::InfoLines) {
            lines.insert(lines.len() / 2, "info depth 1 currmove e2e4 currmovenumber 1".to_owned());
            lines.insert(0, "info string using no network: 2 threads".to_owned());
        }
        if self.has(Format::JsonLines) {
            lines.insert(0, "{\n  \"moves\": {".to_owned());
            lines.push("  },".to_owned());
        }
        if self.has(Format::Csv) {
            lines.insert(0, "move,depth,nodes".to_owned());
        }
        lines.push(String::new());
        if self.has(Format::SeveralTotals) {
            lines.push(format!("Moves: {}", rows.len()));
        }
        if is_table {
            let is_timed = self.has(Format::TableWithTimes);
            let row = |(depth, total)| {
                if is_timed {
                    format!("{depth}   {total}   00:00:00:001")
                } else {
                    format!("{depth}:\t0\t{total}")
                }
            };
            lines.extend((1..).zip(totals).map(row));
        } else {
            lines.extend(self.total(total, totals.len()));
        }
        if self.has(Format::TimeLine) {
            lines.push("time 0.01 s, 3.2 Mnps".to_owned());
        }
        lines.push(String::new());
        lines
    }

    fn row(
        &self,
        board: &Board,
        depth: usize,
        number: usize,
        mv: Move,
        text: &str,
        leaves: u64,
    ) -> String {
        let (from, to) = text.split_at(text.len().min(2));
        if self.has(Format::NoColon) {
            format!("{text} {leaves}")
        } else if self.has(Format::Dashes) {
            format!("{text} - {leaves}")
        } else if self.has(Format::Bbc) {
            format!("     move: {text}   nodes: {leaves}")
        } else if self.has(Format::Vice) {
            format!("move {number} : {text} : {leaves}")
        } else if self.has(Format::Wukong) {
            format!("   move {number}:  {text}     nodes: {leaves}")
        } else if self.has(Format::InfoCurrmove) {
            format!("info currmove {text} currmovenumber {number} nodes {leaves}")
        } else if self.has(Format::InfoString) {
            format!("info string {text} {leaves}")
        } else if self.has(Format::JsonLines) {
            format!("    \"{text}\": {leaves},")
        } else if self.has(Format::Pieces) {
            let piece = board.at(mv.from).map_or('?', Piece::letter).to_ascii_uppercase();
            format!("{piece} {text} nodes={leaves}")
        } else if self.has(Format::Arrows) {
            format!("{from} -> {to} : {leaves}")
        } else if self.has(Format::Kids) {
            format!("#{number:02} | {}~{} => {leaves} kids", from.to_uppercase(), to.to_uppercase())
        } else if self.has(Format::InBrackets) {
            format!("[{text}] {leaves}")
        } else if self.has(Format::CountInBrackets) {
            format!("{text}({leaves})")
        } else if self.has(Format::Csv) {
            format!("{text},{depth},{leaves}")
        } else {
            format!("{text}: {leaves}")
        }
    }

    fn text_on(&self, board: &Board, rows: &[(Move, u64)], mv: Move) -> String {
        let is_castling = matches!(mv.kind, MoveKind::Castling { .. });
        if self.has(Format::San) || self.has(Format::SanWithoutHints) {
            match board.at(mv.from) {
                Some(piece) if !is_castling => self.san(board, rows, mv, piece.kind()),
                Some(_) if matches!(mv.kind, MoveKind::Castling { rook } if rook > mv.from) => {
                    "O-O".to_owned()
                }
                Some(_) => "O-O-O".to_owned(),
                None => self.move_text(mv),
            }
        } else if self.has(Format::Remarks) && is_castling {
            let is_short = matches!(mv.kind, MoveKind::Castling { rook } if rook > mv.from);
            format!("{} {}", self.move_text(mv), if is_short { "O-O" } else { "O-O-O" })
        } else if self.has(Format::Remarks) && board.at(mv.to).is_some() {
            format!("{} (capture)", self.move_text(mv))
        } else {
            self.move_text(mv)
        }
    }

    fn san(&self, board: &Board, rows: &[(Move, u64)], mv: Move, kind: PieceKind) -> String {
        let takes = board.at(mv.to).is_some() || mv.kind == MoveKind::EnPassant;
        let cross = if takes { "x" } else { "" };
        if kind == PieceKind::Pawn {
            let from = if takes { mv.from.file().letter().to_string() } else { String::new() };
            let letter = mv.promotion().map(|kind| format!("={}", kind.letter().to_uppercase()));
            let letter = letter.unwrap_or_default();
            let en_passant = if mv.kind == MoveKind::EnPassant { " e.p." } else { "" };
            return format!("{from}{cross}{}{letter}{en_passant}", mv.to);
        }
        let is_like = |other: &&(Move, u64)| {
            other.0.to == mv.to
                && other.0.from != mv.from
                && board.at(other.0.from).map(Piece::kind) == Some(kind)
        };
        let others: Vec<Move> = rows.iter().filter(is_like).map(|&(other, _)| other).collect();
        let hint = if others.is_empty() || self.has(Format::SanWithoutHints) {
            String::new()
        } else if others.iter().all(|other| other.from.file() != mv.from.file()) {
            mv.from.file().letter().to_string()
        } else if others.iter().all(|other| other.from.rank() != mv.from.rank()) {
            mv.from.rank().digit().to_string()
        } else {
            mv.from.to_string()
        };
        format!("{}{hint}{cross}{}", kind.letter().to_uppercase(), mv.to)
    }

    fn move_text(&self, mv: Move) -> String {
        let letter = match mv.kind {
            MoveKind::Castling { rook } => return self.castling_notation(mv, rook > mv.from),
            MoveKind::Promotion(_) if self.has(Format::NoPromotionLetter) => String::new(),
            MoveKind::Promotion(kind) => kind.letter().to_string(),
            _ => String::new(),
        };
        let letter = if self.has(Format::Capitals) { letter.to_uppercase() } else { letter };
        format!("{}{}{letter}", mv.from, mv.to)
    }

    fn castling_notation(&self, mv: Move, is_short: bool) -> String {
        let (letters, zeros) = if is_short { ("O-O", "0-0") } else { ("O-O-O", "0-0-0") };
        if self.has(Format::CastlingLetters) {
            letters.to_owned()
        } else if self.has(Format::CastlingZeros) {
            zeros.to_owned()
        } else if self.chess960 || self.has(Format::CastlingKingTakesRook) {
            mv.text(CastlingNotation::KingTakesRook)
        } else {
            mv.text(CastlingNotation::KingToTarget)
        }
    }

    fn total(&self, total: u64, depth: usize) -> Option<String> {
        if self.has(Format::Bbc) {
            return Some(format!("    Depth: {depth}\n    Nodes: {total}\n     Time: 3"));
        } else if self.has(Format::Vice) {
            return Some(format!("Test Complete : {total} nodes visited in 3ms"));
        } else if self.has(Format::InfoCurrmove) {
            return Some(format!("info depth {depth} nodes {total} nps 5000 time 1"));
        } else if self.has(Format::JsonLines) {
            return Some(format!("  \"total\": {total}\n}}"));
        } else if self.has(Format::RawNodes) {
            return Some(format!("Raw nodes for depth {depth}: {total}"));
        } else if self.has(Format::PerftComplete) {
            return Some(format!("perft complete: nodes {total} captures 0"));
        } else if self.has(Format::TotalOfItsOwn) {
            return Some(format!("{total} positions reached in 0.1 s"));
        }
        let words = [
            (Format::TotalNodes, "Total nodes: "),
            (Format::Total, "Total: "),
            (Format::Nodes, "Nodes: "),
            (Format::SeveralTotals, "Nodes: "),
            (Format::Moves, "Moves: "),
            (Format::BareTotal, ""),
        ];
        let word = words.into_iter().find(|&(format, _)| self.has(format));
        let word = word.map_or("Nodes searched: ", |(_, word)| word);
        (!self.has(Format::NoTotal)).then(|| format!("{word}{total}"))
    }
}
