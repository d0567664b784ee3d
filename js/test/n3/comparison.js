// How N3.js's tests compare quads and texts here: by what they say, and not by labels of blank nodes, by order or by layout.
import assert from "node:assert/strict";
import N3 from "n3";
import { isomorphic } from "rdf-isomorphic";
import { parse } from "turtle-peg";

const BASE_IRI = "http://example.org/";
const { DataFactory } = N3;

/** A term, or a triple term, with the base before IRIs that are relative. */
export function absolute(term) {
  if (term?.termType === "Quad") return DataFactory.quad(...[term.subject, term.predicate, term.object, term.graph].map(absolute));
  if (term?.termType === "NamedNode") return DataFactory.namedNode(absoluteIri(term.value));
  if (term?.termType === "Literal" && isRelative(term.datatype.value)) return DataFactory.literal(term.value, absolute(term.datatype));
  return term;
}

/** N3.js's tests have IRIs that are relative, which RDF has none of. */
export const absoluteIri = (iri) => (isRelative(iri) ? BASE_IRI + iri : iri);

const isRelative = (iri) => !iri.includes(":");

export function assertIsomorphic(actual, expected) {
  const shown = (quads) => quads.map((quad) => JSON.stringify(quad)).sort().join("\n");
  assert.equal(actual.length, expected.length, `${shown(actual)}\ninstead of\n${shown(expected)}`);
  assert.ok(isomorphic(actual, expected), `${shown(actual)}\ninstead of\n${shown(expected)}`);
}

/** What the documents of a test are relative to: the base of the writer that was made last. */
let base = BASE_IRI;
export const setBase = (iri) => (base = iri ?? BASE_IRI);

/** Two documents that say the same: the one that was expected is read by N3.js. */
export function assertSaysTheSame(actual, expected) {
  assertIsomorphic(read(actual), new N3.Parser({ baseIRI: base }).parse(expected));
}

/** Lines are N-Quads; what is not is TriG. */
function read(text) {
  try {
    return parse(text, { format: "N-Quads" }).toArray();
  } catch {
    return parse(text, { baseIRI: base }).toArray();
  }
}
