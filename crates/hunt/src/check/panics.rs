//! Catches the panics of a function under test: each becomes a trouble, and prints nothing on standard error.

use ox88_engine::TroubleKind;
use ox88_engine::read::for_people;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread;

thread_local! {
    /// Where the last panic was, while panics of this thread are caught.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What this returns, or how it panicked. Where a panic ends the program, it does.
pub(super) fn caught<T>(ask: impl FnOnce() -> T) -> Result<T, TroubleKind> {
    if !cfg!(panic = "unwind") {
        return Ok(ask());
    }
    keep_quiet();
    let before = CAUGHT.replace(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(ask));
    let place = CAUGHT.replace(before).unwrap_or_default();
    result.map_err(|panicked| TroubleKind::Panics(for_people(&(place + message(&*panicked)))))
}

/// Has panics that are caught here say nothing by themselves. Other threads have their tests at the same time: all
/// other panics go where they went before.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    if thread::panicking() {
        return;
    }
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map_or(String::new(), |place| format!("{place}: "));
            let is_caught = CAUGHT.try_with(|caught| {
                let mut caught = caught.borrow_mut();
                let is_caught = caught.is_some();
                *caught = is_caught.then_some(place);
                is_caught
            });
            if is_caught != Ok(true) {
                before(info);
            }
        }));
    });
}

fn message(panicked: &(dyn Any + Send)) -> &str {
    let text = panicked.downcast_ref::<&str>().copied();
    text.or(panicked.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
