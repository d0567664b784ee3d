/** Quads in, documents out. */
import * as compiled from "#reading";
import type * as RDF from "@rdfjs/types";
import { Instance } from "./errors.js";
import { described, iri, known, optional, prefixPairs, type Prefixes, string } from "./options.js";
import { DataFactory } from "./data.js";
import { TermBatch } from "./terms.js";

export interface WriteOptions {
  /** As for reading; without it, TriG, which is Turtle where all quads are in the default graph. */
  format?: string;
  /** The prefixes that names are made with, which Turtle and TriG have. */
  prefixes?: Prefixes;
  /** What IRIs are written relative to, in Turtle and TriG. */
  baseIRI?: string | URL;
}

const NO_QUADS = "quads come as an array, a store, or something else that can be iterated over, and not as ";

/** How many quads go over at once, and how many characters of their terms. */
const [BATCH, BATCH_TEXT] = [4096, 1 << 20];

/** Quads that a format has no place for. All others were written, and the document can go on. */
export class WriteError extends Error {
  override readonly name = "WriteError";
  /** Each of the quads, and why it was not written. */
  readonly refused: readonly { readonly quad: RDF.Quad; readonly reason: string }[];

  constructor(refused: WriteError["refused"]) {
    super(refused.length === 1 ? refused[0].reason : `${refused[0].reason}; and ${refused.length - 1} more quads cannot be written`);
    this.refused = refused;
  }
}

/** A document that is written quad by quad. Neighbours that share a subject are joined; nothing is reordered. */
export class Writer {
  readonly #writing: compiled.Writing;
  readonly #instance = new Instance(compiled);
  #terms = new TermBatch();
  #rows: number[] = [];
  /** The quads of the rows. */
  #quads: RDF.Quad[] = [];
  #hasEnded = false;

  constructor(options?: WriteOptions) {
    const { format, prefixes, baseIRI }: WriteOptions = known(options);
    if (options && "write" in options) throw new TypeError("a Writer writes to no stream: `take` and `end` give its text; a StreamWriter is piped to one");
    const [name, pairs, base] = [optional("format", format) ?? "", prefixPairs(prefixes), optional("baseIRI", baseIRI) || undefined];
    this.#writing = this.#instance.call(undefined, () => new compiled.Writing(name, pairs, base));
  }

  /** Declares a prefix from here on; N-Triples and N-Quads have none. */
  addPrefix(prefix: string, namespace: string | RDF.NamedNode): void {
    const [name, value] = [string("a prefix", prefix), iri(namespace)];
    this.#send();
    this.#instance.call(undefined, () => this.#writing.declare_prefix(name, value));
  }

  /**
   * Writes a quad, as one or in parts. Says whether there is much text to take.
   *
   * @throws {WriteError} if the format has no place for a quad: this one or one before it, at the latest when text is taken
   */
  addQuad(quad: RDF.Quad): boolean;
  addQuad(subject: RDF.Quad_Subject, predicate: RDF.Quad_Predicate, object: RDF.Quad_Object, graph?: RDF.Quad_Graph): boolean;
  addQuad(first: RDF.Term, predicate?: RDF.Term, object?: RDF.Term, graph?: RDF.Term): boolean {
    if (this.#hasEnded) throw new Error("the document has ended");
    const terms = this.#terms;
    const quad = predicate && object ? quadOf(first, predicate, object, graph) : first;
    if (!isQuad(quad)) throw new TypeError("a quad has a subject, a predicate and an object");
    this.#rows.push(terms.number(quad.subject), terms.number(quad.predicate), terms.number(quad.object), terms.number(quad.graph));
    this.#quads.push(quad);
    const isFull = this.#rows.length >= 4 * BATCH || terms.text.length >= BATCH_TEXT;
    if (isFull) this.#send();
    return isFull;
  }

  /**
   * Writes quads.
   *
   * @throws {WriteError} if the format has no place for some of them, after all others
   */
  addQuads(quads: Iterable<RDF.Quad>): void {
    const refused = [];
    for (const quad of quads) {
      try {
        this.addQuad(quad);
      } catch (error) {
        if (!(error instanceof WriteError)) throw error;
        refused.push(...error.refused);
      }
    }
    if (refused.length > 0) throw new WriteError(refused);
  }

  /** The text since the last time, but for the last statement, which may go on. */
  take(): string {
    this.#send();
    return this.#instance.call(undefined, () => this.#writing.take());
  }

  /**
   * Ends the document: the rest of its text.
   *
   * @throws {WriteError} as `addQuad` does; the document can be ended again
   */
  end(): string;
  end(callback?: unknown): string {
    if (callback !== undefined) throw new TypeError("`end` returns the text, and calls nothing back");
    this.#send();
    this.#hasEnded = true;
    return this.#instance.call(undefined, () => this.#writing.end());
  }

  #send(): void {
    if (this.#hasEnded) throw new Error("the document has ended");
    const [terms, rows, quads] = [this.#terms, this.#rows, this.#quads];
    this.#terms = new TermBatch();
    this.#rows = [];
    this.#quads = [];
    if (rows.length === 0) return;
    const refusals = this.#instance.call(undefined, () =>
      this.#writing.write(Uint32Array.from(terms.words), new TextEncoder().encode(terms.text), Uint32Array.from(rows)),
    );
    const refused = [];
    for (let at = 0; at < refusals.length; at += 2) refused.push({ quad: quads[Number(refusals[at])], reason: refusals[at + 1] });
    if (refused.length > 0) throw new WriteError(refused);
  }
}

function quadOf(subject: RDF.Term, predicate: RDF.Term, object: RDF.Term, graph: RDF.Term | undefined): RDF.Quad {
  return DataFactory.quad(subject as RDF.Quad_Subject, predicate as RDF.Quad_Predicate, object as RDF.Quad_Object, graph as RDF.Quad_Graph);
}

/** Objects with the parts of a quad are one, whatever library they are of. */
function isQuad(value: unknown): value is RDF.Quad {
  return typeof value === "object" && value !== null && "subject" in value && "predicate" in value && "object" in value;
}

/** The document of these quads. Of quads that are to come, by `await`. */
export function serialize(quads: Iterable<RDF.Quad>, options?: WriteOptions): string;
export function serialize(quads: AsyncIterable<RDF.Quad>, options?: WriteOptions): Promise<string>;
export function serialize(quads: Iterable<RDF.Quad> | AsyncIterable<RDF.Quad>, options?: WriteOptions): string | Promise<string>;
export function serialize(
  quads: Iterable<RDF.Quad> | AsyncIterable<RDF.Quad>,
  options?: WriteOptions,
): string | Promise<string> {
  const writer = new Writer(options);
  if (typeof quads !== "object" || quads === null) throw new TypeError(NO_QUADS + described(quads));
  if (Symbol.asyncIterator in quads) return serializeArriving(writer, quads);
  if (!(Symbol.iterator in quads)) throw new TypeError(NO_QUADS + ("then" in quads ? "a promise of them" : described(quads)));
  writer.addQuads(quads);
  return writer.end();
}

async function serializeArriving(writer: Writer, quads: AsyncIterable<RDF.Quad>): Promise<string> {
  for await (const quad of quads) writer.addQuad(quad);
  return writer.end();
}
