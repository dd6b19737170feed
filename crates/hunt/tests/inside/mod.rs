//! An engine whose every answer is known: it answers here, without a process. What is wrong with it is a line
//! or two.

pub mod script;
pub mod wings;

use crate::{
    Case, Clock, Disagreement, Evidence, Finding, FindingKind, Hunt, Oracle, Origin, Outcome, Plan,
    Totals, Until,
};
use ox88::{CastlingRights, Color, Move, MoveKind, Piece, PieceKind, Position, Setup, is_attacked};
use ox88_engine::{
    Abilities, Experiment, Heard, Line, Partner, Process, Reply, Step, Trouble, TroubleKind,
    run_each,
};
pub use ox88_test_support::printed::{in_san, lines, sum, total};
use ox88_test_support::{position, square};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

/// White can castle, and has a pawn that leaves the right as it is.
pub const CASTLING: &str = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";
/// White can castle, and loses the right by every other move.
pub const CASTLING_ALONE: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
/// Black moves, and White can castle.
pub const BEFORE_CASTLING: &str = "4k3/8/8/8/8/8/P7/4K2R b K - 0 1";
pub const NO_RIGHT: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 0 1";
pub const CLOCK_99: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 99 80";
pub const BARE_KINGS: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";

thread_local! {
    /// The time of the hunts of a test.
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// An engine takes this long for what it does, and nothing else takes any time: so no test depends on how busy the
/// machine is.
pub fn take(time: Duration) {
    NOW.set(now() + time);
}

fn now() -> Duration {
    NOW.get()
}

/// As [`crate::search`], by the time that the engines of the test take.
pub fn search(
    engine: &mut dyn Partner,
    plan: &Plan,
    until: Until,
    watch: impl FnMut(&Totals, &Case),
) -> Outcome {
    let oracle = Arc::new(Oracle::with_clock(Clock::new(now)));
    Hunt::new(&oracle, plan.clone(), until, engine.can()).run(engine, watch)
}

/// What a hang is, whatever the limit.
pub const HANGS: TroubleKind = TroubleKind::Hangs(Duration::from_secs(5));

/// How an engine sets up a position.
pub type Read = fn(&Position) -> Position;
/// How it makes a move.
pub type Make = fn(&Position, Move) -> Position;
/// How it lists the moves of a position.
pub type List = fn(&Position, Place) -> Vec<Move>;

/// What it prints, in lines, where it is asked about a position at a depth, and has come to these counts.
pub type Print = fn(&Position, u32, &[(String, u128)]) -> Result<Vec<String>, TroubleKind>;

/// An engine. None of its answers depends on an earlier one, except where it is asked again.
#[derive(Clone)]
pub struct Inside {
    pub read: Read,
    pub make: Make,
    pub list: List,
    /// Where it takes moves back wrongly, the position that it has when it is asked again.
    pub again: Option<Read>,
    /// What it counts where there is no move, with this number of plies left.
    pub count_at_end: fn(&Position, u32) -> u128,
    /// What it prints for a count.
    pub show: fn(u128) -> u128,
    pub print: Print,
}

/// Where the moves of a position are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the position of a FEN.
    Root,
    /// In the position after the moves that it was given.
    Played,
    /// On the way down, with this number of plies left.
    Below { left: u32 },
}

impl Place {
    pub fn is_below(self) -> bool {
        matches!(self, Place::Below { .. })
    }
}

/// An engine without a fault.
pub const RIGHT: Inside = Inside {
    read: |position| *position,
    make: |position, mv| {
        let is_possible = position.pseudo_legal_moves().contains(&mv);
        if is_possible { position.after(mv) } else { *position }
    },
    list: |position, _| position.legal_moves(),
    again: None,
    count_at_end: |_, _| 0,
    show: |count| count,
    print: |_, _, rows| Ok(lines(rows).chain(total(sum(rows))).collect()),
};

/// An engine without a fault that prints no rows.
pub const TOTALS: Inside = Inside { print: |_, _, rows| Ok(total(sum(rows))), ..RIGHT };

/// It prints moves in SAN, and no total.
pub const SAN: Print = |here, _, rows| Ok(rows.iter().map(|row| in_san(here, row)).collect());

pub const fn prints(print: Print) -> Inside {
    Inside { print, ..RIGHT }
}

/// An engine that knows no castling, and where it is asked to castle stays where it is.
pub const NO_CASTLING: Inside = Inside {
    list: |here, _| legal_but(here, is_castling),
    make: |here, mv| if is_castling(mv) { *here } else { (RIGHT.make)(here, mv) },
    ..RIGHT
};

