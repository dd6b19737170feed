//! Would an engine that lists illegal moves against a rule wherever there are some count what this one counts?

use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, Scene};
use crate::search::machine::{Draft, Machine};
use ox88::{Color, Move};
use ox88_engine::Line;

/// Larger answers are not compared.
const MOST_LEAVES: u128 = 20_000;

/// An engine that lists the illegal moves of one side, or of both, which break one of these rules.
struct Listing {
    rules: Vec<Rule>,
    side: Option<Color>,
}

/// Whether the counts after legal moves are those of an engine that breaks just the rules of the illegal moves that are
/// listed here.
pub(super) fn breaks_no_more(wrong: &Exchange) -> bool {
    let (line, depth) = (&wrong.line, wrong.depth);
    if wrong.reply.sum() > MOST_LEAVES {
        return true;
    }
    let scene = Scene::at_end_of(line);
    let extra = wrong.possible_extra().into_iter();
    let rules: Vec<Rule> = extra.map(|mv| scene.explain_move(mv).rule).collect();
    let here = line.end();
    let theirs = wrong.rows();
    [None, Some(Color::White), Some(Color::Black)].into_iter().any(|side| {
        let mut engine = Listing { rules: rules.clone(), side };
        here.legal_moves().into_iter().all(|mv| {
            let count = engine.count(&mut Draft::of(&here.after(mv)), depth - 1);
            theirs.contains(&(mv, count)) || count == 0
        })
    })
}

impl Machine for Listing {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        self.of_last_ply(here, left)
    }

    fn moves(&mut self, here: &mut Draft, _: u32) -> Vec<Move> {
        let position = here.position;
        if self.side.is_some_and(|side| side != position.side_to_move()) {
            return position.legal_moves();
        }
        let line = Line::at(position);
        let scene = Scene::at_end_of(&line);
        let mut moves = position.pseudo_legal_moves();
        moves.retain(|&mv| {
            position.is_legal(mv) || self.rules.contains(&scene.explain_move(mv).rule)
        });
        moves
    }
}
