//! What is known of a total, in sentences.

use super::index::{KnownFault, KnownTotal};
use super::{Counted, Elsewhere, FEW, TotalKind, kinds, next_question};
use ox88_count::Column;
use ox88_engine::suites::by_name;
use ox88_explain::{Rule, WIDTH, remark};
use std::collections::HashSet;

/// The word in front of a line to type.
const TYPE: &str = "type";

/// Where the words of a detail begin.
const INDENT: usize = 11;

/// A remark names so many faults. It is no place for all.
const SHOWN_BESIDE: usize = 2;

/// The advice about a total that belongs to several positions.
const WHICH_POSITION: &str = "say which position it was";

/// The advice to someone who has the rows.
const COMPARE: &str = "compare your rows with the correct divide";

/// A total is no proof.
const CERTAINTY: &str = "a number alone proves nothing: two bugs at once, or one that ox88 does not know, may give the same";

/// What the user of a front end can do next, in the words of that front end. Nothing where there is no such thing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NextSteps {
    /// How to say which position and which depth it was: `add --fen and --depth`.
    pub position: Option<&'static str>,
    /// What is typed in front of a depth and a position to see the right divide: `ox88 divide`.
    pub divide: Option<&'static str>,
    /// What finds the position and names the rule, in backticks.
    pub hunt: Option<&'static str>,
}

impl NextSteps {
    /// The sentence with how to say which position and depth it was, if that is known.
    fn with_position(&self, sentence: &str) -> String {
        self.position.map_or(sentence.to_owned(), |how| format!("{sentence}: {how}"))
    }

    /// The line that prints the right divide, below a sentence. It has the FEN if that fits.
    fn divide(&self, sentence: (&'static str, &str), at: &Counted) -> Vec<(&'static str, String)> {
        let Some(divide) = self.divide else { return Vec::new() };
        let line = |position: &str| format!("{divide} {} {}", at.depth, quoted(position));
        let by_fen = line(&typed(at));
        let fits = by_fen.len() + 2 <= WIDTH || by_name(&at.name).is_none();
        let line = if fits { by_fen } else { line(&at.name) };
        vec![(sentence.0, sentence.1.to_owned()), (TYPE, line)]
    }

    fn hunt(&self) -> Option<(&'static str, String)> {
        let hunt = self.hunt?;
        Some(("or", format!("{hunt} finds the position and names the rule")))
    }
}

/// What is known of a total: see [`explain_total`](super::explain_total).
#[derive(Clone, Debug)]
pub struct TotalExplained {
    /// The total.
    pub total: u128,
    /// What is known of it.
    pub kind: TotalKind,
    /// What its reader can do next.
    pub next: NextSteps,
}

impl TotalExplained {
    /// The known bugs that are named: those that print this total, if they are few.
    #[must_use]
    pub fn faults(&self) -> Vec<&KnownFault> {
        let faults: Vec<&KnownFault> = match &self.kind {
            TotalKind::Known(known) => known.iter().flat_map(|it| &it.faults).collect(),
            _ => Vec::new(),
        };
        if faults.len() > FEW { Vec::new() } else { faults }
    }

    /// Whether the total is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        matches!(self.kind, TotalKind::Right(_))
    }

