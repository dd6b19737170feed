//! What engines print, in every form that is known.

use crate::read::MoveName;
use crate::read::Name;
use crate::read::{
    OutputLine, Place, Reply, Row, depth_of_total, has_number, read_line, row_of_unread,
};
use ox88::{CastlingSide, PieceKind};
use ox88_test_support::{position, square};
use rstest::rstest;

fn reply<'a>(lines: impl IntoIterator<Item = &'a str>) -> Reply {
    lines.into_iter().collect()
}

fn row(text: &str, count: u128) -> OutputLine {
    Row::new(text, count).into()
}

fn squares(from: &str, to: &str, promotion: Option<PieceKind>) -> MoveName {
    MoveName::Squares { from: square(from), to: square(to), promotion }
}

#[rstest]
#[case::stockfish("e2e4: 600", "e2e4", 600)]
#[case::no_colon("e2e4 600", "e2e4", 600)]
#[case::dash_between("e2e4 - 600", "e2e4", 600)]
#[case::dash_without_blanks("e2e4-600", "e2e4", 600)]
#[case::blank_before_the_colon("e2e4 : 600", "e2e4", 600)]
#[case::equals("e2e4 = 600", "e2e4", 600)]
#[case::arrow("e2e4 -> 600", "e2e4", 600)]
#[case::comma("e2e4,600", "e2e4", 600)]
#[case::tab("e2e4\t600", "e2e4", 600)]
#[case::dots("e2e4 ..... 600", "e2e4", 600)]
#[case::carriage_return("e2e4: 600\r\n", "e2e4", 600)]
#[case::nul_and_byte_order_mark("\u{FEFF}e2e4: 600\0", "e2e4", 600)]
#[case::leading_blanks("   e2e4   600", "e2e4", 600)]
#[case::a_prompt("> e2e4: 600", "e2e4", 600)]
#[case::a_prompt_with_a_name("perft> e2e4: 600", "e2e4", 600)]
#[case::a_table("| e2e4 | 600 |", "e2e4", 600)]
#[case::number_with_a_dot("1. e2e4: 20", "e2e4", 20)]
#[case::number_without_a_blank("1.e2e4: 20", "e2e4", 20)]
#[case::number_in_a_bracket("12) e2e4 20", "e2e4", 20)]
#[case::number_in_brackets("[1/20] e2e4: 600", "e2e4", 600)]
#[case::number_alone("1 e2e4 20", "e2e4", 20)]
#[case::capitals("E2E4: 600", "E2E4", 600)]
#[case::dash_inside("e2-e4: 600", "e2-e4", 600)]
#[case::dashes_inside_and_between("e2-e4 - 600", "e2-e4", 600)]
#[case::blank_inside("e2 e4: 600", "e2 e4", 600)]
#[case::long_algebraic("Ng1-f3: 20", "Ng1-f3", 20)]
#[case::capture("e4xd5 20", "e4xd5", 20)]
#[case::bishop_or_b_file("b1c3: 20", "b1c3", 20)]
#[case::promotion("e7e8q: 5", "e7e8q", 5)]
#[case::capital_promotion("e7e8Q 5", "e7e8Q", 5)]
#[case::promotion_with_equals("e7e8=Q: 5", "e7e8=Q", 5)]
#[case::promotion_and_equals_between("e7e8=Q=5", "e7e8=Q", 5)]
#[case::promotion_in_brackets("e7e8(N) 5", "e7e8(N)", 5)]
#[case::promotion_to_a_king("e7e8k: 5", "e7e8k", 5)]
#[case::no_letter_of_a_promotion("g2g1 5", "g2g1", 5)]
#[case::check("e7e8q+ 5", "e7e8q+", 5)]
#[case::en_passant("e5d6ep: 5", "e5d6ep", 5)]
#[case::en_passant_with_dots("e5xd6 e.p.: 5", "e5xd6 e.p.", 5)]
#[case::castling_with_letters("O-O: 5", "O-O", 5)]
#[case::castling_with_noughts("0-0-0 5", "0-0-0", 5)]
#[case::castling_with_noughts_and_a_dash("0-0 - 5", "0-0", 5)]
#[case::castling_with_check("O-O-O+: 5", "O-O-O+", 5)]
#[case::castling_after_a_number("3. 0-0: 5", "0-0", 5)]
#[case::over_the_edge("h5i6: 1", "h5i6", 1)]
#[case::over_the_last_rank("a8a9: 1", "a8a9", 1)]
#[case::a_time_after("e2e4: 600 0.01s", "e2e4", 600)]
#[case::a_time_in_brackets("e2e4 600 (12 ms)", "e2e4", 600)]
#[case::a_time_after_a_comma("e2e4: 600, 12", "e2e4", 600)]
#[case::a_word_after("e2e4: 600 nodes", "e2e4", 600)]
#[case::nothing_after_the_move("e2e4: 0", "e2e4", 0)]
#[case::groups("e2e4: 9,771,632", "e2e4", 9_771_632)]
#[case::groups_with_lines("e2e4: 9_771_632", "e2e4", 9_771_632)]
#[case::groups_with_thin_blanks("e2e4: 9\u{2009}771\u{2009}632", "e2e4", 9_771_632)]
#[case::groups_with_apostrophes("e2e4: 9'771'632", "e2e4", 9_771_632)]
#[case::bbc("     move: b1a3   nodes: 1", "b1a3", 1)]
#[case::vice("move 1 : a2a3 : 20", "a2a3", 20)]
#[case::vice_with_two_digits("move 10 : e2e4 : 20", "e2e4", 20)]
#[case::wukong("   move 1:  a2a3     nodes: 20", "a2a3", 20)]
#[case::wukong_with_two_digits("   move 10: e2e4     nodes: 20", "e2e4", 20)]
#[case::long_algebraic_with_blanks(" h2-h3  20 ", "h2-h3", 20)]
#[case::two_prompts("> > a2a3 20", "a2a3", 20)]
#[case::words("b1 a3 undefined 20", "b1a3", 20)]
#[case::words_of_a_promotion("a7 a8 queen 5", "a7a8q", 5)]
#[case::words_of_a_promotion_to_a_rook("a7 a8 Rook 5", "a7a8r", 5)]
#[case::words_of_a_promotion_to_a_bishop("a7 a8 bishop 5", "a7a8b", 5)]
#[case::words_of_a_promotion_to_a_knight("a7 a8 knight 5", "a7a8n", 5)]
#[case::a_word_before_the_count("e2e4 nodes 600", "e2e4", 600)]
#[case::leaves("e2e4: leaves = 600", "e2e4", 600)]
#[case::leaf_nodes("Move e2e4 leaf nodes: 600", "e2e4", 600)]
#[case::a_line_of_json("    \"a2a3\": 20,", "a2a3", 20)]
#[case::san_of_a_pawn("a3 20", "a3", 20)]
#[case::san_of_a_capture("dxe6: 1", "dxe6", 1)]
#[case::san_of_a_b_pawn("bxc3 1", "bxc3", 1)]
#[case::san_of_a_bishop("Bxc3 1", "Bxc3", 1)]
#[case::san_of_a_knight("Nc3 234656", "Nc3", 234_656)]
#[case::san_with_a_file("Nbd2: 20", "Nbd2", 20)]
#[case::san_with_a_rank("R1xe2: 20", "R1xe2", 20)]
#[case::san_of_a_bishop_with_a_rank("B1c3: 20", "B1c3", 20)]
#[case::san_of_a_promotion("e8=Q+ 3", "e8=Q+", 3)]
#[case::san_of_a_promotion_by_capture("bxa8=N# 3", "bxa8=N#", 3)]
#[case::san_of_en_passant("exd6 e.p. 7", "exd6 e.p.", 7)]
#[case::san_of_en_passant_with_check("exd6 e.p.+ 7", "exd6 e.p.+", 7)]
#[case::san_after_a_number("1. Nc3 20", "Nc3", 20)]
#[case::the_same_castling_again("e1g1 O-O: 1", "e1g1", 1)]
#[case::the_same_castling_again_with_noughts("e1c1 0-0-0 20", "e1c1", 20)]
#[case::castling_and_its_squares("O-O e1g1: 1", "O-O", 1)]
#[case::the_same_move_again("g1f3 Nf3: 20", "g1f3", 20)]
#[case::the_same_move_again_in_brackets("e7e8q (e8=Q+): 5", "e7e8q", 5)]
#[case::san_and_its_squares("Nf3 (g1f3) 20", "Nf3", 20)]
#[case::a_remark_in_brackets("b7a7 (capture): 1", "b7a7", 1)]
#[case::a_remark_without_brackets("b7a7 capture: 1", "b7a7", 1)]
#[case::a_remark_in_two_words("e5d6 en passant 7", "e5d6", 7)]
#[case::equals_after_both_labels("move = e2e4, nodes = 600", "e2e4", 600)]
#[case::words_in_brackets("e5d6 (en passant) - 7", "e5d6", 7)]
#[case::the_piece_first("P e2e4 nodes=20", "e2e4", 20)]
#[case::the_name_of_the_piece_first("Knight g1-f3: 20", "g1-f3", 20)]
#[case::an_arrow_inside("e2 -> e4 : 20", "e2 -> e4", 20)]
#[case::a_word_inside("e2 to e4: 20", "e2 to e4", 20)]
#[case::a_tilde_inside("#01 | H1~H8 => 3 kids", "H1~H8", 3)]
#[case::the_count_first("20 e2e4", "e2e4", 20)]
#[case::the_move_in_brackets("[e2e4] 20", "e2e4", 20)]
#[case::the_move_in_round_brackets("(e2e4): 20", "e2e4", 20)]
#[case::the_move_in_other_quotes("'e2e4': 20,", "e2e4", 20)]
#[case::the_count_in_brackets("e2e4(20)", "e2e4", 20)]
#[case::the_count_in_brackets_after_a_blank("e7e8q (20 nodes)", "e7e8q", 20)]
#[case::beyond_64_bits("e2e4: 61885021521585529237", "e2e4", 61_885_021_521_585_529_237)]
fn a_row_is_read_in_every_form(#[case] line: &str, #[case] text: &str, #[case] count: u128) {
    assert_eq!(read_line(line), row(text, count));
}

