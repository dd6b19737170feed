//! What engines print, in every form that is known.

use crate::read::{
    CountPlace, Name, OutputLine, Reply, Row, depth_of_total, has_number, read_line, row_of_unread,
};
use ox88_test_support::{assert_rules, rows, unescaped};

fn reply<'a>(lines: impl IntoIterator<Item = &'a str>) -> Reply {
    lines.into_iter().collect()
}

fn row(text: &str, count: u128) -> OutputLine {
    Row::new(text, count).into()
}

/// The lines below a heading of `lines.txt`, each with what follows it after `⇒`.
fn lines(heading: &str) -> Vec<(String, &'static str)> {
    let lines = rows(include_str!("lines.txt"), heading).into_iter();
    lines.map(|(line, read)| (unescaped(line), read)).collect()
}

#[test]
fn a_row_is_read_in_every_form() {
    for (line, read) in lines("A row is read in every form.") {
        let (text, count) = read.rsplit_once(' ').expect("it has a count");
        assert_eq!(read_line(&line), row(text, count.parse().expect("a count")), "{line:?}");
    }
}

#[test]
fn a_total_is_read_under_every_label() {
    for (line, _) in lines("A total of 4865609 is read under every label.") {
        assert_eq!(read_line(&line), OutputLine::from(4_865_609), "{line:?}");
        // No leaf at all is as much of an answer.
        let of_none =
            ["4865609", "4,865,609", "4_865_609", "4\u{202F}865\u{202F}609", "4\u{A0}865\u{A0}609"];
        let line = of_none.iter().fold(line, |line, number| line.replace(number, "0"));
        assert_eq!(read_line(&line), OutputLine::from(0), "{line:?}");
    }
}

#[test]
fn what_is_no_count_is_never_taken_for_one() {
    assert_eq!(read_line(""), OutputLine::default());
    for (line, _) in lines("This is no count.") {
        assert_eq!(read_line(&line), OutputLine::default(), "{line:?}");
    }
}

#[test]
fn a_line_that_may_be_a_row_is_unread() {
    for (line, row) in lines("This may be a row, and is unread.") {
        assert_eq!(reply([line.as_str()]).unread_lines.join("|"), line);
        assert_eq!(row_of_unread(&line).as_deref(), Some(row), "{line:?}");
    }
}

#[test]
fn other_lines_are_no_unread_rows() {
    for (line, _) in lines("This is no unread row.") {
        let read = (reply([line.as_str()]).unread_lines, row_of_unread(&line));
        assert_eq!(read, (vec![], None), "{line:?}");
    }
}

/// What is read of lines together: the rows, the total and all totals, and what is unread.
fn read_together(lines: &str) -> String {
    let reply = reply(lines.lines());
    let rows: Vec<String> = reply.rows.iter().map(ToString::to_string).collect();
    let mut told = vec![format!("rows [{}]", rows.join(", "))];
    told.push(format!("total {:?} of {:?}", reply.total(), reply.totals));
    if !reply.unread_lines.is_empty() {
        told.push(format!("unread {:?}", reply.unread_lines));
    }
    if !lines.contains('\n') {
        let OutputLine { rows, total, is_info, may_be_moves, .. } = read_line(lines);
        let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        told.push(format!("alone [{}] and {total:?}", rows.join(", ")));
        told.push(format!("info {is_info}, moves {may_be_moves}"));
        told.extend(depth_of_total(lines).map(|depth| format!("of depth {depth}")));
    }
    told.join("; ")
}

/// What is read in a line where a number of another one is, by its place among those that do not look alike.
fn read_in_place(line: &str, number: usize, other: &str) -> String {
    let mut places = CountPlace::all_in(line);
    places.dedup_by(|one, other| one.is_like(other));
    let read = places[number].read(other, 1).unwrap_or_default();
    let row = read.rows.first().map(ToString::to_string);
    row.or(read.total.map(|total| total.to_string())).unwrap_or_else(|| "nothing".to_owned())
}

/// Lines with `\n` between them. Behind `@` and the place of a number in the line before is a line that may look like it.
#[test]
fn lines_are_read_together() {
    assert_rules("read.together", |_, line| {
        let Some((first, other)) = line.split_once(" @") else {
            return read_together(&unescaped(line));
        };
        let (number, other) = other.split_once(' ').expect("a place and a line");
        read_in_place(first, number.parse().expect("it is a place"), &unescaped(other))
    });
}

#[test]
fn a_number_that_is_the_depth_tells_lines_apart() {
    let places = CountPlace::all_in("Tiefe 2: 400 (1)");
    let read = |place: &CountPlace, line| place.read(line, 3).and_then(|read| read.total);
    let of_any = read(&places[1], "Tiefe 2: 400 (1)");
    let of_depth = ["Tiefe 2: 400 (1)", "Tiefe 3: 8902 (1)"].map(|line| read(&places[2], line));
    assert_eq!((of_any, of_depth), (Some(400), [None, Some(8902)]));
}

#[test]
fn a_number_is_found_wherever_it_is_in_a_line() {
    for line in ["x8902y", "8.902", "8,902", "1 2 8902", "a2a3=8902"] {
        assert!(has_number(line, 8902), "{line}");
    }
    for line in ["18902", "89.02", "8902e4", "", "8902.5"] {
        assert_eq!(has_number(line, 8902), line == "8902e4", "{line}");
    }
}

#[test]
fn no_line_makes_the_reader_panic() {
    // All texts of up to four of the pieces that make a difference to the reader.
    let pieces = ["e2", "e", "1", "-", "é", "O", " ", ":", "=", ".", "(", "total", "perft", ","];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        texts = texts
            .iter()
            .flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}")))
            .collect();
        for text in &texts {
            let _ = (read_line(text), Name::of(text).by_squares(), CountPlace::all_in(text));
        }
    }
}

#[test]
fn a_reply_is_a_total_only_if_it_has_one_and_no_row() {
    assert!(reply(["Nodes: 400"]).is_total_only());
    assert!(!reply(["a2a3 20"]).is_total_only());
    assert!(!reply(["a2a3 20", "Nodes: 400"]).is_total_only());
    assert!(!reply(["readyok"]).is_total_only());
    let with = |unread: &str| {
        Reply { unread: vec![Row::new(unread, 20)], ..reply(["Nodes: 400"]) }.is_total_only()
    };
    assert_eq!(["d2", "h8h8"].map(with), [true, false]);
}

#[test]
fn a_row_is_written_with_its_count_or_as_it_was_printed() {
    let row = &reply([" Nf9... \tNf3 => 1,020\r", "a2a3: 20"]).rows[0];
    assert_eq!((row.to_string(), row.printed()), ("a2a3 20".to_owned(), "a2a3: 20".to_owned()));
    let san = &reply(["  3. Nf3\t- 1,020  (0.1 s)\r"]).rows[0];
    assert_eq!(san.printed(), "3. Nf3 - 1,020  (0.1 s)");
    // In a line with several rows none of them is all of it.
    assert_eq!(reply(["{\"a3\": 1, \"a4\": 2}"]).rows[1].printed(), "a4 2");
}

#[test]
fn a_sum_beyond_128_bits_does_not_wrap() {
    let most = format!("a2a3 {}", u128::MAX);
    assert_eq!(reply([most.as_str(), most.as_str()]).sum(), u128::MAX);
}
