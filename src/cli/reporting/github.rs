//! Problems as workflow commands of GitHub.

use super::super::visible::{message, visible};
use super::problem::{Problem, Spot};

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
        properties.push(format!("file={}", property(file)));
    }
    if let Some(Spot {
        line, column, end, ..
    }) = problem.spot()
    {
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

#[cfg(test)]
mod tests {
    use super::super::Severity;
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn nothing_in_a_name_breaks_out_of_its_place() {
        let file = "a,b:c%\n::error::.ttl";
        let problem = Problem::new(Severity::Failure, Some(file), "failure", "100 %\n::x");
        assert_eq!(
            to_github(&problem),
            "::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3A.ttl,title=failure::100 %25␊::x"
        );
    }
}
