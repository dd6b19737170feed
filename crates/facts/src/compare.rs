//! What an engine says beside what is right by definition. Keys are not here: no key is right by itself.

use crate::rules::Rule;
use ox88::{Move, MoveKind, Piece, PieceKind, Position, Square};
use ox88_engine::read::san;
use ox88_engine::told::{Told, ToldMove};
use ox88_engine::{Line, MoveName};
use ox88_explain::truth::{CheckBy, EnPassant, End, Ending};
use ox88_explain::{enumeration, explain_name, kind_name};
use std::collections::BTreeMap;

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
    /// Whether a SAN with `+`, `#`, `=`, `x` and the letter `O` was seen where it belongs.
    pub san: [bool; 5],
    /// After how many occurrences it tells a repetition.
    pub repetition: Option<usize>,
    /// Whether it tells the end by fifty moves at the hundredth half move.
    pub says_fifty: bool,
    /// Whether what it prints as a FEN is none.
    pub has_no_fen: bool,
    /// Whether its FEN has counters that are always the same.
    pub has_no_counters: bool,
    /// Whether it tells dead positions.
    pub says_material: bool,
    /// Whether it drops the letter of a promotion where nothing promotes.
    pub drops_promotions: bool,
    /// What it counts in each column of leaves: the place of a reading.
    pub leaves: BTreeMap<Rule, usize>,
}

/// The marks of SAN that may be left out, in the order of [`Habits::san`], and what takes their place.
pub const MARKS: [(&str, &str, &str); 5] = [
    ("+", "", "writes no + for a check"),
    ("#", "+", "writes no # for a mate"),
    ("=", "", "writes no = before the piece of a promotion"),
    ("x", "", "writes no x for a capture"),
    ("O", "0", "writes castling with zeros"),
];

impl Habits {
    /// Learns how SAN is written from positions in which each mark belongs.
    pub fn learn_san(&mut self, position: &Position, told: &Told) {
        for mv in &told.moves {
            let Some(theirs) = &mv.san else { continue };
            let right = position.find_move(&mv.text).map(|it| san(position, it));
            for (seen, (mark, ..)) in self.san.iter_mut().zip(MARKS) {
                *seen |=
                    right.as_ref().is_ok_and(|right| right.contains(mark)) && theirs.contains(mark);
            }
        }
    }

    /// A move in SAN as this engine writes it where it is right.
    fn as_written(&self, right: &str) -> String {
        let habits = self.san.into_iter().zip(MARKS).rev();
        habits.fold(
            right.to_owned(),
            |text, (is_written, (mark, instead, _))| {
                if is_written { text } else { text.replace(mark, instead) }
            },
        )
    }
}

