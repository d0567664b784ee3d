// The compiled module, in browsers and elsewhere: fetched from beside this file, where bundlers put it, too.
import initialise from "../wasm/tools.js";

await initialise();
export * from "../wasm/tools.js";
