/** Streams with events, as RDF/JS has them and as N3.js does: in Node they are Node's streams. */
import type * as RDF from "@rdfjs/types";
import { Transform } from "#transform";
import { arrivingChunks, Bytes, type Chunk, type Stream } from "./input.js";
import { known } from "./options.js";
import { Reading, type ReadOptions } from "./reading.js";
import { Writer, type WriteOptions } from "./write.js";

type Done = (error?: Error | null) => void;

/** A stream with events, of which `import` takes what it needs. */
interface EventStream {
  on(event: string, listener: (...values: any[]) => void): unknown;
  pipe?: unknown;
}

/** Calls what may fail, and says how it went. */
function attempt(done: Done, call: () => void): void {
  try {
    call();
  } catch (error) {
    return done(error as Error);
  }
  done();
}

/** What one stream gives, the other takes: no faster than it can, if the first knows how. */
function pour(from: EventStream, to: Transform): void {
  from.on("error", (error: Error) => to.destroy(error));
  if ("pipe" in from) return void (from as unknown as NodeJS.ReadableStream).pipe(to as never);
  from.on("data", (one: unknown) => to.write(one));
  from.on("end", () => to.end());
}

/** When a stream takes more, or no more at all. */
function drained(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off("drain", go);
      stream.off("close", go);
      resolve();
    };
    stream.on("drain", go);
    stream.on("close", go);
  });
}

/** Text or bytes in, quads out: `data` for each, `prefix` for each prefix with its namespace, `error`, `end`. */
export class StreamParser extends Transform {
  readonly #reading: Reading;
  readonly #bytes = new Bytes();
  /** Tells the fault of the document, which waits until the quads before it have been taken. */
  #tellFault: (() => void) | undefined;

  constructor(given?: ReadOptions) {
    // Strings come as they are: a character may be cut into two.
    super({ readableObjectMode: true, decodeStrings: false });
    const options: ReadOptions = known(given);
    this.#reading = new Reading({
      ...options,
      onPrefix: (prefix, namespace) => {
        options.onPrefix?.(prefix, namespace);
        this.emit("prefix", prefix, namespace);
      },
    });
  }

  /** Reads a stream, with events or of the web, or the body of a Response, and returns this one. */
  import(stream: EventStream | Stream | Response): this {
    if (typeof stream === "object" && stream !== null && "on" in stream) pour(stream, this);
    else this.#take(stream).catch((error) => this.destroy(error));
    return this;
  }

  async #take(stream: Stream | Response): Promise<void> {
    for await (const chunk of arrivingChunks(stream)) {
      if (this.destroyed) return;
      if (!this.write(chunk)) await drained(this);
    }
    if (!this.destroyed) this.end();
  }

  override read(size?: number): any {
    const quad = super.read(size);
    this.#tellFaultInTime();
    return quad;
  }

  override _transform(chunk: Chunk, _encoding: string, done: Done): void {
    attempt(this.#afterQuads(done), () => {
      this.#reading.push(this.#bytes.of(chunk));
      this.#handOver();
    });
  }

  override _flush(done: Done): void {
    attempt(this.#afterQuads(done), () => {
      this.#reading.push(this.#bytes.rest());
      this.#reading.end();
      this.#handOver();
      this.#reading.free();
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#reading.free();
    done(error);
  }

  /** A stream that is told of an error drops what nobody has taken yet. */
  #afterQuads(done: Done): Done {
    return (error) => {
      if (!error) return done();
      this.#tellFault = () => done(error);
      this.#tellFaultInTime();
    };
  }

  #tellFaultInTime(): void {
    if (!this.#tellFault || this.readableLength > 0) return;
    // The last quad is on its way to who took it.
    queueMicrotask(this.#tellFault);
    this.#tellFault = undefined;
  }

  #handOver(): void {
    for (const batch of this.#reading.batches()) for (const quad of batch) this.push(quad);
  }
}

/** Quads in, text out. */
export class StreamWriter extends Transform {
  readonly #writer: Writer;

  constructor(options: WriteOptions = {}) {
    super({ writableObjectMode: true, encoding: "utf8" });
    this.#writer = new Writer(options);
  }

  /** Writes a stream of quads, with the prefixes that it tells, and returns this one. */
  import(quads: EventStream): this {
    quads.on("prefix", (prefix: string, namespace: RDF.NamedNode) => attempt((error) => error && this.destroy(error), () => this.#writer.addPrefix(prefix, namespace)));
    pour(quads, this);
    return this;
  }

  override _transform(quad: RDF.Quad, _encoding: string, done: Done): void {
    attempt(done, () => {
      if (this.#writer.addQuad(quad)) this.push(this.#writer.take());
    });
  }

  override _flush(done: Done): void {
    attempt(done, () => this.push(this.#writer.end()));
  }
}
