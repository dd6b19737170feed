//! Where sliders go: for each square, a table with an entry for each way in which pieces can be on its lines.
//!
//! The bits of the pieces on the lines are brought together by a product ("magic bitboards"). The factors were found by
//! trial, and the tests show that no two sets of pieces share an entry that should differ.

use crate::quick::ray::Ray;
use crate::quick::squares::Squares;
use ox88::Square;

/// The tables of both kinds of sliders. A queen is in both.
pub struct Sliding {
    entries: Vec<Squares>,
    diagonal: [Place; 64],
    straight: [Place; 64],
    between: Vec<[Squares; 64]>,
}

/// Where the entries of a square are.
// 32 bytes, so that none lies across two lines of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Place {
    /// All squares on the lines.
    lines: Squares,
    /// Those where a piece would be in the way: all but the last of each line.
    matter: Squares,
    factor: u64,
    shift: u32,
    begin: u32,
}

impl Sliding {
    /// Fills the tables.
    pub fn new() -> Sliding {
        let nowhere =
            Place { lines: Squares::NONE, matter: Squares::NONE, factor: 0, shift: 0, begin: 0 };
        let mut tables = Sliding {
            entries: Vec::new(),
            diagonal: [nowhere; 64],
            straight: [nowhere; 64],
            between: vec![[Squares::NONE; 64]; 64],
        };
        for square in Square::all() {
            let number = square.number();
            tables.diagonal[number] = tables.add(square, Ray::DIAGONAL, DIAGONAL[number]);
            tables.straight[number] = tables.add(square, Ray::STRAIGHT, STRAIGHT[number]);
            for other in Square::all() {
                tables.between[number][other.number()] = Squares::between(square, other);
            }
        }
        tables
    }

    /// Adds the entries of a square.
    fn add(&mut self, square: Square, rays: [Ray; 4], factor: u64) -> Place {
        let all_but_last =
            |ray: Ray| Squares::on_ray(ray, square).stepped(ray.direction().reversed()) - square;
        let matter: Squares = rays.into_iter().map(all_but_last).collect();
        let begin = self.entries.len();
        let shift = u64::BITS - matter.number();
        self.entries.resize(begin + (1 << matter.number()), Squares::NONE);
        for occupied in matter.subsets() {
            // Up to the first piece, and that.
            let reached = |ray| {
                let first = occupied.first_on(ray, square);
                let behind = first.map_or(Squares::NONE, |first| Squares::on_ray(ray, first));
                Squares::on_ray(ray, square) - behind
            };
            let place = begin + occupied.gathered(factor, shift);
            self.entries[place] = rays.into_iter().map(reached).collect();
        }
        let lines = rays.into_iter().map(|ray| Squares::on_ray(ray, square)).collect();
        #[expect(clippy::cast_possible_truncation, reason = "there are not so many")]
        Place { lines, matter, factor, shift, begin: begin as u32 }
    }

    /// What a bishop on this square attacks.
    #[inline(always)]
    pub fn diagonal(&self, from: Squares, occupied: Squares) -> Squares {
        self.entry(&self.diagonal[from.first_number()], occupied)
    }

    /// What a rook on this square attacks.
    #[inline(always)]
    pub fn straight(&self, from: Squares, occupied: Squares) -> Squares {
        self.entry(&self.straight[from.first_number()], occupied)
    }

    /// What bishops and rooks on this square attack on an empty board.
    #[inline(always)]
    pub const fn lines(&self, from: Squares) -> [Squares; 2] {
        let number = from.first_number();
        [self.diagonal[number].lines, self.straight[number].lines]
    }

    /// The squares between two on one line, or none.
    #[inline(always)]
    pub fn between(&self, one: Squares, other: Squares) -> Squares {
        self.between[one.first_number()][other.first_number()]
    }

    #[inline(always)]
    fn entry(&self, place: &Place, occupied: Squares) -> Squares {
        let gathered = (occupied & place.matter).gathered(place.factor, place.shift);
        self.entries[place.begin as usize + gathered]
    }
}

