//! `--gpu`: refused with what to do where there is no card, and otherwise the same counts.

#[cfg(not(feature = "gpu"))]
#[test]
fn without_the_feature_a_card_is_refused_with_how_to_build_it() {
    for arguments in [&["perft", "4", "--gpu"][..], &["suite", "--gpu"]] {
        let said = crate::program::refused(arguments);
        assert!(said.contains("build it with --features gpu"), "{said}");
    }
}

#[cfg(feature = "gpu")]
mod with_the_feature {
    use crate::program::{Run, finish, start};
    use ox88_test_support::{ROOT, file};
    use rstest::rstest;
    use std::env;
    use std::process::Command;

    /// Standard output on the card and on the processor. Nothing if there is no card and nobody demands one.
    fn both(arguments: &[&str]) -> Option<[String; 2]> {
        let Run { code, out, err } = finish(start(arguments.iter().chain([&"--gpu"])), "");
        if err.contains("offers a card") && env::var_os("OX88_CARD").is_none() {
            assert_eq!((code, out.as_str()), (Some(2), ""));
            eprintln!("LEFT OUT: {err}");
            return None;
        }
        assert_eq!(code, Some(0), "{err}");
        assert!(err.contains("counting on "), "{err}");
        // Mesa writes lines of its own.
        let ours = err.lines().filter(|line| !line.contains("XDG_RUNTIME_DIR"));
        assert!(ours.map(str::len).max() <= Some(80), "{err}");
        assert!(err.contains("positions again: all the same"), "{err}");
        assert!(!err.contains("llvmpipe") || err.contains("no card, but the processor"), "{err}");
        Some([out, finish(start(arguments), "").out])
    }

    #[rstest]
    #[case(&["perft", "6", "--json"])]
    #[case(&["perft", "5", "kiwipete", "--csv"])]
    #[case(&["divide", "6", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"])]
    #[case(&["divide", "6", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--json"])]
    #[case(&["suite", "castling", "--max-nodes", "100_000_000", "--json"])]
    fn counts_are_those_of_the_processor(#[case] arguments: &[&str]) {
        let Some([on_card, on_processor]) = both(arguments) else { return };
        assert_eq!(on_card, on_processor);
    }

    #[test]
    fn work_is_counted_alike() {
        let work = finish(start(["work", "split", "6", "--plies", "1"]), "").out;
        let work = file("gpu-work.epd", &work);
        let Some([on_card, on_processor]) = both(&["work", "count", &work]) else { return };
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&on_card), sorted(&on_processor));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn without_a_driver_a_sentence_says_what_to_install() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ox88"));
        command.args(["perft", "3", "--gpu"]).current_dir(ROOT);
        let nowhere = "/nonexistent/driver.json";
        let output =
            command.env("VK_DRIVER_FILES", nowhere).env("VK_ICD_FILENAMES", nowhere).output();
        let output = output.expect("the program was built");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{err}");
        assert!(err.contains("apt install mesa-vulkan-drivers libvulkan1"), "{err}");
    }
}
