// The tree of a document: a row for each production that matches a part of it. The lab's page has it, and the site's.

import { h, rove } from "./elements.js";

/**
 * The rows of nodes, each with its production, its depth, the range of its text, and, if it is a leaf, that text. `choose` is told the production
 * and the range of a row that is clicked.
 */
export function tree(nodes, label, choose) {
  const rows = nodes.map(({ production, depth, range: [from, to], leaf }) => {
    const row = h("div", {
      role: "treeitem",
      tabindex: "-1",
      "aria-level": depth + 1,
      "aria-selected": "false",
      "data-production": production,
      "data-from": from,
      "data-to": to,
      onclick: () => choose(production, [from, to]),
    }, h("span", {}, production), leaf && h("span", { class: "leaf" }, leaf));
    row.style.setProperty("--depth", depth);
    return row;
  });
  return rove(h("div", { class: "tree", role: "tree", "aria-label": label }, rows), "[role=treeitem]");
}

/** Lights the rows of a production; of these the one with a range, if it is given. */
export function lightTree(production, range) {
  let first = null;
  for (const row of document.querySelectorAll("[role=treeitem]")) {
    const isLit = row.dataset.production === production && (!range || (Number(row.dataset.from) === range[0] && Number(row.dataset.to) === range[1]));
    row.classList.toggle("lit", isLit);
    row.setAttribute("aria-selected", String(isLit));
    first ??= isLit ? row : null;
  }
  if (first && !first.contains(document.activeElement)) first.scrollIntoView({ block: "nearest" });
}
