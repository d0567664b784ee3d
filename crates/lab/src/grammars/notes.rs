//! Notes on grammars, before they are used.

use crate::grammars::source::GrammarSource;
use cli::diagnostics;

/// Says of each of these grammars that its text does not tell terminals from the rest, if that is so. A grammar that cannot be read
/// is left to who reads it.
pub fn tell_of_untold_terminals<'g>(grammars: impl IntoIterator<Item = &'g GrammarSource>) {
    for grammar in grammars {
        if let Ok(Some(note)) = grammar.note_on_terminals() {
            diagnostics::note(&format_args!("{}: {note}", grammar.name()));
        }
    }
}
