// The view Documents: an editor, what is known of its text, and a link that holds both.
//
// Invariant: no result is shown as that of another text than it is of. While newer ones are awaited, the older are dimmed, and their
// repairs and places do nothing.

import { EditorState, EditorView, setDiagnostics } from "./editor.js";
import { editor, head, light, replace } from "./editors.js";
import { h, tabKeys } from "./elements.js";
import { Engine } from "./engine.js";
import { dialects, examples } from "./facts.js";
import { open, pour } from "./files.js";
import { fold, unfold } from "./link.js";
import { documentLanguage } from "./notation.js";
import { PANELS, reason } from "./panels.js";
import { lightTree } from "./tree.js";
import { worded } from "./words.js";

/** In documents with more characters, what is not on the screen is not asked for. */
const LARGE = 100_000;

/** Links with more are cut by some programs. */
const LONG_LINK = 2000;

/** The most that an address takes, and the most of a document for which that is tried. */
const LONGEST_LINK = 1_000_000;
const MOST_OF_LINK = 4_000_000;

/** Texts with more characters are put into the editor by slices. */
const MOST_AT_ONCE = 500_000;

const $ = (id) => document.getElementById(id);
const state = {
  dialect: "turtle-1.2",
  tab: "messages",
  to: "n-triples-1.2",
  /** What is lit: a production; its one range, if it is one; the place that is explained. */
  production: null,
  range: null,
  place: null,
  /** By section: the number of the newest question for it, and what came. */
  asked: {},
  answers: {},
  round: 0,
  isPouring: false,
};
const settings = (sections) => ({
  format: state.dialect,
  baseIRI: $("base").value.trim() || undefined,
  to: state.to,
  place: state.place,
  second: sections.includes("difference") ? second.state.doc.toString() : "",
});
const titles = new Map(dialects.map(({ name, title }) => [name, title]));

// ── Editors ────────────────────────────────────────────────────────────────────────────────────

/** Line breaks stay as they are: in a string they are part of the value. */
const exactly = EditorState.lineSeparator.of("\n");

const pasting = EditorView.domEventHandlers({
  paste(event, view) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length < MOST_AT_ONCE) return false;
    event.preventDefault();
    const { from, to } = view.state.selection.main;
    fill(() => {
      view.dispatch({ changes: { from, to } });
      return pour(view, from, [text]);
    });
    return true;
  },
});

const view = editor($("document"), {
  label: "Document",
  language: documentLanguage,
  changed({ changes }) {
    const sent = [];
    changes.iterChanges((from, to, _, __, inserted) => sent.push({ from, to, insert: inserted.toString() }));
    engine.edit(sent);
    // What was chosen may be no more: what is at the cursor is chosen anew.
    [state.production, state.range] = [null, null];
    if (state.place !== null) state.place = head(view);
    if (!state.isPouring) ask(view.state.doc.length > LARGE ? 400 : 120);
  },
  moved: () => state.tab === "tree" && explainPlace(head(view)),
  extensions: [exactly, pasting],
});

const secondPlace = h("div", { class: "editor second" });
const second = editor(secondPlace, {
  label: "Second document",
  language: documentLanguage,
  changed: () => (sections().includes("difference") ? askAlso("difference", 200) : ask(0)),
  moved() {},
  extensions: [exactly],
});

const engine = new Engine(() => view.state.doc, (round, section, said) => {
  if (state.asked[section] !== round) return;
  if (waiting.has(section)) return waiting.get(section)(said);
  state.answers[section] = { ...said, round };
  if (section === "messages") mark();
  if (section === "place") lightPlace(said.answer);
  render();
});

// ── Asking ─────────────────────────────────────────────────────────────────────────────────────

/** Whoever waits for a section that is on no tab. */
const waiting = new Map();
let timer;

/** Asks anew, once nothing has been typed for so many milliseconds: for what is on the screen, and in small documents for all. */
function ask(milliseconds) {
  const wanted = sections();
  for (const section of Object.keys(state.asked)) {
    if (wanted.includes(section)) continue;
    delete state.asked[section];
    delete state.answers[section];
    waiting.get(section)?.({});
  }
  send(wanted, milliseconds);
}

/** Asks for one more section of the same text. */
function askAlso(section, milliseconds) {
  const open = Object.keys(state.asked).filter((other) => other !== section && !current(other));
  send([section, ...open], milliseconds);
}

function send(wanted, milliseconds) {
  state.round += 1;
  for (const section of wanted) state.asked[section] = state.round;
  clearTimeout(timer);
  timer = setTimeout(() => {
    engine.ask(state.round, settings(wanted), wanted);
    keepLink();
  }, milliseconds);
  render();
}

