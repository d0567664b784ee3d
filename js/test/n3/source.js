// What N3.js's tests import from N3.js: the parsers and writers of this package, by N3.js's ways to call them; terms are N3.js's own.
import N3 from "n3";
import { parse, StreamParser as OurStreamParser, StreamWriter as OurStreamWriter, Writer as OurWriter } from "turtle-peg";
import { absolute, absoluteIri, setBase } from "./comparison.js";
import { guarded } from "./jest.js";

export const { BlankNode, DataFactory, Literal, NamedNode, Quad, termFromId } = N3;
export const xsd = Object.fromEntries(
  ["boolean", "decimal", "double", "integer", "string"].map((name) => [name, `http://www.w3.org/2001/XMLSchema#${name}`]),
);
export default { xsd };

export class Parser {
  static _resetBlankNodePrefix() {}

  constructor(options = {}) {
    // A type that is no string is none; terms are N3.js's, whose classes the tests ask for.
    const format = typeof options.format === "string" ? options.format : undefined;
    this.options = { factory: DataFactory, ...options, format };
  }

  parse(input, callbacks, onPrefix) {
    const prefixes = {};
    const { onQuad = undefined, onPrefix: told = onPrefix } = typeof callbacks === "function" ? { onQuad: callbacks } : (callbacks ?? {});
    const tell = onQuad && guarded(onQuad);
    const options = {
      ...this.options,
      onPrefix: (prefix, iri) => {
        prefixes[prefix] = iri.value;
        told?.(prefix, iri);
      },
    };
    if (typeof input !== "string") {
      const stream = new StreamParser(options);
      stream.on("data", (quad) => tell(null, quad));
      stream.on("error", (error) => tell(error));
      stream.on("end", () => tell(null, null, prefixes));
      stream.import(input);
      return undefined;
    }
    if (!onQuad) return parse(input, options).toArray();
    setImmediate(() => {
      try {
        for (const quad of parse(input, options)) tell(null, quad);
      } catch (error) {
        return tell(error);
      }
      tell(null, null, prefixes);
    });
    return undefined;
  }
}
// The tests put a function there, for labels that they know; blank nodes are compared by what they stand for.
Parser.prototype._factory = {};

export class StreamParser extends OurStreamParser {
  constructor(options = {}) {
    super({ baseIRI: "http://example.org/", ...options });
  }
}

/** N3.js writes IRIs that are relative, which RDF has none of. */
const quadOf = (subject, predicate, object, graph) => {
  if (predicate === undefined) return quadOf(subject.subject, subject.predicate, subject.object, subject.graph);
  return DataFactory.quad(...[subject, predicate, object, graph ?? DataFactory.defaultGraph()].map(absolute));
};

export class Writer {
  constructor(stream, options) {
    // As in N3.js, the stream may be left out.
    const isStream = typeof stream?.write === "function";
    this.stream = isStream ? stream : undefined;
    const { prefixes, baseIRI, format } = (isStream ? options : stream) ?? {};
    // N3.js's tests of bases make all writers first.
    this.baseIRI = baseIRI;
    const pairs = Object.entries(prefixes ?? {}).map(([prefix, iri]) => [prefix, absoluteIri(iri.value ?? iri)]);
    this.writer = new OurWriter({ format, baseIRI, prefixes: pairs });
  }

  addQuad(...values) {
    const done = typeof values.at(-1) === "function" ? values.pop() : undefined;
    this.writer.addQuad(quadOf(...values));
    done?.();
  }

  addQuads(quads) {
    for (const quad of quads) this.addQuad(quad);
  }

  addPrefix(prefix, iri, done) {
    this.writer.addPrefix(prefix, absoluteIri(iri.value ?? iri));
    done?.();
  }

  addPrefixes(prefixes, done) {
    for (const [prefix, iri] of Object.entries(prefixes)) this.addPrefix(prefix, iri);
    done?.();
  }

  quadToString(...values) {
    return this.quadsToString([quadOf(...values)]);
  }

  quadsToString(quads) {
    setBase();
    const writer = new OurWriter({ format: "N-Quads" });
    writer.addQuads(quads.map((quad) => quadOf(quad)));
    return writer.end();
  }

  end(done) {
    setBase(this.baseIRI);
    const text = this.writer.end();
    if (!this.stream) return done && guarded(done)(null, text);
    this.stream.write(text, "utf8", () => {});
    this.stream.end?.(done);
    return undefined;
  }
}

export class StreamWriter extends OurStreamWriter {
  constructor(options) {
    super(options);
  }

  _transform(quad, encoding, done) {
    super._transform(quadOf(quad), encoding, done);
  }
}
