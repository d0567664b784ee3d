/** Where documents come from, as chunks of bytes. */

/** A piece of a document: a string may end within a character, bytes too. */
export type Chunk = string | Uint8Array;

/** A document that is here. */
export type Text = string | ArrayBuffer | ArrayBufferView | Iterable<Chunk>;

/** A document that is to come: a file of a form, the answer of `fetch`, a stream of the web or of Node, chunks. */
export type Arriving = Stream | Response | PromiseLike<Text | Stream | Response>;

export type Stream = Blob | ReadableStream<Chunk> | AsyncIterable<Chunk>;

/** Longer strings are taken in pieces, so that no second copy of them is made. */
const PIECE = 256 * 1024;

const WHAT_DOCUMENTS_ARE = "a document is a string, bytes, a Blob, a Response, or a stream of chunks";

const encoder = new TextEncoder();

/** The bytes that a value is; nothing, if it is something else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

/** Chunks as bytes. The two halves of a character beyond U+FFFF may be in different strings. */
export class Bytes {
  #half = "";

  of(chunk: Chunk | ArrayBuffer | ArrayBufferView): Uint8Array {
    const bytes = bytesOf(chunk);
    if (bytes) return bytes;
    if (typeof chunk !== "string") throw new TypeError("a document comes in strings or in bytes");
    const text = this.#half + chunk;
    const last = text.charCodeAt(text.length - 1);
    const isHalf = last >= 0xd800 && last < 0xdc00;
    this.#half = isHalf ? text.slice(-1) : "";
    return encoder.encode(isHalf ? text.slice(0, -1) : text);
  }

  rest(): Uint8Array {
    return encoder.encode(this.#half);
  }
}

export function isHere(input: Text | Arriving): input is Text {
  if (typeof input !== "string" && (typeof input !== "object" || input === null)) {
    throw new TypeError(WHAT_DOCUMENTS_ARE);
  }
  return (
    typeof input === "string" || input instanceof ArrayBuffer || ArrayBuffer.isView(input) || Symbol.iterator in input
  );
}

/** The bytes of a document that is here. */
export function* chunksOf(input: Text): Generator<Uint8Array> {
  const bytes = new Bytes();
  if (typeof input === "string") {
    for (let at = 0; at < input.length; at += PIECE) yield bytes.of(input.slice(at, at + PIECE));
  } else if (input instanceof ArrayBuffer || ArrayBuffer.isView(input)) {
    const all = bytes.of(input);
    for (let at = 0; at < all.length; at += PIECE) yield all.subarray(at, at + PIECE);
  } else {
    for (const chunk of input) yield bytes.of(chunk);
  }
  const rest = bytes.rest();
  if (rest.length > 0) yield rest;
}

/** The bytes of a document that is to come. What brings them is told if nobody wants more. */
export async function* arrivingChunks(
  input: Stream | Response,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = new Bytes();
  const iterator = iterate(streamOf(input));
  try {
    for (;;) {
      const { value, done } = await unlessAborted(iterator.next(), signal);
      if (done) break;
      yield bytes.of(value);
    }
    yield bytes.rest();
  } finally {
    // It may be waiting for the next chunk: nobody waits for it.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

/** Whether it is the answer of `fetch`: of that of the platform, or of another library. */
export function isResponse(input: object): input is Response {
  return input instanceof Response || ("body" in input && "headers" in input && "ok" in input);
}

function streamOf(input: Stream | Response): ReadableStream<Chunk> | AsyncIterable<Chunk> {
  if (typeof input !== "object" || input === null) throw new TypeError(WHAT_DOCUMENTS_ARE);
  if (isResponse(input)) return streamOf(input.body ?? new Blob());
  return input instanceof Blob ? (input.stream() as ReadableStream<Chunk>) : input;
}

function iterate(input: ReadableStream<Chunk> | AsyncIterable<Chunk>): AsyncIterator<Chunk> {
  if (Symbol.asyncIterator in input && !("getReader" in input)) return input[Symbol.asyncIterator]();
  if (!("getReader" in input)) throw new TypeError(WHAT_DOCUMENTS_ARE);
  // Not all browsers can iterate over streams.
  const reader = input.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<Chunk>>,
    return: async () => {
      await reader.cancel();
      return { value: undefined, done: true };
    },
  };
}

export function unlessAborted<Result>(promise: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
