import assert from "node:assert/strict";
import { createReadStream, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import * as compiled from "#reading";
import * as compiledTools from "#tools";
import N3 from "n3";
import { count, DataFactory, parse, ParseError, Writer } from "turtle-peg";
import { guarded } from "../dist/errors.js";
import { initSync } from "../dist/wasm/reading.js";

const { namedNode, blankNode, literal, quad } = DataFactory;
const document = `PREFIX e: <http://e/>
e:s e:p 1, "é😀"@en-US, "x"@ar--rtl, <<( e:a e:b [] )>>, _:x .
e:g { e:s e:p "plain" }`;
const quads = [
  quad(namedNode("http://e/s"), namedNode("http://e/p"), literal("1", namedNode("http://www.w3.org/2001/XMLSchema#integer"))),
  quad(namedNode("http://e/s"), namedNode("http://e/p"), literal("é😀", "en-us")),
  quad(namedNode("http://e/s"), namedNode("http://e/p"), literal("x", { language: "ar", direction: "rtl" })),
  quad(
    namedNode("http://e/s"),
    namedNode("http://e/p"),
    quad(namedNode("http://e/a"), namedNode("http://e/b"), blankNode("d-anon1")),
  ),
  quad(namedNode("http://e/s"), namedNode("http://e/p"), blankNode("d-x")),
  quad(namedNode("http://e/s"), namedNode("http://e/p"), literal("plain"), namedNode("http://e/g")),
];
const options = { blankNodePrefix: "d-" };
const bytes = new TextEncoder().encode(document);

/** Pieces of a document that are cut everywhere, characters as well. */
const cut = (whole, size) => Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, (at + 1) * size));

async function* later(chunks) {
  for (const chunk of chunks) {
    await new Promise(setImmediate);
    yield chunk;
  }
}

const here = {
  "a string": () => document,
  bytes: () => bytes,
  "an ArrayBuffer": () => bytes.buffer,
  "a Buffer": () => Buffer.from(document),
  "pieces of a string": () => cut(document, 1),
  "pieces of bytes": () => cut(bytes, 1),
};
for (const [name, input] of Object.entries(here)) {
  test(`of ${name}, quads come at once`, () => {
    assert.deepEqual([...parse(input(), options)], quads);
    assert.deepEqual(parse(input(), options).toArray(), quads);
    assert.equal(count(input()), quads.length);
  });
}

const arriving = {
  "a Blob": () => new Blob([document]),
  "a Response": () => new Response(document),
  "a promise": async () => new Response(document),
  "a promise of a string": async () => document,
  "a stream of the web": () => new Blob([document]).stream(),
  "a stream of Node": () => Readable.from(cut(bytes, 3)),
  "a stream of strings": () => Readable.from(cut(document, 1)),
  chunks: () => later(cut(document, 5)),
};
for (const [name, input] of Object.entries(arriving)) {
  test(`of ${name}, quads come later`, async () => {
    const found = [];
    for await (const one of parse(input(), options)) found.push(one);
    assert.deepEqual(found, quads);
    assert.equal(await count(input()), quads.length);
  });
}

test("terms are equal as RDF/JS says, to those of others, too", () => {
  const other = new N3.Parser({ blankNodePrefix: "d-" }).parse(document.replace("[]", "_:anon1"));
  parse(document, options)
    .toArray()
    .forEach((one, at) => {
      assert(one.equals(other[at]), JSON.stringify([one, other[at]]));
      assert(other[at].equals(one));
      assert(!one.equals(quads[(at + 1) % quads.length]));
      assert(!one.equals(null));
    });
});

test("quads of a factory of one's own", () => {
  const [first] = parse(document, { factory: N3.DataFactory });
  assert(first instanceof N3.Quad);
});

test("labels differ from document to document, if no prefix is given", () => {
  const labels = ["_:x <x:p> 1 .", "_:x <x:p> 1 ."].map((text) => parse(text).next().value.subject.value);
  assert.notEqual(...labels);
  assert.match(labels[0], /^t\w+b\d+_x$/);
  assert.equal(parse("_:x <x:p> 1 .", { blankNodePrefix: "_:y" }).next().value.subject.value, "yx");
});

test("formats: names, media types, dialects; what a Response says", async () => {
  for (const format of ["Turtle", "text/turtle", "text/turtle; charset=utf-8", "turtle-1.1"]) {
    assert.throws(() => parse(document, { format }).toArray(), ParseError);
  }
  for (const format of ["TriG", "application/trig", "trig-1.2", "TriG*"]) assert.equal(count(document, { format }), 6);
  for (const format of ["N-Quads", "application/n-quads", "nq"]) {
    assert.equal(count("<x:s> <x:p> <x:o> <x:g> .", { format }), 1);
  }
  assert.throws(() => parse("", { format: "text/n3" }), /`text\/n3` is not known/);
  const response = (type) => new Response("<x:s> <x:p> <x:o> <x:g> .", { headers: { "content-type": type } });
  assert.equal(await count(response("application/n-quads")), 1);
  await assert.rejects(count(response("text/plain")), ParseError);
});

test("relative IRIs, and prefixes as they are declared", () => {
  const prefixes = {};
  const [{ subject }] = parse("PREFIX e: <http://e/> <a> e:p 1 .", {
    baseIRI: "http://b/",
    onPrefix: (prefix, iri) => (prefixes[prefix] = iri.value),
  });
  assert.equal(subject.value, "http://b/a");
  assert.deepEqual(prefixes, { e: "http://e/" });
  assert.throws(() => parse("<a> <x:p> 1 .").toArray(), ParseError);
});

