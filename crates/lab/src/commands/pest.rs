//! `turtle-lab pest`: the rules that a parser is generated from, to the letter.

use crate::grammars::source::GrammarSource;
use cli::Status;
use cli::output::Output;
use cli::productions::ProductionName;
use toolkit::peg::Above;

/// Print the PEG that mirrors a specification, unchanged from its file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab pest turtle-1.2 > edited.pest
  turtle-lab pest turtle-1.2 sparqlPrefix      the rule, and the lines above it
  turtle-lab pest turtle-1.2 WHITESPACE COMMENT

Above each rule is the production that it mirrors, with the declared departures from it; grammar/README.md says how to \
read them.")]
pub struct PestArguments {
    /// A dialect, or a file: NAME.pest
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    /// Rules to print, with the lines above them [default: the whole file]
    #[arg(value_name = "PRODUCTION", hide_possible_values = true)]
    productions: Vec<ProductionName>,
}

pub fn run(arguments: &PestArguments) -> anyhow::Result<Status> {
    let grammar = &arguments.grammar;
    let file = grammar.literate()?;
    let text = grammar.text()?;
    let mut output = Output::new();
    if arguments.productions.is_empty() {
        output.show_file(&text)?;
    }
    let rules: Vec<_> = file.written.rules.iter().zip(&file.above).collect();
    for (index, production) in arguments.productions.iter().enumerate() {
        let (_, above) = production.find(
            &grammar.name(),
            &rules,
            |(rule, _)| &rule.name,
            "turtle-lab show",
        )?;
        if index > 0 {
            output.show_file("\n")?;
        }
        output.show_file(&lines(&text, above))?;
    }
    output.flush()?;
    Ok(Status::Fine)
}

/// The lines of a rule and those above it.
fn lines(text: &str, above: &Above) -> String {
    let count = above.last_line + 1 - above.first_line;
    let lines = text.lines().skip(above.first_line - 1).take(count);
    lines.flat_map(|line| [line, "\n"]).collect()
}
