//! The language server for editors' extensions: the part that is compiled to WebAssembly. `editors/vscode/src/server.js` is the worker
//! around it.
//!
//! Invariant: messages cross over as JSON, in both directions: what they say is for the language server alone.

use js_sys::Function;
use language_server::{Conversation, Message, NextStep, TurtleDocuments, without_project};
use wasm_bindgen::prelude::*;

/// The step that is next, as the language server says it.
#[wasm_bindgen]
pub enum ServerStep {
    AtOnce,
    WithAMessage,
    EndedWell,
    EndedBadly,
}

/// A language server for one editor, which reads no files.
#[wasm_bindgen]
pub struct LanguageServer(Conversation);

#[wasm_bindgen]
impl LanguageServer {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let service = TurtleDocuments::new(without_project);
        Self(Conversation::new("turtle-peg", Box::new(service)))
    }

    /// Takes a message of the editor, in JSON.
    pub fn take(&mut self, message: String) {
        if let Some(message) = Message::read(message.into_bytes()) {
            self.0.take(message);
        }
    }

    /// Does what is next; `send` gets each message for the editor, in JSON.
    pub fn step(&mut self, send: &Function) -> Result<ServerStep, JsError> {
        let mut send = |message: &str| {
            // The worker's own function, which does not fail.
            let _ = send.call1(&JsValue::NULL, &message.into());
            Ok(())
        };
        let next = self.0.step(&mut send);
        Ok(
            match next.map_err(|error| JsError::new(&error.to_string()))? {
                NextStep::AtOnce => ServerStep::AtOnce,
                NextStep::WithAMessage => ServerStep::WithAMessage,
                NextStep::NeverAgain { ended_well: true } => ServerStep::EndedWell,
                NextStep::NeverAgain { ended_well: false } => ServerStep::EndedBadly,
            },
        )
    }
}
