//! Changes one node of a source, which it knows by its tokens alone: in Python, JavaScript and Rust.

use std::ops::Range;

/// How a source is cut into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Python,
    JavaScript,
    Rust,
}

/// One change that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace.
    pub at: Range<usize>,
    pub with: String,
    pub what: &'static str,
    /// The function around it, or the constant of the module: `Board.push`, `PAWN_OFFSETS`.
    pub owner: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Number,
    Text,
    Operator,
}

#[derive(Clone, Debug)]
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    start: usize,
    /// How many brackets are open around it.
    depth: usize,
    /// Whether it is the first one of a line that no bracket continues.
    is_first: bool,
}

/// Those of more than one character, the longest first.
const OPERATORS: &str = ">>>= === !== **= //= <<= >>= ... >>> ..= -> => == != <= >= && || << >> += -= *= /= %= &= |= ^= \
                         := ** // ++ -- ?? ?. .. ::";

/// Pairs: what a token is, and what it becomes.
const SWAPS: &str = "< <= <= < > >= >= > == != != == === !== !== === + - - + * + & | | & ^ | << >> >> << && || || && and or \
                     or and += -= -= += &= |= |= &= ^= |= <<= >>= >>= <<= ++ -- -- ++ True False False True true false \
                     false true any all all any";

fn swapped(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = SWAPS.split_whitespace().collect();
    words.chunks(2).find(|it| it[0] == text).map(|it| it[1])
}

/// Words that begin no call and no statement that can be dropped.
const KEYWORDS: &str = " if elif else for while do switch case default catch try except finally with def class import \
                        from global assert pass function const let var static fn match loop unsafe impl struct enum \
                        use mod pub type trait where in not and or async await new typeof lambda ";

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&format!(" {word} "))
}

/// How tightly an operator binds. Nothing if it is none.
fn binds(text: &str) -> Option<u8> {
    Some(match text {
        "or" | "||" | "??" => 1,
        "and" | "&&" => 2,
        "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=" | "in" | "is" | "not" => 4,
        "|" => 5,
        "^" => 6,
        "&" => 7,
        "<<" | ">>" | ">>>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "//" | "%" => 10,
        _ => return None,
    })
}

/// All changes of a source that this module can make.
pub fn edits(source: &str, language: Language) -> Vec<Edit> {
    let tokens = tokens(source, language);
    let owners = owners(source, &tokens, language);
    let end = |token: &Token| token.start + token.text.len();
    let mut edits = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let Some(owner) = owners[i].clone() else { continue };
        let mut add = |at: Range<usize>, with: &str, what| {
            edits.push(Edit { at, with: with.to_owned(), what, owner: owner.clone() });
        };
        let here = token.start..end(token);
        let before = i.checked_sub(1).map(|i| &tokens[i]);
        let is_unary = before.is_none_or(|it| {
            it.kind == Kind::Operator && !matches!(it.text, ")" | "]" | "}") && !token.is_first
                || it.kind == Kind::Name
                    && (binds(it.text).is_some() || is_keyword(it.text) || it.text == "return")
        });
        match (token.kind, token.text) {
            (_, "not" | "!" | "~") => add(here, "", "a negation dropped"),
            (_, "-") if is_unary => add(here, "", "an operator"),
            (Kind::Operator, "*" | "&" | "|") if is_unary || begins_statement(before) => {}
            (_, "<" | ">" | "<<" | ">>") if is_of_type(&tokens, i) => {}
            (_, "all" | "any") if tokens.get(i + 1).is_none_or(|it| it.text != "(") => {}
            (Kind::Operator | Kind::Name, text) if swapped(text).is_some() => {
                let with = swapped(text).unwrap_or_default();
                let is_word = ["True", "False", "true", "false"].contains(&text);
                add(here, with, if is_word { "a constant" } else { "an operator" });
                if ["and", "or", "&&", "||", "&", "|", "^", "+", "-"].contains(&text) {
                    let last = operand(&tokens, i, language);
                    add(token.start..end(&tokens[last]), "", "a term dropped");
                }
            }
            (Kind::Number, text) => {
                for with in neighbours(text) {
                    add(here.clone(), &with, "a constant");
                }
            }
            (Kind::Name, text) if is_constant(text) => {
                for other in family(text, &tokens) {
                    add(here.clone(), other, "a name of a constant");
                }
            }
            _ => {}
        }
        if let Some(range) = condition(&tokens, i, language) {
            let range = tokens[range.start].start..end(&tokens[range.end]);
            let words =
                if language == Language::Python { ["True", "False"] } else { ["true", "false"] };
            add(range.clone(), words[0], "a condition always");
            add(range, words[1], "a condition never");
        }
        if let Some(last) = statement(&tokens, i, language) {
            let with = if language == Language::Python { "pass" } else { ";" };
            add(token.start..end(&tokens[last]), with, "a statement dropped");
        }
    }
    edits
}