/// It is asked again without a fault.
pub const RIGHT_AGAIN: Inside = Inside { again: Some(|here| *here), ..RIGHT };

/// Castling is missing at the root, and where moves were played.
pub const NO_CASTLING_AT_ROOT: List =
    |here, place| legal_but(here, |mv| !place.is_below() && is_castling(mv));

/// An engine that has no move anywhere: no piece can be taken off the board to show less of that.
pub const NO_MOVE: Inside = Inside { list: |_, _| Vec::new(), ..RIGHT };

/// Castling is missing where only a FEN was set up.
pub const NO_CASTLING_BY_FEN: List =
    |here, place| legal_but(here, |mv| place == Place::Root && is_castling(mv));

/// The last ply alone lacks castling.
pub const LAST_PLY_WITHOUT_CASTLING: List = |here, place| last_ply_but(here, place, is_castling);

/// The last ply lacks castling, and the one before it the moves of the rook on h1.
pub const RIGHT_IS_NOT_BACK: List = |here, place| match place {
    Place::Below { left: 1 } => legal_but(here, is_castling),
    Place::Below { .. } => legal_but(here, |mv| mv.from == square("h1")),
    Place::Root | Place::Played => here.legal_moves(),
};

/// The fifty-move rule ends the game.
pub fn by_fifty_moves(here: &Position, _: Place) -> Vec<Move> {
    if here.setup().halfmove_clock >= 100 { Vec::new() } else { here.legal_moves() }
}

/// After it has tried to castle, its rook is not at home any more, and no other move of the rook is right.
pub const ROOK_LEFT_ON_F1: Inside = Inside {
    list: |here, place| {
        // It stays there below all that is tried later.
        let is_free = |name| here.board().at(square(name)).is_none();
        if place.is_below()
            && here.side_to_move() == Color::Black
            && is_free("f1")
            && !is_free("h1")
        {
            return with_rook_gone(here, "h1", "f1").legal_moves();
        }
        let mut moves = here.legal_moves();
        if moves.iter().copied().any(is_castling) {
            moves.retain(|mv| mv.from != square("h1"));
            let after = with_rook_gone(here, "h1", "f1").legal_moves();
            moves.extend(after.into_iter().filter(|mv| mv.from == square("f1")));
        }
        moves
    },
    make: |here, mv| {
        // The rook goes from where it really is.
        let is_at_home = here.board().at(square("h1")).is_some();
        let from = if is_at_home && mv.from == square("f1") { square("h1") } else { mv.from };
        (RIGHT.make)(here, Move { from, ..mv })
    },
    ..RIGHT
};

/// After it has tried to capture en passant, the pawn on d5 is gone, and the king can go where it attacked.
pub const PAWN_ON_D5_GONE: Inside = Inside {
    list: |here, place| {
        // So it does not attack the king that has come beside it, nor is it there to move.
        if place.is_below() && is_attacked(here.board(), here.king(Color::White), Color::Black) {
            return without(here, "d5").legal_moves();
        }
        let moves = here.legal_moves();
        if moves.iter().any(|mv| mv.kind == MoveKind::EnPassant) {
            let mut after = without(&without_en_passant(here), "d5").legal_moves();
            after.retain(|mv| !moves.contains(mv));
            return moves.into_iter().chain(after).collect();
        }
        moves
    },
    ..RIGHT
};

impl Inside {
    fn count(&self, here: &Position, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = (self.list)(here, Place::Below { left: depth });
        if moves.is_empty() {
            return (self.count_at_end)(here, depth);
        }
        moves.into_iter().map(|mv| self.count(&(self.make)(here, mv), depth - 1)).sum()
    }

    fn divide(&self, here: &Position, place: Place, depth: u32) -> Result<Reply, Trouble> {
        let row = |mv| {
            let leaves = self.count(&(self.make)(here, mv), depth - 1);
            (here.move_text(mv), (self.show)(leaves))
        };
        let rows: Vec<(String, u128)> = (self.list)(here, place).into_iter().map(row).collect();
        let lines = (self.print)(here, depth, &rows)?;
        Ok(lines.iter().map(String::as_str).collect())
    }

    fn here(&self, question: &Step) -> Position {
        let Line { root, moves, .. } = &question.line;
        let root = if question.is_by_name { *root } else { (self.read)(root) };
        moves.iter().fold(root, |here, &mv| (self.make)(&here, mv))
    }
}

