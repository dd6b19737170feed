//! `ox88 work merge`.

use super::{assert_says, head, new_path, read, refused, right, work};
use crate::program::{finish, start};
use ox88_test_support::file;

/// New files with the work of `split`, and with its results.
fn work_and_results(name: &str, split: &str) -> (String, String) {
    let work = file(&format!("{name}.epd"), right(&format!("split {split}")));
    let results = right(&format!("count {work} --threads 1"));
    (work, file(&format!("{name}.result.epd"), results))
}

#[test]
fn the_results_of_all_lines_are_the_perft_and_the_divide_of_the_whole() {
    let chess960 = "4 nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1";
    for (name, root, plies) in [
        ("sum_start", "5", 3),
        ("sum_all", "3", 3),
        ("sum_one", "3", 1),
        ("sum_kiwipete", "4 kiwipete", 2),
        ("sum_960", chess960, 3),
    ] {
        let (work, results) = work_and_results(name, &format!("{root} --plies {plies}"));
        let divide = finish(start(format!("divide {root}").split(' ')), "").out;
        assert_eq!(right(&format!("merge {work} {results} --divide")), divide);
        let total = divide.lines().last().unwrap_or_default();
        assert!(total.starts_with("Nodes searched: "), "{divide}");
        assert_eq!(right(&format!("merge {work} {results}")), format!("{total}\n"));
    }
}

#[test]
fn parts_are_merged_from_their_folder_with_the_results_in_any_order() {
    let folder = new_path("merged_parts");
    right(&format!("split 4 --plies 2 --parts 12 --into {folder}"));
    let mut results = Vec::new();
    for part in (0..12).rev() {
        let into = new_path(&format!("merged_parts.{part}.epd"));
        right(&format!("count {folder}/part-{part}.epd --into {into}"));
        results.push(into);
    }
    let expected = "Nodes searched: 197281\n";
    assert_eq!(right(&format!("merge {folder} {}", results.join(" "))), expected);
    // Results that were put into one file are as good, and so are those of the whole.
    let all: String = results.iter().map(|file| read(file)).collect();
    let all = file("merged_parts.all.epd", all);
    assert_eq!(right(&format!("merge {folder} {all}")), expected);
    let (whole, of_whole) = work_and_results("merged_whole", "4 --plies 2");
    assert_eq!(right(&format!("merge {folder} {of_whole}")), expected);
    assert_eq!(right(&format!("merge {whole} {all}")), expected);
}

#[test]
fn what_is_missing_is_a_file_of_work_that_is_counted_and_merged() {
    let (path, results) = work_and_results("missing", "4 --plies 2");
    let whole = read(&results);
    let some: Vec<_> =
        whole.lines().enumerate().filter(|(n, _)| n % 7 != 3).map(|it| it.1).collect();
    let some = file("missing.some.epd", some.join("\n") + "\n");
    let run = work(&format!("merge {path} {some}"));
    assert_eq!(run.code, Some(1));
    assert_says(&run.err, &["58 of 400 lines are missing: "]);
    assert_says(&run.out, &["\n# part missing lines 58 times 58 checksum "]);
    assert_eq!(head(&run.out)[..3], head(&read(&path))[..]);
    let missing = file("missing.work.epd", &run.out);
    let others = file("missing.others.epd", right(&format!("count {missing}")));
    assert_eq!(right(&format!("merge {path} {some} {others}")), "Nodes searched: 197281\n");
}

/// The count of a line may be anything that fits, but not times its number of times.
#[test]
fn a_count_times_its_number_that_passes_128_bits_is_refused() {
    let (path, results) = work_and_results("beyond_times", "4 --plies 3");
    let times = read(&results).lines().find(|line| line.contains(";times 2 ")).map(str::to_owned);
    let line = times.expect("some position is reached twice");
    let work = line.split(" ;D").next().unwrap_or_default();
    let one = file(
        "beyond_times.huge.epd",
        read(&results).replace(&line, &format!("{work} ;D1 {}", u128::MAX / 2 + 1)),
    );
    assert_says(&refused(&format!("merge {path} {one}")), &["the sum passes 128 bits"]);
}

#[test]
fn a_sample_is_counted_again_and_a_wrong_count_in_it_is_found() {
    let (path, results) = work_and_results("again", "4 --plies 2");
    let run = work(&format!("merge {path} {results} --recount 1%"));
    assert_eq!((run.code, run.out.as_str()), (Some(0), "Nodes searched: 197281\n"));
    assert_eq!(run.err, "ox88: counted 4 of 400 lines again, chosen by seed 1: all as before\n");
    let run = work(&format!("merge {path} {results} --recount 0.001% --seed 77 --reference"));
    assert_eq!(run.err, "ox88: counted 1 of 400 lines again, chosen by seed 77: all as before\n");

    // Of this position no count is known.
    let (path, results) = work_and_results("again_unknown", "4 startpos e2e4 --plies 2");
    let mut planted: Vec<_> = read(&results).lines().map(str::to_owned).collect();
    planted[126].push('1');
    let planted = file("again.planted.epd", planted.join("\n") + "\n");
    let run = work(&format!("merge {path} {planted} --recount 100%"));
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert_says(&run.err, &["again.planted.epd:127: found ", "1, but counted again it is "]);
    assert_says(&run.err, &[" lines again, chosen by seed 1: 1 differ"]);
    // Without a second count nobody can know.
    let run = work(&format!("merge {path} {planted}"));
    assert_eq!(run.code, Some(0));
    // Another seed is another sample: in some of them the line is, and in others it is not.
    let ends = (0..20)
        .map(|seed| work(&format!("merge {path} {planted} --recount 20% --seed {seed}")).code);
    let ends: std::collections::BTreeSet<_> = ends.collect();
    assert_eq!(ends, [Some(0), Some(1)].into());
}
