//! Facts about one grammar, production by production and as a whole.

pub(crate) mod analyses;
pub mod hygiene;
pub mod railroad;
pub(crate) mod summary;
pub(crate) mod untold_terminals;