/** The messages come first, then what is on the screen. */
function sections() {
  const open = PANELS.find(({ id }) => id === state.tab).section;
  const all = PANELS.map(({ section }) => section);
  const wanted = view.state.doc.length > LARGE ? ["messages", open] : ["messages", open, ...all];
  if (open === "tree" && state.place !== null) wanted.push("place");
  return [...new Set(wanted)].filter((section) => section !== "difference" || second.state.doc.length > 0);
}

/** Whether the answer is of the text as it is now. */
function current(section) {
  return state.asked[section] !== undefined && state.answers[section]?.round === state.asked[section];
}

/** The answer of a section that is on no tab; none, if the document changes before it comes. */
async function once(section) {
  const { answer, failure } = await new Promise((resolve) => {
    waiting.set(section, resolve);
    askAlso(section, 0);
  });
  waiting.delete(section);
  delete state.asked[section];
  render();
  if (failure) say(failure.title);
  return answer;
}

function mark() {
  const { shown = [] } = state.answers.messages.answer ?? {};
  const { length } = view.state.doc;
  view.dispatch(setDiagnostics(view.state, shown.map((fault) => ({
    from: Math.min(fault.start, length), to: Math.min(Math.max(fault.end, fault.start + 1), length), severity: "error", message: fault.title,
    actions: fault.replacements.map((one) => ({ name: one.help, apply: () => act.repair(one) })),
  }))));
}

// ── What belongs together lights up together ─────────────────────────────────────────────────────────

/** Asks what stands at a place; what is found there is lit then. */
function explainPlace(place) {
  state.place = place;
  askAlso("place", 150);
}

/** Nothing is lit. */
function forgetPlace() {
  if (state.place === null && state.production === null) return;
  state.place = null;
  delete state.asked.place;
  delete state.answers.place;
  choose(null, null, false);
}

/** Lights the innermost production at the place, unless a row was chosen. */
function lightPlace(found) {
  if (state.range?.[0] === state.place && state.production) return;
  const innermost = found?.path.at(-1);
  choose(innermost?.production ?? null, innermost ? [innermost.start, innermost.end] : null, false);
}

/** Lights a production: its row and its text, or, without a range, all of its rows and texts. */
function choose(production, range, isShown) {
  state.production = production;
  state.range = range;
  const nodes = current("tree") ? (state.answers.tree.answer?.shown ?? []) : [];
  const texts = range ? [range] : nodes.filter((node) => node.production === production).map((node) => node.range);
  const seen = isShown && texts.length > 0 ? [EditorView.scrollIntoView(texts[0][0], { y: "nearest" })] : [];
  view.dispatch({ effects: [light.of(production ? texts.map(withoutSpace) : []), ...seen] });
  lightTree(production, range);
}

/** A range without the white space at its end, which rules read with what comes before. */
function withoutSpace([from, to]) {
  return [from, from + view.state.sliceDoc(from, to).trimEnd().length];
}

// ── What a click does ────────────────────────────────────────────────────────────────────────────

/** Puts a text in the place of all, and touches only what differs, so that the cursor stays where it was. */
function exchange(text) {
  if (text.length > MOST_AT_ONCE) {
    return fill(() => {
      replace(view, "");
      return pour(view, 0, [text]);
    });
  }
  const old = view.state.doc.toString();
  let [from, end] = [0, 0];
  const most = Math.min(old.length, text.length);
  while (from < most && old[from] === text[from]) from += 1;
  while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, userEvent: "input" });
}

const act = {
  node(production, range) {
    if (!current("tree")) return;
    choose(production, range, true);
    if (range) explainPlace(range[0]);
    render();
  },
  dialect: () => dialects.find(({ name }) => name === state.dialect),
  titleOf: (name) => titles.get(name) ?? "canonical",
  targets: () => [...titles, ["canonical", "Canonical N-Quads (RDFC-1.0)"]],
  select(start, end) {
    const { length } = view.state.doc;
    view.dispatch({ selection: { anchor: Math.min(start, length), head: Math.min(end ?? start, length) }, effects: EditorView.scrollIntoView(Math.min(start, length), { y: "center" }) });
    view.focus();
  },
  repair({ start, end, text, help }) {
    if (!current("messages")) return;
    view.dispatch({ changes: { from: start, to: end, insert: text }, selection: { anchor: start + text.length }, effects: EditorView.scrollIntoView(start, { y: "nearest" }), userEvent: "input" });
    say(`Done: ${help}`);
    $("panel-messages").focus({ preventScroll: true });
  },
  async fixAll() {
    const fixed = await once("fixed");
    if (!fixed) return;
    exchange(fixed.text);
    say(`${fixed.repairs} repaired, ${fixed.left} left`);
    $("panel-messages").focus({ preventScroll: true });
  },
  async layOut() {
    const laidOut = await once("laidOut");
    if (laidOut) exchange(laidOut.text);
    $("panel-layout").focus({ preventScroll: true });
  },
  convertTo(dialect) {
    state.to = dialect;
    askAlso("converted", 0);
  },
  async copyConversion() {
    const conversion = await once("conversion");
    if (conversion) await copy(conversion.text, "The conversion is copied.");
  },
  async editConversion() {
    const conversion = await once("conversion");
    if (!conversion) return;
    setDialect(state.to === "canonical" ? "n-quads-1.2" : state.to);
    exchange(conversion.text);
  },
  readAs(dialect) {
    setDialect(dialect);
    ask(0);
  },
  secondEditor: () => ({ element: h("div", {}, h("p", { class: "note" }, "Put a second document here, or drop two files."), secondPlace), refresh() {} }),
};

