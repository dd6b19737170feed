//! What the open exam changes, in a few lines of each language.

use crate::open::mutate::{Language, changed, edits};
use rstest::rstest;

const PYTHON: &str = "\
class Board:
    def push(self, move=1):
        '''x = 1'''
        if not self.turn and a & ~b: # 7
            self.x = [BB_RANK_1, -2][f(BB_RANK_8,
                      \"3\")]
        return a + b * c - d
";
const JAVASCRIPT: &str =
    "const ROW = 7; class A { undo(x = {}) { if (x === KING) { y = /9/; } // 7\n } }";
const RUST: &str =
    "fn make<'a>(x: &'a u8) -> u8 { if *x == b'1' && y { x.go::<2>(0x10); *all = 3; } 'k' }";

#[rstest]
#[case(Language::Python, PYTHON, "Board.push", "a negation dropped", "if  self.turn")]
#[case(Language::Python, PYTHON, "Board.push", "a condition always", "if True:")]
#[case(Language::Python, PYTHON, "Board.push", "a condition never", "if False:")]
#[case(Language::Python, PYTHON, "Board.push", "a term dropped", "if not self.turn :")]
#[case(Language::Python, PYTHON, "Board.push", "a term dropped", "and a :")]
#[case(Language::Python, PYTHON, "Board.push", "a term dropped", "return a  - d")]
#[case(Language::Python, PYTHON, "Board.push", "a name of a constant", "[BB_RANK_8, -2]")]
#[case(Language::Python, PYTHON, "Board.push", "a constant", "-3]")]
#[case(
    Language::Python,
    PYTHON,
    "Board.push",
    "a statement dropped",
    "            pass\n        return"
)]
#[case(Language::JavaScript, JAVASCRIPT, "ROW", "a constant", "const ROW = 8;")]
#[case(Language::JavaScript, JAVASCRIPT, "undo", "an operator", "x !== KING")]
#[case(Language::JavaScript, JAVASCRIPT, "undo", "a condition never", "if (false) {")]
#[case(Language::JavaScript, JAVASCRIPT, "undo", "a statement dropped", "{ ; }")]
#[case(Language::Rust, RUST, "make", "a constant", "x.go::<2>(0x11)")]
#[case(Language::Rust, RUST, "make", "a term dropped", "b'1'  {")]
#[case(Language::Rust, RUST, "make", "a condition always", "if true {")]
fn one_node_is_changed(
    #[case] language: Language,
    #[case] source: &str,
    #[case] owner: &str,
    #[case] what: &str,
    #[case] becomes: &str,
) {
    let all = edits(source, language);
    let of_kind = all.iter().filter(|it| (it.owner.as_str(), it.what) == (owner, what));
    let texts: Vec<String> = of_kind.map(|it| changed(source, it)).collect();
    assert!(texts.iter().any(|it| it.contains(becomes)), "{texts:#?}");
}

#[rstest]
#[case(Language::Python, PYTHON)]
#[case(Language::JavaScript, JAVASCRIPT)]
#[case(Language::Rust, RUST)]
fn strings_comments_and_signatures_are_left_alone(
    #[case] language: Language,
    #[case] source: &str,
) {
    for edit in edits(source, language) {
        let text = changed(source, &edit);
        let kept = match language {
            Language::Python => ["move=1", "'''x = 1'''", "# 7"],
            Language::JavaScript => ["undo(x = {})", "// 7", "class A"],
            Language::Rust => ["<'a>", "; *all =", "'k'"],
        };
        assert!(kept.iter().all(|it| text.contains(it)) && !text.contains("::<="), "{text}");
    }
}
