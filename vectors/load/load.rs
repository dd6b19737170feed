//! The positions of a file of vectors: rustc load.rs && ./load ../castling.epd

pub struct Vector { pub fen: String, pub id: String, pub counts: Vec<(u32, u64)> }

/// Reads lines as `FEN ;id start ;D1 20 ;D2 400`. Other operations are skipped.
pub fn load(text: &str) -> Vec<Vector> {
    let position = |line: &str| {
        let (fen, operations) = line.split_once(';').expect("a FEN ends at a semicolon");
        let mut vector = Vector { fen: fen.trim().to_owned(), id: String::new(), counts: Vec::new() };
        for (name, value) in operations.split(';').filter_map(|it| it.trim().split_once(' ')) {
            match name.strip_prefix('D').and_then(|depth| depth.parse().ok()) {
                Some(depth) => vector.counts.push((depth, value.parse().expect("a count is a number"))),
                None if name == "id" => vector.id = value.to_owned(),
                None => {}
            }
        }
        vector
    };
    text.lines().map(position).collect()
}

fn main() {
    for file in std::env::args().skip(1) {
        let positions = load(&std::fs::read_to_string(&file).expect("the file can be read"));
        let leaves: u64 = positions.iter().flat_map(|it| &it.counts).map(|count| count.1).sum();
        println!("{file} {} {leaves}", positions.len());
    }
}
