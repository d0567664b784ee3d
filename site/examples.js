// The menu of examples.

import { closable, h } from "./elements.js";
import { examples } from "./facts.js";
import { worded } from "./words.js";

/** `take` is handed the example that was chosen. */
export function listenForExamples(menu, take) {
  const close = closable(menu);
  const choose = (example) => () => {
    close();
    take(example);
  };
  menu.querySelector(".menu").append(...examples.flatMap(({ group, entries }) => [
    h("p", { class: "group" }, group),
    ...entries.map((example) => h("button", { type: "button", onclick: choose(example) }, worded(example.title))),
  ]));
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
}