/// Whether a statement begins after this token, but for Python, where it begins with a line.
fn begins_statement(before: Option<&Token>) -> bool {
    before.is_some_and(|it| matches!(it.text, ";" | "{" | "}"))
}

/// Whether this bracket is one of Rust around types: `gen::<true>(`.
fn is_of_type(tokens: &[Token], at: usize) -> bool {
    let opens = |at: usize| at > 0 && tokens[at - 1].text == "::";
    let begin = (0..=at).rev().take_while(|&it| !matches!(tokens[it].text, ";" | "{" | "}"));
    let (mut open, mut closed) = (0, 0);
    for it in begin {
        open += usize::from(opens(it) && tokens[it].text == "<");
        closed += usize::from(tokens[it].text == ">" && it != at);
    }
    opens(at) || tokens[at].text == ">" && open > closed
}

/// The source with this change.
pub fn changed(source: &str, edit: &Edit) -> String {
    format!("{}{}{}", &source[..edit.at.start], edit.with, &source[edit.at.end..])
}

/// The last token of the operand after an operator.
fn operand(tokens: &[Token], operator: usize, language: Language) -> usize {
    let (depth, binding) = (tokens[operator].depth, binds(tokens[operator].text));
    let is_block = |i: usize| {
        let before = &tokens[i - 1];
        tokens[i].text == "{" && (before.kind != Kind::Operator || matches!(before.text, ")" | "]"))
    };
    let ends = |token: &Token| {
        token.depth < depth
            || token.is_first && language == Language::Python
            || token.depth == depth
                && (matches!(
                    token.text,
                    "," | ":" | ";" | "?" | "=" | "if" | "else" | "for" | "=>"
                ) || binds(token.text).is_some_and(|it| Some(it) <= binding))
    };
    // An operand may begin with a sign.
    let begin =
        operator + 1 + usize::from(matches!(tokens[operator + 1].text, "-" | "~" | "!" | "not"));
    (begin + 1..tokens.len()).find(|&i| ends(&tokens[i]) || is_block(i)).unwrap_or(tokens.len()) - 1
}

/// The condition of the `if` that stands here, from its first token to its last.
fn condition(tokens: &[Token], at: usize, language: Language) -> Option<Range<usize>> {
    let token = &tokens[at];
    let depth = token.depth;
    let until = |text: &str| {
        (at + 1..tokens.len()).find(|&i| tokens[i].text == text && tokens[i].depth == depth)
    };
    match (language, token.text) {
        (Language::Python, "if" | "elif") if token.is_first => Some(at + 1..until(":")? - 1),
        (Language::JavaScript, "if") => Some(at + 2..until(")")? - 1),
        (Language::Rust, "if") if tokens[at + 1].text != "let" => Some(at + 1..until("{")? - 1),
        _ => None,
    }
}

