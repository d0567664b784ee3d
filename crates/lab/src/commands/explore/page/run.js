// A worker that runs `turtle-lab`, again and again: each time from its beginning, with arguments, in a folder that is only in memory.

import { File, OpenFile, PreopenDirectory, WASI } from "./wasi.js";

/** Where the program prints to. It is told that this is a file, and shows nothing that is for a terminal. */
class Printed extends OpenFile {
  #pieces = [];

  constructor() {
    super(new File([]));
  }

  fd_write(bytes) {
    this.#pieces.push(bytes);
    return { ret: 0, nwritten: bytes.byteLength };
  }

  text() {
    return new Blob(this.#pieces).text();
  }
}

onmessage = async ({ data: { module, words, files } }) => {
  const [output, errors] = [new Printed(), new Printed()];
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(([name, text]) => [name, new File(encoder.encode(text))]);
  const streams = [new OpenFile(new File([])), output, errors];
  const wasi = new WASI(["turtle-lab", ...words], ["NO_COLOR=1"], [...streams, new PreopenDirectory(".", new Map(entries))]);
  let fault = null;
  try {
    wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }));
  } catch (error) {
    fault = String(error);
  }
  postMessage({ output: await output.text(), errors: await errors.text(), fault });
};
