//! What a person was asked so far: each answer is doubted beside the one before.

use super::Pasted;
use super::doubt::{Compared, Doubt, DoubtKind, RightAnswers};
use crate::ask::Step;
use crate::line::move_between;
use ox88::Move;

/// The questions to a person who pastes answers.
#[derive(Default)]
pub struct Interview {
    /// The last question, with its answer.
    before: Option<(Step, Pasted)>,
}

impl Interview {
    /// The move that leads from the position of the last question to that of this one.
    pub fn move_to(&self, question: &Step) -> Option<(&Step, Move)> {
        let (before, _) = self.before.as_ref()?;
        Some((before, move_between(&before.line.end(), &question.line.end())?))
    }

    /// Takes an answer, and says how it compares. The person may insist on it in spite of a doubt.
    ///
    /// # Errors
    /// If it cannot be the answer.
    pub fn take(
        &mut self,
        right: &dyn RightAnswers,
        question: &Step,
        pasted: Pasted,
        insists: bool,
    ) -> Result<Compared, Doubt> {
        let before = self.before.as_ref().map(|(step, pasted)| (step, pasted));
        let doubt = pasted.doubt(right, question, before);
        if let Some(doubt) = doubt.filter(|it| !(insists && it.may_be_meant())) {
            return Err(doubt);
        }
        let compared = pasted.compared(right, &question.position(), question.depth);
        self.before = Some((question.clone(), pasted));
        Ok(compared)
    }
}

impl Doubt {
    /// Whether a program may print just this, so that a person can insist on it.
    pub fn may_be_meant(&self) -> bool {
        self.kind != DoubtKind::Unreadable
    }
}
