//! The pages of the rules are what the table of rules and the broken engine make them.

use crate::rules_page::pages;
use ox88_test_support::{assert_drawn, hand_out};

#[test]
fn the_pages_are_those_of_the_table_of_rules() {
    let [kept, drawn] = pages();
    let advice = "is not what its test makes: OX88_DRAW=1 cargo test -p ox88-checks rules_page";
    assert_drawn("docs/rules.md", &kept, advice);
    // For `ci/packages`.
    hand_out("rules.html", drawn);
}
