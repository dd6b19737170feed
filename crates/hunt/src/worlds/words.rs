//! A fault as an author would say it: the headline, what is right beside it, and what usually causes such a boundary.

use crate::worlds::learn::Condition;
use crate::worlds::view::{DOUBLE_CHECK, Respect, answer, kind, way, why};
use crate::worlds::world::{Effect, Fault, World};
use ox88_explain::Rule;

/// What is right beside a fault in many respects is no boundary to look for.
const LONGEST_BESIDE: usize = 100;

/// The values of a set, in order.
fn values(set: u64) -> Vec<u8> {
    (0..64).filter(|it| set >> it & 1 != 0).collect()
}

const PIECES: [&str; 7] = ["", "pawn", "knight", "bishop", "rook", "queen", "king"];

/// The pieces of a set by name: `queen`, `rook or queen`.
fn pieces(set: u64, article: bool, last: &str) -> String {
    let name = |it: u8| {
        let name = PIECES.get(usize::from(it)).copied().unwrap_or_default();
        if article { format!("a {name}") } else { name.to_owned() }
    };
    list(values(set & !1).into_iter().map(name), last)
}

fn list(names: impl IntoIterator<Item = String>, last: &str) -> String {
    let names: Vec<String> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., end] => format!("{} {last} {end}", others.join(", ")),
    }
}

fn file(value: u8) -> String {
    char::from(b'a' + value % 8).to_string()
}

fn files(set: u64) -> String {
    let all = values(set & 0xFF);
    match all[..] {
        [one] => format!("the {}-file", file(one)),
        [first, .., last] if all.len() > 2 && usize::from(last - first) + 1 == all.len() => {
            format!("the files {} to {}", file(first), file(last))
        }
        _ => format!("the {}-files", list(all.iter().map(|&it| file(it)), "and")),
    }
}

fn ranks(set: u64) -> String {
    let all = values(set & 0xFF);
    let name = |it: u8| (it + 1).to_string();
    match all[..] {
        [one] => format!("rank {}", name(one)),
        [first, .., last] if all.len() > 2 && usize::from(last - first) + 1 == all.len() => {
            format!("ranks {} to {}", name(first), name(last))
        }
        _ => format!("ranks {}", list(all.iter().map(|&it| name(it)), "and")),
    }
}

/// Counted from the side that moves.
fn own_ranks(set: u64) -> String {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"];
    let all = values(set & 0xFF);
    let name = |it: u8| names[usize::from(it % 8)].to_owned();
    match all[..] {
        [first, .., last] if all.len() > 2 && usize::from(last - first) + 1 == all.len() => {
            format!("their {} to {} ranks", name(first), name(last))
        }
        [_] => format!("their {} rank", name(all[0])),
        _ => format!("their {} ranks", list(all.into_iter().map(name), "and")),
    }
}

fn squares(set: u64) -> String {
    let name = |it: u8| format!("{}{}", file(it), it / 8 + 1);
    let all = values(set);
    match all.len() {
        63 => "the other 63 squares".to_owned(),
        many @ 9.. => format!("{many} other squares"),
        _ => list(all.into_iter().map(name), "or"),
    }
}

fn numbers(set: u64) -> String {
    let all = values(set);
    match (all.first(), all.last()) {
        (Some(first), Some(63)) if *first > 0 => format!("{first} or more"),
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(0), Some(last)) => format!("at most {last}"),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => String::new(),
    }
}

fn lines(set: u64) -> String {
    let name = |it| match it {
        way::FILE => "file",
        way::RANK => "rank",
        way::DIAGONAL => "diagonal",
        _ => "jump",
    };
    list(values(set & !1).into_iter().map(|it| name(it).to_owned()), "or")
}

const DIRECTIONS: [&str; 17] = [
    "down and towards the a-file",
    "down",
    "down and towards the h-file",
    "towards the a-file",
    "nowhere",
    "towards the h-file",
    "up and towards the a-file",
    "up",
    "up and towards the h-file",
    "one down and two left",
    "one down and two right",
    "one up and two left",
    "one up and two right",
    "two down and one left",
    "two down and one right",
    "two up and one left",
    "two up and one right",
];

