//! Problems as workflow commands of GitHub.

use super::problem::{Problem, Spot};
use advice::visible::{message, visible};
use std::path::{Component, Path, PathBuf};

/// `::error file=…,line=…,col=…,title=…::…`
pub(super) fn to_github(problem: &Problem<'_>) -> String {
    let command = problem.severity.level();
    // Lines end in texts, and in nothing else.
    let data = |text: &str| {
        let text = text.replace('%', "%25").replace('\r', "%0D");
        visible(&text.replace('\n', "%0A")).into_owned()
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut properties = Vec::new();
    if let Some(file) = problem.file {
        properties.push(format!("file={}", property(&from_repository(file))));
    }
    if let Some(place) = &problem.place {
        let Spot {
            line, column, end, ..
        } = &place.spot;
        properties.push(format!("line={line},col={column}"));
        if let Some((line, column)) = end {
            properties.push(format!("endLine={line},endColumn={column}"));
        }
    }
    let title = match problem.advice {
        Some(advice) => message(advice.title()),
        None => problem.kind.to_owned(),
    };
    properties.push(format!("title={}", property(&title)));
    format!(
        "::{command} {}::{}",
        properties.join(","),
        data(&problem.text())
    )
}

/// A path as GitHub finds files, from the repository's folder: it shows nothing at `./data.ttl`.
fn from_repository(path: &str) -> String {
    let mut names = Path::new(path).components().peekable();
    while names.next_if_eq(&Component::CurDir).is_some() {}
    let names: PathBuf = names.collect();
    names.to_string_lossy().into_owned()
}
