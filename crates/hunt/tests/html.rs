//! The page that a hunt writes: sound as markup, complete, and safe whatever an engine prints.

use crate::report::rules_page::address_in;
use crate::tests::inside::{Inside, List, RIGHT, finding};
use crate::tests::report::{FINDINGS, findings_of, read_by_programs, report_of, style};
use crate::{Finding, Outcome, Plan, Report, Style};
use ox88::{Move, Position, START};
use ox88_test_support::assert_texts;
use ox88_test_support::page::Node;
use ox88_test_support::page::{all_text, by_class, by_id, read};
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::slice::from_ref;
use std::time::Duration;

/// The page of a hunt that has found this.
fn page_of(findings: &[Finding]) -> String {
    report_of(findings).html()
}

#[test]
fn every_finding_of_all_kinds_is_on_the_page() {
    let findings: Vec<Finding> = FINDINGS.iter().map(|(_, finding)| finding.clone()).collect();
    let report = report_of(&findings);
    let page = report.html();
    let document = read(&page);
    let found = read_by_programs(&report);
    let findings = found["findings"].as_array().expect("it is a list");
    for (finding, number) in findings.iter().zip(1..) {
        let shown = all_text(by_id(&document, &format!("finding-{number}")));
        assert!(shown.contains(text(finding, "/case")), "{finding:#} in\n{shown}");
        let sentence = finding["origin"]["sentence"].as_str();
        assert_eq!(sentence.is_none(), finding["trouble"].is_object(), "{finding:#}");
        if let Some(sentence) = sentence {
            assert!(shown.contains(sentence), "{finding:#} in\n{shown}");
        }
        assert!(shown.contains(text(finding, "/usual_cause")), "{finding:#} in\n{shown}");
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
        let origin = match rule["origin"].as_str() {
            Some("fen") => "FEN parsing",
            Some("hash-table") => "hash table",
            part => part.unwrap_or("-"),
        };
        let expected = format!("{}{id}{origin}{}", text(rule, "/fault"), rule["found"]);
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
    assert!(page.contains("Fix first: "));
}

#[test]
fn each_rule_on_a_page_is_a_link_to_the_page_that_explains_it_and_a_trouble_is_none() {
    let page = page_of(&findings_of(&["it hangs", "castling is not listed"]));
    let document = read(&page);
    let mut links = BTreeSet::new();
    for id in by_class(document.root(), "rule") {
        let address = id.descendants().find_map(|node| node.attribute("href"));
        links.insert((all_text(id), address));
    }
    let address = Some("https://github.com/owner/ox88/blob/HEAD/docs/rules.md#castling");
    assert_eq!(links, [("castling".to_owned(), address), ("hangs".to_owned(), None)].into());
}

#[rstest]
#[case("https://github.com/owner/ox88", "castling", true)]
#[case("https://github.com/owner/ox88", "hangs", false)]
#[case("https://github.com/OWNER/ox88", "castling", false)]
fn a_rule_has_an_address_once_the_repository_has_an_owner(
    #[case] repository: &str,
    #[case] id: &str,
    #[case] has_address: bool,
) {
    let address = format!("{repository}/blob/HEAD/docs/rules.md#{id}");
    assert_eq!(address_in(repository, id), has_address.then_some(address));
}

/// Arrows, crosses, rings and the squares of the last move, as they are drawn.
#[test]
fn what_is_wrong_is_marked_on_the_board_like_this() {
    // These have each kind of mark and of caption.
    let kept = [
        "it lists 128 moves at most",
        "castling is not listed",
        "it has no move",
        "… and made there",
        "the pawn that is taken en passant is left on the board",
        "a script that takes no moves leaves the pawn that is taken en passant",
        "the pawn does not come back when en passant is taken back",
        "a mate is counted as a leaf",
        "the game ends by fifty moves",
        "rows that name no move, and one that comes twice",
        "castling without the right, in letters",
    ];
    let mut texts = Vec::new();
    for (engine, finding) in kept.into_iter().zip(findings_of(&kept)) {
        let page = page_of(&[finding]);
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
        "rows that name no move, and one that comes twice",
        "it hangs",
    ];
    let outcome = Outcome { findings: findings_of(&kept), ..Outcome::default() };
    let plan = Plan { left_out: 12, ..Plan::default() };
    let page = Report::new(&outcome, &plan, &style(), Duration::from_millis(112)).html();
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

/// Other pages show a hunt as this one does.
#[test]
fn what_other_pages_take_of_a_report_is_what_this_one_shows() {
    for (_, finding) in &*FINDINGS {
        let report = report_of(from_ref(finding));
        let (page, (class, title)) = (report.html(), report.headline());
        assert!(page.contains(&format!("<header class=\"{class}\">")), "{page}");
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{page}");
        assert!(
            page.contains(&report.main().0)
                && report.main().0.starts_with(&report.all_findings().0)
        );
        let figure = report.findings[0].board().0;
        assert!(page.contains(&figure), "{figure} in\n{page}");
        assert!(report.findings[0].at_a_glance().0.contains(&figure));
    }
}

/// Where there are as many moves as in the start position.
fn without_the_first(count: usize, here: &Position) -> Vec<Move> {
    let mut legal = here.legal_moves();
    if legal.len() == 20 { legal.split_off(count) } else { legal }
}

#[rstest]
#[case(|here: &Position, _| without_the_first(12, here), "White to move.")]
#[case(
    |here: &Position, _| without_the_first(13, here),
    "White to move. Arrows: the first 12 of the 13 wrong moves."
)]
fn a_dozen_moves_are_drawn(#[case] list: List, #[case] caption: &str) {
    let finding = finding(Inside { list, ..RIGHT }, START, "", 1).expect("it differs");
    let page = page_of(&[finding]);
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
    let report = Report::new(&Outcome::default(), &Plan::default(), &style, Duration::ZERO);
    let page = report.html();
    let shown = "a &amp; &lt;b&gt; &quot;c&quot; 'd' ␁␟ \u{fffd}\u{fffd} \
                 \u{fffd}\u{fffd}\u{fffd} \u{fffd} é\t.";
    assert!(page.contains(&format!("<code>{shown}</code>")), "{page}");
}

/// The headings of a page, and the table of what is broken if there is more than one finding.
#[rstest]
#[case::one(&["it hangs"], "1 finding")]
#[case::two_of_two_rules(&["it hangs", "castling is not listed"], "2 findings")]
#[case::two_of_one_rule(
    &["castling is not listed", "… and no other move keeps the right"],
    "2 findings, 1 cause"
)]
fn a_page_says_how_much_was_found(#[case] engines: &[&str], #[case] title: &str) {
    let page = page_of(&findings_of(engines));
    let document = read(&page);
    let heading = document.descendants().find(|node| node.has_tag_name("h1"));
    assert_eq!(heading.map(all_text).as_deref(), Some(title));
    assert_eq!(by_class(document.root(), "causes").len(), usize::from(engines.len() > 1));
    for number in 1..=engines.len() {
        by_id(&document, &format!("finding-{number}"));
    }
    let folded = document.descendants().filter(|node| node.has_tag_name("details"));
    let folded: Vec<Option<&str>> = folded.map(|node| node.attribute("id")).collect();
    let is_of_one_cause = title.ends_with("cause");
    assert_eq!(folded, if is_of_one_cause { vec![Some("finding-2")] } else { vec![] });
    assert_eq!(page.contains("1 more finding of the same cause"), is_of_one_cause);
}

/// The text at a place in what was found.
fn text<'a>(value: &'a Value, place: &str) -> &'a str {
    value.pointer(place).and_then(Value::as_str).unwrap_or("-")
}
