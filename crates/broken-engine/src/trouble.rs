//! Troubles: what an engine does instead of answering as it should.

use std::io::{self, Write};
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

/// One trouble.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    Hang,
    HangAtStart,
    HangAt,
    Crash,
    CrashAt,
    Abort,
    ExitsAtOnce,
    ClosesOutput,
    ForksAChild,
    LeavesChildren,
    Rubbish,
    Binary,
    Flood,
    FloodOneLine,
    Lie,
    Late,
    IgnoresPosition,
    IgnoresMoves,
    CastlesForAStep,
    PrintsAfterTotal,
    StderrNoise,
    Searches,
    SearchesForEver,
    ForeignRows,
}

/// No trouble lasts longer, so that processes of a failed test end by themselves.
const LIFETIME: Duration = Duration::from_secs(1000);

impl Trouble {
    /// Each trouble with its name and what it does.
    pub const ALL: [(Trouble, &str, &str); 24] = [
        (Trouble::Hang, "hang", "never answers perft, but all else"),
        (Trouble::HangAtStart, "hang-at-start", "never answers anything"),
        (Trouble::HangAt, "hang-at", "hangs where there is an en passant square"),
        (Trouble::Crash, "crash", "ends with exit code 3 after a few rows"),
        (Trouble::CrashAt, "crash-at", "does so where there is an en passant square"),
        (Trouble::Abort, "abort", "is killed by a signal after a few rows"),
        (Trouble::ExitsAtOnce, "exits-at-once", "ends before it has said anything"),
        (
            Trouble::ClosesOutput,
            "closes-output",
            "closes its output in place of rows, and lives on",
        ),
        (Trouble::ForksAChild, "forks-a-child", "starts a child that holds the output, and hangs"),
        (
            Trouble::LeavesChildren,
            "leaves-children",
            "ends after each answer, and leaves a child behind that holds its pipes",
        ),
        (Trouble::Rubbish, "rubbish", "answers perft in words"),
        (Trouble::Binary, "binary", "answers perft in bytes that are no UTF-8"),
        (Trouble::Flood, "flood", "prints rows without end"),
        (Trouble::FloodOneLine, "flood-one-line", "prints a line without end"),
        (Trouble::Lie, "lie", "the total is one more than the sum of the rows"),
        (Trouble::Late, "late", "takes 300 ms for every answer"),
        (Trouble::IgnoresPosition, "ignores-position", "always answers for the start position"),
        (Trouble::IgnoresMoves, "ignores-moves", "reads the FEN, but plays no moves"),
        (
            Trouble::CastlesForAStep,
            "castles-for-a-step",
            "castles when it is given a king's step that goes where castling brings the king",
        ),
        (Trouble::PrintsAfterTotal, "prints-after-total", "goes on a while after the total"),
        (Trouble::StderrNoise, "stderr-noise", "prints much to standard error"),
        (Trouble::Searches, "searches", "takes perft for a search, and answers with a move"),
        (Trouble::SearchesForEver, "searches-for-ever", "the same, and never stops to think"),
        (Trouble::ForeignRows, "foreign-rows", "writes rows in a form that is known to no one"),
    ];

    /// Acts before anything is read.
    pub fn at_start(self) {
        thread::spawn(|| {
            thread::sleep(LIFETIME);
            process::exit(9);
        });
        match self {
            Trouble::ExitsAtOnce => process::exit(0),
            Trouble::HangAtStart => hang(),
            Trouble::LeavesChildren => leave_a_child(),
            _ => {}
        }
    }

    /// Acts before each answer.
    pub fn before_answer(self) {
        if self == Trouble::Late {
            thread::sleep(Duration::from_millis(300));
        }
    }

    /// Spoils the answer to perft.
    pub fn perft(
        self,
        lines: &[String],
        has_en_passant: bool,
        mut say: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut say_lines = |lines: &[String]| -> io::Result<()> {
            lines.iter().try_for_each(|line| say(format!("{line}\n").as_bytes()))
        };
        let few = &lines[..lines.len().min(3)];
        match self {
            Trouble::Hang => hang(),
            Trouble::HangAt if has_en_passant => hang(),
            Trouble::Crash => {
                say_lines(few)?;
                process::exit(3)
            }
            Trouble::CrashAt if has_en_passant => {
                say_lines(few)?;
                process::exit(3)
            }
            Trouble::Abort => {
                say_lines(few)?;
                process::abort()
            }
            Trouble::ClosesOutput => close_output(),
            Trouble::ForksAChild => {
                let child = Command::new("sleep").arg(LIFETIME.as_secs().to_string()).spawn()?;
                say_lines(&[format!("info string forked {}", child.id())])?;
                hang()
            }
            Trouble::LeavesChildren => {
                say_lines(lines)?;
                process::exit(0)
            }
            Trouble::Rubbish => {
                let words = ["when in doubt", "move the king", "no: resign", "e9 i4"];
                (0..5).try_for_each(|_| say_lines(&words.map(str::to_owned)))
            }
            Trouble::Binary => say(b"\xFF\xFE\x80e2e4\xC3: 20\n\x00\x01\xF0\n"),
            Trouble::Flood => loop {
                say_lines(&["e2e4: 1".to_owned()])?;
            },
            Trouble::FloodOneLine => loop {
                say(b"e2e4 ")?;
            },
            Trouble::PrintsAfterTotal => {
                say_lines(lines)?;
                thread::sleep(Duration::from_millis(50));
                say_lines(&["Nodes/second: 3200000", "", "ready for more"].map(str::to_owned))
            }
            Trouble::Searches => say_lines(
                &[
                    "info depth 1 seldepth 1 score cp 20 nodes 30 pv e2e4",
                    "info depth 5 currmove e2e4 currmovenumber 1",
                    "bestmove e2e4",
                ]
                .map(str::to_owned),
            ),
            Trouble::SearchesForEver => loop {
                say_lines(&["info depth 1 score cp 20 nodes 30 pv e2e4".to_owned()])?;
                thread::sleep(Duration::from_millis(20));
            },
            Trouble::ForeignRows => {
                let row = |line: &String| line.replace(": ", " leads to this many leaves: #");
                say_lines(&lines.iter().map(row).collect::<Vec<_>>())
            }
            Trouble::StderrNoise => {
                // More than an unread pipe holds.
                (0..4_000).try_for_each(|_| {
                    writeln!(io::stderr(), "warning: this engine warns of everything it does")
                })?;
                say_lines(lines)
            }
            _ => say_lines(lines),
        }
    }
}

/// Starts a child in a process group of its own, so that it outlives the engine. It ends by itself soon after the test.
fn leave_a_child() {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        if let Err(error) = Command::new("sleep").arg("60").process_group(0).spawn() {
            eprintln!("{error}");
        }
    }
}

fn hang() -> ! {
    loop {
        thread::sleep(LIFETIME);
    }
}

/// Safe Rust cannot close its own standard output. A shell that takes the place of this process can.
fn close_output() -> ! {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let script = format!("exec >&-; exec sleep {}", LIFETIME.as_secs());
        eprintln!("{}", Command::new("sh").args(["-c", &script]).exec());
    }
    hang()
}