/// An engine that answers one question after the other.
pub trait Answers {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble>;

    /// Nothing if it cannot be asked again.
    fn ask_again(&mut self, _: &Step) -> Option<Result<Reply, Trouble>> {
        None
    }

    fn can(&self) -> Abilities {
        Abilities { again: true, ..Abilities::of_questions(Duration::from_secs(30)) }
    }

    /// How long the last answer was waited on in vain.
    fn silence(&self) -> Duration {
        Duration::ZERO
    }

    /// From here on this process is asked, for as long as this.
    fn begin(&mut self, _: Process, _: Duration) -> Result<(), Trouble> {
        Ok(())
    }
}

/// Each of these engines is a partner.
macro_rules! partner {
    ($($engine:ty),*) => {$(
        impl ox88_engine::Partner for $engine {
            fn can(&self) -> ox88_engine::Abilities {
                $crate::tests::inside::Answers::can(self)
            }

            fn run(
                &mut self,
                experiment: &ox88_engine::Experiment,
                within: std::time::Duration,
            ) -> Vec<ox88_engine::Heard> {
                $crate::tests::inside::run(self, experiment, within)
            }
        }
    )*};
}
pub(crate) use partner;

partner!(Inside, Keeping, Watched);

pub fn run(engine: &mut impl Answers, experiment: &Experiment, within: Duration) -> Vec<Heard> {
    if let Err(trouble) = engine.begin(experiment.process, within) {
        return vec![Heard::Trouble(trouble)];
    }
    let end = now().saturating_add(within);
    run_each(experiment, |step: &Step| {
        if now() >= end {
            return Heard::Trouble(TroubleKind::CutShort.into());
        }
        if step.is_by_name && engine.can().may_refuse_moves {
            return Heard::Cannot;
        }
        let reply = if step.is_again { engine.ask_again(step) } else { Some(engine.ask(step)) };
        let silence = engine.silence();
        match reply {
            Some(Ok(reply)) => Heard::Answer { reply, silence },
            Some(Err(trouble)) => Heard::Trouble(trouble),
            None => Heard::Cannot,
        }
    })
}

impl Answers for Inside {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let place = if question.line.moves.is_empty() { Place::Root } else { Place::Played };
        self.divide(&self.here(question), place, question.depth)
    }

    fn ask_again(&mut self, question: &Step) -> Option<Result<Reply, Trouble>> {
        let here = self.again?(&self.here(question));
        Some(self.divide(&here, Place::Root, question.depth))
    }
}

/// An engine that keeps something from one question to the next: then it answers as another one.
#[derive(Clone)]
pub struct Keeping {
    pub at_first: Inside,
    pub later: Inside,
    /// Whether it answers as it does later, by what a process was asked before.
    pub is_later: fn(&[String]) -> bool,
    /// Whether it may, by the number of the process, of which there are several.
    pub may_be_later: fn(usize) -> bool,
    /// The time limit for each question.
    pub limit: Duration,
    /// What each process was asked.
    pub asked: Vec<Vec<String>>,
    /// The process that is asked now.
    pub running: usize,
    /// The one that is asked what is planned.
    pub first: usize,
    /// What happens when another process is started in place of that.
    pub does_not_start: Option<TroubleKind>,
}

impl Keeping {
    /// It answers the first question rightly.
    pub fn new(later: Inside) -> Keeping {
        Keeping {
            at_first: RIGHT_AGAIN,
            later,
            is_later: |asked| !asked.is_empty(),
            may_be_later: |_| true,
            limit: Duration::from_secs(30),
            asked: vec![Vec::new()],
            running: 0,
            first: 0,
            does_not_start: None,
        }
    }

    fn start(&mut self) {
        self.running = self.asked.len();
        self.asked.push(Vec::new());
    }

    /// The engine as it answers now.
    fn now(&mut self, question: &Step, what: &str) -> &mut Inside {
        let asked = &mut self.asked[self.running];
        let is_later = (self.is_later)(asked) && (self.may_be_later)(self.running);
        asked.push(format!("{what}{} {}", question.position(), question.depth));
        if is_later { &mut self.later } else { &mut self.at_first }
    }
}

