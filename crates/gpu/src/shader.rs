//! The text of the shader, in WGSL.

/// The steps, each with the numbers by which the shader knows the buffers that it uses. Besides the job, which is small,
/// a browser allows eight.
pub const STEPS: [(&str, &[u32]); 4] = [
    ("leaves", &[0, 1, 2, 3, 11, 12, 13]),
    ("grow", &[0, 1, 2, 3, 7, 8, 9, 11, 12]),
    ("unify", &[0, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("keep", &[0, 4, 5, 6, 7, 8, 9, 10, 11]),
];

/// The threads of a group.
pub const GROUP: u32 = 64;

/// The shader.
pub const TEXT: &str = include_str!("shader.wgsl");