fn directions(set: u64) -> String {
    const DIAGONALS: u64 = 0b1_0100_0101;
    const STRAIGHT: u64 = 0b1010_1010;
    match set {
        DIAGONALS => "along diagonals".to_owned(),
        STRAIGHT => "along ranks and files".to_owned(),
        // Captures by pawns of both sides.
        0b100_0001 => "towards the a-file".to_owned(),
        0b1_0000_0100 => "towards the h-file".to_owned(),
        _ => list(
            values(set)
                .into_iter()
                .filter_map(|it| Some((*DIRECTIONS.get(usize::from(it))?).to_owned())),
            "or",
        ),
    }
}

/// What a move does about a check, and such moves.
const fn answer(value: u8) -> (&'static str, &'static str) {
    match value {
        answer::NO_CHECK => ("when not in check", "moves when not in check"),
        answer::KING_MOVES => ("of a king in check", "king moves in check"),
        answer::CAPTURES => ("that capture a checking piece", "captures of a checker"),
        answer::BLOCKS => ("that block a check", "moves that block a check"),
        _ => ("that do nothing about a check", "moves that ignore a check"),
    }
}

/// Which squares of a castling king's way are attacked.
fn path(value: u8) -> String {
    let names = ["out of check", "over an attacked square", "to an attacked square"];
    let attacked = (0..3).filter(|it| value >> it & 1 != 0).map(|it| names[it].to_owned());
    if value == 0 {
        "while no square of the king's path is attacked".to_owned()
    } else {
        list(attacked, "and")
    }
}

/// The words of one condition, to stand behind the name of the moves.
fn phrase(it: Condition) -> String {
    let set = it.values;
    match it.respect {
        // These are in the name.
        Respect::Rule
        | Respect::Side
        | Respect::Piece
        | Respect::Kind
        | Respect::Promotion
        | Respect::Why => String::new(),
        Respect::Taken if set & 1 != 0 => String::new(),
        Respect::Taken if set == 0b11_1110 => "that capture".to_owned(),
        Respect::Taken => format!("that capture {}", pieces(set, true, "or")),
        Respect::Attacker | Respect::AttackWay if set == 1 => {
            "that end on a safe square".to_owned()
        }
        Respect::Attacker => format!("by {}", pieces(set & 0b111_1110, true, "or")),
        Respect::AttackWay => format!("along a {}", lines(set & 0b1_1110)),
        Respect::Answer => list(values(set).into_iter().map(|it| answer(it).0.to_owned()), "or"),
        Respect::Path => list(values(set).into_iter().map(path), "or"),
        Respect::Check if set == 1 => "when not in check".to_owned(),
        Respect::Check if set & 1 != 0 => String::new(),
        Respect::Check if set == 1 << DOUBLE_CHECK => "in double check".to_owned(),
        Respect::Check if set.count_ones() > 2 => "in check".to_owned(),
        Respect::Check => format!("in check by {}", pieces(set & 0b11_1110, true, "or")),
        Respect::Pin if set == 1 => "of pieces that are not pinned".to_owned(),
        Respect::Pin if set == 0b1110 => "of pinned pieces".to_owned(),
        Respect::Pin if set & 1 != 0 => {
            format!("of pieces that are not pinned along a {}", lines(!set & 0b1110))
        }
        Respect::Pin => format!("of pieces pinned along a {}", lines(set)),
        Respect::Pinner => format!("of pieces pinned by {}", pieces(set, true, "or")),
        Respect::ToFile => format!("onto {}", files(set)),
        Respect::ToRank => format!("to {}", ranks(set)),
        Respect::FromFile => format!("from {}", files(set)),
        Respect::FromRank => format!("from {}", ranks(set)),
        Respect::ToOwnRank => format!("to {}", own_ranks(set)),
        Respect::FromOwnRank => format!("from {}", own_ranks(set)),
        Respect::To => format!("to {}", squares(set)),
        Respect::From => format!("from {}", squares(set)),
        Respect::Direction => directions(set),
        Respect::Length if set == 1 => "with the king already on its target square".to_owned(),
        Respect::Length if set == 2 => "by one square".to_owned(),
        Respect::Length => format!(
            "by {} squares",
            numbers(if set >> 7 & 1 == 1 { set | u64::MAX << 7 } else { set })
        ),
        Respect::KingFile => format!("with their king on {}", files(set)),
        Respect::KingRank => format!("with their king on {}", ranks(set)),
        Respect::KingOwnRank => format!("with their king on {}", own_ranks(set)),
        Respect::OtherKingFile => format!("with the other king on {}", files(set)),
        Respect::OtherKingRank => format!("with the other king on {}", ranks(set)),
        Respect::Rights if set == 1 => "by a side that can no longer castle".to_owned(),
        Respect::Rights => "by a side that may still castle".to_owned(),
        Respect::EnPassant if set == 1 => "where there is no en passant square".to_owned(),
        Respect::EnPassant => "where there is an en passant square".to_owned(),
        Respect::Men => format!("with {} pieces on the board", numbers(set)),
        Respect::Clock => {
            format!("at a halfmove clock of {}", numbers(set))
        }
    }
}

