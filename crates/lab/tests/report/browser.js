// Runs in the browser, in a page beside those of the report: PAGES are their files. Writes what it finds as JSON.
"use strict";

const faults = [];
const found = { faults, diagrams: 0, links: 0, searches: 0 };
let page = "";

const fail = (message) => faults.push(`${page}: ${message}`);
window.failed = fail;

const frame = document.createElement("iframe");
frame.width = 390;
frame.height = 844;

function load(address) {
  return new Promise((resolve) => {
    frame.onload = resolve;
    frame.src = address;
  });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

async function until(what, condition) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (condition()) return;
    await pause();
  }
  fail(`not in time: ${what}`);
}

function checkWidth() {
  for (const details of frame.contentDocument.querySelectorAll("details")) details.open = true;
  const root = frame.contentDocument.documentElement;
  if (root.scrollWidth > root.clientWidth) fail(`${root.scrollWidth} wide on a screen of ${root.clientWidth}`);
}

function checkDiagrams() {
  for (const production of frame.contentDocument.querySelectorAll(".production")) {
    const drawings = production.querySelectorAll("svg.railroad");
    const { width, height } = drawings[0]?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (drawings.length !== 1 || width < 20 || height < 20) fail(`no diagram of ${production.id}`);
    for (const text of production.querySelectorAll("svg .terminal, svg .nonterminal")) {
      const label = text.querySelector("text").getBoundingClientRect();
      if (label.width > text.querySelector("rect").getBoundingClientRect().width) fail(`${text.textContent} sticks out`);
    }
    found.diagrams += 1;
  }
}

const anchors = new Map();
const links = [];

function collect() {
  const { contentDocument } = frame;
  anchors.set(page, new Set([...contentDocument.querySelectorAll("[id]")].map(({ id }) => id)));
  for (const link of contentDocument.querySelectorAll("a")) {
    const address = new URL(link.href.baseVal ?? link.href, contentDocument.baseURI);
    if (address.protocol !== "file:") continue;
    links.push({ page, file: address.pathname.split("/").pop(), anchor: address.hash.slice(1) });
  }
}

// One click on each different link within the page: the browser goes where it should.
async function follow() {
  const { contentDocument } = frame;
  const clicked = new Set();
  for (const link of contentDocument.querySelectorAll(":is(.production, .change) a")) {
    const address = link.getAttribute("href") ?? link.getAttribute("xlink:href");
    const kind = `${link.namespaceURI} ${address}`;
    if (!address.startsWith("#") || clicked.has(kind)) continue;
    clicked.add(kind);
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: frame.contentWindow }));
    await until(`a click on ${address}`, () => contentDocument.querySelector(":target")?.id === address.slice(1));
  }
}

async function search() {
  const { contentDocument, contentWindow } = frame;
  const key = (name) => {
    const event = new contentWindow.KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
    contentDocument.activeElement.dispatchEvent(event);
  };
  const input = contentDocument.getElementById("search-input");
  const panel = contentDocument.getElementById("search-panel");
  const type = (text) => {
    input.value = text;
    input.dispatchEvent(new contentWindow.Event("input"));
  };
  const results = () => [...panel.querySelectorAll("a")];
  const expect = (what, condition) => (condition ? (found.searches += 1) : fail(`search: ${what}`));

  contentWindow.focus();
  key("/");
  expect("a slash focuses it", contentDocument.activeElement === input);
  type("numericliteral");
  expect("it finds a production in several grammars", results().length > 3 && !panel.hidden);
  key("ArrowDown");
  key("ArrowDown");
  expect("arrows go to the results", contentDocument.activeElement === results()[1]);
  key("ArrowUp");
  key("ArrowUp");
  expect("and back", contentDocument.activeElement === input);
  type("no such production");
  expect("it says if there is none", panel.textContent.includes("0 productions"));
  type("numericliteral turtle-1.1");
  expect("a second word narrows it down", results().every(({ href }) => href.includes("turtle-1.1.html")));
  checkWidth();
  input.form.requestSubmit();
  await until("enter follows the first", () =>
    frame.contentWindow.location.href.endsWith("turtle-1.1.html#NumericLiteral"));
  key("Escape");
}

async function run() {
  document.body.append(frame);
  for (page of PAGES) {
    await load(page);
    checkWidth();
    checkDiagrams();
    collect();
    await follow();
  }
  for (const { page: from, file, anchor } of links) {
    found.links += 1;
    const isThere = anchors.has(file) && (anchor === "" || anchors.get(file).has(anchor));
    if (!isThere) fail(`dead link from ${from} to ${file}#${anchor}`);
  }
  page = "index.html";
  await load(page);
  await search();
}

addEventListener("load", () => {
  run().catch((error) => fail(error.stack)).finally(() => {
    frame.remove();
    const result = document.createElement("pre");
    result.id = "result";
    result.textContent = JSON.stringify(found);
    document.body.append(result);
  });
});
