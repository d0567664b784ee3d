// Files that a person chooses, or drops on the page. The lab's page takes them, and the site's.

/** `take` is handed the files; `over` is told whether some are held over the page. */
export function listenForFiles({ button, input, take, over = () => {} }) {
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", async () => {
    await take([...input.files]);
    input.value = "";
  });
  listenToDrops(take, over);
}

/** Before the editor hears of it, which would take a file's text for typed text. */
function listenToDrops(take, over) {
  const first = { capture: true };
  window.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    over(true);
  }, first);
  window.addEventListener("dragleave", (event) => event.relatedTarget ?? over(false), first);
  window.addEventListener("drop", (event) => {
    over(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files]);
  }, first);
}

/** The text of a file. One that is not UTF-8 has none, and is refused in the program's words. */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`it is not UTF-8: no character begins at byte ${firstNotUtf8(bytes)}, counted from 0`);
  }
}

/** The first byte at which no character begins, of bytes that are not all UTF-8. */
export function firstNotUtf8(bytes) {
  const [decoder, encoder] = [new TextDecoder("utf-8", { ignoreBOM: true }), new TextEncoder()];
  const replacement = encoder.encode("\uFFFD");
  let at = 0;
  for (const text of decoder.decode(bytes).split("\uFFFD")) {
    at += encoder.encode(text).length;
    // The file itself may have this character.
    if (!replacement.every((byte, index) => bytes[at + index] === byte)) break;
    at += replacement.length;
  }
  return at;
}
