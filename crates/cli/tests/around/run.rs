//! Runs the program from a shell, and never waits for it without a limit.

use crate::program::without_progress;
pub use crate::program::{assert_says, new_path};
pub use ox88_test_support::process::send_signal;
use ox88_test_support::waiting::SOON;
pub use ox88_test_support::waiting::wait_until;
use ox88_test_support::{cases, file, folder};
use std::fs;
use std::io::Read;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit code; that of a program that was ended by a signal is 128 more than the signal, as in a
    /// shell.
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A program that runs.
pub struct Running {
    child: Child,
    /// Its input, which is open until this is taken.
    pub input: Option<ChildStdin>,
    out: Reading,
    err: Reading,
}

/// What has come through a pipe, and the thread that reads it.
struct Reading {
    bytes: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

/// Starts a command of the shell, in which `$ox88` is the program.
pub fn start(script: &str) -> Running {
    start_with(script, Stdio::piped())
}

/// The same with another standard output than one that is read here.
pub fn start_with(script: &str, out: impl Into<Stdio>) -> Running {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("ox88", env!("CARGO_BIN_EXE_ox88"));
    command.current_dir(folder());
    command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
    let mut child = command.spawn().expect("there is a shell");
    let (out, err) = (read_all(child.stdout.take()), read_all(child.stderr.take()));
    Running { input: child.stdin.take(), child, out, err }
}

fn read_all(pipe: Option<impl Read + Send + 'static>) -> Reading {
    let bytes: Arc<Mutex<Vec<u8>>> = Arc::default();
    let thread = thread::spawn({
        let bytes = Arc::clone(&bytes);
        move || {
            let Some(mut pipe) = pipe else { return };
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut piece) {
                bytes.lock().expect("nobody panics with it").extend_from_slice(&piece[..length]);
            }
        }
    });
    Reading { bytes, thread }
}

impl Reading {
    fn so_far(&self) -> String {
        text(&self.bytes)
    }

    /// The text, once there is no more of it.
    fn whole(self) -> String {
        let Reading { bytes, thread } = self;
        thread.join().expect("it was read");
        text(&bytes)
    }
}

fn text(bytes: &Mutex<Vec<u8>>) -> String {
    let bytes = bytes.lock().expect("nobody panics with it");
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Running {
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, like `TERM`.
    #[track_caller]
    pub fn signal(&self, name: &str) {
        send_signal(name, self.id());
    }

    /// What it has written to its standard output.
    pub fn out_so_far(&self) -> String {
        self.out.so_far()
    }

    /// What it has written to its standard error.
    pub fn err_so_far(&self) -> String {
        self.err.so_far()
    }

    /// Waits for its end, with its input as it is.
    #[track_caller]
    pub fn wait(mut self) -> Run {
        let deadline = Instant::now() + SOON;
        let status = loop {
            match self.child.try_wait().expect("it can be waited for") {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    let _ = self.child.kill();
                    panic!("it does not end");
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        let err = without_progress(&self.err.whole());
        let run = Run { code: code(status), out: self.out.whole(), err };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        run
    }
}

fn code(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().or(status.signal().map(|signal| 128 + signal)).expect("it has ended")
}

/// Runs a command of the shell without any input.
#[track_caller]
pub fn shell(script: &str) -> Run {
    let mut running = start(script);
    drop(running.input.take());
    running.wait()
}

/// Does something with each item, at the same time: there is a good deal of waiting in it.
pub fn all_at_once<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for item in items {
            scope.spawn(|| check(item));
        }
    });
}

/// A new and empty folder.
pub fn new_folder(name: &str) -> String {
    let path = new_path(name);
    fs::create_dir(&path).expect("the folder for tests can be written");
    path
}

/// The names in a folder.
pub fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<_> = entries.map(|entry| name(entry.expect("it can be read"))).collect();
    names.sort();
    names
}

/// What many commands are tried with: small files of each kind, and work that takes longer than anybody
/// waits.
pub struct Files {
    pub divide: String,
    pub wrong_divide: String,
    pub work: String,
    pub results: String,
    pub long_work: String,
}

/// The files, which are written once.
pub fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let divide = shell("\"$ox88\" divide 2").out;
        let work = file("around.work.epd", shell("\"$ox88\" work split 3 --plies 1").out);
        Files {
            wrong_divide: file("around.wrong.txt", divide.replacen(": 20\n", ": 21\n", 1)),
            divide: file("around.divide.txt", divide),
            results: file(
                "around.results.epd",
                shell(&format!("\"$ox88\" work count {work} --threads 1")).out,
            ),
            work,
            long_work: file("around.long.epd", shell("\"$ox88\" work split 12 --plies 1").out),
        }
    })
}

/// The commands of `runs.txt` below this rule, with what follows them.
fn written(rule: &str) -> impl Iterator<Item = (String, &'static str)> {
    let Files { divide, wrong_divide, work, results, long_work } = files();
    let names = ["WORK", "RESULTS", "LONG", "DIVIDE", "WRONG"];
    let files = names.into_iter().zip([work, results, long_work, divide, wrong_divide]);
    cases(include_str!("runs.txt"), rule).into_iter().map(move |line| {
        let (command, expected) = line.split_once(" ⇒ ").unwrap_or((line, ""));
        let with_path =
            |command: String, (name, path): (&str, &String)| command.replace(name, path);
        (files.clone().fold(command.to_owned(), with_path), expected)
    })
}

/// The commands of `runs.txt` below this rule.
pub fn runs(rule: &str) -> Vec<String> {
    written(rule).map(|(command, _)| command).collect()
}

/// The same with the exit code and what is said.
pub fn ends(rule: &str) -> Vec<(String, i32, &'static str)> {
    let end = |(command, expected): (String, &'static str)| {
        let (code, says) = expected.split_once(' ').unwrap_or((expected, ""));
        (command, code.parse().expect("it is an exit code"), says)
    };
    written(rule).map(end).collect()
}

pub fn short_runs() -> Vec<String> {
    runs("Short runs of each command, with the results on standard output.")
}
