//! A language server's knowledge of grammars: the questions, and who answers them.

use super::folder::GrammarBeside;
use super::reading::{GrammarNotation, ReadGrammar};
use super::{actions, findings, hover, layout, names};
use language_server::editor::EditorProfile;
use language_server::markup::TextForm;
use language_server::service::{self, DocumentEdits, LanguageService, NameMention};
use language_server::text::{OpenDocument, OpenDocuments};
use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, DocumentSymbol, FormattingOptions, Hover, Location,
    Position, Range, ServerCapabilities, SymbolKind, TextEdit,
};
use toolkit::{Expression, GrammarError, RuleKind, ebnf, effort, peg};

/// How many steps each question may take while an editor waits.
const STEPS: u64 = 1_000_000;

/// The grammars' answers.
#[derive(Default)]
pub struct GrammarFiles {
    /// The grammar that was asked about last, with the edition of its document.
    last: Option<(u64, Result<ReadGrammar, GrammarError>)>,
}

impl GrammarFiles {
    /// An answer from the grammar; the default if it cannot be read.
    fn ask<T: Default>(
        &mut self,
        document: &OpenDocument,
        answer: impl FnOnce(&ReadGrammar) -> T,
    ) -> T {
        match self.read(document) {
            Ok(grammar) => effort::at_most(STEPS, || answer(grammar)),
            Err(_) => T::default(),
        }
    }

    /// The name at a place.
    fn name_at(&mut self, document: &OpenDocument, place: Position) -> Option<String> {
        let grammar = self.read(document).as_ref().ok()?;
        let asked = grammar.name_at(document.byte(place))?;
        Some(asked.name.clone())
    }

    fn read(&mut self, document: &OpenDocument) -> &Result<ReadGrammar, GrammarError> {
        let edition = document.edition();
        let known = self.last.take().filter(|(known, _)| *known == edition);
        let read = || ReadGrammar::of(document.text(), GrammarNotation::of(document));
        &self
            .last
            .insert(known.unwrap_or_else(|| (edition, read())))
            .1
    }
}

impl LanguageService for GrammarFiles {
    fn begin(&mut self, _: &EditorProfile) -> anyhow::Result<ServerCapabilities> {
        Ok(service::capabilities(vec![CodeActionKind::QuickFix]))
    }

    fn diagnostics(&mut self, document: &OpenDocument) -> Vec<Diagnostic> {
        match self.read(document) {
            Ok(grammar) => findings::of_lint(document, grammar),
            Err(error) => findings::of_error(document, error),
        }
    }

    fn further_diagnostics(&mut self, document: &OpenDocument) -> Option<Vec<Diagnostic>> {
        self.ask(document, |grammar| {
            Some(findings::of_analyses(document, grammar))
        })
    }

    fn actions(&mut self, document: &OpenDocument, range: Range) -> Vec<CodeAction> {
        self.ask(document, |grammar| {
            actions::actions(document, grammar, range)
        })
    }

    fn hover(&mut self, document: &OpenDocument, place: Position, form: TextForm) -> Option<Hover> {
        self.ask(document, |grammar| {
            hover::hover(document, grammar, place, form)
        })
    }

    fn mentions(&mut self, document: &OpenDocument, place: Position) -> Vec<NameMention> {
        self.ask(document, |grammar| {
            names::mentions(document, grammar, place)
        })
    }

    fn definition(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
    ) -> Vec<Location> {
        let mentions = self.mentions(document, place);
        if let Some(declared) = service::declaration(document, &mentions) {
            return vec![declared];
        }
        let name = self.name_at(document, place);
        name.map_or(Vec::new(), |name| {
            let others = GrammarBeside::all(document, open);
            let of = |it: &GrammarBeside| it.locations(&name, |place| place.is_definition);
            others.iter().flat_map(of).collect()
        })
    }

    fn references(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
        with_declarations: bool,
    ) -> Vec<Location> {
        let Some(name) = self.name_at(document, place) else {
            return Vec::new();
        };
        let mentions = self.mentions(document, place);
        let own = service::locations(document, mentions, with_declarations);
        let others = GrammarBeside::all(document, open);
        let others = others
            .iter()
            .flat_map(|it| it.locations(&name, |place| with_declarations || !place.is_definition));
        own.into_iter().chain(others).collect()
    }

    fn rename(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
        name: &str,
    ) -> Result<Vec<DocumentEdits>, String> {
        let grammar = self.read(document).as_ref();
        let grammar = grammar.map_err(|error| format!("the grammar cannot be read: {error}"))?;
        let asked = grammar.name_at(document.byte(place));
        let asked = asked.ok_or("only productions and rules can be renamed")?;
        let edits = names::rename(document, grammar, &asked.name, name)?;
        let mut all = vec![DocumentEdits::of(document, edits)];
        for other in GrammarBeside::all(document, open) {
            all.extend(other.rename(&asked.name, name)?);
        }
        Ok(all)
    }

    fn outline(&mut self, document: &OpenDocument) -> Vec<DocumentSymbol> {
        self.ask(document, |grammar| outline(document, grammar))
    }

    fn layout(
        &mut self,
        document: &OpenDocument,
        range: Option<Range>,
        _: &FormattingOptions,
    ) -> Option<Vec<TextEdit>> {
        self.ask(document, |grammar| {
            Some(layout::layout(document, grammar, range))
        })
    }
}

/// The rules of a PEG, or the productions of an EBNF.
fn outline(document: &OpenDocument, grammar: &ReadGrammar) -> Vec<DocumentSymbol> {
    let (rules, print): (_, fn(&Expression) -> String) = match &grammar.literate {
        Some(literate) => (&literate.written.rules, peg::print_expression),
        None => (&grammar.specified.rules, ebnf::print_expression),
    };
    let symbols = rules.iter().filter_map(|rule| {
        let range = document.range(grammar.definition(&rule.name)?);
        let kind = match rule.kind {
            RuleKind::Nonterminal => SymbolKind::Function,
            RuleKind::Terminal | RuleKind::Silent => SymbolKind::Constant,
        };
        let (name, detail) = (rule.name.clone(), Some(print(&rule.expression)));
        Some(DocumentSymbol::new(
            name, detail, kind, None, None, range, range, None,
        ))
    });
    symbols.collect()
}
