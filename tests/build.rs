//! The build script of the library turns the suites into tests.

#[expect(dead_code, reason = "only the tests that it writes are of use here")]
#[path = "../build.rs"]
mod library;

fn main() {
    for file in ["../suites", "../build.rs", "../src/suite/epd.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    std::env::set_current_dir("..").expect("the repository is there");
    library::write_or_exit();
}
