//! The page that a hunt writes: sound as markup, complete, and safe whatever an engine prints.

use crate::helpers::drawn::assert_drawn;
use crate::helpers::file::file;
use crate::helpers::texts::assert_texts;
use crate::inside::{Inside, List, RIGHT, finding};
use crate::report::{findings, findings_of, style};
use crate::run::{WORKED, broken, hunt, text};
use ox88::hunt::{Finding, Outcome, Plan, Style, html};
use ox88::{Position, START};
use roxmltree::{Document, Node, ParsingOptions};
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

/// The page of a hunt with these arguments.
fn page(name: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let page = file(name, "an old page");
    let hunted = hunt(&[arguments, &["--html", &page]].concat());
    (hunted.code, fs::read_to_string(page).expect("it is written"))
}

/// A hunt with these findings.
fn outcome(findings: Vec<Finding>) -> Outcome {
    Outcome { findings, ..Outcome::default() }
}

/// The page of a hunt that was run within the test.
fn page_of(outcome: &Outcome) -> String {
    html(outcome, &Plan::default(), &style(), Duration::from_secs(1))
}

/// Reads a page as strictly as XML asks.
#[track_caller]
fn read(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options);
    let document = document.unwrap_or_else(|error| panic!("{error} in\n{page}"));
    assert_sound(page, &document);
    document
}

/// What holds for each page.
#[track_caller]
fn assert_sound(page: &str, document: &Document) {
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"), "{page}");
    for elsewhere in ["http:", "https:", "//fonts", "url(", "@import", "src="] {
        let styled = page.split("</style>").next().unwrap_or_default();
        assert!(!styled.contains(elsewhere), "{elsewhere} in the head of\n{page}");
    }
    let elements: Vec<Node> = document.descendants().filter(Node::is_element).collect();
    let mut ids = BTreeSet::new();
    for id in elements.iter().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "{id} is there twice");
    }
    let mut level = 0;
    for node in &elements {
        let name = node.tag_name().name();
        assert!(!["script", "img", "iframe", "object", "link", "base", "form"].contains(&name));
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(name != "src" && name != "style" && !name.starts_with("on"), "{name}");
            let goal = attribute.value().strip_prefix('#');
            assert!(name != "href" || goal.is_some_and(|id| ids.contains(id)), "{attribute:?}");
            assert!(name != "aria-labelledby" || ids.contains(attribute.value()), "{attribute:?}");
        }
        if let Some(depth) = name.strip_prefix('h').and_then(|depth| depth.parse::<u32>().ok()) {
            assert!(depth <= level + 1, "a heading is skipped before {:?}", all_text(*node));
            level = depth;
        }
        if name == "svg" && node.attribute("class") != Some("shapes") {
            let label = node.attribute("aria-label").unwrap_or_default();
            assert!(label.contains(" to move.") && node.attribute("role") == Some("img"));
        }
        assert!(name != "th" || node.attribute("scope").is_some(), "a th without a scope");
    }
    let named = |name| elements.iter().filter(|node| node.has_tag_name(name)).count();
    assert_eq!(["h1", "main", "title"].map(named), [1; 3]);
}

/// All the text of an element, as it is shown.
fn all_text(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

fn by_id<'a>(document: &'a Document, id: &str) -> Node<'a, 'a> {
    let found = document.descendants().find(|node| node.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("{id} is on the page"))
}

fn by_class<'a>(node: Node<'a, 'a>, class: &str) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

