/** Quads in, documents out. */
import * as compiled from "#reading";
import type * as RDF from "@rdfjs/types";
import { guarded, optional } from "./errors.js";
import { TermBatch } from "./terms.js";

export interface WriteOptions {
  /** As for reading; without it, TriG, which is Turtle where all quads are in the default graph. */
  format?: string;
  /** The prefixes that names are made with, which Turtle and TriG have. */
  prefixes?: Record<string, string | RDF.NamedNode>;
  /** What IRIs are written relative to, in Turtle and TriG. */
  baseIRI?: string | URL;
}

/** How many quads go over at once, and how many characters of their terms. */
const [BATCH, BATCH_TEXT] = [4096, 1 << 20];

/** A document that is written quad by quad. Neighbours that share a subject are joined; nothing is reordered. */
export class Writer {
  readonly #writing: compiled.Writing;
  #terms = new TermBatch();
  #rows: number[] = [];

  constructor({ format, prefixes = {}, baseIRI }: WriteOptions = {}) {
    const pairs = Object.entries(prefixes).flatMap(([prefix, iri]) => [prefix, typeof iri === "string" ? iri : String(iri.value)]);
    this.#writing = guarded(compiled, undefined, () => new compiled.Writing(optional("format", format) ?? "", pairs, optional("baseIRI", baseIRI) || undefined));
  }

  /**
   * Writes a quad, as one or in parts. One that the format has no place for is an error, at the latest when text is taken.
   * Says whether there is much text to take.
   */
  addQuad(quad: RDF.Quad): boolean;
  addQuad(subject: RDF.Quad_Subject, predicate: RDF.Quad_Predicate, object: RDF.Quad_Object, graph?: RDF.Quad_Graph): boolean;
  addQuad(first: RDF.Term, predicate?: RDF.Term, object?: RDF.Term, graph?: RDF.Term): boolean {
    const terms = this.#terms;
    if (predicate && object) this.#rows.push(terms.number(first), terms.number(predicate), terms.number(object), terms.number(graph));
    else if (first.termType === "Quad") {
      this.#rows.push(
        terms.number(first.subject),
        terms.number(first.predicate),
        terms.number(first.object),
        terms.number(first.graph),
      );
    } else throw new TypeError("a quad has a subject, a predicate and an object");
    const isFull = this.#rows.length >= 4 * BATCH || terms.text.length >= BATCH_TEXT;
    if (isFull) this.#send();
    return isFull;
  }

  /** Writes quads. */
  addQuads(quads: Iterable<RDF.Quad>): void {
    for (const quad of quads) this.addQuad(quad);
  }

  /** The text since the last time, but for the last statement, which may go on. */
  take(): string {
    this.#send();
    return guarded(compiled, undefined, () => this.#writing.take());
  }

  /** Ends the document: the rest of its text. */
  end(): string {
    this.#send();
    return guarded(compiled, undefined, () => this.#writing.end());
  }

  #send(): void {
    const [terms, rows] = [this.#terms, this.#rows];
    this.#terms = new TermBatch();
    this.#rows = [];
    if (rows.length === 0) return;
    guarded(compiled, undefined, () =>
      this.#writing.write(Uint32Array.from(terms.words), new TextEncoder().encode(terms.text), Uint32Array.from(rows)),
    );
  }
}

/** The document of these quads. Of quads that are to come, by `await`. */
export function serialize(quads: Iterable<RDF.Quad>, options?: WriteOptions): string;
export function serialize(quads: AsyncIterable<RDF.Quad>, options?: WriteOptions): Promise<string>;
export function serialize(
  quads: Iterable<RDF.Quad> | AsyncIterable<RDF.Quad>,
  options: WriteOptions = {},
): string | Promise<string> {
  const writer = new Writer(options);
  if (Symbol.asyncIterator in quads) return serializeArriving(writer, quads);
  writer.addQuads(quads);
  return writer.end();
}

async function serializeArriving(writer: Writer, quads: AsyncIterable<RDF.Quad>): Promise<string> {
  for await (const quad of quads) writer.addQuad(quad);
  return writer.end();
}
