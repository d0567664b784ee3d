// Documents of any size into an editor, without a pause that is felt: by slices, between which the page has its turn. Files may be
// compressed by gzip.

import { replace } from "./editors.js";

/** How many characters go into the editor at a time. */
const SLICE = 1 << 17;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Puts texts into an editor from a place on. */
export async function pour(view, at, texts) {
  for await (const text of texts) {
    for (let from = 0; from < text.length; from += SLICE) {
      const insert = text.slice(from, from + SLICE);
      view.dispatch({ changes: { from: Math.min(at, view.state.doc.length), insert }, userEvent: "input.paste" });
      at += insert.length;
      await turn();
    }
  }
}

/** Puts a file in the place of an editor's text. Gives words about what the file has that the editor has not. */
export async function open(file, view) {
  try {
    await pourFile(file, view, new TextDecoderStream("utf-8", { fatal: true }));
  } catch (error) {
    if (!(error instanceof TypeError) || !(await isReadable(file))) throw error;
    await pourFile(file, view, new TextDecoderStream());
    return "The file is not all UTF-8: what is not is shown as �.";
  }
}

async function pourFile(file, view, decoder) {
  replace(view, "");
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isCompressed = first === 0x1f && second === 0x8b;
  const bytes = isCompressed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  await pour(view, 0, joined(bytes.pipeThrough(decoder)));
}

/** Pieces of a stream, joined to slices. */
async function* joined(stream) {
  let pieces = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (value) {
      pieces.push(value);
      length += value.length;
    }
    if (length >= SLICE || done) {
      yield pieces.join("");
      pieces = [];
      length = 0;
    }
    if (done) return;
  }
}

/** Whether it can be read as bytes: what is compressed may be damaged. */
async function isReadable(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return true;
  try {
    await file.stream().pipeThrough(new DecompressionStream("gzip")).pipeTo(new WritableStream());
    return true;
  } catch {
    return false;
  }
}
