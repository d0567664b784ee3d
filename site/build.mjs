// Makes target/site, a folder that any web server serves as it is: the page's files, those that it shares with the lab's page, the package
// for JavaScript, the lab as a program in WebAssembly and its report as the folder docs, facts about dialects with examples, and the list of
// files that are kept for use without a network.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { check, dialects } from "../js/dist/tools.js";
import { grammarsPage } from "./grammars.mjs";

const project = new URL("../", import.meta.url);
const made = new URL("target/site/", project);

/** The files of the lab's page that the site has, too. */
const SHARED = [
  "editor.js", "editors.js", "elements.js", "explore.css", "explore.js", "explore-panels.js", "intake.js", "line-ends.js", "link.js", "notation.js", "run.js", "tree.js", "wasi.js",
  "workers.js",
];

/** Of tests/messages: mistakes that people make, the most common first. */
const MISTAKES = [
  "missing-semicolon.ttl", "full-stop-missing.ttl", "prefix-well-known.ttl", "prefix-misspelt.ttl", "prefix-no-brackets.ttl", "iri-not-closed.ttl",
  "address-without-brackets.ttl", "class-without-colon.ttl", "comma-for-semicolon.ttl", "comma-at-end.ttl", "bracket-not-closed.ttl",
  "collection-commas.ttl", "quotation-marks-curly.ttl", "language-tag-with-underscore.ttl", "datatype-without-prefix.ttl", "date.ttl",
  "number-with-unit.ttl", "boolean-in-capitals.ttl", "graph.ttl", "name-in-lines.nt",
];

/** Of examples/: what a version has that the one before it rejects. */
const VERSIONS = [
  ["turtle-1.1.ttl", "turtle-submission", "Turtle 1.1: names, quotes, directives"],
  ["turtle-1.2.ttl", "turtle-1.1", "Turtle 1.2: annotations, triple terms, directions"],
  ["trig-1.2.trig", "trig-1.1", "TriG 1.2: annotations within graphs"],
  ["n-triples-1.2.nt", "n-triples-1.1", "N-Triples 1.2: triple terms, directions"],
];

const read = (path) => readFileSync(new URL(path, project), "utf8");

/** The title of a dialect, with its year where a version of the language has another dialect, too: `turtle-1.2-wd2024`. */
const label = ({ name, title, specification }) => (/-\d\.\d$/.test(name) ? title : `${title} of ${specification.match(/\d{4}/)[0]}`);

/** The newest dialect of a file with this name. */
const dialectOf = (name) => dialects().findLast(({ extension }) => name.endsWith(`.${extension}`)).name;

function mistake(name) {
  const text = read(`tests/messages/${name}`);
  const dialect = dialectOf(name);
  const [fault] = check(text, { format: dialect });
  if (!fault) throw new Error(`tests/messages/${name} has no mistake`);
  return { title: fault.title, dialect, text };
}

function version([name, older, title]) {
  const dialect = name.replace(/\.\w+$/, "");
  const text = read(`site/examples/${name}`);
  if (check(text, { format: dialect }).length > 0) throw new Error(`${dialect} rejects site/examples/${name}`);
  if (check(text, { format: older }).length === 0) throw new Error(`site/examples/${name} shows nothing new: ${older} accepts it`);
  return { title, dialect, text };
}

const examples = [
  { group: "To begin with", entries: [{ title: "a small document with a mistake", dialect: "turtle-1.2", text: read("site/examples/first.ttl") }] },
  { group: "New syntax", entries: VERSIONS.map(version) },
  { group: "Common mistakes", entries: MISTAKES.map(mistake) },
];

rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
for (const name of readdirSync(new URL("site/", project))) {
  if (/\.(?:html|css|js|svg)$/.test(name)) cpSync(new URL(`site/${name}`, project), new URL(name, made));
}
for (const name of SHARED) cpSync(new URL(`crates/lab/src/commands/explore/page/${name}`, project), new URL(name, made));
copyLab();
writeFileSync(new URL("grammars.html", made), grammarsPage(read("crates/lab/src/commands/explore/page/explore.html"), read("site/index.html")));
copyPackage();
writeReport();
writeFileSync(new URL("facts.js", made), `// Made by site/build.mjs.\n\nexport const dialects = ${JSON.stringify(dialects().map((one) => ({ ...one, label: label(one) })))};\n\nexport const examples = ${JSON.stringify(examples)};\n`);
listFiles();

/** The lab's program, which answers in the view of grammars. */
function copyLab() {
  const program = new URL("target/wasm32-wasip1/module/turtle-lab.wasm", project);
  if (!existsSync(program)) throw new Error("turtle-lab.wasm is not built: `.ci/programs build turtle-lab` builds it");
  cpSync(program, new URL("turtle-lab.wasm", made));
}

/** What of the package is for pages. */
function copyPackage() {
  for (const part of ["web", "modules", "wasm"]) {
    cpSync(new URL(`js/dist/${part}/`, project), new URL(`turtle-peg/${part}/`, made), { recursive: true, filter: (path) => !/\.d\.ts$|\.node\.js$/.test(path) });
  }
}

/** The pages about messages and grammars. */
function writeReport() {
  const built = ["target/release/turtle-lab", "target/debug/turtle-lab"].map((name) => new URL(name, project).pathname);
  const program = process.env.TURTLE_LAB ?? built.find(existsSync);
  if (!program) throw new Error("turtle-lab is not built: `cargo build -p turtle-lab` builds it, or TURTLE_LAB names it");
  const examples = ["tests/messages", "crates/cli/tests/lints"].flatMap((folder) => ["--messages", new URL(folder, project).pathname]);
  execFileSync(program, ["report", "--output", new URL("docs", made).pathname, "--pairs", "next", ...examples], { stdio: "inherit" });
  for (const name of readdirSync(new URL("docs/", made))) {
    if (name.endsWith(".html")) leadBack(new URL(`docs/${name}`, made));
  }
}

/** From a page of the report, which knows no site, to the site's first view. */
function leadBack(page) {
  const home = '<a class="home" href="index.html">Grammar report</a>';
  const text = readFileSync(page, "utf8");
  if (!text.includes(home)) throw new Error(`${page.pathname} has no ${home}`);
  writeFileSync(page, text.replace(home, '<nav class="home" aria-label="Way back"><a href="../index.html">turtle-peg</a> › <a href="index.html">Grammar report</a></nav>'));
}

/** The files that are kept from the beginning, and a name for the contents of all as they are now. */
function listFiles() {
  const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && one.name !== "offline.js");
  const all = files.map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll("//", "/").slice(made.pathname.length));
  const paths = all.filter((path) => !path.startsWith("docs/") && path !== "turtle-lab.wasm").sort();
  const hash = createHash("sha256");
  for (const path of all.sort()) hash.update(`${path}\n`).update(readFileSync(new URL(path, made)));
  writeFileSync(new URL("offline-files.js", made), `// Made by site/build.mjs.\nself.kept = ${JSON.stringify({ version: hash.digest("hex").slice(0, 16), files: ["./", ...paths] })};\n`);
  console.log(`${all.length} files in ${made.pathname}`);
}
