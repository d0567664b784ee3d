// The page: two editors, what follows from their texts, and a link that holds both.
//
// Invariant: no result is shown as that of another text than it is of. While newer ones are awaited, the older are dimmed.

import { EditorView, setDiagnostics } from "./editor.js";
import { editor, head, light, replace, withoutSpace } from "./editors.js";
import { closable, h, tabKeys } from "./elements.js";
import { issue, PANELS } from "./explore-panels.js";
import { listenForFiles, textOf } from "./intake.js";
import { fold, unfold } from "./link.js";
import { definitions, documentLanguage, grammarLanguage, nameAt, notationOf } from "./notation.js";
import { lightTree } from "./tree.js";

const $ = (id) => document.getElementById(id);
/** Who answers, with its functions: `server.js`, or `workers.js` where there is no server. */
const engine = await import(document.querySelector("meta[name=engine]").content);
const start = await engine.begin();
const state = {
  grammar: { ...start.grammar },
  original: start.grammar,
  /** The one whose rules beside the grammar hold for the document; null for that of the grammar. */
  dialect: null,
  production: null,
  /** Of the one node that is lit, if it is one. */
  range: null,
  /** By section: the number of the newest request for it, and what came. */
  asked: {},
  answers: {},
  tabs: { grammar: "productions", document: "verdict" },
  definitions: new Map(),
};

// ── Editors ────────────────────────────────────────────────────────────────────────────────────

const text = () => documentEditor.state.doc.toString();

const grammarEditor = editor($("grammar"), {
  label: "Grammar",
  language: grammarLanguage,
  changed() {
    state.grammar.text = grammarEditor.state.doc.toString();
    // Productions that are pasted over rules are read as what they are.
    state.grammar.kind = notationOf(state.grammar.text) ?? state.grammar.kind;
    chooseRules();
    state.definitions = definitions(state.grammar.text, state.grammar.kind);
    ask(GRAMMAR, 250);
    ask(DOCUMENT, 250);
  },
  moved: () => choose(nameAt(state.grammar.text, head(grammarEditor), state.definitions), null, "grammar"),
});
const documentEditor = editor($("document"), {
  label: "Document",
  language: documentLanguage,
  changed: () => ask(DOCUMENT, 150),
  moved() {
    ask(["document"], 150);
    const node = nodeAt(head(documentEditor));
    if (node) choose(node.production, node.span.utf16, "document");
  },
});

/** The tree's nodes, if they are of the texts as they are now, wherever the cursor is. */
function nodes() {
  const said = state.answers.document;
  const isOfThese = said?.of?.document === text() && said.of.grammar === state.grammar.text;
  return (isOfThese && said.answer?.tree?.nodes.shown) || [];
}

/** The innermost node of the tree at a place. */
function nodeAt(place) {
  return nodes().findLast(({ span: { utf16: [from, to] } }) => from <= place && place <= to && from < to);
}

// ── Asking ─────────────────────────────────────────────────────────────────────────────────────

const GRAMMAR = ["grammar", "show", "lint", "ll1", "diff", "check", "tests", "overlaps"];
const DOCUMENT = ["document", "dialects"];
const waiting = new Set();
let timer;
let round = 0;

/** Asks for these sections, once nothing has been typed for so many milliseconds. */
function ask(sections, milliseconds) {
  round += 1;
  for (const section of sections) {
    waiting.add(section);
    state.asked[section] = round;
  }
  if (sections === GRAMMAR && state.production) ask(["production"], milliseconds);
  clearTimeout(timer);
  timer = setTimeout(send, milliseconds);
  renderAll();
}

async function send() {
  const sections = [...waiting];
  const rounds = Object.fromEntries(sections.map((section) => [section, state.asked[section]]));
  waiting.clear();
  keepLink();
  const asked = question(sections);
  try {
    const of = { document: asked.document, grammar: asked.grammar.text };
    await engine.ask(asked, (answers) => take(answers, rounds, of));
  } catch (error) {
    for (const section of sections) {
      if (state.asked[section] === rounds[section]) state.answers[section] = { state: "failed", why: error.message, round: rounds[section] };
    }
    renderAll();
  }
}

