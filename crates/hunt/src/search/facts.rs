//! What the observations of a hunt have shown about an engine: its pace, its habits, and what it does not do.

use super::exchange::Exchange;
use super::log::Observation;
use super::pace::Pace;
use super::trouble::without_numbers;
use ox88::{Move, Piece, Position};
use ox88_engine::read::row_of_unread;
use ox88_engine::{
    CastlingsWritten, Heard, Line, Process, Reply, RightsNotation, RowsFrom, Trouble, TroubleKind,
};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// How many lines are known to be no rows.
const MOST_TALK: usize = 4096;

/// How many positions are kept whose moves were right.
const MOST_RIGHT: usize = 150;

/// Which letters for rights to castle an engine reads in Chess960.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RightsRead {
    /// As far as it is known, whatever is written.
    #[default]
    Unknown,
    /// It castles by both, or by neither.
    Alike,
    /// These letters, and not the others.
    Only(RightsNotation),
}

impl RightsRead {
    /// The letters that it reads, if it does not read the others.
    pub fn only(self) -> Option<RightsNotation> {
        if let RightsRead::Only(notation) = self { Some(notation) } else { None }
    }
}

/// What is known about an engine so far. It follows from the observations, one after the other.
#[derive(Clone, Default)]
pub(super) struct Facts {
    pub questions: u64,
    /// The leaves of the right answers.
    pub nodes: u128,
    /// When the last experiment was over.
    pub now: Duration,
    /// How long the answers of the running process were waited for, all together. Nothing that ox88 does is part of
    /// that.
    pub waited: Duration,
    /// How long other processes of the engine were waited for.
    pub waited_beside: Duration,
    /// How fast it answers.
    pub pace: Pace,
    /// Where its rows were found.
    pub source: RowsFrom,
    /// The first answer without rows whose total is wrong: the position, the depth and the total.
    pub wrong_total: Option<(Position, u32, u128)>,
    /// A line as those in which it was learnt where the engine puts its counts.
    pub learnt: Option<String>,
    /// How many rows of right answers could not be read.
    pub unread_rows: usize,
    /// A line that may be a row in a form that is not known, and how that row could be read.
    pub unread_line: Option<(String, String)>,
    /// How it writes castlings where ordinary chess writes the king's target, once that was seen.
    pub castling: Option<CastlingsWritten>,
    /// Which letters for rights to castle it reads in Chess960.
    pub rights_read: RightsRead,
    /// Why the engine could not be started again, once that was so: then it can be asked nothing more.
    pub not_started: Option<TroubleKind>,
    /// Whether it answers a second question without a new position, once it was asked one. If not, that is what it did
    /// at the first of them, and it is asked none.
    pub second: Option<Result<(), TroubleKind>>,
    /// Whether a script plays the moves that it is given, once it was given one. If not, that is what it does then: it is
    /// asked by FENs alone.
    pub moves: Option<Result<(), Trouble>>,
    /// Legal moves that it did not list, each in its position.
    lacks: HashSet<(Position, Move)>,
    /// What it did when it was given one of these, if it gave no answer then. It is given none from then on.
    pub refuses_what_it_lacks: Option<Trouble>,
    /// It has given a right answer in SAN.
    writes_san: bool,
    /// It has printed a total without rows.
    pub prints_totals: bool,
    /// Its totals are not the same in every position.
    pub totals_differ: bool,
    /// The last total without rows that was right, with its depth.
    pub right_total: Option<(u32, u128)>,
    /// The lines that it prints among its rows where each move has one, by what they are without their numbers. These
    /// are no rows.
    pub talk: Arc<HashSet<String>>,
    /// How many answers it has given by a FEN in which there are moves, and how many of these were right.
    pub by_fen: usize,
    pub right_by_fen: usize,
    /// The pieces of which it has listed a legal move by a FEN.
    pub listed: HashSet<Piece>,
    /// The castlings that it has listed.
    pub castled: HashSet<Move>,
    /// Some positions whose right moves it has listed.
    pub right_positions: Vec<Position>,
    /// What a person has answered, who is not asked the same again.
    pub answered: Vec<Exchange>,
}

impl Facts {
    /// What is known about another process of the same engine.
    pub fn of_another(&self) -> Facts {
        Facts {
            now: self.now,
            castling: self.castling,
            rights_read: self.rights_read,
            second: self.second.clone().filter(Result::is_ok),
            moves: self.moves.clone(),
            writes_san: self.writes_san,
            prints_totals: self.prints_totals,
            totals_differ: self.totals_differ,
            right_total: self.right_total,
            lacks: self.lacks.clone(),
            refuses_what_it_lacks: self.refuses_what_it_lacks.clone(),
            talk: Arc::clone(&self.talk),
            ..Facts::default()
        }
    }

    /// Adds how much another process was asked.
    pub fn add_another(&mut self, another: &Facts) {
        self.questions += another.questions;
        self.nodes = self.nodes.saturating_add(another.nodes);
        self.waited_beside += another.waited_beside;
        self.now = another.now;
    }

