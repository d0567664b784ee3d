// What `turtle-peg/tools` says is what the program says.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import * as tools from "../dist/tools.js";

const messages = new URL("../../tests/messages/", import.meta.url);
const program = process.env.TURTLE_PEG ?? new URL("../../target/release/turtle-peg", import.meta.url).pathname;

/** Turns bytes of a text into UTF-16 code units. */
const units = (bytes, byte) => bytes.subarray(0, byte).toString().length;

test("faults and replacements are the program's", { skip: !existsSync(program) }, () => {
  const files = readdirSync(messages).filter((name) => {
    // Lone surrogates and what is not UTF-8 are no strings of JavaScript; a first line may give options.
    const bytes = readFileSync(new URL(name, messages));
    return /\.(ttl|trig|nt|nq)$/.test(name) && Buffer.from(bytes.toString()).equals(bytes) && !bytes.toString().startsWith("# check");
  });
  assert.ok(files.length > 350, `${files.length} files`);
  let output;
  try {
    output = execFileSync(program, ["check", "--format", "json", "--max-errors", "1000000", ...files], { cwd: messages, maxBuffer: 2 ** 28 });
  } catch (error) {
    output = error.stdout;
  }
  const expected = Map.groupBy?.(lines(output), (it) => it.file) ?? groupBy(lines(output));
  for (const file of files) {
    const bytes = readFileSync(new URL(file, messages));
    const place = (it) => [it.line, units(bytes, it.start), units(bytes, it.end)];
    const faults = tools.check(bytes.toString(), { format: format(file), baseIRI: new URL(file, messages).href });
    assert.deepEqual(
      faults.map((it) => ({
        title: it.title,
        kind: it.kind,
        mistake: it.mistake ?? null,
        production: it.production ?? null,
        place: [it.line, it.start, it.end],
        labels: it.labels.map((it) => [it.line, it.start, it.end]),
        replacements: it.replacements.map((it) => [it.line, it.start, it.end, it.text, it.certain]),
      })),
      (expected.get(file) ?? []).map((it) => ({
        title: it.title,
        kind: it.kind,
        mistake: it.mistake,
        production: it.production,
        place: place(it),
        labels: it.labels.map(place),
        replacements: it.replacements.map((it) => [...place(it), it.text, it.certain]),
      })),
      file,
    );
    for (const { replacements } of faults) {
      for (const { line, column, start } of replacements) assert.equal(offset(bytes.toString(), line, column), start, file);
    }
  }
});

const format = (file) => ({ ttl: "turtle-1.2", trig: "trig-1.2", nt: "n-triples-1.2", nq: "n-quads-1.2" })[file.split(".").at(-1)];

const lines = (output) =>
  output.toString().trimEnd().split("\n").map((line) => JSON.parse(line)).filter((it) => it.type === "fault");

function groupBy(faults) {
  const groups = new Map();
  for (const it of faults) groups.set(it.file, [...(groups.get(it.file) ?? []), it]);
  return groups;
}

/** The place of a line and a column, counted by the test itself. */
function offset(text, line, column) {
  const ends = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return ends[line - 1] + column - 1 + (line === 1 && text.startsWith("\uFEFF") ? 1 : 0);
}

test("places are those of JavaScript's strings", () => {
  const text = '<x:s> <x:p> "é😀" .\n<x:s> <x:q> "😀" , p:a .';
  const [fault] = tools.check(text);
  assert.equal(text.slice(fault.start, fault.end), "p:");
  assert.deepEqual([fault.line, fault.column], [2, 20]);
});

test("bytes are checked as a file is, with places in bytes", () => {
  const text = "<x:s> <x:p> '\u{1F600}', p:a .";
  const [fault] = tools.check(text);
  const [{ start, end, ...same }] = tools.check(Buffer.from(text));
  assert.deepEqual([start, end, same.title, same.column], [fault.start + 2, fault.end + 2, fault.title, fault.column]);
  const latin = Buffer.from("# \xe9\n<x:s> <x:p> 'caf\xe9' .\n", "latin1");
  assert.deepEqual(
    tools.check(latin).map(({ kind, line, column, start }) => [kind, line, column, start]),
    [["InvalidUtf8", 1, 3, 2], ["InvalidUtf8", 2, 17, 20]],
  );
  assert.deepEqual(tools.check(new Uint8Array(new TextEncoder().encode("<x:s> <x:p> 1 .")).buffer), []);
});

