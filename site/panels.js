// What the tabs show: each has the section of an answer that it needs, a word or two for its tab, and its contents. Some have controls
// above, which stay while answers come and go.
//
// Invariant: panels change nothing by themselves; what a click does is `act`'s, which knows whether the answer is still that of the document.

import { facts, h, more, note } from "./elements.js";
import { chosen } from "./place.js";
import { tree } from "./tree.js";
import { button, go, grouped, many, worded } from "./words.js";

/** A place of the document, which a click selects. */
const place = ({ line, start, end }, act) => go(`line ${grouped(line)}`, () => act.select(start, end));

/** Why there is no answer. */
export const reason = (failure, act) => h("p", { class: "partial" }, failure.line ? [place(failure, act), ": "] : "", worded(failure.title));

const before = (fault, what, act) => fault && h("p", { class: "partial" }, `These are the ${what} before the first mistake, on `, place(fault, act), ".");
const cut = ({ shown, more: left }) => [h("pre", { tabindex: "0" }, shown), left > 0 && note(`${many(left, "more character")} are not shown.`)];

/** The page with examples of a mistake, or of a kind of fault. */
const about = ({ mistake, kind }) => `docs/${mistake ? `mistake-${mistake}` : `fault-${kind}`}.html`;

function message(fault, act) {
  const [ahead, marked, behind] = fault.quoted;
  const told = new Set(fault.replacements.map(({ help }) => help));
  return h("li", { class: "message" },
    h("p", {}, h("span", { class: "title-line" }, worded(fault.title)), " · ", place(fault, act), " · ", h("a", { href: about(fault), target: "_blank" }, "examples")),
    h("code", { class: "text quoted" }, ahead, h("mark", {}, marked || " "), behind),
    h("ul", {},
      fault.labels.slice(1).map((label) => h("li", {}, place(label, act), ": ", worded(label.text))),
      fault.help.filter((help) => !told.has(help)).map((help) => h("li", {}, worded(help)))),
    fault.replacements.length > 0 && h("div", { class: "repairs" }, fault.replacements.map((one) =>
      button(worded(one.help), () => act.repair(one), { "data-repair": one.certain ? "certain" : "likely" }))));
}

function table(head, rows) {
  return h("table", {}, h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows));
}

const term = ({ text, kind, full }) => h("code", { class: kind, title: full }, text);

function ranking(title, { shown, more: left }) {
  if (shown.length === 0) return null;
  return [h("h3", {}, title), h("table", {}, h("tbody", {}, shown.map(([named, times]) => h("tr", {}, h("td", {}, term(named)), h("td", { class: "number" }, grouped(times)))))),
    left > 0 && note(`${grouped(left)} more are not shown.`)];
}