    /// The answer in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let total = self.total;
        match &self.kind {
            TotalKind::Right(it) => format!("{total} is correct for {}", place(it)),
            TotalKind::RightElsewhere(asked, there, why) => match why {
                Elsewhere::Depth => {
                    format!(
                        "{total} is correct for depth {}, not for depth {}",
                        there.depth, asked.depth
                    )
                }
                Elsewhere::Position => {
                    format!("{total} is correct for a different position: {}", place(there))
                }
                Elsewhere::WithoutRights => {
                    format!("{total} is correct for this position without its castling rights")
                }
                Elsewhere::WithoutEnPassant => {
                    format!("{total} is correct for this position without its en passant square")
                }
                Elsewhere::OtherSide => {
                    format!("{total} is correct for this position with the other side to move")
                }
            },
            TotalKind::NoLeaves(at, what, _) => {
                format!("{total} is not the number of leaves: for {}, it is {what}", place(at))
            }
            TotalKind::Known(known) => known_sentence(total, known),
            TotalKind::Unknown(near) => match &near[..] {
                [] => self.next.with_position(&format!("no count that ox88 knows is near {total}")),
                [near] => {
                    let off = off(total, near.right);
                    format!("{total} is {off} for {}, and no known bug gives it", place(near))
                }
                _ => {
                    format!(
                        "no known position has {total} leaves, and no known bug gives this number. The nearest correct totals:"
                    )
                }
            },
        }
    }

    /// What else there is to say, each with a word in front.
    #[must_use]
    pub fn details(&self) -> Vec<(&'static str, String)> {
        match &self.kind {
            TotalKind::Right(it) => {
                let why = format!("two bugs can cancel out in a total, so {COMPARE}");
                let divide = self.next.divide(("next", &why), it);
                fen(it).into_iter().chain(divide).chain(self.next.hunt()).collect()
            }
            TotalKind::RightElsewhere(asked, there, why) => {
                let right = ("correct", format!("{} for {}", asked.right, place(asked)));
                let misreads = |field: &str| {
                    format!("the engine misreads the {field} of the FEN: check your parser")
                };
                let perhaps = match why {
                    Elsewhere::Depth => {
                        "the engine counts depth differently, or stops at another ply".to_owned()
                    }
                    Elsewhere::Position => {
                        "the engine ignores the position that it is given".to_owned()
                    }
                    Elsewhere::WithoutRights => misreads("castling field"),
                    Elsewhere::WithoutEnPassant => misreads("en passant field"),
                    Elsewhere::OtherSide => misreads("side to move"),
                };
                let there =
                    (*why == Elsewhere::Position).then(|| ("position", there.position.to_string()));
                [right].into_iter().chain(there).chain([("perhaps", perhaps)]).collect()
            }
            TotalKind::NoLeaves(at, _, known) => {
                let also = if_faults(known).zip(known.first()).map(|(faults, known)| {
                    let (total, place) = (known.total, place(&counted(known)));
                    ("or", format!("{total} is also what an engine prints for {place}, {faults}"))
                });
                let right = ("correct", format!("{} leaves for {}", at.right, place(at)));
                let next = ("but", "perft counts only the leaves, at the last ply".to_owned());
                [right, next].into_iter().chain(also).collect()
            }
            TotalKind::Known(known) => self.known_details(known),
            TotalKind::Unknown(near) => self.unknown_details(near),
        }
    }

    fn known_details(&self, known: &[KnownTotal]) -> Vec<(&'static str, String)> {
        let (mut details, total) = (Vec::new(), self.total);
        let faults: Vec<&KnownFault> = known.iter().flat_map(|it| &it.faults).collect();
        let is_told = known.len() == 1 || faults.len() <= FEW;
        for it in known.iter().filter(|_| is_told) {
            let at = counted(it);
            let right =
                format!("{} for {}: {total} is {}", it.right, place(&at), off(total, it.right));
            details.push(("correct", right));
            details.extend(fen(&at));
            let is_of = |kinds: &[&str]| faults.iter().any(|fault| kinds.contains(&fault.kind));
            details.extend(difference(total, &at, is_of).map(|what| ("off by", what)));
            if faults.len() > FEW {
                continue;
            }
            for of_rule in it.faults.chunk_by(|one, other| one.rule == other.rule) {
                let rule: Rule = of_rule[0].rule;
                for fault in of_rule {
                    let (id, part) = (rule.id(), fault.part);
                    if faults.len() > 1 {
                        details.push(("bug", format!("{} (`{id}`, {part})", fault.what)));
                    } else {
                        details.push(("rule", format!("`{id}`: {}", rule.fault())));
                        let part = format!(
                            "{part} in that engine; a total alone does not tell the part of yours"
                        );
                        details.push(("origin", part));
                    }
                }
                details.push(("usually", rule.usual_cause()));
            }
        }
        if known.len() > 1 {
            details.push(("next", self.next.with_position(WHICH_POSITION)));
        } else if let Some((at, mut printed)) = next_question(&known[0]) {
            let is_here = at.position == known[0].position.position;
            let there = if is_here { "the same position".to_owned() } else { typed(&at) };
            let next = format!("count {there} at depth {}: {} is correct", at.depth, at.right);
            details.push(("next", next));
            printed.sort_unstable();
            let groups: Vec<_> = printed.chunk_by(|one, other| one.0 == other.0).collect();
            if faults.len() > FEW {
                details.push((
                    "",
                    format!(
                        "these bugs give {} different totals there: ask about yours in the same way",
                        groups.len()
                    ),
                ));
            }
            for group in groups.iter().filter(|_| faults.len() <= FEW) {
                let whats: Vec<&str> = group.iter().map(|it| &*faults[it.1].what).collect();
                details.push((
                    "",
                    format!("{} fits an engine where {}", group[0].0, whats.join("; or where ")),
                ));
            }
        }
        details.extend(self.next.divide(("or", COMPARE), &counted(&known[0])));
        details.extend(self.next.hunt());
        details.push(("but", CERTAINTY.to_owned()));
        details
    }

    fn unknown_details(&self, near: &[Counted]) -> Vec<(&'static str, String)> {
        let (mut details, total) = (Vec::new(), self.total);
        for it in near {
            // Of a single one the answer has said already how far the total is off.
            let off =
                if near.len() == 1 { String::new() } else { format!(": {}", off(total, it.right)) };
            details.push(("correct", format!("{} for {}{off}", it.right, place(it))));
            details.extend(fen(it));
            details.extend(difference(total, it, |_| true).map(|what| ("off by", what)));
        }
        if let [near] = near {
            details.extend(self.next.divide(("next", COMPARE), near));
        } else if !near.is_empty() {
            details.push(("next", self.next.with_position(WHICH_POSITION)));
        }
        details.extend(self.next.hunt());
        details
    }

    /// The answer for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        // A line to type is not broken.
        let line = |(word, text): (&str, String)| match word {
            TYPE if INDENT + text.len() <= WIDTH => format!("{:INDENT$}{text}", ""),
            TYPE => format!("  {text}"),
            _ => remark(&format!("  {word:<8} "), &text),
        };
        let lines = self.details().into_iter().map(line);
        let lines: Vec<String> = [remark("", &self.sentence())].into_iter().chain(lines).collect();
        lines.join("\n") + "\n"
    }
}

