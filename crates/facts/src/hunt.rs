//! The hunt of facts: what is asked, in which order, and what becomes of a wrong answer: it is shown again with as few
//! moves and pieces as show it, named, and reproduced by one that was asked nothing before.

use crate::ask::{Asked, Check, Knowledge, command};
use crate::compare::{Wrong, fact};
use crate::learn;
use crate::leaves;
use crate::name;
use crate::probes;
use crate::rules::Rule;
use crate::smaller::{is_like, smaller};
use crate::told::{TellResult, Teller, Told};
use ox88::{CastlingNotation, Piece, Position};
use ox88_count::random::Random;
use ox88_engine::{Line, Trouble, TroubleKind};
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

/// What stands among the facts of an engine that knows Chess960.
pub(crate) const CHESS960: &str = "Chess960";

/// How many texts of a move begin on one square. So many are asked about between two looks at the clock.
const FROM_ONE_SQUARE: usize = 320;

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
        asked: Asked { teller, known: Knowledge::default(), go_on },
        outcome: Outcome::default(),
        kinds: HashMap::new(),
        troubles: 0,
    };
    let end = search.ask_all();
    let Search { asked: Asked { mut known, .. }, mut outcome, .. } = search;
    for (_, _, how) in known.habits.left_out() {
        known.notes.insert(format!("SAN: the engine {how}"));
    }
    outcome.is_whole = end.is_ok();
    outcome.trouble = end.err().flatten().or(outcome.trouble);
    (outcome.positions, outcome.questions) = (known.positions, known.questions);
    outcome.facts = known.facts;
    outcome.notes = known.notes.into_iter().collect();
    outcome.found.sort_by_key(|found| found.wrong.rule);
    outcome
}

/// Why nothing more is asked: a trouble, or nobody waits.
type Stop = Option<Trouble>;

struct Search<'a> {
    asked: Asked<'a>,
    outcome: Outcome,
    /// How many wrong keys of each kind of move were followed down.
    kinds: HashMap<String, usize>,
    /// How many questions had no answer, and none about the start either.
    troubles: usize,
}

