//! What an engine says beside what is right by definition. Keys are not here: no key is right by itself.

use crate::rules::Rule;
use crate::told::{Told, ToldMove};
use ox88::{Move, MoveKind, Piece, PieceKind, Position, Square};
use ox88_engine::read::san;
use ox88_engine::{Line, MoveName};
use ox88_explain::truth::{CheckBy, EnPassant, End, Ending, can_surely_mate, rivals};
use ox88_explain::{Explanation, enumeration, explain_move, explain_name};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// One wrong fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong, as a sentence without its end.
    pub sentence: String,
    /// The move that the fact is about, if it is about one.
    pub mv: Option<String>,
    /// What the engine says.
    pub theirs: String,
    /// What is right.
    pub right: String,
    /// Why, as a sentence without its end.
    pub why: String,
    /// The squares that prove it.
    pub squares: Vec<Square>,
    /// What is left over of two keys that should be one.
    pub left: Option<u128>,
}

/// How an engine writes and tells what may be done in several ways. None of it is a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that an engine does or not")]
pub struct Habits {
    /// Whether `+`, `#`, `=`, `x` and the letter `O` are in its SAN where they belong. Nothing before a move was told
    /// that shows it.
    pub san: [Option<bool>; 5],
    /// After how many occurrences it tells a repetition.
    pub repetition: Option<usize>,
    /// Whether it leaves out the position that was set up when it counts them.
    pub skips_root: bool,
    /// Whether it tells the end by fifty moves at the hundredth half move.
    pub says_fifty: bool,
    /// Whether what it prints as a FEN is one. Nothing before it was told.
    pub has_fen: Option<bool>,
    /// Whether the counters of its FEN were seen to be those of the position that was set up.
    pub has_counters: bool,
    /// Whether it tells dead positions.
    pub says_material: bool,
    /// Whether it drops the letter of a promotion where nothing promotes. Nothing before it was told.
    pub drops_promotions: Option<bool>,
    /// What it counts in each column of leaves: the place of a reading.
    pub leaves: BTreeMap<Rule, usize>,
}

/// The marks of SAN that may be left out, in the order of [`Habits::san`], and what takes their place.
const MARKS: [(&str, &str, &str); 5] = [
    ("+", "", "writes no + for a check"),
    ("#", "+", "writes no # for a mate"),
    ("=", "", "writes no = before the piece of a promotion"),
    ("x", "", "writes no x for a capture"),
    ("O", "0", "writes castling with zeros"),
];

impl Habits {
    /// Learns how SAN is written from the moves in which a mark belongs.
    pub fn learn_san(&mut self, position: &Position, told: &Told) {
        let is_new = self.san != [Some(true); 5];
        for ToldMove { text, san: theirs, .. } in told.moves.iter().filter(|_| is_new) {
            let (Some(theirs), Ok(mv)) = (theirs, position.find_move(text)) else { continue };
            let right = san(position, mv);
            for (seen, (mark, ..)) in self.san.iter_mut().zip(MARKS) {
                if right.contains(mark) {
                    *seen = Some(*seen == Some(true) || theirs.contains(mark));
                }
            }
        }
    }

    /// The marks that it leaves out, with what takes their place.
    pub fn left_out(&self) -> impl DoubleEndedIterator<Item = (&str, &str, &str)> {
        self.san.iter().zip(MARKS).filter(|it| *it.0 == Some(false)).map(|(_, mark)| mark)
    }

    /// A move in SAN as this engine writes it where it is right.
    pub fn as_written(&self, right: &str) -> String {
        let marks = self.left_out().rev();
        marks.fold(right.to_owned(), |text, (mark, instead, _)| text.replace(mark, instead))
    }
}

/// What is wrong in what an engine says at the end of a line.
pub fn compare(line: &Line, told: &Told, habits: &Habits) -> Vec<Wrong> {
    let end = line.end();
    let of_fen = told.fen.iter().flat_map(|fen| fen_wrong(&end, fen, habits));
    let of_end = told.end.and_then(|said| end_wrong(line, said, habits));
    let of_a_move = |mv: Move| {
        let text = end.move_text(mv);
        let told = told.moves.iter().find(|told| told.text == text);
        told.map_or(Vec::new(), |told| move_wrong(&end, mv, told, habits))
    };
    let of_moves = end.legal_moves().into_iter().flat_map(of_a_move);
    let of_all = check_wrong(&end, told).into_iter().chain(of_end).chain(stages_wrong(line, told));
    of_fen.chain(of_all).chain(of_moves).collect()
}

