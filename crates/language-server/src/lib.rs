//! A language server, without a connection: who has one hands over what the editor sends, and sends what comes out. The programs do
//! so with standard input and output, and the extension of Visual Studio Code with a worker, where this is WebAssembly.
//!
//! Invariants: nothing here knows files, processes or threads. What an editor shows is what the program's commands say: the faults of
//! `check`, the layout of `format`, the meaning of `explain`. A change that is offered was tried. Where a fault keeps something from
//! being known, nothing is said of it.

// For the programs and the extension only: no interface for others.
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

mod colours;
mod completion;
mod conversation;
mod documents;
pub mod editor;
mod faults;
pub mod folder;
mod hover;
mod iris;
mod layout;
pub mod markup;
mod mentions;
mod messages;
mod names;
mod navigation;
mod outline;
mod parsers;
mod pieces;
mod published;
mod reading;
mod requests;
pub mod service;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod text;
mod writing;

pub use conversation::{Conversation, NextStep, SendMessage};
pub use documents::TurtleDocuments;
pub use messages::Message;
pub use parsers::{DocumentParsers, DocumentSettings, SettingsOverlay, without_project};
pub use published::Published;
