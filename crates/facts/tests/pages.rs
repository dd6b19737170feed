//! The page about facts has each rule, and is read as adapters write.

use crate::rules::Rule;
use crate::truth::End;
use ox88_engine::told::{Told, VERSION};
use ox88_test_support::ROOT;
use std::collections::HashSet;
use std::fs;

fn page() -> String {
    fs::read_to_string(format!("{ROOT}/docs/facts.md")).expect("the page can be read")
}

#[test]
fn each_rule_has_a_row_and_an_id_of_its_own() {
    let page = page();
    let rows = Rule::ALL.iter().map(|rule| format!("| `{}` | {} |", rule.id(), rule.title()));
    let missing: Vec<String> = rows.filter(|row| !page.contains(row)).collect();
    assert!(missing.is_empty(), "expected these rows in docs/facts.md:\n{}", missing.join("\n"));
    let ids: HashSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    assert_eq!(page.matches("\n| `").count(), Rule::ALL.len() + tables_of_words(&page));
}

/// The rows of the other tables.
fn tables_of_words(page: &str) -> usize {
    let (before, _) = page.split_once("## The rules").expect("the page has them");
    before.matches("\n| `").count()
}

#[test]
fn the_example_of_the_page_is_read_without_a_rest() {
    let page = page();
    let block = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let lines: Vec<String> = block.expect("an example").lines().map(str::to_owned).collect();
    assert_eq!(lines[0], VERSION);
    let told = Told::of_facts(&lines).expect("it has the first line");
    assert_eq!(told.unread, [""; 0]);
    assert_eq!((told.check, told.end), (Some(false), Some(End::None)));
    assert_eq!(told.checkers, Some(Vec::new()));
    assert_eq!(told.moves.len(), 2);
}
