//! How input is changed: by a few simple means, several of them at once.

use ox88_count::random::Random;

/// Input is mostly short, since much of it can then be tried. Now and then it is longer than this.
const USUAL_LENGTH: usize = 4 << 10;

/// No input is longer.
const MOST_LENGTH: usize = 8 << 20;

/// How seldom, one time in this many, a long run is put in.
const SELDOM: usize = 4000;

/// Numbers at which something overflows, or begins to.
const NUMBERS: [&str; 17] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "19",
    "99",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
];

/// An input that was made of one of these seeds.
pub fn changed(seeds: &[String], random: &mut Random) -> Vec<u8> {
    let pick = |random: &mut Random| seeds[random.below(seeds.len())].as_bytes();
    let mut data = pick(random).to_vec();
    if data.len() > USUAL_LENGTH {
        data = piece(&data, USUAL_LENGTH, random);
    }
    for _ in 0..=random.below(6) {
        change(&mut data, &pick, random);
    }
    if random.below(SELDOM) == 0 {
        put_long_run(&mut data, &pick, random);
    }
    data.truncate(MOST_LENGTH);
    data
}

/// Some of the bytes in a row, from the beginning of a line.
fn piece(data: &[u8], length: usize, random: &mut Random) -> Vec<u8> {
    let from = random.below(data.len());
    let from = data[..from].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    data[from..data.len().min(from + length)].to_vec()
}

/// One of the words of a seed.
fn word<'a>(seed: &'a [u8], random: &mut Random) -> &'a [u8] {
    let at = random.below(seed.len());
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let begin = seed[..at].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
    let end = seed[at..].iter().position(is_blank).map_or(seed.len(), |blank| at + blank);
    &seed[begin..end]
}

fn change<'a>(data: &mut Vec<u8>, pick: &impl Fn(&mut Random) -> &'a [u8], random: &mut Random) {
    let at = random.below(data.len() + 1);
    let length = random.below(data.len() - at + 1).min(1 + random.below(64));
    match random.below(12) {
        // A byte becomes another one, or loses or gets a bit.
        0 if at < data.len() => data[at] = b' ' + random.below(95).to_le_bytes()[0],
        1 if at < data.len() => data[at] ^= 1 << random.below(8),
        2 => {
            data.drain(at..at + length);
        }
        3 => {
            let again = data[at..at + length].repeat(1 + random.below(8));
            put(data, at, &again);
        }
        4 => put(data, at, word(pick(random), random)),
        5 => {
            data.drain(at..at + length);
            put(data, at, word(pick(random), random));
        }
        6 => put(data, at, one_of(random, &NUMBERS).as_bytes()),
        7 => replace_number(data, random),
        8 => {
            let other = piece(pick(random), 256, random);
            put(data, at, &other);
        }
        9 => swap_lines(data, random),
        10 => {
            let other = pick(random);
            data.truncate(at);
            data.extend(&other[random.below(other.len())..]);
        }
        _ => put(
            data,
            at,
            one_of(random, &["\n", " ", "\r\n", "\t", "\0", "é", "\u{feff}", "\""]).as_bytes(),
        ),
    }
}

fn put(data: &mut Vec<u8>, at: usize, what: &[u8]) {
    data.splice(at..at, what.iter().copied());
}

/// Another number takes the place of one.
fn replace_number(data: &mut Vec<u8>, random: &mut Random) {
    let is_begin =
        |at: &usize| data[*at].is_ascii_digit() && (*at == 0 || !data[at - 1].is_ascii_digit());
    let begins: Vec<usize> = (0..data.len()).filter(is_begin).collect();
    if begins.is_empty() {
        return;
    }
    let from = begins[random.below(begins.len())];
    let digits = data[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = match random.below(3) {
        0 => random.below(10).to_string(),
        1 => random.below(1000).to_string(),
        _ => one_of(random, &NUMBERS).to_owned(),
    };
    data.splice(from..from + digits, number.bytes());
}

fn swap_lines(data: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> =
        data.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(one, other);
    *data = lines.concat();
}

/// A word of a seed, a byte or a piece of the input comes again and again.
fn put_long_run<'a>(
    data: &mut Vec<u8>,
    pick: &impl Fn(&mut Random) -> &'a [u8],
    random: &mut Random,
) {
    let at = random.below(data.len() + 1);
    let unit = match random.below(4) {
        0 => word(pick(random), random).to_vec(),
        1 => vec![b' ' + random.below(95).to_le_bytes()[0]],
        2 => piece(data, 1 + random.below(100), random),
        _ => [word(pick(random), random), one_of(random, &["\n", " ", ";"]).as_bytes()].concat(),
    };
    // Each length is as likely as its double.
    let length = 1 << (10 + random.below(14));
    let run = unit.iter().copied().cycle().take(length).collect::<Vec<_>>();
    put(data, at, &run);
}

/// One of these.
fn one_of<'a, T: ?Sized>(random: &mut Random, among: &[&'a T]) -> &'a T {
    among[random.below(among.len())]
}