impl Search<'_> {
    fn ask_all(&mut self) -> Result<(), Stop> {
        for step in learn::STEPS {
            self.go_on()?;
            let learnt = step(&mut self.asked);
            self.heard(learnt)?;
        }
        self.ask_fens()?;
        self.ask_lines("lines")?;
        for line in probes::lines("ends") {
            self.ask(&Check::Facts, &line)?;
        }
        self.ask_single_pieces()?;
        self.ask_leaves()?;
        let grids = probes::part("grids");
        for texts in probes::moves().chunks(FROM_ONE_SQUARE) {
            for line in &grids {
                self.ask(&Check::Legal(texts.to_vec()), line)?;
            }
        }
        let mut notations = vec![CastlingNotation::KingToTarget];
        if self.asked.teller.knows_chess960() {
            self.asked.known.tells(CHESS960);
            self.ask_lines("chess960")?;
            notations.push(CastlingNotation::KingTakesRook);
        }
        for castling in notations {
            self.ask_suites(castling)?;
        }
        for game in 0..GAMES {
            let mut random = Random::of_piece(game, 0, 0);
            let mut line = Line::at(Position::start());
            for _ in 0..PLIES {
                let moves = line.end().legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len())) else { break };
                line = line.and(mv);
                self.ask(&Check::Facts, &line)?;
                self.ask(&Check::Kept, &line)?;
            }
        }
        Ok(())
    }

    fn ask_lines(&mut self, part: &str) -> Result<(), Stop> {
        let lines = probes::lines(part);
        for line in &lines {
            self.ask(&Check::Facts, &Line::at(line.root))?;
            self.ask(&Check::Facts, line)?;
            self.ask(&Check::Kept, line)?;
        }
        for line in &lines {
            for check in [Check::Twins, Check::Undo(Vec::new()), Check::Null, Check::ReadSan] {
                self.ask(&check, &Line::at(line.root))?;
            }
        }
        Ok(())
    }

    /// Texts in place of FENs, on demand. An engine may trust its GUI, so nothing of that is a fault.
    fn ask_fens(&mut self) -> Result<(), Stop> {
        let before = Line::at(Position::start());
        let shown = |told: &Told| told.fen.clone().or(told.key.clone());
        let fields = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let (mut wrong, mut count) = (0, 0);
        for row in probes::FENS.lines().filter(|line| !line.starts_with('#')) {
            self.go_on()?;
            let cells: Vec<&str> = row.split(" | ").collect();
            let [verdict, text, why, ref rest @ ..] = cells[..] else { continue };
            // An engine that ends here has refused it.
            let told = self.asked.teller.set_up(&before, text);
            let Some(told) = told.unwrap_or_else(|_| Some(Told::default())) else { return Ok(()) };
            let Some(there) = shown(&self.asked.tell(&before)?) else {
                self.asked.note("fens: the engine prints neither a FEN nor a key to compare");
                return Ok(());
            };
            count += 1;
            let is_taken = shown(&told).is_some_and(|it| it != there);
            let is_kept =
                told.fen.zip(rest.first()).is_some_and(|(fen, to)| fields(&fen) != fields(to));
            let what = match verdict {
                "refuse" if is_taken => "accepts what is not a position",
                "normalise" if is_taken && is_kept => "keeps what cannot be",
                "accept" if !is_taken => "refuses a position",
                _ => continue,
            };
            wrong += 1;
            self.asked.note(format!("fens: the engine {what}: {why}: `{text}`"));
        }
        let right = count - wrong;
        self.asked.note(format!("fens: the engine treats {right} of {count} texts as it should"));
        Ok(())
    }

    fn ask_suites(&mut self, castling: CastlingNotation) -> Result<(), Stop> {
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
                self.ask(&Check::Kept, &line.and(mv))?;
            }
        }
        Ok(())
    }

    fn go_on(&mut self) -> Result<(), Stop> {
        if self.asked.goes_on() { Ok(()) } else { Err(None) }
    }

    /// Asks one question, and follows what is wrong in the answer.
    fn ask(&mut self, check: &Check, line: &Line) -> Result<(), Stop> {
        self.go_on()?;
        let wrong = self.asked.wrong(check, line);
        let mut follow = |wrong: &Wrong| self.follow(check, line, wrong);
        let followed = wrong.and_then(|wrong| wrong.iter().try_for_each(&mut follow));
        self.asked.known.positions += 1;
        if let Err(trouble) = &followed
            && self.asked.goes_on()
        {
            let command = command(line);
            self.asked.note(format!("no answer after `{command}`: {}", trouble.kind));
        }
        self.heard(followed)
    }

    /// Whether to go on after a question that may have had no answer.
    fn heard(&mut self, answer: TellResult<()>) -> Result<(), Stop> {
        let Err(trouble) = answer else { return Ok(()) };
        // Nobody waits longer for an answer than there is time.
        self.go_on()?;
        // It may be one move or position that it cannot do: the rest is asked all the same.
        let start = Line::at(Position::start());
        let hangs = matches!(trouble.kind, TroubleKind::Hangs(_));
        self.troubles += usize::from(hangs || self.asked.tell(&start).is_err());
        self.outcome.trouble.get_or_insert(trouble);
        if self.troubles == MOST_TROUBLES { Err(None) } else { Ok(()) }
    }

    /// Whether two pieces, or two squares, have one constant. It takes two pairs.
    fn ask_single_pieces(&mut self) -> Result<(), Stop> {
        let (mut seen, mut pairs) = (BTreeMap::new(), Vec::new());
        for position in probes::single_pieces() {
            self.go_on()?;
            let Some(key) = self.asked.number(&position)? else { return Ok(()) };
            pairs.extend(seen.insert(key, position).map(|other| (other, position, key)));
        }
        let [(other, position, key), _, ..] = pairs[..] else { return Ok(()) };
        let again = self.asked.afresh(|fresh| fresh.difference(&[other, position]))?;
        if again == Some(0) {
            let wrong = fact(Rule::KeyMixesPieces, format!("{key:x}"), "two keys");
            let wrong = wrong.because(format!("{other} has the same key"));
            self.add(&Check::Twins, Line::at(position), wrong);
        }
        Ok(())
    }

    /// The columns beside a perft.
    fn ask_leaves(&mut self) -> Result<(), Stop> {
        let Some(depth) = self.asked.known.leaves else { return Ok(()) };
        let of_suites = probes::suites(CastlingNotation::KingToTarget).into_iter();
        let lines = probes::lines("lines").into_iter();
        let mut roots: Vec<Position> = lines.map(|line| line.root).collect();
        roots.dedup();
        let mut columns: BTreeMap<Rule, Vec<(Line, leaves::Told)>> = BTreeMap::new();
        for line in roots.into_iter().chain(of_suites.take(SUITES_FOR_LEAVES)).map(Line::at) {
            self.go_on()?;
            self.asked.known.positions += 1;
            for told in self.asked.leaves(&line, depth)? {
                columns.entry(told.rule).or_default().push((line.clone(), told));
            }
        }
        for (rule, rows) in columns {
            let told: Vec<&leaves::Told> = rows.iter().map(|(_, told)| told).collect();
            let Some(reading) = leaves::reading_of(&told) else {
                self.asked.note(format!("{}: ox88 cannot tell what it counts", rule.column()));
                continue;
            };
            let mut wrong = rows.iter().filter_map(|(line, it)| Some((line, it.wrong(reading)?)));
            if let Some((line, wrong)) = wrong.next() {
                self.asked.known.habits.leaves.insert(rule, reading);
                self.follow(&Check::Leaves(depth), line, &wrong)?;
            }
        }
        Ok(())
    }

    /// Whether a rule is known to be broken. Then this answer is one more.
    fn is_known(&mut self, rule: Rule) -> bool {
        let found = self.outcome.found.iter_mut().find(|found| found.wrong.rule == rule);
        found.map(|found| found.more += 1).is_some()
    }

    /// Follows a wrong fact to its smallest example, unless its rule is known to be broken already.
    fn follow(&mut self, check: &Check, line: &Line, first: &Wrong) -> TellResult<()> {
        let is_enough = if *check == Check::Kept {
            let kind = format!("{:?} {}", first.rule, kind(line));
            let times = self.kinds.entry(kind).or_default();
            *times += 1;
            *times > MOST_OF_A_KIND
        } else {
            self.is_known(first.rule)
        };
        if is_enough {
            return Ok(());
        }
        let asked = &mut self.asked;
        if *check == Check::Twins && !name::collides_elsewhere(asked, first.rule, line)? {
            let end = line.end();
            asked.note(format!("two positions have one key, and no other pair has: `{end}`"));
            return Ok(());
        }
        let (mut line, mut wrong) = smaller(asked, check, line, first)?;
        let mut check = check.clone();
        if check == Check::Kept {
            // Of what is wrong after fewer moves already, the first of them is at fault.
            for count in 1..line.moves.len() {
                let begin = Line { moves: line.moves[..count].to_vec(), ..line.clone() };
                let wrong_there = asked.wrong(&check, &begin)?;
                if let Some(first) = wrong_there.iter().find(|it| it.rule == first.rule) {
                    (line, wrong) = smaller(asked, &check, &begin, first)?;
                    break;
                }
            }
            let name = if wrong.rule == Rule::KeyPlayed { name::key } else { name::eval };
            wrong = name(asked, &line, wrong)?;
        }
        if check == Check::Undo(Vec::new())
            && let Some(named) = name::undo(asked, &line, &wrong, false)?
        {
            (check, line, wrong) = named;
        }
        if self.is_known(wrong.rule) {
            return Ok(());
        }
        // One that was asked nothing before has to show it, too.
        let again = self.asked.afresh(|fresh| fresh.wrong(&check, &line));
        let (id, command) = (wrong.rule.id(), command(&line));
        match again {
            Ok(again) if again.iter().any(|it| is_like(it, &wrong, &check, false)) => {
                self.add(&check, line, wrong);
            }
            Ok(_) => self.asked.note(format!("{id}: not so in a fresh process: `{command}`")),
            Err(no) => self.asked.note(format!("{id}: not reproduced: `{command}`: {}", no.kind)),
        }
        Ok(())
    }

    fn add(&mut self, check: &Check, line: Line, wrong: Wrong) {
        let end = line.end();
        let about = match check {
            Check::Leaves(depth) => depth.to_string(),
            Check::Undo(moves) => moves.first().map_or(String::new(), |&mv| end.move_text(mv)),
            _ => wrong.mv.clone().unwrap_or_default(),
        };
        let typed = |at: &Line| self.asked.teller.typed(at, wrong.rule.method(), &about);
        let by_fen = |position: &Position| typed(&Line::at(EnPassant::Legal.of(position)));
        let typed = match check {
            Check::Kept if wrong.rule.is_of_played_key() => [typed(&line), by_fen(&end)],
            Check::Twins => {
                // The reason begins with the FEN of the other one.
                let fen: Vec<&str> = wrong.why.split(' ').take(6).collect();
                let other = fen.join(" ").parse::<Position>();
                [by_fen(&end), other.as_ref().map_or(Vec::new(), by_fen)]
            }
            _ => [typed(&line), Vec::new()],
        };
        self.outcome.found.push(Found { wrong, line, typed, more: 0 });
    }
}

/// The kind of the last move, as far as a key may get it wrong: by whom, what it takes, which rights it loses.
fn kind(line: &Line) -> String {
    let Some(ply) = line.plies().last() else { return String::new() };
    let (before, after, mv) = (ply.before, ply.after, ply.mv);
    let on = |square| before.board().at(square).map(Piece::kind);
    let rights = before.castling_rights();
    let lost = rights.iter().count() - after.castling_rights().iter().count();
    let takes_home = rights.without_rook_on(mv.to) != rights;
    let squares = [before.en_passant(), EnPassant::Legal.square(&after)].map(|it| it.is_some());
    let of_move = std::mem::discriminant(&mv.kind);
    format!("{:?}", (of_move, on(mv.from), on(mv.to).is_some(), lost, takes_home, squares))
}