/// The factors for bishops, from a1 along the ranks.
#[rustfmt::skip]
const DIAGONAL: [u64; 64] = [
    0x0888_2014_0c08_6024, 0x0008_4801_0411_2161, 0x0a04_0904_0500_0240, 0x0018_0609_4080_0009,
    0x5426_0610_0281_0002, 0x0002_4310_4002_0100, 0x0024_00c4_1008_4005, 0x1288_3100_9010_0800,
    0x0200_1420_5821_2500, 0x4010_1004_03a4_0151, 0x5545_0608_0109_0430, 0x0080_8404_0080_0000,
    0x0c02_0404_20d0_0000, 0x4000_3601_1008_0000, 0x0208_0206_0212_4004, 0x2040_0082_8090_9000,
    0x0008_0050_1010_0380, 0x0804_0420_0800_8108, 0x4584_8010_0102_0018, 0x4004_0012_4050_8000,
    0xc104_8004_04a0_2400, 0x0000_402a_0042_2008, 0x20a4_0b21_8403_0880, 0x0202_0021_5b00_8800,
    0x1102_c010_a008_0210, 0x0642_4800_3010_1480, 0x0000_2080_0401_0401, 0x4280_8020_4802_0020,
    0x1804_0400_5041_0040, 0x0008_0200_1040_4258, 0x0081_0200_5048_0484, 0x0140_8480_0822_1800,
    0x0005_0808_0cc0_5000, 0x8008_0110_0028_8211, 0x0430_5190_000a_0404, 0x1000_0600_8048_0080,
    0x8002_4404_0002_4100, 0x9210_0202_0040_6080, 0x0482_4804_c002_2200, 0x8011_0042_0124_8210,
    0x0002_8420_4902_2000, 0x0a22_8808_2808_0212, 0x1919_0238_0201_4c05, 0x2800_0042_0800_0080,
    0x00c3_4424_0820_1400, 0x1001_0901_1302_2200, 0x0004_0802_0040_4400, 0x0504_0080_8100_0a00,
    0x0010_8401_4840_c008, 0x4200_a404_02c8_0000, 0x0002_00a0_9410_0010, 0x1680_0900_4202_0000,
    0x0020_0040_1041_0020, 0x6080_0810_1004_9000, 0x0040_a801_0102_0002, 0x6010_0448_8401_4000,
    0x0102_0201_0088_0c00, 0x00a1_0081_6318_200a, 0x4284_0000_8c04_0900, 0x00e0_0000_0042_0201,
    0x0001_0000_100a_0200, 0x0005_6340_020c_8904, 0x0804_4006_0401_0208, 0x4440_8413_0206_0050,
];

/// The same for rooks.
#[rustfmt::skip]
const STRAIGHT: [u64; 64] = [
    0x0480_0028_3082_4000, 0x0040_1000_4000_6000, 0x0100_1042_4820_0100, 0x0180_0800_1000_0480,
    0x5080_0400_0800_8046, 0x7080_0400_8002_0041, 0x0100_0081_0012_000c, 0xb480_0580_0640_7100,
    0x0080_8000_80e8_4008, 0x2801_4010_0040_6000, 0x2042_0020_1201_8240, 0x6008_8008_0010_0080,
    0x2101_0005_0028_0010, 0x008a_8080_0200_1400, 0x0024_0004_1049_2802, 0x2101_0011_0000_c082,
    0x0410_8480_0140_0120, 0x2710_09c0_4000_2004, 0x6000_8080_1000_200a, 0x8001_0100_2010_0008,
    0x800c_1500_0800_9101, 0x2404_8080_0400_9600, 0x0860_4400_0e10_0108, 0x0000_0200_0242_8904,
    0x1000_4000_8001_8221, 0x0110_0440_4001_2000, 0x2000_2182_0012_0040, 0x0600_1b01_0021_3000,
    0x0004_0104_8048_0080, 0x0080_2008_0110_4004, 0x0400_0884_0010_2221, 0x0000_2402_0000_8941,
    0x0001_0080_4600_2600, 0x0200_2100_8100_4000, 0x0000_2000_8080_1000, 0x0220_8050_0180_0801,
    0x0000_8164_0080_1800, 0x2100_8002_0080_1400, 0x0028_0208_4400_100b, 0x0010_04a5_0200_0044,
    0x0040_4000_2080_8008, 0x0020_4020_100a_4002, 0xc840_2005_0011_0040, 0x0000_9000_0901_0020,
    0x1421_0204_0801_0010, 0x1800_0400_0200_8080, 0x0206_0008_0412_0005, 0x0000_8484_1042_0021,
    0x8080_0088_2045_0100, 0x0020_2010_0440_0040, 0x0410_1001_8020_0080, 0x5102_2101_3000_2900,
    0x00ad_2400_8108_0180, 0x140c_0080_0402_0080, 0x0010_0150_8802_2400, 0x0000_0400_6100_9a00,
    0x0100_8000_2040_1501, 0x0008_80c0_2102_0212, 0x0002_4008_8112_00a2, 0x0500_9001_2100_1805,
    0x480a_0020_0824_1002, 0x0802_0088_011c_1002, 0x4000_0810_0220_8144, 0x000d_a10c_0022_4082,
];
