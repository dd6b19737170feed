//! The script for zsh: a function for each command, and one for each kind of value.

use super::super::outline::{Flag, HELP, Outline};
use super::words::{Paths, offer, offers, short};
use std::fmt::Write as _;

const HEAD: &str = "\
#compdef ox88
# ox88 --completions zsh: save it as _ox88 in a folder of $fpath, or write into ~/.zshrc, below compinit,
#   source <(ox88 --completions zsh)
";

/// Sourced, it makes itself known; found in a folder of `$fpath`, it is called at once.
const END: &str = "
if [[ $funcstack[1] == _ox88 ]]; then
    _ox88 \"$@\"
else
    compdef _ox88 ox88
fi
";

/// The script for the program with all its commands.
pub fn script(program: &Outline) -> String {
    let mut script = HEAD.to_owned();
    for (name, offer) in offers(program) {
        let _ = writeln!(script, "\n_ox88_value_{name}() {{");
        if !offer.words.is_empty() {
            let _ = writeln!(script, "    local -a words=({})", offer.words.join(" "));
            let _ = writeln!(script, "    _describe -t words {name} words");
        }
        script.push_str(match offer.paths {
            Paths::None => "",
            Paths::Files => "    _files\n",
            Paths::Folders => "    _files -/\n",
            Paths::Programs => "    _command_names -e\n    _files -g '*(*)'\n",
        });
        script.push_str("}\n");
    }
    for command in program.all() {
        let _ = writeln!(script, "\n{}() {{", function(command));
        script.push_str("    local curcontext=$curcontext state line\n    typeset -A opt_args\n");
        script.push_str("    _arguments -C");
        let specs = command.options.iter().map(option).chain(places(command));
        for spec in specs {
            let _ = write!(script, " \\\n        {spec}");
        }
        script.push('\n');
        script.push_str(&commands(command));
        script.push_str("}\n");
    }
    script + END
}

fn function(command: &Outline) -> String {
    format!("_{}", command.name.replace(' ', "_"))
}

/// An option as `_arguments` takes it.
fn option(flag: &Flag) -> String {
    let names: Vec<&str> =
        flag.names.iter().map(String::as_str).filter(|name| name.starts_with('-')).collect();
    let about = quoted(short(flag.about), &['[', ']', '\\']);
    let value = flag.value.map(value).unwrap_or_default();
    match names[..] {
        // Either of the two stands for both.
        [short, long] if !flag.repeats => {
            format!("'({short} {long})'{{{short},{long}}}'[{about}]{value}'")
        }
        _ => {
            let again = if flag.repeats { "*" } else { "" };
            let join = if flag.value.is_some() { "=" } else { "" };
            let spec = |name: &&str| format!("'{again}{name}{join}[{about}]{value}'");
            names.iter().map(spec).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The name of a value, and what is offered for it.
fn value(name: &str) -> String {
    let action = if offer(name).is_some() { format!("_ox88_value_{name}") } else { " ".to_owned() };
    format!(":{name}:{action}")
}

/// The arguments of a command without a `-`, as `_arguments` takes them.
fn places(command: &Outline) -> Vec<String> {
    if !command.commands.is_empty() {
        return vec!["'1: :->command'".to_owned(), "'*:: :->rest'".to_owned()];
    }
    let (names, repeats) = command.places();
    let place = |(at, name): (usize, &&str)| {
        let is_any = repeats && at + 1 == names.len();
        let at = if is_any { "*".to_owned() } else { (at + 1).to_string() };
        format!("'{at}{}'", value(name))
    };
    names.iter().enumerate().map(place).collect()
}

/// Where a command has others below it: their names, and what follows each.
fn commands(command: &Outline) -> String {
    if command.commands.is_empty() {
        return String::new();
    }
    let mut script = "    case $state in\n    command)\n        local -a commands=(\n".to_owned();
    for below in &command.commands {
        let about = quoted(short(below.about), &[':', '\\']);
        let _ = writeln!(script, "            '{}:{about}'", below.last_name());
    }
    let _ = writeln!(script, "            'help:{HELP}'\n        )");
    script.push_str("        _describe -t commands command commands ;;\n");
    script.push_str("    rest)\n        case $line[1] in\n");
    for below in &command.commands {
        let _ = writeln!(script, "        {}) {} ;;", below.last_name(), function(below));
    }
    let _ = writeln!(script, "        help) {} ;;", function(command));
    script + "        esac ;;\n    esac\n"
}

/// A text between single quotation marks, with a backslash before each of these signs.
fn quoted(text: &str, signs: &[char]) -> String {
    let mut quoted = String::new();
    for letter in text.chars() {
        if signs.contains(&letter) {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.replace('\'', "'\\''")
}