/// The last token of the statement that begins here, if it can be dropped.
fn statement(tokens: &[Token], at: usize, language: Language) -> Option<usize> {
    let token = &tokens[at];
    if token.kind != Kind::Name || is_keyword(token.text) {
        return None;
    }
    if language == Language::Python {
        let next = (at + 1..tokens.len()).find(|&i| tokens[i].is_first);
        return token.is_first.then(|| next.unwrap_or(tokens.len()) - 1);
    }
    let begins = at > 0 && matches!(tokens[at - 1].text, ";" | "{" | "}");
    let ends = |i: &usize| {
        tokens[*i].depth < token.depth || tokens[*i].depth == token.depth && tokens[*i].text == ";"
    };
    (at + 1..tokens.len()).find(ends).filter(|&i| begins && tokens[i].text == ";")
}

/// A number that is one more, and one that is one less.
fn neighbours(text: &str) -> Vec<String> {
    let plain = text.replace('_', "");
    let (number, is_hex) = match plain.strip_prefix("0x") {
        Some(digits) => (u128::from_str_radix(digits, 16), true),
        None => (plain.parse(), false),
    };
    let Ok(number) = number else { return Vec::new() };
    let written = |it: u128| if is_hex { format!("{it:#x}") } else { it.to_string() };
    [number.checked_add(1), number.checked_sub(1)].into_iter().flatten().map(written).collect()
}

fn is_constant(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|it: char| it.is_ascii_uppercase())
        && text.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '_')
}

/// The other constants that are named as this one up to its last `_`, both with a number or both without; for a piece, a
/// colour or a square, its like.
fn family<'a>(text: &str, tokens: &[Token<'a>]) -> Vec<&'a str> {
    const LIKE: [&[&str]; 2] =
        [&["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"], &["WHITE", "BLACK"]];
    let like = LIKE.iter().find(|it| it.contains(&text));
    let is_numbered = |it: &str| it.ends_with(|it: char| it.is_ascii_digit());
    let is_square = |it: &str| it.len() == 2 && is_numbered(it);
    let prefix = text.rsplit_once('_').map(|it| it.0);
    let is_other = |it: &&str| {
        is_constant(it)
            && *it != text
            && is_numbered(it) == is_numbered(text)
            && match (like, prefix) {
                (Some(like), _) => like.contains(it),
                (None, Some(prefix)) => it.rsplit_once('_').is_some_and(|it| it.0 == prefix),
                (None, None) => is_square(text) && is_square(it),
            }
    };
    let mut found: Vec<&str> = tokens.iter().map(|it| it.text).filter(is_other).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The tokens, without comments.
fn tokens(source: &str, language: Language) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token> = Vec::new();
    let (mut at, mut depth, mut is_first) = (0, 0usize, true);
    while let Some(next) = source[at..].chars().next() {
        let rest = &source[at..];
        if next == '\n' {
            is_first |= depth == 0 || language != Language::Python;
        }
        let comment = match language {
            Language::Python => rest.starts_with('#').then(|| until(rest, "\n")),
            _ if rest.starts_with("//") => Some(until(rest, "\n")),
            _ => rest.starts_with("/*").then(|| until(rest, "*/") + 2),
        };
        if let Some(length) = comment.or_else(|| next.is_whitespace().then(|| next.len_utf8())) {
            at += length;
            continue;
        }
        let (kind, length) = match text_at(rest, language, tokens.last()) {
            Some(length) => (Kind::Text, length),
            None if next.is_ascii_digit() => (Kind::Number, word(rest)),
            None if next.is_alphanumeric() || matches!(next, '_' | '$') => (Kind::Name, word(rest)),
            None => {
                let known = OPERATORS.split_whitespace().find(|it| rest.starts_with(it));
                (Kind::Operator, known.map_or(next.len_utf8(), str::len))
            }
        };
        let text = &rest[..length];
        depth = depth.saturating_sub(usize::from(matches!(text, ")" | "]" | "}")));
        tokens.push(Token { kind, text, start: at, depth, is_first });
        depth += usize::from(matches!(text, "(" | "[" | "{"));
        is_first = false;
        at += length;
    }
    tokens
}

