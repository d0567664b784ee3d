//! Data that is part of the program, or made while it runs.

use std::borrow::Cow;

/// A list, in the program or in memory.
///
/// ```
/// use turtle_peg_specification::Data;
/// use std::borrow::Cow;
///
/// static IN_PROGRAM: Data<u8> = Cow::Borrowed(&[1, 2]);
/// let in_memory: Data<u8> = vec![1, 2].into();
/// assert_eq!(in_memory, IN_PROGRAM);
/// ```
pub type Data<T> = Cow<'static, [T]>;

/// A name, in the program or in memory.
///
/// ```
/// use turtle_peg_specification::Name;
///
/// let name: Name = "IRIREF".into();
/// assert_eq!(name, Name::from(String::from("IRIREF")));
/// ```
pub type Name = Cow<'static, str>;
