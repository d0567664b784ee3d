//! How a program of ours runs: its arguments, its stack, and how it ends.

use crate::output;
use crate::reporting::{self, ErrorFormat};
use crate::status::{Status, report};
use advice::visible;
use anstream::ColorChoice;
use clap::{Args, Parser, ValueEnum};
use std::borrow::Cow;
use std::env;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};
use std::thread::{self, JoinHandle};

/// Whether messages have colours; shared by all commands.
#[derive(Debug, Args)]
pub struct ColorArguments {
    /// Whether messages have colours: `always`, `never`, or `auto`: at a terminal or if FORCE_COLOR is set, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        // After the command's own.
        display_order = 998
    )]
    color: When,
}

impl ColorArguments {
    /// Has it so from here on.
    pub fn apply(&self) {
        match self.color {
            When::Auto if is_set("FORCE_COLOR") && !is_set("NO_COLOR") => {
                ColorChoice::Always.write_global();
            }
            // CLICOLOR and CLICOLOR_FORCE count, too.
            When::Auto => {}
            When::Always => ColorChoice::Always.write_global(),
            When::Never => ColorChoice::Never.write_global(),
        }
    }
}

/// Whether a variable of the environment says yes.
fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}

/// When messages have colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// A program: its name, its commands, and tips for unknown ones.
pub struct CommandLine<C> {
    pub name: &'static str,
    pub run: fn(C) -> anyhow::Result<Status>,
    pub tip: fn(clap::Error) -> clap::Error,
}

/// The exit status if the reader of the output closed it, as shells say it of a program that SIGPIPE ends: what is after that was not
/// looked at.
const OUTPUT_CLOSED: u8 = 141;

/// How many bytes the stack has on which everything runs: that of the process may be too small to read the arguments. Where there
/// are no threads, which is so in WebAssembly, the linker gives as much (`.cargo/config.toml`).
const STACK: usize = 8 * 1024 * 1024;

impl<C> Clone for CommandLine<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for CommandLine<C> {}

impl<C: Parser + 'static> CommandLine<C> {
    /// Runs the program, on a stack of its own.
    pub fn start(self) -> ExitCode {
        reporting::set_program(self.name);
        let _ = survive_the_limit_of_files();
        let program = thread::Builder::new().stack_size(STACK);
        let program = program.spawn(move || self.run_to_its_end());
        match program.map(JoinHandle::join) {
            Ok(Ok(code)) => code,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => self.run_to_its_end(),
            Err(error) => ExitCode::from(report(&error.into()) as u8),
        }
    }

    /// Reads the arguments, runs the command and reports its error.
    fn run_to_its_end(&self) -> ExitCode {
        let code = match C::try_parse() {
            Ok(command) => self.run_command(command),
            Err(usage) => explain(&(self.tip)(usage)),
        };
        reporting::finish();
        match reporting::lost() {
            Some(why) => report_loss(why).into(),
            None => code,
        }
    }

    fn run_command(&self, command: C) -> ExitCode {
        match (self.run)(command) {
            Ok(status) => status.into(),
            Err(error) if is_closed_pipe(&error) => OUTPUT_CLOSED.into(),
            Err(error) => report(&error).into(),
        }
    }
}

/// From here on a file that grows beyond the limit that a shell sets (`ulimit -f`) is an error like a full disk: the signal that
/// would end the program is only taken note of.
fn survive_the_limit_of_files() -> io::Result<()> {
    #[cfg(unix)]
    {
        let is_exceeded = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_exceeded)?;
    }
    Ok(())
}

/// Reports at standard error why a report could not be written elsewhere.
fn report_loss(why: String) -> Status {
    reporting::configure(ErrorFormat::Text, reporting::ReportSink::StandardError);
    report(&anyhow::Error::msg(why))
}

/// Prints the help, or an error in the arguments, which may quote names of files.
fn explain(usage: &clap::Error) -> ExitCode {
    let status = match usage.exit_code() {
        0 => Status::Fine,
        _ => Status::Failed,
    };
    let plain = usage.render().to_string();
    let written = match visible::visible(&plain) {
        Cow::Borrowed(_) => usage.print(),
        Cow::Owned(visible) => io::stderr().write_all(visible.as_bytes()),
    };
    match written {
        Ok(()) => status.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => OUTPUT_CLOSED.into(),
        Err(error) => report(&output::Failed::from(error).into()).into(),
    }
}

/// Whether the reader of the output has closed it.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<output::Failed>()
        .is_some_and(|failed| failed.error.kind() == io::ErrorKind::BrokenPipe)
}
