//! What kinds of moves findings have wrong, and whether those may follow from others: an engine that lacks all captures
//! en passant lacks those that take a checking pawn as well.

use crate::search::{Exchange, Finding, Part};
use ox88::{CastlingNotation, Move, MoveKind, Piece, PieceKind, Position, Square};
use ox88_engine::{Difference, Extra, MoveName, Ply};
use ox88_explain::RuleKind;
use std::collections::HashSet;

/// A kind of wrong moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Missing(Of),
    Extra(Of),
    /// It leaves the own king in check.
    Unsafe,
    Twice,
    Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Castling,
    EnPassant,
    Promotion,
    /// The king steps onto its own rook: a castling of Chess960, or a capture.
    OntoRook,
    Piece(Option<PieceKind>),
}

/// What is wrong in some findings.
pub(super) struct Kinds {
    wrong: HashSet<Kind>,
    /// What is wrong in each of them.
    in_each: HashSet<Kind>,
    /// The moves that are missing or extra.
    of: HashSet<Of>,
    /// Whether moves are made wrongly: then some are missing, and others extra.
    are_made: bool,
    /// Whether the engine takes the position for another one, in which any move may be missing.
    are_misjudged: bool,
}

impl Kinds {
    pub fn of(findings: &[&Finding]) -> Kinds {
        let is_made = |it: &&Finding| it.origin().is_some_and(|it| it.part() == Part::Make);
        let is_misjudged =
            |it: &&Finding| it.rule().is_some_and(|rule| rule.kind() == RuleKind::Misjudgement);
        let exchanges: Vec<&Exchange> = findings.iter().filter_map(|it| it.exchange()).collect();
        let wrong: Vec<HashSet<Kind>> = exchanges.iter().map(|it| kinds_in(it)).collect();
        Kinds {
            in_each: wrong.iter().cloned().reduce(|all, it| &all & &it).unwrap_or_default(),
            wrong: wrong.into_iter().flatten().collect(),
            of: exchanges.into_iter().flat_map(moves_in).collect(),
            are_made: findings.iter().all(is_made),
            are_misjudged: findings.iter().all(is_misjudged),
        }
    }

    /// Whether those above have all of these wrong too, taken together. What only some of the findings have wrong may as
    /// well be in a row further down that has nothing else wrong.
    pub fn are_among(&self, above: &[&Kinds], all: &[Kinds]) -> bool {
        let is_there = |kind: &Kind, it: &Kinds| it.covers(*kind, self.are_made);
        let simpler = || all.iter().filter(|it| it.wrong.len() < self.wrong.len());
        let may_follow = |kind: &Kind| {
            above.iter().any(|it| is_there(kind, it))
                || !self.in_each.contains(kind) && simpler().any(|it| is_there(kind, it))
        };
        !self.wrong.is_empty() && self.wrong.iter().all(may_follow)
    }

    /// Whether all of these are about castling, or about captures en passant or promotions, and others as well.
    pub fn are_of_moves_of(&self, others: &Kinds) -> bool {
        let is_special = |of: &Of| !matches!(of, Of::Piece(_));
        self.of.iter().all(is_special) && self.of.is_subset(&others.of)
    }

    /// Whether others have one of these wrong too.
    pub fn have_one_of(&self, others: &Kinds) -> bool {
        self.wrong.iter().any(|&kind| others.covers(kind, self.are_made))
    }

    /// Whether each of these was found after a castling, a capture en passant or a promotion, of which some are wrong
    /// here: the engine may have played another move.
    pub fn are_played_before(&self, findings: &[&Finding]) -> bool {
        let is_wrong = |ply: Ply| {
            let of = of_legal(&ply.before, ply.mv);
            let is_listed_wrongly = [Kind::Missing(of), Kind::Extra(of)];
            !matches!(of, Of::Piece(_))
                && is_listed_wrongly.iter().any(|it| self.wrong.contains(it))
        };
        findings.iter().all(|it| it.exchange().is_some_and(|it| it.line.plies().any(is_wrong)))
    }

