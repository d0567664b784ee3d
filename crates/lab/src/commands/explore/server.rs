//! The page's server.
//!
//! Invariants: it listens on 127.0.0.1 only. It answers only who names this address as host, has the secret of the path, and, if it
//! is a browser, comes from the page. Every answer forbids the page to load anything from elsewhere. No request is larger than
//! [`MOST_BODY`], and none takes longer than [`SLOWEST`] to arrive.

use super::built_site::{self, BuiltSite, HTML, SCRIPT, STYLE};
use super::inquiry::{AskFailure, Inquiries};
use super::question::{GivenGrammar, PageStart, Question, sample};
use crate::grammars::source::GrammarSource;
use anyhow::Context as _;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use turtle_peg::Dialect;

/// How many bytes a request may have.
const MOST_BODY: usize = 2 << 20;

/// How long a request may take to arrive.
const SLOWEST: Duration = Duration::from_secs(5);

/// How many connections there may be at a time.
const MOST_CONNECTIONS: usize = 32;

/// The server, and its address.
pub struct PageServer {
    runtime: Runtime,
    listener: TcpListener,
    place: SocketAddr,
    site: Site,
}

impl PageServer {
    /// Takes a port; 0 is any that is free.
    pub fn bind(port: u16, start: PageStart, built: Option<BuiltSite>) -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
        let listener = listener.with_context(|| format!("127.0.0.1:{port}"))?;
        let place = listener.local_addr()?;
        let site = Site {
            host: place.to_string(),
            secret: random()?,
            inquiries: Inquiries::new(start)?,
            built,
        };
        Ok(Self {
            runtime,
            listener,
            place,
            site,
        })
    }

    /// The page's address, with the secret.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.place, self.site.secret)
    }

    /// Serves until the program is interrupted.
    pub fn run(self) -> anyhow::Result<()> {
        let site = Arc::new(self.site);
        let listener = self.listener;
        self.runtime.block_on(async {
            tokio::select! {
                ended = tokio::signal::ctrl_c() => Ok(ended?),
                failed = accept(&listener, &site) => failed,
            }
        })
    }
}

async fn accept(listener: &TcpListener, site: &Arc<Site>) -> anyhow::Result<()> {
    let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let turn = free.clone().acquire_owned().await?;
        let (stream, _) = listener.accept().await?;
        let site = site.clone();
        tokio::spawn(async move {
            converse(stream, &site).await;
            drop(turn);
        });
    }
}

/// One connection. A fault in it ends it, and nothing else.
async fn converse(stream: TcpStream, site: &Site) {
    let answer = |request| async { Ok::<_, Infallible>(site.answer(request).await) };
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
        .await;
}

/// 128 random bits, in hexadecimal.
fn random() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system gave no random numbers")?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

struct Site {
    /// Address and port.
    host: String,
    secret: String,
    inquiries: Inquiries,
    /// The site that is served with the lab's page.
    built: Option<BuiltSite>,
}

