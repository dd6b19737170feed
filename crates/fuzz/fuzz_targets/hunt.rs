#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ox88_fuzz::run("hunt", data));
