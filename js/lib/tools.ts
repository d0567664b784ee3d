/**
 * turtle-peg/tools: what explains, mends and converts documents. Each function takes a whole document as a string.
 *
 * Places are in UTF-16 code units, as JavaScript counts in strings, and half open; lines and columns count from 1. A string with half of
 * a character is no document: that is a `ParseError`.
 */
import * as compiled from "#tools";
import { guarded, ParseError } from "./errors.js";
import { bytesOf } from "./input.js";
import { known, optional, string, whole } from "./options.js";

/** How a document is read. */
export interface ToolOptions {
  /** A dialect (`turtle-1.1`), a media type, or a name as N3.js has it. By default TriG of RDF 1.2, which has all of Turtle. */
  format?: string;
  /** What relative IRI references are resolved against. */
  baseIRI?: string | URL;
}

/** A place in a document. */
export interface Place {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  start: number;
  end: number;
}

/** A place with words about it. */
export interface Label extends Place {
  text: string;
}

/** A text for a place. With it, the parser finds no fault in the statement. */
export interface Replacement extends Place {
  text: string;
  /** What it does, in words. */
  help: string;
  /** Whether nothing else comes into question, so that a program may write it unasked. */
  certain: boolean;
}

/** A fault of a document. */
export interface Fault extends Place {
  /** The fault in a few words. */
  title: string;
  /** What the grammar or RDF says of it. */
  detail: string;
  /** The kind of error: `Unexpected`. */
  kind: string;
  /** The name of the mistake, if it is one that is known. */
  mistake?: string;
  /** The production within which it is. */
  production?: string;
  /** What to do, in words. */
  help: string[];
  /** Places that have to do with it; the first is the fault's own. */
  labels: Label[];
  replacements: Replacement[];
}

/** Thrown where a document is at fault and must not be: a `ParseError` that has all of a `Fault`. */
export interface FaultError extends ParseError, Fault {
  title: string;
  line: number;
  column: number;
  start: number;
  end: number;
}

export { ParseError };

/** How a document is checked. */
export interface CheckOptions extends ToolOptions {
  /** How many faults are looked for; all by default. */
  most?: number;
}

/**
 * All faults of a document, or the first of them; none, if it conforms. It may be bytes, as a file has them: `start` and `end` count bytes
 * then, and what is not UTF-8 is a fault.
 *
 *     check("<x:s> ex:p 1 .")[0].title    // "the prefix `ex:` is not declared"
 */
export function check(text: string | ArrayBuffer | ArrayBufferView, options?: CheckOptions): Fault[] {
  const { format, baseIRI, most } = known(options);
  const limit = most === undefined ? undefined : whole("most", most, 0, 2 ** 32 - 1);
  const bytes = bytesOf(text);
  if (bytes) return run(() => compiled.check_bytes(bytes, ...read(format, baseIRI), limit));
  return run(() => compiled.check(document(text), ...read(format, baseIRI), limit));
}

/** How a document is laid out. */
export interface Style extends ToolOptions {
  /** The columns of a line, from 1 on; 100 by default. */
  width?: number;
  /** The spaces of a level, up to 16; 4 by default. */
  indent?: number;
}

/**
 * The document laid out: all its tokens and comments stay. One that only RDF objects to, as to a prefix that is not declared, is laid out
 * as well.
 *
 * @throws {FaultError} if it breaks the grammar; a `RangeError` if `width` or `indent` is out of range
 */
export function format(text: string, options?: Style): string {
  const { format, baseIRI, width = 100, indent = 4 } = known(options);
  const [columns, spaces] = [whole("width", width, 1, 2 ** 32 - 1), whole("indent", indent, 0, 16)];
  return run(() => compiled.format(document(text), ...read(format, baseIRI), columns, spaces));
}

/** A document with its repairs. */
export interface Fixed {
  text: string;
  /** The repairs, and where each was made. */
  repairs: { title: string; help: string; line: number; column: number }[];
  /** The faults that are left in `text`. */
  faults: Fault[];
}

/**
 * The document with the repairs that are certain, or, if `likely`, with the first that is offered for each fault: what the author meant
 * may be something else. All else is as it was.
 */
export function fix(text: string, options?: ToolOptions & { likely?: boolean }): Fixed {
  const { format, baseIRI, likely = false } = known(options);
  return run(() => compiled.fix(document(text), ...read(format, baseIRI), likely));
}

/**
 * The document in another format, with its prefixes and brackets where that has them.
 *
 * @throws {FaultError} if it is at fault; an `Error` if the format cannot say what it says, as N-Triples cannot name graphs
 */
export function convert(text: string, options: ToolOptions & { to: string }): string {
  const { format, baseIRI, to } = known(options);
  return run(() => compiled.convert(document(text), ...read(format, baseIRI), string("to", to)));
}

/**
 * The quads that only the first document has, as `removed`, and those that only the second has, as `added`: lines of N-Quads. Blank nodes
 * are matched. Both are empty if the documents mean the same.
 *
 * @throws {FaultError} if one is at fault
 */
export function diff(first: string, second: string, options?: ToolOptions): { removed: string; added: string } {
  const { format, baseIRI } = known(options);
  return run(() => compiled.diff(document(first), document(second), ...read(format, baseIRI)));
}

/**
 * The canonical form of a document, by RDFC-1.0: lines of N-Quads, which are the same for all documents that mean the same.
 *
 * @throws {FaultError} if it is at fault; an `Error` if RDFC-1.0 would take too many steps
 */
