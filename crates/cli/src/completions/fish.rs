//! The script for fish: a line for each option of each command, and for each place that a value has.

use super::super::outline::{Flag, HELP, Outline};
use super::words::{Offer, Paths, offer, offers, short};
use std::fmt::Write as _;

const HEAD: &str = "\
# ox88 --completions fish: to have it in each shell,
#   ox88 --completions fish > ~/.config/fish/completions/ox88.fish

# Prints the command that is typed so far, and how many words follow it.
function __ox88_place
    set -l command ox88
    set -l count 0
    set -l is_value no
    for word in (commandline -opc)[2..-1]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch \"$command $word\"
";

const AFTER_THE_WORDS: &str = "            case '* -*' '* help'
            case '*'
                set count (math $count + 1)
        end
    end
    printf '%s\\n' $command $count
end

# Whether that is this command, at one of these places if any are named.
function __ox88_is
    set -l place (__ox88_place)
    test $place[1] = $argv[1]; or return
    test (count $argv) = 1; or contains -- $place[2] $argv[2..-1]
end

# Whether that is this command, at this place or behind it.
function __ox88_is_from
    set -l place (__ox88_place)
    test $place[1] = $argv[1]; and test $place[2] -ge $argv[2]
end

complete -c ox88 -f
";

/// The script for the program with all its commands.
pub fn script(program: &Outline) -> String {
    let mut script = HEAD.to_owned();
    let all = program.all();
    let names: Vec<String> = all[1..].iter().map(|it| format!("'{}'", it.name)).collect();
    let _ = writeln!(script, "            case {}", names.join(" "));
    script
        .push_str("                set command \"$command $word\"\n                set count 0\n");
    let with_value = |command: &&Outline| -> Vec<String> {
        let flags = command.options.iter().filter(|flag| flag.value.is_some());
        let names = flags.flat_map(|flag| &flag.names);
        names.map(|name| format!("'{} {name}'", command.name)).collect()
    };
    let names: Vec<String> = all.iter().flat_map(with_value).collect();
    let _ = writeln!(script, "            case {}", names.join(" "));
    script.push_str("                set is_value yes\n");
    script.push_str(AFTER_THE_WORDS);
    for (name, Offer { words, .. }) in offers(program) {
        if !words.is_empty() {
            let _ = writeln!(script, "\nfunction __ox88_value_{name}");
            let _ = writeln!(script, "    printf '%s\\n' {}\nend", words.join(" "));
        }
    }
    for command in all {
        script.push('\n');
        script.push_str(&commands(command));
        script.push_str(&places(command));
        for flag in &command.options {
            script.push_str(&option(command, flag));
        }
    }
    script
}

/// A line for each command below this one.
fn commands(command: &Outline) -> String {
    let line = |(name, about): (&str, &str)| {
        let about = quoted(short(about));
        format!("complete -c ox88 -n '__ox88_is \"{}\" 0' -a {name} -d {about}\n", command.name)
    };
    let names = command.commands.iter().map(|below| (below.last_name(), below.about));
    let help = names.clone().next().map(|_| ("help", HELP));
    names.chain(help).map(line).collect()
}

/// A line for each place where there is something to offer.
fn places(command: &Outline) -> String {
    let (names, repeats) = command.places();
    let last = names.len().saturating_sub(1);
    let line = |(at, name): (usize, &&str)| {
        let is = if repeats && at == last { "__ox88_is_from" } else { "__ox88_is" };
        format!("complete -c ox88 -n '{is} \"{}\" {at}'{}\n", command.name, arguments(name))
    };
    let places = names.iter().enumerate();
    places.filter(|(_, name)| offer(name).is_some()).map(line).collect()
}

fn option(command: &Outline, flag: &Flag) -> String {
    let mut line = format!("complete -c ox88 -n '__ox88_is \"{}\"'", command.name);
    for name in &flag.names {
        if let Some(long) = name.strip_prefix("--") {
            let _ = write!(line, " -l {long}");
        } else if let Some(short) = name.strip_prefix('-') {
            let _ = write!(line, " -s {short}");
        }
    }
    if let Some(value) = flag.value {
        let _ = write!(line, " -r{}", arguments(value));
    }
    let _ = writeln!(line, " -d {}", quoted(short(flag.about)));
    line
}

/// The offers for a value.
fn arguments(name: &str) -> String {
    let Some(Offer { words, paths }) = offer(name) else { return " -f".to_owned() };
    let words =
        if words.is_empty() { String::new() } else { format!(" -a '(__ox88_value_{name})'") };
    let paths = match paths {
        Paths::None => " -f",
        Paths::Files => " -F",
        Paths::Folders => " -f -a '(__fish_complete_directories)'",
        Paths::Programs => " -F -a '(__fish_complete_command)'",
    };
    words + paths
}

/// A text between single quotation marks.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
