//! The hunt of facts: what is asked, in which order, and what becomes of a wrong answer: it is shown again with as few
//! moves and pieces as show it, named, and reproduced by one that was asked nothing before.

use crate::ask::{Check, Known};
use crate::compare::{MARKS, Wrong, fact};
use crate::key::{Part, Style, constants, event, explain, told, with_kings};
use crate::probes;
use crate::rules::Rule;
use crate::teller::{Query, Teller};
use crate::truth::{EnPassant, End};
use ox88::{Color, Move, MoveKind, Piece, PieceKind, Position, Setup, Square};
use ox88_engine::fewest::{fewest, men_of, with_men};
use ox88_engine::told::Told;
use ox88_engine::{Line, Ply, Trouble};
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// How many questions one finding may take to become smaller.
const MOST_FOR_FEWER: usize = 160;

/// After so many questions without an answer the engine is asked no more.
const MOST_TROUBLES: usize = 5;

/// How many findings of one kind of move are followed down.
const MOST_OF_A_KIND: usize = 2;

/// How many games are played at random, and how many plies of each.
const GAMES: u64 = 60;
const PLIES: usize = 24;

/// How many moves of other positions are asked about in each.
const MOVES_OF_OTHERS: usize = 120;

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

/// Hunts until all is asked, the time is over, or `go_on` says no, which is asked after each position.
pub fn search(
    teller: &mut dyn Teller,
    budget: Duration,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Outcome {
    let mut search = Search {
        teller,
        known: Known::default(),
        outcome: Outcome::default(),
        kinds: HashMap::new(),
        end: Instant::now() + budget,
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
    /// The time is over, or nobody waits.
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
    end: Instant,
    /// How many questions had no answer.
    troubles: usize,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    fn rounds(&mut self) -> Result<(), Stop> {
        self.learn()?;
        for line in probes::lines() {
            self.ask(&Check::Facts, &Line::at(line.root))?;
            self.ask(&Check::Facts, &line)?;
            self.ask(&Check::Key, &line)?;
        }
        for line in probes::ends() {
            self.ask(&Check::Facts, &line)?;
        }
        for line in probes::lines() {
            self.ask(&Check::Twins, &Line::at(line.root))?;
            self.ask(&Check::Undo, &Line::at(line.root))?;
            self.ask(&Check::ReadSan, &Line::at(line.root))?;
        }
        self.mixed_pieces()?;
        for line in probes::grids() {
            self.ask(&Check::Legal(grid()), &line)?;
        }
        let mut of_others: Vec<String> = Vec::new();
        for position in probes::suites() {
            let line = Line::at(position);
            let texts = position.legal_moves().into_iter().map(|mv| position.move_text(mv));
            of_others.extend(texts);
            of_others.drain(..of_others.len().saturating_sub(MOVES_OF_OTHERS));
            for check in [Check::Facts, Check::Undo, Check::Legal(of_others.clone())] {
                self.ask(&check, &line)?;
            }
            for mv in position.legal_moves() {
                self.ask(&Check::Key, &line.and(mv))?;
            }
        }
        for game in 0..GAMES {
            let mut line = Line::at(Position::start());
            for ply in 0..PLIES {
                let moves = line.end().legal_moves();
                if moves.is_empty() {
                    break;
                }
                line = line.and(moves[chance(game * PLIES as u64 + ply as u64) % moves.len()]);
                self.ask(&Check::Facts, &line)?;
                self.ask(&Check::Key, &line)?;
            }
        }
        Ok(())
    }

    /// Asks one question, and follows what is wrong in the answer.
    fn ask(&mut self, check: &Check, line: &Line) -> Result<(), Stop> {
        if Instant::now() >= self.end || !(self.go_on)(self.outcome.positions) {
            return Err(Stop::Enough);
        }
        self.outcome.positions += 1;
        let answer = self.known.wrong(self.teller, check, line).map_err(Stop::Trouble);
        let followed = answer.and_then(|wrong| {
            wrong.into_iter().try_for_each(|wrong| self.follow(check, line, wrong))
        });
        let Err(Stop::Trouble(trouble)) = followed else { return followed };
        // It may be one position that it cannot do; the rest is asked all the same.
        let command = Query::played(line).command();
        self.known.note(format!("no answer after `{command}`: {}", trouble.kind));
        self.troubles += 1;
        let is_last = self.troubles == MOST_TROUBLES;
        self.outcome.trouble.get_or_insert(trouble);
        if is_last { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Which facts there are, and how they are written and told where there are several ways.
    fn learn(&mut self) -> Result<(), Stop> {
        let start = Line::at(Position::start());
        let first = self.known.tell(self.teller, &Query::played(&start))?;
        let mut facts: Vec<String> = first.names().into_iter().map(str::to_owned).collect();
        // A text is often read before anything is tested, and a letter too many is dropped.
        let moves = ["e2e4q", "g1f3q"].map(str::to_owned);
        if let Some(answers) = self.teller.are_legal(&Query::played(&start), &moves)? {
            facts.push("legality of any move".to_owned());
            self.known.habits.drops_promotions = answers == [true, true];
            if self.known.habits.drops_promotions {
                self.known
                    .note("legal: the letter of a promotion is dropped where nothing promotes");
            }
        }
        if self.teller.read_san(&Query::played(&start), &["e4".to_owned()])?.is_some() {
            facts.push("reading SAN".to_owned());
        }
        self.outcome.facts = facts;
        for fen in ["1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"] {
            let line = set_up(fen);
            let told = self.known.tell(self.teller, &Query::played(&line))?;
            self.known.habits.learn_san(&line.root, &told);
            if told.moves.iter().any(|mv| mv.san.is_some()) && fen.starts_with("6k1") {
                for (is_written, (_, _, note)) in self.known.habits.san.into_iter().zip(MARKS) {
                    if !is_written {
                        self.known.note(format!("SAN: the engine {note}"));
                    }
                }
            }
        }
        // Who prints the same counters whatever they are has none.
        let counters = |told: Told| {
            let fen = told.fen.unwrap_or_default();
            fen.split_whitespace().skip(4).map(str::to_owned).collect::<Vec<_>>()
        };
        let late = set_up("4k3/8/8/8/8/2B5/8/4K3 b - - 5 20");
        let printed = counters(self.known.tell(self.teller, &Query::played(&late))?);
        if !printed.is_empty() && printed == counters(first.clone()) {
            self.known.habits.has_no_counters = true;
            self.known.note(format!("fen: the counters are always {}", printed.join(" ")));
        }
        if first.end.is_some() {
            self.learn_ends(&start)?;
        }
        self.learn_keys()
    }

    fn learn_ends(&mut self, start: &Line) -> Result<(), Stop> {
        let mut said = |line: &Line| {
            let told = self.known.tell(self.teller, &Query::played(line));
            told.map(|told| told.end.unwrap_or(End::None))
        };
        let mut cycles = start.clone();
        let mut repetition = None;
        for _ in 0..4 {
            for text in probes::CYCLE.split(' ') {
                cycles.moves.extend(cycles.end().find_move(text).ok());
            }
            if repetition.is_none() && said(&cycles)? == End::Repetition {
                repetition = Some(1 + cycles.moves.len() / 4);
            }
        }
        let fifty = said(&set_up("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"))? == End::Fifty;
        let mut material = false;
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        ] {
            material |= said(&set_up(fen))? == End::Material;
        }
        let habits = &mut self.known.habits;
        (habits.repetition, habits.says_fifty, habits.says_material) =
            (repetition, fifty, material);
        self.known.note(match repetition {
            Some(times) => format!("end: a repetition is told after {times} occurrences"),
            None => "end: no repetition is told after 5 occurrences".to_owned(),
        });
        if !fifty {
            self.known.note("end: no draw by fifty moves is told at the hundredth half move");
        }
        if !material {
            self.known.note("end: bare kings and single minor pieces are not told as a draw");
        }
        Ok(())
    }

    /// Whether there are keys of positions that can be compared, and whether they are XORs of constants.
    fn learn_keys(&mut self) -> Result<(), Stop> {
        let lines = probes::lines();
        let some: Vec<Query> =
            lines.iter().take(24).map(|line| Query::set_up(&line.root, EnPassant::Legal)).collect();
        let mut texts = Vec::new();
        for at in &some {
            texts.extend(self.teller.key(at)?);
        }
        if texts.len() < some.len() {
            return Ok(());
        }
        let mut again = Vec::new();
        for at in &some {
            again.extend(self.teller.key(at)?);
        }
        if texts != again {
            self.known.note(
                "the keys change from question to question about the same position: ox88 does not compare them",
            );
            return Ok(());
        }
        let style = Style::of(&texts);
        if let Some(text) = texts.iter().find(|text| style.number(text).is_none()) {
            self.known
                .note(format!("the key `{text}` is no number: ox88 does not compare such keys"));
            return Ok(());
        }
        self.known.keys = Some(style);
        let knight = |color, name: &str| {
            (Square::from_name(name).unwrap_or(Square::A1), Piece::new(color, PieceKind::Knight))
        };
        let (white, black) = (knight(Color::White, "c4"), knight(Color::Black, "f5"));
        let moved = [knight(Color::White, "d5"), knight(Color::Black, "e3")];
        let mut number = |pieces: &[(Square, Piece)], turn| {
            let position = with_kings(pieces, turn, None);
            position.map_or(Ok(None), |it| self.known.number(self.teller, &it))
        };
        let alone = number(&[], Color::White)?;
        let is_blind = number(&[white], Color::White)? == number(&moved[..1], Color::White)?
            && number(&[black], Color::White)? == number(&moved[1..], Color::White)?;
        if is_blind {
            self.known.note(
                "the key is the same wherever a knight is: it is no key of positions, and ox88 does not compare it",
            );
            self.known.keys = None;
            return Ok(());
        }
        let turned = number(&[], Color::Black)?;
        let all = [
            (alone, number(&[white], Color::White)?),
            (number(&[black], Color::White)?, number(&[white, black], Color::White)?),
            (turned, number(&[white], Color::Black)?),
        ];
        let differences: Vec<Option<u128>> =
            all.into_iter().map(|(one, other)| Some(one? ^ other?)).collect();
        self.known.is_xor =
            differences[0].is_some() && differences.iter().all(|it| *it == differences[0]);
        if !self.known.is_xor {
            self.known.note(
                "the keys are no XOR of constants: ox88 compares them, and names no constant",
            );
        }
        Ok(())
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
            let (theirs, why) = (format!("{key:x}"), format!("{other} has the same key"));
            let wrong = fact(Rule::KeyMixesPieces, theirs, "two keys".to_owned(), why, Vec::new());
            self.add(&Check::Twins, Line::at(position), wrong, Some(other));
        }
        Ok(())
    }

    /// Follows a wrong fact to its smallest example, unless its rule is known to be broken already.
    fn follow(&mut self, check: &Check, line: &Line, wrong: Wrong) -> Result<(), Stop> {
        let is_known = |found: &&mut Found| found.wrong.rule == wrong.rule && *check != Check::Key;
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
        // A chance collision of keys is no fault: another pair has to show it.
        if *check == Check::Twins && !self.shows_elsewhere(wrong.rule, line)? {
            let end = line.end();
            self.known.note(format!("two positions have one key, and no other pair has: `{end}`"));
            return Ok(());
        }
        let (mut line, mut wrong) = self.fewer(check, line, wrong)?;
        // Of a key that is wrong after fewer moves already, the first of them is at fault.
        if *check == Check::Key {
            for count in 1..line.moves.len() {
                let begin = Line { moves: line.moves[..count].to_vec(), ..line.clone() };
                if let Some(first) = self.known.wrong(self.teller, check, &begin)?.pop() {
                    (line, wrong) = self.fewer(check, &begin, first)?;
                    break;
                }
            }
        }
        if *check == Check::Key {
            wrong = self.named_key(&line, wrong)?;
        }
        if let Some(found) = self.outcome.found.iter_mut().find(|it| it.wrong.rule == wrong.rule) {
            found.more += 1;
            return Ok(());
        }
        // One that was asked nothing before has to show it, too.
        let fresh = self.teller.fresh();
        let again = fresh.and_then(|mut fresh| self.known.wrong(&mut *fresh, check, &line));
        let (id, command) = (wrong.rule.id(), Query::played(&line).command());
        match again {
            Ok(again) if again.iter().any(|it| is_like(it, &wrong, check, false)) => {
                self.add(check, line, wrong, None);
            }
            Ok(_) => self.known.note(format!("{id}: not so in a fresh process: `{command}`")),
            Err(no) => self.known.note(format!("{id}: not reproduced: `{command}`: {}", no.kind)),
        }
        Ok(())
    }

    fn add(&mut self, check: &Check, line: Line, wrong: Wrong, beside: Option<Position>) {
        let at = Query::played(&line);
        let by_fen = |position: &Position| Query::set_up(position, EnPassant::Legal);
        let mv = wrong.mv.clone().unwrap_or_default();
        let teller = &self.teller;
        let typed = match check {
            Check::Key => [teller.typed(&at, ""), teller.typed(&by_fen(&line.end()), "")],
            Check::Twins => {
                let twin = beside.or_else(|| wrong.why.split(" differs").next()?.parse().ok());
                let twin = twin.map(|twin| teller.typed(&by_fen(&twin), "")).unwrap_or_default();
                [teller.typed(&by_fen(&line.end()), ""), twin]
            }
            Check::Undo => {
                let mut typed = teller.typed(&at, "");
                typed.extend(["go perft 2".to_owned(), typed[typed.len() - 1].clone()]);
                [typed, Vec::new()]
            }
            Check::Legal(_) => [teller.typed(&at, &format!("legal {mv}")), Vec::new()],
            Check::ReadSan => [teller.typed(&at, &format!("san {mv}")), Vec::new()],
            Check::Facts => [teller.typed(&at, ""), Vec::new()],
        };
        self.outcome.found.push(Found { wrong, line, typed, more: 0 });
    }

    /// Whether a collision shows in another position, too.
    fn shows_elsewhere(&mut self, rule: Rule, line: &Line) -> Result<bool, Stop> {
        for other in probes::lines() {
            if other.root.same_but_for_counters(&line.root) {
                continue;
            }
            let wrong = self.known.wrong(self.teller, &Check::Twins, &Line::at(other.root))?;
            if wrong.iter().any(|it| it.rule == rule) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same wrong fact with as few moves and pieces, rights and counters as show it.
    fn fewer(&mut self, check: &Check, line: &Line, wrong: Wrong) -> Result<(Line, Wrong), Stop> {
        let (teller, known) = (&mut *self.teller, &self.known);
        let (mut smallest, mut shown) = (line.clone(), wrong);
        let (mut left, mut trouble) = (MOST_FOR_FEWER, None);
        let check = match (check, &shown.mv) {
            (Check::Legal(_), Some(mv)) => Check::Legal(vec![mv.clone()]),
            _ => check.clone(),
        };
        let first = shown.clone();
        let mut is_wrong_in = |line: &Line, shown: &mut Wrong| {
            if left == 0 || trouble.is_some() {
                return false;
            }
            left -= 1;
            let answer = known.wrong(teller, &check, line);
            let answer = answer.unwrap_or_else(|it| {
                trouble = Some(it);
                Vec::new()
            });
            let found = answer.into_iter().find(|it| is_like(it, &first, &check, known.is_xor));
            let is_shown = found.is_some();
            if let Some(found) = found {
                *shown = found;
            }
            is_shown
        };
        // A repetition needs its moves; anything else may show after fewer.
        let plies: Vec<Ply> = smallest.plies().collect();
        for ply in plies.iter().rev() {
            let shorter =
                Line { root: ply.after, moves: line.moves[ply.ordinal..].to_vec(), ..line.clone() };
            if is_wrong_in(&shorter, &mut shown) {
                smallest = shorter;
                break;
            }
        }
        let mut men = men_of(&smallest.root);
        // What the other side has there says more than what is ours.
        let us = smallest.root.side_to_move();
        men.sort_by_key(|(_, man)| man.belongs_to(us));
        let whole = smallest.clone();
        fewest(&men, |men| {
            let Some(line) = with_men(&whole, men) else { return false };
            let is_shown = is_wrong_in(&line, &mut shown);
            if is_shown {
                smallest = line;
            }
            is_shown
        });
        // Without each right, without the en passant square, with counters as at the beginning.
        let rights = smallest.root.castling_rights().iter().map(|(.., rook)| rook);
        let rooks: Vec<Square> = rights.collect();
        for way in 0..rooks.len() + 2 {
            let setup = smallest.root.setup();
            let simpler = match rooks.get(way) {
                Some(&rook) => Setup { castling: setup.castling.without_rook_on(rook), ..setup },
                None if way == rooks.len() => Setup { en_passant: None, ..setup },
                None => Setup { halfmove_clock: 0, fullmove_number: 1, ..setup },
            };
            let line = Position::new(simpler).ok().and_then(|root| smallest.played_from(root));
            if let Some(line) = line.filter(|line| line.root != smallest.root)
                && is_wrong_in(&line, &mut shown)
            {
                smallest = line;
            }
        }
        trouble.map_or(Ok((smallest, shown)), |trouble| Err(Stop::Trouble(trouble)))
    }

    /// Names what a played key forgot: by the constants that are left over, or else by what has to be there.
    fn named_key(&mut self, line: &Line, wrong: Wrong) -> Result<Wrong, Stop> {
        let mut named = None;
        if let Some(left) = wrong.left.filter(|_| self.known.is_xor) {
            let mut values: Vec<(Vec<Part>, u128)> = Vec::new();
            for (parts, positions) in constants(line) {
                let value = self.known.value(self.teller, &positions)?;
                values.extend(value.filter(|&value| value != 0).map(|value| (parts, value)));
            }
            named = explain(left, &values).and_then(|parts| told(line, &parts));
        }
        if named.is_none() {
            named = self.named_by_control(line)?;
        }
        let last = line.plies().last();
        let (rule, sentence) = named.unwrap_or_else(|| {
            let event = last.as_ref().map_or(String::new(), event);
            let is_promotion = last.is_some_and(|it| matches!(it.mv.kind, MoveKind::Promotion(_)));
            let is_named = is_promotion && self.known.is_xor;
            let rule = if is_named { Rule::KeyPromotion } else { Rule::KeyPlayed };
            (rule, format!("{event} the key is not that of the same position set up by its FEN"))
        });
        let why = match wrong.left.filter(|_| self.known.is_xor) {
            Some(left) => format!("the two keys differ by {left:x}"),
            None => String::new(),
        };
        Ok(Wrong { rule, sentence, why, ..wrong })
    }

    /// Without a right, or without the en passant square, is the key right?
    fn named_by_control(&mut self, line: &Line) -> Result<Option<(Rule, String)>, Stop> {
        let setup = line.root.setup();
        let mut controls: Vec<(Part, Setup)> = Vec::new();
        for (color, side, rook) in setup.castling.iter() {
            let castling = setup.castling.without_rook_on(rook);
            controls.push((Part::Right(color, side), Setup { castling, ..setup }));
        }
        if let Some(square) = setup.en_passant {
            controls.push((Part::EnPassant(square), Setup { en_passant: None, ..setup }));
        }
        for (part, setup) in controls {
            let Some(control) = Position::new(setup).ok().and_then(|root| line.played_from(root))
            else {
                continue;
            };
            if self.known.wrong(self.teller, &Check::Key, &control)?.is_empty() {
                return Ok(told(line, &[part]));
            }
        }
        Ok(None)
    }
}

/// Whether two wrong facts are the same one, in two positions.
fn is_like(one: &Wrong, other: &Wrong, check: &Check, is_xor: bool) -> bool {
    match check {
        Check::Key => !is_xor || one.left == other.left,
        _ => one.rule == other.rule && one.mv == other.mv,
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

fn set_up(fen: &str) -> Line {
    Line::at(fen.parse().unwrap_or_else(|_| Position::start()))
}

/// A number that looks like chance, and is always the same.
fn chance(seed: u64) -> usize {
    let mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 33) as usize
}
