//! The switches of an engine: its faults, and how it talks.

use crate::faults::Faults;
use crate::format::{Format, Style};
use crate::trouble::Trouble;

/// The switches that the command line names.
#[derive(Clone)]
pub struct Switches {
    pub faults: Faults,
    pub style: Style,
    pub trouble: Option<Trouble>,
    /// How many leaves it counts in a second, if that is limited.
    pub leaves_per_second: Option<u32>,
}

impl Switches {
    /// Reads the words, and with them the question to answer if the engine is called as a script of perftree.
    pub fn read(arguments: &[String]) -> Result<(Switches, Option<&[String]>), String> {
        let mut faults = Faults::NONE;
        let mut style = Style { formats: Vec::new(), chess960: false };
        let mut trouble = None;
        let mut leaves_per_second = None;
        let mut question = None;
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--script" => {
                    question = Some(words.as_slice());
                    break;
                }
                "--format" => {
                    style.formats.push(named(&Format::ALL, words.next(), "format")?);
                }
                "--trouble" => trouble = Some(named(&Trouble::ALL, words.next(), "trouble")?),
                "--speed" => {
                    let number = words.next().and_then(|word| word.parse().ok());
                    let number = number.filter(|&speed| speed > 0);
                    leaves_per_second = Some(number.ok_or("expected leaves a second")?);
                }
                _ if faults.switch_on_by_name(word) => {}
                _ => return Err(format!("{word:?} is not a fault")),
            }
        }
        Ok((Switches { faults, style, trouble, leaves_per_second }, question))
    }
}

fn named<T: Copy>(
    table: &[(T, &str, &str)],
    word: Option<&String>,
    what: &str,
) -> Result<T, String> {
    let word = word.ok_or_else(|| format!("expected the name of a {what}"))?;
    let entry = table.iter().find(|(_, name, _)| name == word);
    entry.map(|&(value, ..)| value).ok_or_else(|| format!("{word:?} is not a {what}"))
}
