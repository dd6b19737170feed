//! Passes on the version of the compiler, because a speed means little without it.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // `rustc 1.88.0 (6b00bc388 2025-06-23)`: the number is enough.
    let version = Command::new(rustc).arg("--version").output().ok().and_then(|output| {
        let text = String::from_utf8(output.stdout).ok()?;
        Some(text.split_whitespace().nth(1)?.to_owned())
    });
    let version = version.unwrap_or_else(|| "of unknown version".to_owned());
    println!("cargo::rustc-env=RUSTC_VERSION={version}");
}
