// Inputs that once gave wrong quads, or took too much.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { DataFactory, parse, serialize, StreamParser, Writer } from "turtle-peg";
import * as tools from "turtle-peg/tools";

const { namedNode, literal, quad } = DataFactory;
const lines = (values) => values.map((value) => quad(namedNode("a:a"), namedNode("a:b"), literal(value)));
const write = (values) => serialize(lines(values), { format: "N-Triples" });

test("a value that is no string is refused, and moves no other text", () => {
  assert.throws(() => write([42, "hello"]), TypeError);
});

test("halves of characters in two terms do not become one", () => {
  assert.equal(write(["x\ud83d", "\ude00y", "hello"]), ["x\uFFFD", "\uFFFDy", "hello"].map((it) => `<a:a> <a:b> "${it}" .\n`).join(""));
});

test("halves of characters in two chunks become one", async () => {
  const chunks = ['<a:a> <a:b> "\ud83d', '\ude00" .'];
  const [{ object }] = await Readable.from(chunks).pipe(new StreamParser()).toArray();
  assert.equal(object.value, "\u{1F600}");
});

test("options of other types are refused or understood, and others go on reading", () => {
  const others = parse("<a:a> <a:b> 1, 2 .");
  others.next();
  assert.throws(() => parse("", { format: 5 }), /format is to be a string/);
  assert.throws(() => parse(null), /a document is a string/);
  assert.throws(() => tools.check(undefined), /a document is to be a string/);
  assert.throws(() => tools.convert("", { to: undefined }), /to is to be a string/);
  assert.throws(() => tools.check({}), /a document is to be a string/);
  assert.equal(parse("<a> <b> <c> .", { baseIRI: new URL("http://e/") }).next().value.subject.value, "http://e/a");
  assert.equal(others.next().value.object.value, "2");
});

test("names of a long namespace take the memory of some", () => {
  const text = `@prefix p: <http://e/${"x".repeat(60000)}> .\n` + Array.from({ length: 1000 }, (_, at) => `p:a${at} p:b${at} p:c${at} .`).join("\n");
  let quads = 0;
  for (const _ of parse(text)) quads++;
  assert.equal(quads, 1000);
  const { rss } = process.memoryUsage();
  assert.ok(rss < 600e6, `${rss} bytes`);
});

test("large literals are written in pieces", () => {
  const writer = new Writer({ format: "N-Triples" });
  let length = 0;
  for (const it of lines(Array.from({ length: 20 }, () => "x".repeat(300_000)))) {
    if (writer.addQuad(it)) length += writer.take().length;
  }
  assert.ok(length > 5e6);
  writer.end();
});

test("a promise ends with its signal", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  const endless = parse(new Promise(() => {}), { signal: controller.signal });
  await assert.rejects(() => endless.next(), { name: "AbortError" });
});
