//! Finds the cheapest choice of columns that covers all rows: weighted set cover, solved exactly unless that takes too
//! long.

use super::caught::BitSet;

/// A set of rows at a price.
#[derive(Clone, Copy)]
pub struct Column {
    pub rows: BitSet,
    pub price: u64,
}

/// A choice of columns, by their numbers, with a lower bound for the price of any choice.
pub struct Cover {
    pub columns: Vec<usize>,
    pub price: u64,
    /// No choice costs less.
    pub bound: u64,
}

/// After so many branches, the search ends with the best choice so far.
const MOST_BRANCHES: u64 = 100_000;

/// The cheapest choice that covers these rows. Each of them must be in some column.
pub fn cheapest(columns: &[Column], rows: BitSet) -> Cover {
    let mut kept: Vec<usize> = (0..columns.len()).collect();
    kept.sort_by_key(|&it| (columns[it].price, usize::MAX - columns[it].rows.len()));
    let mut open: Vec<(usize, Column)> = Vec::new();
    for number in kept {
        let Column { rows: all, price } = columns[number];
        let column = Column { rows: all.without(all.without(rows)), price };
        let is_dominated =
            |&(_, other): &(usize, Column)| column.rows.without(other.rows).is_empty();
        if !open.iter().any(is_dominated) {
            open.push((number, column));
        }
    }
    let rows = hardest_rows(&open.iter().map(|it| it.1).collect::<Vec<_>>(), rows);
    let mut search = Search { columns: &open, best: None, branches: 0 };
    let bound = search.bound(rows);
    search.greedy(rows);
    search.branch(rows, &mut Vec::new(), 0);
    let is_complete = search.branches < MOST_BRANCHES;
    let (price, chosen) = search.best.unwrap_or_default();
    let columns = chosen.into_iter().map(|index| open[index].0).collect();
    Cover { columns, price, bound: if is_complete { price } else { bound } }
}

/// Leaves out each row that is covered whenever some other row is.
pub fn hardest_rows(columns: &[Column], rows: BitSet) -> BitSet {
    let with = |row: usize| -> Vec<bool> { columns.iter().map(|it| it.rows.has(row)).collect() };
    let mut hardest: Vec<(usize, Vec<bool>)> = Vec::new();
    let mut all: Vec<(usize, Vec<bool>)> = rows.numbers().map(|row| (row, with(row))).collect();
    all.sort_by_key(|(_, with)| with.iter().filter(|&&has| has).count());
    for (row, with) in all {
        let implies =
            |(_, other): &(usize, Vec<bool>)| other.iter().zip(&with).all(|(o, w)| !o || *w);
        if !hardest.iter().any(implies) {
            hardest.push((row, with));
        }
    }
    hardest.into_iter().map(|(row, _)| row).collect()
}

struct Search<'a> {
    columns: &'a [(usize, Column)],
    best: Option<(u64, Vec<usize>)>,
    branches: u64,
}

impl Search<'_> {
    fn offer(&mut self, price: u64, chosen: &[usize]) {
        if self.best.as_ref().is_none_or(|&(best, _)| price < best) {
            self.best = Some((price, chosen.to_vec()));
        }
    }

    /// Takes the column with the lowest price for each row that it adds, again and again. Then leaves out unneeded
    /// columns.
    fn greedy(&mut self, rows: BitSet) {
        let (mut left, mut chosen) = (rows, Vec::new());
        while !left.is_empty() {
            let gain = |index: usize| left.len() - left.without(self.columns[index].1.rows).len();
            let useful = (0..self.columns.len()).filter(|&index| gain(index) > 0);
            let price = |index: usize| self.columns[index].1.price;
            let Some(next) = useful.min_by(|&one, &other| {
                (price(one) * gain(other) as u64).cmp(&(price(other) * gain(one) as u64))
            }) else {
                return;
            };
            left = left.without(self.columns[next].1.rows);
            chosen.push(next);
        }
        let mut index = 0;
        while index < chosen.len() {
            let others = chosen.iter().enumerate().filter(|&(it, _)| it != index);
            let covered =
                others.fold(BitSet::default(), |set, (_, &it)| set.with(self.columns[it].1.rows));
            if rows.without(covered).is_empty() {
                chosen.remove(index);
            } else {
                index += 1;
            }
        }
        let price = chosen.iter().map(|&index| self.columns[index].1.price).sum();
        self.offer(price, &chosen);
    }

    /// A lower bound for the price of these rows: each row pays as much as it can without its rows paying more for any
    /// column than it costs.
    fn bound(&self, rows: BitSet) -> u64 {
        let mut left: Vec<u64> = self.columns.iter().map(|it| it.1.price).collect();
        let having = |row: usize| {
            (0..self.columns.len()).filter(move |&it| self.columns[it].1.rows.has(row))
        };
        let mut order: Vec<usize> = rows.numbers().collect();
        order.sort_by_cached_key(|&row| having(row).count());
        let mut paid = 0;
        for row in order {
            let pays = having(row).map(|it| left[it]).min().unwrap_or(0);
            having(row).for_each(|it| left[it] -= pays);
            paid += pays;
        }
        paid
    }

    fn branch(&mut self, rows: BitSet, chosen: &mut Vec<usize>, price: u64) {
        self.branches += 1;
        if rows.is_empty() {
            self.offer(price, chosen);
            return;
        }
        let best = self.best.as_ref().map_or(u64::MAX, |&(best, _)| best);
        if self.branches >= MOST_BRANCHES || price + self.bound(rows) >= best {
            return;
        }
        let count = |row: &usize| self.columns.iter().filter(|it| it.1.rows.has(*row)).count();
        let Some(row) = rows.numbers().min_by_key(count) else { return };
        let mut having: Vec<usize> =
            (0..self.columns.len()).filter(|&it| self.columns[it].1.rows.has(row)).collect();
        having.sort_by_key(|&it| {
            let column = self.columns[it].1;
            let gain = rows.len() - rows.without(column.rows).len();
            column.price * 1000 / gain as u64
        });
        for index in having {
            let column = self.columns[index].1;
            chosen.push(index);
            self.branch(rows.without(column.rows), chosen, price + column.price);
            chosen.pop();
        }
    }
}
