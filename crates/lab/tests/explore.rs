//! The server of the lab's page: who may ask, and that every answer comes within a second.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The program, with the page's address.
struct Explored {
    program: Child,
    /// The folder of the questions.
    _folder: TempDir,
    host: String,
    path: String,
}

impl Drop for Explored {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Explored {
    fn start() -> Self {
        Self::of(&["turtle-1.2"])
    }

    fn of(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_turtle-lab"))
            .args(["explore", "--no-open"])
            .args(arguments)
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let output = program.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut address).unwrap();
        let rest = address.trim().strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        Self {
            program,
            _folder: folder,
            host: host.to_owned(),
            path: format!("/{path}"),
        }
    }

    /// Sends a request; gives back its status, head and body.
    fn send(&self, line: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let headers: String = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> (u16, String, String) {
        self.send(&format!("GET {path}"), headers, "")
    }

    /// Sends JSON as the page does; the answer has to say that it took less than a second.
    fn post(&self, name: &str, body: &Value) -> (u16, Value) {
        let origin = format!("http://{}", self.host);
        let headers = [
            ("Host", self.host.as_str()),
            ("Origin", &origin),
            ("Content-Type", "application/json"),
        ];
        let line = format!("POST {}{name}", self.path);
        let (status, _, body) = self.send(&line, &headers, &body.to_string());
        let answer: Value = serde_json::from_str(&body).unwrap();
        assert!(
            status != 200 || answer["took"].as_u64().unwrap() < 1000,
            "{answer}"
        );
        (status, answer)
    }

    /// The state that the page begins with.
    fn beginning(&self) -> Value {
        let host = [("Host", self.host.as_str())];
        let (_, _, start) = self.get(&format!("{}start", self.path), &host);
        serde_json::from_str(&start).unwrap()
    }

    /// A question about the grammar that it began with, changed, and about a document.
    fn question(&self, change: [&str; 2], document: &str) -> Value {
        let start = self.beginning();
        let original = &start["grammar"];
        let mut grammar = original.clone();
        let text = grammar["text"].as_str().unwrap();
        assert!(text.contains(change[0]));
        grammar["text"] = text.replace(change[0], change[1]).into();
        json!({ "grammar": grammar, "original": original, "document": document })
    }

    /// Asks until nothing is pending.
    fn sections(&self, question: &Value) -> Value {
        let (status, mut answer) = self.post("ask", question);
        assert_eq!(status, 200, "{answer}");
        let is_pending = |answer: &Value| {
            let mut sections = answer["sections"].as_object().unwrap().values();
            sections.any(|section| section["state"] == "pending")
        };
        while is_pending(&answer) {
            let (status, more) = self.post("more", &json!({ "request": answer["request"] }));
            assert_eq!(status, 200, "{more}");
            answer = more;
        }
        answer["sections"].take()
    }
}

#[test]
fn only_the_page_may_ask() {
    let page = Explored::start();
    let (host, path) = (page.host.as_str(), page.path.as_str());
    let status = |path: &str, headers: &[(&str, &str)]| page.get(path, headers).0;
    assert_eq!(status(path, &[("Host", host)]), 200);
    assert_eq!(status(path, &[("Host", "example.org")]), 403);
    assert_eq!(status(path, &[]), 403);
    assert_eq!(
        status(path, &[("Host", host), ("Origin", "http://example.org")]),
        403
    );
    assert_eq!(status(path, &[("Host", host), ("Origin", "null")]), 403);
    assert_eq!(status("/", &[("Host", host)]), 404);
    let other = format!("/{}/", "0".repeat(32));
    assert_eq!(status(&other, &[("Host", host)]), 404);

    let (_, head, _) = page.get(path, &[("Host", host)]);
    assert!(
        head.contains("default-src 'none'") && !head.to_lowercase().contains("set-cookie"),
        "{head}"
    );

    let ask = format!("POST {path}ask");
    let posted = |headers: &[(&str, &str)], body: &str| page.send(&ask, headers, body).0;
    let json = ("Content-Type", "application/json");
    assert_eq!(
        posted(&[("Host", host), ("Content-Type", "text/plain")], "{}"),
        415
    );
    assert_eq!(posted(&[("Host", host), json], "{}"), 400);
    assert_eq!(
        posted(
            &[("Host", host), json, ("Origin", "http://example.org")],
            "{}"
        ),
        403
    );
    assert_eq!(
        page.send(&format!("GET {path}ask"), &[("Host", host)], "")
            .0,
        405
    );
    let large = " ".repeat((2 << 20) + 1);
    assert_eq!(posted(&[("Host", host), json], &large), 413);
}

/// The site's own view of grammars asks a worker; here it asks the server.
#[test]
fn a_site_is_served_and_its_view_of_grammars_asks_this_server() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    std::fs::create_dir_all(site.join("docs")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(site.join(name), text).unwrap();
    write(
        "grammars.html",
        r#"<meta name="engine" content="./workers.js">"#,
    );
    write("index.html", "documents");
    write("docs/a-b.html", "reference");
    write("checker.wasm", "\0asm");
    write(
        "keep.js",
        "navigator.serviceWorker.register(\"offline.js\")",
    );
    write(".hidden.html", "hidden");
    std::fs::write(folder.path().join("beside.html"), "beside").unwrap();
    let page = Explored::of(&["--site", site.to_str().unwrap()]);
    let get = |name: &str| {
        let (status, head, body) =
            page.get(&format!("{}{name}", page.path), &[("Host", &page.host)]);
        assert!(head.contains("frame-ancestors 'none'"), "{head}");
        (status == 200).then_some((head, body))
    };
    for name in ["", "grammars.html"] {
        let (head, body) = get(name).unwrap();
        assert!(head.contains("text/html") && head.contains("'wasm-unsafe-eval'"));
        assert_eq!(body, r#"<meta name="engine" content="./server.js">"#);
    }
    assert_eq!(get("index.html").unwrap().1, "documents");
    assert_eq!(get("docs/a-b.html").unwrap().1, "reference");
    assert_eq!(get("keep.js").unwrap().1, "", "nothing is kept by browsers");
    assert!(get("checker.wasm").unwrap().0.contains("application/wasm"));
    assert!(
        get("server.js")
            .unwrap()
            .1
            .contains("export async function ask")
    );
    for name in [
        ".hidden.html",
        "../beside.html",
        "docs/../../beside.html",
        "docs/%2e%2e/%2e%2e/beside.html",
        "docs//index.html",
        "docs",
    ] {
        assert_eq!(get(name), None, "{name}");
    }
    assert_eq!(
        page.get("/index.html", &[("Host", page.host.as_str())]).0,
        404
    );
    let change = ["turtleDoc = ", "turtleDoc = "];
    let sections = page.sections(&page.question(change, "<x:s> <x:p> <x:o> ."));
    assert_eq!(sections["document"]["state"], "answered");
}

#[test]
fn every_answer_comes_within_a_second_and_says_what_is_not_decided() {
    let page = Explored::start();
    let comma = [
        "annotation (',' object annotation)*\n",
        "annotation (',' object annotation)* ','?\n",
    ];
    let mut question = page.question(comma, "<x:s> <x:p> 𝄞 .");
    question["production"] = "objectList".into();
    question["cursor"] = 12.into();
    let sections = page.sections(&question);
    for (name, section) in sections.as_object().unwrap() {
        let expected = if name == "tests" {
            "left-out"
        } else {
            "answered"
        };
        assert_eq!(section["state"], expected, "{name}: {section}");
    }
    let answer = |name: &str| &sections[name]["answer"];
    assert_eq!(
        answer("ll1")[0]["ll1_conflicts"][0]["production"],
        "objectList"
    );
    assert_eq!(answer("check")[0]["findings"][0]["kind"], "differs");
    let diff = answer("diff")[0]["productions"].as_array().unwrap();
    let changed = diff.iter().find(|one| one["change"] == "changed").unwrap();
    assert_eq!(changed["only_after"], "<x:a> <x:a> <x:a> , .");
    let document = answer("document");
    assert_eq!(document["verdicts"]["rules"]["verdict"], "grammar");
    // The sign is four bytes, and two code units.
    let span = json!({ "bytes": [16, 17], "utf16": [14, 15] });
    assert_eq!(document["faults"][0]["span"], span);
    let expected = document["cursor"]["expected"].as_array().unwrap();
    assert!(expected.contains(&"IRIREF".into()), "{expected:?}");
    assert_eq!(
        document["tokens"]["shown"][1]["matches"],
        json!([{ "name": "IRIREF", "characters": 5 }])
    );
    assert_eq!(answer("production")["is_changed"], true);
}

#[test]
fn a_newer_request_ends_an_older_one() {
    let page = Explored::start();
    let same = ["turtleDoc ::= statement*", "turtleDoc ::= statement*"];
    // A terminal with this many states keeps the search busy.
    let slow = [
        "/// [13] objectList ::= object",
        "/// [99] slow ::= ([a-z]* 'a' [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z])\n\
         slow = @{ \"a\" }\n\n/// [13] objectList ::= slow? object",
    ];
    let mut older = page.question(slow, "");
    older["sections"] = json!(["check", "overlaps", "diff"]);
    let mut newer = page.question(same, "<x:s> <x:p> 1 .");
    newer["sections"] = json!(["check", "document"]);
    let (_, first) = page.post("ask", &older);
    let sections = page.sections(&newer);
    assert_eq!(
        sections["check"]["answer"][0]["standing"], "departs",
        "{}",
        sections["check"]
    );
    assert_eq!(
        sections["document"]["answer"]["quads"]["shown"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let (_, again) = page.post("more", &json!({ "request": first["request"] }));
    let state = &again["sections"]["check"]["state"];
    assert_eq!(*state, "superseded", "{again}");
    // What is asked about other sections takes none of them away.
    for _ in 0..8 {
        let mut other = newer.clone();
        other["sections"] = json!(["document"]);
        page.sections(&other);
    }
    let (status, _) = page.post("more", &json!({ "request": 999 }));
    assert_eq!(status, 410);
}

#[test]
fn a_grammar_that_cannot_be_read_is_an_answer() {
    let page = Explored::start();
    let question = page.question(["statement = {", "statement = "], "");
    let sections = page.sections(&question);
    let fault = &sections["grammar"]["answer"]["faults"][0];
    assert!(fault["line"].is_number(), "{fault}");
    assert_eq!(sections["check"]["state"], "failed");
    assert!(
        sections["check"]["why"]
            .as_str()
            .unwrap()
            .contains("edited.pest"),
        "{sections}"
    );
    assert_eq!(sections["dialects"]["state"], "answered");
    assert_eq!(sections["grammar"]["answer"]["is_read"], false);
}

#[test]
fn a_page_for_a_pull_request_is_made_for_who_asks_for_it() {
    let page = Explored::start();
    let grammar = |text: &str| json!({ "name": "list.ebnf", "kind": "ebnf", "text": text });
    let question = json!({
        "grammar": grammar("list ::= '(' ')'"),
        "original": grammar("list ::= '('"),
        "document": "",
        "sections": ["propose"],
    });
    let sections = page.sections(&question);
    let proposal = sections["propose"]["answer"].as_str().unwrap();
    assert!(
        proposal.starts_with("### original.ebnf → edited.ebnf\n")
            && proposal.contains("| newly valid | `( )` |"),
        "{proposal}"
    );
}

/// A grammar of another family begins with a document of its own.
#[test]
fn a_document_to_begin_with_is_one_of_the_grammar() {
    let page = Explored::of(&["tests/plain/rfc3987.ebnf"]);
    let start = page.beginning();
    let question = json!({
        "grammar": start["grammar"],
        "original": start["grammar"],
        "document": start["document"],
        "sections": ["grammar", "document"],
    });
    let sections = page.sections(&question);
    let grammar = &sections["grammar"]["answer"];
    assert_eq!(
        *grammar,
        json!({ "is_read": true, "is_of_turtle": false, "faults": [] })
    );
    let verdicts = &sections["document"]["answer"]["verdicts"];
    assert_eq!(verdicts["productions"]["verdict"], "accepted", "{start}");
}
