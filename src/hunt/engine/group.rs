//! Processes in groups of their own, so that each can be killed with all that it has started.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The processes that run now, so that a program which is asked to end can take them with it.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Kills every engine that runs, with all that it has started. This is for a program that is about
/// to end by a signal: its engines are in groups of their own, which Ctrl-C does not reach.
pub fn kill_all() {
    running().drain(..).for_each(kill);
}

/// Starts a process in a group of its own.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    set_apart(command);
    let child = command.spawn()?;
    running().push(child.id());
    Ok(child)
}

/// Kills a process with all that it has started, if that was not done before.
pub(super) fn kill_once(id: u32) -> bool {
    let mut running = running();
    let place = running.iter().position(|&other| other == id);
    if let Some(place) = place {
        running.swap_remove(place);
        kill(id);
    }
    place.is_some()
}

/// The list is whole in any case: no thread panics while it holds it.
fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn set_apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // A group in which nothing is left needs no killing.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

// Elsewhere there are no such groups, and a process is killed alone by whoever holds it.

#[cfg(not(unix))]
fn set_apart(_: &mut Command) {}

#[cfg(not(unix))]
fn kill(_: u32) {}
