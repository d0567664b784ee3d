// N3.js's own tests of its parser and writer, run with this package in the place of N3.js: `N3_TESTS` names the folder `test` of its
// repository, since its npm package has no tests. n3/deviations.json says what is not asked here, and where the two differ, and why.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as jest from "./n3/jest.js";

const folder = process.env.N3_TESTS;
const { others, deviations } = JSON.parse(readFileSync(new URL("n3/deviations.json", import.meta.url), "utf8"));
// Within the package: what the files import is found from there.
const copies = new URL("../target/n3/", import.meta.url);

/** The files, and which functions stand for those at their ends. */
const files = {
  "N3Parser-test.js": "ofParser",
  "N3Writer-test.js": "ofWriter",
  "N3StreamParser-test.js": "ofStreamParser",
  "N3StreamWriter-test.js": "ofStreamWriter",
};

/** A file with other imports, and with `helpers` in the place of its functions of these names. */
function adapted(text, helpers) {
  const names = [...text.matchAll(/^function (\w+)\(/gm)].map(([, name]) => name);
  const replaced = names.map((name) => `const ${name} = helpers.${name} ?? function_${name};`);
  const imports = text
    .replace(/from '\.\.\/src(\/IRIs)?'/g, 'from "../../test/n3/source.js"')
    .replace(/^function (\w+)\(/gm, "function function_$1(");
  return `import { ${helpers} as helpers } from "../../test/n3/helpers.js";\n${replaced.join("\n")}\n${imports}`;
}

test("N3.js's tests", { skip: folder ? false : "N3_TESTS names no folder" }, async (context) => {
  Object.assign(globalThis, jest);
  mkdirSync(copies, { recursive: true });
  for (const [file, helpers] of Object.entries(files)) {
    const copy = new URL(file.replace(/js$/, "mjs"), copies);
    writeFileSync(copy, adapted(readFileSync(join(folder, file), "utf8"), helpers));
    await import(copy);
  }
  const counts = { passed: 0, deviate: 0, others: 0 };
  const names = new Set(jest.tests.map(({ name }) => name));
  for (const { tests: known = [], why } of deviations) for (const name of known) assert.ok(names.has(name), `there is no test ${name}, which deviates: ${why}`);
  const unexpected = [];
  for (const { name, run } of jest.tests) {
    if (others.some(({ tests }) => new RegExp(tests).test(name))) {
      counts.others++;
      continue;
    }
    const failure = await run().then(() => undefined, (error) => error);
    const deviates = deviations.some(({ tests, pattern }) => tests?.includes(name) || (pattern && new RegExp(pattern).test(name)));
    if (!!failure !== deviates) unexpected.push(`${name}\n    ${failure?.message.split("\n").slice(0, 5).join("\n    ") ?? "passes, and is listed as a deviation"}`);
    counts[failure ? "deviate" : "passed"]++;
  }
  context.diagnostic(`${counts.passed} pass, ${counts.deviate} deviate, ${counts.others} are of other things`);
  assert.equal(unexpected.join("\n"), "");
});
