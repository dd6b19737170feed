//! The same position on the boards of the three programs.

use cozy_chess::Board as CozyChess;
use ox88::{CastlingNotation, CastlingSide, Color, Move, MoveKind, Position, perft};
use ox88_checks::vectors::shredder_fen;
use ox88_count::Tally;
use ox88_count::quick;
use ox88_count::stats;
use ox88_engine::{Line, read::san};
use ox88_facts::truth::{CheckBy, EnPassant, End, Ending};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};

/// The same position three times.
pub struct Boards {
    ours: Position,
    shakmaty: Chess,
    /// If it can be set up there.
    cozy_chess: Option<CozyChess>,
}

impl Boards {
    /// Sets up a position, or nothing if it cannot be played.
    pub fn new(fen: &str) -> Result<Option<Boards>, String> {
        let Ok(ours) = fen.parse::<Position>() else { return Ok(None) };
        let fen: Fen = fen.parse().map_err(|error| format!("{fen}: shakmaty: {error}"))?;
        let shakmaty = fen
            .clone()
            .into_position::<Chess>(CastlingMode::Chess960)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .map_err(|error| format!("{fen}: shakmaty: {error}"))?;
        // An en passant square on which no pawn can capture is none to cozy-chess.
        let fen = shredder_fen(&EnPassant::Legal.of(&ours));
        let cozy_chess = CozyChess::from_fen(&fen, true).ok();
        Ok(Some(Boards { ours, shakmaty, cozy_chess }))
    }

    pub const fn has_cozy_chess(&self) -> bool {
        self.cozy_chess.is_some()
    }

