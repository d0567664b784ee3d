// The blocks of code in README.md are programs, and run: in Node, and in Bun and Deno, if variables of these names say where they are.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const package_ = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", package_), "utf8");
const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
// Within the package, which knows itself by its name.
const folder = new URL("target/recipes/", package_);
mkdirSync(folder, { recursive: true });

const { BUN, DENO } = process.env;
const runtimes = [[process.execPath], BUN && [BUN], DENO && [DENO, "run", "--allow-all", "--no-check"]].filter(Boolean);

test("README has recipes", () => assert(blocks.length > 4));

blocks.forEach((code, at) => {
  const file = fileURLToPath(new URL(`${at}.mjs`, folder));
  writeFileSync(file, code);
  for (const [program, ...given] of runtimes) {
    test(`${basename(program)}: ${code.match(/^import .*"turtle-peg.*$/m)[0]}`, () => {
      const { stderr, status } = spawnSync(program, [...given, file], { encoding: "utf8" });
      assert.equal(stderr, "");
      assert.equal(status, 0);
    });
  }
});
