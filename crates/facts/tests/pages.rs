//! The page of the rules has each rule, and the page about facts is read as adapters write.

use crate::rules::Rule;
use crate::told::{Told, VERSION};
use crate::truth::End;
use ox88_test_support::{ROOT, assert_drawn};
use std::collections::HashSet;
use std::fs;

#[test]
fn the_page_of_the_rules_has_each_rule_by_an_id_of_its_own() {
    let row = |rule: &Rule| {
        let article = rule.article().unwrap_or_default();
        format!("| `{}` | {} | {} | {article} |\n", rule.id(), rule.title(), rule.usual_cause())
    };
    let rows = Rule::ALL.iter().map(row);
    let page = format!(
        "<!-- Made by OX88_DRAW=1 cargo test -p ox88-facts pages -->\n\n# The rules of facts\n\n`ox88 hunt --facts` names \
         the broken rule by one of these ids. The beginning of an id says which fact is wrong: the `key`, the incremental \
         evaluation (`eval`), a `stage` of the move generator, check and the checking pieces (`check`, `checkers`), \
         whether a move `gives-check`, whether any two squares are a legal move (`legal`), the `end` of the game, `san`, \
         `fen`, whether one move captures or mates (`leaf`), or a column of a perft (`leaves`). [Beyond perft](facts.md) \
         says what is compared. The last column is the article of FIDE's Laws of Chess that states the rule, as \
         numbered since 2023.\n\n\
         | rule | what is wrong | what usually causes that | article |\n|---|---|---|---|\n{}",
        rows.collect::<String>()
    );
    let advice = "differs from the rules: OX88_DRAW=1 cargo test -p ox88-facts pages writes it";
    assert_drawn("docs/facts-rules.md", &page, advice);
    let ids: HashSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
}

#[test]
fn the_example_of_the_page_is_read_without_a_rest() {
    let page = fs::read_to_string(format!("{ROOT}/docs/facts.md")).expect("the page can be read");
    let block = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let lines: Vec<String> = block.expect("an example").lines().map(str::to_owned).collect();
    assert_eq!(lines[0], VERSION);
    let told = Told::of_facts(&lines).expect("it has the first line");
    assert_eq!(told.unread, [""; 0]);
    assert_eq!((told.check, told.end), (Some(false), Some(End::None)));
    assert_eq!(told.checkers, Some(Vec::new()));
    assert_eq!(told.moves.len(), 2);
}
