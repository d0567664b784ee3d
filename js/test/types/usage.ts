// What users' programs do, as the compiler sees it; it is not run.
import type * as RDF from "@rdfjs/types";
import type { EventEmitter } from "node:events";
import { count, DataFactory, parse, serialize, StreamParser, StreamWriter, Writer } from "turtle-peg";
import { check, type Explanation, explain, tree } from "turtle-peg/tools";

/** Each is what RDF/JS says. */
export const factory: RDF.DataFactory<RDF.Quad> = { ...DataFactory, variable: undefined };
export const sink: RDF.Sink<RDF.Stream, RDF.Stream> = new StreamParser() as never;
export const quads: RDF.Quad[] = parse("").toArray();

export async function read(input: string | Response): Promise<number> {
  let total = await count(input);
  for await (const quad of parse(input, { prefixes: new Map([["ex", "http://example.org/"]]) })) total += quad.value.length;
  return total;
}

export function write(quads: Iterable<RDF.Quad> | AsyncIterable<RDF.Quad>): string | Promise<string> {
  new Writer({ prefixes: { ex: DataFactory.namedNode("http://example.org/") } }).addPrefix("ex", "http://example.org/");
  return serialize(quads);
}

/** They are Node's streams: what is read is piped. */
export const piped: NodeJS.WritableStream = new StreamParser().pipe(new StreamWriter());

export const imported: NodeJS.ReadableStream = new StreamWriter().import(new StreamParser().import(new Response())).pipe(new StreamParser());
export const fromStore = (quads: RDF.Stream & EventEmitter) => new StreamWriter().import(quads);
export const all: Promise<RDF.Quad[]> = parse(new Response()).toArray();

export const found: Explanation = explain("", 0);
export const faults: number = check(new Uint8Array(), { most: 1 }).length;
export const more: number = tree("", { limit: 10 }).more;
