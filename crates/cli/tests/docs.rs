//! What the pages say is so: their commands are understood and print what is shown below them, and their
//! links and paths lead somewhere.

use ox88_test_support::ROOT;
#[cfg(unix)]
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A page as its parts.
struct Page {
    /// Seen from the root of the repository: `docs/hunt.md`.
    file: PathBuf,
    headings: Vec<String>,
    /// What is in no block, paragraph by paragraph.
    prose: String,
    /// The lines of each block, with its language.
    blocks: Vec<(String, Vec<String>)>,
}

impl Page {
    fn read(file: &Path) -> Page {
        let root = fs::canonicalize(ROOT).expect("the tests run in the repository");
        let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let text = fs::read_to_string(root.join(file)).expect("the page can be read");
        let file = file.strip_prefix(&root).unwrap_or(file);
        Page::new(file, &text)
    }

    fn new(file: &Path, text: &str) -> Page {
        let mut page = Page {
            file: file.to_owned(),
            headings: Vec::new(),
            prose: String::new(),
            blocks: Vec::new(),
        };
        let mut is_block = false;
        for line in text.lines() {
            if let Some(language) = line.trim_start().strip_prefix("```") {
                is_block = !is_block;
                if is_block {
                    page.blocks.push((language.to_owned(), Vec::new()));
                }
            } else if is_block {
                page.blocks.last_mut().expect("a block began").1.push(line.trim_start().to_owned());
            } else {
                if line.starts_with('#') {
                    page.headings.push(anchor(line.trim_start_matches('#').trim()));
                }
                page.prose += line;
                page.prose += "\n";
            }
        }
        assert!(!is_block, "{}: a block has no end", file.display());
        page
    }

    fn lines_of_blocks<'a>(&'a self, language: &'a str) -> impl Iterator<Item = &'a String> {
        self.blocks.iter().filter(move |block| block.0 == language).flat_map(|block| &block.1)
    }

    /// What stands between backticks. It may go on in the next line.
    fn code_in_prose(&self) -> impl Iterator<Item = String> {
        let paragraphs = self.prose.split("\n\n");
        paragraphs.flat_map(|it| it.split('`').skip(1).step_by(2)).map(|it| it.replace('\n', " "))
    }

    /// All that may be typed into a shell, in words: what begins with a `$` prints what is below it.
    fn typed(&self) -> impl Iterator<Item = Vec<String>> {
        let shown = self.lines_of_blocks("console").filter_map(|line| line.strip_prefix("$ "));
        let others = self.lines_of_blocks("sh").map(String::as_str);
        let lines = shown.chain(others).map(str::to_owned).chain(self.code_in_prose());
        lines.filter_map(|line| shlex::split(&line))
    }
}

/// The name by which a link finds a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let is_kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    letters.chars().filter(is_kept).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(unix)]
mod shown {
    use super::Page;
    use ox88_test_support::broken_engine;
    use std::path::Path;
    use std::process::{Command, Output};
    use std::{env, fs};

    /// Each takes more than a second of processor time, on the page of the command line.
    pub const LONG: [&str; 2] =
        ["ox88 perft 5 kiwipete --stats", "ox88 estimate 12 --samples 100_000"];

    /// A command of a page, and the lines that are shown below it.
    pub type Shown<'a> = (&'a str, Vec<&'a str>);

    pub fn runs(page: &Page) -> Vec<Shown<'_>> {
        let mut runs: Vec<Shown> = Vec::new();
        for line in page.lines_of_blocks("console") {
            match line.strip_prefix("$ ") {
                Some(command) => runs.push((command, Vec::new())),
                None => runs.last_mut().expect("a command comes first").1.push(line),
            }
        }
        runs
    }

    /// What a shell prints for the commands of a page, one after the other, in a folder of their own.
    pub fn outputs(page: &Page, runs: &[Shown]) -> Vec<String> {
        let name = page.file.to_string_lossy().replace('/', "_");
        let folder = ox88_test_support::folder().join("docs").join(name);
        fs::create_dir_all(&folder).expect("the folder for tests can be written");
        let program = Path::new(env!("CARGO_BIN_EXE_ox88"));
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = program.parent().map(Into::into).into_iter().chain(env::split_paths(&others));
        let path = env::join_paths(folders).expect("no folder has a colon in its name");
        // The engine of the pages filters captures en passant by the squares that answer a check; that of the page
        // about facts has a wrong key.
        let is_of_facts = page.file.ends_with("facts.md");
        let fault = if is_of_facts {
            "--plant captured-rook-keeps-right"
        } else {
            "ep-of-the-checking-pawn-missing"
        };
        let engine = format!("'{}' {fault}", broken_engine().display());
        let run = |command: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command.replace("./my-engine", &engine)]);
            let output =
                shell.current_dir(&folder).env("PATH", &path).env("NO_COLOR", "1").output();
            let Output { status, stdout, stderr } = output.expect("there is a shell");
            let refusal = String::from_utf8_lossy(&stderr);
            assert!(matches!(status.code(), Some(0 | 1)), "{command} is refused: {refusal}");
            String::from_utf8(stdout).expect("the program writes UTF-8")
        };
        runs.iter().map(|(command, _)| run(command)).collect()
    }

    /// The words of a line that are the same on every machine: no times and speeds.
    pub fn lasting_words(line: &str) -> Vec<&str> {
        let is_timing = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
        let is_unit = |word: &&str| ["s", "M", "-"].contains(word);
        line.split_whitespace().filter(|word| !is_timing(word) && !is_unit(word)).collect()
    }
}