    /// The legal moves, or what differs.
    pub fn compare(&self) -> Result<Vec<Move>, String> {
        let at = |what: &str| format!("{what} in {}", self.ours);
        let moves = self.ours.legal_moves();
        let text = |mv: &Move| mv.text(CastlingNotation::KingTakesRook);
        let ours = sorted(moves.iter().map(text));
        let theirs = self.shakmaty.legal_moves();
        let theirs = sorted(theirs.iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()));
        equal(&at("moves, shakmaty"), &ours, &theirs)?;
        equal(&at("check, shakmaty"), &self.ours.is_check(), &self.shakmaty.is_check())?;
        if let Some(cozy_chess) = &self.cozy_chess {
            let mut theirs = Vec::new();
            cozy_chess.generate_moves(|moves| {
                theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
                false
            });
            equal(&at("moves, cozy-chess"), &ours, &sorted(theirs.into_iter()))?;
            let is_check = !cozy_chess.checkers().is_empty();
            equal(&at("check, cozy-chess"), &self.ours.is_check(), &is_check)?;
        }
        self.compare_facts(&moves)?;
        for &mv in &moves {
            let mut after = Boards {
                ours: self.ours,
                shakmaty: self.shakmaty.clone(),
                cozy_chess: self.cozy_chess.clone(),
            };
            after.play(mv);
            after.compare_state().map_err(|what| format!("{} after {}", at(&what), text(&mv)))?;
        }
        let leaves = u128::from(shakmaty::perft(&self.shakmaty, 2));
        equal(&at("perft(2), reference"), &perft(&self.ours, 2), &leaves)?;
        equal(&at("perft(2), quick"), &quick::perft(&self.ours, 2), &leaves)?;
        let kinds = quick::stats(&self.ours, 1);
        equal(&at("leaves by kinds"), &kinds, &stats(&self.ours, 1))?;
        equal(&at("leaves of all kinds"), &kinds.leaves(), &(moves.len() as u128))?;
        Ok(moves)
    }

    /// Compares what no count depends on with shakmaty: checks by moves, SAN, the end of the game, and the FEN by each
    /// convention of the en passant square.
    fn compare_facts(&self, moves: &[Move]) -> Result<(), String> {
        let at = |what: &str| format!("{what} in {}", self.ours);
        for &mv in moves {
            let text = mv.text(CastlingNotation::KingTakesRook);
            let uci: shakmaty::uci::UciMove = text.parse().expect("it is a move");
            let theirs = uci.to_move(&self.shakmaty).expect("shakmaty has the same moves");
            let written = SanPlus::from_move(self.shakmaty.clone(), theirs).to_string();
            equal(&at(&format!("SAN of {text}")), &san(&self.ours, mv), &written)?;
            let is_check = written.ends_with(['+', '#']);
            equal(
                &at(&format!("check by {text}")),
                &CheckBy::of(&self.ours, mv).is_some(),
                &is_check,
            )?;
        }
        let ending = Ending::of(&Line::at(self.ours));
        let is_end = |end| ending.without_moves() == Some(end);
        equal(&at("mate"), &is_end(End::Checkmate), &self.shakmaty.is_checkmate())?;
        equal(&at("stalemate"), &is_end(End::Stalemate), &self.shakmaty.is_stalemate())?;
        // shakmaty knows more of them: bishops of one colour alone.
        let is_dead = self.shakmaty.is_insufficient_material();
        equal(&at("dead position"), &(ending.is_dead && !is_dead), &false)?;
        let modes = [EnPassantMode::Always, EnPassantMode::PseudoLegal, EnPassantMode::Legal];
        for (convention, mode) in EnPassant::ALL.into_iter().zip(modes) {
            let theirs = Fen::from_position(&self.shakmaty, mode).to_string();
            let field = |fen: &str| fen.split(' ').nth(3).map(str::to_owned);
            let ours = field(&convention.fen(&self.ours));
            equal(&at(&format!("en passant, {convention:?}")), &ours, &field(&theirs))?;
        }
        Ok(())
    }

    /// Plays a legal move on all boards.
    pub fn play(&mut self, mv: Move) {
        let text = mv.text(CastlingNotation::KingTakesRook);
        self.ours = self.ours.after(mv);
        let uci: shakmaty::uci::UciMove = text.parse().expect("it is a move");
        let theirs = uci.to_move(&self.shakmaty).expect("shakmaty has the same moves");
        self.shakmaty.play_unchecked(theirs);
        if let Some(board) = &mut self.cozy_chess {
            board.play_unchecked(text.parse().expect("it is a move"));
        }
    }

    /// Whether the position is the same on all boards.
    fn compare_state(&self) -> Result<(), String> {
        let ours = self.ours.to_string();
        let placement = ours.split(' ').next().unwrap_or_default();
        let theirs = self.shakmaty.board().to_string();
        equal("pieces, shakmaty", &placement, &theirs.as_str())?;
        let setup = self.ours.setup();
        equal("clock", &setup.halfmove_clock, &self.shakmaty.halfmoves())?;
        equal("number of the move", &setup.fullmove_number, &self.shakmaty.fullmoves().get())?;
        let capture = en_passant_target(&self.ours);
        let theirs = self.shakmaty.ep_square(EnPassantMode::Legal).map(|square| square.to_string());
        equal("en passant square", &capture, &theirs)?;
        let ours = sorted(rooks(&self.ours));
        let rights = self.shakmaty.castles().castling_rights();
        equal(
            "castling rights, shakmaty",
            &ours,
            &sorted(rights.into_iter().map(|square| square.to_string())),
        )?;
        if let Some(board) = &self.cozy_chess {
            let text = board.to_string();
            equal("pieces, cozy-chess", &placement, &text.split(' ').next().unwrap_or_default())?;
            let right = |color: cozy_chess::Color| {
                let rights = board.castle_rights(color);
                let rank = cozy_chess::Rank::First.relative_to(color);
                [rights.short, rights.long]
                    .into_iter()
                    .flatten()
                    .map(move |file| cozy_chess::Square::new(file, rank).to_string())
            };
            let theirs = cozy_chess::Color::ALL.into_iter().flat_map(right);
            equal("castling rights, cozy-chess", &ours, &sorted(theirs))?;
        }
        Ok(())
    }
}

/// The home squares of the rooks that may castle.
fn rooks(position: &Position) -> impl Iterator<Item = String> {
    let rights = position.castling_rights();
    Color::BOTH.into_iter().flat_map(move |color| {
        let rook = move |side| rights.rook(color, side).map(|square| square.to_string());
        CastlingSide::BOTH.into_iter().filter_map(rook)
    })
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, ours: &T, theirs: &T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: ours {ours:?}, theirs {theirs:?}")) }
}

/// The square on which a pawn can legally capture en passant.
fn en_passant_target(position: &Position) -> Option<String> {
    let mut moves = position.legal_moves().into_iter();
    moves.find(|mv| mv.kind == MoveKind::EnPassant).map(|mv| mv.to.to_string())
}
