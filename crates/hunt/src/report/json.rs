//! A report for programs.

use super::words::{squares_to_mark, word};
use super::{ExactCount, NoAnswer, Report};
use crate::search::{
    CorruptState, CutShort, Learnt, LeftOutByBudget, Wrong, WrongEngine, WrongMove,
};
use crate::worlds::{Conditions, Fault};
use ox88::Square;
use ox88_engine::Line;
use ox88_explain::{Explanation, Rule};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

impl Report {
    /// The report as JSON.
    #[expect(clippy::missing_panics_doc, reason = "a string can be written to, and keys are text")]
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a string can be written to, and keys are text") + "\n"
    }
}

/// Writes a part of what a hunt has found as an object with these keys.
macro_rules! object {
    ($part:ident: $type:ty { $($key:literal: $value:expr,)* }) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $part = self;
                let mut object = serializer.serialize_map(None)?;
                $(object.serialize_entry($key, &$value)?;)*
                object.end()
            }
        }
    };
}

/// A part that another package has.
pub(super) struct Of<'a, T>(&'a T);

object!(left_out: Of<'_, LeftOutByBudget> {
    "seconds": left_out.0.budget.as_secs_f64(),
    "counts": left_out.0.counts,
    "asked_up_to": ExactCount(left_out.0.asked_up_to),
    "cut_short": left_out.0.cut_short.as_ref().map(Of),
});

object!(question: Of<'_, CutShort> {
    "case": question.0.case,
    "depth": question.0.depth,
    "seconds": question.0.waited.as_secs_f64(),
    "answered": question.0.is_answered,
});

object!(line: Of<'_, Line> {
    "root": line.0.fen(),
    "moves": line.0.texts(),
    "fen": line.0.at_end().fen(),
});

object!(state: Of<'_, CorruptState> {
    "rule": state.0.rule.id(),
    "as_if": state.0.as_if,
});

object!(learnt: Of<'_, Learnt> {
    "engine": match &learnt.0.engine {
        WrongEngine::Moves(_) => None,
        WrongEngine::Fault(faulty) => Some(faulty.name()),
    },
    "rule": learnt.0.engine.moves().and_then(|it| it.rule).map(Rule::id),
    "faults": learnt.0.engine.moves().map_or(&[][..], |it| &it.faults).iter().map(Of).collect::<Vec<_>>(),
    "explains": learnt.0.wrong,
    "contradicted_by": 0,
    "right": learnt.0.right,
});

object!(fault: Of<'_, Fault> {
    "effect": fault.0.effect.id(),
    "where": Of(&fault.0.conditions),
});

impl Serialize for Of<'_, Conditions> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Of(Conditions(all)) = self;
        serializer.collect_map(all.iter().map(|it| (it.respect.id(), it.values())))
    }
}

object!(explanation: Of<'_, Explanation> {
    "rule": explanation.0.rule.id(),
    "reason": explanation.0.reason,
    "squares": texts(&explanation.0.squares),
});

object!(no_answer: Of<'_, NoAnswer> {
    "kind": no_answer.0.trouble.kind.id(),
    "sentence": no_answer.0.sentence,
    "last_lines": no_answer.0.trouble.last_lines,
});

pub(super) fn line<S: Serializer>(line: &Line, serializer: S) -> Result<S::Ok, S::Error> {
    Of(line).serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde hands it over like this")]
pub(super) fn part<T, S: Serializer>(part: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
where
    for<'a> Of<'a, T>: Serialize,
{
    part.as_ref().map(Of).serialize(serializer)
}

impl Serialize for Of<'_, WrongMove> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Of(mv) = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("move", &mv.text)?;
        if let Wrong::Count { theirs, ours } = mv.wrong {
            object.serialize_entry("theirs", &ExactCount(theirs))?;
            object.serialize_entry("ours", &ExactCount(ours))?;
        } else {
            // Nothing where the text is not a move at all.
            let explanation = mv.explanation.as_ref();
            object.serialize_entry("rule", &explanation.map(|it| it.rule.id()))?;
            object.serialize_entry("reason", &explanation.map(|it| &it.reason))?;
            object.serialize_entry("squares", &texts(squares_to_mark(mv)))?;
        }
        object.end()
    }
}

/// Wrong moves as a list for each way to be wrong.
pub(super) fn moves<S: Serializer>(moves: &[WrongMove], serializer: S) -> Result<S::Ok, S::Error> {
    let lists =
        [("missing", "missing"), ("extra", "extra"), ("twice", "twice"), ("counts", "count")];
    let of = |it: &str| moves.iter().filter(|mv| word(mv.wrong) == it).map(Of).collect::<Vec<_>>();
    serializer.collect_map(lists.map(|(key, word)| (key, of(word))))
}

impl Serialize for ExactCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) => serializer.serialize_u64(count),
            Err(_) => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

fn texts(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}
