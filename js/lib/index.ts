/** turtle-peg: reads and writes Turtle, TriG, N-Triples and N-Quads. */
export { BlankNode, DataFactory, DefaultGraph, type Factory, Literal, NamedNode, Quad } from "./data.js";
export { ParseError } from "./errors.js";
export type { Arriving, Chunk, Stream, Text } from "./input.js";
export { type ArrivingQuads, count, parse, type ParseOptions, Quads } from "./parse.js";
export type { ReadOptions } from "./reading.js";
export { StreamParser, StreamWriter } from "./stream.js";
export type { Prefixes } from "./options.js";
export { serialize, WriteError, type WriteOptions, Writer } from "./write.js";
