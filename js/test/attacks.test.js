// Inputs that once gave wrong quads, or took too much.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Readable } from "node:stream";
import { test } from "node:test";
import { DataFactory, parse, ParseError, serialize, StreamParser, WriteError, Writer } from "turtle-peg";
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

test("what N3.js takes and this package does not is refused, and not passed over", () => {
  const writer = new Writer();
  assert.throws(() => writer.end(() => {}), /calls nothing back/);
  assert.equal(writer.end(), "");
  assert.throws(() => new Writer(process.stdout, { format: "Turtle" }), /StreamWriter/);
  for (const call of [() => parse("", "text/turtle"), () => new StreamParser("Turtle"), () => serialize([], "Turtle"), () => tools.check("", "Turtle")]) {
    assert.throws(call, /options are an object/);
  }
  assert.equal(parse("<a:a> <a:b> 1 .", null).toArray().length, 1);
  assert.throws(() => literal(5), /the value of a literal is a string, and not 5/);
});

test("what is no quad is told from one that has no type", () => {
  const { subject, predicate, object } = lines(["1"])[0];
  assert.equal(serialize([{ subject, predicate, object }], { format: "N-Triples" }), write(["1"]));
  for (const bad of [null, 5, subject, []]) assert.throws(() => new Writer().addQuad(bad), /a quad has a subject/);
  assert.throws(() => new Writer().addQuad("a:a", "a:b", "a:c"), /a term has a termType/);
  for (const bad of [null, undefined, "<a:a>", lines(["1"])[0]]) assert.throws(() => serialize(bad), /quads come as an array/);
  assert.throws(() => serialize(Promise.resolve([])), /a promise/);
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

test("a quad that is refused takes no others with it, and is named", () => {
  const [good, iri] = [lines(["1", "2"]), namedNode("a:a")];
  const bad = [quad(iri, literal("x"), iri), quad(iri, iri, quad(literal("x"), iri, iri)), quad(namedNode("a:b c"), iri, iri), quad(iri, iri, iri, iri)];
  const writer = new Writer({ format: "N-Triples" });
  writer.addQuads([good[0], ...bad, good[1]]);
  assert.throws(
    () => writer.end(),
    (error) => error instanceof WriteError && error.refused.every(({ quad }, at) => quad === bad[at]) && error.refused.length === 4 && /and 3 more/.test(error.message),
  );
  assert.equal(writer.end(), write(["1", "2"]));
  const many = lines(Array.from({ length: 10_000 }, (_, at) => String(at)));
  const other = new Writer({ format: "N-Triples" });
  assert.throws(() => other.addQuads([bad[0], ...many]), WriteError);
  assert.equal(other.end(), serialize(many, { format: "N-Triples" }));
});

test("triple terms are written as deep as they are read", () => {
  const nested = (levels) => (levels === 0 ? namedNode("a:o") : quad(namedNode("a:s"), namedNode("a:p"), nested(levels - 1)));
  const text = (levels) => serialize([nested(levels + 1)], { format: "N-Triples" });
  assert.equal(parse(text(64), { format: "N-Triples" }).toArray().length, 1);
  assert.throws(() => text(65), /64 levels/);
  const deeper = text(64).replace("<a:o>", "<<( <a:s> <a:p> <a:o> )>>");
  assert.throws(() => parse(deeper, { format: "N-Triples" }).toArray(), ParseError);
});

test("a triple term that is in a graph is refused", () => {
  const inGraph = quad(namedNode("a:a"), namedNode("a:b"), namedNode("a:c"), namedNode("a:g"));
  assert.throws(() => serialize([quad(namedNode("a:a"), namedNode("a:b"), inGraph)]), /no graph/);
});

test("a document that has ended is told", () => {
  const writer = new Writer();
  assert.equal(writer.end(), "");
  for (const call of [() => writer.addQuad(lines(["1"])[0]), () => writer.take(), () => writer.end()]) assert.throws(call, /has ended/);
});

test("directions and prefixes that are none are refused", () => {
  const foo = { language: "en", direction: "foo" };
  assert.throws(() => literal("x", foo), /direction/);
  const term = { ...literal("x", "en"), termType: "Literal", value: "x", language: "en", direction: "foo", datatype: namedNode("a:a") };
  assert.throws(() => serialize([quad(namedNode("a:a"), namedNode("a:b"), term)]), /direction/);
  assert.throws(() => serialize([], { prefixes: { ex: 5 } }), /namespace/);
  assert.throws(() => serialize([], { prefixes: "ex" }), /prefixes/);
  assert.throws(() => parse("", { prefixes: new Map([[5, "a:"]]) }), /prefix/);
});

test("prefixes may be a Map, for reading and for writing", () => {
  const prefixes = new Map([["ex", "http://e/"], ["t", namedNode("http://t/")]]);
  const quads = parse("ex:a ex:b t:c .", { prefixes }).toArray();
  assert.equal(serialize(quads, { prefixes, format: "Turtle" }), "@prefix ex: <http://e/> .\n@prefix t: <http://t/> .\n\nex:a ex:b t:c .\n");
});

test("what is out of range is refused, and not cut", () => {
  for (const style of [{ indent: 300 }, { indent: -1 }, { indent: 1.5 }, { width: 0 }, { width: Infinity }, { width: "80" }]) {
    assert.throws(() => tools.format("<a:a> <a:b> <a:c> .", style), RangeError);
  }
});

test("a document with half of a character is no document", () => {
  const text = "<a:a> <a:b>\r\n '\ud83d' .";
  for (const call of [tools.check, tools.fix, tools.format, tools.tokens]) {
    assert.throws(() => call(text), (error) => error instanceof ParseError && error.line === 2 && error.column === 3 && error.start === 15 && error.end === 16);
  }
});

test("a prefix that is not declared does not keep a document from being laid out", () => {
  assert.equal(tools.format("ex:a   ex:b 1."), "ex:a ex:b 1 .\n");
  assert.equal(tools.check("ex:a ex:b 1 .").length > 0, true);
});

test("a stream of the web waits until its quads are taken", async () => {
  let chunks = 0;
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(`<a:a> <a:b> ${chunks++} .\n`.repeat(1000)) });
  const parser = new StreamParser().import(endless);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(chunks < 50, `${chunks} chunks`);
  const before = chunks;
  for (let taken = 0; taken < 100_000; ) if (parser.read()) taken++;
  else await once(parser, "readable");
  assert.ok(chunks > before);
  parser.destroy();
});
