/**
 * Terms and quads as RDF/JS has them, as light as can be: classes with their values, and nothing made that nobody asks for.
 */
import type * as RDF from "@rdfjs/types";

type Other = RDF.Term | null | undefined;

/** What all terms have. */
abstract class Term {
  abstract readonly termType: string;
  abstract readonly value: string;

  equals(other: Other): boolean {
    return !!other && other.termType === this.termType && other.value === this.value;
  }

  /** With its type, which is not a property of its own. */
  toJSON(): object {
    return Object.assign({ termType: this.termType, value: this.value }, this);
  }
}

export class NamedNode<Iri extends string = string> extends Term implements RDF.NamedNode<Iri> {
  constructor(readonly value: Iri) {
    super();
  }

  get termType(): "NamedNode" {
    return "NamedNode";
  }
}

export class BlankNode extends Term implements RDF.BlankNode {
  constructor(readonly value: string) {
    super();
  }

  get termType(): "BlankNode" {
    return "BlankNode";
  }
}

export class DefaultGraph extends Term implements RDF.DefaultGraph {
  get termType(): "DefaultGraph" {
    return "DefaultGraph";
  }

  get value(): "" {
    return "";
  }
}

export class Literal extends Term implements RDF.Literal {
  constructor(
    readonly value: string,
    readonly language: string,
    readonly datatype: RDF.NamedNode,
    readonly direction: "ltr" | "rtl" | "",
  ) {
    super();
  }

  get termType(): "Literal" {
    return "Literal";
  }

  override equals(other: Other): boolean {
    return (
      !!other &&
      other.termType === "Literal" &&
      other.value === this.value &&
      other.language === this.language &&
      (other.direction ?? "") === this.direction &&
      other.datatype.value === this.datatype.value
    );
  }
}

/** A quad, and a triple term. */
export class Quad extends Term implements RDF.Quad {
  constructor(
    readonly subject: RDF.Quad_Subject,
    readonly predicate: RDF.Quad_Predicate,
    readonly object: RDF.Quad_Object,
    readonly graph: RDF.Quad_Graph,
  ) {
    super();
  }

  get termType(): "Quad" {
    return "Quad";
  }

  get value(): "" {
    return "";
  }

  override equals(other: Other): boolean {
    return (
      !!other &&
      other.termType === "Quad" &&
      this.subject.equals(other.subject) &&
      this.predicate.equals(other.predicate) &&
      this.object.equals(other.object) &&
      this.graph.equals(other.graph)
    );
  }
}

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const langString = new NamedNode(`${rdf}langString`);
const dirLangString = new NamedNode(`${rdf}dirLangString`);
const string = new NamedNode("http://www.w3.org/2001/XMLSchema#string");
const defaultGraph = new DefaultGraph();
let blankNodes = 0;

/** Makes the terms above. */
export const DataFactory = {
  namedNode: <Iri extends string = string>(iri: Iri) => new NamedNode(iri),
  blankNode: (label = `n${blankNodes++}`) => new BlankNode(label),
  literal(value: string, kind?: string | RDF.NamedNode | RDF.DirectionalLanguage): Literal {
    if (typeof value !== "string") throw new TypeError(`the value of a literal is a string, and not ${String(value)}`);
    if (!kind) return new Literal(value, "", string, "");
    if (typeof kind === "string") return new Literal(value, kind.toLowerCase(), langString, "");
    if ("termType" in kind) return new Literal(value, "", kind, "");
    const { direction } = kind;
    if (direction && direction !== "ltr" && direction !== "rtl") throw new TypeError(`a direction is "ltr" or "rtl", and not ${String(direction)}`);
    const datatype = direction ? dirLangString : langString;
    return new Literal(value, kind.language.toLowerCase(), datatype, direction || "");
  },
  defaultGraph: () => defaultGraph,
  quad: (
    subject: RDF.Quad_Subject,
    predicate: RDF.Quad_Predicate,
    object: RDF.Quad_Object,
    graph: RDF.Quad_Graph = defaultGraph,
  ) => new Quad(subject, predicate, object, graph),
  /** A copy of a term, which may be of another library. */
  fromTerm: copy as RDF.DataFactory<RDF.Quad>["fromTerm"],
  /** A copy of a quad, and of its terms. */
  fromQuad: (quad: RDF.BaseQuad) => copy(quad) as Quad,
};

function copy(term: RDF.Term): RDF.Term {
  switch (term.termType) {
    case "NamedNode":
      return new NamedNode(term.value);
    case "BlankNode":
      return new BlankNode(term.value);
    case "DefaultGraph":
      return defaultGraph;
    case "Literal":
      return DataFactory.literal(term.value, term.language ? { language: term.language, direction: term.direction } : new NamedNode(term.datatype.value));
    case "Quad": {
      const terms = [term.subject, term.predicate, term.object, term.graph].map(copy) as [RDF.Quad_Subject, RDF.Quad_Predicate, RDF.Quad_Object, RDF.Quad_Graph];
      return new Quad(...terms);
    }
    default:
      throw new TypeError(`documents have no terms of type ${term.termType}`);
  }
}

/** The functions of a factory that reading calls: own ones, or those of any library that follows RDF/JS. */
export type Factory = Pick<
  RDF.DataFactory<RDF.Quad>,
  "namedNode" | "blankNode" | "literal" | "defaultGraph" | "quad"
>;
