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