#[test]
fn a_missing_move_is_an_arrow_and_its_proof_is_ringed() {
    let engine = broken("ep-of-the-checking-pawn-missing");
    let arguments = ["--engine", &engine, "--fen", WORKED, "--depth", "5"];
    let (code, page) = page("worked.html", &arguments);
    assert_eq!(code, Some(1));
    let document = read(&page);
    let finding = by_id(&document, "finding-1");
    let [large] = by_class(finding, "board large")[..] else { panic!("one large board") };
    assert_eq!(
        large.attribute("aria-label"),
        Some(
            "White: king on b4, rook on f4, pawns on e2, g2 and b5. Black: king on g5, rook on h5, \
             pawns on c5 and d6. White to move. En passant square: c6. Last move: c7c5, the pawn \
             from c7 to c5. Missing: b5c6. Ringed: c5."
        )
    );
    assert_eq!(by_class(large, "missing").len(), 1);
    assert_eq!(by_class(large, "last").len(), 2);
    let [ring] = by_class(large, "ring")[..] else { panic!("one ring") };
    assert_eq!(["cx", "cy"].map(|name| ring.attribute(name)), [Some("25.0"), Some("35.0")]);
    // The root, and a board after each of the four moves.
    assert_eq!(by_class(finding, "board").len(), 5);
    let text = all_text(finding);
    for part in [
        "en passant b5c6 takes the pawn on c5, which gives check en-passant-takes-checker",
        "generation: the FEN of the position alone is enough to see it",
        "(suites/standard.epd:",
        "position fen 8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\ngo perft 1",
        "ox88 divide 1 \"8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\"\nox88 show",
    ] {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
}

/// `docs/pictures/report.png` is a picture of this page.
#[test]
fn the_page_in_the_docs_is_that_of_the_hunt() {
    let engine = broken("ep-of-the-checking-pawn-missing");
    let (_, page) = page("docs.html", &["--engine", &engine, "--fen", WORKED, "--depth", "5"]);
    // What differs from machine to machine: where the engine is, and how fast.
    let shown = engine.replace('"', "&quot;").replace('\'', "&#39;");
    let page = page.replace(&shown, "./my-engine");
    let (before, behind) = page.split_once("<dt>Time</dt><dd>").expect("it says how long it took");
    let (_, behind) = behind.split_once('<').expect("the time has an end");
    let page = format!("{before}<dt>Time</dt><dd>0.1 s<{behind}");

    let advice = "is not what the hunt writes: type `.ci/pictures`, and look at it";
    assert_drawn("docs/pictures/report.html", &page, advice);
}

#[test]
fn every_finding_of_all_kinds_is_on_the_page() {
    let outcome = outcome(findings().into_iter().map(|(_, finding)| finding).collect());
    let page = page_of(&outcome);
    let document = read(&page);
    let found = ox88::hunt::json(&outcome, &Plan::default(), &style(), Duration::from_secs(1));
    let found: Value = serde_json::from_str(&found).expect("it is JSON");
    let findings = found["findings"].as_array().expect("it is a list");
    for (finding, number) in findings.iter().zip(1..) {
        let shown = all_text(by_id(&document, &format!("finding-{number}")));
        assert!(shown.contains(text(finding, "/case")), "{finding:#} in\n{shown}");
        let sentence = finding["origin"]["sentence"].as_str();
        assert_eq!(sentence.is_none(), finding["trouble"].is_object(), "{finding:#}");
        if let Some(sentence) = sentence {
            assert!(shown.contains(sentence), "{finding:#} in\n{shown}");
        }
        for list in ["missing", "extra", "twice", "counts"] {
            for mv in finding[list].as_array().expect("it is a list") {
                assert!(shown.contains(text(mv, "/move")), "{mv} in\n{shown}");
            }
        }
        let lines = finding["shown_by"]["lines"].as_array().expect("it is a list");
        let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
        assert!(shown.contains(&lines.join("\n")), "{lines:?} in\n{shown}");
    }
    let table = by_class(document.root(), "causes")[0];
    let rows: Vec<String> =
        table.descendants().filter(|node| node.has_tag_name("tr")).skip(1).map(all_text).collect();
    let rules = found["rules"].as_array().expect("it is a list");
    assert_eq!(rows.len(), rules.len());
    for (row, rule) in rows.iter().zip(rules) {
        let id = text(rule, "/rule");
        let origin = rule["origin"].as_str().unwrap_or("no answer");
        let expected = format!("{}{id}{origin}{}", text(rule, "/title"), rule["found"]);
        assert!(row.starts_with(&expected), "{row}");
    }
    // The kinds of marks that these faults have, each beside its word.
    for class in ["missing", "extra", "twice", "count"] {
        assert!(!by_class(document.root(), class).is_empty(), "a mark {class}");
        assert!(
            !by_class(document.root(), &format!("badge {class}")).is_empty(),
            "a badge {class}"
        );
    }
    assert!(page.contains("Fix unmake first"));
}

/// Arrows, crosses, rings and the squares of the last move, as they are drawn.
#[test]
fn what_is_wrong_is_marked_on_the_board_like_this() {
    let mut texts = Vec::new();
    for (engine, finding) in findings() {
        let page = page_of(&outcome(vec![finding]));
        let document = read(&page);
        let boards = document.descendants().filter(|node| node.has_tag_name("svg")).skip(1);
        let marks = boards.flat_map(|board| board.descendants()).filter(|node| {
            let is_of_piece =
                |it: Node| it.attribute("class").is_some_and(|it| it.starts_with("men "));
            node.is_element() && !node.ancestors().any(is_of_piece)
        });
        let lines: Vec<String> = marks
            .map(|node| {
                // What is said of a board has a test of its own.
                let attributes = node.attributes().filter(|it| it.name() != "aria-label");
                let attributes: Vec<&str> = attributes.map(|it| it.value()).collect();
                format!("{} {}", node.tag_name().name(), attributes.join(" "))
            })
            .collect();
        let caption = document.descendants().find(|node| node.has_tag_name("figcaption"));
        let caption = caption.map_or(String::new(), all_text);
        texts.push((engine, [vec![caption], lines].concat().join("\n")));
    }
    assert_texts("hunt.drawings", texts);
}

/// A page as it is read, piece by piece.
#[test]
fn a_page_says_this() {
    let kept = [
        "it has no move",
        "castling is not listed",
        "… at the root and where moves were played",
        "the pawn that is taken en passant is left on the board",
        "some counts are wrong",
        "rows that are no moves, and one that comes twice",
        "it hangs",
    ];
    let outcome = outcome(findings_of(&kept));
    let plan = Plan { left_out: 12, ..Plan::default() };
    let page = html(&outcome, &plan, &style(), Duration::from_millis(112));
    let document = read(&page);
    let named =
        ["h1", "h2", "h3", "h4", "p", "dt", "dd", "th", "td", "li", "summary", "figcaption", "pre"];
    let nodes = document.descendants().filter(|node| {
        named.contains(&node.tag_name().name()) || node.attribute("aria-label").is_some()
    });
    let lines = nodes.map(|node| {
        let text = node.attribute("aria-label").map_or_else(|| all_text(node), str::to_owned);
        format!("{:<10} {}", node.tag_name().name(), text.replace('\n', " | "))
    });
    let lines: Vec<String> = lines.collect();
    let version = format!("ox88 {}", env!("CARGO_PKG_VERSION"));
    assert_texts("hunt.page", [("the page", lines.join("\n").replace(&version, "ox88"))]);
}

#[rstest]
#[case(|here: &Position, _| here.legal_moves().split_off(12), "White to move.")]
#[case(
    |here: &Position, _| here.legal_moves().split_off(13),
    "White to move. The first 12 of 13 moves are drawn."
)]
fn a_dozen_moves_are_drawn(#[case] list: List, #[case] caption: &str) {
    let finding = finding(Inside { list, ..RIGHT }, START, "", 1).expect("it differs");
    let page = page_of(&outcome(vec![finding]));
    let document = read(&page);
    let shown = document.descendants().find(|node| node.has_tag_name("figcaption"));
    assert_eq!(shown.map(all_text).as_deref(), Some(caption));
    assert_eq!(by_class(document.root(), "missing").len(), 12);
}

