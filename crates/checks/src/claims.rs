//! A sentence is a claim: is it so by the log of the hunt, by what the engine was asked and what it answered?
//!
//! It knows the sentences that say *right*, *wrong*, *never*, *always*, or a number. What the engine is said to answer
//! *as if* is not among them: the closed exam compares that with the board of the engine (`exam/witness`).

use ox88::{Move, Position, START};
use ox88_hunt::{
    Abilities, Difference, Experiment, Heard, Line, Oracle, Partner, Process, Reply, Step,
    TroubleKind, compare,
};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// A partner with a log of all that it is asked.
pub struct Recorded<'a> {
    partner: &'a mut dyn Partner,
    pub log: Log,
}

impl<'a> Recorded<'a> {
    pub fn new(partner: &'a mut dyn Partner, oracle: &Arc<Oracle>) -> Recorded<'a> {
        Recorded {
            partner,
            log: Log { oracle: Arc::clone(oracle), asked: Vec::new(), questions: 0 },
        }
    }
}

impl Partner for Recorded<'_> {
    fn can(&self) -> Abilities {
        self.partner.can()
    }

    fn run(&mut self, experiment: &Experiment, within: Duration) -> Vec<Heard> {
        let heard = self.partner.run(experiment, within);
        for (place, (step, heard)) in experiment.steps.iter().zip(&heard).enumerate() {
            let is_fresh = experiment.process == Process::Fresh && place == 0;
            // What nobody was asked, or answered, is none.
            let is_left_out = |it: &Heard| match it {
                Heard::Cannot => true,
                Heard::Trouble(it) => matches!(it.kind, TroubleKind::Ended | TroubleKind::Skipped),
                Heard::Answer { .. } => false,
            };
            let is_question = !is_left_out(heard);
            if let Heard::Answer { reply, .. } = heard {
                let asked = Asked { step: step.clone(), is_fresh, reply: reply.clone() };
                self.log.asked.push(asked);
            }
            self.log.questions += u64::from(is_question);
        }
        heard
    }
}

/// What an engine was asked, and what it answered.
pub struct Log {
    oracle: Arc<Oracle>,
    asked: Vec<Asked>,
    questions: u64,
}

/// A question with its answer.
struct Asked {
    step: Step,
    /// Whether it was the first question to a new process.
    is_fresh: bool,
    reply: Reply,
}

/// Whether a claim is so, if these words follow it. If not, the answer that refutes it.
type Check<'a> = &'a dyn Fn(&str) -> Result<(), String>;

/// Whether an answer may be about this question.
type About<'a> = &'a dyn Fn(&Asked) -> bool;

/// The sentences of a report that its log refutes, each with the answer that does.
pub fn refuted(report: &Value, log: &Log) -> Vec<String> {
    let mut refuted = Vec::new();
    let said = report["questions"].as_u64();
    if said.is_some_and(|it| it != log.questions) {
        refuted.push(format!("{said:?} questions: the log has {}", log.questions));
    }
    for finding in report["findings"].as_array().into_iter().flatten() {
        let shown = &finding["shown_by"];
        if let Ok(at) = text(&shown["fen"]).parse() {
            let wrong = Claims { log, finding, shown, at }.refuted();
            refuted.extend(wrong.into_iter().map(|why| format!("{}: {why}", text(&shown["fen"]))));
        }
    }
    refuted
}

/// What a finding claims.
struct Claims<'a> {
    log: &'a Log,
    finding: &'a Value,
    shown: &'a Value,
    /// The position that is shown.
    at: Position,
}