const question = (sections) => ({ grammar: { ...state.grammar }, original: state.original, document: text(), dialect: state.dialect, cursor: head(documentEditor), production: state.production, sections });

/** The page for a pull request, which is only made when it is wanted. */
async function proposal() {
  let said;
  await engine.ask(question(["propose"]), ({ propose }) => {
    said = propose;
    return said.state === "pending";
  });
  if (said.state !== "answered") throw new Error(said.why);
  return said.answer;
}

/** Keeps what is of the newest texts; whether something of it is still to come. */
function take(answers, rounds, of) {
  let isPending = false;
  for (const [section, said] of Object.entries(answers)) {
    if (state.asked[section] !== rounds[section]) continue;
    state.answers[section] = { ...said, of, round: rounds[section] };
    isPending ||= said.state === "pending";
  }
  chooseRules();
  markGrammar();
  markDocument();
  renderAll();
  return isPending;
}

/** Whether it is known that the grammar cannot be read: then nothing that follows from it is an answer. */
const isUnread = () => current("grammar") && !state.answers.grammar.answer.is_read;

/** Whether the answer is of the texts as they are now. */
function current(section) {
  const answer = state.answers[section];
  return answer?.state === "answered" && answer.round === state.asked[section];
}

// ── Marks ──────────────────────────────────────────────────────────────────────────────────────

function markGrammar() {
  const { doc } = grammarEditor.state;
  const marks = [];
  const add = (from, to, severity, message) => marks.push({ from, to: Math.max(from, to), severity, message });
  const line = (number, column, severity, message) => {
    if (number < 1 || number > doc.lines) return;
    const at = doc.line(number);
    const from = column ? Math.min(at.from + [...at.text].slice(0, column - 1).join("").length, at.to) : at.from;
    add(from, at.to, severity, message);
  };
  const named = (name, severity, message) => {
    const { production, rule } = state.definitions.get(name) ?? {};
    const range = production ?? rule;
    if (range) add(range.from, range.to, severity, message);
  };
  if (current("grammar")) for (const fault of state.answers.grammar.answer.faults) line(fault.line ?? 1, fault.column, "error", fault.message);
  if (current("check")) for (const one of state.answers.check.answer[0].findings) line(one.line, null, one.kind === "not-decided" ? "info" : "error", `${one.rule}: ${one.kind}: ${one.message}`);
  if (current("ll1")) for (const one of state.answers.ll1.answer[0].ll1_conflicts) named(one.production, "warning", `${one.kind} conflict on ${one.shared.join(" ")}`);
  if (current("lint")) for (const one of state.answers.lint.answer[0].flaws) one.productions.forEach((name) => named(name, "warning", one.message));
  grammarEditor.dispatch(setDiagnostics(grammarEditor.state, marks));
}

function markDocument() {
  if (!current("document")) return;
  const { length } = documentEditor.state.doc;
  const marks = state.answers.document.answer.faults.filter((fault) => fault.span).map(({ message, span: { utf16: [from, to] } }) => ({
    from: Math.min(from, length), to: Math.min(Math.max(to, from + 1), length), severity: "error", message,
  }));
  documentEditor.dispatch(setDiagnostics(documentEditor.state, marks));
}

// ── What belongs together lights up together ─────────────────────────────────────────────────────

/** Lights a production, its rule, its nodes and their texts; or one node, if a range is given. */
function choose(production, range, from) {
  const isNew = production !== state.production;
  state.production = production;
  state.range = range;
  const { production: above, rule } = state.definitions.get(production) ?? {};
  const ranges = [above, rule].filter(Boolean).map((it) => [it.from, it.to]);
  const shown = from === "grammar" || ranges.length === 0 ? [] : [EditorView.scrollIntoView(ranges[0][0], { y: "center" })];
  grammarEditor.dispatch({ effects: [light.of(ranges), ...shown] });
  const texts = range ? [range] : nodes().filter((node) => node.production === production).map((node) => node.span.utf16);
  const seen = from === "document" || texts.length === 0 ? [] : [EditorView.scrollIntoView(texts[0][0], { y: "nearest" })];
  documentEditor.dispatch({ effects: [light.of(texts.map((text) => withoutSpace(documentEditor, text))), ...seen] });
  lightTree(production, range);
  if (isNew && production) ask(["production"], 150);
}