/// `if en passant is never generated`: the known bugs that give the total, if they are few.
pub(super) fn if_faults(known: &[KnownTotal]) -> Option<String> {
    let [known] = known else { return None };
    let whats: Vec<&str> = known.faults.iter().map(|it| &*it.what).collect();
    let (shown, others) = whats.split_at(whats.len().min(SHOWN_BESIDE));
    let more = match others.len() {
        0 => String::new(),
        1 => "; or with another known bug".to_owned(),
        more => format!("; or with one of {more} other known bugs"),
    };
    (whats.len() <= FEW).then(|| format!("if {}{more}", shown.join("; or if ")))
}

fn known_sentence(total: u128, known: &[KnownTotal]) -> String {
    let at = place(&counted(&known[0]));
    // A fault may give it in several positions.
    let names: HashSet<_> = known.iter().flat_map(|it| &it.faults).map(|it| &it.names).collect();
    let count = names.len();
    match (&known[0].faults[..], known) {
        ([fault], [_]) => {
            let with = if fault.names.len() > 1 { "with two bugs at once, " } else { "" };
            format!("{total} for {at}, is exactly what an engine prints {with}if {}", fault.what)
        }
        (faults, [_]) => {
            let what = if faults[0].names.len() > 1 { "pairs of known bugs" } else { "known bugs" };
            let (each, kinds) = common(faults);
            let count = in_words(count);
            format!("{count} {what}{each} each give exactly {total} for {at}{kinds}")
        }
        (_, others) => {
            let others = ox88_explain::counted(others.len() - 1, "other position");
            let faults = if count == 1 { "known bug gives" } else { "known bugs give" };
            let Counted { name, depth, .. } = counted(&known[0]);
            format!("{count} {faults} {total}, in {name} at depth {depth} and in {others}")
        }
    }
}

