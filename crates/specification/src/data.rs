//! Data that is part of the program, or was made while it runs.

use std::borrow::Cow;

/// A list, in the program or in memory.
pub type Data<T> = Cow<'static, [T]>;

/// A name, in the program or in memory.
pub type Name = Cow<'static, str>;
