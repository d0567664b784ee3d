//! Sections, tables, JSON and files that several commands write.

pub mod document;
pub mod json;
pub mod missing_test_files;
pub mod notation;
pub mod section;