/// Some commands take long, and they have a test of their own.
#[cfg(unix)]
#[rstest]
fn every_command_prints_what_is_shown_below_it(
    #[files("../../README.md")]
    #[files("../../CONTRIBUTING.md")]
    #[files("../../docs/*.md")]
    #[files("../../vectors/README.md")]
    #[files("../*/README.md")]
    file: PathBuf,
) {
    let page = Page::read(&file);
    let mut runs = shown::runs(&page);
    runs.retain(|(command, _)| !shown::LONG.contains(command));
    assert_prints(&page, &runs);
}

#[cfg(unix)]
#[test]
#[ignore = "these commands take long: cargo test -p ox88-cli -- --ignored"]
fn every_long_command_prints_what_is_shown_below_it() {
    let page = Page::read(&Path::new(ROOT).join("docs/command-line.md"));
    let mut runs = shown::runs(&page);
    runs.retain(|(command, _)| shown::LONG.contains(command));
    assert_eq!(runs.len(), shown::LONG.len(), "the page shows each of them");
    assert_prints(&page, &runs);
}

#[cfg(unix)]
fn assert_prints(page: &Page, runs: &[shown::Shown]) {
    for ((command, shown), printed) in runs.iter().zip(shown::outputs(page, runs)) {
        if let Err(problem) = shows(shown, &printed) {
            panic!("{command}: {problem}");
        }
    }
}

/// Compares what a page shows with what is printed. A line of three dots means that something is left out.
#[cfg(unix)]
fn shows(shown: &[&str], printed: &str) -> Result<(), String> {
    let words = |line: &str| shown::lasting_words(line).join(" ");
    let mut printed = printed.lines().map(words);
    let mut is_gap = false;
    for line in shown {
        if *line == "…" {
            is_gap = true;
            continue;
        }
        let line = words(line);
        let next = printed.find(|next| !is_gap || *next == line);
        if next.as_ref() != Some(&line) {
            return Err(format!("shows {line:?}, prints {next:?}"));
        }
        is_gap = false;
    }
    match printed.next() {
        Some(next) if !is_gap => Err(format!("also prints {next:?}")),
        _ => Ok(()),
    }
}

/// The arguments of each `ox88` in a line.
fn arguments_of_ox88(typed: &[String]) -> impl Iterator<Item = &[String]> {
    let parts = typed.split(|word| ["|", "&&", "||", ";", ">", "<"].contains(&word.as_str()));
    parts.filter_map(|part| {
        let cargo = ["cargo", "run", "--release", "--"].map(str::to_owned);
        let behind = part.iter().position(|word| word == "ox88").map(|place| &part[place + 1..]);
        behind.or_else(|| part.strip_prefix(&cargo)).filter(|arguments| !arguments.is_empty())
    })
}

/// What `ox88 help` does not know of a command.
fn unknown(arguments: &[String]) -> Vec<String> {
    let is_word = |word: &&String| !word.starts_with('-');
    let words: Vec<_> = arguments.iter().take_while(is_word).map(String::as_str).collect();
    let command = match *words.as_slice() {
        ["help", ..] => &words[1..],
        ["work", _, ..] => &words[..2],
        _ => &words[..words.len().min(1)],
    };
    let help = Command::new(env!("CARGO_BIN_EXE_ox88")).arg("help").args(command).output();
    let Output { status, stdout, .. } = help.expect("the program was built");
    if !status.success() {
        return vec![command.join(" ")];
    }
    let help = String::from_utf8_lossy(&stdout);
    let known = |flag: &str| help.split([' ', ',', '[', ']', '(', ')', '\n']).any(|it| it == flag);
    let flags = arguments.iter().filter(|word| word.starts_with("--"));
    let flags = flags.map(|word| word.split_once('=').map_or(word.as_str(), |it| it.0));
    flags.filter(|flag| !known(flag)).map(str::to_owned).collect()
}

