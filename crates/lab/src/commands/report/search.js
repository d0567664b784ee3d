// The search by name, over all productions of all grammars. PRODUCTIONS is in productions.js.
"use strict";

(() => {
  const MOST = 60;

  const search = document.getElementById("production-search");
  const input = document.getElementById("search-input");
  const panel = document.getElementById("search-panel");
  const status = document.getElementById("search-status");
  const results = document.getElementById("search-results");
  const here = location.pathname.split("/").pop();

  const productions = PRODUCTIONS.flatMap(({ grammar, page, productions }) =>
    productions.map(([name, number, kind]) => ({ grammar, page, name, number, kind })));

  // Better is less; null is no match. The first word is a name or a number, the others may name the grammar.
  function rank(production, [first, ...others]) {
    const name = production.name.toLowerCase();
    const belongs = (word) => name.includes(word) || production.grammar.toLowerCase().includes(word);
    if (!others.every(belongs)) return null;
    if (name === first || production.number === first) return 0;
    if (name.startsWith(first)) return 1;
    return name.includes(first) ? 2 : null;
  }

  function matches(words) {
    const ranked = [];
    for (const production of productions) {
      const quality = rank(production, words);
      if (quality !== null) ranked.push({ production, quality, away: production.page === here ? 0 : 1 });
    }
    // The sort is stable: what is alike stays in the order of the grammars.
    ranked.sort((one, other) => one.quality - other.quality || one.away - other.away);
    return ranked.map(({ production }) => production);
  }

  function result({ grammar, page, name, number, kind }) {
    const part = (className, text) => {
      const span = document.createElement("span");
      span.className = className;
      span.textContent = text;
      return span;
    };
    const link = document.createElement("a");
    link.href = `${page}#${name}`;
    link.title = kind;
    link.append(part("name", number ? `[${number}] ${name}` : name), part("grammar", grammar));
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  function show() {
    const words = input.value.trim().toLowerCase().split(/\s+/);
    panel.hidden = words[0] === "";
    if (panel.hidden) return;
    const found = matches(words);
    const more = found.length > MOST ? `, the first ${MOST} of them here` : "";
    status.textContent = `${found.length} production${found.length === 1 ? "" : "s"}${more}`;
    results.replaceChildren(...found.slice(0, MOST).map(result));
  }

  const links = () => [...results.querySelectorAll("a")];

  // Down and up go from the input to the results and back; enter follows the one with the focus, or the first.
  function move(event, step) {
    const stops = [input, ...links()];
    const next = stops[stops.indexOf(document.activeElement) + step];
    if (panel.hidden || !next) return;
    event.preventDefault();
    next.focus();
  }

  function close() {
    panel.hidden = true;
  }

  search.hidden = false;
  input.addEventListener("input", show);
  input.addEventListener("focus", show);
  results.addEventListener("click", close);
  search.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!panel.hidden) links()[0]?.click();
  });
  search.addEventListener("focusout", (event) => {
    if (!search.contains(event.relatedTarget)) close();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(event, 1);
    if (event.key === "ArrowUp") move(event, -1);
    if (event.key === "Escape") {
      input.value = "";
      close();
      document.activeElement.blur();
    }
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || isTyping) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
})();
