//! What engines print, in every form that is known.

use crate::read::{
    CountPlace, Name, OutputLine, Reply, Row, depth_of_total, has_number, read_line, row_of_unread,
};
use ox88_test_support::{below, unescaped};
use rstest::rstest;

fn reply<'a>(lines: impl IntoIterator<Item = &'a str>) -> Reply {
    lines.into_iter().collect()
}

fn row(text: &str, count: u128) -> OutputLine {
    Row::new(text, count).into()
}

/// The lines below a heading of `lines.txt`, each with what follows it after `⇒`.
fn lines(heading: &str) -> Vec<(String, &'static str)> {
    let lines = below(include_str!("lines.txt"), "= ", heading).lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("// "))
        .map(|line| line.split_once(" ⇒ ").unwrap_or((line, "")))
        .map(|(line, read)| (unescaped(line), read))
        .collect()
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

/// To some engines moves are leaves.
#[rstest]
#[case("Moves: 20", true)]
#[case("total moves=20  time=0.20", true)]
#[case("Moves: 48 Nodes: 20", false)]
fn a_total_of_moves_may_be_their_number(#[case] line: &str, #[case] may_be_moves: bool) {
    assert_eq!(read_line(line), OutputLine { may_be_moves, ..20.into() });
}

/// Such a line is not asked about, which would take seconds with each engine that writes it.
#[rstest]
#[case(r#"{"moves": {}, "total": 0}"#)]
#[case("{'moves': {}, 'total': 0}")]
#[case("Moves: 0")]
fn without_a_move_there_is_no_leaf_either(#[case] line: &str) {
    assert_eq!(read_line(line), OutputLine::from(0));
}

#[test]
fn the_info_lines_of_a_perft_are_read_as_such() {
    for line in [
        "info currmove a2a3 currmovenumber 1 nodes 20",
        "info currmove a2a3, currmovenumber 1 nodes 20",
        "info currmove a2a3\" nodes 20",
        "info string a2a3 20",
    ] {
        assert_eq!(read_line(line), OutputLine { is_info: true, ..row("a2a3", 20) }, "{line}");
    }
    for line in [
        "info depth 2 nodes 400 nps 5000 time 1",
        "info nodes 400",
        "info string Nodes: 400",
        "info string nodes 400 nps 4",
    ] {
        let total = OutputLine { is_info: true, ..OutputLine::from(400) };
        assert_eq!(read_line(line), total, "{line}");
    }
    // Without rows in such lines, a search has printed it.
    assert_eq!(reply(["info depth 2 nodes 400 nps 5000 time 1"]), Reply::default());
    assert_eq!(reply(["e2e4 20", "info nodes 400"]).total(), Some(400));
}

#[rstest]
#[case::an_object("{\"moves\": {\"a2a3\": 20, \"Nc3\": 21}, \"total\": 400}")]
#[case::with_other_things_in_it(
    "{\"ok\": true, \"of\": [\"e\\\"4\", [1, 2.5]], \"a2a3\": \"20\", \"Nc3\":21,\"total\":400}"
)]
#[case::as_python_prints_it("{'moves': {'a2a3': 20, 'Nc3': 21}, 'total': 400}")]
#[case::flat("{\"a2a3\": 20, \"Nc3\": 21, \"nodes\": 400, \"time\": 5}")]
#[case::a_list(
    "{\"total\": 400, \"rows\": [{\"move\": \"a2a3\", \"nodes\": 20, \"time\": 3}, \
     {\"move\": \"Nc3\", \"nodes\": 21}]}"
)]
#[case::a_list_with_other_names(
    "{\"total\": 400, \"rows\": [{\"san\": \"a3\", \"move\": \"a2a3\", \"nodes\": 20}, \
     {\"uci\": \"b1c3\", \"move\": \"Nc3\", \"nodes\": 21}]}"
)]
fn a_line_of_json_is_a_whole_divide(#[case] line: &str) {
    let rows = [("a2a3", 20), ("Nc3", 21)];
    let rows = rows.map(|(text, count)| Row::new(text, count));
    let divide = OutputLine { rows: rows.to_vec(), total: Some(400), ..OutputLine::default() };
    assert_eq!(read_line(line), divide);
}

