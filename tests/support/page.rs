//! The page of a hunt, read as strictly as XML asks.

use roxmltree::ParsingOptions;
pub use roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// Reads a page as strictly as XML asks.
#[track_caller]
pub fn read(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options);
    let document = document.unwrap_or_else(|error| panic!("{error} in\n{page}"));
    assert_sound(page, &document);
    document
}

/// What holds for each page.
#[track_caller]
pub fn assert_sound(page: &str, document: &Document) {
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
            let goal = attribute.value();
            let is_here = goal.strip_prefix('#').is_some_and(|id| ids.contains(id));
            // Only a link that a reader follows leads elsewhere.
            let is_link = node.has_tag_name("a") && goal.starts_with("https://");
            assert!(name != "href" || is_here || is_link, "{attribute:?}");
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
pub fn all_text(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// The element with this id.
pub fn by_id<'a>(document: &'a Document, id: &str) -> Node<'a, 'a> {
    let found = document.descendants().find(|node| node.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("{id} is on the page"))
}

/// The elements with this class, in order.
pub fn by_class<'a>(node: Node<'a, 'a>, class: &str) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}
