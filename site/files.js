// Texts of any size into an editor, without a pause that is felt: by slices, between which the page has its turn. Files may be
// compressed by gzip.

import { replace } from "./editors.js";

/** How many characters go into the editor at a time. */
const SLICE = 1 << 17;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Puts a text in the place of an editor's, and touches only what differs, so that the cursor stays where it was. */
export function exchangeAtOnce(view, text) {
  const old = view.state.doc.toString();
  let [from, end] = [0, 0];
  const most = Math.min(old.length, text.length);
  while (from < most && old[from] === text[from]) from += 1;
  while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, userEvent: "input" });
}

/** Puts texts into an editor from a place on, until the signal. */
export async function pour(view, at, texts, signal) {
  for await (const text of texts) {
    for (let from = 0; from < text.length; from += SLICE) {
      if (signal.aborted) return;
      const insert = text.slice(from, from + SLICE);
      // As typed text, whose pieces are undone together.
      view.dispatch({ changes: { from: Math.min(at, view.state.doc.length), insert }, userEvent: "input.type.pour" });
      at += insert.length;
      await turn();
    }
  }
}

/**
 * The text of a file, in pieces. One that is not UTF-8 has none: it is refused with the words that `refusal` has for its bytes, so that an
 * editor never holds another text than the file.
 */
export async function textOf(file, refusal) {
  const contents = await decompression(file);
  const text = () => contents().pipeThrough(new TextDecoderStream("utf-8", { fatal: true }));
  try {
    await text().pipeTo(new WritableStream());
  } catch {
    // A compressed file may be damaged: then its bytes cannot be had, either.
    throw new Error(await refusal(await new Response(contents()).arrayBuffer()));
  }
  return joined(text());
}

/** Puts pieces of a text in the place of an editor's, until the signal. */
export async function exchangeBy(texts, view, signal) {
  if (signal.aborted) return;
  replace(view, "");
  await pour(view, 0, texts, signal);
}

/** A function that gives the bytes of a file, decompressed, as often as they are wanted. */
async function decompression(file) {
  if (!(await isGzip(file))) return () => file.stream();
  return () => file.stream().pipeThrough(new DecompressionStream("gzip"));
}

/** By the first two bytes: names may say anything. */
async function isGzip(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
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
