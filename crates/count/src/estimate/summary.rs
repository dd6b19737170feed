//! The mean of many rounds of drawing, and how far it may be from the truth.

/// An estimate of a number of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub leaves: f64,
    /// Its typical distance from the truth: the standard deviation, as the rounds show it. It is 0 if everything was
    /// counted.
    pub standard_error: f64,
    /// The ends of an interval that holds the truth in 95 of 100 cases.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// How many paths were drawn. If there are none, everything was counted.
    pub samples: u64,
    /// The exact number of leaves, if all was counted and it fits into 128 bits.
    pub exact: Option<u128>,
}

/// The rounds so far. Each is an estimate by itself, independent of the others.
#[derive(Clone, Debug, Default)]
pub struct Rounds(Vec<Round>);

#[derive(Clone, Copy, Debug)]
struct Round {
    samples: f64,
    leaves: f64,
}

impl Estimate {
    /// Everything was counted.
    pub const fn counted(leaves: f64, exact: Option<u128>) -> Estimate {
        Estimate { leaves, standard_error: 0.0, low: leaves, high: leaves, samples: 0, exact }
    }

    /// The standard error as a share of the estimate.
    pub fn relative_error(&self) -> f64 {
        if self.standard_error == 0.0 { 0.0 } else { self.standard_error / self.leaves }
    }
}

impl Rounds {
    /// Adds the mean of this many paths.
    #[expect(clippy::cast_precision_loss, reason = "no one draws 2^53 paths")]
    pub fn push(&mut self, samples: u64, leaves: f64) {
        self.0.push(Round { samples: samples as f64, leaves });
    }

    /// The estimate of all rounds, each weighted by its share of all paths.
    ///
    /// The weights do not depend on the draws. So the mean is right in the long run, and the squared distances of the
    /// rounds from it show its error; for equal rounds, by the usual formula.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it was put in as an integer"
    )]
    pub fn estimate(&self) -> Estimate {
        let samples: f64 = self.0.iter().map(|round| round.samples).sum();
        let weight = |round: &Round| round.samples / samples;
        let leaves: f64 = self.0.iter().map(|round| weight(round) * round.leaves).sum();
        let square = |round: &Round| (weight(round) * (round.leaves - leaves)).powi(2);
        // This many equal rounds would tell as much.
        let number = 1.0 / self.0.iter().map(|round| weight(round).powi(2)).sum::<f64>();
        let variance = self.0.iter().map(square).sum::<f64>() * number / (number - 1.0);
        let standard_error = if number > 1.0 { variance.sqrt() } else { f64::INFINITY };
        let reach = standard_error * quantile(number - 1.0);
        Estimate {
            leaves,
            standard_error,
            low: (leaves - reach).max(0.0),
            high: leaves + reach,
            samples: samples as u64,
            exact: None,
        }
    }
}

/// The quantile of Student's distribution with this many degrees of freedom: in 95 of 100 cases, a mean of normal
/// values is off by at most this many standard errors, if the standard error itself comes from the values. These are
/// the first terms of a series, right to four digits from 20 degrees on.
fn quantile(freedom: f64) -> f64 {
    let z = 1.959_964_f64;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    z + first / freedom + second / freedom.powi(2)
}
