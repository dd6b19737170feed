//! The script for bash. It is meant for the bash 3.2 of macOS, too, which has no `compopt` and no `mapfile`.

use super::super::outline::Outline;
use super::words::{Paths, offers};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEAD: &str = "\
# ox88 --completions bash: to have it in each shell, write into ~/.bashrc
#   eval \"$(ox88 --completions bash)\"

# Offers what compgen finds for the word that is typed.
_ox88_offer() {
    local line
    while IFS= read -r line; do COMPREPLY+=(\"$line\"); done < <(compgen \"$@\" -- \"$cur\")
}

_ox88() {
    local cur=${COMP_WORDS[COMP_CWORD]} command=ox88 count=0 value= words= options= word
    COMPREPLY=()
    # To bash, --option=value is three words.
    [[ $cur == '=' ]] && cur=
    # Which command it is, how many words follow it, and which value is expected.
    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do
        [[ $word == '=' ]] && continue
        [[ -n $value ]] && { value=; continue; }
        case \"$command $word\" in
";

const AFTER_THE_WORDS: &str = "            \"$command help\" | \"$command -\"*) ;;
            *) count=$((count + 1)) ;;
        esac
    done
    if [[ -z $value ]]; then
        case $command in
";

const AFTER_THE_COMMANDS: &str = "        esac
        [[ $cur == -* || -z $words$value ]] && { _ox88_offer -W \"$options\"; return; }
        _ox88_offer -W \"$words\"
    fi
    case $value in
";

const END: &str = "    esac
}

complete -F _ox88 ox88
";

/// The script for the program with all its commands.
pub fn script(program: &Outline) -> String {
    let mut script = HEAD.to_owned();
    let all = program.all();
    let names: Vec<String> = all[1..].iter().map(|it| format!("'{}'", it.name)).collect();
    let _ = writeln!(script, "            {}) command=\"$command $word\" ;;", names.join(" | "));
    for (value, options) in options_by_value(&all) {
        let _ = writeln!(script, "            {}) value={value} ;;", options.join(" | "));
    }
    script.push_str(AFTER_THE_WORDS);
    for command in &all {
        let options: Vec<&str> = command.option_names().collect();
        let _ = writeln!(script, "            '{}')", command.name);
        let _ = writeln!(script, "                options='{}'", options.join(" "));
        if !command.commands.is_empty() {
            let names: Vec<&str> = command.commands.iter().map(Outline::last_name).collect();
            let _ = writeln!(script, "                words='{} help'", names.join(" "));
        }
        script.push_str(&places(command));
        script.push_str("                ;;\n");
    }
    script.push_str(AFTER_THE_COMMANDS);
    for (name, offer) in offers(program) {
        let _ = write!(script, "        {name})");
        if !offer.words.is_empty() {
            let _ = write!(script, " _ox88_offer -W '{}';", offer.words.join(" "));
        }
        script.push_str(match offer.paths {
            Paths::None => "",
            Paths::Files => " compopt -o filenames 2>/dev/null; _ox88_offer -f;",
            Paths::Folders => " compopt -o filenames 2>/dev/null; _ox88_offer -d;",
            Paths::Programs => " _ox88_offer -c;",
        });
        script.push_str(";\n");
    }
    script + END
}

/// The options that a value follows, each after its command, by the name of the value.
fn options_by_value(all: &[&Outline]) -> BTreeMap<&'static str, Vec<String>> {
    let mut by_value = BTreeMap::<_, Vec<String>>::new();
    for command in all {
        for flag in &command.options {
            let patterns = flag.names.iter().map(|name| format!("'{} {name}'", command.name));
            if let Some(value) = flag.value {
                by_value.entry(value).or_default().extend(patterns);
            }
        }
    }
    by_value
}

/// Which value is expected at which place.
fn places(command: &Outline) -> String {
    let (names, repeats) = command.places();
    let last = names.len().saturating_sub(1);
    let place = |(at, name): (usize, &&str)| {
        let at = if repeats && at == last { "*".to_owned() } else { at.to_string() };
        format!("{at}) value={name} ;; ")
    };
    let arms: String = names.iter().enumerate().map(place).collect();
    if arms.is_empty() { arms } else { format!("                case $count in {arms}esac\n") }
}
