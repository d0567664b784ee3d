// What is chosen in the tree: a production with its rule, and what stands at the place in the document.

import { code, facts, h, note, words } from "./elements.js";
import { go, worded } from "./words.js";

const WORD = /([A-Za-z_][\w-]*)/;

/** A grammar's text, in which a click on a production's name chooses that. */
function linked(text, known, act) {
  return h("code", { class: "text" }, text.split(WORD).map((part) =>
    known.has(part) ? go(part, () => act.node(part, null)) : part));
}

/** The production as the specification has it, the rule that mirrors it, and where these differ. */
function definition({ name, ebnf, rule, departures }, known, act) {
  return [
    h("h3", {}, name),
    linked(ebnf, known, act),
    linked(rule, known, act),
    departures.map((one) => note(worded(one))),
  ];
}

function content(said, act) {
  const { path, token, term, isPartOfTerm, declares, triples, triplesOfStatement, rules, fault } = said;
  const step = ({ production, start, end }) => go(production, () => act.node(production, [start, end]));
  return facts(
    ["within", path.length > 0 && path.flatMap((one, at) => [at > 0 ? " › " : "", step(one)])],
    ["token", token && token.names.length > 0 && words(token.names)],
    ["shorter", token && token.shorter.length > 0 && token.shorter.map(({ name, text }) => h("div", {}, code(name), " would match only ", code(text)))],
    [isPartOfTerm ? "part of" : "term", term && code(term)],
    ["declares", declares && code(`${declares.prefix === undefined ? "base" : `${declares.prefix}:`} <${declares.iri}>`)],
    ["triples", triples.length > 0 && [triples.slice(0, 20).map(({ role, triple }) => h("div", {}, `${role} of `, code(triple))),
      triples.length > 20 && note(`${triples.length - 20} more are not shown.`)]],
    ["statement", triplesOfStatement > 0 && `${triplesOfStatement} ${triplesOfStatement === 1 ? "triple" : "triples"}`],
    ["rules", rules.length > 0 && rules.map(({ production, section, rule }) => h("div", {}, h("span", { class: "faint" }, `${production}, section ${section}: `), worded(rule)))],
    ["mistake", fault && worded(fault.title)],
  );
}

/** What is shown of the chosen production, and of the place: either may not be known. */
export function chosen(production, productions, said, act) {
  const known = new Set(productions.map(({ name }) => name));
  const found = productions.find(({ name }) => name === production);
  return [found && definition(found, known, act), said && content(said, act)];
}
