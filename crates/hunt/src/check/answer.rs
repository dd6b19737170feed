//! What a function may return: whatever iterates over the right things, a result of that, or nothing.

use ox88_engine::read::{MOST_ROWS, for_people};
use ox88_engine::{Reply, Row, TroubleKind};
use std::fmt::Display;

/// What a closure may return. Nobody writes this name, and `How` is always inferred:
///
/// - [`check`](crate::check) takes whatever iterates over pairs of a move and a count: `Vec<(String, u64)>`,
///   `HashMap<String, u64>`, an iterator. The move is anything that is displayed as the text of a move, and the count
///   is any whole number.
/// - [`check_moves`](crate::check_moves) takes whatever iterates over moves: `Vec<String>`.
/// - Both take a `Result` of that, with any error that can be displayed. An error is a finding.
/// - Both take an `Option` of that: `None` leaves the question out, where a strict library refuses a position on
///   purpose. The report counts such questions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer to a question of the hunt",
    note = "`ox88_hunt::check` takes what iterates over pairs of a move and a count, as in `Vec<(String, u64)>` or \
            `HashMap<String, u64>`",
    note = "`ox88_hunt::check_moves` takes what iterates over moves, as in `Vec<String>`",
    note = "both take a `Result` of that, with an error that can be displayed, or an `Option`"
)]
pub trait Answer<What, How> {
    /// The rows of the answer, or why there is none.
    #[doc(hidden)]
    fn rows(self) -> Result<Vec<Row>, TroubleKind>;
}

/// A count after each move.
pub enum Counts {}

/// Moves alone.
pub enum Moves {}

impl<I, T, N> Answer<Counts, ()> for I
where
    I: IntoIterator<Item = (T, N)>,
    T: Display,
    N: TryInto<u128>,
{
    fn rows(self) -> Result<Vec<Row>, TroubleKind> {
        in_order(self.into_iter().map(|(text, count)| {
            let text = text.to_string();
            match count.try_into() {
                Ok(count) => Ok(Row::new(text, count)),
                Err(_) => Err(fails(&format!("the count of {text} is below 0"))),
            }
        }))
    }
}

impl<I> Answer<Moves, ()> for I
where
    I: IntoIterator,
    I::Item: Display,
{
    fn rows(self) -> Result<Vec<Row>, TroubleKind> {
        in_order(self.into_iter().map(|text| Ok(Row::new(text.to_string(), 1))))
    }
}

impl<What, How, A, E> Answer<What, Result<How, ()>> for Result<A, E>
where
    A: Answer<What, How>,
    E: Display,
{
    fn rows(self) -> Result<Vec<Row>, TroubleKind> {
        self.map_err(|error| fails(&error.to_string()))?.rows()
    }
}

impl<What, How, A> Answer<What, Option<How>> for Option<A>
where
    A: Answer<What, How>,
{
    fn rows(self) -> Result<Vec<Row>, TroubleKind> {
        self.ok_or(TroubleKind::Skipped)?.rows()
    }
}

/// The rows of moves and counts that are texts in turn, as JavaScript gives them.
///
/// # Errors
/// What was found, and what was expected.
pub fn rows_of_fields(fields: &[String]) -> Result<Vec<(String, u128)>, String> {
    let row = |row: &[String]| match row {
        [text, count] => match count.parse() {
            Ok(count) => Ok((text.clone(), count)),
            Err(_) => Err(format!("the count of {text} is {count}: expected a whole number")),
        },
        _ => Err("expected a move and a count in each row".to_owned()),
    };
    fields.chunks(2).map(row).collect()
}

/// The rows, in an order that is always the same: a map has none.
fn in_order(rows: impl Iterator<Item = Result<Row, TroubleKind>>) -> Result<Vec<Row>, TroubleKind> {
    let mut rows = rows.take(MOST_ROWS + 1).collect::<Result<Vec<Row>, _>>()?;
    if rows.len() > MOST_ROWS {
        let why = format!("there are more than {MOST_ROWS} rows, and no position has that many");
        return Err(fails(&why));
    }
    rows.sort_by(|one, other| (&one.text, one.count).cmp(&(&other.text, other.count)));
    Ok(rows)
}

/// A function that returned this error.
pub(super) fn fails(error: &str) -> TroubleKind {
    TroubleKind::Fails(for_people(error))
}

/// A reply of nothing but rows.
pub(super) fn reply(rows: Vec<Row>) -> Reply {
    Reply { rows, ..Reply::default() }
}
