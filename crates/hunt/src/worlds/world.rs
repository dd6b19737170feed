//! A wrong engine that can be run: it lists the moves of a position with its faults, and counts by them.

use crate::worlds::learn::Conditions;
use crate::worlds::view::{Seen, View};
use ox88::{Move, Position};
use ox88_explain::Rule;

/// In what way moves are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// They are legal, and not listed.
    Missing,
    /// They are illegal, and listed.
    Extra,
    /// They are listed twice.
    Twice,
}

impl Effect {
    pub(crate) const ALL: [Effect; 3] = [Effect::Missing, Effect::Extra, Effect::Twice];

    /// The name for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Effect::Missing => "missing",
            Effect::Extra => "extra",
            Effect::Twice => "twice",
        }
    }

    /// The effect with this name.
    pub fn from_id(id: &str) -> Option<Effect> {
        Effect::ALL.into_iter().find(|it| it.id() == id)
    }
}

/// All moves that meet these conditions are wrong in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In what way.
    pub effect: Effect,
    /// Which moves.
    pub conditions: Conditions,
    /// For each condition, the values with which such moves were right.
    pub right_in: Vec<u64>,
}

/// The moves that an engine has wrong in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongMoves {
    /// Legal ones that it lacks.
    pub missing: Vec<Move>,
    /// Illegal ones that it lists.
    pub extra: Vec<Move>,
    /// Legal ones that it lists twice.
    pub twice: Vec<Move>,
}

impl WrongMoves {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == WrongMoves::default()
    }

    pub(crate) fn all(&self) -> Vec<Move> {
        [&self.missing[..], &self.extra, &self.twice].concat()
    }

    pub(crate) fn of(&self, effect: Effect) -> &[Move] {
        match effect {
            Effect::Missing => &self.missing,
            Effect::Extra => &self.extra,
            Effect::Twice => &self.twice,
        }
    }
}

/// A wrong engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct World {
    /// The rule that [`Respect::Rule`](crate::worlds::Respect::Rule) is about.
    pub rule: Option<Rule>,
    /// What it has wrong. All else is right.
    pub faults: Vec<Fault>,
}

impl World {
    /// The moves that it has wrong in a position.
    pub fn wrong_moves(&self, here: &Position) -> WrongMoves {
        let seen = Seen::of(here, self.rule);
        let wrong = |effect: Effect| -> Vec<Move> {
            let of_effect = seen.of_effect(effect).iter();
            let faults: Vec<&Fault> = self.faults.iter().filter(|it| it.effect == effect).collect();
            let is_wrong =
                |it: &&(Move, _)| faults.iter().any(|fault| fault.conditions.hold(&it.1));
            of_effect.filter(is_wrong).map(|it| it.0).collect()
        };
        WrongMoves {
            missing: wrong(Effect::Missing),
            extra: wrong(Effect::Extra),
            twice: wrong(Effect::Twice),
        }
    }

    /// The moves that it lists, one of them twice where that is the fault.
    pub fn moves(&self, here: &Position) -> Vec<Move> {
        let wrong = self.wrong_moves(here);
        let mut moves = here.legal_moves();
        moves.retain(|mv| !wrong.missing.contains(mv));
        moves.extend(wrong.extra);
        moves.extend(wrong.twice);
        moves
    }

    /// The leaves that it counts after each move. A depth of 0 is taken for 1.
    pub fn divide(&self, here: &Position, depth: u32) -> Vec<(Move, u128)> {
        let count = |mv: Move| (mv, self.perft(&here.after(mv), depth.saturating_sub(1)));
        self.moves(here).into_iter().map(count).collect()
    }

    fn perft(&self, here: &Position, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(here);
        if depth == 1 {
            return moves.len() as u128;
        }
        moves.into_iter().map(|mv| self.perft(&here.after(mv), depth - 1)).sum()
    }
}

impl Seen {
    /// The moves that can be wrong in this way.
    pub(crate) fn of_effect(&self, effect: Effect) -> &[(Move, View)] {
        if effect == Effect::Extra { &self.illegal } else { &self.legal }
    }
}
