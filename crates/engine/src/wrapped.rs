//! Sentences in lines as wide as a terminal, for every report.

/// How long a line may get: as wide as a terminal opens, and what people paste into a forum. Lines to copy may be
/// longer, and so may a FEN.
pub const WIDTH: usize = 80;

/// A remark in lines that fit a terminal, indented below its first word. What is quoted stays in one line.
pub fn remark(first: &str, sentence: &str) -> String {
    const KEPT: char = '\u{A0}';
    let mut is_quoted = true;
    let keep = |part: &str| {
        is_quoted = !is_quoted;
        if is_quoted { part.replace(' ', &KEPT.to_string()) } else { part.to_owned() }
    };
    let kept: String = sentence.split_inclusive(['`', '"']).map(keep).collect();
    wrapped(first, &kept).replace(KEPT, " ")
}

/// A sentence in lines that fit a terminal, indented below its first word.
pub fn wrapped(first: &str, sentence: &str) -> String {
    let indent = " ".repeat(first.chars().count());
    let (mut lines, mut line) = (Vec::new(), first.to_owned());
    for word in sentence.split(' ') {
        if line.chars().count() + word.chars().count() > WIDTH && line.trim() != first.trim() {
            lines.push(line.trim_end().to_owned());
            line.clone_from(&indent);
        }
        line += word;
        line.push(' ');
    }
    lines.push(line.trim_end().to_owned());
    lines.join("\n")
}
