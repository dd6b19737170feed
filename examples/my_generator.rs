//! Holds a move generator of your own against ox88 as a library, without an engine around it:
//!
//! ```sh
//! cargo run --release --example my_generator
//! ```
//!
//! Put your own generator in the place of `my_moves`. The one here forgets that a pawn may become
//! something else than a queen.

use ox88::suite::built_in;
use ox88::{PieceKind, Position, divide};
use std::collections::BTreeMap;
use std::error::Error;

/// Enough for the usual faults, and done in a moment.
const MOST_LEAVES: u128 = 10_000;

/// Your code here: the legal moves of a position, as UCI text.
fn my_moves(position: &Position) -> Vec<String> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.promotion().is_none_or(|kind| kind == PieceKind::Queen));
    moves.into_iter().map(|mv| position.move_text(mv)).collect()
}

/// Your code here: the leaves of the tree of your moves.
fn my_perft(position: &Position, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let after = |text: &String| position.find_move(text).and_then(|mv| position.after(mv));
    let children =
        my_moves(position).iter().filter_map(|text| after(text).ok()).collect::<Vec<_>>();
    children.iter().map(|child| my_perft(child, depth - 1)).sum()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut positions = 0;
    for known in built_in::suites().into_iter().flat_map(|suite| &suite.positions) {
        let small = known.entry.counts.iter().filter(|count| count.nodes <= MOST_LEAVES);
        for count in small {
            if my_perft(&known.position, count.depth) != count.nodes {
                println!("{}, depth {}: {}", known.name(), count.depth, known.position);
                return show_smallest(known.position, count.depth);
            }
        }
        positions += 1;
    }
    println!("no difference in {positions} positions up to {MOST_LEAVES} leaves");
    Ok(())
}

/// Follows the first move whose count differs, until a move is missing or too many.
fn show_smallest(mut position: Position, mut depth: u32) -> Result<(), Box<dyn Error>> {
    loop {
        let right: BTreeMap<String, u128> = divide(&position, depth).texts().collect();
        let mine = my_moves(&position);
        let missing: Vec<_> = right.keys().filter(|text| !mine.contains(text)).collect();
        let extra: Vec<_> = mine.iter().filter(|text| !right.contains_key(*text)).collect();
        if !missing.is_empty() || !extra.is_empty() {
            println!("position {position}\nmissing  {missing:?}\nextra    {extra:?}");
            return Ok(());
        }
        let mut differing = None;
        for (text, leaves) in right {
            let after = position.after(position.find_move(&text)?)?;
            if my_perft(&after, depth - 1) != leaves {
                differing = Some((text, after));
                break;
            }
        }
        // The totals differ and the moves do not, so one of the counts behind them does.
        let (text, after) = differing.ok_or("my_perft does not count the leaves of my_moves")?;
        println!("after {text}");
        (position, depth) = (after, depth - 1);
    }
}
