//! The wrong totals of known bugs in known positions: `index.txt`, which `examples/numbers.rs` of the broken engine
//! writes. `table.rs` there says how.

use ox88::suite::{SuitePosition, built_in};
use ox88_engine::suites::ALIASES;
use ox88_explain::Rule;
use std::sync::LazyLock;

pub(super) static INDEX: LazyLock<Index> = LazyLock::new(|| Index::read(include_str!("index.txt")));

/// Who printed which totals.
pub(super) struct Index {
    faults: Vec<Fault>,
    engines: Vec<Engine>,
    /// Those that authors count first come first.
    pub places: Vec<IndexedPosition>,
}

/// A fault that an engine may have.
struct Fault {
    name: &'static str,
    kind: &'static str,
    rule: Rule,
    part: &'static str,
    what: &'static str,
}

/// An engine with one fault in some form, or with two.
enum Engine {
    Form { fault: usize, side: &'static str, wing: &'static str },
    Pair([usize; 2]),
}

/// The wrong totals of a position.
pub(super) struct IndexedPosition {
    pub known: &'static SuitePosition,
    pub depths: Vec<Totals>,
}

/// The wrong totals at one depth.
pub(super) struct Totals {
    pub depth: u32,
    pub right: u128,
    /// Each with the engines that print it.
    pub wrong: Vec<(u128, Vec<usize>)>,
}

/// A fault, or two at once, with which an engine prints a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownFault {
    /// The names by which the broken engine knows it: one, or two.
    pub names: Vec<&'static str>,
    /// The rule that it breaks; of two faults the first one's.
    pub rule: Rule,
    /// The part of the engine at fault, as in reports.
    pub part: &'static str,
    /// What such an engine does: "en passant is never generated".
    pub what: String,
    /// The group of faults to which it belongs: "Castling".
    pub kind: &'static str,
    /// The numbers of such engines.
    pub(super) engines: Vec<usize>,
}

/// A wrong total with all known bugs that give it.
#[derive(Clone, Debug)]
pub struct KnownTotal {
    /// The position of the suites in which it was counted.
    pub position: &'static SuitePosition,
    /// How deep.
    pub depth: u32,
    /// The right count.
    pub right: u128,
    /// The wrong one.
    pub total: u128,
    /// The faults with which an engine prints it: single ones, or else pairs.
    pub faults: Vec<KnownFault>,
}

impl KnownTotal {
    /// The name of the position as people type it.
    pub fn name(&self) -> String {
        name_of(self.position)
    }
}

/// All wrong totals that ox88 knows, by position and depth.
pub fn known_totals() -> impl Iterator<Item = KnownTotal> {
    INDEX.all().map(|(place, totals, (total, engines))| INDEX.known(place, totals, *total, engines))
}

/// The name of a position as people type it.
pub(super) fn name_of(known: &SuitePosition) -> String {
    let name = known.name();
    match name.as_str() {
        "start_position" => "startpos".to_owned(),
        "kiwipete" => name,
        _ if known.entry.id.is_none() => known.position.to_string(),
        _ => {
            let alias = ALIASES.iter().find(|(_, other)| *other == name);
            alias.map_or(name, |(alias, _)| (*alias).to_owned())
        }
    }
}

/// Up to so many leaves every engine was walked: whose total is not there counts rightly.
const ALL_WALKED: u128 = 60_000;

