//! Grammars that the command line names: a dialect's own, or that of a file.

use crate::grammars::conventions::{self, ConventionalText};
use crate::grammars::grammar_page::{GrammarPage, PageContents};
use crate::grammars::included::grammar_file;
use crate::grammars::untold_terminals;
use crate::grammars::{loaded, loaded::FileNotation};
use anyhow::bail;
use clap::builder::{TypedValueParser, ValueParserFactory};
use cli::AtFault;
use cli::productions::Offering;
use interpreter::{LoadedGrammar, SpecifiedGrammar, SpecifiedGrammarError};
use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use toolkit::{
    Comments, Coverage, Generator, Grammar, GrammarError, Import, Rule, Samples, Summary, ebnf,
    hygiene, import, passes_the_same, peg,
};
use turtle_peg::{Dialect, Engine, Parser};

/// A grammar to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrammarSource {
    /// A dialect's `.pest` file, which is part of the program.
    Dialect(Dialect),
    /// A `.pest` file.
    Peg(GrammarFile),
    /// A file with EBNF: `.ebnf`, `.bnf`, or a page, `.html`.
    Ebnf(GrammarFile),
}

/// A file that holds a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarFile {
    /// Its path: its name, if its text is given.
    pub path: PathBuf,
    /// Its text, if it is not to be read: as a commit has it, or as it was made of another grammar.
    text: Option<Arc<str>>,
    /// The nonterminals that are chosen to be its start symbols, if any.
    starts: Vec<String>,
}

/// The start symbols of grammars: shared by the commands that ask what documents there are.
#[derive(Debug, Default, clap::Args)]
pub struct StartArguments {
    /// A start symbol, as with `@start` in the file; may be given several times [default: what `@start` names; else the
    /// first production, and each that no production refers to]
    #[arg(long = "start", value_name = "PRODUCTION")]
    starts: Vec<String>,
}

impl StartArguments {
    pub fn is_chosen(&self) -> bool {
        !self.starts.is_empty()
    }

    /// The grammar with the start symbols that were chosen.
    pub fn choose(&self, grammar: &GrammarSource) -> GrammarSource {
        match self.starts.as_slice() {
            [] => grammar.clone(),
            starts => grammar.starting_at(starts),
        }
    }
}

impl From<PathBuf> for GrammarFile {
    fn from(path: PathBuf) -> Self {
        Self {
            path,
            text: None,
            starts: Vec::new(),
        }
    }
}

impl GrammarFile {
    /// A file with this text.
    fn with_text(path: PathBuf, text: &str) -> Self {
        Self {
            text: Some(text.into()),
            ..Self::from(path)
        }
    }

    fn read(&self) -> anyhow::Result<String> {
        match &self.text {
            Some(text) => Ok(text.to_string()),
            None => loaded::text(&self.path),
        }
    }
}

impl ValueParserFactory for GrammarSource {
    type Parser = clap::builder::ValueParser;

    fn value_parser() -> Self::Parser {
        let dialects = || Dialect::all().map(Dialect::name).collect();
        Offering(dialects)
            .try_map(|name: String| Self::from_str(&name))
            .into()
    }
}

impl FromStr for GrammarSource {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<Self> {
        let path = PathBuf::from(name);
        match (Dialect::from_str(name), FileNotation::of(&path)) {
            (Ok(dialect), _) => Ok(Self::Dialect(dialect)),
            (Err(unknown), None) => {
                bail!("{unknown}; the name of a grammar's file ends in .pest, .ebnf, .bnf or .html")
            }
            (Err(_), Some(_)) => Ok(Self::of(path.into())),
        }
    }
}

impl GrammarSource {
    /// These, or all dialects' if the list is empty.
    pub fn or_all_dialects(given: &[Self]) -> Vec<Self> {
        match given {
            [] => Dialect::all().map(Self::Dialect).collect(),
            given => given.to_vec(),
        }
    }

    /// That of a file: a PEG if its name ends in `.pest`, else EBNF.
    pub fn of(file: GrammarFile) -> Self {
        match FileNotation::of(&file.path) {
            Some(FileNotation::Peg) => Self::Peg(file),
            _ => Self::Ebnf(file),
        }
    }

    /// That of a file which has this text, and is not read.
    pub fn given(path: PathBuf, text: &str) -> Self {
        Self::of(GrammarFile::with_text(path, text))
    }

