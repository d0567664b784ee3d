// The types, as programs of users see them: with each of the ways by which TypeScript finds a package.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const usage = fileURLToPath(new URL("types/usage.ts", import.meta.url));

for (const [module, resolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]]) {
  test(`types, with moduleResolution ${resolution}`, () => {
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom,dom.iterable,dom.asynciterable", "--types", "node"];
    const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, "--module", module, "--moduleResolution", resolution, usage], { encoding: "utf8" });
    assert.equal(stdout, "");
    assert.equal(status, 0);
  });
}
