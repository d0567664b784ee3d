//! Documents that are written.
