//! The text of the shader, in WGSL.

/// The entry points, each with the numbers by which the shader knows its buffers, after that of the job, which is 0.
pub const STEPS: [(&str, &[u32]); 4] = [
    ("leaves", &[1, 2, 10, 11]),
    ("grow", &[1, 2, 3, 4, 9, 10]),
    ("unify", &[3, 4, 5, 6, 7, 8, 9]),
    ("keep", &[3, 4, 5, 6, 7, 8]),
];

/// The threads of a group.
pub const GROUP: u32 = 64;

/// The shader: its functions, and the walk over all moves twice. A call of a function through a pointer, which would
/// need one walk, is not to be had on a card.
pub fn text() -> String {
    let walk = include_str!("walk.wgsl");
    let counting = walk.replace("NAME", "count_two_plies").replace("USE", "n += count(child);");
    let storing = walk.replace("NAME", "store_children");
    let storing = storing.replace("USE", "store(at + n, child, paths);\n    n += 1u;");
    [include_str!("shader.wgsl"), &counting, &storing].concat()
}