impl Fault {
    fn set(&self, respect: Respect) -> Option<u64> {
        self.conditions.0.iter().find(|it| it.respect == respect).map(|it| it.values)
    }

    /// The words of one of the conditions, to stand behind those before it. A king has one square.
    fn phrase(&self, it: Condition) -> String {
        match it.respect {
            Respect::KingRank if self.set(Respect::KingFile).is_some() => {
                format!("and {}", ranks(it.values))
            }
            Respect::OtherKingRank if self.set(Respect::OtherKingFile).is_some() => {
                format!("and {}", ranks(it.values))
            }
            _ => phrase(it),
        }
    }

    /// `Black's pawn captures`: the moves by their kind.
    fn name(&self) -> String {
        let side = match self.set(Respect::Side) {
            Some(1) => "White's ",
            Some(_) => "Black's ",
            None => "",
        };
        format!("{side}{}", self.moves())
    }

    fn moves(&self) -> String {
        const CASTLING: u64 = 1 << kind::KING_SIDE | 1 << kind::QUEEN_SIDE;
        const KING_SIDE: u64 = 1 << kind::KING_SIDE;
        const QUEEN_SIDE: u64 = 1 << kind::QUEEN_SIDE;
        const EN_PASSANT: u64 = 1 << kind::EN_PASSANT;
        const DOUBLE: u64 = 1 << kind::DOUBLE;
        const CAPTURE: u64 = 1 << kind::CAPTURE;
        const QUIET: u64 = 1 << kind::QUIET;
        const ANY_CAPTURE: u64 = CAPTURE | EN_PASSANT;
        let kinds = self.set(Respect::Kind);
        let is_capture =
            kinds == Some(CAPTURE) || self.set(Respect::Taken).is_some_and(|it| it & 1 == 0);
        if let Some(set) = self.set(Respect::Promotion).filter(|it| it & 1 == 0) {
            let what = match set {
                0b11_1100 | 0b11_1110 => "promotions".to_owned(),
                0b1_1100 => "underpromotions".to_owned(),
                _ => format!("promotions to {}", pieces(set, true, "or")),
            };
            return match kinds {
                _ if is_capture => format!("{what} by capture"),
                Some(QUIET) => format!("{what} by a push"),
                _ => what,
            };
        }
        let piece = self.set(Respect::Piece);
        let of = match piece {
            Some(0b11_1110) => "moves of every piece but the king".to_owned(),
            Some(set) => {
                let what = match kinds {
                    Some(CAPTURE | ANY_CAPTURE) => "captures",
                    Some(QUIET) if set == 0b10 => "pushes",
                    Some(QUIET) => "quiet moves",
                    Some(DOUBLE) => "double pushes",
                    _ if is_capture => "captures",
                    _ => "moves",
                };
                format!("{} {what}", pieces(set, false, "and"))
            }
            None if self.set(Respect::Direction).is_some_and(|it| it >> 9 != 0) => {
                "knight moves".to_owned()
            }
            None if kinds == Some(KING_SIDE) => "kingside castling".to_owned(),
            None if kinds == Some(QUEEN_SIDE) => "queenside castling".to_owned(),
            None if self.set(Respect::Length) == Some(1) => "castling".to_owned(),
            None if self.set(Respect::Path).is_some() => "castling".to_owned(),
            None => match kinds {
                Some(CASTLING) => "castling".to_owned(),
                Some(EN_PASSANT) => "en passant captures".to_owned(),
                Some(DOUBLE) => "double pushes".to_owned(),
                Some(CAPTURE | ANY_CAPTURE) => "captures".to_owned(),
                Some(QUIET) => "quiet moves".to_owned(),
                Some(set) if set & EN_PASSANT != 0 && set & !EN_PASSANT == CASTLING => {
                    "en passant captures and castling".to_owned()
                }
                _ => "moves".to_owned(),
            },
        };
        match self.set(Respect::Why).map(values).as_deref() {
            Some([why::STEPS_INTO_ATTACK]) => "king moves into attack".to_owned(),
            Some([why::STEPS_BACK_ALONG_LINE]) => {
                "retreats of a king along the line of a check".to_owned()
            }
            Some([why::STEPS_INTO_ATTACK, why::STEPS_BACK_ALONG_LINE]) => {
                "king moves to an attacked square".to_owned()
            }
            Some([why::LEAVES_PIN]) => format!("{of} off a pin"),
            Some([why::CHECK_UNANSWERED]) => format!("{of} that leave a check unanswered"),
            Some([why::CASTLES_OUT_OF_CHECK]) => format!("{} out of check", castling(&of)),
            Some([why::CASTLES_THROUGH_ATTACK]) => {
                format!("{} through an attacked square", castling(&of))
            }
            Some([why::ROOK_UNCOVERS]) => {
                format!("{} whose rook uncovers an attack on the king", castling(&of))
            }
            None if self.effect == Effect::Extra
                && of.contains("castling")
                && [Respect::Attacker, Respect::AttackWay]
                    .iter()
                    .any(|it| self.set(*it).is_some()) =>
            {
                format!("{of} through attacks")
            }
            None if self.effect == Effect::Extra
                && self.set(Respect::Rule).is_none()
                && self.set(Respect::Attacker).is_some() =>
            {
                format!("{of} that leave the king attacked")
            }
            Some([why::UNCOVERS]) => "en passant captures that expose the king".to_owned(),
            _ => of,
        }
    }

