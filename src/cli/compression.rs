//! Compressed documents, read as what they hold.
//!
//! Invariants: the first bytes tell, not the name. No document in one of the languages begins with any of them. No more is
//! read ahead than tells them apart from a document, so a person who types does not wait.

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use std::io::{self, Cursor, Read};

/// How much memory a file may ask for to be unpacked, in KiB; `xz -9` asks for 65 MiB.
const MOST_MEMORY: u32 = 512 * 1024;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Gzip,
    Bzip2,
    Zstd,
    Xz,
}

/// What files begin with. After `BZh` and a digit stands a block, or the end. What zstd compressed can begin with a frame that is
/// to be skipped; of the sixteen that there are, programs write the first.
const SIGNATURES: [(Format, &[u8]); 5] = [
    (Format::Gzip, b"\x1F\x8B"),
    (Format::Zstd, b"\x28\xB5\x2F\xFD"),
    (Format::Zstd, b"\x50\x2A\x4D\x18"),
    (Format::Xz, b"\xFD7zXZ\0"),
    (Format::Bzip2, b"BZh"),
];

const BZIP2_BLOCK: &[u8] = b"\x31\x41\x59\x26\x53\x59";
const BZIP2_END: &[u8] = b"\x17\x72\x45\x38\x50\x90";

/// What a reader gives, unpacked if it is compressed.
pub fn unpacked(mut reader: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    let format = loop {
        match recognise(&start) {
            Recognised::Needs(count) => {
                let before = start.len();
                // One call, since the next bytes may be long in coming.
                start.resize(before + count, 0);
                let read = loop {
                    match reader.read(&mut start[before..]) {
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        result => break result?,
                    }
                };
                start.truncate(before + read);
                if read == 0 {
                    break None;
                }
            }
            Recognised::As(format) => break format,
        }
    };
    let whole = Cursor::new(start).chain(reader);
    Ok(match format {
        None => Box::new(whole),
        Some(Format::Gzip) => Box::new(Unpacked(MultiGzDecoder::new(whole), "gzip")),
        Some(Format::Bzip2) => Box::new(Unpacked(MultiBzDecoder::new(whole), "bzip2")),
        Some(Format::Zstd) => Box::new(Unpacked(zstd::Decoder::new(whole)?, "zstd")),
        Some(Format::Xz) => {
            let reader = XzReader::new_mem_limit(whole, true, MOST_MEMORY);
            Box::new(Unpacked(reader, "xz"))
        }
    })
}

/// A reader that says what is the matter if its file is damaged.
struct Unpacked<R>(R, &'static str);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => error,
            kind => io::Error::new(
                kind,
                format!("cannot be unpacked ({}); is it whole? {error}", self.1),
            ),
        })
    }
}

enum Recognised {
    /// A format, or a document.
    As(Option<Format>),
    /// It takes up to so many bytes more to tell.
    Needs(usize),
}

fn recognise(start: &[u8]) -> Recognised {
    for (format, signature) in SIGNATURES {
        if format == Format::Bzip2 && start.starts_with(signature) {
            return recognise_bzip2(start);
        }
        if start.starts_with(signature) {
            return Recognised::As(Some(format));
        }
        if signature.starts_with(start) {
            return Recognised::Needs(match start {
                [] => 1,
                start => signature.len() - start.len(),
            });
        }
    }
    Recognised::As(None)
}

/// `BZh` alone could be the prefix of a name.
fn recognise_bzip2(start: &[u8]) -> Recognised {
    let behind = &start[3..];
    match behind.split_first() {
        None => Recognised::Needs(1),
        Some((b'1'..=b'9', rest)) => {
            for magic in [BZIP2_BLOCK, BZIP2_END] {
                if rest.starts_with(magic) {
                    return Recognised::As(Some(Format::Bzip2));
                }
                if magic.starts_with(rest) {
                    return Recognised::Needs(magic.len() - rest.len());
                }
            }
            Recognised::As(None)
        }
        Some(_) => Recognised::As(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// Gives a byte at a time, and counts them.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let (Some(to), Some(byte)) = (buffer.first_mut(), self.0.get(self.1)) else {
                return Ok(0);
            };
            *to = *byte;
            self.1 += 1;
            Ok(1)
        }
    }

    #[test]
    fn what_is_no_compressed_file_is_left_as_it_is() {
        for text in [
            "",
            "B",
            "BZ",
            "BZh",
            "P",
            "P*M",
            "P*M:a <x:p> 1 .",
            "BZh9",
            "BZh:a <x:p> 1 .",
            "BZh91AY:a <x:p> 1 .",
            "(",
            "<x:s>",
            "\u{FEFF}<x:s>",
        ] {
            let mut read = String::new();
            let slow = Slow(text.as_bytes().to_vec(), 0);
            unpacked(slow).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
    }
}
