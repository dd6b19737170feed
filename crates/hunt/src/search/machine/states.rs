//! The wrong positions that an engine may have with one fault of the table, and whether one explains an answer.
//!
//! A wrong position explains an answer when the answer is exactly the right one to that position: the whole divide
//! agrees, move for move and count for count. What moves leave behind may add up from one to the next, and then no
//! single position gives the whole answer: there `diagnose` asks for less, as its functions say.

use super::draft::{Draft, KingTracking};
use super::faults::{Fault, LeftBehind, Stage, without_men};
use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, enumeration, kind_name, man_name};
use crate::search::fewest::men_of;
use ox88::{Color, Move, Piece, PieceKind, Position, Square};
use ox88_engine::{Line, Reply, Row, compare_with};
use std::iter;

/// How the position that an engine has differs from the one that it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorruptState {
    /// The rule that this breaks.
    pub rule: Rule,
    /// What would be the case, to follow "the engine answers as if": "White could still castle".
    pub as_if: String,
}

/// A wrong position, and what is wrong with it.
#[derive(Clone)]
pub(crate) struct Hypothesis {
    pub position: Position,
    king_tracking: KingTracking,
    pub state: CorruptState,
}

/// The positions that an engine may have at the end of a line if something goes wrong at this stage: it misreads the
/// FEN, or makes a move wrongly.
pub(crate) fn after(stage: Stage, line: &Line) -> Vec<Hypothesis> {
    let (root, end) = (line.root, line.end());
    let mut found = Vec::new();
    for fault in Fault::of(stage) {
        let told = |(draft, words)| Hypothesis::new(fault, draft, words);
        match fault.left_behind {
            LeftBehind::WholeLine(drafts_of) if stage == Stage::ReadFen => {
                let misread = drafts_of(&Line::at(root), &root).into_iter().map(told);
                found.extend(misread.filter_map(|it| it.carried_along(&line.moves)));
            }
            LeftBehind::WholeLine(drafts_of) => {
                found.extend(drafts_of(line, &end).into_iter().map(told));
            }
            LeftBehind::OneMove(spoil) => found.extend(line.plies().filter_map(|ply| {
                let draft = spoil(Draft::of(&ply.after), &ply)?;
                told((draft, fault.words_for(&ply))).carried_along(&line.moves[ply.ordinal..])
            })),
        }
    }
    found
}

/// The positions of engines that misread men of a FEN: one is not there, is another one, or stands elsewhere; or all of a
/// kind are not there, of one side or of both, or are of the other side.
pub(crate) fn with_men_misread(here: &Position) -> Vec<Hypothesis> {
    let men = men_of(here);
    let kinds = || iter::once(PieceKind::Pawn).chain(PieceKind::PROMOTIONS);
    let mut gone: Vec<Vec<Square>> = men.iter().map(|it| vec![it.0]).collect();
    let mut of_other_side = gone.clone();
    for kind in kinds() {
        let of = |sides: &[Color]| {
            let is_it = |man: Piece| man.kind() == kind && sides.contains(&man.color());
            men.iter().filter(|it| is_it(it.1)).map(|it| it.0).collect::<Vec<Square>>()
        };
        let each = Color::BOTH.map(|side| of(&[side]));
        of_other_side.extend(each.clone());
        gone.extend(each);
        gone.push(of(&Color::BOTH));
    }
    let fits = |square: Square, kind: PieceKind| {
        kind != PieceKind::Pawn || !Color::BOTH.map(Color::home_rank).contains(&square.rank())
    };
    let with = |from: Square, to: Square, man: Piece| {
        let rights = here.castling_rights().without_rook_on(from).without_rook_on(to);
        Draft::of(here).without(from).with_piece(to, Some(man)).with_rights(rights)
    };
    let but_kings = men.iter().filter(|it| it.1.kind() != PieceKind::King);
    let another = but_kings.clone().flat_map(|&(square, man)| {
        let others = kinds().filter(move |&kind| kind != man.kind() && fits(square, kind));
        others.map(move |kind| {
            let board = with(square, square, Piece::new(man.color(), kind));
            (board, format!("the {} on {square} were a {}", man_name(man), kind_name(kind)))
        })
    });
    let elsewhere = but_kings.flat_map(|&(square, man)| {
        let may_be_there = move |it: &Square| {
            let there = here.board().at(*it);
            there.is_none_or(|other| other.kind() != PieceKind::King && other != man)
        };
        let to = Square::all().filter(may_be_there).filter(move |it| fits(*it, man.kind()));
        to.map(move |to| {
            (with(square, to, man), format!("the {} on {square} were on {to}", man_name(man)))
        })
    });
    let turned = of_other_side.iter().filter_map(|squares| {
        let &first = squares.first()?;
        let man = here.board().at(first).filter(|man| man.kind() != PieceKind::King)?;
        let other = Piece::new(!man.color(), man.kind());
        let board = squares.iter().fold(Draft::of(here), |board, &it| {
            let rights = board.position.castling_rights().without_rook_on(it);
            board.with_piece(it, Some(other)).with_rights(rights)
        });
        let which = match squares.len() {
            1 => format!("the {} on {first}", man_name(man)),
            _ => format!("each {}", man_name(man)),
        };
        Some((board, format!("{which} were a {}", man_name(other))))
    });
    let all_gone = gone.iter().filter_map(|squares| without_men_on(here, squares));
    all_gone.chain(another.chain(turned).chain(elsewhere).map(Hypothesis::misread)).collect()
}

