// Terms as a person reads them: an IRI by the document's own prefixes, a literal with its language or datatype.

const XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";
const LANG_STRINGS = /^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#(?:dirL|l)angString$/;

/** Prefixes that every reader of RDF knows: names are made with them where a document declares none for these. */
const WELL_KNOWN = [["rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"], ["xsd", "http://www.w3.org/2001/XMLSchema#"]];

const MOST_CHARACTERS = 300;

/** A function from a term to its text, its kind, and all of an IRI that was cut to a name. `prefixes` has namespaces by prefix. */
export function shortener(prefixes) {
  const known = WELL_KNOWN.filter(([prefix]) => !prefixes.has(prefix));
  const namespaces = [...prefixes, ...known].sort(([, one], [, other]) => other.length - one.length);
  const name = (iri) => {
    for (const [prefix, namespace] of namespaces) {
      if (namespace && iri.startsWith(namespace) && /^[\w-]*$/.test(iri.slice(namespace.length))) return `${prefix}:${iri.slice(namespace.length)}`;
    }
    return `<${iri}>`;
  };
  const written = (term) => {
    switch (term.termType) {
      case "NamedNode": return name(term.value);
      case "BlankNode": return `_:${term.value}`;
      case "Literal": return `${JSON.stringify(term.value)}${suffix(term)}`;
      case "Quad": return `<<( ${[term.subject, term.predicate, term.object].map(written).join(" ")} )>>`;
      default: return "";
    }
  };
  const suffix = ({ language, direction, datatype }) => {
    if (language) return `@${language}${direction ? `--${direction}` : ""}`;
    return datatype.value === XSD_STRING || LANG_STRINGS.test(datatype.value) ? "" : `^^${name(datatype.value)}`;
  };
  return (term) => {
    const text = written(term);
    const kinds = { NamedNode: "iri", BlankNode: "blank", Literal: "literal" };
    return {
      text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text,
      kind: kinds[term.termType] ?? "term",
      full: term.termType === "NamedNode" && !text.startsWith("<") ? term.value : undefined,
    };
  };
}