/// A wrong fact that is about no move.
pub fn fact(rule: Rule, theirs: impl Into<String>, right: impl Into<String>) -> Wrong {
    Wrong {
        rule,
        sentence: rule.title().to_owned(),
        mv: None,
        theirs: theirs.into(),
        right: right.into(),
        why: String::new(),
        squares: Vec::new(),
        left: None,
    }
}

/// The same, if it is told and wrong.
pub fn if_wrong<T: PartialEq + Into<String>>(
    rule: Rule,
    told: Option<T>,
    right: T,
) -> Option<Wrong> {
    told.filter(|told| *told != right).map(|told| fact(rule, told, right))
}

impl Wrong {
    /// With the reason.
    pub fn because(self, why: impl Into<String>) -> Wrong {
        Wrong { why: why.into(), ..self }
    }

    /// With the squares that prove it.
    pub fn shown_by(self, squares: Vec<Square>) -> Wrong {
        Wrong { squares, ..self }
    }

    /// With the move that it is about.
    pub fn of_move(self, mv: impl Into<String>) -> Wrong {
        Wrong { mv: Some(mv.into()), ..self }
    }
}

/// What is wrong in the FEN of a position. Fields that are not printed are not compared.
fn fen_wrong(end: &Position, theirs: &str, habits: &Habits) -> Vec<Wrong> {
    use Rule::{FenBoard, FenClock, FenEnPassant, FenNumber, FenRights, FenTurn};
    const FIELDS: [Rule; 6] = [FenBoard, FenTurn, FenRights, FenEnPassant, FenClock, FenNumber];
    let right = EnPassant::Legal.fen(end);
    let ours: Vec<&str> = right.split(' ').collect();
    let rights = |letters: &str| {
        let fen = [ours[0], ours[1], letters, "- 0 1"].join(" ");
        fen.parse().map(|read: Position| read.castling_rights())
    };
    let mut wrong = Vec::new();
    let fields = theirs.split_whitespace().zip(&ours).zip(FIELDS).zip(1..);
    for (((told, &right), rule), place) in fields {
        let is_right = match rule {
            _ if told == right => true,
            FenRights => rights(told) == Ok(end.castling_rights()),
            FenEnPassant => {
                EnPassant::ALL.iter().any(|it| it.fen(end).split(' ').nth(3) == Some(told))
            }
            FenClock | FenNumber => {
                !habits.has_counters || told.parse::<u32>().ok() == right.parse().ok()
            }
            _ => false,
        };
        if !is_right {
            let why = format!("field {place} of its FEN is {told}, and should be {right}");
            wrong.push(fact(rule, theirs, right).because(why));
        }
    }
    wrong
}

/// Who gives check, and the squares that prove it.
fn in_check(position: &Position) -> (String, Vec<Square>) {
    let (king, checkers) = (position.king(position.side_to_move()), position.checkers());
    let why = match &checkers[..] {
        [] => format!("nothing attacks the king on {king}"),
        from => format!("the king on {king} is in check from {}", enumeration(from)),
    };
    (why, [&[king], &checkers[..]].concat())
}

/// What is wrong about the side to move being in check.
fn check_wrong(end: &Position, told: &Told) -> Vec<Wrong> {
    let checkers = end.checkers();
    let names = |squares: &[Square]| match squares {
        [] => "none".to_owned(),
        _ => enumeration(BTreeSet::from_iter(squares)),
    };
    let (why, squares) = in_check(end);
    let check = if_wrong(Rule::CheckWrong, told.check.map(yes), yes(end.is_check()));
    let theirs = told.checkers.as_deref().map(names);
    let by = if_wrong(Rule::CheckersWrong, theirs, names(&checkers));
    let wrong = check.into_iter().chain(by);
    wrong.map(|it| it.because(&why).shown_by(squares.clone())).collect()
}

