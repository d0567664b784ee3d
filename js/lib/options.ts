/** Options, for the compiled part: what has another type would end its instance. */
import type * as RDF from "@rdfjs/types";

/** Prefixes with their namespaces: an object, a `Map`, or pairs. */
export type Prefixes = Record<string, string | RDF.NamedNode> | Iterable<readonly [string, string | RDF.NamedNode]>;

/** A string, or the address of a URL. `name` is what users call it. */
export function string(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof URL) return value.href;
  throw new TypeError(`${name} is to be a string, and is ${described(value)}`);
}

/** What a value is, in words. */
export function described(value: unknown): string {
  if (typeof value === "function" || typeof value === "string") return `a ${typeof value}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** The options of a call, which may have none. */
export function known<Options extends object>(options: Options | null | undefined): Partial<Options> {
  if (options === undefined || options === null) return {};
  if (typeof options === "object") return options;
  throw new TypeError(`options are an object, such as { format: "Turtle" }, and not ${described(options)}`);
}

/** The string of an option; nothing, if it is not given. */
export function optional(name: string, value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : string(name, value);
}

/** A whole number between two. */
export function whole(name: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && least <= (value as number) && (value as number) <= most) return value as number;
  throw new RangeError(`${name} is to be a whole number from ${least} to ${most}, and is ${String(value)}`);
}

/** Each prefix with its namespace after it. */
export function prefixPairs(prefixes: Prefixes = {}): string[] {
  if (typeof prefixes !== "object" || prefixes === null) throw new TypeError("prefixes are an object, a Map, or pairs");
  const pairs = Symbol.iterator in prefixes ? [...prefixes] : Object.entries(prefixes);
  return pairs.flatMap(([prefix, namespace]) => [string("a prefix", prefix), iri(namespace)]);
}

/** A namespace, which may be a term. */
export function iri(namespace: unknown): string {
  const isTerm = typeof namespace === "object" && namespace !== null && "termType" in namespace;
  return string("a namespace", isTerm ? (namespace as unknown as RDF.NamedNode).value : namespace);
}