    /// `Black's pawn captures onto the h-file are missing`. Where the rule says which moves these are: `castling is
    /// missing where the rook is attacked: only Black's`.
    pub fn headline(&self, rule: Option<Rule>) -> String {
        let phrases: Vec<String> = self.conditions.0.iter().map(|it| self.phrase(*it)).collect();
        let phrases = phrases.iter().filter(|it| !it.is_empty());
        if let Some(rule) = rule.filter(|_| self.set(Respect::Rule).is_some()) {
            let (mut name, phrases) = (self.name(), phrases.cloned().collect::<Vec<_>>());
            // The piece is not the one that moves.
            let is_attack = |respect| self.set(respect).is_some_and(|set| set != 1);
            if [Respect::Attacker, Respect::AttackWay].into_iter().any(is_attack) {
                name = if name == "moves" { String::new() } else { format!("{name} into ") };
                name += "attacks";
            }
            let side = name.strip_suffix("moves").map(|it| it.trim_end_matches("'s "));
            let only = match side.filter(|it| phrases.is_empty() && !it.contains(' ')) {
                Some("") => return rule.fault().to_owned(),
                Some(side) => side.to_owned(),
                None => [vec![name], phrases].concat().join(" "),
            };
            return format!("{}: this affects only {only}", rule.fault());
        }
        let what = phrases.fold(self.name(), |what, it| format!("{what} {it}"));
        // One pin has both a line and a piece.
        let of = |respect| self.conditions.0.iter().find(|it| it.respect == respect);
        let what = match [Respect::Pin, Respect::Pinner].map(|it| of(it).map(|it| phrase(*it))) {
            [Some(along), Some(by)] => {
                let both = along.replace("pinned", by.trim_start_matches("of pieces "));
                what.replace(&format!("{along} {by}"), &both)
            }
            _ => what,
        };
        // That the piece is pinned is in the name.
        let what = what.replace("off a pin of pieces pinned", "off a pin");
        let is_one = self.name().contains("castling");
        let verb = if is_one && !self.name().contains(" and ") { "is" } else { "are" };
        match self.effect {
            Effect::Missing if self.conditions.0.is_empty() => {
                "no move is listed where there are legal moves".to_owned()
            }
            Effect::Missing => format!("{what} {verb} missing"),
            // Only some names say why they are illegal. Castling has reasons of its own.
            Effect::Extra
                if !is_one
                    && self.set(Respect::Why).is_none()
                    && self.set(Respect::Attacker).is_none() =>
            {
                format!("{what} {verb} allowed, although the king is left attacked")
            }
            Effect::Extra => format!("{what} {verb} allowed"),
            Effect::Twice => format!("{what} {verb} listed twice"),
        }
    }

