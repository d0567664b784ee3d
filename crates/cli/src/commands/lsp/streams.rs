//! Messages of the protocol on standard input and output, each after a header with its length.
//!
//! Invariant: what breaks the protocol here ends the conversation: nobody knows where the next message begins.

use anyhow::Context;
use language_server::Message;
use std::io::{self, BufRead, Write};

/// The most bytes of a message: an editor that announces more is not taken at its word.
const MOST: usize = 1 << 30;

/// The next message that is for a server; `None` at the end.
pub fn read(input: &mut impl BufRead) -> anyhow::Result<Option<Message>> {
    while let Some(length) = length(input)? {
        let mut body = vec![0; length];
        input.read_exact(&mut body)?;
        if let Some(message) = Message::read(body) {
            return Ok(Some(message));
        }
    }
    Ok(None)
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

/// Sends a message, which is JSON.
pub fn send(message: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{message}", message.len())
        .and_then(|()| output.flush())
        .context("the editor does not read any more")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn what_announces_too_much_is_refused() {
        let error = read(&mut "Content-Length: 99999999999999\r\n\r\n".as_bytes()).unwrap_err();
        let error = error.downcast::<io::Error>().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(read(&mut "".as_bytes()).unwrap().is_none());
    }
}
