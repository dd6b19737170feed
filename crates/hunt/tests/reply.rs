//! What an engine has answered.

use crate::read::{Reply, UnreadLines, read_line};

/// The reply of an engine that prints these lines.
pub fn reply<'a>(lines: impl IntoIterator<Item = &'a str>) -> Reply {
    let (mut reply, mut unread_lines) = (Reply::default(), UnreadLines::default());
    for line in lines {
        let read = read_line(line);
        unread_lines.note(line, &read);
        reply.add(read);
    }
    Reply { unread_lines: unread_lines.finish(), ..reply }
}
