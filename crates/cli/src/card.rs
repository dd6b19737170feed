//! The graphics card of `--gpu`, and what people read about it.

use super::outcome::Result;
use ox88::Position;
use ox88_count::{Counted, Counter, Progress, Rows};

/// Whether a count is to end before its time.
pub(crate) type IsOver<'a> = &'a (dyn Fn() -> bool + Sync);

/// What counts on a card; `rest` counts what the card does not. No card counts the kinds of leaves.
pub(crate) trait OnCard<T: Counted>: Send + Sync {
    /// The leaves of a position, unless `is_over` becomes true on the way.
    fn perft(
        &self,
        rest: &Counter<T>,
        position: &Position,
        depth: u32,
        is_over: IsOver<'_>,
    ) -> End<T>;

    /// The same, split by root moves.
    fn divide(
        &self,
        rest: &Counter<T>,
        position: &Position,
        depth: u32,
        is_over: IsOver<'_>,
    ) -> End<Rows<T>>;

    /// How far the present count has come.
    fn progress(&self) -> Progress;

    /// Tells how what was counted so far was checked.
    fn tell(&self);
}

/// A result, or nothing if the count was over before.
pub(crate) type End<T> = Result<Option<T>>;

#[cfg(feature = "gpu")]
pub(crate) use with_gpu::open;

#[cfg(feature = "gpu")]
mod with_gpu {
    use super::{End, IsOver, OnCard};
    use crate::outcome::{Result, Stop};
    use crate::output::remark;
    use ox88::Position;
    use ox88_count::{Counter, Progress, Rows};
    use ox88_gpu::{Card, CardError};

    /// Opens the card, and tells its name.
    pub(crate) fn open(memory: Option<usize>) -> Result<Box<dyn OnCard<u128>>> {
        let card = Card::open(memory.map(|bytes| bytes as u64)).map_err(|error| refuse(&error))?;
        let [name, driver] = card.names();
        remark(&format!("counting on {name}\nby {driver}"));
        if card.is_software() {
            remark("this is not a card but the CPU in its place, for tests");
        }
        Ok(Box::new(card))
    }

    impl OnCard<u128> for Card {
        fn perft(
            &self,
            rest: &Counter,
            position: &Position,
            depth: u32,
            is_over: IsOver<'_>,
        ) -> End<u128> {
            self.perft_until(rest, position, depth, is_over).map_err(|error| refuse(&error))
        }

        fn divide(
            &self,
            rest: &Counter,
            position: &Position,
            depth: u32,
            is_over: IsOver<'_>,
        ) -> End<Rows> {
            self.divide_until(rest, position, depth, is_over).map_err(|error| refuse(&error))
        }

        fn progress(&self) -> Progress {
            Card::progress(self)
        }

        fn tell(&self) {
            let done = self.done();
            let (positions, again) = (done.positions, done.recounted);
            remark(&match positions {
                0 => {
                    "the processor counted all: up to depth 4 it is faster than any card".to_owned()
                }
                _ => format!(
                    "the processor counted {again} of {positions} positions again: all the same"
                ),
            });
        }
    }

    fn refuse(error: &CardError) -> Stop {
        let advice = match error {
            CardError::None => {
                "install the driver of your card, or leave out --gpu (Mesa's driver makes the processor a \
                 card: apt install mesa-vulkan-drivers libvulkan1)"
            }
            CardError::Failed(_) => {
                "take less of its memory, as in --memory 256MiB, or leave out --gpu"
            }
            CardError::Wrong(_) => "update its driver, and leave out --gpu",
            CardError::Overflow => return error.to_string().into(),
        };
        format!("{error}: {advice}").into()
    }
}

/// Says how to get a program that can.
#[cfg(not(feature = "gpu"))]
pub(crate) fn open(_: Option<usize>) -> Result<Box<dyn OnCard<u128>>> {
    let why = "this ox88 was built without --gpu: build it with --features gpu, take one from the archives of a \
         release, or leave out --gpu";
    Err(why.into())
}