#[test]
fn what_would_be_markup_or_shows_nothing_is_written_so_that_it_is_seen() {
    let command =
        "a & <b> \"c\" 'd' \u{1}\u{1f} \u{7f}\u{9f} \u{202e}\u{2069}\u{200f} \u{fffe} é\t.";
    let style = Style { command: command.to_owned(), ..style() };
    let page = html(&Outcome::default(), &Plan::default(), &style, Duration::ZERO);
    let shown = "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; ␁␟ \u{fffd}\u{fffd} \
                 \u{fffd}\u{fffd}\u{fffd} \u{fffd} é\t.";
    assert!(page.contains(&format!("<code>{shown}</code>")), "{page}");
}

/// The headings of a page, and the table of what is broken if there is more than one finding.
#[rstest]
#[case::one(&["it hangs"], "1 finding")]
#[case::two_of_two_rules(&["it hangs", "castling is not listed"], "2 findings")]
#[case::two_of_one_rule(
    &["castling is not listed", "… at the root and where moves were played"],
    "2 findings, 1 broken rule"
)]
fn a_page_says_how_much_was_found(#[case] engines: &[&str], #[case] title: &str) {
    let page = page_of(&outcome(findings_of(engines)));
    let document = read(&page);
    let heading = document.descendants().find(|node| node.has_tag_name("h1"));
    assert_eq!(heading.map(all_text).as_deref(), Some(title));
    assert_eq!(by_class(document.root(), "causes").len(), usize::from(engines.len() > 1));
    for number in 1..=engines.len() {
        by_id(&document, &format!("finding-{number}"));
    }
    let folded = document.descendants().filter(|node| node.has_tag_name("details"));
    let folded: Vec<Option<&str>> = folded.map(|node| node.attribute("id")).collect();
    let is_of_one_rule = title.ends_with("rule");
    assert_eq!(folded, if is_of_one_rule { vec![Some("finding-2")] } else { vec![] });
    assert_eq!(page.contains("1 more finding of the same cause"), is_of_one_rule);
}

