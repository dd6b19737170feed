//! The pictures of the page on speed have its figures.

use crate::pictures::pictures;
use ox88_test_support::assert_drawn;

#[test]
fn the_bars_and_lines_have_the_figures_of_the_page_on_speed() {
    for (file, text) in pictures() {
        assert_drawn(file, &text, "is not what its test draws: type `ci/pictures`, and look at it");
    }
}
