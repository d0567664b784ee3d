import assert from "node:assert/strict";
import { test } from "node:test";
import N3 from "n3";
import { DataFactory, parse, serialize, Writer } from "turtle-peg";

const { namedNode, literal, quad } = DataFactory;
const document = `@prefix e: <http://e/> .

e:s e:p 1, "é😀"@en, "\\"\\n" .

e:g {
    e:s e:p _:x .
}
`;
const options = { blankNodePrefix: "" };

test("what is written is read again, in each format", () => {
  const quads = parse(document, options).toArray();
  assert.equal(serialize(quads, { prefixes: { e: "http://e/" } }), document);
  assert.equal(serialize(quads, { prefixes: { e: namedNode("http://e/") } }), document);
  for (const format of ["TriG", "N-Quads"]) assert.deepEqual(parse(serialize(quads, { format }), { ...options, format }).toArray(), quads);
  const triples = quads.filter(({ graph }) => graph.termType === "DefaultGraph");
  for (const format of ["Turtle", "N-Triples"]) {
    assert.deepEqual(parse(serialize(triples, { format }), { ...options, format }).toArray(), triples);
  }
});

test("what RDF 1.2 adds", () => {
  const text = 'VERSION "1.2"\n<x:s> <x:p> "a"@en--ltr, "b"@ar--rtl, <<( _:x <x:p> <<( <x:s> <x:p> 1 )>> )>> .';
  const quads = parse(text, options).toArray();
  assert.deepEqual(parse(serialize(quads), options).toArray(), quads);
});

test("terms of others, of quads that come later", async () => {
  const quads = new N3.Parser().parse(document);
  async function* later() {
    yield* quads;
  }
  assert.equal(await serialize(later(), { format: "N-Quads" }), serialize(quads, { format: "N-Quads" }));
});

test("text can be taken as it is written", () => {
  const writer = new Writer({ format: "N-Triples" });
  writer.addQuad(namedNode("x:s"), namedNode("x:p"), literal("1"));
  assert.equal(writer.take(), '<x:s> <x:p> "1" .\n');
  writer.addQuads([quad(namedNode("x:s"), namedNode("x:p"), literal("2"))]);
  assert.equal(writer.end(), '<x:s> <x:p> "2" .\n');
});

test("prefixes can be declared as one writes", () => {
  const writer = new Writer({ format: "Turtle" });
  writer.addQuad(namedNode("http://e/s"), namedNode("http://e/p"), literal("1"));
  writer.addPrefix("e", "http://e/");
  writer.addQuad(namedNode("http://e/t"), namedNode("http://e/p"), literal("2"));
  assert.equal(writer.end(), '<http://e/s> <http://e/p> "1" .\n\n@prefix e: <http://e/> .\n\ne:t e:p "2" .\n');
  assert.throws(() => new Writer().addPrefix("e", "relative"), /relative/);
});

test("terms and quads are copied", () => {
  const quads = new N3.Parser().parse(document + '<x:s> <x:p> <<( <x:s> <x:p> "a"@en--ltr )>>, true .');
  assert.equal(serialize(quads.map(DataFactory.fromQuad)), serialize(quads));
  for (const term of quads.map(({ object }) => object)) assert.ok(DataFactory.fromTerm(term).equals(term));
  assert.throws(() => DataFactory.fromTerm(N3.DataFactory.variable("x")), /Variable/);
});

test("what no document has is an error", () => {
  const [iri, bad] = [namedNode("x:s"), namedNode("x:a b")];
  assert.throws(() => serialize([quad(bad, iri, iri)]), /x:a b/);
  assert.throws(() => serialize([quad(iri, literal("1"), iri)]), /kind/);
  assert.throws(() => serialize([quad(iri, iri, iri, iri)], { format: "Turtle" }), /named graphs/);
  assert.throws(() => serialize([quad(iri, iri, { termType: "Variable", value: "x" })]), /Variable/);
  assert.throws(() => new Writer({ format: "RDF/XML" }), /not known/);
});
