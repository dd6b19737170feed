//! The engines of the exam: each form of each fault alone, and pairs of them by a seed.

use crate::open::shuffle;
use ox88_broken_engine::faults::{Fault, Faults};
use ox88_broken_engine::mutants::{Mutant, in_orders, mutants};
use ox88_count::random::Random;
use std::collections::HashSet;

/// In so many orders an engine may be asked for by its name.
const MOST_ORDERS: u16 = 99;

/// An engine with one fault or two.
#[derive(Clone)]
pub struct Case {
    /// Its switches.
    pub words: String,
    pub faults: Faults,
    pub planted: Vec<Mutant>,
}

impl Case {
    fn of(planted: Vec<Mutant>) -> Case {
        let words: Vec<&str> = planted.iter().map(|mutant| mutant.word.as_str()).collect();
        let faults = faults_of(&words);
        Case { words: words.join(" "), faults, planted }
    }

    /// The engine with these switches, each a form of a fault.
    pub fn read(words: &str) -> Result<Case, String> {
        let known = [mutants(), in_orders(MOST_ORDERS)].concat();
        let find = |word| {
            let mutant = known.iter().find(|mutant| mutant.word == word);
            mutant.cloned().ok_or_else(|| format!("{word:?} is no form of a fault"))
        };
        let planted: Vec<Mutant> = words.split_whitespace().map(find).collect::<Result<_, _>>()?;
        if planted.is_empty() { Err("expected a fault".to_owned()) } else { Ok(Case::of(planted)) }
    }

    /// The faults of the engine, each once.
    pub fn kinds(&self) -> Vec<Fault> {
        let mut kinds: Vec<Fault> = self.planted.iter().map(|mutant| mutant.fault).collect();
        kinds.dedup();
        kinds
    }

    /// The switches of these faults alone, or those of all others. The order of its moves stays.
    pub fn with(&self, faults: &[Fault], are_kept: bool) -> Faults {
        let kept = self.planted.iter().filter(|it| faults.contains(&it.fault) == are_kept);
        let words: Vec<&str> = kept.map(|mutant| mutant.word.as_str()).collect();
        let mut faults = faults_of(&words);
        faults.order = self.faults.order;
        faults
    }

    pub fn is_alone(&self) -> bool {
        self.planted.len() == 1
    }
}

fn faults_of(words: &[&str]) -> Faults {
    let mut faults = Faults::NONE;
    for word in words {
        assert!(faults.switch_on_by_name(word), "{word} is no fault");
    }
    faults
}

/// Each fault in each form, alone; or in so many orders of moves, if any, those that depend on it.
pub fn alone(orders: u16) -> Vec<Case> {
    let forms = if orders == 0 { mutants() } else { in_orders(orders) };
    forms.into_iter().map(|mutant| Case::of(vec![mutant])).collect()
}

/// So many pairs of different faults, each in some form.
pub fn pairs(seed: u64, count: usize) -> Vec<Case> {
    let known = mutants();
    let mut random = Random::of_piece(seed, 0, 0);
    let mut draw = || {
        let fault = Fault::ALL[random.below(Fault::ALL.len())];
        let forms: Vec<&Mutant> = known.iter().filter(|mutant| mutant.fault == fault).collect();
        // As often whole as in one of its other forms.
        let place = if random.below(2) == 0 { 0 } else { random.below(forms.len()) };
        forms[place].clone()
    };
    let mut drawn = HashSet::new();
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let pair = [draw(), draw()];
        let is_new = pair[0].fault != pair[1].fault
            && drawn.insert([pair[0].word.clone(), pair[1].word.clone()]);
        if is_new {
            pairs.push(Case::of(pair.to_vec()));
        }
    }
    pairs
}

/// A sample of these, the same for a seed.
pub fn sample(cases: &[Case], seed: u64, count: usize) -> Vec<&Case> {
    let mut places: Vec<usize> = (0..cases.len()).collect();
    let mut random = Random::of_piece(seed, 1, cases.len() as u64);
    shuffle(&mut places, &mut random);
    places.truncate(count);
    places.sort_unstable();
    places.into_iter().map(|place| &cases[place]).collect()
}
