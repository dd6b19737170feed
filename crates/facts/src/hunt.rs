//! The hunt of facts: what is asked, in which order, and what becomes of a wrong answer: it is shown again with as few
//! moves and pieces as show it, named, and reproduced by one that was asked nothing before.

use crate::ask::{Check, Known, command};
use crate::compare::{Wrong, fact};
use crate::key::with_kings;
use crate::learn::learn;
use crate::leaves;
use crate::name;
use crate::probes;
use crate::rules::Rule;
use crate::smaller::{is_like, smaller};
use ox88::{CastlingNotation, Color, Move, Piece, PieceKind, Position, Square};
use ox88_count::random::Random;
use ox88_engine::told::Teller;
use ox88_engine::{Line, Trouble};
use ox88_explain::truth::EnPassant;
use std::collections::{BTreeMap, HashMap};

/// After so many questions without an answer the engine is asked no more.
const MOST_TROUBLES: usize = 5;

/// How many findings of one kind of move are followed down.
const MOST_OF_A_KIND: usize = 2;

/// How many games are played at random, and how many plies of each.
const GAMES: u64 = 60;
const PLIES: usize = 24;

/// How many moves of other positions are asked about in each.
const MOVES_OF_OTHERS: usize = 120;

/// A column has to count right in so many positions, and to be right so many times as often as it is wrong. If not, it
/// counts something else.
const LEAST_RIGHT: usize = 3;
const MOST_WRONG: usize = 4;

/// How many positions of suites are asked for the kinds of leaves.
const SUITES_FOR_LEAVES: usize = 250;

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The wrong fact.
    pub wrong: Wrong,
    /// The smallest line that shows it.
    pub line: Line,
    /// What to type to see it, and what beside that, if one answer alone does not show it.
    pub typed: [Vec<String>; 2],
    /// How many more answers broke the same rule.
    pub more: usize,
}

/// The end of a hunt.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What was found, in the order of the table of rules.
    pub found: Vec<Found>,
    /// What is unusual, and what is a convention.
    pub notes: Vec<String>,
    /// The facts that it tells.
    pub facts: Vec<String>,
    /// How many positions, played or set up, were asked about.
    pub positions: u64,
    /// How many questions were asked.
    pub questions: u64,
    /// Whether all that was planned was asked.
    pub is_whole: bool,
    /// What ended it before its end.
    pub trouble: Option<Trouble>,
}

/// Hunts until all is asked, or `go_on` says no, which is asked after each position.
pub fn search(teller: &mut dyn Teller, go_on: &mut dyn FnMut(u64) -> bool) -> Outcome {
    let mut search = Search {
        teller,
        known: Known::default(),
        outcome: Outcome::default(),
        kinds: HashMap::new(),
        troubles: 0,
        go_on,
    };
    match search.rounds() {
        Ok(()) => search.outcome.is_whole = true,
        Err(Stop::Enough) => {}
        Err(Stop::Trouble(trouble)) => search.outcome.trouble = Some(trouble),
    }
    let Search { known, mut outcome, .. } = search;
    outcome.questions = known.questions.get();
    outcome.notes = known.notes.into_inner().into_iter().collect();
    outcome.found.sort_by_key(|found| found.wrong.rule);
    outcome
}

enum Stop {
    /// Nobody waits.
    Enough,
    Trouble(Trouble),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        Stop::Trouble(trouble)
    }
}