#[rstest]
#[case::stockfish("Nodes searched: 4865609")]
#[case::capitals("NODES SEARCHED: 4865609")]
#[case::blanks_around_the_colon("Nodes searched  :  4865609")]
#[case::total_nodes("Total nodes: 4865609")]
#[case::total("Total: 4865609")]
#[case::total_with_equals("total = 4865609")]
#[case::nodes("Nodes: 4865609")]
#[case::nodes_without_a_colon("nodes 4865609")]
#[case::leaves("Leaf nodes: 4,865,609")]
#[case::number_of_nodes("Number of nodes: 4865609")]
#[case::perft("Perft(5) = 4865609")]
#[case::perft_with_a_blank("perft 5: 4865609")]
#[case::perft_without_a_sign("perft 5 4865609")]
#[case::perft_depth("Perft depth 5 = 4865609 (120 ms)")]
#[case::perft_of_no_depth("Perft: 4865609")]
#[case::at_depth("Total nodes at depth 5: 4865609")]
#[case::a_speed_after("Nodes: 4865609 NPS: 1000000000")]
#[case::a_speed_after_an_equals_sign("nodes=4865609 nps=1000000000")]
#[case::a_speed_in_brackets("Nodes searched: 4865609 (nps 1000000000)")]
#[case::a_speed_after_a_comma("Nodes searched: 4865609, nps 1000000000")]
#[case::a_speed_and_a_time_after("perft 5: 4865609 nps 1000000000 time 3")]
#[case::seconds_after("nodecount:4865609, seconds: 0.1, nps: 1000000000")]
#[case::groups_with_narrow_blanks("Nodes: 4\u{202F}865\u{202F}609")]
#[case::groups_with_blanks_that_do_not_break("Nodes:\u{A0}4\u{A0}865\u{A0}609")]
#[case::depth_and_nodes("Depth: 5 Nodes: 4865609 Time: 12 NPS: 100")]
#[case::moves_and_nodes("Moves: 20 Nodes: 4865609")]
#[case::a_time_before("Time: 12 ms, nodes: 4865609")]
#[case::a_unit("4865609 nodes in 0.12 s")]
#[case::a_prompt("engine> Nodes: 4865609")]
#[case::vice("Test Complete : 4865609 nodes visited in 3ms")]
#[case::bbc("    Nodes: 4865609")]
#[case::raw_nodes("Raw nodes for depth 5: 4865609")]
#[case::after_an_end("perft complete: nodes 4865609 captures 0")]
#[case::hqperft("perft  5 :             4865609 leaves in      0.000 s      3035224 leaves/s")]
#[case::an_arrow("perft 5 -> 4865609 (0.00 s, 3.49e7 nps)")]
#[case::dots_before("....................Perft 5: 4865609 ")]
#[case::a_line_of_json("  \"total\": 4865609")]
#[case::bare("4865609")]
#[case::bare_with_blanks("  4_865_609 \r")]
fn a_total_is_read_under_every_label(#[case] line: &str) {
    assert_eq!(read_line(line), OutputLine::from(4_865_609));
    // No leaf at all is as much of an answer.
    let of_none =
        ["4865609", "4,865,609", "4_865_609", "4\u{202F}865\u{202F}609", "4\u{A0}865\u{A0}609"];
    let line = of_none.iter().fold(line.to_owned(), |line, number| line.replace(number, "0"));
    assert_eq!(read_line(&line), OutputLine::from(0), "{line}");
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

#[rstest]
#[case("")]
#[case("   \r\n")]
#[case("Time: 12")]
#[case("Time 12")]
#[case("Total time: 12")]
#[case("Total: 12 ms")]
#[case("Nodes: 12 s")]
#[case("Total: 12 ms, time: 8 s")]
#[case("Nodes: 4\u{A0}86")]
#[case("Total (ms): 12")]
#[case("NPS: 100")]
#[case("Nodes/s: 100")]
#[case("Nodes/second: 100")]
#[case("Nodes per second: 100")]
#[case("100 nodes per second")]
#[case("100 nodes/s")]
#[case("100 nps")]
#[case("Perft 5: 100 nps")]
#[case("Perft 5: 100 nps 3 ms")]
#[case("Total: 0.35")]
#[case("Nodes: 4.8M")]
#[case("Nodes: -5")]
#[case("Depth 5")]
#[case("Depth: 5")]
#[case("depth 5: 12")]
#[case("perft 5")]
#[case("Perft 5:")]
#[case("Perft(5) took 12 ms")]
#[case("Perft(5) = 12 ms")]
#[case("go perft 5")]
#[case("> perft 5")]
#[case("Running perft 5 ...")]
#[case("Captures: 34, Checks: 12")]
#[case("info depth 5 nodes 4865609 nps 100 pv e2e4")]
#[case("info depth 1 seldepth 1 score cp 20 nodes 30 pv e2e4")]
#[case("info depth 5 currmove e2e4 currmovenumber 1")]
#[case("info currmove e2e4 currmovenumber 1 score cp 20 nodes 30")]
#[case("info currmove e2e4 currmovenumber 1 nodes")]
#[case("info string e2e4 looks good")]
#[case("info string d4 20")]
#[case("3: 0 8902")]
#[case("3\t0\t8902")]
#[case("3 8902 0.01 890200")]
#[case("3 8902 1 890200.0nps")]
#[case("Starting Test To Depth:2")]
#[case("Duration = 0 ms (00:00:00.000) 400000 nodes/sec")]
#[case("Total Captures= 0 Castles= 0 CastleLongs= 0 EPCaptures= 0")]
#[case("Allocated 8589934592 bytes (8 GiB) for Perft table")]
#[case("{\"time\": 20, \"nps\": 400}")]
#[case("{\"moves\": {\"e2e4\": -5}}")]
#[case("{\"moves\": {")]
#[case("{\"moves\": {\"e2e4\": 20}")]
#[case("{\"e2e4\": 20}}")]
#[case("{\"e2e4\": 20} and more")]
#[case("{\"e2e4\": \"20}")]
#[case("{\"e2e4\u{2009}é")]
#[case("a2 a3 pawn 20")]
#[case("1. e4 e5 2. Nf3 Nc6")]
#[case("Nf3")]
#[case("Sf3 20")]
#[case("Ni9 20")]
#[case("info string NNUE evaluation using nn-5af11540bbfe.nnue enabled")]
#[case("bestmove e2e4 ponder e7e5")]
#[case("bestmove e2e4 20")]
#[case("id name Nodes 4000")]
#[case("option name Nodes type spin default 20 min 1 max 400")]
#[case("readyok")]
#[case("Stockfish 15.1 by the Stockfish developers (see AUTHORS file)")]
#[case("K2 v1.0 20 nodes")]
#[case("b2.0 is the new version")]
#[case("1e2e4 20")]
#[case("e2e4nodes 20")]
#[case("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")]
#[case("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")]
#[case("8 r n b q k b n r")]
#[case("1 . . . . . . . .")]
#[case("8 | r | n |")]
#[case("e2e4")]
#[case("e2e4:")]
#[case("e2e4 e7e5 20")]
#[case("e2e4: -5")]
#[case("e2e4 -5")]
#[case("e2e4: 0.35")]
#[case("e2e4: 12ms")]
#[case("e2e4: 1e6")]
#[case("e2e4e5: 20")]
#[case("e2e4 -> e7e5 20")]
#[case("e2e4->e7e5 20")]
#[case("e2e4 O-O 20")]
#[case("Nf3 0-0 20")]
#[case("e2e4 0-1")]
#[case("e1g1 Nf3 20")]
#[case("e7e8q e8=R 20")]
#[case("Nf3 Nc6 20")]
#[case("e2e4 time: 12")]
#[case("e2e4 moves: 12")]
#[case("e2e4 nodes")]
#[case("e2e4 (12 ms): 600")]
#[case("e2e4 (e7e5): 20")]
#[case("e2e4 (capture)")]
#[case("e2e4 capture")]
#[case("e2e4 captures: 20")]
#[case("e2e4 (capture: 20")]
#[case("e2e4 (20 ms)")]
#[case("e2e4 (20): 7")]
#[case("e2e4 (20")]
#[case("20. e2e4")]
#[case("20 Nf3")]
#[case("20 d4")]
#[case("pawn e4: 20")]
#[case("e2 too e4: 20")]
#[case("move,depth,nodes")]
#[case("Perft complete: 12")]
#[case("Perft(5) complete in 12")]
#[case("5 4865609 12:30")]
#[case("5 4865609 ::")]
#[case("1. e2e4 e7e5 2. g1f3 b8c6")]
#[case("e2e4: 999999999999999999999999999999999999999999")]
#[case("ünïcödé: 5")]
#[case("é2e4: 5")]
#[case("O-Oé: 5")]
fn what_is_no_count_is_never_taken_for_one(#[case] line: &str) {
    assert_eq!(read_line(line), OutputLine::default());
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

/// A line with a move and a number, and the row that it may be.
#[rstest]
#[case("P e2e4 has 20", "e2e4: 20")]
#[case("e2e4 has (20)", "e2e4: 20")]
#[case("Nf3 gives 20", "Nf3: 20")]
#[case("3: g1f3 (Nf3) after 20", "g1f3: 20")]
#[case("castles O-O with 5", "O-O: 5")]
#[case("20 leaves behind e7e8q", "e7e8q: 20")]
#[case("«e2e4» yields »20«", "e2e4: 20")]
#[case("<<e2e4>> yields 20", "e2e4: 20")]
#[case("e2e4: 0x14", "e2e4: 20")]
#[case("e2e4 has 20.0", "e2e4: 20")]
#[case("e2e4: 8.902", "e2e4: 8902")]
#[case("from e2 to e4 = 20", "e2e4: 20")]
#[case("a7*a8q 20", "a7a8q: 20")]
#[case("e2e4 3 ms 20", "e2e4: 20")]
fn a_line_that_may_be_a_row_is_unread(#[case] line: &str, #[case] row: &str) {
    assert_eq!(reply([line]).unread_lines, [line]);
    assert_eq!(row_of_unread(line).as_deref(), Some(row));
}

#[rstest]
#[case("info depth 5 score cp 20 nodes 30 pv e2e4")]
#[case("info string e2e4 looks 20 times good")]
#[case("bestmove e2e4")]
#[case("bestmove e2e4 ponder e7e5")]
#[case("Best move: e2e4 (20)")]
#[case("e2e4 took 20 ms")]
#[case("e2e4 time: 12")]
#[case("Nodes searched: 20")]
#[case("Nodes visited 20")]
#[case("Time 12 ms")]
#[case("1. e2e4 e7e5 2. g1f3 b8c6")]
#[case("Legal moves (20): a2a3 a2a4 b2b3")]
#[case("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")]
#[case("position startpos moves e2e4")]
#[case("8 r n b q k b n r")]
#[case("info string NNUE evaluation using nn-5af11540bbfe.nnue 64")]
#[case("using nn-5af11540bbfe.nnue 64")]
#[case("K2 v1.0 by somebody, 2020")]
#[case("e2e4 took 0.30s")]
#[case("e2e4")]
fn other_lines_are_no_unread_rows(#[case] line: &str) {
    assert_eq!((reply([line]).unread_lines, row_of_unread(line)), (vec![], None));
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
    let mut places = Place::all_in(line);
    places.dedup_by(|one, other| one.is_like(other));
    let read = places[number].read(other, 1).unwrap_or_default();
    let row = read.rows.first().map(ToString::to_string);
    let read = row.or(read.total.map(|total| total.to_string()));
    assert_eq!(read.unwrap_or_else(|| "nothing".to_owned()), expected);
}

#[test]
fn a_number_that_is_the_depth_tells_lines_apart() {
    let places = Place::all_in("Tiefe 2: 400 (1)");
    let read = |place: &Place, line| place.read(line, 3).and_then(|read| read.total);
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
            let _ = (read_line(text), Name::of(text).by_squares(), Place::all_in(text));
        }
    }
}

