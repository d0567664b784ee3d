// The compiled module, in Node: read from its file, so that importing waits for nothing, and `require` works, too.
import { readFileSync } from "node:fs";
import { initSync } from "../wasm/tools.js";

initSync({ module: readFileSync(new URL("../wasm/tools_bg.wasm", import.meta.url)) });
export * from "../wasm/tools.js";
