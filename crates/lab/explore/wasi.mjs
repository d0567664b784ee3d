// What the page without a server takes of the interface between a program in WebAssembly and a system. `npm run bundle` makes
// ../src/commands/explore/page/wasi.js of it.
export { File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