#[rstest]
#[case("e2e4", squares("e2", "e4", None))]
#[case("E2-E4", squares("e2", "e4", None))]
#[case("Ng1xf3+", squares("g1", "f3", None))]
#[case("a7h6", squares("a7", "h6", None))]
#[case("a1a1", squares("a1", "a1", None))]
#[case("e7e8q", squares("e7", "e8", Some(PieceKind::Queen)))]
#[case("e7e8=N", squares("e7", "e8", Some(PieceKind::Knight)))]
#[case("e7e8k", squares("e7", "e8", Some(PieceKind::King)))]
#[case("E7E8P", squares("e7", "e8", Some(PieceKind::Pawn)))]
#[case("e5d6ep", squares("e5", "d6", None))]
#[case("O-O", MoveName::Castling(CastlingSide::KingSide))]
#[case("o-o+", MoveName::Castling(CastlingSide::KingSide))]
#[case("0-0-0#", MoveName::Castling(CastlingSide::QueenSide))]
fn a_move_is_read_for_what_it_names(#[case] text: &str, #[case] named: MoveName) {
    assert_eq!(Name::of(text).by_squares(), Some(named));
}

#[rstest]
#[case("")]
#[case("h5i6")]
#[case("a8a9")]
#[case("e7e8x")]
#[case("e2e4 20")]
#[case("0000")]
#[case("(none)")]
#[case("Nf3")]
fn what_is_no_move_of_this_board_names_none(#[case] text: &str) {
    assert_eq!(Name::of(text).by_squares(), None);
}

