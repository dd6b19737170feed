//! Cases that are written in files of text beside the tests, one a line.

/// What is written below a heading, which begins with this sign, up to the next such heading.
#[track_caller]
pub fn below<'a>(text: &'a str, sign: &str, heading: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n{sign}{heading}\n")).expect("the heading is there");
    rest.split(&format!("\n{sign}")).next().unwrap_or_default()
}

/// A text with some of the escapes of Rust.
pub fn unescaped(text: &str) -> String {
    let escapes = [("\\t", "\t"), ("\\n", "\n"), ("\\r", "\r"), ("\\0", "\0")];
    let text = escapes.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let mut parts = text.split("\\u{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (number, rest) = part.split_once('}').expect("an escape has its end");
        let number = u32::from_str_radix(number, 16).expect("it is hexadecimal");
        text + &char::from_u32(number).expect("it is a letter").to_string() + rest
    })
}
