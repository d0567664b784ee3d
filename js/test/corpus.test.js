// The project's corpus: documents, with the verdict of each specification. Its README says what is where.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { count, parse, ParseError } from "turtle-peg";
import { convert } from "turtle-peg/tools";

const corpus = new URL("../../tests/corpus/", import.meta.url);
const shared = readdirSync(new URL("shared/", corpus)).map((name) => `shared/${name}`);
const own = readdirSync(corpus).filter((name) => /-(1\.[12]|submission|wd20)/.test(name));

/** Drafts are read by the tools alone, which take strings. */
const isDraft = (format) => /submission|wd20/.test(format);
const isUtf8 = (bytes) => Buffer.from(bytes.toString()).equals(bytes);

for (const folder of [...own, ...shared]) {
  for (const format of folder.replace("shared/", "").split("+")) {
    const documents = (verdict) => {
      const place = new URL(`${folder}/${verdict}/`, corpus);
      const names = existsSync(place) ? readdirSync(place).filter((name) => /\.(ttl|nt|trig|nq)$/.test(name)) : [];
      return names.map((name) => [`${folder}/${verdict}/${name}`, readFileSync(new URL(name, place)), new URL(name, place)]);
    };
    test(`${format}: ${folder}`, () => {
      const read = (bytes) => (isDraft(format) ? convert(bytes.toString(), { format, to: "N-Quads" }) : parse(bytes, { format }).toArray());
      for (const [name, bytes] of documents("good")) {
        if (isDraft(format)) read(bytes);
        else assert.equal(parse(bytes, { format }).toArray().length, count(bytes, { format }), name);
      }
      for (const [name, bytes, place] of documents("bad")) {
        if (isDraft(format) && !isUtf8(bytes)) continue;
        // `dialect+dialect: line:column: title`, or without dialects.
        const lines = readFileSync(new URL(place.href.replace(/\.\w+$/, ".error")), "utf8").split("\n");
        const faults = lines.map((line) => line.match(/^(?:([a-z][^ ]*): )?(\d+:\d+: .*)$/) ?? []);
        const [, , expected] = faults.find(([, dialects]) => !dialects || dialects.split("+").includes(format));
        assert.throws(
          () => read(bytes),
          (error) => error instanceof ParseError && (expected ?? "").endsWith(error.detail ?? `: ${error.title}`),
          name,
        );
      }
    });
  }
}
