//! A file that is named as an engine, and that the system does not run as it is named.

use ox88_hunt::check_program;
use std::path::Path;

/// What runs the files with these endings.
const INTERPRETERS: [(&str, &str); 6] = [
    ("py", "python3"),
    ("js", "node"),
    ("mjs", "node"),
    ("sh", "sh"),
    ("jar", "java -jar"),
    ("rb", "ruby"),
];

/// What keeps the system from running this program, and what to type. Nothing if it can be run, or if there is no such
/// file.
pub(super) fn obstacle(program: &str) -> Option<String> {
    let path = Path::new(program);
    let is_path = path.components().nth(1).is_some() || program.starts_with('.');
    let first = program.split(' ').next().unwrap_or_default();
    if !path.exists() && first != program && check_program(first).is_ok() {
        return Some(format!(
            "`{program}` is in quotation marks, so it is taken for the name of one program: type `ox88 hunt {program}`"
        ));
    }
    // A program in PATH may have the same name.
    if !path.is_file() || !is_path && cfg!(unix) && check_program(program).is_ok() {
        return None;
    }
    let here = if is_path { program.to_owned() } else { format!("./{program}") };
    let ending = path.extension().and_then(|ending| ending.to_str());
    let known = INTERPRETERS.iter().find(|(known, _)| Some(*known) == ending);
    Some(match (check_program(&here).is_ok(), known) {
        (true, _) if is_path => return None,
        (true, _) => {
            format!("`{program}` is a file here, and no program in PATH: type `ox88 hunt {here}`")
        }
        (false, Some((_, runner))) => {
            format!(
                "the system does not run `{program}` by itself: type `ox88 hunt {runner} {program}`"
            )
        }
        (false, None) => format!(
            "`{program}` is not executable: if it is a program, type `chmod +x {here}` first"
        ),
    })
}