/// What these faults have in common, or else how many are of which group.
fn common(faults: &[KnownFault]) -> (String, String) {
    let (rule, kind) = (faults[0].rule.id(), faults[0].kind);
    if faults.iter().all(|it| it.rule.id() == rule) {
        (format!(", all about the rule `{rule}`,"), String::new())
    } else if faults.iter().all(|it| it.kind == kind) {
        (format!(", all about {},", kind.to_lowercase()), String::new())
    } else {
        (String::new(), format!(": {}", kinds_of(faults)))
    }
}

/// A small number as it is written in a sentence.
fn in_words(count: usize) -> String {
    const WORDS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = count.checked_sub(2).and_then(|it| WORDS.get(it));
    word.map_or_else(|| count.to_string(), |it| (*it).to_owned())
}

/// How many of these faults are in each group.
fn kinds_of(faults: &[KnownFault]) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for fault in faults {
        match kinds.iter_mut().find(|it| it.0 == fault.kind) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((fault.kind, 1)),
        }
    }
    let kinds = kinds.into_iter().map(|(kind, count)| format!("{} ({count})", kind.to_lowercase()));
    kinds.collect::<Vec<_>>().join(", ")
}

/// Of what kind of leaves there are just as many as are too few or too many, if it is a kind of which faults are known.
fn difference(total: u128, at: &Counted, is_of: impl Fn(&[&str]) -> bool) -> Option<String> {
    let off = at.right.abs_diff(total);
    let stats = kinds(&at.position, at.depth)?;
    let same: Vec<String> = stats
        .columns()
        .skip(1)
        .filter(|it| it.1 == off && off > 0 && is_of(kinds_about(it.0)))
        .map(|it| of_column(it.0))
        .collect();
    let promotions = stats.get(Column::Promotions);
    if is_of(kinds_about(Column::Promotions))
        && total < at.right
        && promotions > 0
        && off == promotions / 4 * 3
    {
        return Some(format!("{off}, three of every four promotions at depth {}", at.depth));
    }
    (!same.is_empty())
        .then(|| format!("{off}, the number of {} at depth {}", same.join(", and of "), at.depth))
}

/// The groups of faults that are about such leaves.
const fn kinds_about(column: Column) -> &'static [&'static str] {
    match column {
        Column::EnPassant => &["En passant"],
        Column::Castles => &["Castling", "Castling rights"],
        Column::Promotions => &["Promotion"],
        _ => &[],
    }
}

/// What people type for a position: not every author knows the names of the others.
fn typed(at: &Counted) -> String {
    let is_known = ["startpos", "kiwipete"].contains(&&*at.name);
    if is_known { at.name.clone() } else { at.position.to_string() }
}

/// The FEN of a position that has another name.
fn fen(at: &Counted) -> Option<(&'static str, String)> {
    (typed(at) != at.name).then(|| ("fen", at.position.to_string()))
}

fn counted(known: &KnownTotal) -> Counted {
    let KnownTotal { position, depth, right, .. } = *known;
    Counted { name: known.name(), position: position.position, depth, right }
}

fn off(total: u128, right: u128) -> String {
    let word = if total < right { "too few" } else { "too many" };
    format!("{} {word}", right.abs_diff(total))
}

fn place(at: &Counted) -> String {
    format!("{}, depth {}", at.name, at.depth)
}

fn quoted(name: &str) -> String {
    if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() }
}

pub(super) fn of_column(column: Column) -> String {
    match column {
        Column::EnPassant => "en passant captures".to_owned(),
        Column::Castles => "castlings".to_owned(),
        _ => column.name().replace('_', " "),
    }
}
