//! Counts on a graphics card: what is asked of it, and what it has counted. `page/card.js` talks to it.

use crate::address::Address;
use crate::count::{Asked, LEAST_DEPTH_OF_CARD, counted};
use maud::{Markup, html};
use ox88_count::quick;
use ox88_gpu::{pack, tested, unpack};

/// The depth that is left after a move, and eight words for the position after each; nothing if the processor counts.
pub fn roots(address: &Address) -> Vec<u32> {
    let asked = match Asked::read(address) {
        Some(asked) if asked.depth >= LEAST_DEPTH_OF_CARD && !asked.by_kind => asked,
        _ => return Vec::new(),
    };
    if address.get("card").is_empty() {
        return Vec::new();
    }
    let here = asked.place.line.end();
    let after = here.legal_moves().into_iter().map(|mv| pack(&here.after(mv)));
    [asked.depth - 1].into_iter().chain(after.flatten()).collect()
}

/// The counts of a card, in the order of the roots.
pub fn result(address: &Address, leaves: &[String], seconds: f64, name: &str) -> Markup {
    let Some(asked) = Asked::read(address) else { return html! {} };
    let here = asked.place.line.end();
    let leaves = leaves.iter().map(|leaves| leaves.parse().unwrap_or(0));
    let mut rows: Vec<_> = here.legal_moves().into_iter().zip(leaves).collect();
    rows.sort_by_key(|&(mv, _)| here.move_text(mv));
    counted(&asked, rows, &format!("{seconds:.2} s, on {name} by WebGPU."), None)
}

/// Says that a card has failed.
pub fn failed(why: &str) -> Markup {
    html! { p class="hint" { "The processor counted, because the graphics card failed: " (why) } }
}

/// The positions of the suites, eight words each, and the leaves below them.
pub fn test() -> (Vec<u32>, u128) {
    let (positions, leaves) = tested();
    (positions.into_iter().flatten().collect(), leaves)
}

/// The leaves two plies below the position of these words; nothing if they are not the words of one.
pub fn recount(words: &[u32]) -> Option<u32> {
    let position = unpack(words.try_into().ok()?)?;
    u32::try_from(quick::perft(&position, 2)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fields: &[&str]) -> Address {
        let fields: Vec<String> = fields.iter().map(|&text| text.to_owned()).collect();
        Address::new("count", &fields, Vec::new())
    }

    #[test]
    fn the_page_gives_each_step_the_buffers_that_the_shader_knows() {
        let script = include_str!("../page/card.js");
        for (step, numbers) in ox88_gpu::shader::STEPS {
            assert!(script.contains(&format!("\n  {step}: {numbers:?},\n")), "{step} {numbers:?}");
        }
        let group = format!("const GROUP = {};", ox88_gpu::shader::GROUP);
        assert!(script.contains(&group), "{group}");
    }

    #[test]
    fn a_card_is_asked_only_for_what_takes_long_and_only_if_a_person_wants_it() {
        let asked = ["position", "kiwipete", "depth", "6", "card", "yes"];
        let roots = roots(&at(&asked));
        assert_eq!(roots.len(), 1 + 8 * 48);
        assert_eq!(roots[0], 5);
        for (place, other) in [(1, "no position"), (3, "5"), (4, "other"), (4, "kinds")] {
            let mut fields = [&asked[..], &["kinds", ""]].concat();
            fields[place] = other;
            assert!(super::roots(&at(&fields)).is_empty(), "{fields:?}");
        }
    }

    #[test]
    fn counts_of_a_card_stand_beside_their_moves_and_its_name_is_escaped() {
        let leaves: Vec<String> = (0..20).map(|number| (number * 1000).to_string()).collect();
        let shown = result(&at(&["position", "startpos", "depth", "6"]), &leaves, 1.5, "a <card>");
        let shown = shown.into_string();
        assert!(shown.contains("1.50 s, on a &lt;card&gt; by WebGPU."), "{shown}");
        assert!(shown.contains("<strong>190,000</strong>"), "{shown}");
        assert!(shown.contains("Does not agree"), "{shown}");
    }

    #[test]
    fn positions_of_the_test_are_those_that_a_recount_knows() {
        let (words, leaves) = test();
        assert!(words.len() / 8 > 500 && leaves > 1_000_000, "{leaves}");
        assert!(words.chunks(8).all(|words| recount(words).is_some()));
        assert_eq!(recount(&[0; 8]), None);
        assert_eq!(recount(&[]), None);
    }
}
