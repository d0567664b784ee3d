// The compiled module, in browsers and elsewhere: fetched from beside this file, where bundlers put it, too.
import initialise from "../wasm/reading.js";

await initialise();
export * from "../wasm/reading.js";
