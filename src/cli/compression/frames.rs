//! What zstd compressed: RFC 8878, section 3, lets a file have several frames in a row, and some that hold nothing to read.
//!
//! A decoder keeps the last window of a frame, some megabytes, until it has the next or the end. So what a frame holds comes with
//! that delay where it arrives slowly; and of a file that is cut short, the last window is not read.
//!
//! Invariant: between two reads the source is at the end of a frame's block, or at the end of a frame.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Read};

pub struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: Read> Frames<R> {
    pub fn new(source: R) -> Self {
        Frames {
            source: BufReader::new(source),
            decoder: FrameDecoder::new(),
            is_in_frame: false,
        }
    }

    /// Begins the next frame; false at the end of the source.
    fn next_frame(&mut self) -> io::Result<bool> {
        use FrameDecoderError::ReadFrameHeaderError as Header;
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(Header(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = self.source.by_ref().take(length.into());
                    if io::copy(&mut { skipped }, &mut io::sink())? < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// The decoder computes the checksum of what it gave, and leaves it to us to compare it with the frame's.
    fn compare_checksums(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(checksum) if Some(checksum) != self.decoder.get_calculated_checksum() => Err(
                io::Error::new(io::ErrorKind::InvalidData, "its checksum differs"),
            ),
            _ => Ok(()),
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.is_in_frame {
                self.is_in_frame = self.next_frame()?;
                if !self.is_in_frame {
                    break;
                }
            }
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            if self.decoder.is_finished() {
                self.compare_checksums()?;
                self.is_in_frame = false;
            } else {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.source, one);
                decoded.map_err(io::Error::other)?;
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    const TRIPLE: &str = "<x:s> <x:p> <x:o> .\n";

    /// Twenty triples, by `zstd -19 --check`: a sequence that repeats what came before, and a checksum.
    const FRAME: &[u8] = b"\x28\xB5\x2F\xFD\x04\x68\xDD\x00\x00\xA0<x:s> <x:p> <x:o> .\n\x01\x00\xF2\x4E\x9D\x4C\xCF\x17\xC4\xA9";

    /// Section 3.1.2: four bytes, half of one of them free, the length, and as many bytes.
    const SKIPPABLE: &[u8] = b"\x53\x2A\x4D\x18\x03\x00\x00\x00abc";

    fn read(parts: &[&[u8]]) -> io::Result<String> {
        let mut text = String::new();
        Frames::new(parts.concat().as_slice()).read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn frames_in_a_row_are_one_text() -> io::Result<()> {
        assert_eq!(read(&[])?, "");
        assert_eq!(read(&[FRAME])?, TRIPLE.repeat(20));
        let parts = [FRAME, SKIPPABLE, SKIPPABLE, FRAME, SKIPPABLE];
        assert_eq!(read(&parts)?, TRIPLE.repeat(40));
        Ok(())
    }

    #[test]
    fn what_is_damaged_is_an_error() {
        for frame in [FRAME, SKIPPABLE] {
            for length in 1..frame.len() {
                read(&[FRAME, &frame[..length]]).expect_err("a frame that is cut short");
            }
        }
        read(&[FRAME, b"text"]).expect_err("what is no frame");
        // What is changed is found, or makes no difference, as a larger window does.
        for at in 0..FRAME.len() {
            let mut frame = FRAME.to_vec();
            frame[at] ^= 1;
            if let Ok(text) = read(&[&frame]) {
                assert_eq!(text, TRIPLE.repeat(20), "byte {at}");
            }
        }
    }
}