#[test]
fn one_cause_behind_missing_moves_is_said_and_ringed() {
    let engine = broken("pin-seen-through-knights");
    let fen = "4k3/8/8/4r3/4n3/4B3/8/4K3 w - - 0 1";
    let (_, page) = page("cause.html", &["--engine", &engine, "--fen", fen, "--depth", "1"]);
    let document = read(&page);
    let finding = by_id(&document, "finding-1");
    let text = all_text(finding);
    assert!(text.contains("The bishop on e3 is taken for pinned, by the rook on e5"), "{text}");
    assert_eq!(by_class(finding, "ring").len(), 3, "{text}");
}

#[test]
fn an_engine_without_an_answer_is_on_the_page_with_its_last_lines() {
    let engine = broken("--trouble crash");
    let (code, page) = page("crash.html", &["--engine", &engine]);
    assert_eq!(code, Some(1));
    let document = read(&page);
    let shown = all_text(by_id(&document, "finding-1"));
    assert!(shown.contains("The engine ended before its answer was complete"), "{shown}");
    assert!(shown.contains("The last lines that it printed"), "{shown}");
    assert_eq!(by_class(document.root(), "board large").len(), 1);
}

#[test]
fn bytes_that_show_nothing_are_shown_all_the_same() {
    let engine = broken("--trouble binary");
    let (_, page) = page("binary.html", &["--engine", &engine, "--timeout", "1"]);
    let shown = all_text(by_id(&read(&page), "finding-1"));
    assert!(!shown.contains(|letter: char| letter.is_control() && letter != '\n'), "{shown:?}");
}

#[test]
fn there_is_a_page_without_a_difference_and_without_a_hunt() {
    let (code, page_of_right) = page("right.html", &["--engine", &broken(""), "--max-nodes", "30"]);
    assert_eq!(code, Some(0));
    let document = read(&page_of_right);
    assert!(all_text(document.root()).contains("No difference"), "{page_of_right}");

    let (code, not_run) = page("not_run.html", &["--engine", "/no/such/engine"]);
    assert_eq!(code, Some(2));
    let document = read(&not_run);
    assert!(all_text(document.root()).contains("was found: expected a path"), "{not_run}");
}

#[test]
fn a_page_on_standard_output_takes_the_place_of_the_text() {
    let engine = broken("castling-missing");
    let hunted = hunt(&["--engine", &engine, "--max-nodes", "100", "--html", "-"]);
    assert_eq!((hunted.code, hunted.err.as_str()), (Some(1), ""));
    read(&hunted.out);
}

/// Markup wherever an engine can print something, and the page as it is quoted.
#[cfg(unix)]
#[test]
fn what_an_engine_prints_is_quoted_and_never_interpreted() {
    let hostile = "\
#!/bin/sh
echo '<script>alert(\"stderr\")</script>' >&2
echo 'a2a3\"><script>alert(1)</script>: 1'
echo '<b onclick=alert(2)>'
echo 'a2a3'\\''</pre><script>alert(3)</script>'
$1
";
    let command = |name: &str, what: &str| {
        let script = file(&format!("hostile_{name}.sh"), hostile.replace("$1", what));
        format!("sh '{script}' '<script>alert(\"command\")</script>&amp;'")
    };
    for (name, what, shown) in [
        ("wrong", "echo 'a2a3: 1'", "there is no piece on a2"),
        ("tag", "exit 3", "<b onclick=alert(2)>"),
        ("stderr", "exit 3", "stderr: <script>alert(\"stderr\")</script>"),
        ("end", "exit 3", "a2a3'</pre><script>alert(3)</script>"),
    ] {
        let command = command(name, what);
        let (code, page) = page("hostile.html", &["--script", &command]);
        assert_eq!(code, Some(1), "{page}");
        assert!(!page.contains("<script") && !page.contains("<b "), "{page}");
        let document = read(&page);
        let text = all_text(document.root());
        assert!(text.contains(shown), "expected {shown:?} in\n{text}");
        assert!(text.contains(&command), "expected {command:?} in\n{text}");
        let title = document.descendants().find(|node| node.has_tag_name("title"));
        assert!(title.is_some_and(|title| all_text(title).ends_with(&command)), "{text}");
    }
}
