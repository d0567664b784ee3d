/** Documents in, quads out. */
import type * as RDF from "@rdfjs/types";
import { arrivingChunks, type Arriving, chunksOf, isHere, isResponse, type Text, unlessAborted } from "./input.js";
import { known } from "./options.js";
import { Reading, type ReadOptions } from "./reading.js";

export interface ParseOptions extends ReadOptions {
  /** Ends the reading of a document that is to come. */
  signal?: AbortSignal;
}

/** The quads of a document that is here, read as they are asked for. */
export class Quads implements IterableIterator<RDF.Quad> {
  readonly #batches: Generator<RDF.Quad[]>;
  #batch: RDF.Quad[] = [];
  #next = 0;

  constructor(batches: Generator<RDF.Quad[]>) {
    this.#batches = batches;
  }

  next(): IteratorResult<RDF.Quad, undefined> {
    if (this.#next === this.#batch.length && !this.#advance()) return { value: undefined, done: true };
    return { value: this.#batch[this.#next++], done: false };
  }

  return(): IteratorResult<RDF.Quad, undefined> {
    this.#batches.return(undefined);
    this.#batch = [];
    this.#next = 0;
    return { value: undefined, done: true };
  }

  /** All that are left: the fastest way to an array. */
  toArray(): RDF.Quad[] {
    const begun = this.#batch.slice(this.#next);
    this.#batch = [];
    this.#next = 0;
    // One array that grows would be copied again and again.
    return begun.concat(...this.#batches);
  }

  [Symbol.iterator](): this {
    return this;
  }

  #advance(): boolean {
    const { value, done } = this.#batches.next();
    this.#batch = done ? [] : value;
    this.#next = 0;
    return !done;
  }
}

/** The quads of a document that is to come, read as they are asked for. */
export interface ArrivingQuads extends AsyncGenerator<RDF.Quad, void> {
  /** All that are left. */
  toArray(): Promise<RDF.Quad[]>;
}

/**
 * The quads of a document. Of one that is here, they can be iterated over at once; of one that is to come, by `for await`.
 * A statement at fault gives none of its quads, and a `ParseError`.
 */
export function parse(input: Text, options?: ParseOptions): Quads;
export function parse(input: Arriving, options?: ParseOptions): ArrivingQuads;
export function parse(input: Text | Arriving, options?: ParseOptions): Quads | ArrivingQuads;
export function parse(input: Text | Arriving, given?: ParseOptions): Quads | ArrivingQuads {
  const options: ParseOptions = known(given);
  if (isHere(input)) return new Quads(readHere(input, options, (reading) => reading.batches()));
  const quads = oneByOne(readArriving(input, options, (reading) => reading.batches()), options.signal);
  return Object.assign(quads, { toArray: () => collected(quads) });
}

async function* oneByOne(batches: AsyncIterable<RDF.Quad[]>, signal?: AbortSignal): AsyncGenerator<RDF.Quad, void> {
  for await (const batch of batches) {
    for (const quad of batch) {
      yield quad;
      signal?.throwIfAborted();
    }
  }
}

async function collected(quads: AsyncIterable<RDF.Quad>): Promise<RDF.Quad[]> {
  const all = [];
  for await (const quad of quads) all.push(quad);
  return all;
}

/** How many quads a document has: without making them, in a fraction of the time. */
export function count(input: Text, options?: ParseOptions): number;
export function count(input: Arriving, options?: ParseOptions): Promise<number>;
export function count(input: Text | Arriving, options?: ParseOptions): number | Promise<number>;
export function count(input: Text | Arriving, given?: ParseOptions): number | Promise<number> {
  const options: ParseOptions = known(given);
  const counted = (reading: Reading) => [reading.count()];
  if (!isHere(input)) return sum(readArriving(input, options, counted));
  let total = 0;
  for (const more of readHere(input, options, counted)) total += more;
  return total;
}

async function sum(numbers: AsyncIterable<number>): Promise<number> {
  let total = 0;
  for await (const number of numbers) total += number;
  return total;
}

/** What is taken from a document that is here, after each chunk of it. */
export function readHere<Taken>(
  input: Text,
  options: ParseOptions,
  take: (reading: Reading) => Iterable<Taken>,
): Generator<Taken, void> {
  // Now: a mistake in the options is not to wait for the first quad.
  const reading = new Reading(options, typeof input === "string" ? input : undefined);
  return (function* () {
    try {
      for (const chunk of chunksOf(input)) {
        yield* take(reading);
        reading.push(chunk);
      }
      reading.end();
      // All at once: who asks for the first quad of a small document, and for no more, keeps no memory.
      const { taken, failure } = takeAll(take(reading));
      reading.free();
      yield* taken;
      if (failure) throw failure.error;
    } finally {
      reading.free();
    }
  })();
}

/** What comes, and the error after it. */
function takeAll<Taken>(from: Iterable<Taken>): { taken: Taken[]; failure?: { error: unknown } } {
  const taken: Taken[] = [];
  try {
    for (const one of from) taken.push(one);
  } catch (error) {
    return { taken, failure: { error } };
  }
  return { taken };
}

/** How long others wait for the event loop, in milliseconds, while a document is read. */
const SLICE = 15;

/** What is taken from a document that is to come, after each chunk of it. */
export async function* readArriving<Taken>(
  input: Arriving,
  options: ParseOptions,
  take: (reading: Reading) => Iterable<Taken>,
): AsyncGenerator<Taken, void> {
  const { signal } = options;
  const here = "then" in input ? await unlessAborted(Promise.resolve(input), signal) : input;
  signal?.throwIfAborted();
  if (isHere(here)) return yield* readHere(here, options, take);
  if (isResponse(here) && !here.ok) throw new Error(`${here.url || "the server"} answered ${here.status} ${here.statusText}`);
  const reading = new Reading({ ...options, ...optionsOf(here, options) });
  let paused = performance.now();
  try {
    for await (const chunk of arrivingChunks(here, signal)) {
      reading.push(chunk);
      for (const taken of take(reading)) {
        yield taken;
        if (performance.now() - paused > SLICE) {
          await new Promise((resolve) => setTimeout(resolve));
          paused = performance.now();
        }
        signal?.throwIfAborted();
      }
    }
    reading.end();
    yield* take(reading);
  } finally {
    reading.free();
  }
}

/** What a Response or a Blob says of its document. A type that is not one of ours means nothing: servers call anything `text/plain`. */
function optionsOf(input: object, options: ReadOptions): ReadOptions {
  const type = isResponse(input) ? input.headers.get("content-type") : input instanceof Blob ? input.type : "";
  return {
    format: options.format ?? (/\b(turtle|trig|n-triples|n-?quads)\b/i.test(type ?? "") ? type! : undefined),
    baseIRI: options.baseIRI ?? (isResponse(input) ? input.url : undefined),
  };
}