    fn covers(&self, kind: Kind, is_made: bool) -> bool {
        let has = |of: &dyn Fn(Of) -> Kind, moves: Of| {
            let pawn = Of::Piece(Some(PieceKind::Pawn));
            let wider: &[Of] = match moves {
                Of::EnPassant | Of::Promotion => &[moves, pawn],
                Of::OntoRook => &[moves, Of::Castling, Of::Piece(Some(PieceKind::King))],
                _ => &[moves],
            };
            wider.iter().any(|&it| self.wrong.contains(&of(it)))
        };
        let is_either = self.are_made || is_made;
        let is_promotion = |of: Of| of == Of::Promotion && !self.wrong.contains(&Kind::Extra(of));
        match kind {
            Kind::Missing(of) => {
                self.are_misjudged
                    || has(&Kind::Missing, of)
                    // Other pawns that move where they may not are no reason why none promotes.
                    || is_either && !is_promotion(of) && has(&Kind::Extra, of)
            }
            // As a castling it leads into check.
            Kind::Unsafe => self.wrong.contains(&kind) || has(&Kind::Extra, Of::OntoRook),
            Kind::Extra(of) => has(&Kind::Extra, of) || is_either && has(&Kind::Missing, of),
            _ => self.wrong.contains(&kind),
        }
    }
}

/// The kinds of moves that are wrong in an answer.
fn kinds_in(exchange: &Exchange) -> HashSet<Kind> {
    let Difference { missing, extra, twice, counts, .. } = &exchange.comparison.difference;
    let here = exchange.line.end();
    let possible = here.pseudo_legal_moves();
    // In Chess960 a castling onto a square where no rook is left is written as a step of the king.
    let is_chess960 = exchange.line.root.castling_notation() == CastlingNotation::KingTakesRook;
    let is_step = |mv: Move| is_chess960 && mv.from == here.king(here.side_to_move());
    let twice =
        twice.iter().map(|&mv| if is_step(mv) { Kind::Extra(Of::Castling) } else { Kind::Twice });
    let missing = missing.iter().map(|&mv| Kind::Missing(of_legal(&here, mv)));
    let extra = extra.iter().map(|it| match it.named {
        Some(name) if name.the_one_among(&possible).is_some() => Kind::Unsafe,
        _ => Kind::Extra(of_extra(&here, it)),
    });
    missing.chain(extra).chain(twice).chain(counts.iter().map(|_| Kind::Count)).collect()
}

/// What moves are missing or extra in an answer, whatever is wrong with them.
fn moves_in(exchange: &Exchange) -> Vec<Of> {
    let Difference { missing, extra, .. } = &exchange.comparison.difference;
    let here = exchange.line.end();
    let possible = here.pseudo_legal_moves();
    let extra = extra.iter().map(|it| match it.named.and_then(|it| it.the_one_among(&possible)) {
        Some(mv) => of_legal(&here, mv),
        None => of_extra(&here, it),
    });
    let of = missing.iter().map(|&mv| of_legal(&here, mv)).chain(extra);
    of.map(|of| if of == Of::OntoRook { Of::Castling } else { of }).collect()
}

/// Which special moves an answer has wrong, or were played before it, as [`UsualCause::of`](ox88_explain::UsualCause)
/// names them.
pub(super) fn special_moves(exchange: &Exchange) -> HashSet<&'static str> {
    let played = exchange.line.plies().map(|ply| of_legal(&ply.before, ply.mv));
    let name = |of| match of {
        Of::Castling => Some("castling"),
        Of::EnPassant => Some("en_passant"),
        Of::Promotion => Some("promotion"),
        Of::OntoRook | Of::Piece(_) => None,
    };
    moves_in(exchange).into_iter().chain(played).filter_map(name).collect()
}

fn of_legal(here: &Position, mv: Move) -> Of {
    match mv.kind {
        _ if mv.castling_rook().is_some() => Of::Castling,
        MoveKind::EnPassant => Of::EnPassant,
        _ if mv.promotion().is_some() => Of::Promotion,
        _ => Of::Piece(here.board().at(mv.from).map(Piece::kind)),
    }
}

fn of_extra(here: &Position, extra: &Extra) -> Of {
    let square = |places| Square::from_name(extra.text.get(places)?);
    let squares = square(0..2).zip(square(2..4));
    let rook = Some(Piece::new(here.side_to_move(), PieceKind::Rook));
    let is_kings = |from: Square| from == here.king(here.side_to_move());
    match squares.filter(|_| extra.named.is_some()) {
        Some((from, to)) if is_kings(from) => match from.offset_to(to).files().abs() {
            2.. => Of::Castling,
            1 if here.board().at(to) == rook => Of::OntoRook,
            _ => Of::Piece(Some(PieceKind::King)),
        },
        Some((from, _)) => Of::Piece(here.board().at(from).map(Piece::kind)),
        None if matches!(extra.named, Some(MoveName::Castling(_))) => Of::Castling,
        None => Of::Piece(None),
    }
}
