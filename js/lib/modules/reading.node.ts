// The compiled module, in Node: read from its file, so that importing waits for nothing, and `require` works, too.
import { readFileSync } from "node:fs";
import { initSync } from "../wasm/reading.js";

initSync({ module: readFileSync(new URL("../wasm/reading_bg.wasm", import.meta.url)) });
export * from "../wasm/reading.js";
