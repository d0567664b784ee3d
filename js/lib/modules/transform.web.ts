// What is needed of Node's `Transform` elsewhere: its events, `write` and `end`. A writer is told to wait while nobody takes what is there.

type Listener = (...values: never[]) => void;
type Done = (error?: Error | null) => void;

/** How much may wait before writers do. */
const MOST_WAITING = 16;

export abstract class Transform {
  readonly #listeners = new Map<string | symbol, Set<Listener>>();
  /** What nobody has taken yet. */
  readonly #waiting: unknown[] = [];
  #hasEnded = false;
  /** Whether who writes was told to wait. */
  #isHeldBack = false;
  destroyed = false;

  // The options are those of Node's streams.
  constructor(_options?: object) {}

  abstract _transform(chunk: unknown, encoding: string, done: Done): void;
  abstract _flush(done: Done): void;

  on(event: string | symbol, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    if (event === "data" || event === "end") queueMicrotask(() => this.#flow());
    return this;
  }

  once(event: string | symbol, listener: Listener): this {
    const once: Listener = (...values) => {
      this.off(event, once);
      listener(...values);
    };
    return this.on(event, once);
  }

  off(event: string | symbol, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  addListener = this.on;
  removeListener = this.off;

  emit(event: string | symbol, ...values: unknown[]): boolean {
    const listeners = [...(this.#listeners.get(event) ?? [])];
    if (event === "error" && listeners.length === 0) throw values[0];
    for (const listener of listeners) listener(...(values as never[]));
    return listeners.length > 0;
  }

  /** How much nobody has taken yet. */
  get readableLength(): number {
    return this.#waiting.length;
  }

  /** The next that nobody has taken, or null. */
  read(_size?: number): any {
    const next = this.#waiting.shift() ?? null;
    this.#tellDrained();
    return next;
  }

  push(value: unknown): boolean {
    if (value === null) this.#hasEnded = true;
    else this.#waiting.push(value);
    this.#flow();
    return true;
  }

  write(chunk: unknown): boolean {
    if (!this.destroyed) this._transform(chunk, "utf8", (error) => error && this.destroy(error));
    this.#isHeldBack = this.#waiting.length >= MOST_WAITING;
    return !this.#isHeldBack;
  }

  end(chunk?: unknown): this {
    if (chunk !== undefined) this.write(chunk);
    if (!this.destroyed) this._flush((error) => (error ? this.destroy(error) : this.push(null)));
    return this;
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this._destroy(error ?? null, () => {});
    if (error) this.emit("error", error);
    this.emit("close");
    return this;
  }

  /** Gives back what is held. */
  _destroy(_error: Error | null, done: Done): void {
    done();
  }

  /** Hands over what is there, if somebody listens. */
  #flow(): void {
    if (!this.#listeners.get("data")?.size) return;
    while (this.#waiting.length > 0) this.emit("data", this.read());
    if (!this.#hasEnded || this.destroyed) return;
    this.destroyed = true;
    this.emit("end");
    this.emit("close");
  }

  #tellDrained(): void {
    if (!this.#isHeldBack || this.#waiting.length > 0) return;
    this.#isHeldBack = false;
    this.emit("drain");
  }
}
