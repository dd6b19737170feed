//! Rewrites a reply by the squares of its moves, and leaves out rows that name none.
//!
//! `Nd2` may mean either of two knights, and only the position shows which. So rows in SAN are rewritten as soon as the
//! position is known, and all later code sees squares alone. A row that cannot be read is left out. It is never called
//! a wrong move, unless the engine has already shown that it writes SAN as others do.

use crate::read::{MoveName, Reply, Row, San};
use ox88::{Board, Divide, Move, Piece, PieceKind, Position, Square, is_attacked};
use std::collections::{HashSet, VecDeque};

/// A reply in which rows name moves by their squares.
pub struct BySquares {
    /// The reply, with each row that could not be read among the unread ones.
    pub reply: Reply,
    /// Whether the rows may mean more moves than there are rows, and nothing shows which of these the engine lacks.
    pub is_in_doubt: bool,
    /// For each row as it was printed, its text by squares. Nothing for one that could not be read.
    pub texts: Vec<Option<String>>,
}

/// Rewrites a reply to a question about a position with this right divide. `known` are moves that the engine is known
/// to list: where a row may mean several, it means these first.
pub fn by_squares(position: &Position, right: &Divide, reply: &Reply, known: &[Move]) -> BySquares {
    let rows = reply.clear_rows(right);
    let is_clear = rows.iter().map(Option::is_some).collect::<Vec<bool>>();
    let clear = Reply { rows: rows.into_iter().flatten().collect(), ..reply.clone() };
    let mut read = by_squares_of_clear(position, right, &clear, known);
    let unclear = reply.rows.iter().zip(&is_clear).filter(|(_, is_clear)| !**is_clear);
    read.reply.unread.extend(unclear.map(|(row, _)| row.clone()));
    let mut texts = read.texts.into_iter();
    let mut text = |is_clear: bool| if is_clear { texts.next()? } else { None };
    read.texts = is_clear.into_iter().map(&mut text).collect();
    read
}

impl Reply {
    /// The same as an answer about another position, with this right divide. Rows in SAN may mean other moves there.
    pub fn read_at(&self, position: &Position, right: &Divide) -> Reply {
        if self.rows.iter().all(|row| row.in_san.is_none()) {
            return self.clone();
        }
        let written = |row: &Row| Row::new(row.written(), row.count);
        let written = Reply { rows: self.rows.iter().map(written).collect(), ..self.clone() };
        by_squares(position, right, &written, &[]).reply
    }
}

fn by_squares_of_clear(
    position: &Position,
    right: &Divide,
    reply: &Reply,
    known: &[Move],
) -> BySquares {
    if name_no_move(&reply.rows, right) {
        let unread = reply.rows.clone();
        let reply = Reply { rows: Vec::new(), unread, ..reply.clone() };
        let texts = vec![None; reply.unread.len()];
        return BySquares { reply, is_in_doubt: false, texts };
    }
    let (possible, others): (Vec<Group>, Vec<Group>) = groups(position, reply)
        .into_iter()
        .partition(|group| !(group.legal.is_empty() && group.illegal.is_empty()));
    let mut texts: Vec<Option<String>> = vec![None; reply.rows.len()];
    let mut is_in_doubt = false;
    let mut impossible_ones: Vec<San> = Vec::new();
    let count = |groups: &[Group]| groups.iter().map(|group| group.rows.len()).sum::<usize>();
    // A text such as `d2 400` may be anything. Most rows of a divide in SAN name moves.
    if count(&possible) >= count(&others) || reply.is_san {
        let mut taken = Vec::new();
        for group in possible {
            let (meant, is_guess) = group.meant(&taken, known, right);
            is_in_doubt |= is_guess;
            for (&row, &mv) in group.rows.iter().zip(&meant) {
                texts[row] = Some(position.move_text(mv));
            }
            taken.extend(meant);
        }
        impossible_ones = others.iter().map(|group| group.san).collect();
    }
    // Some programs write a castling as the king's move, `Kg1`, which no king can make.
    let printed = reply.rows.iter().map(|row| &row.text);
    let listed: HashSet<String> = texts.iter().flatten().chain(printed).cloned().collect();
    let mut without_row: Vec<Move> = right.rows().iter().map(|row| row.0).collect();
    without_row
        .retain(|&mv| mv.castling_rook().is_none() && !listed.contains(&position.move_text(mv)));
    // An engine that writes SAN on a board that it has spoilt may have listed the right move.
    let may_hide_a_move = |san: San| {
        let kind = |mv: &Move| position.board().at(mv.from).map(Piece::kind);
        without_row.iter().filter(|mv| mv.to == san.to).any(|mv| {
            (kind(mv), mv.promotion()) == (Some(san.kind), san.promotion)
                || mv.promotion() == Some(san.kind)
        })
    };
    let mut read = Reply { rows: Vec::new(), ..reply.clone() };
    for (row, text) in reply.rows.iter().zip(&mut texts) {
        if is_one_of_four_without_letter(row, reply, right) {
            read.unread.push(row.clone());
            continue;
        }
        let san = row.san();
        let may_hide_a_move = san.is_some_and(may_hide_a_move);
        if let Some(san) = san.filter(|san| impossible_ones.contains(san) && !may_hide_a_move) {
            *text = impossible(position, san);
        }
        match text {
            Some(text) => {
                let mut by_squares = Row::new(text.as_str(), row.count);
                by_squares.in_san = Some(row.text.as_str().into());
                read.rows.push(by_squares);
            }
            None if san.is_none() || reply.is_san && !may_hide_a_move => {
                *text = Some(row.text.clone());
                read.rows.push(row.clone());
            }
            None => read.unread.push(row.clone()),
        }
    }
    BySquares { reply: read, is_in_doubt, texts }
}

