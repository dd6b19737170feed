//! Is a wrong answer one of the mistakes that show in every answer?
//!
//! Each of them predicts whole answers, and one answer that it predicts wrongly is enough to refute it. So it is tried
//! at four fixed positions before any wrong answer is followed down, where it would look like many other mistakes.
//! Several at once are believed if together they predict all answers, and each of them alone predicts one.

use super::diagnose::Origin;
use super::exchange::Exchange;
use super::fewest::{fewest, men_of};
use super::inquiry::Inquiry;
use super::machine::{End, ROWS, Systematic, Theory};
use super::plan::line;
use ox88_engine::{Line, RowsFrom};
use std::sync::LazyLock;

/// It is not looked for in answers with more leaves: those with fewer come first, and show it as well.
const MOST_LEAVES: u128 = 20_000;

/// Where a mistake is tried, up to this depth, each with the moves that are played from there. Castling while the clock
/// comes to a hundred; each way to capture en passant, and a pin; promotions, and attacks on kings; bare kings, and a
/// position that comes for the third time.
const POSITIONS: [(&str, &str); 4] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 60", ""),
    ("4k3/1p4p1/8/P1PpPP1P/p1p2p1p/8/1P4P1/4KN1r w - d6 0 1", ""),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", ""),
    ("4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1"),
];
const DEPTH: u32 = 3;

static LINES: LazyLock<[Line; POSITIONS.len()]> =
    LazyLock::new(|| POSITIONS.map(|(fen, moves)| line(fen, moves).expect("its moves are legal")));

/// Moves of one kind that are missing are named rightly where they are followed down. That they are missing everywhere
/// is looked for when so many wrong answers lack nothing else, so that no more of these are followed down.
const FEWEST_ALIKE: usize = 3;

/// What was found of such mistakes in a hunt.
#[derive(Clone, Default)]
pub(super) struct Everywhere {
    /// Those that the engine makes.
    pub theory: Theory,
    /// For each of them the smallest answer that it explains alone, until that is told.
    untold: Vec<Option<Exchange>>,
    /// The places in the table of those that explained an answer, and not the next ones.
    refuted: Vec<usize>,
    /// The place of the moves that were missing, for each answer that lacks nothing else.
    lacking: Vec<usize>,
    /// How many wrong answers were just what they predict.
    pub explained: usize,
}

/// What is known of a wrong answer.
pub(super) enum Judged {
    /// A mistake that shows in every answer, told here for the first time, with the smallest answer that shows it.
    Told(Box<(Exchange, Origin)>),
    /// It follows from mistakes that were told before.
    Explained,
    /// It is to be followed down, as far as it does not follow from these.
    ToFollow(Theory),
}

impl Everywhere {
    /// Whether a wrong answer follows from mistakes that show in every answer. As long as none is known, they are
    /// looked for: they have to predict all answers at the fixed positions.
    ///
    /// Moves that are missing everywhere may be so because they are not generated, or because a right is not read: that
    /// is found where the first of them are followed down.
    pub async fn judge(&mut self, inquiry: &mut Inquiry<'_>, wrong: &Exchange) -> Judged {
        if self.theory.0.is_empty() {
            self.find(inquiry, wrong).await;
        }
        if inquiry.late.is_some() || !self.theory.predicts(wrong) {
            return Judged::ToFollow(self.theory.clone());
        }
        let is_news = |place: &usize| {
            let mut others = self.theory.clone();
            others.0.remove(*place);
            self.untold[*place].is_some() && !others.predicts(wrong)
        };
        let Some(place) = (0..self.untold.len()).find(is_news) else {
            self.explained += 1;
            return Judged::Explained;
        };
        let smallest = self.untold[place].take();
        let Systematic { rule, end, .. } = self.theory.0[place];
        match smallest {
            Some(smallest) if !self.theory.0[place].lacks_moves() => {
                let everywhere = Origin::everywhere(rule);
                let draw = |end: End| Origin::drawn(vec![end.draw]);
                Judged::Told(Box::new((smallest, end.map_or(everywhere, draw))))
            }
            _ => Judged::ToFollow(self.told_before(place)),
        }
    }

    /// The mistakes that were told, but for this one.
    fn told_before(&self, place: usize) -> Theory {
        let told = |other: &usize| *other != place && self.untold[*other].is_none();
        Theory((0..self.untold.len()).filter(told).map(|other| self.theory.0[other]).collect())
    }

    async fn find(&mut self, inquiry: &mut Inquiry<'_>, wrong: &Exchange) {
        let is_of_totals = wrong.reply.source == RowsFrom::Totals;
        if wrong.comparison.nodes > MOST_LEAVES || inquiry.is_with_person() {
            return;
        }
        let explains = |place: usize, answer: &Exchange| Theory(vec![ROWS[place]]).predicts(answer);
        let mut tried: Vec<usize> = (0..ROWS.len()).collect();
        tried.retain(|&place| !self.refuted.contains(&place) && explains(place, wrong));
        self.lacking.extend(tried.iter().filter(|&&place| ROWS[place].lacks_moves()));
        tried.retain(|place| {
            let times = self.lacking.iter().filter(|lacking| *lacking == place).count();
            !ROWS[*place].lacks_moves() || times >= FEWEST_ALIKE
        });
        if tried.is_empty() {
            return;
        }
        // Whatever comes of it, they are not tried again.
        self.refuted.extend(&tried);
        let (mut seen, mut answers) = (tried.clone(), vec![wrong.clone()]);
        let theory = |places: &[usize]| Theory(places.iter().map(|&place| ROWS[place]).collect());
        let each = (1..=DEPTH).flat_map(|depth| LINES.iter().map(move |it| (depth, it)));
        for (depth, line) in each.collect::<Vec<_>>() {
            let line = inquiry.as_asked(line);
            let answer = if is_of_totals {
                inquiry.ask_without_rows(&line, depth).await
            } else {
                inquiry.ask(&line, depth).await
            };
            // Otherwise it is not known what would have been the answer.
            let Ok(answer) = answer else { return };
            let explaining = |place: &usize| explains(*place, &answer);
            if answer.is_right() {
                tried.retain(explaining);
            } else {
                let also = (0..ROWS.len()).filter(|place| !seen.contains(place));
                seen.extend(also.filter(explaining).collect::<Vec<_>>());
                if !seen.iter().any(explaining) && !theory(&seen).predicts(&answer) {
                    return;
                }
            }
            if tried.is_empty() {
                return;
            }
            answers.push(answer);
        }
        seen.sort_unstable();
        let predicts_all =
            |places: &[usize]| answers.iter().all(|answer| theory(places).predicts(answer));
        let needed = match seen.iter().find(|&&place| predicts_all(&[place])) {
            Some(&only) => vec![only],
            None => fewest(&seen, predicts_all),
        };
        if predicts_all(&needed) {
            let smallest = |place: usize| {
                let alone = answers.iter().filter(|it| !it.is_right() && explains(place, it));
                let size =
                    |it: &&Exchange| (it.depth, it.line.moves.len(), men_of(&it.line.end()).len());
                alone.min_by_key(size).cloned()
            };
            let untold =
                |&place: &usize| smallest(place).filter(|_| !self.lacking.contains(&place));
            self.untold = needed.iter().map(untold).collect();
            self.theory = theory(&needed);
        }
    }
}