/// What is wrong in the stages of a generator, which together list each legal move once. Pseudo-legal ones list all
/// legal moves, and of the others those that they like.
fn stages_wrong(line: &Line, told: &Told) -> Vec<Wrong> {
    let (end, legal, mut wrong) = (line.end(), line.end().legal_moves(), Vec::new());
    let allowed = if told.is_pseudo { end.pseudo_legal_moves() } else { Vec::new() };
    let all = enumeration(told.stages.iter().map(|(stage, _)| stage));
    let mut listed: BTreeMap<String, &str> = BTreeMap::new();
    let mut add = |rule, text: &str, why: Explanation, which: String| {
        let (theirs, right, fault) = match rule {
            Rule::StageMissing => ("no stage", &*all, [": ", why.rule.fault()].concat()),
            Rule::StageIllegal => ("a stage", "no stage", [": ", why.rule.fault()].concat()),
            _ => ("twice", "once", String::new()),
        };
        let told = fact(rule, theirs, right).because(why.reason).shown_by(why.squares);
        wrong.push(Wrong { sentence: format!("{which} {text}{fault}"), ..told.of_move(text) });
    };
    for (stage, texts) in &told.stages {
        for (name, text) in texts.iter().filter_map(|it| Some((MoveName::from_uci(it)?, it))) {
            let mv = name.the_one_among(&legal).or_else(|| name.the_one_among(&allowed));
            let other = mv.and_then(|mv| listed.insert(end.move_text(mv), stage));
            let (rule, which) = match (mv, other) {
                (None, _) => (Rule::StageIllegal, format!("the stage {stage} lists")),
                (_, Some(other)) => {
                    (Rule::StageTwice, format!("the stages {other} and {stage} list"))
                }
                _ => continue,
            };
            add(rule, text, explain_name(line, name), which);
        }
    }
    for mv in legal.into_iter().filter(|_| !told.stages.is_empty()) {
        let (text, when) = (end.move_text(mv), if end.is_check() { "in" } else { "out of" });
        if !listed.contains_key(&text) {
            let which = format!("{when} check, no stage lists");
            add(Rule::StageMissing, &text, explain_move(line, mv), which);
        }
    }
    wrong
}