/// The folders whose files the pages name.
const FOLDERS: [&str; 11] = [
    ".cargo/",
    ".github/",
    "docs/adapters/",
    "ci/",
    "crates/",
    "docs/",
    "snapshots/",
    "src/",
    "suites/",
    "tests/",
    "vectors/",
];

/// The paths of a page that are not there.
fn missing_paths(page: &Page) -> Vec<String> {
    let made_by_runs = fs::read_to_string(Path::new(ROOT).join(".gitignore")).unwrap_or_default();
    let is_made = |path: &str| {
        let mut ignored = made_by_runs.lines().filter_map(|line| line.strip_prefix('/'));
        ignored.any(|ignored| path.starts_with(ignored))
    };
    let is_ours = |path: &String| FOLDERS.iter().any(|folder| path.starts_with(folder));
    let words = page.typed().flatten();
    let paths = words.filter(is_ours).filter(|path| !is_made(path));
    // The page of a crate may name a path of the repository or one of the crate.
    let folder = page.file.parent().expect("a page is in a folder");
    let is_there = |path: &String| {
        [Path::new(""), folder].iter().any(|from| Path::new(ROOT).join(from).join(path).exists())
    };
    paths.filter(|path| !is_there(path)).collect()
}

/// The links of a page that lead nowhere.
fn broken_links(page: &Page) -> Vec<&str> {
    let links = page.prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let leads_nowhere = |link: &&str| {
        let (file, heading) = link.split_once('#').map_or((*link, None), |it| (it.0, Some(it.1)));
        let folder = page.file.parent().expect("a page is in a folder");
        let target = Path::new(ROOT).join(folder).join(file);
        let has_heading = |heading: &str| {
            let headings = if file.is_empty() { None } else { Some(Page::read(&target).headings) };
            headings.as_ref().unwrap_or(&page.headings).iter().any(|it| it == heading)
        };
        !(file.is_empty() || target.exists()) || !heading.is_none_or(has_heading)
    };
    let is_ours = |link: &&str| !link.starts_with("https://");
    links.filter(is_ours).filter(leads_nowhere).collect()
}

/// The addresses of a page that have the name of the repository and are not in it.
fn other_addresses(text: &str) -> Vec<&str> {
    let ours = env!("CARGO_PKG_REPOSITORY");
    let begun = text.match_indices("https://github.com/").map(|(place, _)| &text[place..]);
    let addresses = begun.filter_map(|it| it.split([' ', '\n', '"', '`', '>', ')']).next());
    let name = |address: &str| address.split('/').nth(4).map(str::to_owned);
    let of_its_name = addresses.filter(|address| name(address) == name(ours));
    of_its_name.filter(|address| !address.starts_with(ours)).collect()
}

/// Rows of a page that Markdown takes for others than they are: no empty line is between a table and what is beside it.
fn glued_rows(page: &Page) -> Vec<&str> {
    let lines: Vec<&str> = page.prose.lines().collect();
    let is_row = |line: &str| line.starts_with('|');
    let is_end = |line: &str| line.is_empty() || line.starts_with("<!--");
    let is_glued = |&at: &usize| match (lines[at - 1], lines[at]) {
        (before, here) if is_row(before) != is_row(here) => !is_end(before) && !is_end(here),
        (_, here) => here.starts_with("|-") && at > 1 && is_row(lines[at - 2]),
    };
    (1..lines.len()).filter(is_glued).map(|at| lines[at]).collect()
}