/// Whether nothing is known of the moves of these rows, though there are legal ones: all are written alike, or all as
/// steps from a square to itself. An engine whose text of moves is broken may list the right ones so.
fn name_no_move(rows: &[Row], right: &Divide) -> bool {
    let legal: Vec<Move> = right.rows().iter().map(|row| row.0).collect();
    let is_strange = |row: &Row| {
        row.san().is_none() && row.name().is_none_or(|name| name.among(&legal).is_empty())
    };
    let is_no_step =
        |row: &Row| matches!(row.name(), Some(MoveName::Squares { from, to, .. }) if from == to);
    let are_alike = rows.len() > 1 && rows.iter().all(|row| row.text == rows[0].text);
    let has_rows = !rows.is_empty() && !legal.is_empty();
    has_rows && rows.iter().all(is_strange) && (are_alike || rows.iter().all(is_no_step))
}

/// Whether an engine that has letters for its promotions has left them out in some of the four rows of this pawn's:
/// nobody knows which is which.
fn is_one_of_four_without_letter(row: &Row, reply: &Reply, right: &Divide) -> bool {
    let Some(MoveName::Squares { from, to, promotion: None }) = row.name() else { return false };
    let is_promotion = |mv: &Move| (mv.from, mv.to) == (from, to) && mv.promotion().is_some();
    let is_of_pawn = |other: &&Row| {
        let name = other.name();
        matches!(name, Some(MoveName::Squares { from: f, to: t, .. }) if (f, t) == (from, to))
    };
    writes_letters(reply)
        && !is_of_four_alike(row, reply)
        && right.rows().iter().any(|(mv, _)| is_promotion(mv))
        && reply.rows.iter().filter(is_of_pawn).count() == PieceKind::PROMOTIONS.len()
}

/// Whether a row is one of four with the same squares and no letter: where a pawn promotes, these are its promotions.
pub(super) fn is_of_four_alike(row: &Row, reply: &Reply) -> bool {
    let alike = reply.rows.iter().filter(|other| other.name() == row.name());
    row.name().is_some() && alike.count() == PieceKind::PROMOTIONS.len()
}

/// Whether a promotion to a queen has its letter. Some programs write the letters of the other pieces alone.
pub(super) fn writes_letters(reply: &Reply) -> bool {
    let queen = Some(PieceKind::Queen);
    reply.rows.iter().any(
        |row| matches!(row.name(), Some(MoveName::Squares { promotion, .. }) if promotion == queen),
    )
}

/// The rows with the same text.
struct Group {
    san: San,
    /// Their places among all rows.
    rows: Vec<usize>,
    counts: Vec<u128>,
    /// The legal moves that they may mean.
    legal: Vec<Move>,
    /// The moves that they may mean and that a piece can make, but that are not legal.
    illegal: Vec<Move>,
}