#[test]
fn a_key_of_json_that_comes_again_is_another_row() {
    let line = "{\"a7a8\": 5, \"a7a8\": 5}";
    let row = Row::new("a7a8", 5);
    assert_eq!(read_line(line).rows, [row.clone(), row]);
}

#[test]
fn a_reply_is_in_one_notation() {
    let texts = |lines: &[&str]| -> Vec<String> {
        reply(lines.iter().copied()).rows.into_iter().map(|row| row.text).collect()
    };
    assert_eq!(texts(&["d2 400", "a2a3 20", "e1g1 5", "O-O 5"]), ["a2a3", "e1g1", "O-O"]);
    assert_eq!(texts(&["a2a3 20", "d2 400"]), ["a2a3"]);
    // A capture onto no square.
    assert_eq!(reply(["a2a3 20", "b2-: 1"]).unread_lines, ["b2-: 1"]);
    assert_eq!(texts(&["d2 400", "a2a3 20"]), ["a2a3"]);
    assert_eq!(texts(&["O-O 5", "d3 20", "Nf3 20"]), ["O-O", "d3", "Nf3"]);
}

/// A list of the moves is no divide, though each has a number.
#[rstest]
#[case::from_one("1 e2e4|2 d2d4|3 c2c4|Nodes: 400", "", 3)]
#[case::from_nought("0 e2e4|1 d2d4", "", 2)]
#[case::a_single_move("1 e2e4|Nodes: 20", "", 1)]
#[case::a_single_move_after_the_total("Nodes: 20|1 e2e4", "", 1)]
#[case::whose_sum_is_the_total("1 e2e4|2 d2d4|Nodes: 3", "", 2)]
#[case::after_their_sum("Nodes: 3|1 e2e4|2 d2d4", "", 2)]
#[case::one_leaf_each("1 e2e4|1 d2d4|1 c2c4|Nodes: 3", "e2e4 d2d4 c2c4", 0)]
#[case::a_single_leaf("1 e2e4|Nodes: 1", "e2e4", 0)]
#[case::a_leaf_more_each("20 e2e4|21 d2d4|22 c2c4", "e2e4 d2d4 c2c4", 0)]
#[case::before_rows("1 e2e4|1 d2d4|e2e4: 20|d2d4: 20", "e2e4 d2d4", 2)]
#[case::after_rows("e2e4: 20|d2d4: 20|1 e2e4", "e2e4 d2d4", 1)]
fn moves_with_their_numbers_are_no_rows(
    #[case] lines: &str,
    #[case] rows: &str,
    #[case] unread: usize,
) {
    let reply = reply(lines.split('|'));
    let texts: Vec<&str> = reply.rows.iter().map(|row| row.text.as_str()).collect();
    assert_eq!((texts.join(" ").as_str(), reply.unread_lines.len()), (rows, unread), "{reply:?}");
}

/// So ox88 writes tables.
#[test]
fn a_table_is_read_by_its_heading() {
    let rows = |lines: &[&str]| {
        let reply = reply(lines.iter().copied());
        let rows: Vec<String> = reply.rows.iter().map(ToString::to_string).collect();
        (rows.join(" "), reply.totals, reply.unread_lines)
    };
    let none = Vec::<String>::new;
    let heading = "\u{FEFF}move,depth,nodes\r";
    assert_eq!(
        rows(&[heading, "a2a3,2,20\r", "\"e7e8q\",\"2\",\"7\""]),
        ("a2a3 20 e7e8q 7".into(), vec![], none())
    );
    let kinds = ["move,depth,nodes,captures", "a2a3,2,20,3"];
    assert_eq!(rows(&kinds), ("a2a3 20".into(), vec![], none()));
    assert_eq!(rows(&["depth,nodes", "1,20", "2,400"]), (String::new(), vec![20, 400], none()));
    // A row that is cut off has no count.
    for cut in ["b1c3,2,", "b1c3,2"] {
        let unread = vec![cut.to_owned()];
        assert_eq!(rows(&[heading, "a2a3,2,20", cut]), ("a2a3 20".into(), vec![], unread));
    }
    // Without one, the first number after a move is its count.
    assert_eq!(rows(&["a2a3,20,2"]), ("a2a3 20".into(), vec![], none()));
    assert_eq!(rows(&["move,time", "a2a3,20,2"]), ("a2a3 20".into(), vec![], none()));
}

