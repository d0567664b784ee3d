/** Errors: those of documents, and those of ours. */

/** The parts of a compiled module that errors need. */
interface Compiled {
  Fault: Function;
  __wbg_reset_state(): void;
}

interface FaultFields {
  message: string;
  line: number;
  column: number;
  start: number;
  end: number;
}

/** How many instances of each compiled module have failed. */
const failures = new Map<Compiled, number>();

/** A document does not conform: where, and why. */
export class ParseError extends SyntaxError {
  override readonly name = "ParseError";
  /** What is wrong, without the place. */
  readonly title: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1, in UTF-16 code units. */
  readonly column: number;
  /** Where the fault begins and ends: in a string, in UTF-16 code units; in anything else, in bytes. */
  readonly start: number;
  readonly end: number;

  constructor(fault: FaultFields, text?: string) {
    super(`${fault.line}:${fault.column}: ${fault.message}`);
    this.title = fault.message;
    this.line = fault.line;
    this.column = fault.column;
    this.start = text === undefined ? fault.start : unitsOfBytes(text, fault.start);
    this.end = text === undefined ? fault.end : unitsOfBytes(text, fault.end);
  }
}

/**
 * Calls into a compiled module. If that fails by a mistake of ours, which ends the module's instance, the next call has another one.
 * `text` is the document, if it is a string.
 */
export function guarded<Result>(compiled: Compiled, text: string | undefined, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    if (error instanceof compiled.Fault) throw parseError(error as unknown as FaultFields & { free(): void }, text);
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    compiled.__wbg_reset_state();
    failures.set(compiled, failuresOf(compiled) + 1);
    throw new Error("turtle-peg has failed, which is a mistake in it; other documents can be read, but not those that were begun before", { cause: error });
  }
}

const failuresOf = (compiled: Compiled): number => failures.get(compiled) ?? 0;

/** The instance of a compiled module in which objects are. If it fails, they are lost with it, and not to be given back. */
export class Instance {
  readonly #compiled: Compiled;
  readonly #failures: number;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#failures = failuresOf(compiled);
  }

  get isLost(): boolean {
    return this.#failures !== failuresOf(this.#compiled);
  }

  /** Calls into it, for a document that is read or written: `text`, if that is a string. */
  call<Result>(text: string | undefined, call: () => Result): Result {
    if (this.isLost) {
      throw new Error("turtle-peg has failed at another document, which is a mistake in it, and what was begun before that is lost: begin this document again");
    }
    return guarded(this.#compiled, text, call);
  }
}

function parseError(fault: FaultFields & { free(): void }, text?: string): ParseError {
  const error = new ParseError(fault, text);
  fault.free();
  return error;
}

/** How many UTF-16 code units of a text take so many bytes in UTF-8. */
function unitsOfBytes(text: string, bytes: number): number {
  let units = 0;
  for (const character of text) {
    if (bytes <= 0) break;
    const point = character.codePointAt(0)!;
    bytes -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    units += character.length;
  }
  return units;
}
