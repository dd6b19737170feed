//! A question with its answer beside the right one, or with what the engine did instead of an answer.

use ox88::{Divide, Move, Position};
use ox88_engine::{
    Comparison, Difference, Line, Reply, Row, RowsFrom, Step, Trouble, TroubleKind, compare_with,
};

/// A question, the reply to it, and how that differs from the right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The moves that lead to the position in question, as the engine was asked to play them.
    pub line: Line,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// How deep it was asked to count just before, if the position was not set up again in between.
    pub asked_before: Option<u32>,
    /// What it replied.
    pub reply: Reply,
    /// The reply beside the right answer.
    pub comparison: Comparison,
}

/// A question without a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReply {
    /// The moves that lead to the position in question.
    pub line: Line,
    /// The same before that was made smaller.
    pub seen_at: Line,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// How deep it was asked just before about the same position, which was not set up again.
    pub asked_before: Option<u32>,
    /// What it did instead.
    pub trouble: Trouble,
    /// Whether it did the same when it was asked once more, if it was.
    pub is_seen_again: Option<bool>,
    /// The questions after which a new process does the same, if it does not do so alone.
    pub before: Vec<Step>,
    /// The same with the greatest clock of the FEN at which the engine answers rightly, if it does at a smaller one.
    pub right_in: Option<Line>,
}

impl NoReply {
    /// A question at which this happened.
    pub(crate) fn new(line: &Line, depth: u32, trouble: impl Into<Trouble>) -> Box<NoReply> {
        let (line, seen_at, trouble) = (line.clone(), line.clone(), trouble.into());
        let (asked_before, is_seen_again, before, right_in) = (None, None, Vec::new(), None);
        Box::new(NoReply {
            line,
            seen_at,
            depth,
            asked_before,
            trouble,
            is_seen_again,
            before,
            right_in,
        })
    }

    /// The question that sets the position up.
    pub(crate) fn first_question(&self) -> Step {
        Step::anew(&self.line, self.asked_before.unwrap_or(self.depth))
    }

    /// What a new process has to be asked, one question after the other, for the same to happen.
    pub fn questions_to_ask(&self) -> Vec<Step> {
        let again = self.asked_before.map(|_| Step::again(&self.line, self.depth));
        [&self.before[..], &[self.first_question()]].concat().into_iter().chain(again).collect()
    }

    /// The same of the question for whose sake it was asked.
    pub(crate) fn about(self, line: &Line, depth: u32) -> Box<NoReply> {
        NoReply::new(line, depth, self.trouble)
    }

    /// Whether there was no time for the question. That is no trouble of the engine.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.trouble.kind == TroubleKind::CutShort
    }
}

impl Exchange {
    /// Whether nothing differs.
    pub fn is_right(&self) -> bool {
        self.comparison.difference.is_empty()
    }

    /// Whether the engine has printed a row of this move, whatever is known of why it would not.
    pub(crate) fn lists(&self, mv: Move) -> bool {
        let names = self.reply.rows.iter().filter_map(Row::name);
        names.into_iter().any(|name| name.the_one_among(&[mv]).is_some())
    }

    /// The moves that the engine has too many, as far as a piece can make them.
    pub(crate) fn possible_extra(&self) -> Vec<Move> {
        let possible = self.line.end().pseudo_legal_moves();
        let extra = self.comparison.difference.extra.iter();
        extra.filter_map(|it| it.named?.the_one_among(&possible)).collect()
    }

    /// The moves that are missing, and those too many that a piece can make.
    pub(crate) fn wrong_moves(&self) -> Vec<Move> {
        let missing = self.comparison.difference.missing.iter().copied();
        missing.chain(self.possible_extra()).collect()
    }

    /// Whether a move is listed, with the right count.
    pub(crate) fn has_right_row(&self, mv: Move) -> bool {
        self.lists(mv) && self.comparison.difference.counts.iter().all(|it| it.mv != mv)
    }

