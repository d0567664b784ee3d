import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import { test } from "node:test";
import N3 from "n3";
import { parse, StreamParser, StreamWriter } from "turtle-peg";
import { Transform as LightTransform } from "../dist/modules/transform.web.js";

const document = "PREFIX e: <http://e/> e:s e:p 1, 2 .";

test("a stream into N3.js's store", async () => {
  const store = new N3.Store();
  await once(store.import(Readable.from([document]).pipe(new StreamParser())), "end");
  assert.equal(store.size, 2);
});

test("import, of streams with events and of the web; prefixes", async () => {
  const emitter = new EventEmitter();
  const inputs = [Readable.from([document]), new Blob([document]).stream(), emitter];
  for (const input of inputs) {
    const parser = new StreamParser();
    const prefixes = [];
    const values = [];
    parser.on("prefix", (prefix, iri) => prefixes.push([prefix, iri.value]));
    parser.on("data", (quad) => values.push(quad.object.value));
    const ended = once(parser.import(input), "end");
    if (input === emitter) {
      emitter.emit("data", document);
      emitter.emit("end");
    }
    await ended;
    assert.deepEqual([prefixes, values], [[["e", "http://e/"]], ["1", "2"]]);
  }
});

test("import of quads takes prefixes, and waits", async () => {
  const text = "PREFIX e: <http://e/> e:s e:p 1, 2 .";
  const written = (await new StreamWriter({ format: "Turtle" }).import(Readable.from([text]).pipe(new StreamParser())).toArray()).join("");
  assert.equal(written, "@prefix e: <http://e/> .\n\ne:s e:p 1, 2 .\n");
  const bad = new EventEmitter();
  const writer = new StreamWriter().import(bad);
  const failed = once(writer, "error");
  bad.emit("prefix", "no pe", { termType: "NamedNode", value: "http://e/" });
  assert.match((await failed)[0].message, /no pe/);
});

test("quads before a fault are handed over, however they are taken", async () => {
  const text = `${"<x:s> <x:p> 1 .\n".repeat(100)}<x:s> no:pe 1 .`;
  const piped = () => Readable.from([text]).pipe(new StreamParser());
  let taken = 0;
  const iterate = async () => {
    for await (const _ of piped()) taken++;
  };
  await assert.rejects(iterate, { name: "ParseError" });
  assert.equal(taken, 100);
  const events = [];
  const parser = piped().on("data", () => events.push("data")).on("error", ({ name }) => events.push(name));
  await new Promise((resolve) => parser.on("close", resolve));
  assert.deepEqual([events.length, events.at(-1)], [101, "ParseError"]);
  // Who takes no quads gets to know of a fault before them.
  await assert.rejects(once(Readable.from(["no:pe"]).pipe(new StreamParser()), "end"), { name: "ParseError" });
});

test("import takes a Response, and says what it does not take", async () => {
  assert.equal((await new StreamParser().import(new Response(document)).toArray()).length, 2);
  for (const input of [document, Promise.resolve(document), null]) {
    await assert.rejects(new StreamParser().import(input).toArray(), /a document is a string, bytes, a Blob, a Response, or a stream/);
  }
});

test("an error of the document, and one of its source", async () => {
  const parser = Readable.from(["<x:s> no:pe 1 ."]).pipe(new StreamParser());
  await assert.rejects(once(parser.resume(), "end"), { name: "ParseError" });
  const source = new Readable({ read() {} });
  const broken = new StreamParser().import(source);
  source.destroy(new Error("broken"));
  await assert.rejects(once(broken.resume(), "end"), /broken/);
});

test("quads are written as they come", async () => {
  const text = "<x:s> <x:p> 1, 2 .\n".repeat(10_000);
  const writer = Readable.from(parse(text)).pipe(new StreamWriter({ format: "N-Triples" }));
  const chunks = await writer.toArray();
  assert(chunks.length > 2);
  assert.deepEqual(parse(chunks.join("")).toArray(), parse(text).toArray());
});

test("where Node's streams are not, lighter ones do", async () => {
  class Doubled extends LightTransform {
    _transform(chunk, _encoding, done) {
      if (chunk === "bad") return done(new Error("bad"));
      this.push(chunk);
      this.push(chunk);
      done();
    }
    _flush(done) {
      this.push("last");
      done();
    }
  }
  const stream = new Doubled();
  stream.write("a");
  stream.end();
  assert.equal(stream.read(), "a");
  const values = [];
  stream.on("data", (value) => values.push(value));
  await new Promise((resolve) => stream.once("end", resolve));
  assert.deepEqual(values, ["a", "last"]);
  const held = new Doubled();
  for (let at = 0; at < 7; at++) assert.equal(held.write("a"), true);
  assert.equal(held.write("a"), false);
  const drained = new Promise((resolve) => held.on("drain", resolve));
  held.on("data", () => {});
  await drained;
  assert.equal(held.write("a"), true);
  const late = new Doubled();
  late.write("a");
  assert.equal(late.readableLength, 2);
  late.read();
  assert.equal(late.readableLength, 1);
  const failed = new Doubled();
  const error = new Promise((resolve) => failed.on("error", resolve));
  failed.write("bad");
  assert.match((await error).message, /bad/);
});
