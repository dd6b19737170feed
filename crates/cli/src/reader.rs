//! Ends the program when the reader of standard output goes away, because nobody would see the result.

#[cfg(unix)]
use std::time::Duration;

/// How long a program may take to end after its last line.
#[cfg(unix)]
const TIME_TO_END: Duration = Duration::from_secs(1);

/// From here on, the program ends when the reader of its output goes away: silently, and with the exit code of a
/// command that did not run to its end. On other systems it only notices when it writes.
#[cfg(unix)]
pub fn exit_when_gone(clean_up: fn()) {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use std::io;
    use std::process;
    use std::thread;

    let wait_for_its_end = move || {
        let output = io::stdout();
        loop {
            // The end of the other side is reported even if no event is asked for.
            let mut output = [PollFd::new(&output, PollFlags::empty())];
            match poll(&mut output, None) {
                Ok(_) | Err(Errno::INTR | Errno::AGAIN) => {}
                Err(_) => return,
            }
            let [output] = output;
            if output.revents().intersects(PollFlags::ERR | PollFlags::HUP) {
                // A reader may go away after the last line, while the program is about to end.
                thread::sleep(TIME_TO_END);
                clean_up();
                process::exit(2);
            }
            if !output.revents().is_empty() {
                return;
            }
        }
    };
    // Without this thread, the end is noticed later.
    let _ = thread::Builder::new().spawn(wait_for_its_end);
}

#[cfg(not(unix))]
pub fn exit_when_gone(_: fn()) {}
