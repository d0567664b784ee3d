// Times turtle-peg against N3.js and oxigraph, in one process, round after round: medians of processor time, in one table.
//
//     npm run bench -- FILE [FORMAT [ROUNDS]]       FORMAT is a media type
//
// A file comes from `cargo run --release -p peers -- generate turtle --megabytes 10 -o turtle.ttl`, in the project's folder.
import { readFileSync } from "node:fs";
import N3 from "n3";
import * as oxigraph from "oxigraph";
import { count, parse, serialize } from "turtle-peg";
import { check, convert } from "turtle-peg/tools";

const [file, format = "text/turtle", rounds = 7] = process.argv.slice(2);
const bytes = readFileSync(file);
const text = bytes.toString();
const quads = parse(text, { format }).toArray();

function oneByOne() {
  let seen = 0;
  for (const _ of parse(text, { format })) seen++;
  return seen;
}

function written(quads, format) {
  const writer = new N3.Writer({ format });
  writer.addQuads(quads);
  writer.end(() => {});
}

const n3Array = () => new N3.Parser({ format }).parse(text);
const n3Convert = (to) => written(n3Array(), to);
const oxigraphArray = () => oxigraph.parse(text, { format, base_iri: "http://example.org/" });

/** What each does for a task. N3.js has to parse to count and to check, and to parse and write to convert. */
const tasks = {
  "an array of quads": [() => parse(text, { format }).toArray().length, () => n3Array().length, () => oxigraphArray().length],
  "quad by quad": [oneByOne, "an array of quads", "an array of quads"],
  "quads counted": [() => count(bytes, { format }), "an array of quads", "an array of quads"],
  "a text checked": [() => (check(text, { format }).length === 0 ? quads.length : 0), "an array of quads", "an array of quads"],
  "a text converted to N-Quads": [() => void convert(text, { format, to: "N-Quads" }), () => n3Convert("N-Quads")],
  "a text converted to TriG": [() => void convert(text, { format, to: "TriG" }), () => n3Convert("TriG")],
  "quads written as N-Quads": [() => void serialize(quads, { format: "N-Quads" }), () => written(quads, "N-Quads")],
  "quads written as TriG": [() => void serialize(quads, { format: "TriG" }), () => written(quads, "TriG")],
};
const names = ["turtle-peg", "N3.js", "oxigraph"];

/** Seconds by task and library; a task that is another one for a library is timed once. */
const seconds = new Map();
const found = new Set();
for (let round = 0; round < rounds; round++) {
  for (const [task, ways] of Object.entries(tasks)) {
    for (const [index, way] of ways.entries()) {
      if (typeof way === "string") continue;
      globalThis.gc();
      const before = process.cpuUsage();
      found.add(way());
      const { user, system } = process.cpuUsage(before);
      const key = `${task} ${index}`;
      // The first round is for the compiler.
      if (round > 0) seconds.set(key, [...(seconds.get(key) ?? []), (user + system) / 1e6]);
    }
  }
}
found.delete(undefined);
if (found.size > 1) throw new Error(`they differ: ${[...found].join("; ")}`);

function median(task, index) {
  const way = tasks[task][index];
  if (way === undefined) return undefined;
  if (typeof way === "string") return median(way, index);
  const times = seconds.get(`${task} ${index}`).sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)];
}

console.log(`${(bytes.length / 1e6).toFixed(1)} MB, ${quads.length} quads; seconds of processor time, and as many times as long`);
console.log(`| | ${names.join(" | ")} |\n|---|---|---|---|`);
for (const task of Object.keys(tasks)) {
  const ours = median(task, 0);
  const cells = names.slice(1).map((_, index) => {
    const theirs = median(task, index + 1);
    return theirs === undefined ? "" : `${theirs.toFixed(2)}, ${(theirs / ours).toFixed(1)} ×`;
  });
  console.log(`| ${task} | ${ours.toFixed(3)} | ${cells.join(" | ")} |`);
}
