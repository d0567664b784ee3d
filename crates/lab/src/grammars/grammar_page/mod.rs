//! The grammar in a specification's page.

mod blocks;
mod page;
mod placed_text;

pub use page::{GrammarPage, PageContents};
pub use placed_text::DEFINES;