#[rstest]
#[case("Perft(2) = 400", Some(2))]
#[case("perft 2 : 400 leaves in 0.0 s", Some(2))]
#[case("Raw nodes for depth 2: 400", Some(2))]
#[case("Nodes at depth 2: 400", Some(2))]
#[case("Nodes: 400", None)]
#[case("perft 400", None)]
#[case("perft 2", None)]
fn the_depth_of_a_total_is_known_if_it_says_so(#[case] line: &str, #[case] depth: Option<u32>) {
    assert_eq!(depth_of_total(line), depth);
}

/// What is read where the first number of a line is, or another one, in a line that looks like it.
#[rstest]
#[case::a_bare_number("=> 400", 0, "=> 8902", "8902")]
#[case::in_columns("Knoten:    400", 0, "Knoten:8902", "8902")]
#[case::after_dots("Knoten....... 400", 0, "Knoten... 8,902", "8902")]
#[case::after_a_number("Tiefe 2, 400 Knoten", 1, "Tiefe 3, 8902 Knoten(1.5 s)", "8902")]
#[case::after_a_move("Zug  1 a2a3 20", 1, "Zug 20  h2-h4  20", "h2-h4 20")]
#[case::after_a_move_in_san("Nf3 ergibt 20.", 0, "exd6 e.p. ergibt 3.", "exd6 e.p. 3")]
#[case::with_points("Knoten: 8.902", 0, "Knoten: 4.865.609", "4865609")]
#[case::with_narrow_blanks("=> 400", 0, "=> 4\u{202F}865\u{202F}609", "4865609")]
#[case::beyond_64_bits("=> 400", 0, "=> 61885021521585529237", "61885021521585529237")]
#[case::another_word_before("Knoten: 400", 0, "Knoten/s: 400", "nothing")]
#[case::another_word_after("=> 400", 0, "=> 9 M", "nothing")]
#[case::a_letter_after("=> 400", 0, "=> 9k", "nothing")]
#[case::an_exponent("=> 400", 0, "=> 1e6", "nothing")]
#[case::a_fraction("=> 400", 0, "=> 9.5", "nothing")]
#[case::points_where_there_were_none("=> 8902", 0, "=> 4.865.609", "nothing")]
#[case::a_negative_number("=> 400", 0, "=> -5", "nothing")]
#[case::a_move_in_place_of_a_word("Zug 400", 0, "a2a3 400", "nothing")]
#[case::no_number("=> 400", 0, "=> none", "nothing")]
#[case::more_than_fits("=> 400", 0, "=> 999999999999999999999999999999999999999999", "nothing")]
fn a_place_of_a_number_is_found_again_in_lines_that_look_alike(
    #[case] line: &str,
    #[case] number: usize,
    #[case] other: &str,
    #[case] expected: &str,
) {
    let mut places = CountPlace::all_in(line);
    places.dedup_by(|one, other| one.is_like(other));
    let read = places[number].read(other, 1).unwrap_or_default();
    let row = read.rows.first().map(ToString::to_string);
    let read = row.or(read.total.map(|total| total.to_string()));
    assert_eq!(read.unwrap_or_else(|| "nothing".to_owned()), expected);
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
fn the_total_is_the_one_that_is_the_sum_of_the_rows() {
    let of_roce = reply(["a2a3 20", "b2b3 20", "Moves: 2", "Nodes: 40", "Time: 40"]);
    assert_eq!((of_roce.sum(), of_roce.total()), (40, Some(40)));
    assert_eq!(reply(["a2a3 20", "Total: 20", "Perft(1) = 7"]).total(), Some(20));
    assert_eq!(reply(["a2a3 20", "Moves: 1", "Total: 21"]).total(), Some(21));
    assert_eq!(reply(["a2a3 20", "b2b3 20", "Moves: 2"]).total(), None);
    assert_eq!(reply(["a2a3 20", "b2b3 20", "Moves: 41"]).total(), Some(41));
    assert_eq!(reply(["a2a3 20"]).total(), None);
    assert_eq!(reply([]).sum(), 0);
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
