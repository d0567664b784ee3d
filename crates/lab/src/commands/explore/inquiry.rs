//! Questions that are being answered: a process for each section, the newest first to be heard.
//!
//! Invariants: a section of a newer question ends that of an older one. A process that is no longer wanted is ended, and so is one
//! that takes too long. A process that fails takes nothing with it: its section says what it said.

use super::question::{EDITED, LONGEST, ORIGINAL, PageStart, QUESTION, Question, WAIT};
use super::sections::AnswerSection;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use std::{fs, io, thread};
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many bytes of what a process prints are read.
const MOST_PRINTED: u64 = 16 << 20;

/// How many questions with all their answers are kept for those who ask for more.
const KEPT: usize = 4;

/// The questions that are being asked.
pub struct Inquiries {
    start: PageStart,
    program: PathBuf,
    /// As many processes run at a time as there are processors.
    turns: Arc<Semaphore>,
    recent: Mutex<Vec<Arc<Inquiry>>>,
}

/// One question.
pub struct Inquiry {
    number: u64,
    tasks: BTreeMap<&'static str, JoinHandle<()>>,
    answers: watch::Sender<Map<String, Value>>,
}

impl Inquiries {
    pub fn new(start: PageStart) -> io::Result<Self> {
        Ok(Self {
            start,
            program: std::env::current_exe()?,
            turns: Arc::new(Semaphore::new(thread::available_parallelism()?.get())),
            recent: Mutex::default(),
        })
    }

    pub fn start(&self) -> &PageStart {
        &self.start
    }

    /// Begins to answer a question, and ends the older ones' sections that it asks for, too.
    pub fn ask(&self, question: &Question) -> Result<Arc<Inquiry>, AskFailure> {
        let sections = wanted(&question.sections)?;
        let folder = Arc::new(folder(question)?);
        let (answers, _) = watch::channel(Map::new());
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        for older in recent.iter() {
            sections
                .iter()
                .for_each(|&section| older.supersede(section));
        }
        let tasks = sections.into_iter().map(|section| {
            let answers = answers.clone();
            let arguments = section.arguments(question, &self.start);
            let process = SectionProcess {
                section,
                program: self.program.clone(),
                folder: folder.clone(),
                turns: self.turns.clone(),
            };
            let task = tokio::spawn(async move {
                let answer = process.answer(arguments).await;
                answers.send_modify(|all| drop(all.insert(section.name().to_owned(), answer)));
            });
            (section.name(), task)
        });
        let inquiry = Arc::new(Inquiry {
            number: recent.last().map_or(1, |last| last.number + 1),
            tasks: tasks.collect(),
            answers,
        });
        // Each section is open in one question at most, so those that are kept are few.
        let over = recent.iter().filter(|it| it.is_over()).count();
        let mut surplus = over.saturating_sub(KEPT);
        recent.retain(|it| {
            let is_kept = surplus == 0 || !it.is_over();
            surplus -= usize::from(!is_kept);
            is_kept
        });
        recent.push(inquiry.clone());
        Ok(inquiry)
    }

    /// A question that was asked not long ago.
    pub fn find(&self, number: u64) -> Option<Arc<Inquiry>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.iter().find(|it| it.number == number).cloned()
    }
}

/// The sections that a question names; if it names none, all but the page to export, which nobody sees until it is wanted.
fn wanted(names: &[String]) -> Result<Vec<AnswerSection>, AskFailure> {
    for name in names {
        AnswerSection::named(name).ok_or_else(|| AskFailure::Unknown(name.clone()))?;
    }
    let is_wanted = |section: &AnswerSection| match names {
        [] => *section != AnswerSection::Propose,
        names => names.iter().any(|name| name == section.name()),
    };
    Ok(AnswerSection::ALL.into_iter().filter(is_wanted).collect())
}

/// Why a question cannot be asked.
pub enum AskFailure {
    /// No section has this name.
    Unknown(String),
    /// Its folder could not be written.
    Io(io::Error),
}

impl From<io::Error> for AskFailure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn folder(question: &Question) -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("turtle-lab-").tempdir()?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write(&question.grammar.file(EDITED), &question.grammar.text)?;
    write(&question.original.file(ORIGINAL), &question.original.text)?;
    write(QUESTION, &serde_json::to_string(question)?)?;
    Ok(folder)
}

impl Drop for Inquiry {
    fn drop(&mut self) {
        self.tasks.values().for_each(JoinHandle::abort);
    }
}

impl Inquiry {
    /// Whether each section has its answer, or will have none.
    fn is_over(&self) -> bool {
        self.answers.borrow().len() == self.tasks.len()
    }