fn groups(position: &Position, reply: &Reply) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, row) in reply.rows.iter().enumerate() {
        let Some(san) = row.san() else { continue };
        if let Some(group) = groups.iter_mut().find(|group| group.san == san) {
            group.rows.push(index);
            group.counts.push(row.count);
            continue;
        }
        let possible = san.among(position.board(), &position.pseudo_legal_moves());
        let (legal, illegal) = possible.into_iter().partition(|&mv| position.is_legal(mv));
        groups.push(Group { san, rows: vec![index], counts: vec![row.count], legal, illegal });
    }
    // The most precise text is read first: if `Nbd2` has its row, `Nd2` is the other knight.
    groups.sort_by_key(|group| group.legal.len());
    groups
}

impl Group {
    /// The move of each row, and whether nothing shows which of them the engine lacks. If there are more rows than
    /// legal moves, the others mean illegal moves, or else legal ones again.
    fn meant(&self, taken: &[Move], known: &[Move], right: &Divide) -> (Vec<Move>, bool) {
        let again = self.legal.first().or(self.illegal.first()).copied();
        let mut free = self.legal.clone();
        free.retain(|mv| !taken.contains(mv));
        free.sort_by_key(|mv| !known.contains(mv));
        let mut free = VecDeque::from(free);
        let mut illegal = self.illegal.iter().copied();
        let meant: Vec<Move> = assign(&self.counts, &mut free, right)
            .into_iter()
            .filter_map(|mv| mv.or_else(|| illegal.next()).or(again))
            .collect();
        let right_counts: Vec<u128> = meant.iter().map(|&mv| right_count(right, mv)).collect();
        let is_in_doubt = |&mv: &Move| {
            // Promotions without a letter are of one pawn, and are missing in a known order.
            let is_of_another = meant.iter().any(|one| one.from != mv.from);
            let has_count = || right_counts.contains(&right_count(right, mv));
            is_of_another && (self.counts != right_counts || has_count())
        };
        let are_known = meant.iter().all(|mv| known.contains(mv));
        let is_guess = !are_known && free.iter().any(is_in_doubt);
        (meant, is_guess)
    }
}

/// Pairs these counts with moves: right counts first, then the others in order. If there are more counts than moves,
/// some counts get none.
pub(super) fn assign(
    counts: &[u128],
    moves: &mut VecDeque<Move>,
    right: &Divide,
) -> Vec<Option<Move>> {
    let with_count =
        |&count: &u128| moves.remove(moves.iter().position(|&mv| right_count(right, mv) == count)?);
    let mut meant: Vec<Option<Move>> = counts.iter().map(with_count).collect();
    for mv in &mut meant {
        *mv = mv.or_else(|| moves.pop_front());
    }
    meant
}

pub(super) fn right_count(right: &Divide, mv: Move) -> u128 {
    right.rows().iter().find(|&&(legal, _)| legal == mv).map_or(0, |&(_, count)| count)
}

/// A move that no piece can make, as that of a piece that it may mean: if possible, one that could go there on an empty
/// board. Nothing if there is no such piece.
fn impossible(position: &Position, san: San) -> Option<String> {
    let us = position.side_to_move();
    let board = position.board();
    let from = if san.goes_straight() {
        let back = us.forward().reversed();
        let is_pawn = |&at: &Square| {
            board.at(at).is_some_and(|piece| piece.belongs_to(us)) && san.may_come_from(board, at)
        };
        std::iter::successors(san.to.step(back), |at| at.step(back)).find(is_pawn)?
    } else {
        let mut pieces: Vec<(Square, Piece)> = board.pieces(us).collect();
        pieces.retain(|&(from, _)| san.may_come_from(board, from));
        let could_go_there = |&&(from, piece): &&(Square, Piece)| {
            let mut alone = Board::EMPTY;
            alone.put(from, piece);
            is_attacked(&alone, san.to, us)
        };
        pieces.iter().find(could_go_there).or(pieces.first())?.0
    };
    let letter = san.promotion.map_or(String::new(), |kind| kind.letter().to_string());
    Some(format!("{from}{}{letter}", san.to))
}
