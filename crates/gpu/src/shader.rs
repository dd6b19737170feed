//! The text of the shader, in WGSL.

/// The entry points, each with the numbers by which the shader knows its buffers, after that of the job, which is 0.
pub const STEPS: [(&str, &[u32]); 4] = [
    ("leaves", &[1, 2, 3, 12, 13, 14]),
    ("grow", &[1, 2, 3, 4, 5, 6, 12, 13]),
    ("unify", &[4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("keep", &[4, 5, 6, 7, 8, 9, 10, 11]),
];

/// The threads of a group on a card.
pub const GROUP: u32 = 64;

/// The threads of a group where a processor is in place of a card.
pub const GROUP_OF_SOFTWARE: u32 = 8;

/// The shader.
pub const TEXT: &str = include_str!("shader.wgsl");