async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
  } catch {
    say("The browser does not let the page copy.");
  }
}

/** Words for whoever sees, and for whoever hears. */
function say(words) {
  $("document-state").replaceChildren(...worded(words));
}

// ── Tabs ─────────────────────────────────────────────────────────────────────────────────────────

const views = PANELS.map((panel) => {
  const brief = h("span", { class: "brief" });
  const tab = h("button", { type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}`, onclick: () => openTab(panel.id) }, h("span", { class: "name" }, panel.name), brief);
  const controls = panel.controls?.(act, () => state);
  const answer = h("div", { class: "answer" });
  const aside = panel.aside && h("div", { class: "aside" });
  const body = h("div", { role: "tabpanel", id: `panel-${panel.id}`, "aria-labelledby": `tab-${panel.id}`, tabindex: "0" }, controls?.element, answer, aside);
  $("tabs").append(tab);
  $("panels").append(body);
  return { panel, tab, brief, body, controls, answer, aside, shown: null };
});
tabKeys($("tabs"));

function openTab(id) {
  state.tab = id;
  if (id !== "tree") forgetPlace();
  const { section } = PANELS.find((panel) => panel.id === id);
  if (current(section) || !sections().includes(section)) {
    render();
    keepLink();
  } else askAlso(section, 0);
}

function render() {
  views.forEach(renderOne);
  const isBusy = state.isPouring || Object.keys(state.asked).some((section) => !current(section));
  document.body.dataset.state = isBusy ? "busy" : "done";
  const [messages, triples] = ["messages", "triples"].map((id) => views.find(({ panel }) => panel.id === id).brief.textContent);
  const said = `Mistakes: ${messages}. ${triples}.`;
  if (!isBusy && $("said").textContent !== said) $("said").textContent = said;
}

function renderOne(one) {
  const { panel, tab, brief, body, controls, answer, aside } = one;
  const isOpen = state.tab === panel.id;
  tab.setAttribute("aria-selected", String(isOpen));
  tab.tabIndex = isOpen ? 0 : -1;
  body.hidden = !isOpen;
  controls?.refresh();
  if (isOpen && aside && current(panel.section)) renderAside(one);
  const said = state.answers[panel.section];
  const isBusy = state.asked[panel.section] !== undefined && !current(panel.section);
  answer.setAttribute("aria-busy", String(isBusy));
  brief.toggleAttribute("data-old", isBusy);
  if (isBusy && said) return;
  const key = said ? String(said.round) : "none";
  // What is not seen is made once it is.
  if (key === one.shown || (!isOpen && said && key === one.told)) return;
  [brief.textContent, brief.className] = briefOf(panel, said, isBusy);
  one.told = key;
  if (!isOpen) return;
  one.shown = key;
  answer.replaceChildren(...contentsOf(panel, said).flat(Infinity).filter(Boolean));
  if (panel.id === "tree" && state.production) lightTree(state.production, state.range);
}

/** What is beside an answer depends on what is chosen, too. */
function renderAside({ panel, aside }) {
  const { answer } = state.answers[panel.section];
  if (state.asked.place !== undefined && !current("place")) return;
  aside.replaceChildren(...[answer ? panel.aside(answer, state, act) : []].flat(Infinity).filter(Boolean));
}

function briefOf(panel, said, isBusy) {
  const [words, colour] = said?.answer ? panel.brief(said.answer, state, act) : said ? ["at fault", said.failure.line ? "faint" : "bad"] : [isBusy ? "…" : "–", "faint"];
  return [words, `brief ${colour}`];
}

function contentsOf(panel, said) {
  if (said?.answer) return [panel.show(said.answer, act)];
  return said ? [reason(said.failure, act)] : [];
}

// ── The link ─────────────────────────────────────────────────────────────────────────────────────

const fragment = () => fold({ version: 1, document: view.state.doc.toString(), dialect: state.dialect, base: $("base").value.trim(), tab: state.tab, to: state.to, place: state.place, second: second.state.doc.toString() });

let linkTimer;
let ownHash = null;

/** Keeps the state in the address; not that of a large document, which would take longer than a key. */
function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    ownHash = view.state.doc.length > LARGE ? "" : await fragment();
    window.history.replaceState(null, "", ownHash || location.pathname + location.search);
  }, 300);
}

async function copyLink() {
  if (view.state.doc.length > MOST_OF_LINK) return say("The document is too large for a link.");
  const hash = await fragment();
  const link = location.href.replace(/#.*/s, "") + hash;
  if (link.length > LONGEST_LINK) return say("The document is too large for a link.");
  ownHash = hash;
  window.history.replaceState(null, "", hash);
  const length = link.length.toLocaleString("en");
  await copy(link, link.length > LONG_LINK ? `The link is copied. It has ${length} characters; some programs cut links longer than 2,000.` : `The link is copied: ${length} characters.`);
}

async function loadLink() {
  if (location.hash.length < 2 || location.hash === ownHash) return false;
  try {
    const kept = await unfold(location.hash);
    if (typeof kept.document !== "string") throw new Error("it has no document");
    if (!titles.has(kept.dialect)) throw new Error("it names no dialect that is known");
    if (PANELS.some(({ id }) => id === kept.tab)) state.tab = kept.tab;
    if (act.targets().some(([name]) => name === kept.to)) state.to = kept.to;
    if (typeof kept.second === "string") replace(second, kept.second);
    load(kept.document, kept.dialect, typeof kept.base === "string" ? kept.base : "");
    say("");
    return true;
  } catch (error) {
    say(`The link cannot be read: ${error.message}`);
    return false;
  }
}

// ── What is loaded ─────────────────────────────────────────────────────────────────────────────────

function setDialect(dialect) {
  state.dialect = dialect;
  $("dialect").value = dialect;
}

function load(text, dialect, base = "") {
  setDialect(dialect);
  $("base").value = base;
  replace(view, text);
  ask(0);
}

/** Waits while a document is put into the editor by slices, and asks then. */
async function fill(pouring) {
  state.isPouring = true;
  // No answer is of what is there from now on.
  for (const section of Object.keys(state.asked)) state.asked[section] = 0;
  say("Reading…");
  render();
  try {
    say((await pouring()) ?? "");
  } catch (error) {
    say(`The file cannot be read: ${error.message}`);
  }
  state.isPouring = false;
  ask(0);
}

/** Opens one file, or two to compare. */
async function take([first, other]) {
  if (!first) return;
  const named = dialects.findLast(({ extension }) => first.name.replace(/\.gz$/i, "").toLowerCase().endsWith(`.${extension}`));
  if (named && named.extension !== act.dialect().extension) setDialect(named.name);
  await fill(() => open(first, view));
  if (!other) return;
  await fill(() => open(other, second));
  openTab("difference");
}

// ── The head ─────────────────────────────────────────────────────────────────────────────────────

$("dialect").append(...dialects.map(({ name, title }) => h("option", { value: name }, title)));
$("dialect").addEventListener("change", () => act.readAs($("dialect").value));
$("base").addEventListener("input", () => ask(200));
$("link").addEventListener("click", copyLink);
$("choose").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  await take([...$("file").files]);
  $("file").value = "";
});
$("examples").querySelector(".menu").append(...examples.flatMap(({ group, entries }) => [
  h("p", { class: "group" }, group),
  ...entries.map(({ title, dialect, text }) => h("button", {
    type: "button",
    onclick() {
      closeMenu();
      state.tab = "messages";
      load(text, dialect);
      say("");
    },
  }, title)),
]));

function closeMenu() {
  $("examples").open = false;
  $("examples").querySelector("summary").focus();
}
$("examples").addEventListener("keydown", (event) => event.key === "Escape" && closeMenu());
document.addEventListener("click", (event) => {
  if (!$("examples").contains(event.target)) $("examples").open = false;
});
for (const [id, to] of [["document", () => view.focus()], ["tabs", () => $(`tab-${state.tab}`).focus()]]) {
  document.querySelector(`.skip[href="#${id}"]`).addEventListener("click", (event) => {
    event.preventDefault();
    to();
  });
}

// Before the editor sees it: it would take a file's text for what is typed.
const drops = { capture: true };
window.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
}, drops);
window.addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"), drops);
window.addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  take([...event.dataTransfer.files]);
}, drops);

window.addEventListener("hashchange", loadLink);
if (!(await loadLink())) load(examples[0].entries[0].text, examples[0].entries[0].dialect);

// For the next visit, without a network. Where the address is not a safe one, browsers have no such worker.
navigator.serviceWorker?.register("offline.js").catch(() => {});