test("a replacement mends the document", () => {
  const text = "<x:s> <x:p> 1\n    <x:q> 2 .";
  const [{ replacements: [it] }] = tools.check(text);
  assert.ok(it.certain);
  const mended = text.slice(0, it.start) + it.text + text.slice(it.end);
  assert.deepEqual(tools.check(mended), []);
  assert.deepEqual(tools.fix(text), { text: mended, repairs: [{ title: "`;` is missing after `1`", help: it.help, line: 1, column: 14 }], faults: [] });
});

test("no more faults are looked for than were asked for", () => {
  const text = "<x:s> <x:p> TRUE .\n".repeat(5);
  assert.equal(tools.check(text).length, 5);
  assert.deepEqual(tools.check(text, { most: 2 }).map(({ line }) => line), [1, 2]);
});

test("a document is laid out, and one at fault is not", () => {
  assert.equal(tools.format("<x:s><x:p> 1;<x:q> 2."), "<x:s> <x:p> 1 ;\n    <x:q> 2 .\n");
  assert.throws(
    () => tools.format("\n <x:s> <x:p> ."),
    (error) => error instanceof tools.ParseError && error instanceof SyntaxError && error.start === 14 && error.line === 2 && /^2:\d+: /.test(error.message) && error.help.length > 0,
  );
});

test("a document is written in another format", () => {
  const text = "@prefix ex: <http://e/> . ex:a ex:b [ ex:c 1 ] .";
  assert.equal(tools.convert(text, { to: "N-Triples" }).split("\n").length, 3);
  assert.equal(tools.convert(text, { to: "TriG" }), "@prefix ex: <http://e/> .\n\nex:a ex:b [ ex:c 1 ] .\n");
  assert.throws(() => tools.convert("<x:g> { <x:s> <x:p> 1 }", { to: "text/turtle" }), /graph/);
});

test("documents are compared by what they mean", () => {
  const [first, second] = ["_:a <x:p> <x:o> .", "[] <x:p> <x:o>, <x:r> ."];
  const { removed, added } = tools.diff(first, second);
  assert.equal(removed, "");
  assert.match(added, /^_:\w+ <x:p> <x:r> \.\n$/);
  assert.deepEqual(tools.diff(first, "[] <x:p> <x:o> ."), { removed: "", added: "" });
  assert.equal(tools.canonicalize("_:a <x:p> _:b . _:b <x:p> 'c' ."), '_:c14n0 <x:p> _:c14n1 .\n_:c14n1 <x:p> "c" .\n');
});

test("tokens, dialects and productions", () => {
  const text = "<x:s> a '😀' .";
  assert.deepEqual(tools.tokens(text).map((it) => [it.kind, it.production, text.slice(it.start, it.end)]), [
    ["terminal", "IRIREF", "<x:s>"],
    ["keyword", undefined, "a"],
    ["terminal", "STRING_LITERAL_SINGLE_QUOTE", "'😀'"],
    ["sign", undefined, "."],
  ]);
  assert.equal(tools.dialects().length, 11);
  for (const { name } of tools.dialects()) assert.ok(tools.grammar(name).length > 10, name);
  assert.equal(tools.grammar("turtle-1.2", "objectList").ebnf, "[13] objectList ::= object annotation (',' object annotation)*");
  assert.throws(() => tools.grammar("turtle-1.2", "objectlist"), /turtle-1.2 has no production `objectlist`/);
  assert.throws(() => tools.check("", { format: "html" }), /html/);
});

const document = `@prefix ex: <http://e/ns#> .
# a comment 😀
ex:a a ex:C ;
  ex:p 'é😀'@EN, 1.5 , ( ex:b _:c ) , "4"^^ex:dt ;
  ex:q [ ex:r ex:s ] {| ex:since 2020 |} .
BASE <http://base/x/>
<../rel> ex:p << ex:a ex:b ex:c >> .
<bad> nope:x 3 .
<x:s> ex:p .
ex:g { ex:s ex:p 1 }
`;

