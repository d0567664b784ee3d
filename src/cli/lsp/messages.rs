//! Messages of the protocol, as an editor sends them.
//!
//! Invariant: a message that cannot be read is told to the editor, and the next one is read; half of a pair of surrogates, which
//! an editor may have in a text and JSON cannot, is read as one other character, so that places stay what they are.

use lsp_server::Message;
use std::io::{self, BufRead, Write};

/// The most bytes of a message: an editor that announces more is not taken at its word.
const MOST: usize = 1 << 30;

/// The next message that can be read; `None` at the end.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
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
            Err(error) => refuse(&error)?,
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

/// Tells the editor that a message is not one.
fn refuse(error: &serde_json::Error) -> io::Result<()> {
    let answer = serde_json::json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": { "code": -32700, "message": error.to_string() },
    });
    let answer = answer.to_string();
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{answer}", answer.len())?;
    output.flush()
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
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(read(&mut "".as_bytes()).unwrap().is_none());
    }
}