impl Answers for Keeping {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let reply = self.now(question, "").ask(question);
        if reply.is_err() {
            let is_first = self.running == self.first;
            self.start();
            self.first = if is_first { self.running } else { self.first };
        }
        reply
    }

    fn ask_again(&mut self, question: &Step) -> Option<Result<Reply, Trouble>> {
        self.at_first.again.and(self.later.again)?;
        self.now(question, "again ").ask_again(question)
    }

    fn can(&self) -> Abilities {
        Abilities { again: true, fresh: true, ..Abilities::of_questions(self.limit) }
    }

    fn begin(&mut self, process: Process, _: Duration) -> Result<(), Trouble> {
        match process {
            Process::Running => self.running = self.first,
            Process::Fresh => match self.does_not_start.clone() {
                Some(kind) => return Err(kind.into()),
                None => self.start(),
            },
            Process::Beside => {}
        }
        Ok(())
    }
}

/// An engine that notes what it is asked, and may fail.
pub struct Watched {
    pub engine: Inside,
    pub is_person: bool,
    /// The time limit for each question.
    pub limit: Duration,
    /// What happens at a question, counted from 1, in place of an answer.
    pub fails: Box<dyn Fn(usize) -> Option<TroubleKind>>,
    /// How long it takes for a question.
    pub takes: fn(usize) -> Duration,
    /// How much of that it was waited on in vain.
    pub silence: Duration,
    /// How long the last answer was to be waited for.
    pub within: Duration,
    /// What it was asked.
    pub asked: Vec<String>,
}

impl Watched {
    pub fn new(engine: Inside) -> Watched {
        Watched {
            engine,
            is_person: false,
            limit: Duration::from_secs(30),
            fails: Box::new(|_| None),
            takes: |_| Duration::ZERO,
            silence: Duration::ZERO,
            within: Duration::ZERO,
            asked: Vec::new(),
        }
    }

    pub fn failing(self, fails: impl Fn(usize) -> Option<TroubleKind> + 'static) -> Watched {
        Watched { fails: Box::new(fails), ..self }
    }

    fn failure(&mut self, question: &Step, what: &str) -> Option<Trouble> {
        let Step { line, depth, .. } = question;
        let moves = line.texts().join(" ");
        self.asked.push(format!("{what}{} [{moves}] {depth}", line.root));
        let number = self.asked.len();
        take((self.takes)(number));
        let kind = (self.fails)(number)?;
        Some(Trouble { kind, last_lines: Vec::new() })
    }
}

impl Answers for Watched {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        self.failure(question, "").map_or_else(|| self.engine.ask(question), Err)
    }

    fn ask_again(&mut self, question: &Step) -> Option<Result<Reply, Trouble>> {
        self.engine.again?;
        let failure = self.failure(question, "again ");
        failure.map_or_else(|| self.engine.ask_again(question), |trouble| Some(Err(trouble)))
    }

    fn can(&self) -> Abilities {
        let (limit, is_person) = (self.limit, self.is_person);
        Abilities { is_person, again: true, ..Abilities::of_questions(limit) }
    }

    fn silence(&self) -> Duration {
        self.silence
    }

    fn begin(&mut self, _: Process, within: Duration) -> Result<(), Trouble> {
        self.within = within;
        Ok(())
    }
}

/// The rule, the part of the engine, the question that shows it, and what is known of it beyond that; or the
/// trouble.
pub fn in_short(finding: &Finding) -> String {
    let disagreement = match &finding.kind {
        FindingKind::NoReply(no_reply) => return no_reply.trouble.kind.id().to_owned(),
        FindingKind::Disagreement(disagreement) => disagreement,
    };
    let Disagreement { rule, diagnosis, .. } = &**disagreement;
    assert_eq!(finding.rule(), Some(*rule));
    let Origin { suspects, evidence } = &diagnosis.origin;
    let shown = format!("{evidence:?}");
    let shown = shown.split([' ', '(']).next().unwrap_or_default();
    let exchange = &diagnosis.exchange;
    let moves: Vec<String> = exchange.line.plies().map(|ply| ply.text()).collect();
    let moves = if moves.is_empty() { "the FEN".to_owned() } else { moves.join(" ") };
    let as_if = match evidence {
        Evidence::Counted { how: Some(how), .. } => how.clone(),
        Evidence::DrawnGame(draws) => format!("{draws:?}"),
        _ => diagnosis.state.as_ref().map_or("-", |state| &state.as_if).to_owned(),
    };
    format!("{} {suspects:?} {shown} by {moves} at {}: {as_if}", rule.id(), exchange.depth)
}

