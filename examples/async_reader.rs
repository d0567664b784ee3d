//! Documents from asynchronous readers into one graph, while another task writes each.
//!
//! `cargo run --example async_reader --features tokio`

use std::error::Error;
use tokio::io::AsyncWriteExt;
use turtle_peg::oxrdf::Graph;
use turtle_peg::{Dialect, Parser};

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    let parser = Parser::new(Dialect::Turtle12);
    let mut graph = Graph::new();
    for (person, city) in [("alice", "Rome"), ("bob", "Oslo")] {
        // In place of a socket, or of a body of HTTP.
        let (mut sender, receiver) = tokio::io::duplex(64);
        let send = tokio::spawn(async move {
            for number in 0..100 {
                let line = format!("<x:{person}> <x:address> [ <x:city> '{city}', {number} ] .\n");
                sender.write_all(line.as_bytes()).await?;
            }
            Ok::<_, std::io::Error>(())
        });
        let mut quads = parser.parse_async_reader(receiver).quads();
        while let Some(quad) = quads.next().await {
            graph.insert(&quad?.into());
        }
        send.await??;
    }
    println!("{} triples", graph.len());
    // An address of one document is none of the other.
    assert_eq!(graph.len(), 600);
    Ok(())
}
