//! The folder of a site that was built (`site/build.mjs`), served beside the lab's page: so the page has its view of documents, too.
//!
//! Invariants: nothing that is asked for leads out of the folder. The site's view of grammars is the lab's page, and asks this server.

use anyhow::{Context as _, bail};
use hyper::body::Bytes;
use std::fs;
use std::path::{Path, PathBuf};

/// The media types of what pages consist of.
pub const HTML: &str = "text/html; charset=utf-8";
pub const SCRIPT: &str = "text/javascript; charset=utf-8";
pub const STYLE: &str = "text/css; charset=utf-8";

/// The site's view of grammars, which comes first: it is what a grammar was given for.
const GRAMMARS: &str = "grammars.html";

/// The line that says who answers the view of grammars: here it is not the browser.
const ANSWERED: [&str; 2] = [r#"content="./workers.js""#, r#"content="./server.js""#];

/// The script that has browsers keep the site for use without a network. It is empty here: they would keep what this server answers.
const KEEP: &str = "keep.js";

/// The policy for browsers: a page may load what is in the folder, and run its checker, which is in WebAssembly.
pub const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-editor'; \
     img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A site that was built.
pub struct BuiltSite {
    folder: PathBuf,
    /// The view of grammars, which asks this server.
    grammars: String,
}

impl BuiltSite {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(GRAMMARS);
        let page = fs::read_to_string(&path)
            .with_context(|| format!("{} has no site", folder.display()))?;
        let [worker, server] = ANSWERED;
        if !page.contains(worker) {
            bail!("{} is not of this version's site", path.display());
        }
        Ok(Self {
            folder: folder.to_owned(),
            grammars: page.replace(worker, server),
        })
    }

    /// The media type and the contents of a file; `None`, if there is none.
    pub fn file(&self, path: &str) -> Option<(&'static str, Bytes)> {
        if ["", GRAMMARS].contains(&path) {
            return Some((HTML, self.grammars.clone().into()));
        }
        if path == KEEP {
            return Some((SCRIPT, Bytes::new()));
        }
        let is_name = |name: &str| {
            !name.starts_with('.')
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c))
        };
        if !path.split('/').all(is_name) {
            return None;
        }
        Some((kind(path)?, fs::read(self.folder.join(path)).ok()?.into()))
    }
}

/// The media type that the end of a name tells, of those that a site has.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "css" => STYLE,
        "html" => HTML,
        "js" => SCRIPT,
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => return None,
    })
}
