// Counts of a document's triples and of what they are made of.

import { DataFactory } from "./turtle-peg/web/index.js";

const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const MOST_ROWS = 12;

/** Counts: `add` takes a quad, `result` gives them, with terms made short. */
export function statistics() {
  let total = 0;
  const distinct = { subjects: new Set(), objects: new Set(), graphs: new Set(), iris: new Set(), blankNodes: new Set() };
  const [predicates, classes, datatypes, languages] = [new Map(), new Map(), new Map(), new Map()];
  let [literals, tripleTerms] = [0, 0];
  const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  const key = (term) => `${term.termType} ${term.termType === "Quad" ? ["subject", "predicate", "object"].map((part) => key(term[part])).join(" ") : `${term.value} ${term.language ?? ""} ${term.direction ?? ""} ${term.datatype?.value ?? ""}`}`;
  const meet = (term) => {
    if (term.termType === "NamedNode") distinct.iris.add(term.value);
    else if (term.termType === "BlankNode") distinct.blankNodes.add(term.value);
    else if (term.termType === "Literal") {
      literals += 1;
      if (term.language) count(languages, term.language);
      else count(datatypes, term.datatype.value);
    } else if (term.termType === "Quad") {
      tripleTerms += 1;
      [term.subject, term.predicate, term.object].forEach(meet);
    }
  };
  return {
    add({ subject, predicate, object, graph }) {
      total += 1;
      distinct.subjects.add(key(subject));
      distinct.objects.add(key(object));
      if (graph.value) distinct.graphs.add(key(graph));
      count(predicates, predicate.value);
      if (predicate.value === TYPE && object.termType === "NamedNode") count(classes, object.value);
      [subject, predicate, object].forEach(meet);
      if (graph.value) meet(graph);
    },
    result(short) {
      const named = (map) => {
        const sorted = [...map].sort(([, one], [, other]) => other - one);
        return { shown: sorted.slice(0, MOST_ROWS).map(([iri, times]) => [short(DataFactory.namedNode(iri)), times]), more: Math.max(0, sorted.length - MOST_ROWS) };
      };
      const tags = [...languages].sort(([, one], [, other]) => other - one);
      return {
        counts: { triples: total, predicates: predicates.size, ...Object.fromEntries(Object.entries(distinct).map(([name, set]) => [name, set.size])), literals, tripleTerms },
        predicates: named(predicates),
        classes: named(classes),
        datatypes: named(datatypes),
        languages: { shown: tags.slice(0, MOST_ROWS).map(([tag, times]) => [{ text: tag, kind: "literal" }, times]), more: Math.max(0, tags.length - MOST_ROWS) },
      };
    },
  };
}