/// The position of an engine that has read none of the men on these squares. Nothing if there are none, or one is a king.
pub(crate) fn without_men_on(here: &Position, squares: &[Square]) -> Option<Hypothesis> {
    let men = squares.iter().filter_map(|&it| Some((it, here.board().at(it)?)));
    let men: Vec<(Square, Piece)> = men.collect();
    let has_king = men.iter().any(|it| it.1.kind() == PieceKind::King);
    (!men.is_empty() && !has_king).then(|| Hypothesis::misread(without_men(here, &men)))
}

/// The state that explains a whole answer, if a fault leaves it behind that breaks this rule at this stage.
pub(crate) fn explained_by(stage: Stage, rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    let mut states = after(stage, &exchange.line).into_iter();
    states.find(|it| it.state.rule == rule && it.explains(exchange)).map(|it| it.state)
}

impl Hypothesis {
    fn new(fault: &Fault, board: Draft, as_if: String) -> Hypothesis {
        let (Draft { position, king_tracking }, rule) = (board, fault.rule);
        Hypothesis { position, king_tracking, state: CorruptState { rule, as_if } }
    }

    /// The position of an engine that has misread men of a FEN.
    fn misread((board, as_if): (Draft, String)) -> Hypothesis {
        let Draft { position, king_tracking } = board;
        let state = CorruptState { rule: Rule::PieceNotRead, as_if };
        Hypothesis { position, king_tracking, state }
    }

    /// The square of the piece that is not there, if that is what is wrong with this position.
    pub fn piece_not_read(&self, here: &Position) -> Option<Square> {
        let is_gone =
            |&it: &Square| here.board().at(it).is_some() && self.position.board().at(it).is_none();
        Square::all().find(is_gone).filter(|_| self.state.rule == Rule::PieceNotRead)
    }

    fn board(&self) -> Draft {
        Draft { position: self.position, king_tracking: self.king_tracking }
    }

    /// What is wrong after one move is carried along by the later ones. `None` if one of them cannot
    /// be made any more: what an engine does then cannot be foreseen.
    fn carried_along(self, later: &[Move]) -> Option<Hypothesis> {
        let Draft { position, king_tracking } =
            later.iter().try_fold(self.board(), |here, &mv| here.after(mv))?;
        Some(Hypothesis { position, king_tracking, ..self })
    }

    /// Whether the answer would be right in this position. For an engine that is stuck with a wrong square for its
    /// king, or has a right for the wrong wing, that is asked of the moves at depth 1 only.
    pub fn explains(&self, exchange: &Exchange) -> bool {
        let (board, depth) = (self.board(), exchange.depth);
        if !board.is_plain() {
            return depth == 1 && lists(exchange, board.moves());
        }
        let right = ox88::divide(&board.position, depth);
        // Most are refuted by their number of leaves, which is soon compared.
        let is_it = |reply: &Reply| compare_with(&right, reply).difference.is_empty();
        right.total() == exchange.reply.sum()
            && (is_it(&exchange.reply) || is_it(&exchange.reply.read_at(&board.position, &right)))
    }

    /// How many leaves there are in this position. Nothing for an engine that is stuck with a wrong square for its
    /// king, or has a right for the wrong wing.
    pub fn leaves(&self, depth: u32) -> Option<u128> {
        self.board().is_plain().then(|| ox88::perft(&self.position, depth))
    }
}

/// Whether an answer lists exactly these moves, of which one may come twice.
fn lists(exchange: &Exchange, mut left: Vec<Move>) -> bool {
    let is_expected = |row: &Row| {
        let mut named = row.name().map(|named| named.among(&left)).unwrap_or_default();
        named.dedup();
        let place = left.iter().position(|&mv| [mv] == named[..]);
        place.map(|place| left.swap_remove(place)).is_some()
    };
    exchange.reply.rows.iter().all(is_expected) && left.is_empty()
}

/// What was not done when moves were taken back.
pub(crate) fn words_after_undoing(fault: &Fault, position: &Position, culprits: &[Move]) -> String {
    let texts: Vec<String> = culprits.iter().map(|&mv| position.move_text(mv)).collect();
    let tried = match &texts[..] {
        [] => "moves were".to_owned(),
        [only] => format!("{only} was"),
        [first, .., last] if texts.len() > 3 => {
            format!("each of {} moves ({first} … {last}) was", texts.len())
        }
        few => format!("{} were", enumeration(few)),
    };
    format!("{} after {tried} made and unmade", fault.words)
}