export function canonicalize(text: string, options?: ToolOptions & { hash?: "sha256" | "sha384" }): string {
  const { format, baseIRI, hash = "sha256" } = known(options);
  if (hash !== "sha256" && hash !== "sha384") throw new TypeError('hash is to be "sha256" or "sha384"');
  return run(() => compiled.canonicalize(document(text), ...read(format, baseIRI), hash === "sha384"));
}

/** A token of a document. */
export interface Token {
  kind: "terminal" | "keyword" | "sign";
  /** The production of a terminal: `IRIREF`. */
  production?: string;
  start: number;
  end: number;
}

/** The tokens of a document, for colours: those of the statements that follow the grammar. */
export function tokens(text: string, options?: { format?: string }): Token[] {
  const { format } = known(options);
  return run(() => compiled.tokens(document(text), optional("format", format) ?? ""));
}

/** What stands at a place. */
export interface Explanation extends Place {
  /** The name of the dialect that the document is read by. */
  dialect: string;
  /** The token, or the innermost production, or what is between two tokens: the text from `start` to `end`. */
  text: string;
  /** Whether it is white space or a comment. */
  isWhiteSpace: boolean;
  isInStatement: boolean;
  /** The token: the names of the terminals that match all of it, and those that match only a beginning of it, which is shorter. */
  token?: { names: string[]; shorter: { name: string; text: string }[] };
  /** The productions that the place is in, outermost first. */
  path: { production: string; start: number; end: number }[];
  /** The term that it stands for, or is a part of, as N-Triples has it. */
  term?: string;
  isPartOfTerm: boolean;
  /** What the statement declares, if it is a declaration: the namespace of a prefix, or, without one, the base IRI. */
  declares?: { prefix?: string; iri: string };
  /** The triples that have this term from this place. */
  triples: { role: "subject" | "predicate" | "object" | "graph"; triple: string }[];
  triplesOfStatement: number;
  /** The specification's rules for the productions, in short, the innermost first. */
  rules: { production: string; section: string; rule: string }[];
  /** The fault of the statement: all that is known of it, but for a token before the fault. */
  fault?: Fault;
}

/**
 * Explains a place in a document, which is counted in UTF-16 code units: its productions, its token, its term and triples, and the
 * specification's rules for it. Statements at fault before the place are passed over.
 *
 *     explain("<x:s> <x:p> 1.5 .", 12).token.names    // ["DECIMAL"]
 */
export function explain(text: string, place: number, options?: ToolOptions): Explanation {
  const { format, baseIRI } = known(options);
  const given = document(text);
  whole("place", place, 0, given.length);
  return run(() => compiled.explain(given, place, ...read(format, baseIRI)));
}

/** A production, and what it matches. */
export interface TreeNode {
  production: string;
  /** How deep it is in its statement, which has 0. */
  depth: number;
  /** Whether no production is within it. */
  isLeaf: boolean;
  start: number;
  end: number;
}

/**
 * How the grammar reads a document: the productions of its statements, each before those within it. `limit` is how many are given, 4000 by
 * default; `more` how many are left. A statement at fault has none.
 */
export function tree(text: string, options?: { format?: string; limit?: number }): { nodes: TreeNode[]; more: number } {
  const { format, limit = 4000 } = known(options);
  whole("limit", limit, 0, 2 ** 32 - 1);
  return run(() => compiled.tree(document(text), optional("format", format) ?? "", limit));
}

/** A version of a language. */
export interface Dialect {
  /** What `format` takes: `turtle-1.2`. */
  name: string;
  title: string;
  /** The status and the date of its specification. */
  specification: string;
  url: string;
  mediaType: string;
  extension: string;
}

/** All dialects, the oldest of each language first. */
export function dialects(): Dialect[] {
  return run(() => compiled.dialects());
}

/** A production of a specification, and the rule that mirrors it. */
export interface Production {
  name: string;
  /** The number that the specification gives it. */
  number?: string;
  ebnf: string;
  rule: string;
  /** Where the rule says it otherwise, and why. */
  departures: string[];
}

/** The productions of a dialect, in the specification's order; or one of them. */
export function grammar(dialect: string): Production[];
export function grammar(dialect: string, production: string): Production;
export function grammar(dialect: string, production?: string): Production | Production[] {
  return run(() => compiled.grammar(string("dialect", dialect), optional("production", production)));
}

/** The options for reading, as the compiled part takes them. */
function read(format: unknown, baseIRI: unknown): [string, string | undefined] {
  return [optional("format", format) ?? "", optional("baseIRI", baseIRI) || undefined];
}

/** A document, which a string is that can be UTF-8. */
function document(text: unknown): string {
  const whole = string("a document", text);
  if (whole.isWellFormed()) return whole;
  const start = whole.search(/\p{Surrogate}/u);
  const before = whole.slice(0, start).split(/\r\n|\n|\r/);
  const message = "half of a character: a surrogate without the other";
  throw new ParseError({ message, line: before.length, column: before.at(-1)!.length + 1, start, end: start + 1 });
}

/** The compiled part throws a fault as an object, or words. */
function run(call: () => any): any {
  try {
    return guarded(compiled, undefined, call);
  } catch (thrown) {
    if (typeof thrown === "string") throw new Error(thrown);
    if (thrown instanceof Error) throw thrown;
    const fault = thrown as Fault;
    throw Object.assign(new ParseError({ ...fault, message: fault.title }), fault);
  }
}
