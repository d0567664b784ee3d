/** A document that is read, batch by batch: from the numbers of the compiled part to quads. */
import * as compiled from "#reading";
import type * as RDF from "@rdfjs/types";
import { DataFactory, type Factory } from "./data.js";
import { Instance } from "./errors.js";
import { optional, prefixPairs, type Prefixes, string } from "./options.js";
import { TermList } from "./terms.js";

export interface ReadOptions {
  /**
   * A media type (`text/turtle`), a name (`Turtle`, `TriG`, `N-Triples`, `N-Quads`), or a dialect (`turtle-1.1`). Without it, a document
   * is read as TriG 1.2, which has all of Turtle and N-Triples; a Response or a Blob may have a type.
   */
  format?: string;
  /** What relative IRIs are resolved against. Without it, that is the address of a Response, or they are errors. */
  baseIRI?: string | URL;
  /** Makes the terms and quads, in place of `DataFactory`. */
  factory?: Factory;
  /** Prefixes that are declared before the document begins; it may declare them anew. */
  prefixes?: Prefixes;
  /** Comes before all labels of blank nodes. Without it, each document has one of its own, which no other program has. */
  blankNodePrefix?: string;
  /** Is told each prefix that is declared, before the quads of the batch with its declaration. */
  onPrefix?: (prefix: string, namespace: RDF.NamedNode) => void;
}

/** What no other parser, and no other copy of this one, begins labels with. */
const stem = `t${Math.random().toString(36).slice(2, 8)}`;
let documents = 0;

export class Reading {
  readonly #reading: compiled.Reading;
  readonly #factory: Factory;
  readonly #onPrefix: ReadOptions["onPrefix"];
  readonly #text: string | undefined;
  readonly #instance = new Instance(compiled);
  #isFree = false;
  readonly #terms: TermList;

  /** `text` is the document, if it is a string: places in errors are places in it. */
  constructor(options: ReadOptions, text?: string) {
    const { factory = DataFactory, blankNodePrefix = `${stem}b${documents++}_` } = options;
    const format = optional("format", options.format) ?? "";
    const baseIRI = optional("baseIRI", options.baseIRI) || undefined;
    const prefix = string("blankNodePrefix", blankNodePrefix).replace(/^_:/, "");
    const prefixes = prefixPairs(options.prefixes);
    this.#reading = this.#instance.call(text, () => new compiled.Reading(format, baseIRI, prefixes, prefix, Math.random()));
    this.#factory = factory;
    this.#onPrefix = options.onPrefix;
    this.#text = text;
    this.#terms = new TermList(factory);
  }

  /** Takes more bytes. */
  push(bytes: Uint8Array): void {
    this.#instance.call(this.#text, () => this.#reading.push(bytes));
  }

  /** No more bytes come. */
  end(): void {
    this.#instance.call(this.#text, () => this.#reading.end());
  }

  /** The quads that the bytes so far say, and that were not handed over. */
  *batches(): Generator<RDF.Quad[]> {
    for (let isFull = true; isFull; ) {
      isFull = this.#instance.call(this.#text, () => this.#reading.read());
      const batch = this.#batch();
      if (batch.length > 0) yield batch;
    }
  }

  /** How many quads the bytes so far say, instead of these. */
  count(): number {
    return this.#instance.call(this.#text, () => this.#reading.count());
  }

  /** Gives the memory back. */
  free(): void {
    if (!this.#isFree && !this.#instance.isLost) this.#reading.free();
    this.#isFree = true;
  }

  #batch(): RDF.Quad[] {
    const reading = this.#reading;
    const prefixes = reading.prefixes();
    for (let at = 0; at < prefixes.length; at += 2) {
      this.#onPrefix?.(prefixes[at], this.#factory.namedNode(prefixes[at + 1]));
    }
    this.#terms.add(reading.first_term(), reading.terms(), reading.ascii_text(), reading.wide_text());
    return this.#terms.quads(reading.rows());
  }
}
