//! Compressed files: unpacked when read, packed when written.
//!
//! Invariants: the first bytes of a file that is read tell how it is compressed, not its name. No document in one of the languages
//! begins with any of them. No more is read ahead than tells them apart from a document, so a person who types does not wait.

#[cfg(target_family = "wasm")]
mod absent;

#[cfg(target_family = "wasm")]
use absent as zstd;
use bzip2::read::MultiBzDecoder;
use bzip2::write::BzEncoder;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

/// How much memory a file may ask for to be unpacked, in KiB; `xz -9` asks for 65 MiB.
const MOST_MEMORY: u32 = 512 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    Gzip,
    Bzip2,
    Zstd,
    Xz,
}

/// The first bytes of files. After `BZh` and a digit is a block, or the end. Output of zstd can begin with a frame
/// that is to be skipped; of the sixteen that there are, programs write the first.
const SIGNATURES: [(Compression, &[u8]); 5] = [
    (Compression::Gzip, b"\x1F\x8B"),
    (Compression::Zstd, b"\x28\xB5\x2F\xFD"),
    (Compression::Zstd, b"\x50\x2A\x4D\x18"),
    (Compression::Xz, b"\xFD7zXZ\0"),
    (Compression::Bzip2, b"BZh"),
];

const BZIP2_BLOCK: &[u8] = b"\x31\x41\x59\x26\x53\x59";
const BZIP2_END: &[u8] = b"\x17\x72\x45\x38\x50\x90";

/// A reader's bytes, unpacked if they are compressed.
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
        Some(Compression::Gzip) => Box::new(Unpacked(Gzip::new(whole), "gzip")),
        Some(Compression::Bzip2) => Box::new(Unpacked(MultiBzDecoder::new(whole), "bzip2")),
        Some(Compression::Zstd) => Box::new(Unpacked(zstd::Decoder::new(whole)?, "zstd")),
        Some(Compression::Xz) => {
            let reader = XzReader::new_mem_limit(whole, true, MOST_MEMORY);
            Box::new(Unpacked(reader, "xz"))
        }
    })
}

/// Whether bytes are compressed.
pub fn is_packed(reader: impl Read) -> io::Result<bool> {
    /// As many as tell.
    const ENOUGH: u64 = 16;
    let mut start = Vec::new();
    reader.take(ENOUGH).read_to_end(&mut start)?;
    Ok(matches!(recognise(&start), Recognised::As(Some(_))))
}

/// The members of a gzip file, one after the other. Zeros may follow them, as tapes and some programs pad files: gzip reads
/// such files, too.
struct Gzip<R> {
    /// None after the last member.
    member: Option<GzDecoder<BufReader<R>>>,
}

impl<R: Read> Gzip<R> {
    fn new(file: R) -> Self {
        Self {
            member: Some(GzDecoder::new(BufReader::new(file))),
        }
    }
}

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if is_padding(member.get_mut())? {
                self.member = None;
            } else {
                let file = self.member.take().map(GzDecoder::into_inner);
                self.member = file.map(GzDecoder::new);
            }
        }
        Ok(0)
    }
}

/// Whether nothing but zeros is left of a file; passes over those that are.
fn is_padding(file: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(true);
        }
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let has_more = zeros < bytes.len();
        file.consume(zeros);
        if has_more {
            return Ok(false);
        }
    }
}

/// A writer that compresses or copies; each format at the level of its own program.
pub enum Packer<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Bzip2(BzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Packer<W> {
    pub fn new(format: Option<Compression>, writer: W) -> io::Result<Self> {
        Ok(match format {
            None => Self::Plain(writer),
            Some(Compression::Gzip) => {
                Self::Gzip(GzEncoder::new(writer, flate2::Compression::default()))
            }
            Some(Compression::Bzip2) => {
                Self::Bzip2(BzEncoder::new(writer, bzip2::Compression::best()))
            }
            Some(Compression::Zstd) => {
                let mut encoder = zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
            Some(Compression::Xz) => {
                let options = XzOptions::with_preset(6);
                Self::Xz(Box::new(XzWriter::new(writer, options)?))
            }
        })
    }

    /// Writes the end, and gives the writer back.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(writer) => Ok(writer),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Bzip2(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
            Self::Xz(encoder) => encoder.finish(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(writer) => writer,
            Self::Gzip(encoder) => encoder,
            Self::Bzip2(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
            Self::Xz(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// A reader whose errors say that the file is damaged, and how.
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
    As(Option<Compression>),
    /// Deciding takes up to this many bytes more.
    Needs(usize),
}

fn recognise(start: &[u8]) -> Recognised {
    for (format, signature) in SIGNATURES {
        if format == Compression::Bzip2 && start.starts_with(signature) {
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
                    return Recognised::As(Some(Compression::Bzip2));
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
