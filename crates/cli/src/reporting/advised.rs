//! Help of advice, in the program's words: with the option that does it.

use advice::{Help, Setting};

/// The help, and the option that does it, if there is one.
pub fn help(help: &Help) -> String {
    let option = match help.setting() {
        Some(Setting::Dialect(dialect)) => format!("--dialect {dialect}"),
        Some(Setting::BaseIri) => "--base IRI".to_owned(),
        Some(Setting::NestingLimit) => "--nesting-limit LEVELS".to_owned(),
        Some(Setting::StatementLimit) => "--statement-limit BYTES".to_owned(),
        Some(Setting::IriLimit) => "--iri-limit BYTES".to_owned(),
        Some(Setting::PrefixLimit) => "--prefix-limit BYTES".to_owned(),
        _ => return help.text().to_owned(),
    };
    format!("{help} (`{option}`)")
}
