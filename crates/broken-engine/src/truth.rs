//! What else is right to tell of a fault, beside what the list says, and why; and which rules say nothing in particular.
//!
//! From outside two engines may be the same: then each of their names is right. A name that is right only because a hunt
//! gives it does not belong here.

use crate::faults::Fault;

/// A rule and a part that are right as well.
pub struct Also {
    pub rule: &'static str,
    pub part: &'static str,
    /// Why that is so, for whoever doubts it.
    pub why: &'static str,
}

const fn also(rule: &'static str, part: &'static str, why: &'static str) -> Also {
    Also { rule, part, why }
}

impl Fault {
    /// Whether this rule and this part are right to tell of an engine with the fault.
    pub fn is_told_by(self, rule: &str, part: &str) -> bool {
        self.answers().any(|it| it == (rule, part))
    }

    /// Whether this rule is right, with some part.
    pub fn breaks(self, rule: &str) -> bool {
        self.answers().any(|it| it.0 == rule)
    }

    /// Whether this part is right, with some rule.
    pub fn is_of(self, part: &str) -> bool {
        self.answers().any(|it| it.1 == part)
    }

    /// The rules and parts that are right, as reports name them.
    pub fn answers(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let first = [(self.truth().rule, self.truth().part)];
        first.into_iter().chain(self.also().iter().map(|it| (it.rule, it.part)))
    }

    /// What is right beside what the list says.
    pub fn also(self) -> &'static [Also] {
        match self {
            Fault::CastlingMissing => {
                const {
                    &[also(
                        "castling",
                        "generation",
                        "that is where it is; by FENs alone it could be the reading of them",
                    )]
                }
            }
            _ => &[],
        }
    }
}

/// Whether a rule says that something is wrong, and not what: then it is no wrong accusation.
pub fn is_vague(rule: &str) -> bool {
    matches!(
        rule,
        "count-only"
            | "number-of-moves"
            | "count-not-explained"
            | "not-followed-down"
            | "moves-depend-on-history"
            | "count-depends-on-history"
            | "different-answers"
            | "state-corrupted"
    )
}