    /// The question for which the position is set up.
    pub fn first_question(&self) -> Step {
        Step::anew(&self.line, self.asked_before.unwrap_or(self.depth))
    }

    /// Whether an answer is wrong like this one. Counts may differ: a table may have had some of them.
    pub(crate) fn is_shown_by(&self, answer: &Exchange) -> bool {
        let difference = &answer.comparison.difference;
        !answer.is_right() && difference.has_moves_of(&self.comparison.difference)
    }

    /// The rows of moves that a piece can make, legal or not, in the order in which the engine lists them.
    pub(crate) fn rows(&self) -> Vec<(Move, u128)> {
        self.rows_in(&self.line.end())
    }

    /// The same, read as the moves of this position.
    pub(crate) fn rows_in(&self, position: &Position) -> Vec<(Move, u128)> {
        let (possible, legal) = (position.pseudo_legal_moves(), position.legal_moves());
        let rows = self.reply.rows.iter();
        rows.filter_map(|row| Some((move_of(row, &legal, &possible)?, row.count))).collect()
    }

    /// What is wrong with this answer and was not with an earlier one about the same position: the same answer without
    /// the faults of that one, beside the right one.
    pub(crate) fn beyond(self, earlier: &Exchange, right: &Divide) -> Exchange {
        if earlier.is_right() {
            return self;
        }
        let Difference { missing, extra, twice, counts, .. } = &earlier.comparison.difference;
        let is_as_deep = self.depth == earlier.depth;
        let legal: Vec<Move> = right.rows().iter().map(|row| row.0).collect();
        let mut listed = Vec::new();
        let mut rows = Vec::new();
        for mut row in self.reply.rows {
            let mv = row.name().and_then(|name| name.the_one_among(&legal));
            let is_again = mv.is_some_and(|mv| twice.contains(&mv) && listed.contains(&mv));
            if is_again || extra.iter().any(|extra| extra.text == row.text) {
                continue;
            }
            if let Some(count) = counts.iter().find(|count| is_as_deep && Some(count.mv) == mv) {
                row.count = count.ours;
            }
            listed.extend(mv);
            rows.push(row);
        }
        let position = self.line.end();
        let lost =
            right.rows().iter().filter(|(mv, _)| missing.contains(mv) && !listed.contains(mv));
        rows.extend(lost.map(|&(mv, count)| Row::new(position.move_text(mv), count)));
        let reply = Reply { rows, totals: Vec::new(), ..self.reply };
        Exchange { comparison: compare_with(right, &reply), reply, ..self }
    }

    /// Whether all that is known to be wrong is how many moves an engine has that prints totals only.
    pub(crate) fn is_number_alone(&self) -> bool {
        self.has_right_moves()
            && !self.is_right()
            && self.comparison.difference.counts.is_empty()
            && (self.depth == 1 || self.asked_before.is_some())
            && self.reply.source == RowsFrom::Totals
    }

    /// Whether the engine has no move, where there are some.
    pub(crate) fn has_no_rows(&self) -> bool {
        self.reply.rows.is_empty() && !self.comparison.difference.missing.is_empty()
    }

    /// The moves after which the engine counts no leaf, where there are some, if nothing else is wrong.
    pub(crate) fn moves_without_leaves(&self) -> Vec<Move> {
        let counts = &self.comparison.difference.counts;
        let is_all = self.has_right_moves() && counts.iter().all(|count| count.theirs == 0);
        if is_all { counts.iter().map(|count| count.mv).collect() } else { Vec::new() }
    }

    /// Whether the engine lists the legal moves, each of them once.
    pub fn has_right_moves(&self) -> bool {
        self.comparison.difference.has_right_moves()
    }
}

/// The move that a row names: a legal one, or else one that a piece can make.
pub(crate) fn move_of(row: &Row, legal: &[Move], possible: &[Move]) -> Option<Move> {
    let named = row.name()?;
    named.among(legal).first().or(named.among(possible).first()).copied()
}
