// The W3C's suites, run by the runner that JavaScript's libraries share.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { TestSuiteRunner } from "rdf-test-suite/lib/TestSuiteRunner.js";
import { parse } from "turtle-peg";

const folder = process.env.RDF_TESTS;
const address = "https://w3c.github.io/rdf-tests/rdf/";
const skip = folder && existsSync(folder) ? false : "RDF_TESTS names no folder";

for (const version of ["1.1", "1.2"]) {
  for (const language of ["turtle", "trig", "n-triples", "n-quads"]) {
    test(`${language} ${version}`, { skip }, async (context) => {
      // The runner knows no tests of the canonical form, and says so of each.
      const unknown = context.mock.method(console, "error", () => {});
      const format = `${language}-${version}`;
      const engine = { parse: async (text, baseIRI) => parse(text, { baseIRI, format }).toArray() };
      // The manifest of all of N-Quads 1.2 calls itself that of N-Triples.
      const part = format === "n-quads-1.2" ? "/syntax" : "";
      const suite = `rdf${version.replace(".", "")}/rdf-${language}${part}`;
      const results = await new TestSuiteRunner().runManifest(`${address}${suite}/manifest.ttl`, engine, {
        customEngingeOptions: {},
        testRegex: /./,
        timeOutDuration: 3000,
        urlToFileMapping: `${address}~${folder}/`,
      });
      assert(results.length > 20, `${results.length} tests were run`);
      const failed = results.filter(({ ok }) => !ok).map(({ test, error }) => `${test.uri}: ${error}`);
      assert.deepEqual(failed, []);
      console.log(`${format}: ${results.length} tests, and ${unknown.mock.callCount()} that the runner does not know`);
    });
  }
}