test("a place is explained as the program does", { skip: !existsSync(program) }, () => {
  const places = [];
  const characters = [...document];
  for (let at = 0, unit = 0, line = 1, column = 1; at < characters.length; unit += characters[at++].length) {
    if (characters[at] !== "\n") places.push({ unit, name: `:${line}:${column++}` });
    else (line++, (column = 1));
  }
  // Standard input can be read once: a call for each place, so not for all.
  for (const { unit, name } of places.filter((_, number) => number % 7 === 0)) {
    const { status, stdout } = spawnSync(program, ["explain", "--dialect", "trig-1.2", "--format", "json", name], { input: document });
    const ours = tools.explain(document, unit);
    if (status !== 0 || stdout.length === 0) {
      assert.ok(ours.fault, name);
      continue;
    }
    const { file, line, column, start, end, ...theirs } = JSON.parse(stdout);
    const bytes = Buffer.from(document);
    if (ours.isInStatement) {
      assert.deepEqual([ours.start, ours.end], [units(bytes, start), units(bytes, end)], name);
      assert.deepEqual(
        {
          dialect: ours.dialect,
          text: ours.text,
          is_white_space: ours.isWhiteSpace,
          token: ours.token ?? null,
          path: ours.path,
          term: ours.term ?? null,
          is_part_of_term: ours.isPartOfTerm,
          declares: ours.declares ? { prefix: ours.declares.prefix ?? null, iri: ours.declares.iri } : null,
          triples: ours.triples,
          triples_of_statement: ours.triplesOfStatement,
          rules: ours.rules,
        },
        { ...theirs, path: theirs.path.map((it) => ({ ...it, start: units(bytes, it.start), end: units(bytes, it.end) })) },
        name,
      );
    } else {
      assert.deepEqual([ours.isWhiteSpace, ours.isWhiteSpace ? null : ours.text], [theirs.is_white_space, theirs.text], name);
    }
  }
});

test("a place is explained", () => {
  const at = document.indexOf("1.5");
  const { start, end, line, column, token, path, term } = tools.explain(document, at + 1);
  assert.deepEqual([start, end, line, column], [at, at + 3, 4, 18]);
  assert.deepEqual(token, { names: ["DECIMAL"], shorter: [{ name: "INTEGER", text: "1" }] });
  assert.equal(path.at(-1).production, "DECIMAL");
  assert.equal(term, '"1.5"^^<http://www.w3.org/2001/XMLSchema#decimal>');
  // Either half of a character is the character.
  const emoji = document.indexOf("😀'");
  assert.deepEqual(tools.explain(document, emoji), tools.explain(document, emoji + 1));
  const atFault = tools.explain(document, document.indexOf("ex:p .\n"));
  assert.deepEqual([atFault.token.names, atFault.fault.title, atFault.path], [["PNAME_LN"], "an object is missing", []]);
  const afterEnd = tools.explain(document, document.length);
  assert.deepEqual([afterEnd.start, afterEnd.end, afterEnd.isWhiteSpace], [document.length, document.length, true]);
  for (const place of [-1, 1.5, document.length + 1, Number.NaN, "1"]) assert.throws(() => tools.explain(document, place), RangeError);
});

test("the tree of a document", () => {
  const text = "<x:s> <x:p> '😀', 1 .\n<x:s> <x:p> <x:o> .";
  const { nodes, more } = tools.tree(text, { format: "turtle" });
  assert.equal(more, 0);
  assert.deepEqual(nodes[0], { production: "statement", depth: 0, isLeaf: false, start: 0, end: 21 });
  const leaves = nodes.filter((it) => it.isLeaf && it.start < it.end).map((it) => `${it.production} ${text.slice(it.start, it.end)}`);
  assert.deepEqual(leaves.slice(0, 4), ["IRIREF <x:s>", "IRIREF <x:p>", "STRING_LITERAL_SINGLE_QUOTE '😀'", "INTEGER 1"]);
  const beginning = tools.tree(text, { format: "turtle", limit: 5 });
  assert.deepEqual(beginning, { nodes: nodes.slice(0, 5), more: nodes.length - 5 });
  assert.deepEqual(tools.tree("<x:s> .\n<x:s> a <x:o> .").nodes[0].start, 8);
  assert.throws(() => tools.tree(text, { limit: -1 }), RangeError);
});
