//! What a report is made of: blocks, in the order in which people read them. `text` writes them for a terminal or as
//! Markdown, and `html` as a page.

use super::words::{explains, part_name, right_beside, rule_of};
use super::{Cause, Found, NoAnswer, Report, RightIn, in_a_line};
use crate::search::WrongMove;
use ox88_engine::{Trouble, TroubleKind};

/// A part of a report.
pub(super) enum Block<'a> {
    /// Which cause to fix first, and the table of all causes.
    ToFix,
    /// A cause with its number: the smallest finding, and on a page all others folded up.
    Cause(&'a Cause, usize),
    /// How much was tried, and the remarks.
    Tried,
    /// What is known under a name: as it is typed or printed, then in words, then the rule that these are about.
    Field { name: &'static str, typed: String, words: String, rule: Option<&'static str> },
    /// The position, with what proves the reason. A text has none where there is no answer.
    Board(&'a Found),
    /// The moves that are wrong, each with a rule if one is to be named beside it.
    Moves(Vec<(&'a WrongMove, Option<&'static str>)>),
    /// Lines to copy, below a heading.
    Lines(&'static str, &'a [String]),
    /// The last lines of an engine that gave no answer.
    Printed(&'a Trouble),
}

fn field<'a>(name: &'static str, typed: impl Into<String>, words: impl Into<String>) -> Block<'a> {
    Block::Field { name, typed: typed.into(), words: words.into(), rule: None }
}

impl Report {
    /// The blocks of a hunt that was run. What may be a symptom is a row of the table, below its cause.
    pub(super) fn blocks(&self) -> Vec<Block<'_>> {
        let to_fix = (self.findings.len() > 1).then_some(Block::ToFix);
        let causes = self.causes.iter().zip(1..).filter(|(cause, _)| !cause.may_be_symptom);
        let causes = causes.map(|(cause, number)| Block::Cause(cause, number));
        to_fix.into_iter().chain(causes).chain([Block::Tried]).collect()
    }
}

impl Found {
    /// What tells its author where to look, what was asked, what is wrong, and how to see it again.
    pub(super) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let sentence = |name, words: Option<String>| words.map(|words| field(name, "", words));
        blocks.extend(sentence("origin", self.origin.as_ref().map(|it| it.sentence.clone())));
        blocks.extend(sentence("usually", self.usual_cause.clone()));
        blocks.extend(sentence("right", self.learnt.as_ref().and_then(right_beside)));
        blocks.extend(sentence("explains", self.learnt.as_ref().map(explains)));
        blocks.extend(sentence("doubt", self.doubt.clone()));
        let (moves, way) = self.way();
        blocks.push(field("case", self.place_and_depth(), ""));
        blocks.push(field("path", moves, way));
        blocks.push(field("fen", self.shown_by.line.at_end().fen(), ""));
        blocks.extend(self.right_in.iter().map(|RightIn { line, without }| {
            // An engine that gives no answer was asked with another clock, and with the same pieces.
            let words = match self.trouble {
                Some(_) => format!("(with the clock at {})", line.root.setup().halfmove_clock),
                None => format!("(without the {without})"),
            };
            field("but right", in_a_line(line), words)
        }));
        blocks.push(Block::Board(self));
        if let Some(NoAnswer { trouble, sentence }) = &self.trouble {
            blocks.push(field("reason", "", sentence));
            let printed = Block::Printed(trouble);
            blocks.extend(is_of_printing(&trouble.kind).then_some(printed));
        }
        blocks.extend(self.cause.iter().map(|cause| Block::Field {
            name: "reason",
            typed: String::new(),
            words: cause.reason.clone(),
            rule: self.rule_beside(cause.rule.id()),
        }));
        let beside = |mv: &WrongMove| rule_of(mv).and_then(|id| self.rule_beside(id));
        blocks.push(Block::Moves(self.moves.iter().map(|mv| (mv, beside(mv))).collect()));
        blocks.extend(self.total.iter().map(|total| field("total", "", &total.sentence)));
        let shown_by = &self.shown_by;
        let to_copy =
            [(shown_by.heading, &shown_by.lines[..]), (CORRECT, &shown_by.lines_for_ox88)];
        let to_copy = to_copy.into_iter().filter(|(_, lines)| !lines.is_empty());
        blocks.extend(to_copy.map(|(heading, lines)| Block::Lines(heading, lines)));
        blocks
    }
}

impl Found {
    /// What an author needs to see the bug: the board, the wrong moves, where the fault ends, what usually causes it,
    /// and how to see it again.
    pub(super) fn short_blocks(&self) -> Vec<Block<'_>> {
        let is_told = |block: &Block| match block {
            Block::Field { name, .. } => {
                !["origin", "explains", "case", "path", "but right", "fen"].contains(name)
            }
            Block::Lines(heading, _) => *heading != CORRECT,
            _ => true,
        };
        let rank = |block: &Block| match block {
            Block::Board(_) => 0,
            Block::Moves(_) => 1,
            Block::Lines(..) => 3,
            _ => 2,
        };
        let mut blocks: Vec<Block> = self.blocks().into_iter().filter(is_told).collect();
        let origin = self.origin.as_ref().map(|it| match it.part {
            "unknown" => field("origin", "", it.sentence.clone()),
            part => field("origin", "", part_name(part)),
        });
        blocks.push(field("rule", "", self.rule.to_owned() + self.rule_is()));
        blocks.extend(origin);
        if self.shown_by.lines.is_empty() {
            blocks.push(field("fen", self.shown_by.line.at_end().fen(), ""));
        }
        blocks.sort_by_key(rank);
        blocks
    }
}

/// The heading of the lines by which ox88 prints the correct answer.
const CORRECT: &str = "correct answer";

/// Whether there may be lines that were printed. A function in this process prints none.
const fn is_of_printing(kind: &TroubleKind) -> bool {
    !matches!(kind, TroubleKind::Panics(_) | TroubleKind::Fails(_))
}
