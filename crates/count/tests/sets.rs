//! The vocabulary of sets, an example for each word, and for each type that it is the same there.

use crate::quick::count::ToPawns;
use crate::quick::marks::Marks;
use crate::quick::ray::{Ray, Rays};
use crate::quick::squares::Squares;
use crate::quick::targets::Targets;
use ox88::{Direction, Position, Square};

#[test]
fn intersection_is_what_is_in_both() {
    let row = Squares::on_ray(Ray::of_step(Direction::EAST), Square::A1);
    let file = Squares::on_ray(Ray::of_step(Direction::SOUTH), Square::H8);
    assert_eq!(row & file, Square::H1.into());
    assert!((row & Square::A1).is_empty(), "a ray begins beside its square");
}

#[test]
fn difference_takes_out_a_set_or_one_square() {
    let start = Position::start();
    let pieces = Squares::occupied(start.board());
    assert_eq!((pieces - Square::A1).number(), 31);
    let mv = start.find_move("e2e4").expect("it is legal");
    assert_eq!((pieces - mv.from) | mv.to, Squares::occupied(start.after(mv).board()));
    assert_eq!(pieces.after(mv), (pieces - mv.from) | mv.to);
}

#[test]
fn complement_is_all_the_rest() {
    let corner = Squares::from(Square::A1);
    assert_eq!((!corner).number(), 63);
    assert_eq!(!corner, Squares::ALL - corner);
    assert_eq!((!Rays::of_line(Ray::ALL[0])).each().count(), 6);
}

#[test]
fn a_set_of_one_says_which() {
    assert_eq!(Squares::from(Square::H8).only(), Some(Square::H8));
    assert_eq!((Squares::from(Square::H8) | Square::A1).only(), None);
    assert_eq!(Squares::NONE.only(), None);
}

/// Each word by its definition, on two sets of which neither contains the other.
macro_rules! has_the_vocabulary {
    ($name:ident, $set:ty, $both:expr, $one:expr, $other:expr) => {
        #[test]
        fn $name() {
            let (both, one, other): ($set, $set, $set) = ($both, $one, $other);
            let (a, b) = (both | one, both | other);
            assert_eq!(a & b, both);
            assert_eq!((a - b, b - a), (one, other));
            assert_eq!(a & !b, a - b);
            assert_eq!((a | b) - both, one | other);
            assert!((a | b).contains(a) && !a.contains(b) && !a.contains(other));
            assert!((one & other).is_empty() && !a.is_empty() && <$set>::NONE.is_empty());
            let (mut changed, mut sum) = (a, a);
            changed ^= b;
            sum |= b;
            sum -= both;
            assert_eq!((changed, sum), (one | other, one | other));
        }
    };
}

has_the_vocabulary!(squares, Squares, Square::A1.into(), Square::H1.into(), Square::A8.into());
has_the_vocabulary!(rays, Rays, Ray::ALL[0].into(), Ray::ALL[1].into(), Ray::ALL[7].into());
has_the_vocabulary!(
    targets,
    Targets,
    Targets::beside(Ray::ALL[0]),
    Targets::beside(Ray::ALL[1]),
    Targets::on_rank(Square::A1, Square::H1)
);
has_the_vocabulary!(
    marks,
    Marks,
    Marks::KNIGHT_ARRIVES,
    Marks::ANY_LEAVES,
    Marks::ARRIVES_IN_THE_WAY
);
has_the_vocabulary!(
    what_a_piece_is_to_pawns,
    ToPawns,
    ToPawns::BLOCKS_STEP,
    ToPawns::BLOCKS_DOUBLE_STEP,
    ToPawns::CAPTURED[0]
);