    /// Ends a section, unless it has its answer.
    fn supersede(&self, section: AnswerSection) {
        if let Some(task) = self.tasks.get(section.name()) {
            task.abort();
            self.answers.send_if_modified(|all| {
                let is_new = !all.contains_key(section.name());
                if is_new {
                    let why = "not decided: a newer request came";
                    let answer = json!({ "state": "superseded", "why": why });
                    all.insert(section.name().to_owned(), answer);
                }
                is_new
            });
        }
    }

    /// Waits for the sections, but not for long; those that are not there by then are pending.
    pub async fn wait(&self) -> Value {
        let begun = Instant::now();
        let mut answers = self.answers.subscribe();
        let are_all = |all: &Map<String, Value>| all.len() == self.tasks.len();
        // Whether all came does not matter: what did not is pending.
        let _ = timeout(WAIT, answers.wait_for(are_all)).await;
        let mut sections = answers.borrow().clone();
        for name in self.tasks.keys() {
            sections.entry(*name).or_insert_with(|| {
                let why = format!("not decided within {} ms", WAIT.as_millis());
                json!({ "state": "pending", "why": why })
            });
        }
        json!({
            "request": self.number,
            "took": begun.elapsed().as_millis() as u64,
            "sections": sections,
        })
    }
}

/// A section's process.
struct SectionProcess {
    section: AnswerSection,
    program: PathBuf,
    folder: Arc<TempDir>,
    turns: Arc<Semaphore>,
}

impl SectionProcess {
    async fn answer(self, arguments: Result<Vec<OsString>, &'static str>) -> Value {
        let arguments = match arguments {
            Ok(arguments) => arguments,
            Err(why) => return json!({ "state": "left-out", "why": why }),
        };
        let Ok(_turn) = self.turns.acquire().await else {
            return failed("the server ends");
        };
        let begun = Instant::now();
        let mut answer =
            match timeout(LONGEST, run(&self.program, &arguments, self.folder.path())).await {
                Err(_) => {
                    let why = format!("not decided within {} s", LONGEST.as_secs());
                    json!({ "state": "stopped", "why": why })
                }
                Ok(Err(error)) => failed(&error.to_string()),
                Ok(Ok(printed)) => match read(self.section, &printed.output) {
                    Some(value) => json!({ "state": "answered", "answer": value }),
                    None => failed(&printed.why()),
                },
            };
        answer["took"] = (begun.elapsed().as_millis() as u64).into();
        if let Some(command) = self.section.command(&arguments) {
            answer["command"] = command.into();
        }
        answer
    }
}

/// The answer in what the program printed: JSON, a line of JSON for each test, or a page; none, if it printed no answer.
fn read(section: AnswerSection, printed: &[u8]) -> Option<Value> {
    match section {
        AnswerSection::Tests => {
            let lines = serde_json::Deserializer::from_slice(printed).into_iter();
            let lines: Result<Vec<Value>, _> = lines.collect();
            lines.ok().map(Value::Array)
        }
        AnswerSection::Propose => {
            let page = String::from_utf8(printed.to_vec()).ok()?;
            (!page.is_empty()).then(|| page.into())
        }
        // A grammar that cannot be read has no answer in the list.
        _ => {
            let answer: Value = serde_json::from_slice(printed).ok()?;
            (answer != Value::Array(Vec::new())).then_some(answer)
        }
    }
}

fn failed(why: &str) -> Value {
    json!({ "state": "failed", "why": why })
}

/// The output of a process.
struct PrintedAnswer {
    output: Vec<u8>,
    errors: Vec<u8>,
    is_cut: bool,
}

impl PrintedAnswer {
    /// Why it is not an answer.
    fn why(&self) -> String {
        let errors = String::from_utf8_lossy(&self.errors);
        match errors.trim() {
            _ if self.is_cut => format!("the answer has more than {MOST_PRINTED} bytes"),
            "" => "the process ended without an answer".to_owned(),
            said => said.to_owned(),
        }
    }
}

async fn run(program: &Path, arguments: &[OsString], folder: &Path) -> io::Result<PrintedAnswer> {
    let mut process = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (Some(output), Some(errors)) = (process.stdout.take(), process.stderr.take()) else {
        return Err(io::Error::other("the process has no output"));
    };
    let mut printed = PrintedAnswer {
        output: Vec::new(),
        errors: Vec::new(),
        is_cut: false,
    };
    let mut output = output.take(MOST_PRINTED);
    let mut errors = errors.take(MOST_PRINTED);
    tokio::try_join!(
        output.read_to_end(&mut printed.output),
        errors.read_to_end(&mut printed.errors),
    )?;
    printed.is_cut = printed.output.len() as u64 == MOST_PRINTED;
    if !printed.is_cut {
        process.wait().await?;
    }
    Ok(printed)
}
