//! `turtle-peg lsp`: a language server, for editors, over standard input and output. Its answers are in the crate `language-server`.

mod editors;
mod folder;
mod project;
mod streams;

use crate::status::Status;
use anyhow::{Context as _, anyhow, bail};
pub use editors::editors;
pub use folder::FolderReader;
use language_server::folder::FolderNews;
use language_server::service::LanguageService;
use language_server::{Conversation, Message, NextStep, TurtleDocuments};
use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Serve an editor: faults as you type and their repairs, layout, meaning, completion, and where terms of a folder's files are
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
An editor starts this command, and speaks the language server protocol with it over standard input and output. The language of a \
document is told by its name, or by the editor: `turtle`, `trig`, `ntriples`, `nquads`.

The documents in the folders that the editor has open are read in the background, but for compressed and hidden ones and those that \
`.gitignore` names in a repository of git, and again as they change: definitions, references and renaming of IRIs, completion and meaning have them. An IRI is \
not renamed where a document at fault may mention it.

Initialization options, all optional: `{{\"dialect\": \"turtle-1.1\", \"width\": 80, \"folderMegabytes\": 256, \"unknownTerms\": true}}`, \
where `dialect` is for Turtle documents, `width` is the layout's, so many megabytes of a folder's documents are read at most, and \
unknown terms are those that `check --lint --vocabularies` of the folder finds. A project's `turtle-peg.toml` counts more, also than the \
editor's indentation.

{}", editors("turtle-peg", "turtle", &[("turtle", "ttl"), ("trig", "trig"), ("ntriples", "nt"), ("nquads", "nq")])))]
pub struct LanguageServerArguments {
    /// Accepted, as editors pass it: there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(_: &LanguageServerArguments) -> anyhow::Result<Status> {
    speak("turtle-peg", |folder| {
        Box::new(TurtleDocuments::new(project::settings).with_folder(Box::new(folder)))
    })
}

/// An input of a server.
enum ServerInput {
    Message(Message),
    News(FolderNews),
    /// The editor sends no more messages.
    End,
}

/// Speaks with the editor that started a program of this name, over standard input and output, until it ends. The service may have who
/// reads the editor's folders.
///
/// # Errors
///
/// A person started the program, or the editor breaks the protocol.
pub fn speak(
    program: &str,
    service: impl FnOnce(FolderReader) -> Box<dyn LanguageService>,
) -> anyhow::Result<Status> {
    if io::stdin().is_terminal() {
        bail!(
            "an editor starts this command, and speaks with it: `{program} lsp --help` has lines for several"
        );
    }
    let (sender, receiver) = mpsc::channel();
    let news = sender.clone();
    let tell = move |it| news.send(ServerInput::News(it)).is_ok();
    let service = service(FolderReader::new(tell));
    let reader = thread::Builder::new().spawn(move || read(&sender));
    let reader = reader.context("the messages have no thread of their own")?;
    let ended_well = converse(Conversation::new(program, service), &receiver)?;
    match reader.join() {
        Ok(result) => result?,
        Err(panic) => resume_unwind(panic),
    }
    match ended_well {
        true => Ok(Status::Fine),
        false => Err(anyhow!("the editor ended without saying so")),
    }
}

/// Goes through a conversation, of which this comes; whether it ended as the protocol has it.
fn converse(
    mut conversation: Conversation,
    inputs: &Receiver<ServerInput>,
) -> anyhow::Result<bool> {
    let (mut is_waiting, mut has_ended) = (false, false);
    loop {
        let first = match is_waiting {
            true => Some(inputs.recv()?),
            false => None,
        };
        for input in first.into_iter().chain(inputs.try_iter()) {
            match input {
                ServerInput::Message(message) => conversation.take(message),
                ServerInput::News(news) => conversation.take_news(news),
                ServerInput::End => has_ended = true,
            }
        }
        match conversation.step(&mut streams::send)? {
            NextStep::AtOnce => is_waiting = false,
            NextStep::WithAMessage if has_ended => return Ok(false),
            NextStep::WithAMessage => is_waiting = true,
            NextStep::NeverAgain { ended_well } => return Ok(ended_well),
        }
    }
}

/// Hands on the messages that come over standard input, up to the last.
fn read(sender: &Sender<ServerInput>) -> anyhow::Result<()> {
    let result = read_messages(sender);
    // Who waits for it may have ended.
    let _ = sender.send(ServerInput::End);
    result
}

fn read_messages(sender: &Sender<ServerInput>) -> anyhow::Result<()> {
    while let Some(message) = streams::read(&mut io::stdin().lock())? {
        let is_last = matches!(&message, Message::Notification(it) if it.method == "exit");
        if sender.send(ServerInput::Message(message)).is_err() || is_last {
            break;
        }
    }
    Ok(())
}