const act = {
  node: (production, range) => choose(production, range, "tree"),
  production: (name) => choose(name, null, "panel"),
  text([from, to]) {
    documentEditor.dispatch({ selection: { anchor: from, head: Math.min(to, documentEditor.state.doc.length) }, effects: EditorView.scrollIntoView(from) });
    documentEditor.focus();
    ask(["document"], 150);
  },
  document(text) {
    replace(documentEditor, text);
    documentEditor.focus();
  },
};

// ── Panels ─────────────────────────────────────────────────────────────────────────────────────

const views = PANELS.map((panel) => {
  const brief = h("span", { class: "brief" });
  const tab = h("button", {
    type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}`, onclick: () => openTab(panel),
  }, h("span", { class: "name" }, panel.name), brief);
  const body = h("div", { role: "tabpanel", id: `panel-${panel.id}`, "aria-labelledby": `tab-${panel.id}`, tabindex: "0" });
  $(`${panel.side}-tabs`).append(tab);
  $(`${panel.side}-panels`).append(body);
  return { panel, tab, brief, body, shown: null };
});

for (const side of ["grammar", "document"]) tabKeys($(`${side}-tabs`));

function openTab(panel) {
  state.tabs[panel.side] = panel.id;
  renderAll();
  keepLink();
}

function renderAll() {
  views.forEach(render);
  const [check, verdict] = ["check", "verdict"].map((id) => views.find(({ panel }) => panel.id === id));
  const faults = current("grammar") ? state.answers.grammar.answer.faults.length : 0;
  $("grammar-state").textContent = faults > 0 ? `${faults === 1 ? "1 fault" : `${faults} faults`}: F8 goes to it` : state.grammar.text === state.original.text ? "as it was in the beginning" : "changed";
  $("document-state").textContent = "";
  const said = `Document ${verdict.brief.textContent}. Check: ${check.brief.textContent}.`;
  const isBusy = Object.keys(state.asked).some((section) => state.answers[section]?.round !== state.asked[section] || state.answers[section].state === "pending");
  document.body.dataset.state = isBusy ? "busy" : "done";
  if (!isBusy && $("said").textContent !== said) $("said").textContent = said;
}

function render(view) {
  const { panel, tab, brief, body } = view;
  const isOpen = state.tabs[panel.side] === panel.id;
  tab.setAttribute("aria-selected", String(isOpen));
  tab.tabIndex = isOpen ? 0 : -1;
  body.hidden = !isOpen;
  const answers = panel.needs.map((section) => state.answers[section]);
  const isBusy = panel.needs.some((section) => state.asked[section] && state.answers[section]?.round !== state.asked[section]);
  body.setAttribute("aria-busy", String(isBusy));
  if (isBusy && answers.every(Boolean)) return;
  const unread = panel.side === "grammar" && isUnread();
  const key = unread ? "unread" : answers.map((it) => `${it?.state} ${it?.round}`).join();
  if (key === view.shown) return;
  view.shown = key;
  if (unread) {
    brief.textContent = "at fault";
    brief.className = "brief bad";
    body.replaceChildren(h("p", { class: "note" }, "The grammar cannot be read, so nothing follows from it: F8 in the editor goes to its first fault."));
    return;
  }
  const all = Object.fromEntries(panel.needs.map((section) => [section, state.answers[section]?.answer]));
  const missing = answers.find((answer) => answer?.state !== "answered");
  const [said, colour] = missing !== undefined || answers.includes(undefined) ? lacking(missing) : panel.brief(all);
  brief.textContent = said;
  brief.className = `brief ${colour}`;
  const contents = answers.includes(undefined) || missing ? [reason(missing, panel)] : panel.show(all, act, text());
  const commands = answers.map((answer) => answer?.command).filter(Boolean);
  body.replaceChildren(...contents.flat(Infinity).filter(Boolean));
  if (commands.length > 0) body.append(h("p", { class: "command" }, "By ", commands.flatMap((command, at) => [at > 0 ? ", " : "", h("code", {}, command)])));
  if (panel.id === "tree" && state.production) lightTree(state.production, state.range);
}

function lacking(answer) {
  switch (answer?.state) {
    case "pending": return ["…", "faint"];
    case "failed": return ["at fault", "bad"];
    case "left-out": return ["–", "faint"];
    case undefined: return ["–", "faint"];
    default: return ["not decided", "open"];
  }
}

function reason(answer, panel) {
  if (!answer) return h("p", { class: "note" }, panel.id === "production" ? "Put the cursor into a production, or choose one in the tree." : "Not asked yet.");
  const why = answer.state === "pending" ? `Partial: ${answer.why}; the search goes on.` : answer.why;
  return h("p", { class: answer.state === "left-out" ? "note" : "partial" }, why);
}

// ── The link ───────────────────────────────────────────────────────────────────────────────────

/** A dialect's own grammar is only named, and one that is not edited is not there twice. */
function fragment() {
  const { grammar, original, dialect, production, tabs } = state;
  const first = original.text === dialects.get(original.name)?.text ? { name: original.name } : original;
  const edited = grammar.text === original.text ? {} : { grammar };
  return fold({ version: 2, original: first, ...edited, document: text(), dialect, production, tabs });
}

async function stateOf(hash) {
  const kept = await unfold(hash);
  if (typeof kept.document !== "string") throw new Error("it has no document");
  if (kept.dialect && !start.dialects.includes(kept.dialect)) throw new Error(`no dialect is called ${kept.dialect}`);
  const original = await grammarOf(kept.original);
  return { ...kept, original, grammar: kept.grammar ? await grammarOf(kept.grammar) : original };
}

/** The grammar that a link has, or that of the dialect that it names. */
async function grammarOf(it) {
  if (typeof it?.name !== "string") throw new Error("it has no grammar");
  if (it.text === undefined) return (await beginningOf(it.name)).grammar;
  if (typeof it.text !== "string" || !["pest", "ebnf"].includes(it.kind)) throw new Error("it has no grammar");
  return { name: it.name, kind: it.kind, text: it.text };
}

let linkTimer;
let ownHash = null;
function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    ownHash = await fragment();
    window.history.replaceState(null, "", ownHash);
  }, 300);
}

function load({ grammar, original, document: given, dialect = null, production = null, tabs = {} }) {
  state.grammar = { ...grammar };
  state.original = original;
  state.dialect = dialect;
  $("dialect").value = dialect ?? "";
  chooseRules();
  state.production = typeof production === "string" ? production : null;
  state.range = null;
  for (const side of ["grammar", "document"]) {
    if (PANELS.some((panel) => panel.side === side && panel.id === tabs[side])) state.tabs[side] = tabs[side];
  }
  state.definitions = definitions(grammar.text, grammar.kind);
  showName(original.name);
  $("subject").textContent = `${original.name}${start.tests ? ` · tests: ${start.tests.split("/").slice(-2).join("/")}` : ""}`;
  replace(grammarEditor, grammar.text);
  replace(documentEditor, given);
  ask(GRAMMAR, 0);
  ask(DOCUMENT, 0);
}

/** Productions alone have no rules, and RDF's are not asked; nor are they where the grammar is of another family. */
function chooseRules() {
  const isForeign = current("grammar") && state.answers.grammar.answer.is_read && !state.answers.grammar.answer.is_of_turtle;
  $("dialect").disabled = state.grammar.kind === "ebnf" || isForeign;
}

/** Shows which grammar it is in the list of those that can be chosen; one that was opened is there as long as it is shown. */
function showName(name) {
  const opened = [name, start.grammar.name].filter((one) => !isDialect(one));
  $("choose").replaceChildren(...[...new Set(opened), ...start.dialects].map(named));
  $("choose").value = name;
}

async function loadLink() {
  if (location.hash.length < 2 || location.hash === ownHash) return false;
  try {
    load(await stateOf(location.hash));
    return true;
  } catch (error) {
    say(`The link cannot be read: ${error.message}`);
    return false;
  }
}

function say(message) {
  $("said").textContent = message;
  $("document-state").textContent = message;
}

// ── The grammar, and the dialect ─────────────────────────────────────────────────────────────────

/** The grammars of dialects, as far as they were asked for. */
const dialects = new Map();
const isDialect = (name) => start.dialects.includes(name);
if (isDialect(start.grammar.name)) dialects.set(start.grammar.name, start.grammar);

/** What the page would begin with for a dialect. */
async function beginningOf(name) {
  if (!isDialect(name)) throw new Error(`no dialect is called ${name}`);
  const beginning = name === start.grammar.name ? start : await engine.begin(name);
  dialects.set(name, beginning.grammar);
  return beginning;
}

async function open(beginning) {
  try {
    const { grammar, document: given } = await beginning;
    load({ grammar, original: grammar, document: given });
  } catch (error) {
    say(`The grammar cannot be opened: ${error.message}`);
  }
}

/** Opens a file: a grammar, by its name, or else a document. */
async function openFile(file) {
  const contents = await textOf(file);
  const kind = file.name.match(/\.(pest|ebnf|bnf)$/)?.[1].replace(/^bnf$/, "ebnf");
  if (kind) await open({ grammar: { name: file.name, kind, text: contents }, document: text() });
  else replace(documentEditor, contents);
}

const named = (name) => h("option", {}, name);
$("choose").addEventListener("change", () => open($("choose").value === start.grammar.name ? start : beginningOf($("choose").value)));
listenForFiles({
  button: $("open"),
  input: $("file"),
  async take(files) {
    for (const file of files) {
      try {
        await openFile(file);
      } catch (error) {
        return say(`${file.name} is not opened: ${error.message}`);
      }
    }
  },
});

$("dialect").append(...start.dialects.map(named));
$("dialect").addEventListener("change", () => {
  state.dialect = $("dialect").value || null;
  ask(["document"], 0);
});

// ── The head's buttons ───────────────────────────────────────────────────────────────────────────

$("link").addEventListener("click", async () => {
  ownHash = await fragment();
  window.history.replaceState(null, "", ownHash);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. On another machine, put what begins with # behind the address there.");
  } catch {
    say("The link is in the address bar.");
  }
});
$("restore").addEventListener("click", () => load({ grammar: state.original, original: state.original, document: text() }));
const closeExport = closable($("export"));
for (const button of document.querySelectorAll("[data-export]")) {
  button.addEventListener("click", async () => {
    const { grammar, original, dialect, answers } = state;
    const stem = original.name.split("/").at(-1).replace(/\.(pest|ebnf|bnf)$/, "");
    const files = {
      grammar: async () => [`${stem}-edited.${grammar.kind}`, grammar.text],
      document: async () => [`${stem}-document.txt`, text()],
      proposal: async () => [`${stem}-proposal.md`, await proposal()],
      issue: async () => [`${stem}-issue.md`, issue({ grammar, original, dialect, text: text(), answers: newest(answers), fragment: await fragment(), version: start.version })],
    };
    try {
      const [name, contents] = await files[button.dataset.export]();
      const address = URL.createObjectURL(new Blob([contents], { type: "text/plain" }));
      h("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      say(`Nothing is exported: ${error.message}`);
    }
    closeExport();
  });
}
const newest = (answers) => Object.fromEntries(Object.entries(answers).filter(([section]) => current(section)));
for (const id of ["grammar", "document"]) {
  document.querySelector(`a[href="#${id}"]`).addEventListener("click", (event) => {
    event.preventDefault();
    (id === "grammar" ? grammarEditor : documentEditor).focus();
  });
}
window.addEventListener("hashchange", loadLink);
if (!(await loadLink())) load({ grammar: start.grammar, original: start.grammar, document: start.document });
