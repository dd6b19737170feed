//! `ox88 work merge`.

use super::{assert_says, head, lines, new_path, read, refused, right, work};
use crate::program::{finish, start};
use ox88_test_support::{assert_rows, file};

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
fn a_sum_that_is_not_the_known_count_is_reported() {
    let (work_file, results) = work_and_results("not_known", "4 --plies 2");
    let wrong = read(&results).replacen(";D2 ", ";D2 1", 1);
    let wrong = file("not_known.wrong.epd", wrong);
    let run = work(&format!("merge {work_file} {wrong}"));
    assert_eq!(run.code, Some(1));
    assert_says(&run.out, &["Nodes searched: 198281\n"]);
    assert_says(
        &run.err,
        &["not the known count: expected nodes 197281: a line was counted wrongly"],
    );
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

#[test]
fn a_line_may_be_there_twice_if_both_counts_agree() {
    let (path, results) = work_and_results("twice", "3 --plies 1");
    let expected = "Nodes searched: 8902\n";
    assert_eq!(right(&format!("merge {path} {results} {results}")), expected);
    let wrong = read(&results).replace(" ;D2 420", " ;D2 421");
    let wrong = file("twice.wrong.epd", wrong);
    let run = work(&format!("merge {path} {results} {wrong}"));
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    let expected = [
        "twice.result.epd:10 has 420 and ",
        "twice.wrong.epd:10 has 421 for the same line: `ox88 perft 2 rnbqkbnr/",
    ];
    assert_says(&run.err, &expected);
}

#[test]
fn what_does_not_belong_is_refused() {
    let (path, results) = work_and_results("strange", "3 --plies 1");
    let (depth, other_depth) = work_and_results("strange_depth", "4 --plies 1");
    let (_, other_plies) = work_and_results("strange_plies", "3 --plies 2");
    let (_, other_root) = work_and_results("strange_root", "3 startpos e2e4 --plies 1");
    let good = read(&results);
    let with = |name: &str, text: String| file(&format!("strange.{name}.epd"), text);
    let changed = |name: &str, from: &str, to: &str| with(name, good.replacen(from, to, 1));
    let line = lines(&good)[4];
    let folder = new_path("strange_parts");
    right(&format!("split 3 --plies 1 --parts 3 --into {folder}"));
    let of_the_work = [
        ("another root", other_root),
        ("another depth", other_depth),
        ("another number of plies", other_plies),
        ("another split", changed("sums", "times 20", "times 21")),
        ("an unknown line", changed("unknown", "RNBQKBNR b", "RNBQKBN1 b")),
        ("another number of times", changed("times", " ;times 1", " ;times 2")),
        ("a line of another depth", changed("depth", " ;depth 2 ;D2", " ;depth 3 ;D3")),
        ("a count of another depth", changed("count", " ;D2", " ;D3")),
        ("a line without a count", changed("uncounted", " ;D2 400", "")),
        ("a count without a line", changed("count_only", line, ";D2 400")),
        ("a torn last line", with("torn", good[..good.len() - 2].to_owned())),
        ("a torn line within", changed("torn_within", line, &line[..line.len() - 30])),
        ("a count beyond 128 bits", changed("beyond", ";D2 400", &format!(";D2 {}0", u128::MAX))),
        ("work in place of results", path.clone()),
    ];
    let of_other_work = [
        ("results in place of work", results.clone()),
        ("a part in place of the work", format!("{folder}/part-0.epd")),
        ("no work", file("strange.empty.epd", "")),
        ("the work of another depth", depth),
    ];
    let of_the_work = of_the_work.map(|(title, results)| (title, path.clone(), results));
    let of_other_work = of_other_work.map(|(title, work)| (title, work, results.clone()));
    let runs = of_the_work.into_iter().chain(of_other_work);
    let said =
        runs.map(|(title, work, results)| (title, refused(&format!("merge {work} {results}"))));
    assert_rows("work.merge", "What does not belong is refused.", said);
    std::fs::remove_file(format!("{folder}/part-1.epd")).expect("it was written");
    let said = refused(&format!("merge {folder} {results}"));
    assert_says(
        &said,
        &["strange_parts is not the whole work: found lines 13 ", "expected lines 20 "],
    );
    let empty = new_path("strange_empty");
    std::fs::create_dir(&empty).expect("the folder for tests can be written");
    assert_says(
        &refused(&format!("merge {empty} {results}")),
        &["has no part-0.epd or other parts"],
    );
    assert_says(
        &refused(&format!("merge {path}")),
        &["expected results to merge: name their files"],
    );
    assert_says(&refused(&format!("merge {path} {results} --seed 2")), &["--seed", "--recount"]);
}

/// The counts of a line may be anything that fits: only their sum with the others does not.
#[test]
fn a_sum_that_passes_128_bits_is_refused_and_not_wrapped() {
    let (path, results) = work_and_results("beyond", "3 --plies 1");
    let huge = |count: u128| {
        let text = read(&results).replace(" ;D2 400", &format!(" ;D2 {count}"));
        file("beyond.huge.epd", text)
    };
    let said = refused(&format!("merge {path} {}", huge(u128::MAX)));
    assert_says(&said, &["the sum passes 128 bits: take a smaller depth"]);
    let said = refused(&format!("merge {path} {}", huge(u128::MAX / 2)));
    assert_says(&said, &["the sum passes 128 bits"]);
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

#[test]
fn a_work_that_is_not_the_split_of_its_root_has_no_divide() {
    let (path, results) = work_and_results("forged", "3 --plies 1");
    let [root, other] = [ox88::START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"];
    let forge = |path: &str| {
        let forged = read(path).replacen(&format!("# root {root}"), &format!("# root {other}"), 1);
        file(
            &path.replace("forged", "forged_root").replace(env!("CARGO_TARGET_TMPDIR"), "."),
            forged,
        )
    };
    let [path, results] = [forge(&path), forge(&results)];
    let said = refused(&format!("merge {path} {results} --divide"));
    assert_says(&said, &["is not the split of its root: expected what `ox88 work split` wrote"]);
}
