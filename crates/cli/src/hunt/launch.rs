//! A file that is named as an engine, and that the system does not run as it is named: what runs it.

use ox88_hunt::check_program;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// What runs the files with these endings.
const INTERPRETERS: [(&str, &[&str]); 9] = [
    ("py", &["python3"]),
    ("js", &["node"]),
    ("mjs", &["node"]),
    ("cjs", &["node"]),
    ("sh", &["sh"]),
    ("jar", &["java", "-jar"]),
    ("rb", &["ruby"]),
    ("pl", &["perl"]),
    ("lua", &["lua"]),
];

/// The first line of a script is not longer.
const LONGEST_FIRST_LINE: u64 = 200;

/// Why a file does not run as it is named.
pub struct Obstacle {
    /// As a sentence without its end.
    pub why: String,
    /// The words that run it, if ox88 knows them.
    pub instead: Option<Vec<String>>,
}

/// What keeps the system from running this file. Nothing if it can be run, or if there is no such file.
pub fn obstacle(program: &str) -> Option<Obstacle> {
    let path = Path::new(program);
    if !path.is_file() {
        return None;
    }
    let is_path = path.components().nth(1).is_some() || program.starts_with('.');
    if !is_path && check_program(program).is_ok() && cfg!(unix) {
        // A program in PATH has the same name.
        return None;
    }
    let here = if is_path { program.to_owned() } else { format!("./{program}") };
    let (script, ending) = (first_line_of_script(path), interpreter_by_ending(path));
    let may_run = check_program(&here).is_ok();
    let missing = script.as_ref().filter(|words| may_run && check_program(&words[0]).is_err());
    if missing.is_none() && may_run && (script.is_some() || ending.is_none()) {
        let why = format!("`{program}` is a file here, and no program in PATH: write its path");
        return (!is_path).then(|| Obstacle { why, instead: Some(vec![here]) });
    }
    let why = if let Some(words) = missing {
        format!("`{program}` begins with `#!`, and there is no program `{}`", words[0])
    } else if may_run {
        format!("`{program}` does not say what runs it: its first line does not begin with `#!`")
    } else {
        format!("`{program}` is not executable")
    };
    let mut known = [script, ending].into_iter().flatten();
    let interpreter = known.find(|words| check_program(&words[0]).is_ok());
    Some(match interpreter {
        Some(words) => Obstacle { why, instead: Some([words, vec![program.to_owned()]].concat()) },
        None if may_run => Obstacle { why, instead: None },
        None => Obstacle {
            why: format!("{why}: if it is a program, type `chmod +x {here}` first"),
            instead: None,
        },
    })
}

/// The words after `#!`, without those that look the program up in PATH.
fn first_line_of_script(path: &Path) -> Option<Vec<String>> {
    let mut line = Vec::new();
    let file = BufReader::new(File::open(path).ok()?);
    file.take(LONGEST_FIRST_LINE).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line).ok()?;
    let mut words: Vec<String> =
        line.strip_prefix("#!")?.split_whitespace().map(str::to_owned).collect();
    if words.first()?.ends_with("/env") {
        words.remove(0);
        words = words.into_iter().skip_while(|word| word.starts_with('-')).collect();
    }
    (!words.is_empty()).then_some(words)
}

fn interpreter_by_ending(path: &Path) -> Option<Vec<String>> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let (_, words) = INTERPRETERS.iter().find(|(known, _)| *known == ending)?;
    Some(words.iter().map(|&word| word.to_owned()).collect())
}