impl Claims<'_> {
    fn refuted(&self) -> Vec<String> {
        let sentence = text(&self.finding["origin"]["sentence"]);
        let (here, by_fen) = (shown(self.shown), line(text(&self.shown["fen"])));
        let one = |way: &Line, is_right| self.answers(&|it| it.is(way), is_right);
        let right = |way: Option<Line>| one(&way.unwrap_or_else(|| here.clone()), true);
        let wrong = |way: Option<Line>| one(&way.unwrap_or_else(|| here.clone()), false);
        let way = |rest: &str| played(rest, &here);
        let fresh = |is_right| self.answers(&|it| it.is_fresh && it.is(&here), is_right);
        let claims: [(&str, Check); 25] = [
            ("the engine is right when it sets up the position by its FEN", &|_| {
                one(&by_fen, true)
            }),
            ("the engine is wrong when it sets up the position by its FEN", &|_| {
                one(&by_fen, false)
            }),
            ("and right after `position startpos", &|rest| {
                let moves = rest.split('`').next().unwrap_or_default();
                let way = line(&format!("{START}{moves}"));
                self.answers(&|it| it.step.is_by_name && it.step.line == way, true)
            }),
            ("the moves are wrong as soon as the position is set up by its FEN", &|_| {
                one(&by_fen, false)
            }),
            ("and wrong when it reaches it by ", &|rest| wrong(way(rest))),
            ("and right when it plays ", &|rest| right(way(rest))),
            ("it is wrong when it is told to play ", &|rest| wrong(way(rest))),
            ("the engine is wrong when it plays ", &|rest| wrong(way(rest))),
            ("but right when it plays ", &|rest| right(way(rest))),
            ("a perft that starts from this position is wrong", &|_| one(&by_fen, false)),
            ("the engine is wrong after the double push is played", &|_| one(&here, false)),
            ("by its FEN or by moves", &|_| {
                one(&here, false).and_then(|()| wrong(counted_after(sentence)))
            }),
            ("the count of this position is right", &|_| self.is_right_below(sentence)),
            ("the engine got this wrong only the second time", &|_| {
                self.right_then_wrong(&here, sentence)
            }),
            ("about the position after each move, the engine is right", &|_| {
                self.is_right_after_each(false)
            }),
            ("the count is right when the position is set up by its own FEN", &|_| {
                self.is_right_after_each(true)
            }),
            ("at a smaller depth, the engine lists the right moves", &|_| self.is_right_for_less()),
            ("it never generates ", &|_| self.castles(&|_| true)),
            ("it listed no such move in any position", &|_| self.castles(&|_| true)),
            ("but from no FEN that ox88 tried", &|_| {
                self.castles(&|it| it.step.line.moves.is_empty())
            }),
            ("asked only this, is right", &|_| fresh(true)),
            ("asked only this, is wrong", &|_| fresh(false)),
            ("the engine lists exactly ", &|rest| self.lists(rest, &here)),
            ("in four positions at three depths", &|_| self.is_wrong_in(4, 3)),
            ("it was right in ", &|rest| {
                let mut numbers = rest.split(' ').filter_map(|it| it.parse::<usize>().ok());
                let (right, tried) = (numbers.next(), numbers.next());
                let (right, tried) = right.zip(tried).ok_or("two numbers are missing")?;
                // The last may have no answer.
                self.is_wrong_in((tried - right).saturating_sub(1), 1)
            }),
        ];
        let mut refuted: Vec<String> = Vec::new();
        for (words, check) in claims {
            // It may begin a sentence.
            let (first, rest) = words.split_at(1);
            let said = sentence.split_once(words);
            let said = said.or_else(|| sentence.split_once(&(first.to_uppercase() + rest)));
            if let Some(Err(why)) = said.map(|it| check(it.1)) {
                refuted.push(format!("\"{words}\": {why}"));
            }
        }
        let right_in = &self.finding["right_in"];
        if right_in["root"].is_string()
            && self.finding["trouble"].is_null()
            && let Err(why) = one(&shown(right_in), true)
        {
            refuted.push(format!("right in {}: {why}", text(&right_in["fen"])));
        }
        refuted
    }

    fn depth(&self) -> u32 {
        self.shown["depth"].as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or(1)
    }

    /// Whether the answers to some questions at the depth that is shown are all right, or all wrong.
    fn answers(&self, about: About, is_right: bool) -> Result<(), String> {
        let asked = || self.log.asked.iter().filter(|it| it.step.depth == self.depth());
        let asked = asked().filter(|it| !it.step.is_again && about(it));
        all(asked, |it| self.log.is_right(it) == is_right)
    }

    /// Whether perft from an earlier position is right after the move that leads to the one that is shown.
    fn is_right_below(&self, sentence: &str) -> Result<(), String> {
        let (fen, moves) = counted(sentence).ok_or("no perft is named")?;
        let first = moves.split(' ').next().filter(|it| !it.is_empty());
        let is_it = |it: &&Asked| it.is(&line(fen)) && it.step.depth > self.depth();
        all(self.log.asked.iter().filter(is_it), |it| match (self.log.difference(it), first) {
            (Some(difference), Some(first)) => {
                !wrong_moves(&difference, &it.step.position()).contains(first)
            }
            _ => self.log.is_right(it),
        })
    }

    /// Whether the second answer in a row was wrong, and the first has none of the same moves wrong.
    fn right_then_wrong(&self, here: &Line, sentence: &str) -> Result<(), String> {
        let said = sentence.split_once("sked first for depth ");
        let said = said.and_then(|it| it.1.split(',').next()?.parse().ok());
        let depths = [said.unwrap_or(self.depth()), self.depth()];
        let is_pair = |it: &&[Asked]| {
            let second = &it[1].step;
            let is_it = second.is_again && second.line == *here;
            let is_as_deep = [it[0].step.depth, second.depth] == depths;
            is_it && is_as_deep && self.has_none_wrong(&it[0])
        };
        all(self.log.asked.windows(2).filter(is_pair).map(|it| &it[1]), |it| !self.log.is_right(it))
    }

    /// Whether an answer has none of the wrong moves of the finding wrong.
    fn has_none_wrong(&self, it: &Asked) -> bool {
        let moves = self.moves_of(&["missing", "extra", "twice", "counts"]);
        let wrong = self.log.difference(it).map(|its| wrong_moves(&its, &it.step.position()));
        wrong.map_or_else(
            || self.log.is_right(it),
            |wrong| !wrong.iter().any(|it| moves.contains(&**it)),
        )
    }

    /// Whether the answers after each move are right: set up by the FEN, or in either way.
    fn is_right_after_each(&self, is_by_fen: bool) -> Result<(), String> {
        let after: Vec<Position> = self.after_each().collect();
        let here = shown(self.shown);
        let is_played = |it: &Line| {
            it.root == here.root && it.moves.split_last().is_some_and(|it| it.1 == here.moves)
        };
        let about = |it: &&Asked| {
            let way = &it.step.line;
            it.step.depth + 1 == self.depth()
                && !it.step.is_again
                && (way.moves.is_empty() || !is_by_fen && is_played(way))
                && after.contains(&way.end())
        };
        all(self.log.asked.iter().filter(about), |it| self.log.is_right(it))
    }

    /// The positions after the moves whose counts are wrong, or after all moves if only a total is.
    fn after_each(&self) -> impl Iterator<Item = Position> {
        let counts = self.moves_of(&["counts"]);
        let moves = self.at.legal_moves().into_iter();
        let moves =
            moves.filter(move |mv| counts.is_empty() || counts.contains(&*self.at.move_text(*mv)));
        moves.map(|mv| self.at.after(mv))
    }

    /// The moves of the finding in these lists.
    fn moves_of(&self, lists: &[&str]) -> HashSet<&str> {
        let lists = lists.iter().map(|it| &self.finding[it]);
        let moves = lists.flat_map(|it| it.as_array().into_iter().flatten());
        moves.map(|it| text(&it["move"])).collect()
    }

    fn is_right_for_less(&self) -> Result<(), String> {
        let here = shown(self.shown);
        let is_it = |it: &&Asked| it.is(&here) && it.step.depth < self.depth();
        all(self.log.asked.iter().filter(is_it), |it| {
            self.log.difference(it).is_none_or(|it| it.has_right_moves())
        })
    }

    /// Whether no answer has the castling that is missing.
    fn castles(&self, about: About) -> Result<(), String> {
        let is_missing = |mv: &Move| {
            let missing = self.finding["missing"].as_array().into_iter().flatten();
            mv.castling_rook().is_some()
                && missing.map(|it| text(&it["move"])).any(|it| it == self.at.move_text(*mv))
        };
        let missing: Vec<Move> = self.at.legal_moves().into_iter().filter(is_missing).collect();
        let lists = |it: &Asked| {
            let legal = it.step.position().legal_moves();
            let generated = missing.iter().find(|mv| legal.contains(mv));
            let difference = generated.and_then(|mv| Some((mv, self.log.difference(it)?)));
            difference.is_some_and(|(mv, its)| !its.missing.contains(mv))
        };
        let asked = || self.log.asked.iter().filter(|it| !it.reply.rows.is_empty() && about(it));
        match asked().find(|it| lists(it)) {
            Some(it) => Err(it.told()),
            None => Ok(()),
        }
    }

    /// `N of the M moves …`
    fn lists(&self, rest: &str, here: &Line) -> Result<(), String> {
        let numbers: Vec<usize> = rest.split(' ').filter_map(|it| it.parse().ok()).collect();
        let legal = self.at.legal_moves().len();
        let of = self.log.asked.iter().filter(|it| it.is(here) && it.step.depth == self.depth());
        all(of, |it| numbers.starts_with(&[it.reply.rows.len(), legal]))
    }

    /// Whether so many positions are wrong, at so many depths.
    fn is_wrong_in(&self, many: usize, deep: usize) -> Result<(), String> {
        let wrong = || self.log.asked.iter().filter(|it| !self.log.is_right(it));
        let positions: HashSet<String> = wrong().map(|it| it.step.position().to_string()).collect();
        let depths: HashSet<u32> = wrong().map(|it| it.step.depth).collect();
        if positions.len() < many || depths.len() < deep {
            return Err(format!("{} positions and {} depths", positions.len(), depths.len()));
        }
        Ok(())
    }
}

