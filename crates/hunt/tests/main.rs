//! The hunt, checks and reports, in process: engines that answer within the test, what is asked of them, what is
//! concluded, and what is said of it.

#[cfg(feature = "reports")]
mod baseline;
mod check;
mod coverage;
mod engines;
mod evidence;
#[cfg(feature = "reports")]
mod failure;
mod faulty;
mod fewer;
#[cfg(feature = "reports")]
mod html;
mod inside;
#[cfg(feature = "reports")]
mod keys;
mod oracle;
mod origin;
mod other_process;
mod other_wing;
mod pace;
mod plan;
mod refused_moves;
#[cfg(feature = "reports")]
mod report;
mod rights;
mod search;
mod spoilt;
mod states;
mod systematic;
mod table_key;
mod way_down;
mod worlds;
