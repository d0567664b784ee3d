// turtle-peg, compiled for wasm32-wasip1, run by Node in a folder of its own: what works, and what says that it does not.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, beforeEach, test } from "node:test";
import { WASI } from "node:wasi";

const file = process.env.TURTLE_PEG_WASM ?? new URL("../../../../target/wasm32-wasip1/module/turtle-peg.wasm", import.meta.url);
const folder = mkdtempSync(`${tmpdir()}/turtle-peg-`);
const path = (name) => `${folder}/${name}`;
let module;

before(async () => {
  module = await WebAssembly.compile(readFileSync(file));
});
after(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  writeFileSync(path("data.ttl"), 'PREFIX : <http://example.org/>\n:s :p 1 ;\n :q "x" .\n');
  writeFileSync(path("broken.ttl"), "PREFIX : <http://example.org/>\n:s :p 1\n:t :q 2 .\n");
});

/** The exit status, and what was printed. */
async function run(...words) {
  const [stdin, stdout, stderr] = [openSync("/dev/null"), openSync(path(".output"), "w"), openSync(path(".errors"), "w")];
  const wasi = new WASI({ version: "preview1", args: ["turtle-peg", ...words], env: {}, preopens: { "/": folder }, stdin, stdout, stderr });
  const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
  const status = wasi.start(instance);
  for (const stream of [stdin, stdout, stderr]) closeSync(stream);
  return { status, output: readFileSync(path(".output"), "utf8"), errors: readFileSync(path(".errors"), "utf8") };
}

test("check", async () => {
  assert.equal((await run("check", "data.ttl")).status, 0);
  const broken = await run("check", "broken.ttl");
  assert.equal(broken.status, 1);
  assert.match(broken.errors, /^broken\.ttl:\d+:\d+: error: /);
});

test("parse", async () => {
  const { status, output } = await run("parse", "data.ttl");
  assert.equal(status, 0);
  assert.equal(output, '<http://example.org/s> <http://example.org/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .\n<http://example.org/s> <http://example.org/q> "x" .\n');
});

test("files are written whole, compressed ones too", async () => {
  assert.deepEqual(await run("parse", "-o", "data.nt.gz", "data.ttl"), { status: 0, output: "", errors: "" });
  assert.equal((await run("parse", "--count", "data.nt.gz")).output, "2\n");
  const same = await run("parse", "-o", "data.ttl", "data.ttl");
  assert.notEqual(same.status, 0);
  assert.match(same.errors, /read/);
});

test("format, in place", async () => {
  assert.equal((await run("format", "data.ttl")).status, 0);
  assert.match(readFileSync(path("data.ttl"), "utf8"), /^:s :p 1 ;\n {4}:q "x" \.$/m);
});

test("fix, in place", async () => {
  assert.equal((await run("fix", "broken.ttl")).status, 0);
  assert.equal((await run("check", "broken.ttl")).status, 0);
});

test("explain and stats", async () => {
  assert.match((await run("explain", "data.ttl:2:7")).output, /XMLSchema#integer|xsd:integer/);
  assert.equal(JSON.parse((await run("stats", "--format", "json", "data.ttl")).output).triples, 2);
});

test("what is not there says so", async () => {
  writeFileSync(path("packed.ttl"), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]));
  assert.match((await run("check", "packed.ttl")).errors, /zstd is not in this build/);
  writeFileSync(path("deep.ttl"), `<x:s> <x:p> ${"(".repeat(500)}${")".repeat(500)} .`);
  const deep = await run("check", "deep.ttl");
  assert.equal(deep.status, 1);
  assert.match(deep.errors, /64 levels/);
});
