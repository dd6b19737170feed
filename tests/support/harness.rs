//! Which tests the harness lists: a guard against tests that do not exist.

use std::env;
use std::process::Command;

/// The names of the tests of this binary, as `module::test`.
pub fn names_of_tests(more_arguments: &[&str]) -> Vec<String> {
    let harness = env::current_exe().expect("the tests run from a file");
    let output = Command::new(harness).arg("--list").args(more_arguments).output();
    let list = String::from_utf8(output.expect("it runs").stdout).expect("names of tests are text");
    list.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}
