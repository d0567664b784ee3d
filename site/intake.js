// Where documents come from: the menu of examples, files that are chosen, files that are dropped on the page.

import { h } from "./elements.js";
import { examples } from "./facts.js";
import { worded } from "./words.js";

const $ = (id) => document.getElementById(id);

/** `takeExample` is told the example that was chosen, `takeFiles` the files. */
export function listen({ takeExample, takeFiles }) {
  listenToMenu(takeExample);
  listenToButton(takeFiles);
  listenToDrops(takeFiles);
}

function listenToMenu(takeExample) {
  const menu = $("examples");
  const close = () => {
    menu.open = false;
    menu.querySelector("summary").focus();
  };
  const choose = (example) => () => {
    close();
    takeExample(example);
  };
  menu.querySelector(".menu").append(...examples.flatMap(({ group, entries }) => [
    h("p", { class: "group" }, group),
    ...entries.map((example) => h("button", { type: "button", onclick: choose(example) }, worded(example.title))),
  ]));
  menu.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
}

function listenToButton(takeFiles) {
  $("choose").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    await takeFiles([...$("file").files]);
    $("file").value = "";
  });
}

/** Before the editor hears of it, which would take a file's text for what is typed. */
function listenToDrops(takeFiles) {
  const first = { capture: true };
  const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
  window.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    mark(true);
  }, first);
  window.addEventListener("dragleave", (event) => event.relatedTarget ?? mark(false), first);
  window.addEventListener("drop", (event) => {
    mark(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    takeFiles([...event.dataTransfer.files]);
  }, first);
}