/// Of the changes and of the reports of a hunt the words alone are looked at.
#[rstest]
fn each_option_path_link_and_address_of_a_page_is_there_and_no_habit_stops_a_native_reader(
    #[files("../../README.md")]
    #[files("../../CHANGELOG.md")]
    #[files("../hunt/snapshots/texts/hunt.findings.snap")]
    #[files("../../CONTRIBUTING.md")]
    #[files("../../docs/*.md")]
    #[files("../../vectors/README.md")]
    #[files("../*/README.md")]
    file: PathBuf,
) {
    let page = Page::read(&file);
    assert_eq!(habits(&page.prose), Vec::<String>::new());
    if file.ends_with("hunt.findings.snap") {
        return;
    }
    assert_eq!(strings_of_clauses(&page), Vec::<String>::new());
    assert_eq!(glued_rows(&page), Vec::<&str>::new());
    if file.ends_with("CHANGELOG.md") {
        return;
    }
    for typed in page.typed() {
        for arguments in arguments_of_ox88(&typed) {
            let unknown = unknown(arguments);
            assert!(unknown.is_empty(), "{arguments:?}: {unknown:?} is not in the help");
        }
    }
    assert_eq!(missing_paths(&page), Vec::<String>::new());
    assert_eq!(broken_links(&page), Vec::<&str>::new());
    let text = fs::read_to_string(&file).expect("the page can be read");
    assert_eq!(other_addresses(&text), Vec::<&str>::new());
}

/// What no native author of an engine would write, in small letters, and what to write.
const HABITS: [(&str, &str); 21] = [
    ("right to castle", "castling right"),
    ("rights to castle", "castling rights"),
    ("castle short", "castle kingside"),
    ("castle long", "castle queenside"),
    ("castles short", "castles kingside"),
    ("castles long", "castles queenside"),
    ("castling short", "castling kingside"),
    ("castling long", "castling queenside"),
    ("a capture en passant", "an en passant capture"),
    ("the line *", "the *origin* line"),
    ("the line `", "the `origin` line"),
    ("no line *", "no *origin* line"),
    ("from then on", "afterwards"),
    ("from there on", "afterwards"),
    ("from the first release on", "once released"),
    ("is another one", "is a different one"),
    ("package for python", "Python package"),
    ("package for javascript", "JavaScript package"),
    ("package for npm", "npm package"),
    ("page for your browser", "browser page"),
    ("perft never calls", "perft never touches"),
];

/// The habits in a text: those above, `is no fault`, `another X than` and `from 3.9 on`.
fn habits(text: &str) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = words.join(" ");
    let known = HABITS.iter().filter(|(habit, _)| text.contains(habit));
    let mut found: Vec<String> =
        known.map(|(habit, better)| format!("{habit:?}: write {better:?}")).collect();
    let word =
        |at: usize| words.get(at).map_or("", |it| it.trim_matches([',', '.', ':', ';', '*']));
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("", word);
        let [here, next, third] = [at, at + 1, at + 2].map(word);
        let is_no = ["is", "are"].contains(&here)
            && next == "no"
            && !["there", "here"].contains(&before)
            && !["longer", "more", "less", "better"].contains(&third);
        let is_another = here == "another" && third == "than";
        let from =
            here == "from" && third == "on" && next.starts_with(|it: char| it.is_ascii_digit());
        for (_, better) in [
            (is_no, "is not a ..."),
            (is_another, "a different ... from"),
            (from, "or later, or deeper, or after"),
        ]
        .into_iter()
        .filter(|it| it.0)
        {
            found.push(format!("\"{before} {here} {next} {third}\": write {better:?}"));
        }
    }
    found
}

/// Sentences of prose with two semicolons, which are three sentences.
fn strings_of_clauses(page: &Page) -> Vec<String> {
    let is_prose =
        |line: &&str| !line.starts_with(['|', '!']) && !line.starts_with("**Usual cause:**");
    let prose: Vec<&str> = page.prose.lines().filter(is_prose).collect();
    let paragraphs = prose.join("\n").replace("\n- ", "\n\n");
    let sentences = paragraphs.split("\n\n").flat_map(|it| it.split(". "));
    let long = sentences.filter(|sentence| sentence.matches("; ").count() > 1);
    long.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// A table of engines is read row by row: what needs more words is a note below it.
#[test]
fn no_cell_of_the_page_about_engines_has_more_than_25_words() {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/engines.md")).expect("it is there");
    let cells =
        text.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split(" | "));
    for cell in cells {
        assert!(cell.split_whitespace().count() <= 25, "{cell}");
    }
}

/// Its first screen has what the program is for, for whom, how long it takes, and why not perftree.
#[test]
fn the_read_me_is_short_and_begins_with_what_a_stranger_asks() {
    let text = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("it is there");
    assert!(text.lines().count() <= 100, "it has {} lines", text.lines().count());
    let head: Vec<&str> = text.lines().take(12).collect();
    for part in ["finds the bug", "everyone who writes", "seconds", "perftree", "hunt.svg"] {
        assert!(head.join("\n").contains(part), "{part}");
    }
}
