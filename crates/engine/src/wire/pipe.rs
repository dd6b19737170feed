//! Our end of a pipe to a process, which we can let go of although the other end stays open.
//!
//! An engine can leave a child of its own behind that holds its pipes and that nothing ends: it is in
//! another process group or session. Reading from such a pipe would block a thread for as long as that
//! child lives. So no thread here waits for longer than a moment before it looks whether to go on.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often a thread that waits for a pipe looks whether it is still to do so.
#[cfg(unix)]
const LOOK_INTERVAL_IN_MS: i64 = 20;

/// Every pipe holds this much at once where it takes anything at all, as POSIX promises.
const LEAST_ROOM: usize = 512;

/// Our end of a pipe.
#[derive(Debug)]
pub(super) struct PipeEnd<P> {
    pipe: P,
    is_let_go: Arc<AtomicBool>,
}

/// What a pipe is waited for.
#[derive(Clone, Copy)]
enum Wish {
    Read,
    Write,
}

impl<P> PipeEnd<P> {
    /// Our end of a pipe, which is at its end as soon as all pipes of its process are let go of.
    pub(super) fn new(pipe: P, is_let_go: &Arc<AtomicBool>) -> PipeEnd<P> {
        PipeEnd { pipe, is_let_go: Arc::clone(is_let_go) }
    }
}

impl<P: Pipe> PipeEnd<P> {
    /// Waits until the pipe can be read or written. False if it is let go of first.
    fn wait_for(&self, wish: Wish) -> io::Result<bool> {
        while !self.is_let_go.load(Ordering::Relaxed) {
            if is_ready(&self.pipe, wish)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<P: Pipe + Read> Read for PipeEnd<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.wait_for(Wish::Read)? { self.pipe.read(buffer) } else { Ok(0) }
    }
}

impl<P: Pipe + Write> Write for PipeEnd<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.wait_for(Wish::Write)? {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.pipe.write(&bytes[..bytes.len().min(LEAST_ROOM)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

#[cfg(unix)]
pub(super) use std::os::fd::AsFd as Pipe;

/// Whether something can be read or written now, or in a moment, without blocking. That is so as well
/// where the other end is closed.
#[cfg(unix)]
fn is_ready(pipe: &impl Pipe, wish: Wish) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    let flags = match wish {
        Wish::Read => PollFlags::IN,
        Wish::Write => PollFlags::OUT,
    };
    let moment = Timespec { tv_sec: 0, tv_nsec: LOOK_INTERVAL_IN_MS * 1_000_000 };
    match poll(&mut [PollFd::new(pipe, flags)], Some(&moment)) {
        Err(Errno::INTR) => Ok(false),
        ready => Ok(ready? > 0),
    }
}

// Elsewhere a thread blocks until the other end of its pipe is closed.

#[cfg(not(unix))]
pub(super) trait Pipe {}

#[cfg(not(unix))]
impl<P> Pipe for P {}

#[cfg(not(unix))]
fn is_ready(_: &impl Pipe, _: Wish) -> io::Result<bool> {
    Ok(true)
}