    /// Its productions, with these nonterminals as the start symbols; if there is none of such a name, they cannot be read.
    fn starting_at(&self, starts: &[String]) -> Self {
        let mut chosen = match self {
            Self::Dialect(dialect) => Self::Peg(GrammarFile::with_text(
                self.name().into(),
                dialect.grammar(),
            )),
            of_file => of_file.clone(),
        };
        if let Self::Peg(file) | Self::Ebnf(file) = &mut chosen {
            file.starts = starts.to_vec();
        }
        chosen
    }

    /// The start symbols that were chosen.
    fn chosen_starts(&self) -> &[String] {
        match self {
            Self::Dialect(_) => &[],
            Self::Peg(file) | Self::Ebnf(file) => &file.starts,
        }
    }

    /// How messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::Dialect(dialect) => dialect.to_string(),
            Self::Peg(file) | Self::Ebnf(file) => file.path.display().to_string(),
        }
    }

    /// The text, as it is; of a page, the EBNF in it. At the end of EBNF is the convention that holds in it, if it declares none.
    pub fn text(&self) -> anyhow::Result<Cow<'static, str>> {
        Ok(match self {
            Self::Dialect(dialect) => dialect.grammar().into(),
            Self::Peg(file) => file.read()?.into(),
            Self::Ebnf(_) => conventions::declared(self.own_text()?).text.into(),
        })
    }

    /// The EBNF of its file or page, as it is.
    fn own_text(&self) -> anyhow::Result<String> {
        let holder = self.holder()?;
        match (&*holder, holder.own_page()?) {
            (_, Some(page)) => Ok(page.ebnf),
            (Self::Dialect(dialect), None) => Ok(dialect.grammar().to_owned()),
            (Self::Peg(file) | Self::Ebnf(file), None) => file.read(),
        }
    }

    /// The page, if its file is one, or that which it includes.
    pub fn page(&self) -> anyhow::Result<Option<GrammarPage>> {
        self.holder()?.own_page()
    }

    /// The page that its own file is, whatever that includes.
    fn own_page(&self) -> anyhow::Result<Option<GrammarPage>> {
        let Some(file) = self.page_file() else {
            return Ok(None);
        };
        let page = GrammarPage::read(&file.read()?);
        Ok(Some(page.map_err(|error| self.at_fault(error))?))
    }

    /// The source that has the text: of a page without productions, the file that it includes; else this one.
    fn holder(&self) -> anyhow::Result<Cow<'_, Self>> {
        // A text that was given is in no folder.
        if let Some(
            file @ GrammarFile {
                path, text: None, ..
            },
        ) = self.page_file()
            && let Some(included) = grammar_file(path, &file.read()?)?
        {
            let mut included = GrammarFile::from(included);
            included.starts.clone_from(&file.starts);
            return Ok(Cow::Owned(Self::of(included)));
        }
        Ok(Cow::Borrowed(self))
    }

    fn page_file(&self) -> Option<&GrammarFile> {
        match self {
            Self::Ebnf(file) if FileNotation::of(&file.path) == Some(FileNotation::Page) => {
                Some(file)
            }
            _ => None,
        }
    }

    /// The productions of the specification: those above a PEG's rules, or all of an EBNF's.
    pub fn specified(&self) -> anyhow::Result<Grammar> {
        let grammar = match self {
            Self::Ebnf(_) => ebnf::read(&self.text()?),
            Self::Dialect(_) | Self::Peg(_) => self.literate()?.specified(),
        };
        let chosen = grammar.and_then(|grammar| match self.chosen_starts() {
            [] => Ok(grammar),
            starts => { grammar.starting_at(starts.iter().map(String::as_str)) }
                .map_err(GrammarError::no_start),
        });
        chosen.map_err(|error| self.fault(error))
    }

    /// The specified grammar, with exactly one production for each name: to run a grammar, it must be clear which.
    pub fn specified_once(&self) -> anyhow::Result<Grammar> {
        let specified = self.specified()?;
        hygiene::check_names(&specified).map_err(|error| self.fault(error))?;
        Ok(specified)
    }

    /// The PEG, with the lines above its rules; an EBNF has none.
    pub fn literate(&self) -> anyhow::Result<peg::Literate> {
        if let Self::Ebnf(file) = self {
            return loaded::no_peg(&file.path);
        }
        peg::read(&self.text()?).map_err(|error| self.fault(error))
    }

    /// This grammar as a PEG: of an EBNF, the one that `import` makes of it.
    pub fn as_peg(&self) -> anyhow::Result<Self> {
        let Self::Ebnf(file) = self else {
            return Ok(self.clone());
        };
        // As the productions are run.
        let imported = self.imported(Comments::FromHash)?;
        let specified = self.specified()?;
        let declared = specified.rules.iter().take(specified.declared_starts);
        let mut peg = GrammarFile::with_text(file.path.clone(), &imported.text);
        // The text of a PEG has no word for them.
        peg.starts = declared.map(|start| start.name.clone()).collect();
        Ok(Self::Peg(peg))
    }

    /// The PEG that is made of its productions.
    pub fn imported(&self, comments: Comments) -> anyhow::Result<Import> {
        let specified = self.specified()?;
        let told = match self {
            Self::Ebnf(_) => untold_terminals::refuse(&self.text()?, &specified),
            Self::Dialect(_) | Self::Peg(_) => Ok(()),
        };
        told.and_then(|()| import(&specified, comments))
            .map_err(|error| self.fault_of_production(error))
    }

    /// Notes on what is taken for granted of it, and on what of its page is not read, if it is EBNF.
    pub fn notes(&self) -> anyhow::Result<Vec<String>> {
        let Self::Ebnf(file) = self else {
            return Ok(Vec::new());
        };
        let name = self.name();
        let grammar = self.specified()?;
        let mut notes = match self.page_file() {
            Some(_) => unread(&file.read()?, &grammar),
            None => Vec::new(),
        };
        if let Some(page) = self.page()? {
            notes.extend(page.undefined);
            if !page.repeated.is_empty() {
                notes.push(GrammarError::Syntax(format!(
                    "the page defines more than once, word for word: {}",
                    page.repeated.join(", ")
                )));
            }
        }
        let ConventionalText { text, note } = conventions::declared(self.own_text()?);
        notes.extend(note.map(GrammarError::Syntax));
        let constraints = ebnf::constraints(&text);
        if !constraints.is_empty() {
            notes.push(GrammarError::Syntax(format!(
                "rules beside the grammar are not taken into account: {}",
                constraints.join(", ")
            )));
        }
        let told = untold_terminals::note_of(&text, &grammar);
        notes.extend(told.map(GrammarError::Syntax));
        Ok(notes.iter().map(|note| note.in_file(&name)).collect())
    }

    /// Both as EBNF, if one of them is and they have the same text between tokens: what EBNF leaves to prose is taken alike of both.
    pub fn alike(pair: [&Self; 2]) -> anyhow::Result<[Self; 2]> {
        let [one, other] = pair;
        Ok(match pair.map(|grammar| matches!(grammar, Self::Ebnf(_))) {
            [true, false] => [one.clone(), other.as_like(one)?],
            [false, true] => [one.as_like(other)?, other.clone()],
            _ => pair.map(Clone::clone),
        })
    }

    /// A PEG as an EBNF is: its productions alone, under its name. It stays as it is if it was not shown to pass over the text that
    /// the EBNF declares with `@pass`.
    fn as_like(&self, other: &Self) -> anyhow::Result<Self> {
        let declared = other.specified()?;
        let passed = declared.rules.iter().filter(|rule| rule.name == ebnf::PASS);
        let passed: Vec<Rule> = passed.cloned().collect();
        if !passed.is_empty() && !passes_the_same(&declared, &self.literate()?) {
            return Ok(self.clone());
        }
        let mut productions = self.specified()?;
        productions.add_behind_starts(passed);
        let text = ebnf::print(&productions);
        Ok(Self::Ebnf(GrammarFile::with_text(
            self.name().into(),
            &text,
        )))
    }

    /// The facts about each production.
    pub fn summary(&self) -> anyhow::Result<Summary> {
        match self {
            Self::Ebnf(_) => Ok(Summary::of_ebnf(&self.specified()?)),
            Self::Dialect(_) | Self::Peg(_) => {
                Summary::of_literate(&self.literate()?).map_err(|error| self.fault(error))
            }
        }
    }

    /// The parser of its documents, if all its productions have a meaning: the reference engine for a dialect, the
    /// interpreter for a PEG.
    pub fn parser(&self) -> Option<Parser> {
        match self {
            Self::Dialect(dialect) => Some(Parser::new(*dialect).with_engine(Engine::Reference)),
            Self::Peg(file) => {
                loaded::limit_backtracking();
                // Rules begin with the first.
                if !file.starts.is_empty() && !self.begins_with(&file.starts) {
                    return None;
                }
                let grammar = LoadedGrammar::read(&self.text().ok()?).ok()?;
                Some(Parser::new(grammar.dialect()).with_grammar(grammar))
            }
            Self::Ebnf(_) => None,
        }
    }

    /// Whether these start symbols are the first rule of the PEG, and no other.
    fn begins_with(&self, starts: &[String]) -> bool {
        let literate = self.literate().ok();
        let first =
            literate.and_then(|literate| Some(literate.written.rules.first()?.name.clone()));
        first.is_some_and(|first| *starts == [first])
    }

    /// Its productions, ready to run, whatever they mean; or in words why they cannot be run.
    pub fn run(&self) -> Result<SpecifiedGrammar, String> {
        // For the places in a page.
        self.specified().map_err(|error| error.to_string())?;
        let text = self.text().map_err(|error| error.to_string())?;
        self.run_text(&text).map_err(|error| error.to_string())
    }

    /// Its productions, ready to run, of this text, which is its own.
    pub fn run_text(&self, text: &str) -> Result<SpecifiedGrammar, SpecifiedGrammarError> {
        let grammar = match self {
            Self::Ebnf(_) => SpecifiedGrammar::read_ebnf(text),
            Self::Dialect(_) | Self::Peg(_) => SpecifiedGrammar::read_pest(text),
        }?;
        match self.chosen_starts() {
            [] => Ok(grammar),
            starts => {
                let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
                grammar.starting_at(&starts)
            }
        }
    }

    /// The generator of its documents.
    pub fn generator(&self, samples: &Samples) -> anyhow::Result<Generator> {
        let generator = match self {
            Self::Ebnf(_) => Generator::of_ebnf(&self.specified_once()?, samples),
            Self::Dialect(_) | Self::Peg(_) => {
                Generator::from_literate(&self.literate()?, self.chosen_starts(), samples)
            }
        };
        generator.map_err(|error| self.fault(error))
    }

    /// The coverage of the PEG by documents; none so far.
    pub fn coverage(&self) -> anyhow::Result<Coverage> {
        self.literate()?;
        loaded::limit_backtracking();
        Coverage::from(&self.text()?, self.chosen_starts()).map_err(|error| self.fault(error))
    }

    /// The dialect whose grammar it is; none, if it is a file's.
    pub fn dialect(&self) -> Option<Dialect> {
        match self {
            Self::Dialect(dialect) => Some(*dialect),
            Self::Peg(_) | Self::Ebnf(_) => None,
        }
    }

    /// That of its documents' names.
    pub fn extension(&self) -> &'static str {
        self.dialect().map_or("txt", Dialect::extension)
    }

    /// The error that says that its productions are at fault, with their places if they are an EBNF's.
    pub fn fault_of_production(&self, error: GrammarError) -> anyhow::Error {
        let text = match self {
            Self::Ebnf(_) => self.text().ok(),
            Self::Dialect(_) | Self::Peg(_) => None,
        };
        let place = |name: &str| ebnf::place_of(text.as_deref()?, name);
        self.fault(error.placed(place))
    }

    /// The error that says that its text is at fault; of a page, with the place there.
    pub fn fault(&self, error: GrammarError) -> anyhow::Error {
        let holder = match self.holder() {
            Ok(holder) => holder,
            Err(error) => return error,
        };
        match (holder.page_file(), holder.own_page()) {
            (Some(file), Ok(Some(page))) => match file.read() {
                Ok(html) => holder.at_fault(page.placed(&html, error)),
                Err(error) => error,
            },
            _ => holder.at_fault(error),
        }
    }

    fn at_fault(&self, error: GrammarError) -> anyhow::Error {
        let name = self.name();
        AtFault { name, error }.into()
    }
}

/// Says what of a page is not read, and is not in the grammar either.
fn unread(html: &str, grammar: &Grammar) -> Vec<GrammarError> {
    let contents = PageContents::of(html);
    let outside = contents.outside.into_iter();
    let missing = outside.filter(|production| !production.is_in(grammar));
    let outside = missing.map(|production| production.error);
    outside.chain(contents.remarks).collect()
}
