// The colours of grammars and documents, and the places of productions and rules.

import { StreamLanguage } from "./editor.js";

const NAME = /^[A-Za-z_][\w.-]*/;

/** What a grammar's text is made of, line by line: productions (EBNF), rules (PEG), comments. */
export const grammarLanguage = StreamLanguage.define({
  name: "grammar",
  startState: () => ({ isProduction: false }),
  token(stream, state) {
    if (stream.sol()) {
      state.isProduction = false;
      if (stream.match(/^\s*\/\/\/ ?/)) {
        state.isProduction = true;
        return "meta";
      }
      if (stream.match(/^\s*\/\/.*/)) return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\*.*?\*\//) || stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"/) || stream.match(/^'(?:[^'\\]|\\.)*'/)) return "string";
    if (stream.match(/^\[\d+\w*\](?=\s)/)) return "number";
    if (stream.match(/^\[(?:[^\]\\]|\\.)+\]/) || stream.match(/^#x[\da-fA-F]+/)) return "string";
    if (stream.match(/^@(?:terminals|start|pass)\b/)) return "keyword";
    if (stream.match(/^(?:SOI|EOI|ANY)\b/)) return "keyword";
    if (stream.match(/^(?:::=|=(?=\s*[@_$!]?\{))/)) return "definition";
    if (stream.match(NAME)) return stream.match(/^\s*(?:::=|=\s*[@_$!]?\{)/, false) ? "heading" : "variableName";
    stream.next();
    return "operator";
  },
  tokenTable: {},
});

/** Documents of any language of Turtle's family. */
export const documentLanguage = StreamLanguage.define({
  name: "document",
  startState: () => ({ until: null }),
  token(stream, state) {
    if (state.until) {
      if (stream.skipTo(state.until)) {
        stream.match(state.until);
        state.until = null;
      } else stream.skipToEnd();
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    const long = stream.match(/^(?:"""|''')/);
    if (long) {
      state.until = long[0];
      return "string";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"/) || stream.match(/^'(?:[^'\\]|\\.)*'/)) return "string";
    if (stream.match(/^<[^<>"{}|^`\\\s]*>/)) return "url";
    if (stream.match(/^@[A-Za-z][\w-]*/) || stream.match(/^(?:PREFIX|BASE|VERSION|GRAPH)\b/i)) return "keyword";
    if (stream.match(/^(?:true|false|a)(?![\w:-])/)) return "keyword";
    if (stream.match(/^[+-]?\d[\d.]*(?:[eE][+-]?\d+)?(?![\w:])/)) return "number";
    if (stream.match(/^[\p{L}\d_.-]*:[\p{L}\d_.%:\\-]*(?<!\.)/u)) return "variableName";
    stream.next();
    return "operator";
  },
});

/** The notation of a grammar's text: `pest` if it has a rule, `ebnf` if it has a production outside of comments; null if it has neither. */
export function notationOf(text) {
  if (/^\s*[A-Za-z_]\w*\s*=\s*[@_$!]?\{/m.test(text)) return "pest";
  return /^(?!\s*\/\/).*::=/m.test(text) ? "ebnf" : null;
}

/**
 * Where productions and rules are: by name, each with `production` and `rule`, which have `from` and `to`, in UTF-16 code units.
 */
export function definitions(text, kind) {
  const found = new Map();
  let open = null;
  let at = 0;
  const begin = (name, what, from, to) => {
    const entry = found.get(name) ?? {};
    if (!found.has(name)) found.set(name, entry);
    open = { from, to, what };
    entry[what] ??= open;
  };
  for (const line of text.split("\n")) {
    const to = at + line.length;
    const isProduction = kind === "ebnf" || line.startsWith("///");
    const head = line.match(/^(?:\/\/\/)?\s*(?:\[[^\]]+\]\s*)?<?([A-Za-z_][\w.-]*)>?\s*::=/);
    const rule = kind === "pest" && line.match(/^([A-Za-z_]\w*)\s*=/);
    if (isProduction && head) begin(head[1], "production", at, to);
    else if (rule) begin(rule[1], "rule", at, to);
    else if (!line.trim() || (line.startsWith("//") && !isProduction) || line.startsWith("@")) open = null;
    else if (open && (open.what === "production") === isProduction) open.to = to;
    else open = null;
    at = to + 1;
  }
  return found;
}

/** The name whose production or rule is at a place, or that is written there. */
export function nameAt(text, place, known) {
  const before = text.slice(0, place).match(/[\w.-]*$/)[0];
  const after = text.slice(place).match(/^[\w.-]*/)[0];
  if (known.has(before + after)) return before + after;
  for (const [name, { production, rule }] of known) {
    for (const range of [production, rule]) if (range && range.from <= place && place <= range.to) return name;
  }
  return null;
}