/// What is wrong in how the engine says the game stands.
fn end_wrong(line: &Line, said: End, habits: &Habits) -> Option<Wrong> {
    let (ending, end) = (Ending::of(line), line.end());
    // After three occurrences nobody is wrong who tells a repetition.
    let least = habits.repetition.unwrap_or(2).min(3);
    let [root, here] = [line.root, end].map(|it| EnPassant::Legal.of(&it));
    let is_left_out = habits.skips_root && here.same_but_for_counters(&root);
    let counted = ending.occurrences - usize::from(is_left_out);
    // A mate ends the game before any draw.
    let (is_mate, is_stalemate) =
        (ending.has_no_move && ending.is_check, ending.has_no_move && !ending.is_check);
    let is_repetition = habits.repetition.is_some_and(|times| counted >= times);
    let ends = [
        (End::Checkmate, is_mate),
        (End::Stalemate, is_stalemate),
        (End::Fifty, ending.clock >= 100 && !is_mate),
        (End::Repetition, ending.occurrences >= least && !is_mate),
        (End::Material, ending.is_dead && !is_mate),
    ];
    let right: Vec<End> = ends.into_iter().filter(|end| end.1).map(|(end, _)| end).collect();
    if right.contains(&said) {
        return None;
    }
    // Those before it with the same pieces, and those of them with the same rights.
    let mut alike: Vec<Position> = line.plies().map(|ply| ply.before).collect();
    alike.retain(|it| (it.board(), it.side_to_move()) == (end.board(), end.side_to_move()));
    let with_rights = alike.iter().filter(|it| it.castling_rights() == end.castling_rights());
    let is_often = |count: usize| 1 + count >= least;
    let (have_pieces, have_rights) = (is_often(alike.len()), is_often(with_rights.count()));
    let could_capture = line.plies().any(|ply| EnPassant::Legal.square(&ply.before).is_some());
    // Some count a square on which no capture is legal. They see a repetition later.
    let may_come_later = line.plies().any(|ply| ply.before.en_passant().is_some());
    let first = end.legal_moves().first().map_or(String::new(), |&mv| end.move_text(mv));
    let (legal, clock) = (first + " is legal", format!("the halfmove clock is {}", ending.clock));
    let (not_yet, early) = (format!("{clock}, not 100"), "it is mate, which comes before any draw");
    let times =
        if ending.occurrences == 1 { "once" } else { &format!("{} times", ending.occurrences) };
    let often = format!("the position has occurred {times} in this line");
    let rights = "the castling rights were different the first time";
    let captured = "a capture en passant was legal the first time, and is not now";
    let (rule, why) = match said {
        End::Fifty if is_mate => (Rule::EndMateBeforeFifty, early),
        _ if is_mate => (Rule::EndMateMissed, "it is mate"),
        _ if is_stalemate => (Rule::EndStalemateMissed, "there is no legal move, and no check"),
        End::Checkmate | End::Stalemate => (Rule::EndInvented, &*legal),
        End::Fifty => (Rule::EndFiftyEarly, &*not_yet),
        End::Repetition if have_pieces && !have_rights => (Rule::EndRepetitionRights, rights),
        End::Repetition if have_rights && could_capture => (Rule::EndRepetitionEnPassant, captured),
        End::Repetition => (Rule::EndRepetitionEarly, &*often),
        End::Material if can_surely_mate(&end) => (Rule::EndMaterialEarly, "a mate is possible"),
        End::None if ending.clock >= 100 && habits.says_fifty => (Rule::EndFiftyMissed, &*clock),
        End::None if ending.is_dead && habits.says_material => {
            (Rule::EndMaterialMissed, "nobody can be mated")
        }
        End::None if is_repetition && !may_come_later => (Rule::EndRepetitionMissed, &*often),
        End::Material | End::None => return None,
    };
    let right = right.first().copied().unwrap_or(End::None).word();
    Some(fact(rule, said.word(), right).because(why))
}

/// What is wrong in what is said about a legal move.
fn move_wrong(end: &Position, mv: Move, told: &ToldMove, habits: &Habits) -> Vec<Wrong> {
    let after = end.after(mv);
    let (by, takes) = (CheckBy::of(end, mv), end.captured(mv).is_some());
    let (why, proof) = in_check(&after);
    let (why, squares) = (format!("after it {why}"), [&[mv.from, mv.to], &proof[..]].concat());
    let rule = match by {
        None => Rule::GivesCheckInvented,
        Some(CheckBy::Direct) => Rule::GivesCheckDirect,
        Some(CheckBy::Discovered) => Rule::GivesCheckDiscovered,
        Some(CheckBy::EnPassant) => Rule::GivesCheckEnPassant,
        Some(CheckBy::Castling) => Rule::GivesCheckCastling,
        Some(CheckBy::Promotion) => Rule::GivesCheckPromotion,
        Some(CheckBy::PromotionThroughPawn) => Rule::GivesCheckThroughPawn,
    };
    let check = if_wrong(rule, told.check.map(yes), yes(by.is_some()));
    let is_mate = by.is_some() && after.legal_moves().is_empty();
    let mate = if_wrong(Rule::LeafMate, told.mate.map(yes), yes(is_mate));
    let capture = if_wrong(Rule::LeafCapture, told.capture.map(yes), yes(takes));
    let captures = if takes { "it takes a piece" } else { "it takes nothing" };
    let san = told.san.as_ref().and_then(|theirs| {
        let right = habits.as_written(&san(end, mv));
        let (rule, why) = san_wrong(end, mv, theirs.trim_end_matches(['!', '?']), &right)?;
        Some(fact(rule, theirs, right).because(why).shown_by(squares.clone()))
    });
    let shown = |it: Wrong| it.because(&why).shown_by(squares.clone());
    let capture = capture.map(|it| it.because(captures).shown_by(vec![mv.from, mv.to]));
    let wrong = [check.map(shown), mate.map(shown), capture, san];
    wrong.into_iter().flatten().map(|it| it.of_move(&told.text)).collect()
}