/// What is wrong in what an engine says at the end of a line.
pub fn compare(line: &Line, told: &Told, habits: &Habits) -> Vec<Wrong> {
    let end = line.end();
    let mut wrong = Vec::new();
    if let Some(fen) = &told.fen {
        wrong.extend(fen_wrong(&end, fen, habits));
    }
    let (king, checkers) = (end.king(end.side_to_move()), end.checkers());
    let in_check = |wrong: Wrong| {
        let squares = [&[king], &checkers[..]].concat();
        match &checkers[..] {
            [] => wrong.because(format!("nothing gives check to the king on {king}"), squares),
            from => {
                let from = enumeration(from);
                wrong.because(format!("the king on {king} is in check from {from}"), squares)
            }
        }
    };
    if let Some(check) = told.check.filter(|&check| check != end.is_check()) {
        wrong.push(in_check(fact(Rule::CheckWrong, yes(check), yes(!check))));
    }
    if let Some(theirs) = &told.checkers {
        let text = |squares: &[Square]| {
            let mut squares = squares.to_vec();
            squares.sort();
            if squares.is_empty() { "none".to_owned() } else { enumeration(squares) }
        };
        let (theirs, ours) = (text(theirs), text(&checkers));
        if theirs != ours {
            wrong.push(in_check(fact(Rule::CheckersWrong, theirs, ours)));
        }
    }
    if let Some(said) = told.end {
        wrong.extend(end_wrong(line, said, habits));
    }
    for mv in end.legal_moves() {
        let text = end.move_text(mv);
        if let Some(told) = told.moves.iter().find(|told| told.text == text) {
            wrong.extend(move_wrong(&end, mv, told, habits));
        }
    }
    wrong
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

impl Wrong {
    /// With the reason, and the squares that prove it.
    pub fn because(self, why: impl Into<String>, squares: Vec<Square>) -> Wrong {
        Wrong { why: why.into(), squares, ..self }
    }

    /// With the move that it is about.
    pub fn of_move(self, mv: impl Into<String>) -> Wrong {
        Wrong { mv: Some(mv.into()), ..self }
    }
}

/// What is wrong in the FEN of a position. Fields that are not printed are not compared.
fn fen_wrong(end: &Position, theirs: &str, habits: &Habits) -> Vec<Wrong> {
    let right = end.to_string();
    let (ours, told): (Vec<&str>, Vec<&str>) =
        (right.split(' ').collect(), theirs.split_whitespace().collect());
    let rights = |letters: &str| {
        let fen = [ours[0], ours[1], letters, "- 0 1"].join(" ");
        fen.parse().map(|read: Position| read.castling_rights())
    };
    let en_passant = |it: EnPassant| it.square(end).map_or("-".to_owned(), |it| it.to_string());
    let is_number = |theirs: &str, ours: &str| theirs.parse::<u32>().ok() == ours.parse().ok();
    let fields = [
        ("pieces", Rule::FenBoard),
        ("turn", Rule::FenTurn),
        ("rights to castle", Rule::FenRights),
        ("en passant square", Rule::FenEnPassant),
        ("halfmove clock", Rule::FenClock),
        ("move number", Rule::FenNumber),
    ];
    let mut wrong = Vec::new();
    for (place, (&theirs_here, &ours_here)) in told.iter().zip(&ours).enumerate() {
        let is_right = match place {
            2 => theirs_here == ours_here || rights(theirs_here) == Ok(end.castling_rights()),
            3 => EnPassant::ALL.into_iter().any(|it| en_passant(it) == theirs_here),
            4 | 5 => habits.has_no_counters || is_number(theirs_here, ours_here),
            _ => theirs_here == ours_here,
        };
        if !is_right {
            let right =
                if place == 3 { en_passant(EnPassant::Legal) } else { ours_here.to_owned() };
            let (name, rule) = fields[place];
            let why = format!("field {} of its FEN, the {name}, is {theirs_here}", place + 1);
            wrong.push(fact(rule, theirs, right).because(why, Vec::new()));
        }
    }
    wrong
}

/// What is wrong in how the engine says the game stands.
fn end_wrong(line: &Line, said: End, habits: &Habits) -> Option<Wrong> {
    let (it, end) = (Ending::of(line), line.end());
    let without_moves = it.without_moves();
    let times = habits.repetition;
    let drawn = [
        (End::Fifty, it.clock >= 100),
        (End::Repetition, times.is_some_and(|times| it.occurrences >= times)),
        (End::Material, it.is_dead),
    ];
    // A mate ends the game before any draw.
    let is_mate = without_moves == Some(End::Checkmate);
    let drawn = drawn.into_iter().filter(|(_, holds)| *holds && !is_mate).map(|(end, _)| end);
    let right: Vec<End> = without_moves.into_iter().chain(drawn).collect();
    if right.contains(&said) {
        return None;
    }
    let occurred = match it.occurrences {
        1 => "the position has occurred once in this line".to_owned(),
        times => format!("the position has occurred {times} times in this line"),
    };
    let (rule, why) = match (without_moves, said) {
        (Some(End::Checkmate), End::Fifty) => {
            (Rule::EndMateBeforeFifty, "it is mate, which comes before any draw".to_owned())
        }
        (Some(End::Checkmate), _) => (Rule::EndMateMissed, "it is mate".to_owned()),
        (Some(_), _) => {
            (Rule::EndStalemateMissed, "there is no legal move, and no check".to_owned())
        }
        (None, End::Checkmate | End::Stalemate) => {
            let first = end.legal_moves().first().map(|&mv| end.move_text(mv));
            (Rule::EndInvented, format!("{} is legal", first.unwrap_or_default()))
        }
        (None, End::Fifty) => {
            (Rule::EndFiftyEarly, format!("the halfmove clock is {}, not 100", it.clock))
        }
        (None, End::Repetition) => repetition_wrong(line, times.unwrap_or(2))
            .map_or((Rule::EndRepetitionEarly, occurred), |(rule, why)| (rule, why.to_owned())),
        (None, End::Material) if can_surely_mate(&end) => {
            (Rule::EndMaterialEarly, "a mate is possible".to_owned())
        }
        (None, End::None) if it.clock >= 100 && habits.says_fifty => {
            (Rule::EndFiftyMissed, format!("the halfmove clock is {}", it.clock))
        }
        (None, End::None) if it.is_dead && habits.says_material => {
            (Rule::EndMaterialMissed, "nobody can be mated".to_owned())
        }
        // Some count a square on which no capture is legal. They see such a repetition later.
        (None, End::None)
            if right.contains(&End::Repetition)
                && line.plies().all(|ply| ply.before.en_passant().is_none()) =>
        {
            (Rule::EndRepetitionMissed, occurred)
        }
        _ => return None,
    };
    let right = right.first().copied().unwrap_or(End::None).word();
    Some(fact(rule, said.word(), right).because(why, Vec::new()))
}

/// What was another one the first time, if the pieces alone have occurred so often.
fn repetition_wrong(line: &Line, times: usize) -> Option<(Rule, &'static str)> {
    let here = line.end();
    let is_often = |is_same: &dyn Fn(&Position) -> bool| {
        let same = line.plies().filter(|ply| {
            let it = &ply.before;
            (it.board(), it.side_to_move()) == (here.board(), here.side_to_move()) && is_same(it)
        });
        1 + same.count() >= times
    };
    let has_same_rights = |it: &Position| it.castling_rights() == here.castling_rights();
    if !is_often(&|_| true) {
        return None;
    }
    if !is_often(&has_same_rights) {
        return Some((
            Rule::EndRepetitionRights,
            "the rights to castle were others the first time",
        ));
    }
    let why = "a capture en passant was legal the first time, and is not now";
    let could = line.plies().any(|ply| EnPassant::Legal.square(&ply.before).is_some());
    could.then_some((Rule::EndRepetitionEnPassant, why))
}

/// Whether all agree that a mate is possible: a queen or rook beside the kings, and its side has a choice of moves.
fn can_surely_mate(end: &Position) -> bool {
    const CHOICE: usize = 8;
    let pieces: Vec<Piece> = Square::all().filter_map(|square| end.board().at(square)).collect();
    let is_major = |piece: &Piece| {
        piece.belongs_to(end.side_to_move())
            && matches!(piece.kind(), PieceKind::Queen | PieceKind::Rook)
    };
    pieces.len() == 3 && pieces.iter().any(is_major) && end.legal_moves().len() >= CHOICE
}

/// What is wrong in what is said about a legal move.
fn move_wrong(end: &Position, mv: Move, told: &ToldMove, habits: &Habits) -> Vec<Wrong> {
    let after = end.after_unchecked(mv);
    let by = CheckBy::of(end, mv);
    let (king, checkers) = (after.king(after.side_to_move()), after.checkers());
    let why = match &checkers[..] {
        [] => format!("after it nothing attacks the king on {king}"),
        from => format!("after it the king on {king} is in check from {}", enumeration(from)),
    };
    let squares = [&[mv.from, mv.to, king], &checkers[..]].concat();
    let of_move = |rule, theirs: bool| fact(rule, yes(theirs), yes(!theirs)).of_move(&told.text);
    let mut wrong = Vec::new();
    if let Some(check) = told.check.filter(|&check| check != by.is_some()) {
        let rule = match by {
            None => Rule::GivesCheckInvented,
            Some(CheckBy::Direct) => Rule::GivesCheckDirect,
            Some(CheckBy::Discovered) => Rule::GivesCheckDiscovered,
            Some(CheckBy::EnPassant) => Rule::GivesCheckEnPassant,
            Some(CheckBy::Castling) => Rule::GivesCheckCastling,
            Some(CheckBy::Promotion) => Rule::GivesCheckPromotion,
            Some(CheckBy::PromotionThroughPawn) => Rule::GivesCheckThroughPawn,
        };
        wrong.push(of_move(rule, check).because(&why, squares.clone()));
    }
    let is_mate = by.is_some() && after.legal_moves().is_empty();
    if let Some(mate) = told.mate.filter(|&mate| mate != is_mate) {
        wrong.push(of_move(Rule::LeafMate, mate).because(&why, squares.clone()));
    }
    let takes = end.captured(mv).is_some();
    if let Some(capture) = told.capture.filter(|&capture| capture != takes) {
        let why = if takes { "it takes a piece" } else { "it takes nothing" };
        wrong.push(of_move(Rule::LeafCapture, capture).because(why, vec![mv.from, mv.to]));
    }
    if let Some(theirs) = &told.san {
        let right = habits.as_written(&san(end, mv));
        if let Some((rule, why)) = san_wrong(end, mv, theirs.trim_end_matches(['!', '?']), &right) {
            wrong.push(fact(rule, theirs, right).because(why, squares).of_move(&told.text));
        }
    }
    wrong
}

/// The rule that a move in SAN breaks, and why. Nothing if it is right.
fn san_wrong(end: &Position, mv: Move, theirs: &str, right: &str) -> Option<(Rule, String)> {
    if theirs == right {
        return None;
    }
    let split = |text: &str| {
        let body = text.trim_end_matches(['+', '#']);
        (body.to_owned(), text[body.len()..].to_owned())
    };
    let ((body, mark), (right_body, right_mark)) = (split(theirs), split(right));
    if body == right_body {
        let is_mate = mark.contains('#') != right_mark.contains('#');
        let rule = if is_mate { Rule::SanMateMark } else { Rule::SanCheckMark };
        let after = end.after_unchecked(mv);
        let why = match (after.is_check(), after.legal_moves().is_empty()) {
            (true, true) => "the move mates",
            (true, false) => "the move gives check, and there is an answer",
            _ => "the move gives no check",
        };
        return Some((rule, why.to_owned()));
    }
    let piece = end.board().at(mv.from)?;
    let without_x = |text: &str| text.replace('x', "");
    let others: Vec<Move> = end
        .pseudo_legal_moves()
        .into_iter()
        .filter(|it| it.to == mv.to && it.from != mv.from && end.board().at(it.from) == Some(piece))
        .collect();
    let (pinned, rivals): (Vec<Move>, Vec<Move>) =
        others.into_iter().partition(|&it| !end.is_legal(it));
    let name = kind_name(piece.kind());
    let from = |moves: &[Move]| enumeration(moves.iter().map(|mv| mv.from));
    let why = match (&rivals[..], &pinned[..]) {
        ([], []) => format!("no other {name} can go to {}", mv.to),
        ([], pinned) => format!("the {name} on {} may not leave its king attacked", from(pinned)),
        (rivals, _) => format!("the {name} on {} can go there as well", from(rivals)),
    };
    let letters = |text: &str| without_x(text).chars().count();
    let is_piece = piece.kind() != PieceKind::Pawn && matches!(mv.kind, MoveKind::Normal);
    let rule = match mv.kind {
        MoveKind::Castling { .. } => Rule::SanCastling,
        _ if without_x(&body) == without_x(&right_body) => {
            let takes = end.captured(mv).is_some();
            let why = if takes { "the move captures" } else { "the move captures nothing" };
            return Some((Rule::SanCapture, why.to_owned()));
        }
        MoveKind::Promotion(_) => Rule::SanPromotion,
        _ if is_piece
            && body.starts_with(right_body.chars().next()?)
            && body.ends_with(&mv.to.to_string()) =>
        {
            match letters(&body).cmp(&letters(&right_body)) {
                std::cmp::Ordering::Greater => Rule::SanLetterExtra,
                std::cmp::Ordering::Less => Rule::SanLetterMissing,
                std::cmp::Ordering::Equal => Rule::SanLetterWrong,
            }
        }
        _ => Rule::SanOther,
    };
    let why = if is_piece { why } else { format!("the move is {}", end.move_text(mv)) };
    Some((rule, why))
}

/// What is wrong about a text being told a legal move or not. Nothing where two notations may mean it.
pub fn legal_wrong(line: &Line, text: &str, is_accepted: bool, habits: &Habits) -> Option<Wrong> {
    let end = line.end();
    let name = MoveName::from_uci(text)?;
    let MoveName::Squares { from, to, promotion } = name else { return None };
    let legal = end.legal_moves();
    let meant = name.among(&legal);
    let plain = MoveName::Squares { from, to, promotion: None };
    if habits.drops_promotions && promotion.is_some() && !plain.among(&legal).is_empty() {
        return None;
    }
    let is_its_text = meant.iter().any(|&mv| end.move_text(mv) == text);
    if is_its_text == is_accepted || !meant.is_empty() && !is_its_text {
        return None;
    }
    let why = explain_name(line, name);
    let piece = end.board().at(from);
    let us = end.side_to_move();
    let is_at_home = from.rank() == us.home_rank() && to.rank() == us.home_rank();
    let is_castling = piece == Some(Piece::new(us, PieceKind::King))
        && is_at_home
        && from.offset_to(to).files().abs() > 1;
    let rule = if is_its_text {
        Rule::LegalRefused
    } else if piece.is_none_or(|piece| !piece.belongs_to(us)) {
        Rule::LegalNoPiece
    } else if promotion.is_some() && name.among(&end.pseudo_legal_moves()).is_empty() {
        Rule::LegalPromotion
    } else if is_castling {
        Rule::LegalCastling
    } else if !name.among(&end.pseudo_legal_moves()).is_empty() {
        Rule::LegalLeavesCheck
    } else if piece.map(Piece::kind) == Some(PieceKind::Pawn) {
        Rule::LegalPawn
    } else {
        Rule::LegalPath
    };
    let told = fact(rule, yes(is_accepted), yes(!is_accepted));
    Some(told.because(why.reason, why.squares).of_move(text))
}

/// `yes` or `no`.
pub const fn yes(it: bool) -> &'static str {
    if it { "yes" } else { "no" }
}