test("a fault has its place: in a string in UTF-16, in bytes in bytes", () => {
  const text = "<x:s> <x:p> 1 .\r\n<x:s> <x:p> '😀', no:pe .";
  const fault = (input) => {
    try {
      parse(input).toArray();
    } catch (error) {
      assert(error instanceof ParseError && error instanceof SyntaxError);
      const { title, line, column, start, end } = error;
      return { title, line, column, start, end };
    }
  };
  const title = "the prefix `no:` is not declared";
  const offset = text.indexOf("no:pe");
  assert.deepEqual(fault(text), { title, line: 2, column: 19, start: offset, end: offset + 5 });
  assert.deepEqual(fault(Buffer.from(text)), { title, line: 2, column: 19, start: offset + 2, end: offset + 7 });
});

test("what comes before a fault is handed over, and of its statement nothing", () => {
  const found = [];
  assert.throws(() => {
    for (const one of parse("<x:s> <x:p> 1 . <x:s> <x:p> 2, no:pe .")) found.push(one.object.value);
  }, ParseError);
  assert.deepEqual(found, ["1"]);
});

test("quads come with their line, and before a failure of what brings it", async () => {
  let sent = 0;
  async function* lines() {
    for (; sent < 3; sent++) yield `<x:s> <x:p> ${sent} .\n`;
    throw new Error("broken");
  }
  const found = [];
  const reading = async () => {
    for await (const { object } of parse(lines())) found.push([object.value, sent]);
  };
  await assert.rejects(reading, /broken/);
  assert.deepEqual(found, [["0", 0], ["1", 1], ["2", 2]]);
});

test("an array of what is to come", async () => {
  assert.deepEqual(await parse(new Response(document), options).toArray(), quads);
  const begun = parse(new Response(document), options);
  await begun.next();
  assert.deepEqual(await begun.toArray(), quads.slice(1));
  await assert.rejects(parse(new Response("<x:s> <x:p> .")).toArray(), ParseError);
});

test("after a signal, no more quads come", async () => {
  const controller = new AbortController();
  const quads = parse(new Response("<x:s> <x:p> 1, 2, 3 ."), { signal: controller.signal });
  await quads.next();
  controller.abort();
  await assert.rejects(quads.next(), { name: "AbortError" });
});

test("an answer of another library than the platform's fetch", async () => {
  const { body, headers } = new Response("<s> <x:p> <x:o> .", { headers: { "content-type": "application/n-quads; charset=utf-8" } });
  const answer = { body, headers, ok: true, status: 200, statusText: "OK", url: "http://e/" };
  await assert.rejects(parse(answer).toArray(), /relative/);
  await assert.rejects(count({ ...answer, ok: false, status: 404, statusText: "Not Found" }), /http:\/\/e\/ answered 404 Not Found/);
});

test("reading can be given up, and is by a signal", async () => {
  let isOpen = true;
  async function* endless() {
    try {
      for (;;) yield "<x:s> <x:p> 1 .\n".repeat(1000);
    } finally {
      isOpen = false;
    }
  }
  for await (const _ of parse(endless())) break;
  assert(!isOpen);
  for (const input of [endless(), new ReadableStream()]) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await assert.rejects(count(input, { signal: controller.signal }), /enough/);
  }
});

test("others get their turn while a document is read", async () => {
  const input = new Blob(["<x:s> <x:p> 1, 2, 3, 4, 5, 6, 7, 8 .\n".repeat(100_000)]);
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  assert.equal(await count(input), 800_000);
  let quads = 0;
  for await (const _ of parse(input)) quads++;
  clearInterval(timer);
  assert.equal(quads, 800_000);
  assert(turns > 5, `${turns} turns`);
});

const memory = () => initSync().memory.buffer.byteLength;

test("10,000 documents take no more memory than the first", () => {
  const some = () => {
    assert.equal(parse(document).toArray().length, 6);
    parse(document).next();
    assert.throws(() => parse("<x:s> <x:p> no:pe .").toArray(), ParseError);
    [...parse(document)].length;
    for (const _ of parse(document)) break;
  };
  for (let round = 0; round < 100; round++) some();
  globalThis.gc?.();
  const before = memory();
  for (let round = 0; round < 2_000; round++) some();
  assert(memory() - before < 2_000_000, `${memory() - before} bytes`);
});

test("memory follows a statement, not the document", async () => {
  const before = memory();
  const file = join(tmpdir(), `turtle-peg-${process.pid}.nt`);
  writeFileSync(file, Array.from({ length: 300_000 }, (_, at) => `<http://e/${at}> <http://e/p> "${at}" .\n`).join(""));
  assert.equal(await count(createReadStream(file)), 300_000);
  let quads = 0;
  for await (const _ of parse(createReadStream(file))) quads++;
  assert.equal(quads, 300_000);
  assert(memory() - before < 8_000_000, `${memory() - before} bytes`);
});

test("after a mistake of ours, other documents are read", () => {
  const begun = parse("<x:s> <x:p> 1 . ".repeat(100_000));
  begun.next();
  const writer = new Writer();
  // What a panic is to the caller.
  const panic = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  assert.throws(() => guarded(compiled, undefined, panic), /mistake/);
  assert.equal(count(document), 6);
  for (const lost of [() => [...begun], () => writer.end()]) assert.throws(lost, /lost: begin this document again/);
  assert.equal(count(document), 6);
  assert.equal(new Writer().end(), "");
  // The other module has an instance of its own.
  const going = parse(document);
  going.next();
  assert.throws(() => guarded(compiledTools, undefined, panic), /mistake/);
  assert.equal([...going].length, 5);
});
