//! Sets, with one vocabulary: of squares, of rays, of marks, of squares around a king.
//!
//! | | |
//! |---|---|
//! | `a \| b` | what is in either |
//! | `a & b` | what is in both |
//! | `a - b` | what is in `a` and not in `b` |
//! | `a ^= b` | puts in what is missing of `b`, and takes out the rest of it |
//! | `!a` | what is not in `a` |
//! | `a.is_empty()` | whether nothing is in it |
//! | `a.contains(b)` | whether all of `b` is in it |
//!
//! An iterator of members, or of sets, can be collected. On the right there may also be one member: `squares - from |
//! to`. Each line has an example that runs, in `tests/sets.rs`.

/// Makes a type such a set: a bit for each member.
macro_rules! set {
    ($(#[$about:meta])* $set:ident($bits:ty)) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $set($bits);

        #[allow(dead_code, reason = "each type has all words")]
        impl $set {
            /// Nothing.
            pub const NONE: $set = $set(0);

            /// Whether nothing is in it.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether all of these are in it.
            pub fn contains(self, others: impl Into<$set>) -> bool {
                others.into().0 & !self.0 == 0
            }
        }

        impl<T: Into<$set>> std::ops::BitOr<T> for $set {
            type Output = $set;

            fn bitor(self, others: T) -> $set {
                $set(self.0 | others.into().0)
            }
        }

        impl<T: Into<$set>> std::ops::BitAnd<T> for $set {
            type Output = $set;

            fn bitand(self, others: T) -> $set {
                $set(self.0 & others.into().0)
            }
        }

        impl<T: Into<$set>> std::ops::Sub<T> for $set {
            type Output = $set;

            fn sub(self, others: T) -> $set {
                $set(self.0 & !others.into().0)
            }
        }

        impl<T: Into<$set>> FromIterator<T> for $set {
            #[inline(always)]
            fn from_iter<I: IntoIterator<Item = T>>(members: I) -> $set {
                members.into_iter().fold($set::NONE, |set, member| set | member)
            }
        }

        impl std::ops::Not for $set {
            type Output = $set;

            fn not(self) -> $set {
                $set(!self.0)
            }
        }

        impl<T: Into<$set>> std::ops::BitOrAssign<T> for $set {
            fn bitor_assign(&mut self, others: T) {
                *self = *self | others;
            }
        }

        impl<T: Into<$set>> std::ops::BitXorAssign<T> for $set {
            fn bitxor_assign(&mut self, others: T) {
                self.0 ^= others.into().0;
            }
        }

        impl<T: Into<$set>> std::ops::SubAssign<T> for $set {
            fn sub_assign(&mut self, others: T) {
                *self = *self - others;
            }
        }
    };
}

pub(crate) use set;
