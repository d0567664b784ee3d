// The blocks of code in README.md are programs, and run.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const package_ = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", package_), "utf8");
const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
// Within the package, which knows itself by its name.
const folder = new URL("target/recipes/", package_);
mkdirSync(folder, { recursive: true });

test("README has recipes", () => assert(blocks.length > 4));

blocks.forEach((code, at) => {
  test(code.match(/^import .*"turtle-peg.*$/m)[0], () => {
    const file = fileURLToPath(new URL(`${at}.mjs`, folder));
    writeFileSync(file, code);
    const { stderr, status } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    assert.equal(stderr, "");
    assert.equal(status, 0);
  });
});