    /// What was right beside it, a phrase for each condition: `the same moves of White; moves onto the files a to g`.
    pub fn right(&self) -> Vec<String> {
        let conditions = self.conditions.0.iter().zip(&self.right_in);
        let words = conditions.filter(|it| *it.1 != 0).map(|(it, &values)| beside(*it, values));
        words.filter(|it| !it.is_empty() && it.len() <= LONGEST_BESIDE).collect()
    }

    /// What usually causes a fault with this boundary. Nothing where the boundary fits none.
    pub fn hint(&self) -> Option<&'static str> {
        const EDGES: [u64; 3] = [1, 1 << 7, 1 | 1 << 7];
        const HALVES: [u64; 2] = [0x0F, 0xF0];
        const CORNERS: [u64; 4] = [1, 1 << 7, 1 << 56, 1 << 63];
        let has =
            |respect: Respect, sets: &[u64]| self.set(respect).is_some_and(|it| sets.contains(&it));
        let is_any = |respects: &[Respect], sets: &[u64]| respects.iter().any(|it| has(*it, sets));
        let is_of_lines = is_any(&[Respect::Pin, Respect::AttackWay], &[2, 4, 6, 8]);
        let is_of_piece = self.set(Respect::Pinner).or(self.set(Respect::Attacker)).is_some();
        let row: [(bool, &str); 8] = [
            (
                is_any(&[Respect::To, Respect::From], &CORNERS),
                "a comparison at the end of the board, such as < for <=, or a table one entry short",
            ),
            (
                is_any(&[Respect::ToFile, Respect::FromFile], &EDGES),
                "a mask of an edge file, or a test for the edge: the wrong file, or the wrong direction",
            ),
            (
                is_any(&[Respect::KingRank, Respect::ToRank, Respect::FromRank], &HALVES),
                "1 << square where 64 bits are needed: the upper half of the board is lost",
            ),
            (
                // Another piece is right along the same kind of line.
                is_of_lines && is_of_piece,
                "one kind of piece is left out of the attacks along this kind of line",
            ),
            (is_of_lines, "a table or loop for one kind of line is wrong: the other kind is right"),
            (
                is_any(
                    &[Respect::Pinner, Respect::Attacker],
                    &[1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 2],
                ),
                "one kind of piece is left out where attacks are collected",
            ),
            (
                has(Respect::Kind, &[1 << kind::KING_SIDE, 1 << kind::QUEEN_SIDE]),
                "castling has code for each side of the board, and only one of the two is wrong",
            ),
            (
                self.set(Respect::Side).is_some(),
                "the code exists once for each side, and only one of the two is wrong",
            ),
        ];
        row.into_iter().find(|it| it.0).map(|it| it.1)
    }
}

fn castling(of: &str) -> &str {
    if of == "moves" { "castling" } else { of }
}

