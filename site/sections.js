// What the worker answers: for each section of an answer a function of the document and the page's settings. Large results are cut, and
// say how much more there is.

import { parse } from "./turtle-peg/web/index.js";
import { canonicalize, check, convert, diff, dialects, explain, fix, format, grammar, tokens, tree } from "./turtle-peg/web/tools.js";
import { firstNotUtf8 } from "./intake.js";
import { statistics } from "./statistics.js";
import { shortener } from "./terms.js";

const MOST_FAULTS = 200;
const MOST_ROWS = 500;
const MOST_CHARACTERS = 100_000;
const MOST_OF_LEAF = 200;

/** The first of a list, and how many more there are. */
const cutList = (all, most) => ({ shown: all.slice(0, most), more: Math.max(0, all.length - most) });
const cutText = (text, most = MOST_CHARACTERS) => ({ shown: text.slice(0, most), more: Math.max(0, text.length - most) });

export const SECTIONS = {
  messages(text, { format, baseIRI }) {
    // One more than is shown: to know whether there are more, and no longer than that.
    const faults = check(text, { format, baseIRI, most: MOST_FAULTS + 1 });
    const certain = faults.filter(({ replacements }) => replacements.some((one) => one.certain)).length;
    const shown = faults.slice(0, MOST_FAULTS);
    return { shown: shown.map((fault) => ({ ...fault, quoted: lineAround(text, fault) })), areMore: faults.length > MOST_FAULTS, certain };
  },

  /** The document with all repairs that are certain. */
  fixed(text, { format, baseIRI }) {
    const { text: mended, repairs, faults } = fix(text, { format, baseIRI });
    return { text: mended, repairs: repairs.length, left: faults.length };
  },

  triples(text, options) {
    const prefixes = new Map();
    const rows = [];
    const { total, fault } = eachQuad(text, options, prefixes, (quad) => rows.length < MOST_ROWS && rows.push(quad));
    const short = shortener(prefixes);
    const parts = ({ subject, predicate, object, graph }) => [subject, predicate, object, ...(graph.value ? [graph] : [])].map(short);
    return { shown: rows.map(parts), more: total - rows.length, hasGraphs: rows.some(({ graph }) => graph.value), fault };
  },

  statistics(text, options) {
    const prefixes = new Map();
    const counts = statistics();
    const { fault } = eachQuad(text, options, prefixes, counts.add);
    return { ...counts.result(shortener(prefixes)), fault };
  },

  tree(text, { format }) {
    const { nodes, more } = tree(text, { format, limit: MOST_ROWS });
    return {
      shown: nodes.map(({ production, depth, isLeaf, start, end }) => ({ production, depth, range: [start, end], leaf: isLeaf && text.slice(start, end).slice(0, MOST_OF_LEAF) })),
      more,
      productions: grammar(format),
    };
  },

  /** What stands at the place that the page has chosen. */
  place: (text, { format, baseIRI, place }) => explain(text, Math.min(place, text.length), { format, baseIRI }),

  tokens(text, { format }) {
    const all = tokens(text, { format });
    const { shown, more } = cutList(all, MOST_ROWS);
    return { shown: shown.map((token) => ({ ...token, text: text.slice(token.start, token.end).slice(0, MOST_OF_LEAF) })), more };
  },

  layout(text, { format: dialect, baseIRI }) {
    const laidOut = format(text, { format: dialect, baseIRI });
    return { isSame: laidOut === text, ...cutText(laidOut) };
  },

  /** All of it, to put it into the editor. */
  laidOut: (text, { format: dialect, baseIRI }) => ({ text: format(text, { format: dialect, baseIRI }) }),

  converted: (text, options) => cutText(conversion(text, options)),

  /** All of it. */
  conversion: (text, options) => ({ text: conversion(text, options) }),

  difference(text, { format, baseIRI, second }) {
    const { removed, added } = diff(text, second, { format, baseIRI });
    const lines = (written) => cutList(written.split("\n").slice(0, -1), MOST_ROWS);
    return { removed: lines(removed), added: lines(added) };
  },

  dialects(text, { baseIRI }) {
    return dialects().map(({ name }) => {
      const [fault] = check(text, { format: name, baseIRI, most: 1 });
      return { name, fault: fault && { title: fault.title, line: fault.line, start: fault.start, end: fault.end } };
    });
  },
};

/** Where bytes stop being UTF-8, and why, in the program's words. */
export function notText(bytes) {
  const at = firstNotUtf8(bytes);
  const lines = new TextDecoder().decode(bytes.subarray(0, at)).split(/\r\n|\r|\n/);
  const column = lines.at(-1).length + 1;
  // The line is made a comment, so that nothing else of it is at fault.
  const start = Math.max(bytes.lastIndexOf(10, at - 1), bytes.lastIndexOf(13, at - 1)) + 1;
  const line = bytes.slice(at > 0 ? start : 0, at + MOST_OF_LEAF);
  for (let first = 0; first < at - start && (first === 0 || isWithinCharacter(line[first])); first++) line[first] = 35;
  const [{ title, help }] = check(line, { format: "turtle-1.2", most: 1 });
  return [`line ${lines.length}, column ${column}, byte ${at}: ${title}`, ...help].join(". ");
}

const isWithinCharacter = (byte) => byte >> 6 === 0b10;

function conversion(text, { format, baseIRI, to }) {
  return to === "canonical" ? canonicalize(text, { format, baseIRI }) : convert(text, { format, baseIRI, to });
}

/** What `parse` reads: a draft of Turtle, which only the tools know, goes through N-Quads, without its prefixes. */
function readable(text, { format, baseIRI }) {
  const isDraft = /^turtle-(submission|.*wd\d+)$/.test(format);
  return isDraft ? [convert(text, { format, baseIRI, to: "N-Quads" }), { format: "N-Quads" }] : [text, { format, baseIRI }];
}

/** Hands over each quad before the document's first fault, and says how many there were, and what the fault is. */
function eachQuad(text, options, prefixes, take) {
  const onPrefix = (prefix, { value }) => prefixes.set(prefix, value);
  let total = 0;
  try {
    const [document, read] = readable(text, options);
    for (const quad of parse(document, { ...read, blankNodePrefix: "b", onPrefix })) {
      total += 1;
      take(quad);
    }
    return { total };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { title, line, start, end } = error;
    return { total, fault: { title, line, start, end } };
  }
}

/** The line of a fault, as far as it is near: what is before the place, the place itself, and what is after. */
function lineAround(text, { start, end }) {
  const most = 80;
  const before = text.slice(Math.max(0, start - most), start).split(/[\r\n]/).at(-1);
  const marked = text.slice(start, Math.min(Math.max(end, start), start + most)).split(/[\r\n]/)[0];
  const [after] = text.slice(start + marked.length, start + marked.length + most).split(/[\r\n]/);
  return [before.trimStart(), marked, after.trimEnd()];
}