export const PANELS = [
  {
    id: "messages",
    name: "Messages",
    section: "messages",
    brief({ shown, areMore }) {
      return shown.length === 0 ? ["none", "good"] : [areMore ? `over ${shown.length} mistakes` : many(shown.length, "mistake"), "bad"];
    },
    show({ shown, areMore, certain }, act) {
      if (shown.length === 0) return [h("p", {}, h("strong", { class: "good" }, "No mistakes."), ` This is ${act.dialect().label}.`)];
      return [
        certain > 0 && h("div", { class: "bar" }, button(areMore ? "Fix all that is certain" : `Fix all that is certain (${grouped(certain)})`, () => act.fixAll(), { id: "fix-all" }),
          h("span", { class: "faint" }, "What is certain has one meaning only. Undo takes it back.")),
        h("ul", { class: "entries" }, shown.map((fault) => message(fault, act))),
        areMore && note(`The first ${shown.length} are shown: there are more.`),
      ];
    },
  },
  {
    id: "triples",
    name: "Triples",
    section: "triples",
    brief: ({ shown, more: left, fault }) => [many(shown.length + left, "triple"), fault ? "open" : ""],
    show({ shown, more: left, hasGraphs, fault }, act) {
      return [
        before(fault, "triples", act),
        shown.length === 0 ? note("None.") : h("div", { class: "triples" }, table(["subject", "predicate", "object", ...(hasGraphs ? ["graph"] : [])],
          shown.map((terms) => h("tr", {}, terms.map((one) => h("td", {}, term(one)))))),
        left > 0 && note(`${many(left, "more triple")} are not shown.`)),
      ];
    },
  },
  {
    id: "tree",
    name: "Tree",
    section: "tree",
    brief: ({ shown, more: left }) => [many(shown.length + left, "node"), ""],
    show({ shown, more: left }, act) {
      if (shown.length === 0) return [note("There is no tree: no statement follows the grammar.")];
      return [tree(shown, "The tree, by the grammar", act.node), more(left, "nodes")];
    },
    /** What is chosen; it follows the cursor as well. */
    aside({ productions }, { production, answers }, act) {
      if (!production) return [note("Choose a row, or put the cursor into the document.")];
      return chosen(production, productions, answers.place?.answer, act);
    },
  },
  {
    id: "tokens",
    name: "Tokens",
    section: "tokens",
    brief: ({ shown, more: left }) => [many(shown.length + left, "token"), ""],
    show({ shown, more: left }, act) {
      return [
        shown.length === 0 ? note("None: no statement follows the grammar.")
          : table(["token", "what it is"], shown.map(({ text, kind, production, start, end }) => h("tr", {}, h("td", {}, go(h("code", {}, text), () => act.select(start, end))), h("td", {}, production ? h("code", {}, production) : kind)))),
        more(left, "tokens"),
        note("Of statements with a mistake there are none."),
      ];
    },
  },
  {
    id: "layout",
    name: "Layout",
    section: "layout",
    brief: ({ isSame }) => (isSame ? ["as it is", "good"] : ["other", ""]),
    show(answer, act) {
      if (answer.isSame) return [note("The document is laid out already.")];
      return [h("div", { class: "bar" }, button("Apply", () => act.layOut(), { id: "apply-layout" }), h("span", { class: "faint" }, "Comments stay. Undo takes it back.")), cut(answer)];
    },
  },
  {
    id: "convert",
    name: "Convert",
    section: "converted",
    brief: (_, { to }, act) => [act.labelOf(to).replace(/^RDF [\d.]+ /, ""), ""],
    controls(act, settings) {
      const select = h("select", { id: "to" }, act.targets().map(([value, label]) => h("option", { value, selected: value === settings().to }, label)));
      select.addEventListener("change", () => act.convertTo(select.value));
      return {
        element: h("div", { class: "bar" }, h("label", { for: "to" }, "To"), select, button("Copy", () => act.copyConversion(), { id: "copy-conversion" }), button("Put it into the editor", () => act.editConversion(), { id: "edit-conversion" })),
        refresh: () => (select.value = settings().to),
      };
    },
    show: (answer) => cut(answer),
  },
  {
    id: "difference",
    name: "Diff",
    section: "difference",
    brief({ removed, added }) {
      const count = [removed, added].reduce((sum, one) => sum + one.shown.length + one.more, 0);
      return count === 0 ? ["the same", "good"] : [many(count, "difference"), ""];
    },
    controls: (act) => act.secondEditor(),
    show({ removed, added }) {
      const side = (title, tag, { shown, more: left }) => shown.length > 0 && [h("h3", {}, title), h("ul", {}, shown.map((line) => h("li", {}, h(tag, {}, h("code", {}, line))))), more(left, "triples")];
      if (removed.shown.length + added.shown.length === 0) return [note("Both documents have the same triples. Names of blank nodes do not count.")];
      return [side("Only in the document", "del", removed), side("Only in the second document", "ins", added)];
    },
  },
  {
    id: "dialects",
    name: "All dialects",
    section: "dialects",
    brief: (all) => [`${all.filter(({ fault }) => !fault).length} of ${all.length}`, ""],
    show(all, act) {
      return [table(["read as", "verdict, and the first mistake"], all.map(({ name, fault }) => h("tr", {},
        h("th", { scope: "row" }, go(act.labelOf(name), () => act.readAs(name))),
        h("td", {}, fault ? [h("span", { class: "bad" }, "rejected"), h("div", { class: "note" }, place(fault, act), ": ", worded(fault.title))] : h("span", { class: "good" }, "accepted")))))];
    },
  },
  {
    id: "statistics",
    name: "Statistics",
    section: "statistics",
    brief: ({ counts }) => [many(counts.subjects, "subject"), ""],
    show({ counts, predicates, classes, datatypes, languages, fault }, act) {
      const names = { triples: "triples", subjects: "different subjects", predicates: "different predicates", objects: "different objects", graphs: "named graphs", iris: "different IRIs", blankNodes: "blank nodes", literals: "literals", tripleTerms: "triple terms" };
      return [
        before(fault, "counts", act),
        facts(...Object.entries(names).map(([key, name]) => [name, counts[key] > 0 && grouped(counts[key])])),
        ranking("Predicates", predicates), ranking("Classes", classes), ranking("Datatypes", datatypes), ranking("Languages", languages),
      ];
    },
  },
];
