//! Runs of the program in this process: what it prints, what it remarks, and how it ends.

use argh::FromArgs;
use ox88_cli::outcome::{CommandVerdict, Stop};
use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

/// A text of the program that quotes what was given shortens it, and so is never longer. Besides its own
/// words it may list all moves of a position.
const LONGEST_REMARK: usize = 16 << 10;

thread_local! {
    static REMARKS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Takes the remarks of the program in place of standard error.
pub fn remark(message: &str) {
    let text = ox88_cli::output::shortened(message.trim_end());
    check_refusal(&text);
    REMARKS.with_borrow_mut(|remarks| {
        // Those of a single run are few.
        remarks.clear();
        remarks.push_str(&text);
    });
}

/// A refusal says something, and no more than a reader can take in.
///
/// # Panics
/// If it does not.
pub fn check_refusal(text: &str) {
    assert!(!text.trim().is_empty(), "a refusal that says nothing");
    assert!(text.len() <= LONGEST_REMARK, "{} bytes in one remark", text.len());
}

/// How a run of the program ended, and what it printed.
pub struct Run {
    pub verdict: Result<CommandVerdict, String>,
    pub out: String,
}

/// Runs a command that was made from its arguments.
pub fn run<C: FromArgs>(
    name: &str,
    arguments: &[&str],
    act: impl FnOnce(&C, &mut Vec<u8>) -> Result<CommandVerdict, Stop>,
) -> Run {
    ox88_cli::output::redirect_remarks(remark);
    let command = C::from_args(&[name], arguments)
        .unwrap_or_else(|exit| panic!("{arguments:?}: {}", exit.output));
    let mut out = Vec::new();
    let verdict = match act(&command, &mut out) {
        Ok(verdict) => Ok(verdict),
        Err(Stop::Refused(message)) => {
            remark(&message);
            Err(message)
        }
        Err(Stop::Interrupted) => panic!("the run ended, and nobody has ended it"),
        Err(Stop::Output(error)) => panic!("a vector takes everything, but: {error}"),
    };
    Run { verdict, out: String::from_utf8(out).expect("the program writes UTF-8") }
}

/// A file of this process with some bytes in it.
pub fn file(name: &str, bytes: &[u8]) -> String {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = std::env::temp_dir().join(format!("ox88-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is room for a folder");
        folder
    });
    let file = FOLDER.join(name);
    fs::write(&file, bytes).expect("there is room for a file");
    file.to_str().expect("the folder has a plain name").to_owned()
}
