//! Processes in groups of their own, so that each can be killed together with all that it started.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The processes that run now, so that a program that is asked to end can take them with it. Nothing once
/// it has.
static RUNNING: Mutex<Option<Vec<u32>>> = Mutex::new(Some(Vec::new()));

/// Kills every engine that runs, together with all that it started. No other is started from here on. This is
/// for a program that a signal is about to end: Ctrl-C does not reach its engines, which are in groups of
/// their own.
pub fn kill_all() {
    running().take().into_iter().flatten().for_each(kill_group);
}

/// Starts a process in a group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The list stays locked meanwhile: a signal that comes between the start and the entry in the list
    // would leave the process behind.
    let mut running = running();
    let running =
        running.as_mut().ok_or_else(|| io::Error::other("the program is about to end"))?;
    let child = command.spawn()?;
    running.push(child.id());
    Ok(child)
}

/// Kills a process together with all that it started, and returns whether it was for this call to
/// do. A process is killed once only: soon after, its id may be that of another.
pub(super) fn kill_once(id: u32) -> bool {
    let mut running = running();
    let Some(running) = running.as_mut() else { return false };
    let place = running.iter().position(|&other| other == id);
    if let Some(place) = place {
        running.swap_remove(place);
        kill_group(id);
    }
    place.is_some()
}

/// The list is intact even if its lock is poisoned: no thread panics while it changes the list.
fn running() -> MutexGuard<'static, Option<Vec<u32>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // This fails for a group in which nothing runs any more, and there it need not succeed.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Other systems have no such groups: there each process is killed alone, through its handle.
#[cfg(not(unix))]
fn kill_group(_: u32) {}
