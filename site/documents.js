// The view Documents: an editor, what is known of its text, and a link that holds both.
//
// Invariant: no result is shown as that of another text than it is of. While newer ones are awaited, the older are dimmed, and their
// repairs do nothing.

import { Address } from "./address.js";
import { EditorView, setDiagnostics } from "./editor.js";
import { editor, head, light, replace, withoutSpace } from "./editors.js";
import { h } from "./elements.js";
import { Engine, refusal } from "./engine.js";
import { listenForExamples } from "./examples.js";
import { dialects, examples } from "./facts.js";
import { exchangeAtOnce, exchangeBy, pour, textOf } from "./files.js";
import { listenForFiles } from "./intake.js";
import { documentLanguage } from "./notation.js";
import { PANELS } from "./panels.js";
import { makeTabs } from "./tabs.js";
import { lightTree } from "./tree.js";
import { worded } from "./words.js";

/** In documents with more characters, what is not on the screen is not asked for. */
const LARGE = 100_000;

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
const labels = new Map(dialects.map(({ name, label }) => [name, label]));

// ── Editors ────────────────────────────────────────────────────────────────────────────────────

const pasting = EditorView.domEventHandlers({
  paste(event, view) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length < MOST_AT_ONCE) return false;
    event.preventDefault();
    const { from, to } = view.state.selection.main;
    fill((signal) => {
      view.dispatch({ changes: { from, to } });
      return pour(view, from, [text], signal);
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
  extensions: [pasting],
});

const secondPlace = h("div", { class: "editor second" });
const second = editor(secondPlace, {
  label: "Second document",
  language: documentLanguage,
  changed: () => (sections().includes("difference") ? askAlso("difference", 200) : ask(0)),
  moved() {},
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
  view.dispatch({ effects: [light.of(production ? texts.map((text) => withoutSpace(view, text)) : []), ...seen] });
  lightTree(production, range);
}

// ── What a click does ────────────────────────────────────────────────────────────────────────────

/** Puts a text in the place of all. */
async function exchange(text) {
  if (text.length < MOST_AT_ONCE) return exchangeAtOnce(view, text);
  await fill((signal) => exchangeBy([text], view, signal));
}

const act = {
  node(production, range) {
    if (!current("tree")) return;
    choose(production, range, true);
    if (range) explainPlace(range[0]);
    render();
  },
  dialect: () => dialects.find(({ name }) => name === state.dialect),
  labelOf: (name) => labels.get(name) ?? "canonical",
  targets: () => [...labels, ["canonical", "Canonical N-Quads (RDFC-1.0)"]],
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
    await exchange(fixed.text);
    say(`${fixed.repairs} repaired, ${fixed.left} left`);
    $("panel-messages").focus({ preventScroll: true });
  },
  async layOut() {
    const laidOut = await once("laidOut");
    if (laidOut) await exchange(laidOut.text);
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
    await exchange(conversion.text);
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

// ── Tabs, and the address ──────────────────────────────────────────────────────────────────────────

const tabs = makeTabs({ state, act, current, open: openTab });

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
  tabs.show();
  const isBusy = state.isPouring || Object.keys(state.asked).some((section) => !current(section));
  document.body.dataset.state = isBusy ? "busy" : "done";
  const said = `Mistakes: ${tabs.brief("messages")}. ${tabs.brief("triples")}.`;
  if (!isBusy && $("said").textContent !== said) $("said").textContent = said;
}

const address = new Address({
  state: () => ({ version: 1, document: view.state.doc.toString(), dialect: state.dialect, base: $("base").value.trim(), tab: state.tab, to: state.to, second: second.state.doc.toString() }),
  load({ document, dialect, base, tab, to, second: other }) {
    if (typeof document !== "string") throw new Error("it has no document");
    if (!labels.has(dialect)) throw new Error("it names no dialect that is known");
    if (PANELS.some(({ id }) => id === tab)) state.tab = tab;
    if (act.targets().some(([name]) => name === to)) state.to = to;
    if (typeof other === "string") replace(second, other);
    load(document, dialect, typeof base === "string" ? base : "");
  },
});
const keepLink = () => address.keep(view.state.doc.length > LARGE);

async function copyLink() {
  const { link, words } = await address.link();
  if (link) await copy(link, words);
  else say(words);
}

/** Takes what the address holds, if it holds something; or else the words why it cannot. */
async function readAddress(otherwise = () => {}) {
  try {
    if (!(await address.read())) otherwise();
  } catch (error) {
    otherwise();
    say(`The link cannot be read: ${error.message}`);
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
  filling.abort();
  state.isPouring = false;
  replace(view, text);
  say("");
  ask(0);
}

let filling = new AbortController();

/** Waits while a document is put into an editor by slices, and asks then; says whether it is there. What comes meanwhile takes its place. */
async function fill(pouring) {
  filling.abort();
  const { signal } = (filling = new AbortController());
  state.isPouring = true;
  // No answer is of what is there from now on.
  for (const section of Object.keys(state.asked)) state.asked[section] = 0;
  say("Reading…");
  render();
  let words = "";
  try {
    await pouring(signal);
  } catch (error) {
    words = `The file is not opened: ${error.message}`;
  }
  if (signal.aborted) return false;
  say(words);
  state.isPouring = false;
  ask(0);
  return words === "";
}

/** Opens one file, or two to compare. */
async function take([first, other]) {
  if (!first) return;
  const named = dialects.findLast(({ extension }) => first.name.replace(/\.gz$/i, "").toLowerCase().endsWith(`.${extension}`));
  const dialect = named && named.extension !== act.dialect().extension ? named.name : state.dialect;
  const text = (file, signal) => textOf(file, (bytes) => refusal(bytes, signal));
  const isThere = await fill(async (signal) => {
    const texts = await text(first, signal);
    if (signal.aborted) return;
    setDialect(dialect);
    await exchangeBy(texts, view, signal);
  });
  if (!isThere || !other) return;
  await fill(async (signal) => exchangeBy(await text(other, signal), second, signal));
  openTab("difference");
}

// ── The head ─────────────────────────────────────────────────────────────────────────────────────

$("dialect").append(...[...labels].map(([value, label]) => h("option", { value }, label)));
$("dialect").addEventListener("change", () => act.readAs($("dialect").value));
$("base").addEventListener("input", () => ask(200));
$("link").addEventListener("click", copyLink);
listenForExamples($("examples"), ({ text, dialect }) => {
  state.tab = "messages";
  load(text, dialect);
});
listenForFiles({ button: $("choose"), input: $("file"), take, over: (isOver) => document.body.classList.toggle("dropping", isOver) });
for (const [id, to] of [["document", () => view.focus()], ["tabs", () => $(`tab-${state.tab}`).focus()]]) {
  document.querySelector(`.skip[href="#${id}"]`).addEventListener("click", (event) => {
    event.preventDefault();
    to();
  });
}
window.addEventListener("hashchange", () => readAddress());
const [{ entries: [first] }] = examples;
await readAddress(() => load(first.text, first.dialect));
