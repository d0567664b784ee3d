//! A document from an asynchronous reader, while another task writes it.
//!
//! `cargo run --example async_reader --features tokio`

use std::error::Error;
use tokio::io::AsyncWriteExt;
use turtle_peg::{Dialect, Parser};

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    // In place of a socket, or of a body of HTTP.
    let (mut sender, receiver) = tokio::io::duplex(64);
    let send = tokio::spawn(async move {
        for number in 0..100 {
            let line = format!("<x:s> <x:p> {number} .\n");
            sender.write_all(line.as_bytes()).await?;
        }
        Ok::<_, std::io::Error>(())
    });
    let mut quads = Parser::new(Dialect::Turtle12)
        .parse_async_reader(receiver)
        .quads();
    let mut count = 0;
    while let Some(quad) = quads.next().await {
        quad?;
        count += 1;
    }
    send.await??;
    println!("{count} triples");
    assert_eq!(count, 100);
    Ok(())
}