#[track_caller]
fn meant(fen: &str, text: &str) -> Vec<String> {
    let position = position(fen);
    let named = Name::of(text).by_squares().expect("it names a move");
    let moves = named.among(&position.legal_moves());
    let mut texts: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

const BOTH_CASTLINGS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

#[test]
fn castling_is_understood_in_every_spelling() {
    for text in ["e1g1", "e1h1", "O-O", "0-0"] {
        assert_eq!(meant(BOTH_CASTLINGS, text), ["e1g1"], "{text}");
    }
    for text in ["e1c1", "E1A1", "O-O-O", "0-0-0"] {
        assert_eq!(meant(BOTH_CASTLINGS, text), ["e1c1"], "{text}");
    }
    assert_eq!(meant("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O"), Vec::<String>::new());
}

#[test]
fn a_step_of_the_king_goes_before_a_castling() {
    let chess960 = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_eq!(meant(chess960, "f1g1"), ["f1g1"]);
    assert_eq!(meant(chess960, "f1h1"), ["f1h1"]);
    assert_eq!(meant(chess960, "O-O"), ["f1h1"]);
    // From b1 no step leads to g1.
    assert_eq!(meant("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1"), ["b1h1"]);
}

#[test]
fn a_promotion_without_its_letter_means_all_four() {
    let promotion = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";
    assert_eq!(meant(promotion, "a7a8"), ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    assert_eq!(meant(promotion, "a7a8=N"), ["a7a8n"]);
}

#[test]
fn an_illegal_move_means_none() {
    let promotion = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";
    for text in ["a7a8k", "a7a8p", "a7h6", "a6b7q", "a6b6"] {
        assert_eq!(meant(promotion, text), Vec::<String>::new(), "{text}");
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
