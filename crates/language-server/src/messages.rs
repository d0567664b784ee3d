//! Messages of the protocol, as an editor sends them, and those that it gets.
//!
//! Invariant: half of a pair of surrogates, which an editor may have in a text and JSON cannot, is read as one other character, so
//! that places stay what they are.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A message of an editor.
#[derive(Debug)]
pub enum Message {
    /// A message that wants one answer.
    Request(RequestId, MessageContent),
    Notification(MessageContent),
    /// A text that is no message, with the reason.
    Unreadable(String),
}

#[derive(Debug)]
pub struct MessageContent {
    pub method: String,
    pub params: Value,
}

/// The name of a request, as the editor has written it: any JSON, numbers with fractions among it.
#[derive(Clone, Debug)]
pub struct RequestId(Box<RawValue>);

impl RequestId {
    /// Whether this value is written so.
    pub fn is(&self, value: &Value) -> bool {
        serde_json::from_str::<Value>(self.0.get()).is_ok_and(|own| own == *value)
    }
}

impl Message {
    /// The message of this JSON; none if it is an answer: the server asks the editor nothing.
    pub fn read(json: Vec<u8>) -> Option<Self> {
        let read = read(&json).or_else(|_| read(&without_half_pairs(json)));
        read.unwrap_or_else(|error| Some(Self::Unreadable(error.to_string())))
    }
}

fn read(json: &[u8]) -> serde_json::Result<Option<Message>> {
    let mut members: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(json)?;
    let Some(method) = members.get("method") else {
        return Ok(None);
    };
    let method = serde_json::from_str(method.get())?;
    let params = members.get("params");
    let params = params.map_or(Ok(Value::Null), |it| serde_json::from_str(it.get()))?;
    let content = MessageContent { method, params };
    Ok(Some(match members.remove("id") {
        Some(id) => Message::Request(RequestId(id), content),
        None => Message::Notification(content),
    }))
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
    pub fn refused(code: impl Into<i32>, why: &str) -> Self {
        let error = json!({ "code": code.into(), "message": why });
        Self("error", error.to_string())
    }

    /// The answer to a request.
    pub fn to(&self, id: &RequestId) -> String {
        self.with_id(id.0.get())
    }

    /// The answer to a text that cannot be read: who asked is not known.
    pub fn to_nobody(&self) -> String {
        self.with_id("null")
    }

    fn with_id(&self, id: &str) -> String {
        with_members(&[("id", id), (self.0, &self.1)])
    }
}

/// A message with these members, each with its value in JSON. The outline of a large document has megabytes: as a value of
/// `serde_json` it takes many times as long.
pub fn with_members(members: &[(&str, &str)]) -> String {
    let mut text = r#"{"jsonrpc":"2.0""#.to_owned();
    for (name, value) in members {
        text.extend([",\"", name, "\":", value]);
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn read(json: &str) -> Message {
        Message::read(json.as_bytes().to_vec()).expect("a question")
    }

    #[test]
    fn half_a_pair_is_another_character() {
        let body = r#"{"jsonrpc":"2.0","method":"m","params":["\ud83d","\ud83d\ude00","\\ud83d"]}"#;
        let read = read(body);
        let Message::Notification(notification) = read else {
            panic!("{read:?}");
        };
        let expected = serde_json::json!(["\u{FFFD}", "😀", "\\ud83d"]);
        assert_eq!(notification.params, expected);
    }

    #[test]
    fn an_id_stays_as_it_is_written() {
        for id in [
            "0",
            "-1",
            "1.50",
            "1e3",
            "1e999",
            "12345678901234567890123",
            "\"\\u0061\"",
            "null",
        ] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            let read = read(&body);
            let Message::Request(read, content) = read else {
                panic!("{read:?}");
            };
            assert_eq!((read.0.get(), content.method.as_str()), (id, "m"));
            if let Ok(value) = serde_json::from_str(id) {
                assert!(read.is(&value), "{id}");
            }
            assert!(!read.is(&json!(7)));
        }
    }
}
