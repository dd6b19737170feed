//! The picture of the page on speed has its figures.

use crate::pictures::picture;
use ox88_test_support::assert_drawn;

#[test]
fn the_bars_have_the_figures_of_the_page_on_speed() {
    let (file, text) = picture();
    assert_drawn(file, &text, "is not what its test draws: type `ci/pictures`, and look at it");
}
