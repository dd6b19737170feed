//! Each rule of the table, shown by moves that prove it.
//!
//! A case of the snapshot says what the move shows, the position, and the moves: the last one is asked about, those before
//! it are played. Behind it are the rule that makes the move legal or illegal, the sentence, and the marked squares.

use super::explain;
use ox88_test_support::assert_rules;

#[test]
fn each_rule_is_shown_by_moves_that_prove_it() {
    assert_rules("explain.rules", |_, case| {
        let [_, fen, moves] = case.splitn(3, ": ").collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let (played, text) = moves.rsplit_once(' ').unwrap_or(("", moves));
        let explanation = explain(fen, played, text);
        let squares: Vec<String> = explanation.squares.iter().map(ToString::to_string).collect();
        format!("{}: {} [{}]", explanation.rule.id(), explanation.reason, squares.join(" "))
    });
}