/// The reply to a request: the status, the type, and the contents.
type PageReply = (StatusCode, &'static str, Bytes);

const JSON: &str = "application/json";

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let nonce = random().unwrap_or_default();
        let (parts, body) = request.into_parts();
        let (status, kind, contents) = match self.path(&parts) {
            Err(refusal) => refusal,
            Ok(path) => self.reply(&parts, path, body, &nonce).await,
        };
        let mut response = Response::new(Full::from(contents));
        *response.status_mut() = status;
        // The editor's style sheets have the nonce; nothing else that is written into the page runs or counts.
        let policy = match self.built {
            Some(_) => built_site::POLICY.to_owned(),
            None => format!(
                "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src data:; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        if let Ok(policy) = HeaderValue::try_from(policy) {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        for (name, value) in [
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (REFERRER_POLICY, "no-referrer"),
            (CACHE_CONTROL, "no-store"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.insert(
            "cross-origin-resource-policy",
            HeaderValue::from_static("same-origin"),
        );
        response
    }

    /// The path below the secret, if whoever asks may ask.
    fn path<'r>(&self, request: &'r Parts) -> Result<&'r str, PageReply> {
        let header = |name: &str| request.headers.get(name).map(HeaderValue::as_bytes);
        if header(HOST.as_str()) != Some(self.host.as_bytes()) {
            return Err(refused(
                StatusCode::FORBIDDEN,
                "the host is not this server's",
            ));
        }
        let own = format!("http://{}", self.host);
        if header(ORIGIN.as_str()).is_some_and(|origin| origin != own.as_bytes()) {
            return Err(refused(
                StatusCode::FORBIDDEN,
                "the origin is not this page",
            ));
        }
        let path = request.uri.path().strip_prefix('/');
        let path = path.and_then(|path| path.split_once('/'));
        match path {
            Some((secret, path)) if is_same(secret, &self.secret) => Ok(path),
            _ => Err(refused(StatusCode::NOT_FOUND, "no page has this address")),
        }
    }

    async fn reply(&self, request: &Parts, path: &str, body: Incoming, nonce: &str) -> PageReply {
        let built = self
            .built
            .as_ref()
            .filter(|_| request.method == Method::GET);
        if let Some((kind, contents)) = built.and_then(|built| built.file(path)) {
            return (StatusCode::OK, kind, contents);
        }
        let file = |kind, text: &'static str| (StatusCode::OK, kind, text.into());
        match (&request.method, path) {
            (&Method::GET, "") => {
                let page = include_str!("page/explore.html");
                (StatusCode::OK, HTML, page.replace("{nonce}", nonce).into())
            }
            (&Method::GET, "explore.js") => file(SCRIPT, include_str!("page/explore.js")),
            (&Method::GET, "editors.js") => file(SCRIPT, include_str!("page/editors.js")),
            (&Method::GET, "elements.js") => file(SCRIPT, include_str!("page/elements.js")),
            (&Method::GET, "intake.js") => file(SCRIPT, include_str!("page/intake.js")),
            (&Method::GET, "line-ends.js") => file(SCRIPT, include_str!("page/line-ends.js")),
            (&Method::GET, "link.js") => file(SCRIPT, include_str!("page/link.js")),
            (&Method::GET, "server.js") => file(SCRIPT, include_str!("page/server.js")),
            (&Method::GET, "explore-panels.js") => {
                file(SCRIPT, include_str!("page/explore-panels.js"))
            }
            (&Method::GET, "tree.js") => file(SCRIPT, include_str!("page/tree.js")),
            (&Method::GET, "notation.js") => file(SCRIPT, include_str!("page/notation.js")),
            (&Method::GET, "editor.js") => file(SCRIPT, include_str!("page/editor.js")),
            (&Method::GET, "explore.css") => file(STYLE, include_str!("page/explore.css")),
            (&Method::GET, "start") => json(&self.inquiries.start().json()),
            (&Method::GET, path) if path.starts_with("start/") => self.start_with(&path[6..]),
            (&Method::POST, "ask") => match read(request, body).await {
                Ok(question) => self.ask(&question).await,
                Err(refusal) => refusal,
            },
            (&Method::POST, "more") => match read(request, body).await {
                Ok(More { request }) => self.more(request).await,
                Err(refusal) => refusal,
            },
            (_, "ask" | "more") => refused(StatusCode::METHOD_NOT_ALLOWED, "use POST"),
            _ => refused(StatusCode::NOT_FOUND, "no page has this address"),
        }
    }

    /// The page's beginning, with the grammar and the document of a dialect.
    fn start_with(&self, dialect: &str) -> PageReply {
        let Ok(dialect) = dialect.parse() else {
            return refused(StatusCode::NOT_FOUND, "no dialect has this name");
        };
        let start = self.inquiries.start();
        match GivenGrammar::of(&GrammarSource::Dialect(dialect)) {
            Ok(grammar) => {
                let start = PageStart {
                    grammar,
                    document: sample(dialect).to_owned(),
                    tests: start.tests.clone(),
                    allow: start.allow.clone(),
                    keywords: start.keywords.clone(),
                };
                json(&start.json())
            }
            Err(error) => refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        }
    }

    async fn ask(&self, question: &Question) -> PageReply {
        if let Some(name) = &question.dialect
            && name.parse::<Dialect>().is_err()
        {
            return refused(
                StatusCode::BAD_REQUEST,
                &format!("no dialect is called {name}"),
            );
        }
        match self.inquiries.ask(question) {
            Ok(inquiry) => json(&inquiry.wait().await),
            Err(AskFailure::Unknown(name)) => refused(
                StatusCode::BAD_REQUEST,
                &format!("no section is called {name}"),
            ),
            Err(AskFailure::Io(error)) => {
                refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string())
            }
        }
    }

    async fn more(&self, number: u64) -> PageReply {
        match self.inquiries.find(number) {
            Some(inquiry) => json(&inquiry.wait().await),
            None => refused(StatusCode::GONE, "the request is too old: newer ones came"),
        }
    }
}

/// A request for more of an answer.
#[derive(Deserialize)]
struct More {
    request: u64,
}

/// Compares without telling by the time how much is the same.
fn is_same(given: &str, secret: &str) -> bool {
    let pairs = given.bytes().zip(secret.bytes());
    given.len() == secret.len() && pairs.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

fn json(answer: &Value) -> PageReply {
    (StatusCode::OK, JSON, answer.to_string().into())
}

fn refused(status: StatusCode, why: &str) -> PageReply {
    let (_, kind, contents) = json(&json!({ "error": why }));
    (status, kind, contents)
}

/// Reads the JSON of a request.
async fn read<T: DeserializeOwned>(request: &Parts, body: Incoming) -> Result<T, PageReply> {
    // A page of somebody else cannot send this type without asking first.
    if request.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes) != Some(JSON.as_bytes()) {
        let why = "the Content-Type has to be application/json";
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let body = timeout(SLOWEST, Limited::new(body, MOST_BODY).collect()).await;
    let Ok(body) = body else {
        return Err(refused(
            StatusCode::REQUEST_TIMEOUT,
            "the request came too slowly",
        ));
    };
    let Ok(body) = body else {
        let why = format!("a request has at most {MOST_BODY} bytes");
        return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, &why));
    };
    serde_json::from_slice(&body.to_bytes())
        .map_err(|error| refused(StatusCode::BAD_REQUEST, &error.to_string()))
}