fn until(text: &str, end: &str) -> usize {
    text.find(end).unwrap_or(text.len())
}

fn word(text: &str) -> usize {
    text.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '$').unwrap_or(text.len())
}

/// The length of the string here, if there is one.
fn text_at(rest: &str, language: Language, before: Option<&Token>) -> Option<usize> {
    let prefix = rest.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(rest.len());
    let prefix = if prefix <= 2 && language != Language::JavaScript { prefix } else { 0 };
    let opened = &rest[prefix..];
    if let Some(quotes) = [r#"""""#, "'''"].into_iter().find(|it| opened.starts_with(it)) {
        return Some(prefix + 3 + until(&opened[3..], quotes) + 3);
    }
    // A slash after an operator begins a regular expression.
    let is_pattern = language == Language::JavaScript
        && before.is_none_or(|it| it.kind == Kind::Operator && !matches!(it.text, ")" | "]" | "}"));
    let quote = opened.chars().next().filter(|it| match it {
        '"' => true,
        '\'' => {
            language != Language::Rust
                || opened.chars().nth(2) == Some('\'')
                || opened.starts_with("'\\")
        }
        '`' => language == Language::JavaScript,
        '/' => is_pattern,
        _ => false,
    })?;
    let mut escaped = false;
    let end = opened[1..].find(|it| {
        let ends = it == quote && !escaped;
        escaped = it == '\\' && !escaped;
        ends
    });
    Some(prefix + 1 + end? + 1)
}

/// For each token the function in whose body it stands, or the constant whose value it belongs to.
fn owners(source: &str, tokens: &[Token], language: Language) -> Vec<Option<String>> {
    if language == Language::Python { by_indent(source, tokens) } else { by_braces(tokens) }
}

fn by_indent(source: &str, tokens: &[Token]) -> Vec<Option<String>> {
    let mut around: Vec<(&str, usize)> = Vec::new();
    let mut owner = None;
    let mut owners = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.is_first {
            let column = token.start - source[..token.start].rfind('\n').map_or(0, |it| it + 1);
            around.retain(|it| it.1 < column);
            let names: Vec<&str> = around.iter().map(|it| it.0).collect();
            owner = match token.text {
                "def" | "class" => {
                    around.push((tokens[i + 1].text, column));
                    None
                }
                "assert" | "@" => None,
                text if around.is_empty() => is_constant(text).then(|| text.to_owned()),
                _ => Some(names.join(".")),
            };
        }
        owners.push(owner.clone());
    }
    owners
}

fn by_braces(tokens: &[Token]) -> Vec<Option<String>> {
    let mut owners = vec![None; tokens.len()];
    for (i, token) in tokens.iter().enumerate() {
        let closes = |at: usize, text: &str| {
            (at + 1..tokens.len())
                .find(|&k| tokens[k].text == text && tokens[k].depth == tokens[at].depth)
        };
        let is = |at: usize, text: &str| tokens.get(at).is_some_and(|it| it.text == text);
        let body = if token.text == "fn" {
            (i + 1..tokens.len())
                .find(|&k| is(k, "{") && tokens[k].depth == token.depth)
                .map(|at| (at, i + 1))
        } else if token.kind == Kind::Name && !is_keyword(token.text) && is(i + 1, "(") {
            closes(i + 1, ")").filter(|&at| is(at + 1, "{")).map(|at| (at + 1, i))
        } else {
            None
        };
        if let Some((open, name)) = body {
            let close = closes(open, "}").unwrap_or(tokens.len());
            owners[open + 1..close].fill(Some(tokens[name].text.to_owned()));
        } else if matches!(token.text, "const" | "static") && token.depth == 0 {
            let end = closes(i, ";").unwrap_or(tokens.len());
            owners[i + 2..end].fill(Some(tokens[i + 1].text.to_owned()));
        }
    }
    owners
}
