//! One position with its counts, and the faults that change them.

use super::flags::{Flag, flags};
use super::text::{list, object, quoted};
use crate::catch_all::caught::{Counted, right_counts};
use ox88::suite::SuitePosition;
use ox88::{Move, Position, divide};
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::{Mutant, mutants};
use ox88_hunt::{Line, Rule, explain_move};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The faults of a position are those that its counts show within this many leaves, all depths up to there together.
/// The longest line of the catch-all suite has fewer.
const MOST_LEAVES: u64 = 1_200;

/// Each position has its divide at this depth, or at its only one.
const DEPTH_OF_DIVIDE: usize = 2;

/// Each fault of the broken engine, as both sides make it.
static WHOLE_FAULTS: LazyLock<Vec<Mutant>> =
    LazyLock::new(|| mutants().into_iter().filter(Mutant::is_whole).collect());

/// What a position shows of a rule.
#[derive(Clone)]
struct Shown {
    /// Its id.
    rule: &'static str,
    /// A move that the rule alone makes legal or illegal, if no fault is known against it.
    mv: Option<String>,
    /// Whether no fault against another rule changes these counts.
    alone: bool,
}

#[derive(Clone)]
pub struct Vector {
    pub id: String,
    pub position: Position,
    fen: String,
    flags: Vec<Flag>,
    /// The leaves at depth 1, 2 and so on.
    pub counts: Vec<u64>,
    /// The faults that change a count, each with the least depth at which it does.
    caught: Vec<(Fault, u32)>,
    proves: Option<String>,
    from: String,
    /// Of a position that shows a rule.
    shown: Option<Shown>,
}

impl Vector {
    /// A position of the suite in this file, with the paragraph above it.
    pub fn of_suite(known: &SuitePosition, file: &str, remark: Option<&str>) -> Vector {
        let counts: Vec<u64> = (1..)
            .map_while(|depth| known.count(depth))
            .map(|count| u64::try_from(count.nodes).expect("suites have counts of 64 bits"))
            .collect();
        assert_eq!(counts.len(), known.entry.counts.len(), "{} skips a depth", known.name());
        Vector {
            id: known.name(),
            proves: remark.map(str::to_owned),
            from: file.to_owned(),
            ..Vector::new(known.position, known.can_arise(), counts)
        }
    }

    /// An example of a fault, which it changes at this depth.
    pub fn of_example(fen: &str, depth: u32) -> Vector {
        let position: Position = fen.parse().expect("the examples are positions");
        let counts = right_counts(&position, depth, u64::MAX);
        let can_arise = ox88_test_support::can_arise(&position);
        let from = "crates/broken-engine/src/list.rs".to_owned();
        Vector { from, ..Vector::new(position, can_arise, counts) }
    }

    fn new(position: Position, can_arise: bool, counts: Vec<u64>) -> Vector {
        let mut sum = 0;
        let is_asked = |leaves: &&u64| {
            sum += **leaves;
            sum <= MOST_LEAVES
        };
        let asked = counts.iter().take_while(is_asked).copied().collect();
        let asked = Counted::new(position, asked);
        let depth = |it: &Mutant| Some((it.fault, asked.depth_that_catches(it)?));
        Vector {
            id: String::new(),
            position,
            fen: position.to_string(),
            flags: flags(&position, can_arise),
            caught: WHOLE_FAULTS.iter().filter_map(depth).collect(),
            counts,
            proves: None,
            from: String::new(),
            shown: None,
        }
    }

    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// The first move of the position that this rule makes legal or illegal.
    fn move_by(&self, rule: Rule) -> Option<String> {
        let moves = self.position.pseudo_legal_moves();
        let is_by = |mv: &Move| explain_move(&Line::at(self.position), *mv).rule == rule;
        let mut texts: Vec<String> =
            moves.into_iter().filter(is_by).map(|mv| self.position.move_text(mv)).collect();
        texts.sort();
        texts.into_iter().next()
    }

