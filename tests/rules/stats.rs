//! The kinds of leaves: each column by the position that shows its definition.

use super::clauses::assert_each;
use ox88_count::{Stats, stats};
use ox88_test_support::position;

/// The columns of the leaf after one move that are not 0, beside the number of nodes.
fn columns_behind(fen: &str, mv: &str) -> String {
    let position = position(fen);
    let mv = position.find_move(mv).expect("the move is legal");
    let stats = Stats::of_leaf(&position, mv);
    let names = stats.columns().filter(|&(_, leaves)| leaves > 0).map(|(column, _)| column.name());
    names.skip(1).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_column_asks_what_its_definition_says() {
    assert_each("Which columns count the leaf behind a move.", |text, _| {
        let (fen, mv) = text.rsplit_once(' ').expect("a position and a move");
        columns_behind(fen, mv)
    });
}

#[test]
fn the_leaf_at_depth_0_is_a_node_and_nothing_else() {
    let mate = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(stats(&mate, 0).columns().map(|(_, leaves)| leaves).sum::<u128>(), 1);
    assert_eq!(stats(&mate, 1), Stats::NONE);
}
