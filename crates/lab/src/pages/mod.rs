//! Tables, JSON and files that several commands write.

pub mod cells;
pub mod json;
pub mod missing_test_files;
