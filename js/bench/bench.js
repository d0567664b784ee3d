// Times turtle-peg against N3.js and oxigraph, in one process, round after round; medians of processor time.
//
//     npm run bench -- FILE [FORMAT [ROUNDS]]       FORMAT is a media type
//
// A file comes from `cargo run --release -p peers -- generate turtle --megabytes 10 -o turtle.ttl`, in the project's folder.
import { readFileSync } from "node:fs";
import N3 from "n3";
import * as oxigraph from "oxigraph";
import { count, parse, serialize } from "turtle-peg";

const [file, format = "text/turtle", rounds = 7] = process.argv.slice(2);
const bytes = readFileSync(file);
const text = bytes.toString();
const quads = parse(text, { format }).toArray();

const tasks = {
  "turtle-peg: an array of quads": () => parse(text, { format }).toArray().length,
  "N3.js: an array of quads": () => new N3.Parser({ format }).parse(text).length,
  "oxigraph: an array of quads": () => oxigraph.parse(text, { format, base_iri: "http://example.org/" }).length,
  "turtle-peg: quad by quad": () => {
    let seen = 0;
    for (const _ of parse(text, { format })) seen++;
    return seen;
  },
  "turtle-peg: quads counted": () => count(bytes, { format }),
  "turtle-peg: N-Triples of quads": () => void serialize(quads, { format: "N-Quads" }),
  "N3.js: N-Triples of quads": () => {
    const writer = new N3.Writer({ format: "N-Quads" });
    writer.addQuads(quads);
    writer.end(() => {});
  },
};

const seconds = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
const found = new Map();
for (let round = 0; round < rounds; round++) {
  for (const [name, task] of Object.entries(tasks)) {
    globalThis.gc();
    const before = process.cpuUsage();
    found.set(name, task());
    const { user, system } = process.cpuUsage(before);
    // The first round is for the compiler.
    if (round > 0) seconds[name].push((user + system) / 1e6);
  }
}

const counts = new Set([...found.values()].filter((number) => number !== undefined));
if (counts.size > 1) throw new Error(`they differ: ${[...found].join("; ")}`);
const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const theirs = median(seconds["N3.js: an array of quads"]);
console.log(`${(bytes.length / 1e6).toFixed(1)} MB, ${[...counts]} quads`);
console.log("| | seconds | N3.js's array takes |\n|---|---|---|");
for (const [name, times] of Object.entries(seconds)) {
  console.log(`| ${name} | ${median(times).toFixed(3)} | ${(theirs / median(times)).toFixed(1)} times as long |`);
}