/// What is found when it is asked about a position at one depth, after some moves.
pub fn finding(mut engine: Inside, fen: &str, moves: &str, depth: u32) -> Option<Finding> {
    let plan = one_question(fen, moves, depth);
    search(&mut engine, &plan, Until::First, |_, _| ()).findings.into_iter().next()
}

/// A plan to ask about several positions, each at one depth. The same position at two depths is one.
pub fn questions(of: &[(&str, u32)]) -> Plan {
    let mut plan = Plan::default();
    let mut positions: Vec<&str> = Vec::new();
    for &(fen, depth) in of {
        let place = positions.iter().position(|&other| other == fen).unwrap_or(positions.len());
        if place == positions.len() {
            positions.push(fen);
        }
        let mut case = one_question(fen, "", depth).cases.pop().expect("there is one");
        case.position = place;
        plan.cases.push(case);
    }
    plan.positions = positions.len();
    plan
}

/// Positions of two kings, as many as are wanted.
pub fn many_positions(count: usize) -> Vec<String> {
    (0..count).map(|clock| format!("7k/8/8/8/8/8/8/K7 w - - {clock} 80")).collect()
}

/// A plan to ask about each of these positions at depth 1.
pub fn at_depth_1(fens: &[String]) -> Plan {
    questions(&fens.iter().map(|fen| (fen.as_str(), 1)).collect::<Vec<_>>())
}

/// A plan to ask about a position at one depth, after some moves.
pub fn one_question(fen: &str, moves: &str, depth: u32) -> Plan {
    let mut line = Line::at(position(fen));
    for text in moves.split_whitespace() {
        line = line.and(line.end().find_move(text).expect("it is legal"));
    }
    let mut plan = Plan::of_position(&Oracle::new(), "your position", None, &line, depth);
    plan.cases.retain(|case| case.depth == depth);
    plan
}

/// The position with a change, if it is one then: an engine may be asked to make moves that no piece can make.
pub fn setup(position: &Position, change: impl Fn(Setup) -> Setup) -> Position {
    Position::new(change(position.setup())).unwrap_or(*position)
}

pub fn without_en_passant(position: &Position) -> Position {
    setup(position, |setup| Setup { en_passant: None, ..setup })
}

pub fn without_rights(position: &Position) -> Position {
    setup(position, |setup| Setup { castling: CastlingRights::NONE, ..setup })
}

pub fn without_rights_of_white_to_move(position: &Position) -> Position {
    match position.side_to_move() {
        Color::White => without_rights(position),
        Color::Black => *position,
    }
}

pub fn without(position: &Position, name: &str) -> Position {
    let mut board = *position.board();
    board.clear(square(name));
    setup(position, |setup| Setup { board, ..setup })
}

pub fn with(position: &Position, color: Color, kind: PieceKind, name: &str) -> Position {
    let mut board = *position.board();
    board.put(square(name), Piece::new(color, kind));
    setup(position, |setup| Setup { board, ..setup })
}

/// As if White's rook had gone from one square to the other, and White had lost the right to castle.
pub fn with_rook_gone(position: &Position, from: &str, to: &str) -> Position {
    with(&without(&without_rights(position), from), Color::White, PieceKind::Rook, to)
}

/// The position after a move. A pawn on d5 that it takes en passant is left there.
pub fn leaving_the_pawn_on_d5(here: &Position, mv: Move) -> Position {
    let after = here.after(mv);
    match mv.kind {
        MoveKind::EnPassant => with(&after, Color::Black, PieceKind::Pawn, "d5"),
        _ => after,
    }
}

/// The legal moves, and some that leave the king in check.
pub fn with_illegal(position: &Position, is_listed: impl Fn(Move) -> bool) -> Vec<Move> {
    let mut moves = position.pseudo_legal_moves();
    moves.retain(|&mv| position.is_legal(mv) || is_listed(mv));
    moves
}

pub fn legal_but(position: &Position, is_left_out: impl Fn(Move) -> bool) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|&mv| !is_left_out(mv)).collect()
}

/// The legal moves, in the last ply without some of them.
pub fn last_ply_but(
    position: &Position,
    place: Place,
    is_left_out: impl Fn(Move) -> bool,
) -> Vec<Move> {
    let is_last = place == Place::Below { left: 1 };
    legal_but(position, |mv| is_last && is_left_out(mv))
}

pub fn is_castling(mv: Move) -> bool {
    mv.castling_rook().is_some()
}

pub fn with_pinned_en_passant(position: &Position) -> Vec<Move> {
    with_illegal(position, |mv| mv.kind == MoveKind::EnPassant)
}