/// The rule that a move in SAN breaks, and why. Nothing if it is right.
fn san_wrong(end: &Position, mv: Move, theirs: &str, right: &str) -> Option<(Rule, String)> {
    let [body, right_body] = [theirs, right].map(|text| text.trim_end_matches(['+', '#']));
    let [plain, right_plain] = [body, right_body].map(|text| text.replace('x', ""));
    let kind = end.board().at(mv.from)?.kind();
    let is_of_piece = kind != PieceKind::Pawn && matches!(mv.kind, MoveKind::Normal);
    let is_named = is_of_piece
        && body.starts_with(right_body.chars().next()?)
        && body.ends_with(&mv.to.to_string());
    let rule = match (mv.kind, plain.chars().count().cmp(&right_plain.chars().count())) {
        _ if theirs == right => return None,
        _ if body == right_body && theirs.contains('#') == right.contains('#') => {
            Rule::SanCheckMark
        }
        _ if body == right_body => Rule::SanMateMark,
        (MoveKind::Castling { .. }, _) => Rule::SanCastling,
        _ if plain == right_plain => Rule::SanCapture,
        (MoveKind::Promotion(_), _) => Rule::SanPromotion,
        _ if !is_named => Rule::SanOther,
        // A piece and a square: no other one can go there.
        (_, Ordering::Greater) if right_plain.len() > 3 => Rule::SanLetterWrong,
        (_, Ordering::Greater) => Rule::SanLetterExtra,
        (_, Ordering::Less) => Rule::SanLetterMissing,
        (_, Ordering::Equal) => Rule::SanLetterWrong,
    };
    let after = end.after(mv);
    let why = match rule {
        Rule::SanMateMark | Rule::SanCheckMark if !after.is_check() => "the move gives no check",
        Rule::SanMateMark | Rule::SanCheckMark if after.legal_moves().is_empty() => {
            "the move mates"
        }
        Rule::SanMateMark | Rule::SanCheckMark => "the move gives check, and there is an answer",
        Rule::SanCapture if end.captured(mv).is_some() => "the move captures",
        Rule::SanCapture => "the move captures nothing",
        _ if is_of_piece => &rivals(end, mv, kind),
        _ => &format!("the move is {}", end.move_text(mv)),
    };
    Some((rule, why.to_owned()))
}

/// What is wrong about a text being told a legal move or not. Nothing where two notations may mean it.
pub fn legal_wrong(line: &Line, text: &str, is_accepted: bool, habits: &Habits) -> Option<Wrong> {
    let (end, name) = (line.end(), MoveName::from_uci(text)?);
    let MoveName::Squares { from, to, promotion } = name else { return None };
    let legal = end.legal_moves();
    let meant = name.among(&legal);
    let plain = MoveName::Squares { from, to, promotion: None };
    let may_drop = habits.drops_promotions != Some(false) && promotion.is_some();
    if may_drop && !plain.among(&legal).is_empty() {
        return None;
    }
    let is_its_text = meant.iter().any(|&mv| end.move_text(mv) == text);
    if is_its_text == is_accepted || !meant.is_empty() && !is_its_text {
        return None;
    }
    let us = end.side_to_move();
    let is_far = from.offset_to(to).files().abs() > 1;
    let is_castling = is_far && [from, to].iter().all(|it| it.rank() == us.home_rank());
    let is_possible = !name.among(&end.pseudo_legal_moves()).is_empty();
    let man = end.board().at(from).filter(|piece| piece.belongs_to(us));
    let rule = match man.map(Piece::kind) {
        _ if is_its_text => Rule::LegalRefused,
        None => Rule::LegalNoPiece,
        _ if promotion.is_some() && !is_possible => Rule::LegalPromotion,
        Some(PieceKind::King) if is_castling => Rule::LegalCastling,
        _ if is_possible => Rule::LegalLeavesCheck,
        Some(PieceKind::Pawn) => Rule::LegalPawn,
        _ => Rule::LegalPath,
    };
    let why = explain_name(line, name);
    let told = fact(rule, yes(is_accepted), yes(!is_accepted));
    Some(told.because(why.reason).shown_by(why.squares).of_move(text))
}

/// `yes` or `no`.
pub const fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}
