//! Which modules of a crate use which others, read from its source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path from the crate's root, which is empty.
pub type Module = Vec<String>;

/// A path in a source: `crate::a::B` as its segments.
type Segments = Vec<String>;

/// Pairs of a module and another that it uses.
pub struct Imports(BTreeSet<(Module, Module)>);

impl Imports {
    /// Reads all sources in a folder.
    pub fn read(folder: &Path) -> Self {
        let mut sources = BTreeMap::new();
        gather(folder, &[], &mut sources);
        let crates = Crate::of(&sources);
        let mut pairs = BTreeSet::new();
        for (module, paths) in &crates.paths {
            for path in paths {
                let used = crates
                    .absolute(module, path)
                    .map(|path| crates.home(path, 0));
                pairs.extend(
                    used.filter(|used| used != module)
                        .map(|used| (module.clone(), used)),
                );
            }
        }
        Self(pairs)
    }

    pub fn iter(&self) -> impl Iterator<Item = &(Module, Module)> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The sources by their modules, without unit tests.
fn gather(folder: &Path, module: &[String], sources: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner = [module, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            gather(&path, &inner, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
            // Beside a library, a program is a crate of its own.
            let is_folder = ["mod", "lib"].contains(&stem.as_str());
            let module = if is_folder { module.to_vec() } else { inner };
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next();
            sources.insert(module, text.unwrap_or_default().to_owned());
        }
    }
}

/// The paths and imports in the modules of a crate.
struct Crate {
    paths: BTreeMap<Module, Vec<Segments>>,
    /// The items that each module imports under a name, and so may pass on.
    imported: BTreeMap<Module, BTreeMap<String, Segments>>,
}

impl Crate {
    fn of(sources: &BTreeMap<Module, String>) -> Self {
        let paths = sources
            .iter()
            .map(|(module, text)| (module.clone(), paths(text)));
        let mut own = Self {
            paths: paths.collect(),
            imported: BTreeMap::new(),
        };
        let mut imported: BTreeMap<Module, BTreeMap<String, Segments>> = BTreeMap::new();
        for (module, paths) in &own.paths {
            for path in paths {
                if let Some(absolute) = own.absolute(module, path)
                    && let Some(name) = absolute.last().cloned()
                {
                    imported
                        .entry(module.clone())
                        .or_default()
                        .insert(name, absolute);
                }
            }
        }
        own.imported = imported;
        own
    }

    /// A path from the root; none, if it leads to another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Segments> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "super" => self.absolute(
                &module[..module.len().checked_sub(1)?].to_vec(),
                &[&["self".to_owned()], rest].concat(),
            ),
            "self" if rest.first().is_some_and(|next| next == "super") => {
                self.absolute(module, rest)
            }
            "self" => Some([module, rest].concat()),
            _ => {
                let inner = [module.as_slice(), path].concat();
                let is_module = self.paths.contains_key(&inner[..=module.len()]);
                is_module.then_some(inner)
            }
        }
    }

    /// The module in which a path ends; what one passes on is in another.
    fn home(&self, path: Segments, depth: usize) -> Module {
        let length = (0..=path.len())
            .rev()
            .find(|&length| self.paths.contains_key(&path[..length]));
        let (module, rest) = path.split_at(length.unwrap_or(0));
        let passed_on = rest
            .first()
            .and_then(|name| self.imported.get(module)?.get(name));
        match passed_on {
            Some(other) if *other != path && depth < 8 => {
                self.home([other, &rest[1..]].concat(), depth + 1)
            }
            _ => module.to_vec(),
        }
    }
}

/// All paths of a source, those in braces written out, as the file has them: to a module that is written within it, the file is
/// `super`.
fn paths(text: &str) -> Vec<Segments> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // Of each brace that is open, whether a module is within.
    let mut braces: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_start = tokens.get(at + 1).is_some_and(|next| next == "::") || tokens[at] == "use";
        match tokens[at].as_str() {
            // `pub(in path)` says who may use it.
            "in" if at >= 2 && tokens[at - 2] == "pub" => {
                let end = tokens[at..].iter().position(|token| token == ")");
                at += end.unwrap_or(0);
            }
            word if is_start && is_word(word) => {
                let first = found.len();
                at += usize::from(word == "use");
                at = tree(&tokens, at, &[], &mut found);
                let modules = braces.iter().filter(|&&is_module| is_module).count();
                for path in &mut found[first..] {
                    leave(path, modules);
                }
                continue;
            }
            // `mod name {`, or `mod $name {` in a macro.
            "{" => braces.push(
                tokens[at.saturating_sub(3)..at]
                    .iter()
                    .any(|token| token == "mod"),
            ),
            "}" => {
                braces.pop();
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Makes a path in so many modules within a file one of the file itself.
fn leave(path: &mut Segments, modules: usize) {
    let upwards = path
        .iter()
        .take_while(|segment| *segment == "super")
        .count();
    let left = upwards.min(modules);
    path.drain(..left);
    if left > 0 && left == upwards {
        path.insert(0, "self".to_owned());
    }
}

/// Adds the paths of a tree like `a::{b, c::D as E}`; returns where it ends.
fn tree(tokens: &[String], mut at: usize, before: &[String], found: &mut Vec<Segments>) -> usize {
    match tokens.get(at).map(String::as_str) {
        Some("{") => {
            at += 1;
            while tokens.get(at).is_some_and(|token| token != "}") {
                let next = tree(tokens, at, before, found);
                at = next.max(at + 1);
            }
            at + 1
        }
        Some(word) if is_word(word) => {
            let is_whole = word == "self" && !before.is_empty();
            let own: &[String] = if is_whole { &[] } else { &[word.to_owned()] };
            let path = [before, own].concat();
            if tokens.get(at + 1).is_some_and(|next| next == "::")
                && tokens
                    .get(at + 2)
                    .is_some_and(|next| next == "{" || is_word(next))
            {
                return tree(tokens, at + 2, &path, found);
            }
            found.push(path);
            let is_renamed = tokens.get(at + 1).is_some_and(|next| next == "as");
            at + if is_renamed { 3 } else { 1 }
        }
        _ => at,
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphanumeric() || first == '_')
}

/// Words, `::` and single characters; no comments, and nothing of what quotes enclose.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(length) = quoted(rest) {
            length
        } else if is_word(rest) {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// How long the string or the character is that a text begins with.
fn quoted(text: &str) -> Option<usize> {
    let raw = text
        .strip_prefix('r')
        .map(|rest| rest.trim_start_matches('#'));
    if let Some(rest) = raw.filter(|rest| rest.starts_with('"')) {
        let hashes = text.len() - rest.len() - 1;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(text.len() - rest.len() + 1 + rest[1..].find(&end)? + end.len());
    }
    let quote = text
        .chars()
        .next()
        .filter(|quote| ['"', '\''].contains(quote))?;
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return Some(at + 1),
            // A lifetime.
            _ if quote == '\'' && at > 1 && !text[1..].starts_with('\\') => return None,
            _ => {}
        }
    }
    None
}
