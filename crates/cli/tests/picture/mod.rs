//! The picture of an error in README: a terminal's lines and colours as SVG, light or dark as the reader's system is.

use anyhow::{Context, Result, bail};
use std::fmt::Write as _;

const CHARACTER: f64 = 8.43;
const LINE: usize = 20;

const STYLE: &str = "\
text { font: 14px ui-monospace, Menlo, Consolas, monospace; white-space: pre; fill: #1f2328 }
rect { fill: #f6f8fa } .bold { font-weight: bold } .red { fill: #cf222e } .blue { fill: #0969da }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } rect { fill: #161b22 } .red { fill: #ff7b72 } .blue { fill: #79c0ff } }
";

/// The picture of this output, whose colours are escape sequences.
pub fn svg(output: &str) -> Result<String> {
    let mut lines = String::new();
    let (mut widest, mut height) = (0, LINE / 2);
    for line in output.lines() {
        let spans = spans(line)?;
        let width = spans.iter().map(|(_, text)| text.chars().count()).sum();
        widest = widest.max(width);
        height += LINE;
        let _ = write!(lines, "<text x=\"12\" y=\"{height}\">");
        for (classes, text) in spans {
            let _ = match classes.is_empty() {
                true => write!(lines, "{}", escaped(text)),
                false => write!(
                    lines,
                    "<tspan class=\"{classes}\">{}</tspan>",
                    escaped(text)
                ),
            };
        }
        lines.push_str("</text>\n");
    }
    let (width, height) = (widest as f64 * CHARACTER + 24.0, height + LINE);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" width=\"{width:.0}\" height=\"{height}\">\n<style>\n{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\"/>\n{lines}</svg>\n"
    ))
}

/// The pieces of a line, each with the classes of its style.
fn spans(line: &str) -> Result<Vec<(String, &str)>> {
    let mut pieces = line.split("\x1B[");
    let mut spans = vec![(String::new(), pieces.next().unwrap_or_default())];
    let mut classes = Vec::new();
    for piece in pieces {
        let (code, text) = piece.split_once('m').context("a code has an end")?;
        match code {
            "0" => classes.clear(),
            "1" => classes.push("bold"),
            "31" | "91" => classes.push("red"),
            "94" => classes.push("blue"),
            _ => bail!("the picture knows no style {code}"),
        }
        spans.push((classes.join(" "), text));
    }
    spans.retain(|(_, text)| !text.is_empty());
    Ok(spans)
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