impl Log {
    /// How an answer differs from the right one. Nothing if it has totals only: a total of 0 lists no move.
    fn difference(&self, asked: &Asked) -> Option<Difference> {
        let (here, Asked { reply, step, .. }) = (asked.step.position(), asked);
        let has_rows = !reply.rows.is_empty() || reply.totals.last().is_none_or(|it| *it == 0);
        has_rows.then(|| compare(&here, &self.oracle.divide(&here, step.depth), reply).difference)
    }

    fn is_right(&self, asked: &Asked) -> bool {
        let right = || self.oracle.divide(&asked.step.position(), asked.step.depth).total();
        let is_total = || asked.reply.totals.last() == Some(&right());
        self.difference(asked).map_or_else(is_total, |it| it.is_empty())
    }
}

impl Asked {
    fn is(&self, line: &Line) -> bool {
        !self.step.is_again && !self.step.is_by_name && self.step.line == *line
    }

    fn told(&self) -> String {
        let rows = self.reply.rows.iter().map(|it| format!("{} {}", it.written(), it.count));
        let rows = rows.collect::<Vec<_>>().join(", ");
        format!("{}, depth {}: {rows}", self.step.uci_position(None), self.step.depth)
    }
}

/// The line of an object of a report.
fn shown(shown: &Value) -> Line {
    let moves = shown["moves"].as_array().into_iter().flatten().map(text);
    let moves: Vec<&str> = moves.collect();
    line(&[&[text(&shown["root"]), "moves"], &moves[..]].concat().join(" "))
}

