//! Problems as workflow commands of GitHub.

use super::problem::{Problem, Spot};
use crate::visible::{message, visible};

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
        // GitHub finds a file by its path from the repository's folder, and shows nothing at `./data.ttl`.
        let file = file.strip_prefix("./").unwrap_or(file);
        properties.push(format!("file={}", property(file)));
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
