//! Finds one cause behind many missing moves: a piece that is treated as pinned, or a king that is treated as in check.
//!
//! Move by move, a false pin looks like several broken rules at once.

use super::explanation::Explanation;
use super::facts::{Scene, attacks_on_empty_board, between};
use super::rules::Rule;
use ox88::{Move, Square};

/// One missing move has no cause but its own rule, unless a control shows another one.
const FEWEST_MOVES: usize = 2;

impl Scene<'_> {
    /// The cause of these legal moves being missing, if they have one in common.
    pub fn explain_missing(&self, missing: &[Move]) -> Option<Explanation> {
        let is_one = missing.len() < self.fewest_moves();
        let pinned = || taken_for_pinned(self, missing);
        if is_one { None } else { pinned().or_else(|| taken_for_checked(self, missing)) }
    }

    fn fewest_moves(&self) -> usize {
        if self.has_control() { 1 } else { FEWEST_MOVES }
    }
}

/// All moves of a piece are missing, or all but those along one line on which an enemy slider would pin
/// it, if it were not for another piece between the slider and the king.
fn taken_for_pinned(scene: &Scene, missing: &[Move]) -> Option<Explanation> {
    let mut pieces: Vec<Square> = missing.iter().map(|mv| mv.from).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let pins = pieces.into_iter().map(|from| false_pin(scene, from, missing));
    let (sentences, squares): (Vec<String>, Vec<Vec<Square>>) =
        pins.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    Some(Rule::TakenForPinned.because(sentences.join("; ")).shown_by(squares.concat()))
}

fn false_pin(scene: &Scene, from: Square, missing: &[Move]) -> Option<(String, Vec<Square>)> {
    let mut legal = scene.here.legal_moves();
    legal.retain(|mv| mv.from == from);
    let (lost, kept): (Vec<Move>, Vec<Move>) = legal.iter().partition(|mv| missing.contains(mv));
    if lost.len() < scene.fewest_moves() {
        return None;
    }
    let (slider, others) = sliders_towards_king(scene).into_iter().find_map(|(slider, line)| {
        let is_on_line = |mv: &Move| line.contains(&mv.to) || mv.to == slider;
        let others = scene.occupied(line.iter().copied().filter(|&square| square != from));
        let is_pin = line.contains(&from)
            && !others.is_empty()
            && kept.iter().all(is_on_line)
            && (kept.is_empty() || !lost.iter().any(is_on_line));
        is_pin.then_some((slider, others))
    })?;
    let sentence = format!(
        "{} is treated as pinned, by {}, through {}",
        scene.piece(from),
        scene.piece(slider),
        scene.pieces(&others)
    );
    Some((sentence, [from, slider].into_iter().chain(others).collect()))
}

/// Only such moves are left as would answer the check of an enemy slider, if it were not for a piece
/// between it and the king. There is one: in a check that is real, no move is legal but its answers, and
/// none of those is missing here.
fn taken_for_checked(scene: &Scene, missing: &[Move]) -> Option<Explanation> {
    let (king, legal) = (scene.king(), scene.here.legal_moves());
    let is_king_step = |mv: &Move| mv.from == king && mv.castling_rook().is_none();
    let others = || legal.iter().filter(|mv| !is_king_step(mv));
    let (slider, line) = sliders_towards_king(scene).into_iter().find(|(slider, line)| {
        let answers = |mv: &Move| mv.to == *slider || line.contains(&mv.to);
        let mut missing_steps = missing.iter().filter(|mv| is_king_step(mv));
        others().all(|mv| answers(mv) != missing.contains(mv))
            && missing_steps.all(|mv| line.contains(&mv.to))
    })?;
    let blockers = scene.occupied(line);
    let why = Rule::TakenForChecked.because(format!(
        "the king on {king} is treated as in check, by {}, through {}",
        scene.piece(slider),
        scene.pieces(&blockers)
    ));
    Some(why.shown_by([king, slider]).shown_by(blockers))
}

/// The enemy sliders that would attack the king on an empty board, each with the squares between.
fn sliders_towards_king(scene: &Scene) -> Vec<(Square, Vec<Square>)> {
    let king = scene.king();
    let mut pieces: Vec<_> = scene.board().pieces(!scene.us()).collect();
    pieces.retain(|&(from, piece)| {
        piece.slides() && attacks_on_empty_board(piece, from, king) && scene.may_matter(&[from])
    });
    pieces.into_iter().map(|(from, _)| (from, between(king, from).collect())).collect()
}
