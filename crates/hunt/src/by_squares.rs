//! A reply in SAN, rewritten by the squares of its moves.
//!
//! An engine that prints `Nd2` may mean either of two knights, and only the position shows which. So
//! rows in SAN are rewritten as soon as the position is known, and everything after that sees squares
//! alone. A row that cannot be read is left out: it is never a wrong move, unless the engine has shown
//! before that it writes SAN as others do.

use super::explain::attacks_on_empty_board;
use super::read::{Reply, Row, San};
use ox88::{Divide, Move, Piece, Position, Square};

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
    let groups = groups(position, reply);
    let texts = vec![None; reply.rows.len()];
    let taken = Vec::new();
    let mut reader = Reader { position, right, reply, known, taken, texts, is_in_doubt: false };
    reader.read(groups);
    let mut read = Reply { rows: Vec::new(), ..reply.clone() };
    for (row, text) in reply.rows.iter().zip(reader.texts) {
        match text {
            Some(text) => read.rows.push(Row::new(text, row.count)),
            None if row.san().is_none() || reply.is_san => read.rows.push(row.clone()),
            None => read.unread.push(row.clone()),
        }
    }
    BySquares { reply: read, is_in_doubt: reader.is_in_doubt }
}

/// The rows that say the same.
struct Group {
    san: San,
    /// Their places among all rows.
    rows: Vec<usize>,
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
            continue;
        }
        let possible = san.among(position.board(), &position.pseudo_legal_moves());
        let (legal, illegal) = possible.into_iter().partition(|&mv| position.is_legal(mv));
        groups.push(Group { san, rows: vec![index], legal, illegal });
    }
    groups
}

struct Reader<'a> {
    position: &'a Position,
    right: &'a Divide,
    reply: &'a Reply,
    known: &'a [Move],
    /// The moves that have a row.
    taken: Vec<Move>,
    /// The moves of the rows by their squares.
    texts: Vec<Option<String>>,
    is_in_doubt: bool,
}

impl Reader<'_> {
    fn read(&mut self, mut groups: Vec<Group>) {
        // What says most is read first: where `Nbd2` has its row, `Nd2` is the other knight.
        groups.sort_by_key(|group| group.legal.len());
        let (possible, others): (Vec<Group>, Vec<Group>) = groups
            .into_iter()
            .partition(|group| !(group.legal.is_empty() && group.illegal.is_empty()));
        let count = |groups: &[Group]| groups.iter().map(|group| group.rows.len()).sum::<usize>();
        // A text such as `d2 400` may be anything. A divide in SAN names mostly moves.
        if count(&possible) < count(&others) && !self.reply.is_san {
            return;
        }
        for group in possible {
            self.assign(group);
        }
        for Group { san, rows, .. } in others {
            let text = self.impossible(san);
            for row in rows {
                self.texts[row].clone_from(&text);
            }
        }
    }

    /// Gives each row of a group a move that it may mean: first where a count is right, then in order.
    /// What is more than the legal moves means an illegal one, or else a legal one again.
    fn assign(&mut self, Group { rows, legal, illegal, .. }: Group) {
        let again = legal.first().or(illegal.first()).copied();
        let mut free = legal;
        free.retain(|mv| !self.taken.contains(mv));
        free.sort_by_key(|mv| !self.known.contains(mv));
        let is_the_only_one = free.len() == 1 && rows.len() == 1;
        let mut found: Vec<(usize, Move)> = Vec::new();
        let mut left: Vec<usize> = Vec::new();
        for row in rows {
            let count = self.reply.rows[row].count;
            let mut places = free.iter();
            match places.position(|&mv| is_the_only_one || self.right_count(mv) == count) {
                Some(place) => found.push((row, free.remove(place))),
                None => left.push(row),
            }
        }
        let is_guessed = !left.is_empty();
        let mut others = illegal.into_iter();
        for row in left {
            let next = if free.is_empty() { others.next() } else { Some(free.remove(0)) };
            found.extend(next.or(again).map(|mv| (row, mv)));
        }
        if !found.iter().all(|(_, mv)| self.known.contains(mv)) {
            self.is_in_doubt |= free.iter().any(|mv| {
                // Promotions without a letter are of one pawn, and are missing in a known order.
                let is_of_another = found.iter().any(|(_, one)| one.from != mv.from);
                let has_count =
                    |&(_, one): &(usize, Move)| self.right_count(one) == self.right_count(*mv);
                is_of_another && (is_guessed || found.iter().any(has_count))
            });
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
        let is_ours = |at: Square| board.at(at).is_some_and(|piece| piece.belongs_to(us));
        let from = if san.goes_straight() {
            let back = us.forward().reversed();
            let mut behind = std::iter::successors(san.to.step(back), |at| at.step(back));
            behind.find(|&at| is_ours(at) && san.may_come_from(board, at))?
        } else {
            let could_go_there =
                |&&(from, piece): &&(Square, Piece)| attacks_on_empty_board(piece, from, san.to);
            let mut pieces: Vec<(Square, Piece)> = board.pieces(us).collect();
            pieces.retain(|&(from, _)| san.may_come_from(board, from));
            pieces.iter().find(could_go_there).or(pieces.first())?.0
        };
        let letter = san.promotion.map_or(String::new(), |kind| kind.letter().to_string());
        Some(format!("{from}{}{letter}", san.to))
    }
}