    fn leaves_to(&self, depth: u32) -> u64 {
        self.counts.iter().take(depth as usize).sum()
    }

    pub fn json(&self) -> String {
        let mut faults: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (fault, depth) in &self.caught {
            faults.entry(*depth).or_default().push(quoted(fault.name()));
        }
        let mut rules: Vec<&str> = self.caught.iter().map(|it| it.0.truth().rule).collect();
        rules.sort_unstable();
        rules.dedup();
        let depth = self.counts.len().min(DEPTH_OF_DIVIDE);
        let divide = divide(&self.position, if depth == 1 { 1 } else { 2 });
        let rows = divide.texts().map(|(mv, leaves)| (mv, leaves.to_string()));
        let faults = faults.into_iter().map(|(depth, names)| (depth.to_string(), list(names)));
        let mut fields = vec![("id", quoted(&self.id)), ("fen", quoted(&self.fen))];
        if let Some(Shown { rule, mv, alone }) = &self.shown {
            fields.push(("rule", quoted(rule)));
            let article = Rule::from_id(rule).and_then(Rule::article);
            fields.extend(article.map(|article| ("article", quoted(article))));
            fields.extend(mv.iter().map(|mv| ("move", quoted(mv))));
            fields.push(("alone", alone.to_string()));
        }
        fields.extend([
            ("flags", list(self.flags.iter().map(|flag| quoted(flag.name())))),
            ("counts", list(self.counts.iter().map(u64::to_string))),
            ("divide", object(rows)),
            ("rules", list(rules.into_iter().map(quoted))),
            ("faults", object(faults)),
        ]);
        if let Some(proves) = &self.proves {
            fields.push(("proves", quoted(proves)));
        }
        fields.push(("from", quoted(&self.from)));
        object(fields)
    }

    /// A line of EPD, which `ox88 suite` reads.
    pub fn epd(&self) -> String {
        let mut line = format!("{} ;id {}", self.fen, self.id);
        if self.has(Flag::CannotArise) {
            line += " ;c0 \"cannot arise\"";
        }
        for (depth, leaves) in (1..).zip(&self.counts) {
            let _ = write!(line, " ;D{depth} {leaves}");
        }
        line + "\n"
    }
}

/// The position that shows a rule best, with its counts up to the depth that shows it: the one that the fewest faults
/// against other rules change, and of these the smallest. Where no fault is known against the rule, a move shows it.
pub fn best(rule: Rule, all: &[Vector]) -> Option<Vector> {
    let id = rule.id();
    let is_of = |fault: Fault| [fault.truth().rule, fault.truth().state].contains(&id);
    let has_faults = WHOLE_FAULTS.iter().any(|it| is_of(it.fault));
    let shown = |vector: &Vector| {
        if has_faults {
            let depth = vector.caught.iter().filter(|it| is_of(it.0)).map(|it| it.1).min()?;
            Some((depth, None))
        } else {
            Some((1, Some(vector.move_by(rule)?)))
        }
    };
    let candidate = |vector| {
        let (depth, mv) = shown(vector)?;
        let others = vector.caught.iter().filter(|it| it.1 <= depth && !is_of(it.0)).count();
        Some((others, vector.leaves_to(depth), depth, mv, vector))
    };
    let candidates = all.iter().filter_map(candidate);
    let (others, _, depth, mv, vector) = candidates.min_by_key(|it| (it.0, it.1))?;
    let from = match vector.id.as_str() {
        "" => vector.from.clone(),
        name => format!("{}: {name}", vector.from),
    };
    Some(Vector {
        id: id.replace('-', "_"),
        from,
        shown: Some(Shown { rule: id, mv, alone: others == 0 }),
        counts: vector.counts[..depth as usize].to_vec(),
        caught: vector.caught.iter().copied().filter(|it| it.1 <= depth).collect(),
        ..vector.clone()
    })
}
