//! Whether a process still runs, and signals to it, on Linux.

use crate::waiting::wait_until;
use std::fs;
use std::process::Command;

/// Whether a process still runs. A dead one may wait for its parent to take note of it.
pub fn is_running(id: &str) -> bool {
    let id: u32 = id.trim().parse().expect("it is the number of a process");
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

/// How much time of a processor it has used, in hundredths of a second.
pub fn ticks_of(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let field = |place: usize| fields.split(' ').nth(place).and_then(|it| it.parse::<u64>().ok());
    field(11).unwrap_or(0) + field(12).unwrap_or(0)
}

/// Waits until a process has ended.
#[track_caller]
pub fn assert_ends(id: &str) {
    wait_until(&format!("process {id} ends"), || !is_running(id));
}

/// Sends a signal, like `TERM`, to the process of this number.
#[track_caller]
pub fn send_signal(name: &str, id: u32) {
    let status = Command::new("kill").args(["-s", name, &id.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "a signal can be sent to {id}");
}
