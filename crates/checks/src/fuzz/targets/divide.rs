//! Saved divides: the first line is the FEN of the position, and the file follows.
//!
//! - `ox88 hunt --divide` says in bounded time what differs, or why it cannot be said, at a depth that is
//!   given and at one that it finds out.
//! - It says that nothing differs only where the rows are those of the divide.
//! - Its report is JSON.
//! - However long the file is, only so much of it is kept: [`crate::fuzz::Target::most_memory`] does not depend
//!   on the length.

use crate::fuzz::program::{self, Run};
use ox88::{Position, divide as right};
use ox88_cli::hunt::HuntCommand;
use ox88_cli::outcome::CommandVerdict;
use ox88_hunt::{Reply, compare, read_line};
use serde_json::Value;

/// With more leaves, depths are tried that take seconds.
const MOST_LEAVES: u128 = 100_000;

/// Of a longer file not all lines are looked at here.
const MOST_LINES: usize = 5000;

pub fn run(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').map_or(data.len(), |end| end + 1);
    let (first, divide) = data.split_at(end);
    let fen = String::from_utf8_lossy(first);
    let position = fen.trim().parse().unwrap_or_else(|_| Position::start());
    let file = program::file("divide.txt", divide);
    let depth = 1 + u32::from(data.len().is_multiple_of(2));
    check(&position, Some(depth), divide, &file);
    if reply(divide).sum() < MOST_LEAVES {
        check(&position, None, divide, &file);
    }
}

/// What the file says.
fn reply(divide: &[u8]) -> Reply {
    let mut reply = Reply::default();
    let lines = divide.split(|&byte| byte == b'\n').take(MOST_LINES);
    lines.for_each(|line| reply.add(read_line(&String::from_utf8_lossy(line))));
    reply
}

fn check(position: &Position, depth: Option<u32>, divide: &[u8], file: &str) {
    let fen = position.to_string();
    let depth_text = depth.unwrap_or_default().to_string();
    let mut arguments = vec!["--divide", file, "--fen", &fen, "--json", "-"];
    if depth.is_some() {
        arguments.extend(["--depth", &depth_text]);
    }
    let Run { verdict, out } = program::run::<HuntCommand>("hunt", &arguments, HuntCommand::run);
    let report: Value = serde_json::from_str(&out).expect("the report is JSON");
    let found = report["findings"].as_array().map_or(0, Vec::len);
    match verdict {
        Err(_) | Ok(CommandVerdict::Unheard) => assert_eq!(report["verdict"], "not-run", "{out}"),
        Ok(CommandVerdict::Differs) => {
            assert!(found == 1 && report["verdict"] == "differs", "{out}");
        }
        Ok(CommandVerdict::Right) => {
            assert!(found == 0 && report["verdict"] == "no-difference", "{out}");
            let reply = reply(divide);
            let is_right =
                |depth| compare(position, &right(position, depth), &reply).difference.is_empty();
            assert!((1..4).any(is_right), "nothing is said to differ: {reply:?}");
        }
    }
}
