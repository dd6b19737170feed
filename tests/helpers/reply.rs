//! What an engine has answered.

use ox88::internals::hunt::read::{Reply, read_line};

/// The reply of an engine that prints these lines.
pub fn reply<'a>(lines: impl IntoIterator<Item = &'a str>) -> Reply {
    let mut reply = Reply::default();
    for line in lines {
        reply.add(read_line(line));
    }
    reply
}
