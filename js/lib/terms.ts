/**
 * Terms as they cross over, in words and texts. `src/terms.rs` says how they are written.
 */
import type * as RDF from "@rdfjs/types";
import type { Factory } from "./data.js";
import { described } from "./options.js";

const [IRI, BLANK_NODE, STRING, TYPED, LANGUAGE, LTR, RTL, TAG, TRIPLE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [KIND, WIDE, LENGTH_SHIFT] = [0b1111, 0b1_0000, 5];

/** Terms of a document, by their numbers; a language tag is a string. */
export class TermList {
  readonly #factory: Factory;
  readonly #terms: (RDF.Term | string)[];

  constructor(factory: Factory) {
    this.#factory = factory;
    this.#terms = [factory.defaultGraph()];
  }

  /** Makes the terms of a batch, of which the first has this number; those before it are kept. */
  add(first: number, words: Uint32Array, ascii: string, wide: string): void {
    const [factory, terms] = [this.#factory, this.#terms];
    terms.length = first;
    let [inAscii, inWide] = [0, 0];
    for (let at = 0; at < words.length; ) {
      const word = words[at++];
      const kind = word & KIND;
      const length = word >>> LENGTH_SHIFT;
      const value = word & WIDE ? wide.slice(inWide, (inWide += length)) : ascii.slice(inAscii, (inAscii += length));
      if (kind === IRI) terms.push(factory.namedNode(value));
      else if (kind === BLANK_NODE) terms.push(factory.blankNode(value));
      else if (kind === STRING) terms.push(factory.literal(value));
      else if (kind === TYPED) terms.push(factory.literal(value, terms[words[at++]] as RDF.NamedNode));
      else if (kind === LANGUAGE) terms.push(factory.literal(value, terms[words[at++]] as string));
      else if (kind === TAG) terms.push(value);
      else if (kind === TRIPLE) {
        terms.push(this.#quad(words[at++], words[at++], words[at++], 0));
      } else {
        const language = terms[words[at++]] as string;
        terms.push(factory.literal(value, { language, direction: kind === LTR ? "ltr" : "rtl" }));
      }
    }
  }

  /** The quads of these rows: the numbers of their subjects, predicates, objects and graphs. */
  quads(rows: Uint32Array): RDF.Quad[] {
    const quads: RDF.Quad[] = new Array(rows.length / 4);
    for (let quad = 0, at = 0; at < rows.length; at += 4) {
      quads[quad++] = this.#quad(rows[at], rows[at + 1], rows[at + 2], rows[at + 3]);
    }
    return quads;
  }

  #quad(subject: number, predicate: number, object: number, graph: number): RDF.Quad {
    const terms = this.#terms as RDF.Quad_Graph[];
    return this.#factory.quad(
      terms[subject] as RDF.Quad_Subject,
      terms[predicate] as RDF.Quad_Predicate,
      terms[object] as RDF.Quad_Object,
      terms[graph],
    );
  }
}

/** How many levels of nesting parsers read. */
const DEEPEST = 64;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** A text with U+FFFD in the place of half characters, as UTF-8 has them. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** Terms that are to be written: each gets a number, and comes once, if it can be told at once that it is known. */
export class TermBatch {
  readonly words: number[] = [];
  text = "";
  /** By their texts. */
  readonly #iris = new Map<string, number>();
  readonly #blankNodes = new Map<string, number>();
  readonly #tags = new Map<string, number>();
  #count = 0;

  /** The number of a term, which is 0 for the default graph. `depth` is how many triple terms it is in. */
  number(term: RDF.Term | null | undefined, depth = 0): number {
    if (!term) return 0;
    switch (term.termType) {
      case "DefaultGraph":
        return 0;
      case "NamedNode":
        return this.#known(this.#iris, IRI, term.value);
      case "BlankNode":
        return this.#known(this.#blankNodes, BLANK_NODE, term.value);
      case "Literal":
        return this.#literal(term);
      case "Quad": {
        if (depth === DEEPEST) throw new RangeError(`triple terms are nested more than ${DEEPEST} levels, which no parser of this package reads`);
        if (term.graph && term.graph.termType !== "DefaultGraph") throw new TypeError("a triple term is in no graph");
        const parts = [this.number(term.subject, depth + 1), this.number(term.predicate), this.number(term.object, depth + 1)];
        return this.#add(TRIPLE, "", ...parts);
      }
      default: {
        const { termType } = term as RDF.Term;
        throw new TypeError(termType ? `documents have no terms of type ${termType}` : `a term has a termType, as RDF/JS says, and this is ${described(term)}`);
      }
    }
  }

  #literal({ value, language, direction, datatype }: RDF.Literal): number {
    if (language) {
      if (direction && direction !== "ltr" && direction !== "rtl") throw new TypeError(`a direction is "ltr" or "rtl", and not ${String(direction)}`);
      const kind = direction === "ltr" ? LTR : direction === "rtl" ? RTL : LANGUAGE;
      return this.#add(kind, value, this.#known(this.#tags, TAG, language));
    }
    if (datatype.value === "http://www.w3.org/2001/XMLSchema#string") return this.#add(STRING, value);
    return this.#add(TYPED, value, this.#known(this.#iris, IRI, datatype.value));
  }

  #known(numbers: Map<string, number>, kind: number, text: string): number {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = this.#add(kind, text)));
    return number;
  }

  #add(kind: number, value: string, ...others: number[]): number {
    if (typeof value !== "string") throw new TypeError(`the value of a term is a string, and not ${String(value)}`);
    // Two halves of characters, at the end of one text and at the beginning of the next, would become one.
    const text = LONE_SURROGATE.test(value) ? wellFormed(value) : value;
    if (text.length >= 1 << (32 - LENGTH_SHIFT)) throw new RangeError("a term has more than 128 Mi characters");
    this.words.push(((text.length << LENGTH_SHIFT) | kind) >>> 0, ...others);
    this.text += text;
    return ++this.#count;
  }
}
