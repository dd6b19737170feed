//! A reply in SAN, rewritten by the squares of its moves.
//!
//! An engine that prints `Nd2` may mean either of two knights, and only the position shows which. So
//! rows in SAN are rewritten as soon as the position is known, and everything after that sees squares
//! alone. A row that cannot be read is left out: it is never a wrong move, unless the engine has shown
//! before that it writes SAN as others do.

use super::explain::attacks_on_empty_board;
use super::read::Reply;
use crate::read::san::San;
use ox88::{Divide, Move, PieceKind, Position, Square};

/// A reply without SAN.
pub struct BySquares {
    /// The reply, with each row that could not be read among the unread ones.
    pub reply: Reply,
    /// Whether fewer rows were printed than moves that they may mean, and nothing shows which of these
    /// the engine lacks.
    pub is_in_doubt: bool,
}

/// Rewrites a reply to a question about a position with this right divide. `known` are moves that the engine is known to
/// list: where a row may mean several, it means these first.
#[must_use]
pub fn by_squares(position: &Position, right: &Divide, reply: &Reply, known: &[Move]) -> BySquares {
    let mut groups: Vec<Group> = Vec::new();
    for (index, row) in reply.rows.iter().enumerate() {
        let Some(san) = row.san() else { continue };
        match groups.iter_mut().find(|group| group.san == san) {
            Some(group) => group.rows.push(index),
            None => groups.push(Group { san, rows: vec![index] }),
        }
    }
    if groups.is_empty() {
        return BySquares { reply: reply.clone(), is_in_doubt: false };
    }
    let mut reader = Reader::new(position, right, reply, known);
    reader.read(groups);
    let mut read = Reply { rows: Vec::new(), ..reply.clone() };
    for (row, text) in reply.rows.iter().zip(reader.texts) {
        let mut row = row.clone();
        match text {
            Some(text) => {
                row.text = text;
                read.rows.push(row);
            }
            None if row.san().is_none() || reply.is_san => read.rows.push(row),
            None => read.unread.push(row),
        }
    }
    BySquares { reply: read, is_in_doubt: reader.is_in_doubt }
}

/// The rows that say the same.
struct Group {
    san: San,
    /// Their places among all rows.
    rows: Vec<usize>,
}

struct Reader<'a> {
    position: &'a Position,
    right: &'a Divide,
    reply: &'a Reply,
    known: &'a [Move],
    legal: Vec<Move>,
    /// The moves that a piece can make, but that are not legal.
    illegal: Vec<Move>,
    /// The moves that have a row.
    taken: Vec<Move>,
    /// The moves of the rows by their squares.
    texts: Vec<Option<String>>,
    is_in_doubt: bool,
}

impl<'a> Reader<'a> {
    fn new(
        position: &'a Position,
        right: &'a Divide,
        reply: &'a Reply,
        known: &'a [Move],
    ) -> Reader<'a> {
        let legal = position.legal_moves();
        let mut illegal = position.pseudo_legal_moves();
        illegal.retain(|mv| !legal.contains(mv));
        Reader {
            position,
            right,
            reply,
            known,
            legal,
            illegal,
            taken: Vec::new(),
            texts: vec![None; reply.rows.len()],
            is_in_doubt: false,
        }
    }

    fn read(&mut self, mut groups: Vec<Group>) {
        let board = *self.position.board();
        let meant = |group: &Group, moves: &[Move]| group.san.among(&board, moves);
        let count = |groups: &[Group]| groups.iter().map(|group| group.rows.len()).sum::<usize>();
        let all = count(&groups);
        // What says most is read first: where `Nbd2` has its row, `Nd2` is the other knight.
        groups.sort_by_key(|group| meant(group, &self.legal).len());
        let (possible, others): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(|group| {
            !meant(group, &self.legal).is_empty() || !meant(group, &self.illegal).is_empty()
        });
        // A text such as `d2 400` may be anything. A divide in SAN names mostly moves.
        if count(&possible) * 2 < all && !self.reply.is_san {
            return;
        }
        for group in &possible {
            let (legal, illegal) = (meant(group, &self.legal), meant(group, &self.illegal));
            self.assign(group, legal, &illegal);
        }
        for Group { san, rows } in &others {
            let text = self.impossible(*san);
            for &row in rows {
                self.texts[row].clone_from(&text);
            }
        }
    }

    /// Gives each row of a group a move that it may mean: first where a count is right, then in order.
    /// What is more than the legal moves means an illegal one, or else a legal one again.
    fn assign(&mut self, group: &Group, legal: Vec<Move>, illegal: &[Move]) {
        let again = legal.first().or(illegal.first()).copied();
        let mut free = legal;
        free.retain(|mv| !self.taken.contains(mv));
        free.sort_by_key(|mv| !self.known.contains(mv));
        let mut found: Vec<(usize, Move)> = Vec::new();
        let mut left: Vec<usize> = Vec::new();
        for &row in &group.rows {
            let count = self.reply.rows[row].count;
            let is_right = free.len() == 1 && group.rows.len() == 1;
            let place = free.iter().position(|&mv| is_right || self.right_count(mv) == count);
            match place {
                Some(place) => found.push((row, free.remove(place))),
                None => left.push(row),
            }
        }
        let is_guessed = !left.is_empty();
        let mut others = illegal.iter().copied();
        for row in left {
            let next = if free.is_empty() { others.next() } else { Some(free.remove(0)) };
            found.extend(next.or(again).map(|mv| (row, mv)));
        }
        if !free.is_empty() && !found.iter().all(|(_, mv)| self.known.contains(mv)) {
            let counts: Vec<u128> = found.iter().map(|&(_, mv)| self.right_count(mv)).collect();
            for mv in free {
                // Promotions without a letter are of one pawn, and are missing in a known order.
                let is_of_another = found.iter().any(|(_, one)| one.from != mv.from);
                let is_possible = is_guessed || counts.contains(&self.right_count(mv));
                self.is_in_doubt |= is_of_another && is_possible;
            }
        }
        for (row, mv) in found {
            self.texts[row] = Some(self.position.move_text(mv));
            self.taken.push(mv);
        }
    }

    fn right_count(&self, mv: Move) -> u128 {
        self.right.rows().iter().find(|&&(right, _)| right == mv).map_or(0, |&(_, count)| count)
    }

    /// A move that no piece can make, as one of a piece that it may mean: if possible of one that could
    /// go there on an empty board. Nothing if there is no such piece.
    fn impossible(&self, san: San) -> Option<String> {
        let us = self.position.side_to_move();
        let board = self.position.board();
        let mut pieces = Vec::new();
        for (from, _) in board.pieces(us) {
            if san.may_come_from(board, from) {
                pieces.push(from);
            }
        }
        let from = if san.kind == PieceKind::Pawn && san.from_file.is_none() {
            let back = us.forward().reversed();
            let mut behind = std::iter::successors(san.to.step(back), |at| at.step(back));
            behind.find(|at| pieces.contains(at))?
        } else {
            let could_go_there = |from: &&Square| {
                board.at(**from).is_some_and(|it| attacks_on_empty_board(it, **from, san.to))
            };
            *pieces.iter().find(could_go_there).or(pieces.first())?
        };
        let letter = san.promotion.map_or(String::new(), |kind| kind.letter().to_string());
        Some(format!("{from}{}{letter}", san.to))
    }
}
