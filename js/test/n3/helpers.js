// The functions at the end of N3.js's files of tests, by which most tests are written: here, errors have words of their own, and quads and
// texts are compared by what they say.
import { once } from "node:events";
import { Readable } from "node:stream";
import { absolute, assertIsomorphic, assertSaysTheSame, setBase } from "./comparison.js";
import { Parser, Quad, StreamParser, StreamWriter, termFromId, Writer } from "./source.js";

const BASE_IRI = "http://example.org/";

function quadOf(item) {
  if (item instanceof Quad) return item;
  const terms = item.map((term) => {
    if (Array.isArray(term)) return quadOf(term);
    if (typeof term === "object") return term;
    return termFromId(/^$|^["?]|:/.test(term) ? term : BASE_IRI + term);
  });
  return new Quad(...terms);
}

const made = (parser) => (parser.call ? parser() : new Parser({ baseIRI: BASE_IRI }));
const without = (parser, values) => (parser.call ? values : [parser, ...values]);

function read(parser, input, callbacks = {}) {
  const quads = [];
  return new Promise((resolve, reject) => {
    made(parser).parse(input, {
      ...callbacks,
      onQuad: (error, quad) => (error ? reject(error) : quad ? quads.push(quad) : resolve(quads)),
    });
  });
}

/** What a test does: it says when it is done, or is waited for. */
const test = (run) => (done) => (typeof done === "function" ? void run().then(() => done(), done) : run());

/** The functions for N3Parser-test.js. */
export const ofParser = {
  shouldParse: (parser, ...values) => test(async () => {
    const [input, ...expected] = without(parser, values);
    assertIsomorphic(await read(parser, input), expected.map(quadOf));
  }),
  shouldParseWithCommentsEnabled: (...values) => ofParser.shouldParse(...values),
  shouldCallbackComments: () => () => Promise.reject(new Error("there is no callback for comments")),
  shouldNotParse: (parser, ...values) => test(async () => {
    const [input, message] = without(parser, values);
    const quads = await read(parser, input).then((quads) => quads, () => undefined);
    if (quads) throw new Error(`it is read, and not refused: ${message}`);
  }),
  shouldNotParseWithComments: (...values) => ofParser.shouldNotParse(...values),
};

/** Those for N3Writer-test.js. */
export const ofWriter = {
  shouldSerialize: (...quads) => test(async () => {
    const expected = quads.pop();
    const options = Array.isArray(quads[0]) ? undefined : quads.shift();
    const writer = new Writer(options);
    for (const item of quads) writer.addQuad(new Quad(...item.map((it) => (typeof it === "string" ? termFromId(it) : it))));
    let text;
    writer.end((_, result) => (text = result));
    assertSaysTheSame(text, expected);
  }),
};

/** Those for N3StreamParser-test.js. */
export const ofStreamParser = {
  shouldParse: (chunks, length, validate) => test(async () => {
    const quads = await new StreamParser().import(Readable.from(chunks)).toArray();
    if (quads.length !== length) throw new Error(`${quads.length} quads instead of ${length}`);
    validate?.(quads);
  }),
  shouldParseWithCommentsEnabled: (...values) => ofStreamParser.shouldParse(...values),
  shouldNotParse: (chunks) => test(async () => {
    const parser = new StreamParser();
    const failed = once(parser, "error");
    parser.on("end", () => parser.emit("error"));
    parser.import(Readable.from(chunks)).resume();
    const [error] = await failed;
    if (!error) throw new Error("it is read, and not refused");
  }),
  shouldNotParseWithComments: (...values) => ofStreamParser.shouldNotParse(...values),
  shouldEmitPrefixes: (chunks, expected) => test(async () => {
    const [parser, prefixes] = [new StreamParser(), {}];
    parser.on("prefix", (prefix, iri) => (prefixes[prefix] = iri.value));
    await once(parser.import(Readable.from(chunks)).resume(), "end");
    for (const [prefix, { value }] of Object.entries(expected)) {
      if (prefixes[prefix] !== value) throw new Error(`${prefix}: is ${prefixes[prefix]} instead of ${value}`);
    }
  }),
  shouldEmitComments: () => () => Promise.reject(new Error("there is no event for comments")),
  shouldNotEmitCommentsWhenNotEnabled: (chunks) => test(async () => {
    await once(new StreamParser().import(Readable.from(chunks)).resume(), "end");
  }),
};

/** Those for N3StreamWriter-test.js. */
export const ofStreamWriter = {
  shouldSerialize: (...quads) => test(async () => {
    const expected = quads.pop();
    const options = Array.isArray(quads[0]) ? undefined : quads.shift();
    setBase();
    const items = quads.map((item) => new Quad(...item.map((id) => absolute(termFromId(id)))));
    const text = (await new StreamWriter(options).import(Readable.from(items)).toArray()).join("");
    assertSaysTheSame(text, expected);
  }),
  ArrayReader: (items) => Readable.from(items),
};
