//! Notes on grammars, before they are used.

use crate::grammars::source::GrammarSource;
use cli::diagnostics;

/// Says what is taken for granted of these grammars, and what of their pages is not read. A grammar that cannot be read is left to
/// who reads it.
pub fn tell_of_assumptions<'g>(grammars: impl IntoIterator<Item = &'g GrammarSource>) {
    for grammar in grammars {
        for note in grammar.notes().unwrap_or_default() {
            diagnostics::note(&note);
        }
    }
}