/// Such moves with other values in one respect.
fn beside(it: Condition, values: u64) -> String {
    let set = Condition { values, ..it };
    match it.respect {
        Respect::Side => {
            format!("the same moves of {}", if values == 1 { "White" } else { "Black" })
        }
        Respect::Piece => format!("{} moves", pieces(values, false, "and")),
        Respect::Kind => {
            const WINGS: [u64; 2] = [1 << kind::KING_SIDE, 1 << kind::QUEEN_SIDE];
            let castlings = |set: u64| set & (WINGS[0] | WINGS[1]);
            // Beside one castling, only the other one is worth words; beside both, or beside other moves, none is.
            let told = if WINGS.contains(&it.values) {
                castlings(values) & !it.values
            } else if castlings(it.values | values) != 0 {
                0
            } else {
                values
            };
            let names = [
                "quiet moves",
                "double pushes",
                "captures",
                "en passant captures",
                "kingside castling",
                "queenside castling",
            ];
            list((0..6).filter(|it| told >> it & 1 != 0).map(|it| names[it].to_owned()), "and")
        }
        Respect::Promotion if values == 1 => "moves that do not promote".to_owned(),
        Respect::Promotion => format!("promotions to {}", pieces(values, true, "or")),
        Respect::Taken if values == 1 => "moves that capture nothing".to_owned(),
        Respect::Rule | Respect::Why => String::new(),
        Respect::Direction if values.count_ones() > 3 => {
            "the same moves in other directions".to_owned()
        }
        Respect::Answer => {
            let kinds: Vec<&str> =
                self::values(values).into_iter().map(|it| answer(it).1).collect();
            kinds.join("; ")
        }
        Respect::Pin | Respect::Pinner | Respect::Taken => format!("moves {}", phrase(set)),
        Respect::Check | Respect::Attacker | Respect::AttackWay if values == 1 => {
            format!("moves {}", phrase(set))
        }
        Respect::Attacker | Respect::AttackWay => format!("attacks {}", phrase(set)),
        respect if is_place(respect) => format!("moves {}", phrase(set)),
        Respect::Path => format!("castling {}", phrase(set)),
        _ => format!("the same moves {}", phrase(set)),
    }
}

/// Whether it is where a move begins or ends.
const fn is_place(respect: Respect) -> bool {
    matches!(
        respect,
        Respect::To
            | Respect::From
            | Respect::ToFile
            | Respect::ToRank
            | Respect::FromFile
            | Respect::FromRank
            | Respect::ToOwnRank
            | Respect::FromOwnRank
    )
}

impl World {
    /// What is wrong, in one sentence for each fault.
    pub fn headline(&self) -> String {
        self.faults.iter().map(|it| it.headline(self.rule)).collect::<Vec<_>>().join("; ")
    }

    /// What usually causes its first fault.
    pub fn hint(&self) -> Option<&'static str> {
        self.faults.first().and_then(Fault::hint)
    }

    /// Whether it tells moves apart by what a rule of chess looks at, and not by where they begin and end: all that is
    /// said about such a rule fits it.
    pub fn is_of_kinds(&self) -> bool {
        let is_kind = |it: &Condition| match it.respect {
            Respect::Kind => it.values == 0b1000 || it.values & !0b11_0000 == 0,
            Respect::Promotion => it.values & 1 == 0,
            Respect::Rule | Respect::Pin | Respect::Check | Respect::Answer => true,
            _ => false,
        };
        let is_reason = |it: &Condition| {
            use Respect::{AttackWay, Attacker, Kind, Path, Rule, Why};
            matches!(it.respect, Rule | Why | Attacker | AttackWay | Kind | Path)
        };
        let is_repeated = |it: &Condition| {
            use Respect::{Kind, Piece, Promotion, Rule, Taken};
            matches!(it.respect, Rule | Kind | Piece | Taken | Promotion)
        };
        self.faults.iter().all(|it| match it.effect {
            Effect::Missing => !it.conditions.0.is_empty() && it.conditions.0.iter().all(is_kind),
            Effect::Extra => it.conditions.0.iter().all(is_reason),
            Effect::Twice => it.conditions.0.iter().all(is_repeated),
        })
    }

    /// Whether it names only places and a side, so that the rule of one wrong move is one of several: `moves to b5 are
    /// missing`.
    pub fn is_of_places(&self) -> bool {
        let is_one = |it: &Condition| it.respect == Respect::Side || is_place(it.respect);
        self.faults.iter().all(|it| it.conditions.0.iter().all(is_one))
    }

    /// Whether the headline does not say which moves are missing.
    pub fn is_vague(&self) -> bool {
        self.headline() == "moves are missing"
    }

    /// Whether it is just that the rule is broken, wherever it decides.
    pub fn is_of_rule(&self) -> bool {
        let is_rule =
            |it: &Fault| matches!(it.conditions.0[..], [Condition { respect: Respect::Rule, .. }]);
        self.faults.iter().all(is_rule)
    }
}