    /// What the engine did at the first second question, if it is asked none for that.
    pub fn not_asked_again(&self) -> Option<&TroubleKind> {
        self.second.as_ref()?.as_ref().err()
    }

    /// What the engine does when it is given a move, if it takes none.
    pub fn refusal_of_moves(&self) -> Option<&Trouble> {
        self.moves.as_ref()?.as_ref().err()
    }

    /// Whether a line has a move that the engine did not list.
    pub fn lacks_move_of(&self, line: &Line) -> bool {
        let mut here = line.root;
        line.moves.iter().any(|&mv| {
            let is_lacking = self.lacks.contains(&(here, mv));
            here = here.after(mv);
            is_lacking
        })
    }

    /// The reply, marked as SAN if the engine is known to write SAN.
    pub fn as_written(&self, reply: Reply) -> Reply {
        Reply { is_san: self.writes_san, ..reply }
    }

    /// Learns from an observation, whatever it was made for.
    pub fn note(&mut self, observation: &Observation) {
        self.questions += observation.questions();
        self.now = observation.end;
        match observation.experiment.process {
            Process::Running => self.waited += observation.took,
            Process::Fresh | Process::Beside => self.waited_beside += observation.took,
        }
        for (step, heard) in observation.experiment.steps.iter().zip(&observation.heard) {
            match heard {
                Heard::Answer { reply, .. } => {
                    let here = step.line.end();
                    self.castling = CastlingsWritten::and_in(self.castling, &here, reply);
                    self.note_unread(reply);
                    let learnt = || reply.learnt.clone().map(String::from);
                    self.learnt = self.learnt.take().or_else(learnt);
                }
                Heard::Trouble(Trouble { kind: kind @ TroubleKind::NotStarted(_), .. }) => {
                    self.not_started = Some(kind.clone());
                }
                Heard::Trouble(_) | Heard::Cannot => {}
            }
        }
    }

    fn note_unread(&mut self, reply: &Reply) {
        let with_row = |line: &String| Some((line.clone(), row_of_unread(line)?));
        let unread = || reply.unread_lines.iter().find_map(with_row);
        self.unread_line = self.unread_line.take().or_else(unread);
    }

    /// Learns from a right answer which lines are no rows.
    pub fn note_talk(&mut self, position: &Position, reply: &Reply) {
        if reply.rows.len() >= position.legal_moves().len() {
            let room = MOST_TALK.saturating_sub(self.talk.len());
            let talk = reply.unread_lines.iter().map(|line| without_numbers(line));
            Arc::make_mut(&mut self.talk).extend(talk.take(room));
        }
    }

    /// Adds the castlings among moves that the engine has listed.
    pub fn note_castlings(&mut self, listed: impl IntoIterator<Item = Move>) {
        let castlings = listed.into_iter().filter(|mv| mv.castling_rook().is_some());
        self.castled.extend(castlings);
    }

    /// Learns from an answer that was compared.
    pub fn note_exchange(
        &mut self,
        exchange: &Exchange,
        is_san: bool,
        time: Duration,
        silence: Duration,
    ) {
        let Exchange { line, depth, reply, comparison, .. } = exchange;
        let (end, is_right) = (line.end(), exchange.is_right());
        if is_right {
            self.note_talk(&end, reply);
        }
        let (mut listed, has_rows) = (end.legal_moves(), reply.source != RowsFrom::Totals);
        let has_moves = !listed.is_empty();
        listed.retain(|mv| !comparison.difference.missing.contains(mv));
        if has_rows {
            self.note_castlings(listed.iter().copied());
        }
        if line.moves.is_empty() {
            self.by_fen += usize::from(has_moves);
            self.right_by_fen += usize::from(has_moves && is_right);
            // A row without leaves may be left out, and no move is missing then.
            let men = listed.iter().filter_map(|&mv| Some((mv, end.board().at(mv.from)?)));
            let new = men.filter(|it| !self.listed.contains(&it.1) && exchange.lists(it.0));
            let new: Vec<Piece> = new.map(|it| it.1).collect();
            self.listed.extend(new);
            if is_right && has_rows && self.right_positions.len() < MOST_RIGHT {
                self.right_positions.push(line.root);
            }
        }
        self.writes_san |= is_san && reply.unread.is_empty() && is_right;
        // Some engines print rows at every depth but 1.
        if *depth > 1 || has_rows {
            self.source = self.source.max(reply.source);
        }
        if !is_right && !has_rows && self.wrong_total.is_none() {
            self.wrong_total = reply.total().map(|total| (end, *depth, total));
        }
        let missing = comparison.difference.missing.iter();
        self.lacks.extend(missing.map(|&mv| (end, mv)));
        self.unread_rows += reply.unread.len();
        self.nodes = self.nodes.saturating_add(comparison.nodes);
        self.pace.add(comparison.nodes, time, silence);
    }
}
