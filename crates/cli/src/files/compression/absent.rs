//! zstd, where it is not compiled in: it is C, and WebAssembly has no compiler for that here. Its names, and an error for who asks
//! for it.

use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

pub const DEFAULT_COMPRESSION_LEVEL: i32 = 0;

pub struct Decoder<R>(Infallible, PhantomData<R>);

impl<R> Decoder<R> {
    pub fn new(_: R) -> io::Result<Self> {
        Err(absent())
    }
}

impl<R> Read for Decoder<R> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match self.0 {}
    }
}

pub struct Encoder<'d, W>(Infallible, PhantomData<(&'d (), W)>);

impl<W> Encoder<'_, W> {
    pub fn new(_: W, _: i32) -> io::Result<Self> {
        Err(absent())
    }

    pub fn include_checksum(&mut self, _: bool) -> io::Result<()> {
        match self.0 {}
    }

    pub fn finish(self) -> io::Result<W> {
        match self.0 {}
    }
}

impl<W> Write for Encoder<'_, W> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0 {}
    }
}

fn absent() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "zstd is not in this build")
}