/// The words after a fault for each of its forms.
type Words = [&'static str; 3];

const SIDES: Words = ["", " for White alone", " for Black alone"];
const WINGS: Words = ["", " on the kingside", " on the queenside"];

impl Index {
    fn read(text: &'static str) -> Index {
        let mut index = Index { faults: Vec::new(), engines: Vec::new(), places: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            index.read_line(line).unwrap_or_else(|| panic!("index.txt: {line}"));
        }
        index
    }

    fn read_line(&mut self, line: &'static str) -> Option<()> {
        if let Some(id) = line.strip_prefix('>') {
            self.places.push(IndexedPosition { known: built_in::by_id(id)?, depths: Vec::new() });
        } else if let Some(pair) = line.strip_prefix('+') {
            let [one, other] = numbers(pair)[..] else { return None };
            self.engines.push(Engine::Pair([one, other]));
        } else if line.contains('|') {
            let [name, kind, rule, part, forms, what] = line.split('|').collect::<Vec<_>>()[..]
            else {
                return None;
            };
            let rule = *Rule::ALL.iter().find(|it| it.id() == rule)?;
            let fault = self.faults.len();
            self.faults.push(Fault { name, kind, rule, part, what });
            let of = |letter, words: Words| {
                if forms.contains(letter) { words.to_vec() } else { words[..1].to_vec() }
            };
            for _ in 0..=usize::from(forms.contains('o')) {
                for side in of('s', SIDES) {
                    let forms = of('w', WINGS).into_iter();
                    self.engines.extend(forms.map(|wing| Engine::Form { fault, side, wing }));
                }
            }
        } else {
            let (depth, totals) = line.split_once(' ')?;
            let depth = depth.parse().ok()?;
            let place = self.places.last_mut()?;
            let right = place.known.count(depth)?.nodes;
            let starts = totals.match_indices(['+', '-']).map(|it| it.0);
            let ends = starts.clone().skip(1).chain([totals.len()]);
            let wrong = starts.zip(ends).map(|(start, end)| {
                let total = &totals[start..end];
                let letters = total.find(char::is_alphabetic)?;
                let total_of = right.checked_add_signed(total[..letters].parse().ok()?)?;
                Some((total_of, numbers(&total[letters..])))
            });
            let wrong = wrong.collect::<Option<_>>()?;
            place.depths.push(Totals { depth, right, wrong });
        }
        Some(())
    }

    /// All wrong totals.
    pub fn all(&self) -> impl Iterator<Item = (&IndexedPosition, &Totals, &(u128, Vec<usize>))> {
        let of_place = |place| of_depths(place);
        self.places.iter().flat_map(of_place)
    }

    /// A total with its faults: those of single engines, or else of pairs.
    pub fn known(
        &self,
        place: &IndexedPosition,
        totals: &Totals,
        total: u128,
        by: &[usize],
    ) -> KnownTotal {
        let mut faults: Vec<KnownFault> = Vec::new();
        let is_pair = |it: &usize| matches!(self.engines[*it], Engine::Pair(_));
        let has_single = !by.iter().all(is_pair);
        for &engine in by.iter().filter(|it| !has_single || !is_pair(it)) {
            let fault = self.fault(engine);
            match faults.iter_mut().find(|it| it.names == fault.names) {
                // The whole fault comes first, and says more than its forms.
                Some(known) => known.engines.push(engine),
                None => faults.push(fault),
            }
        }
        let (position, depth, right) = (place.known, totals.depth, totals.right);
        KnownTotal { position, depth, right, total, faults }
    }

    fn fault(&self, engine: usize) -> KnownFault {
        let engines = vec![engine];
        match &self.engines[engine] {
            Engine::Form { fault, side, wing } => {
                let Fault { name, kind, rule, part, what } = self.faults[*fault];
                let what = format!(
                    "{what}{}{side}{wing}",
                    if side.len() + wing.len() > 0 { "," } else { "" }
                );
                KnownFault { names: vec![name], rule, part, what, kind, engines }
            }
            Engine::Pair(both) => {
                let [one, other] = both.map(|it| self.fault(it));
                let names = [one.names, other.names].concat();
                let what = format!("{}, and {}", one.what, other.what);
                KnownFault { names, what, engines, ..one }
            }
        }
    }
}

impl Totals {
    /// What this engine prints there, and how many engines print just that. Nothing if that is not known.
    pub fn of(&self, engine: usize) -> Option<(u128, usize)> {
        let printed = self.wrong.iter().find(|(_, engines)| engines.contains(&engine));
        let right = (self.right <= ALL_WALKED).then_some((self.right, 0));
        printed.map(|(total, engines)| (*total, engines.len())).or(right)
    }
}

fn of_depths(
    place: &IndexedPosition,
) -> impl Iterator<Item = (&IndexedPosition, &Totals, &(u128, Vec<usize>))> {
    place
        .depths
        .iter()
        .flat_map(move |totals| totals.wrong.iter().map(move |it| (place, totals, it)))
}

/// The numbers of engines: two letters each.
fn numbers(letters: &str) -> Vec<usize> {
    let digit =
        |letter: u8| usize::from(if letter < b'a' { letter - b'A' } else { letter - b'a' + 26 });
    letters
        .as_bytes()
        .chunks(2)
        .map(|it| 52 * digit(it[0]) + it.get(1).map_or(0, |it| digit(*it)))
        .collect()
}
