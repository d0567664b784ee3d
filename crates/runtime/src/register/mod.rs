//! One register of sixteen bytes.
//!
//! Invariant: `sse2` and `portable` do the same, byte for byte; a test compares them. The crate of the second, `wide`, needs no
//! SSE2 and would serve for both, but takes ten times as long to compile as the other one.

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(crate) use portable::PortableRegister as Register;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use sse2::Sse2Register as Register;

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod tests {
    use super::{portable, sse2};

    /// The results of a register's operations on all pairs of bytes.
    macro_rules! results {
        ($register:path) => {{
            use $register as Register;
            let bytes = |register: Register| {
                let mut bytes = [0; 16];
                for value in 0..=u8::MAX {
                    let found = register.equal(Register::splat(value)).bits();
                    for (index, byte) in bytes.iter_mut().enumerate() {
                        *byte |= value * u8::from(found >> index & 1 == 1);
                    }
                }
                (bytes, register.bits())
            };
            let results = pairs().flat_map(|(one, other)| {
                let (one, other) = (Register::new(one), Register::new(other));
                let results = [
                    other,
                    one.equal(other),
                    one.min(other),
                    one.max(other),
                    one.minus(other),
                    one.or(other),
                    other.not(),
                ];
                results.map(bytes)
            });
            results.collect::<Vec<_>>()
        }};
    }

    #[test]
    fn both_do_the_same() {
        let results = results!(sse2::Sse2Register);
        assert_eq!(results[0], (std::array::from_fn(|index| index as u8), 0));
        assert_eq!(results, results!(portable::PortableRegister));
    }

    /// Each byte beside each other.
    fn pairs() -> impl Iterator<Item = ([u8; 16], [u8; 16])> {
        (0..=u8::MAX).flat_map(|byte| {
            (0..16).map(move |block| {
                let others = std::array::from_fn(|index| 16 * block + index as u8);
                ([byte; 16], others)
            })
        })
    }
}
