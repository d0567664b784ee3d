//! Messages of the protocol, as an editor sends them, and those that it gets.
//!
//! Invariant: a message that cannot be read is told to the editor, and the next one is read; half of a pair of surrogates, which
//! an editor may have in a text and JSON cannot, is read as one other character, so that places stay what they are.

use anyhow::Context;
use lsp_server::{ErrorCode, Message, RequestId, ResponseError};
use std::io::{self, BufRead, Write};

/// The most bytes of a message: an editor that announces more is not taken at its word.
const MOST: usize = 1 << 30;

/// The next message that can be read; `None` at the end.
pub fn read(input: &mut impl BufRead) -> anyhow::Result<Option<Message>> {
    loop {
        let Some(length) = length(input)? else {
            return Ok(None);
        };
        let mut body = vec![0; length];
        input.read_exact(&mut body)?;
        let read = serde_json::from_slice(&body)
            .or_else(|_| serde_json::from_slice(&without_half_pairs(body)));
        match read {
            Ok(message) => return Ok(Some(message)),
            Err(error) => {
                let AnswerMember(name, error) =
                    AnswerMember::refused(ErrorCode::ParseError, error.to_string())?;
                send(&[("id", "null".to_owned()), (name, error)])?;
            }
        }
    }
}

/// How many bytes the next message has, by its headers.
fn length(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let strange = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let (mut length, mut line) = (None, String::new());
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let header = line.trim_end();
        if header.is_empty() {
            let length = length.ok_or_else(|| strange("a message has no header Content-Length"))?;
            return Ok(Some(length));
        }
        let (name, value) = header
            .split_once(':')
            .ok_or_else(|| strange("a header of a message has no colon"))?;
        if name.eq_ignore_ascii_case("content-length") {
            let found = value.trim().parse().ok().filter(|bytes| *bytes <= MOST);
            length =
                Some(found.ok_or_else(|| {
                    strange("a message has too many bytes, or no number of them")
                })?);
        }
    }
}

/// JSON with U+FFFD for each escaped half of a pair of surrogates that has no other half.
fn without_half_pairs(json: Vec<u8>) -> Vec<u8> {
    let code = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let (mut whole, mut at) = (Vec::with_capacity(json.len()), 0);
    while at < json.len() {
        let length = match (code(at), code(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                whole.extend_from_slice(b"\\uFFFD");
                at += 6;
                continue;
            }
            (Some(_), _) => 6,
            // The character after a backslash is its own.
            (None, _) if json[at] == b'\\' => 2,
            (None, _) => 1,
        };
        let end = (at + length).min(json.len());
        whole.extend_from_slice(&json[at..end]);
        at = end;
    }
    whole
}

/// The member of a message that answers a request: its name, and its value in JSON.
pub struct AnswerMember(pub &'static str, pub String);

impl AnswerMember {
    pub fn refused(code: ErrorCode, why: String) -> serde_json::Result<Self> {
        let error = ResponseError {
            code: code as i32,
            message: why,
            data: None,
        };
        Ok(Self("error", serde_json::to_string(&error)?))
    }
}

pub fn send_answer(id: &RequestId, AnswerMember(name, value): AnswerMember) -> anyhow::Result<()> {
    send(&[("id", serde_json::to_string(id)?), (name, value)])
}

/// Sends a message with these members, each with its value in JSON. The outline of a large document has megabytes: as values of
/// `serde_json`, which the messages of `lsp_server` have, they take many times as long.
pub fn send(members: &[(&str, String)]) -> anyhow::Result<()> {
    let mut text = r#"{"jsonrpc":"2.0""#.to_owned();
    for (name, value) in members {
        text.extend([",\"", name, "\":", value]);
    }
    text.push('}');
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())
        .and_then(|()| output.flush())
        .context("the editor does not read any more")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn half_a_pair_is_another_character() {
        let body = r#"{"jsonrpc":"2.0","method":"m","params":["\ud83d","\ud83d\ude00","\\ud83d"]}"#;
        let read = read(&mut framed(body).as_bytes()).unwrap().unwrap();
        let Message::Notification(notification) = read else {
            panic!("{read:?}");
        };
        let expected = serde_json::json!(["\u{FFFD}", "😀", "\\ud83d"]);
        assert_eq!(notification.params, expected);
    }

    #[test]
    fn what_announces_too_much_is_refused() {
        let error = read(&mut "Content-Length: 99999999999999\r\n\r\n".as_bytes()).unwrap_err();
        let error = error.downcast::<io::Error>().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(read(&mut "".as_bytes()).unwrap().is_none());
    }
}