/// `g1f3 g8f6 from FEN`, or the moves alone, from the root of this line. Nothing if there is no move.
fn played(words: &str, here: &Line) -> Option<Line> {
    let words = words.split("; ").next()?.split(". ").next()?;
    let (moves, root) = words.split_once(" from ").unwrap_or((words, ""));
    let is_move = |it: &&str| it.len() >= 4 && it.as_bytes()[1].is_ascii_digit();
    let moves = moves.split(' ').map(|it| it.trim_end_matches(',')).take_while(is_move);
    let moves: Vec<&str> = moves.collect();
    let root = if root.is_empty() { here.fen() } else { fen_of(root) };
    (!moves.is_empty()).then(|| line(&format!("{root} moves {}", moves.join(" "))))
}

/// The FEN and the moves of `right when a perft of FEN reaches it by g1f3 g8f6`. No moves if none can be played.
fn counted(sentence: &str) -> Option<(&str, &str)> {
    let (fen, rest) = sentence.split_once("when a perft of ")?.1.split_once(" reaches it")?;
    let moves = rest.strip_prefix(" by ").and_then(|it| it.split([',', '.']).next());
    Some((fen, moves.unwrap_or_default()))
}

/// The line that leads from that FEN to the position.
fn counted_after(sentence: &str) -> Option<Line> {
    let (fen, moves) = counted(sentence)?;
    Some(line(&format!("{fen} moves {moves}")))
}

/// A line of a report.
fn line(words: &str) -> Line {
    words.trim_end_matches(" moves").parse().expect("the report shows lines")
}

/// The FEN with which a text begins.
fn fen_of(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').take(6).collect();
    fields.join(" ").trim_end_matches([',', ';', '.']).to_owned()
}

/// Whether this holds for all answers, of which there has to be one.
fn all<'a>(
    mut asked: impl Iterator<Item = &'a Asked>,
    holds: impl Fn(&Asked) -> bool,
) -> Result<(), String> {
    let first = asked.next().ok_or("the log has no such answer")?;
    match [first].into_iter().chain(asked).find(|it| !holds(it)) {
        Some(it) => Err(it.told()),
        None => Ok(()),
    }
}

fn wrong_moves(difference: &Difference, here: &Position) -> HashSet<String> {
    let Difference { missing, extra, twice, counts, .. } = difference;
    let legal = missing.iter().chain(twice).copied().chain(counts.iter().map(|it| it.mv));
    let extra = extra.iter().map(|it| it.text.clone());
    legal.map(|mv| here.move_text(mv)).chain(extra).collect()
}

fn text(json: &Value) -> &str {
    json.as_str().unwrap_or_default()
}