struct Search<'a> {
    teller: &'a mut dyn Teller,
    known: Known,
    outcome: Outcome,
    /// How many wrong keys of each kind of move were followed down.
    kinds: HashMap<String, usize>,
    /// How many questions had no answer.
    troubles: usize,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    fn rounds(&mut self) -> Result<(), Stop> {
        self.outcome.facts = learn(&mut self.known, self.teller)?;
        self.lines(&probes::lines())?;
        for line in probes::ends() {
            self.ask(&Check::Facts, &line)?;
        }
        self.mixed_pieces()?;
        self.leaves()?;
        for line in probes::grids() {
            self.ask(&Check::Legal(grid()), &line)?;
        }
        if self.teller.knows_chess960() {
            self.outcome.facts.push("Chess960".to_owned());
            self.lines(&probes::chess960())?;
        }
        self.suites(CastlingNotation::KingToTarget)?;
        if self.teller.knows_chess960() {
            self.suites(CastlingNotation::KingTakesRook)?;
        }
        for game in 0..GAMES {
            let mut random = Random::of_piece(game, 0, 0);
            let mut line = Line::at(Position::start());
            for _ in 0..PLIES {
                let moves = line.end().legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len())) else { break };
                line = line.and(mv);
                self.ask(&Check::Facts, &line)?;
                self.ask(&Check::Key, &line)?;
            }
        }
        Ok(())
    }

    fn lines(&mut self, lines: &[Line]) -> Result<(), Stop> {
        for line in lines {
            self.ask(&Check::Facts, &Line::at(line.root))?;
            self.ask(&Check::Facts, line)?;
            self.ask(&Check::Key, line)?;
        }
        for line in lines {
            for check in [Check::Twins, Check::Undo(Vec::new()), Check::ReadSan] {
                self.ask(&check, &Line::at(line.root))?;
            }
        }
        Ok(())
    }

    fn suites(&mut self, castling: CastlingNotation) -> Result<(), Stop> {
        let mut of_others: Vec<String> = Vec::new();
        for position in probes::suites(castling) {
            let line = Line::at(position);
            let moves = position.legal_moves();
            of_others.extend(moves.iter().map(|&mv| position.move_text(mv)));
            of_others.drain(..of_others.len().saturating_sub(MOVES_OF_OTHERS));
            let legal = Check::Legal(of_others.clone());
            for check in [Check::Facts, Check::Undo(Vec::new()), legal] {
                self.ask(&check, &line)?;
            }
            for mv in moves {
                self.ask(&Check::Key, &line.and(mv))?;
            }
        }
        Ok(())
    }

    /// One more position.
    fn go_on(&mut self) -> Result<(), Stop> {
        if !(self.go_on)(self.outcome.positions) {
            return Err(Stop::Enough);
        }
        self.outcome.positions += 1;
        Ok(())
    }

    /// Asks one question, and follows what is wrong in the answer.
    fn ask(&mut self, check: &Check, line: &Line) -> Result<(), Stop> {
        self.go_on()?;
        let answer = self.known.wrong(self.teller, check, line).map_err(Stop::Trouble);
        let followed = answer
            .and_then(|wrong| wrong.iter().try_for_each(|wrong| self.follow(check, line, wrong)));
        let Err(Stop::Trouble(trouble)) = followed else { return followed };
        // It may be one position that it cannot do; the rest is asked all the same.
        let command = command(line);
        self.known.note(format!("no answer after `{command}`: {}", trouble.kind));
        self.troubles += 1;
        let is_last = self.troubles == MOST_TROUBLES;
        self.outcome.trouble.get_or_insert(trouble);
        if is_last { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Whether two pieces, or two squares, have one constant. It takes two pairs.
    fn mixed_pieces(&mut self) -> Result<(), Stop> {
        if self.known.keys.is_none() {
            return Ok(());
        }
        let mut seen: BTreeMap<u128, Position> = BTreeMap::new();
        let mut pairs = Vec::new();
        let squares = Square::all().filter(|it| it.number() % 3 == 0);
        let kinds = || PieceKind::PROMOTIONS.into_iter().chain([PieceKind::Pawn]);
        let of_square = |square| {
            let pieces = kinds().flat_map(|kind| Color::BOTH.map(|color| Piece::new(color, kind)));
            pieces.filter_map(move |piece| with_one(square, piece)).collect::<Vec<_>>()
        };
        for position in squares.flat_map(of_square) {
            let Some(key) = self.known.number(self.teller, &position)? else { return Ok(()) };
            if let Some(other) = seen.insert(key, position) {
                pairs.push((other, position, key));
            }
        }
        let [(other, position, key), _, ..] = pairs[..] else { return Ok(()) };
        let again = self.known.value(&mut *self.teller.fresh()?, &[other, position])?;
        if again == Some(0) {
            let why = format!("{other} has the same key");
            let wrong = fact(Rule::KeyMixesPieces, format!("{key:x}"), "two keys");
            let wrong = wrong.because(why, Vec::new());
            self.add(&Check::Twins, Line::at(position), wrong, Some(other));
        }
        Ok(())
    }

    /// The columns beside a perft. What each counts is learnt: most of its numbers are right by one reading.
    fn leaves(&mut self) -> Result<(), Stop> {
        let Some(depth) = self.known.leaves else { return Ok(()) };
        let of_suites = probes::suites(CastlingNotation::KingToTarget).into_iter();
        let mut roots: Vec<Position> = probes::lines().into_iter().map(|line| line.root).collect();
        roots.dedup();
        let mut columns: BTreeMap<Rule, Vec<(Line, leaves::Told)>> = BTreeMap::new();
        for line in roots.into_iter().chain(of_suites.take(SUITES_FOR_LEAVES)).map(Line::at) {
            self.go_on()?;
            for told in self.known.leaves_of(self.teller, &line, depth)? {
                columns.entry(told.rule).or_default().push((line.clone(), told));
            }
        }
        for (rule, rows) in columns {
            let right = |reading: usize| {
                let is_right = |(_, told): &&(Line, leaves::Told)| told.wrong(reading).is_none();
                rows.iter().filter(is_right).count()
            };
            let first = &rows[0].1;
            let readings = 0..first.readings.len();
            let best = readings.rev().max_by_key(|&reading| right(reading)).unwrap_or_default();
            let wrong = rows.iter().filter_map(|(line, it)| Some((line, it.wrong(best)?)));
            let wrong: Vec<(&Line, Wrong)> = wrong.collect();
            let counts = |it: &&(Line, leaves::Told)| it.1.theirs > 0 && it.1.wrong(best).is_none();
            let is_sure = rows.iter().filter(counts).count() >= LEAST_RIGHT
                && right(best) > MOST_WRONG * wrong.len();
            if !first.is_compared(best) || !is_sure {
                self.known.note(format!("{}: ox88 cannot tell what it counts", rule.column()));
            } else if let Some((line, wrong)) = wrong.into_iter().next() {
                self.known.habits.leaves.insert(rule, best);
                self.follow(&Check::Leaves(depth), line, &wrong)?;
            }
        }
        Ok(())
    }

    /// Follows a wrong fact to its smallest example, unless its rule is known to be broken already.
    fn follow(&mut self, check: &Check, line: &Line, first: &Wrong) -> Result<(), Stop> {
        let is_known = |found: &&mut Found| found.wrong.rule == first.rule && *check != Check::Key;
        if let Some(found) = self.outcome.found.iter_mut().find(is_known) {
            found.more += 1;
            return Ok(());
        }
        if *check == Check::Key {
            let times = self.kinds.entry(kind(line)).or_default();
            *times += 1;
            if *times > MOST_OF_A_KIND {
                return Ok(());
            }
        }
        let (known, teller) = (&self.known, &mut *self.teller);
        if *check == Check::Twins && !name::collides_elsewhere(known, teller, first.rule, line)? {
            let end = line.end();
            known.note(format!("two positions have one key, and no other pair has: `{end}`"));
            return Ok(());
        }
        let (mut line, mut wrong) = smaller(known, teller, check, line, first)?;
        let mut check = check.clone();
        if check == Check::Key {
            // Of a key that is wrong after fewer moves already, the first of them is at fault.
            for count in 1..line.moves.len() {
                let begin = Line { moves: line.moves[..count].to_vec(), ..line.clone() };
                if let Some(first) = known.wrong(teller, &check, &begin)?.pop() {
                    (line, wrong) = smaller(known, teller, &check, &begin, &first)?;
                    break;
                }
            }
            wrong = name::key(known, teller, &line, wrong)?;
        }
        if check == Check::Undo(Vec::new())
            && let Some(named) = name::undo(known, teller, &line, &wrong, false)?
        {
            (check, line, wrong) = named;
        }
        if let Some(found) = self.outcome.found.iter_mut().find(|it| it.wrong.rule == wrong.rule) {
            found.more += 1;
            return Ok(());
        }
        // One that was asked nothing before has to show it, too.
        let again = teller.fresh().and_then(|mut fresh| known.wrong(&mut *fresh, &check, &line));
        let (id, command) = (wrong.rule.id(), command(&line));
        match again {
            Ok(again) if again.iter().any(|it| is_like(it, &wrong, &check, false)) => {
                self.add(&check, line, wrong, None);
            }
            Ok(_) => known.note(format!("{id}: not so in a fresh process: `{command}`")),
            Err(no) => known.note(format!("{id}: not reproduced: `{command}`: {}", no.kind)),
        }
        Ok(())
    }

    fn add(&mut self, check: &Check, line: Line, wrong: Wrong, beside: Option<Position>) {
        let by_fen = |position: &Position| Line::at(EnPassant::Legal.of(position));
        let about = match check {
            Check::Leaves(depth) => depth.to_string(),
            Check::Undo(moves) => {
                moves.first().map_or(String::new(), |&mv| line.end().move_text(mv))
            }
            _ => wrong.mv.clone().unwrap_or_default(),
        };
        let typed = |at: &Line| self.teller.typed(at, wrong.rule.method(), &about);
        let other = match check {
            Check::Key => Some(line.end()),
            Check::Twins => beside.or_else(|| wrong.why.split(" differs").next()?.parse().ok()),
            _ => None,
        };
        let first = if *check == Check::Twins { by_fen(&line.end()) } else { line.clone() };
        let typed = [typed(&first), other.map_or(Vec::new(), |it| typed(&by_fen(&it)))];
        self.outcome.found.push(Found { wrong, line, typed, more: 0 });
    }
}

/// The kind of the last move, as far as a key may get it wrong: by whom, what it takes, which rights it loses.
fn kind(line: &Line) -> String {
    let Some(ply) = line.plies().last() else { return String::new() };
    let Move { from, to, kind } = ply.mv;
    let lost = |position: &Position| position.castling_rights().iter().count();
    let square = |position: &Position| EnPassant::Legal.square(position).is_some();
    let of_move = std::mem::discriminant(&kind);
    let at = |square| ply.before.board().at(square).map(Piece::kind);
    let rights = lost(&ply.before) - lost(&ply.after);
    let home = ply.before.castling_rights().without_rook_on(to) != ply.before.castling_rights();
    format!(
        "{of_move:?} {:?} {} {rights} {home} {} {}",
        at(from),
        at(to).is_some(),
        ply.before.en_passant().is_some(),
        square(&ply.after)
    )
}

/// All texts of a move: from every square to every other, with and without each promotion.
fn grid() -> Vec<String> {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| format!("{from}{to}")));
    pairs
        .flat_map(|pair| ["", "q", "r", "b", "n"].map(|letter| format!("{pair}{letter}")))
        .collect()
}

fn with_one(square: Square, piece: Piece) -> Option<Position> {
    Color::BOTH.into_iter().find_map(|turn| with_kings(&[(square, piece)], turn, None)).filter(
        |it| {
            // The same side and kings for all, so that only the piece differs.
            it.side_to_move() == Color::White && it.king(Color::White) == Square::A1
        },
    )
}
