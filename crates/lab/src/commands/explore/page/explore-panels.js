// What the panels show: each has the sections of an answer that it needs, a word or two for its tab, and its contents.

import { code, counted, facts, h, more, note, rove, words } from "./elements.js";
import { tree } from "./tree.js";

const MOST_ROWS = 600;
const VERDICTS = {
  accepted: ["accepted", "good"],
  grammar: ["rejected by the grammar", "bad"],
  rdf: ["RDF objects", "bad"],
  meaning: ["no meaning", "open"],
  parser: ["not decided: given up", "open"],
  "not run": ["not run", "faint"],
};
const sample = (text) => h("code", { class: "text" }, text === "" ? "(the empty document)" : text);
const toName = (name, act) => h("button", { type: "button", class: "go", onclick: () => act.production(name) }, name);
const toText = (text, span, act) => h("button", { type: "button", class: "go", onclick: () => act.text(span.utf16) }, text);
const verdictOf = (said) => h("span", { class: VERDICTS[said.verdict][1] }, VERDICTS[said.verdict][0]);
const placed = (fault, act) =>
  fault && [fault.span ? toText(`line ${fault.line}`, fault.span, act) : "", ": ", fault.message];

/** A document that can be put into the editor. */
const tried = (text, act) => [
  sample(text),
  h("button", { type: "button", class: "go", onclick: () => act.document(text), "aria-label": `Try it: ${text.slice(0, 60)}` }, "Try it"),
];

/** An alternative text with what changed marked: the words that only one side has, in their order. */
function marked(before, after) {
  const cut = (text) => text.match(/\s+|[\w.-]+|'[^']*'|"[^"]*"|./gu) ?? [];
  const [old, now] = [cut(before), cut(after)];
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i][j] = old[i] === now[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const [left, right] = [[], []];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      left.push(old[i++]);
      right.push(now[j++]);
    } else if (j < now.length && (i === old.length || common[i][j + 1] >= common[i + 1][j])) right.push(h("ins", {}, now[j++]));
    else left.push(h("del", {}, old[i++]));
  }
  return [h("code", {}, left), h("code", {}, right)];
}

function findings(check, act) {
  return h("ul", { class: "entries" }, check.findings.map((finding) =>
    h("li", {},
      h("strong", { class: finding.kind === "not-decided" ? "open" : "bad" }, finding.kind), " in ", toName(finding.rule, act), `, line ${finding.line}: ${finding.message}`,
      facts(
        ["specification", finding.specified && code(finding.specified)],
        ["grammar", finding.written && code(finding.written)],
        ["example", finding.witness && code(typeof finding.witness === "string" ? finding.witness : JSON.stringify(finding.witness))],
        ["so", finding.consequences.length > 0 && finding.consequences.join("; ")],
      ),
    )));
}

function diagram(side, label, act) {
  const parsed = new DOMParser().parseFromString(side.svg, "image/svg+xml").documentElement;
  const group = h("div", { class: "diagram", role: "group", tabindex: "0", "aria-label": label });
  group.append(document.importNode(parsed, true));
  return [h("code", { class: "text" }, side.ebnf), group];
}

function treeOf({ nodes, by }, text, act) {
  const shown = nodes.shown.slice(0, MOST_ROWS).map(({ production, depth, is_leaf: isLeaf, span: { utf16: range } }) => ({ production, depth, range, leaf: isLeaf && text.slice(...range) }));
  if (shown.length === 0) return [note("There is no tree: the document is empty, or nothing of it was read.")];
  return [tree(shown, `The tree, by the ${by}`, act.node), more(nodes.more + nodes.shown.length - shown.length, "nodes")];
}

function tokens(list, text, act) {
  const rows = list.shown.slice(0, MOST_ROWS).map(({ span, matches }) => {
    const [first, ...others] = matches;
    const longest = matches.filter((one) => one.characters === first.characters);
    const shorter = others.filter((one) => one.characters < first.characters);
    const decision = [
      longest.length > 1 ? h("span", {}, `tie: ${longest.slice(1).map((one) => one.name).join(", ")} match as much; the grammar decides. `) : null,
      shorter.length > 0 ? `longer than ${shorter.map((one) => `${one.name} (${one.characters})`).join(", ")}` : null,
    ].filter(Boolean);
    return h("tr", {},
      h("td", {}, toText(text.slice(...span.utf16), span, act)),
      h("td", {}, toName(first.name, act), ` (${first.characters})`),
      h("td", {}, decision.length > 0 ? decision : h("span", { class: "faint" }, "nothing else matches")));
  });
  if (rows.length === 0) return [note("No token begins the document.")];
  return [
    h("table", { class: "cut" }, h("thead", {}, h("tr", {}, ["text", "longest match (characters)", "decision"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows)),
    more(list.more + list.shown.length - rows.length, "tokens"),
  ];
}

/** The panels, in the order of their tabs. `of` has the answers by section, and `text` the document. */
export const PANELS = [
  {
    id: "productions",
    side: "grammar",
    name: "Productions",
    needs: ["show"],
    brief: ({ show }) => [String(show.length), ""],
    show: ({ show }, act) => [
      rove(h("table", { class: "list" }, h("thead", {}, h("tr", {}, ["production", "what it matches"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, show.map((one) => h("tr", {}, h("td", {}, toName(one.name, act)), h("td", {}, h("code", {}, one.ebnf?.replace(/^.*?::=\s*/s, "") ?? one.peg ?? "")))))), ".go"),
    ],
  },
  {
    id: "changes",
    side: "grammar",
    name: "Changes",
    needs: ["diff"],
    brief({ diff: [diff] }) {
      const count = changed(diff).length + diff.rules.length + (diff.start === null ? 0 : 1);
      return count === 0 ? ["none", "faint"] : [`${count} changed`, ""];
    },
    show({ diff: [diff] }, act) {
      const sides = [["no longer valid", "before"], ["newly valid", "after"]];
      const documents = (change) => sides.map(([label, side]) => [label, change[`only_${side}`] !== null ? tried(change[`only_${side}`], act) : change[`searched_${side}`]]);
      const start = diff.start && h("li", {}, h("strong", {}, "changed start symbol"), " ", toName(diff.start.after, act),
        facts(["before", diff.start.before], ["now", diff.start.after], ...documents(diff.start)));
      const entries = changed(diff).map((change) => {
        const [before, after] = [change.before?.ebnf ?? "", change.after?.ebnf ?? ""];
        const [old, now] = marked(before, after);
        return h("li", {}, h("strong", {}, change.change), " ", toName((change.after ?? change.before).name, act),
          facts(["before", before && old], ["now", after && now],
            ...documents(change)));
      });
      const rules = diff.rules.map((rule) => {
        const [old, now] = marked(rule.before ?? "", rule.after ?? "");
        return h("li", {}, h("strong", {}, "rule changed, and not its production"), " ", toName(rule.name, act), facts(["before", old], ["now", now]));
      });
      const ofRules = sides.map(([label, side]) => [label, diff[`rules_only_${side}`] !== null ? tried(diff[`rules_only_${side}`], act) : "none of the documents and near misses that were tried"]);
      if (!start && entries.length + rules.length === 0) return [note("Nothing changed: the grammar says what it said in the beginning.")];
      return [h("ul", { class: "entries" }, start, entries, rules), diff.rules.length > 0 && [h("h3", {}, "Documents that these rules read otherwise"), facts(...ofRules)]];
    },
  },
  {
    id: "check",
    side: "grammar",
    name: "Check",
    needs: ["check"],
    brief({ check: [check] }) {
      const brief = { identical: ["identical", "good"], departs: ["as declared", "good"], "not-decided": ["not decided", "open"] };
      return brief[check.standing] ?? [`${counted(check.findings.length, "finding")}`, "bad"];
    },
    show({ check: [check] }, act) {
      const open = check.obligations.filter((one) => one.standing !== "holds");
      const published = check.published;
      return [
        published && note(`${published.as_published ? "As published" : "Not as published"}: ${published.text}.`),
        check.findings.length > 0 ? findings(check, act) : note("Each rule says what its production says, or departs from it as declared."),
        h("h3", {}, `Certificate: ${counted(check.obligations.length, "obligation")}, ${check.obligations.length - open.length} hold`),
        rove(h("ul", { class: "entries" }, [...open, ...check.obligations.filter((one) => one.standing === "holds")].map((one) =>
          h("li", {}, h("span", { class: one.standing === "holds" ? "good" : one.standing === "open" ? "open" : "bad" }, one.standing), ` ${one.claim}: `, toName(one.rule, act),
            h("span", { class: "faint" }, ` ${one.why ?? (one.arguments.join("; ") || one.findings.join(", "))}`)))), ".go"),
      ];
    },
  },
  {
    id: "ll1",
    side: "grammar",
    name: "LL(1)",
    needs: ["ll1"],
    brief({ ll1: [found] }) {
      const conflicts = found.ll1_conflicts.length;
      if (!found.ll1) return [conflicts > 0 ? counted(conflicts, "conflict") : "no", "bad"];
      return found.ties.length > 0 ? [counted(found.ties.length, "tie"), "open"] : ["yes", "good"];
    },
    show({ ll1: [found] }, act) {
      const is = (value) => (value === null ? h("span", { class: "open" }, "not decided") : value ? h("span", { class: "good" }, "yes") : h("span", { class: "bad" }, "no"));
      const names = (all) => all.length > 0 && words(all);
      return [
        facts(["LL(1)", is(found.ll1)], ["LR(1)", is(found.lr1)], ["LALR(1)", is(found.lalr1)], ["start", words(found.starts)],
          ["undefined", names(found.undefined)], ["defined twice", names(found.defined_twice)], ["without a text", names(found.unproductive)],
          ["left-recursive", names(found.left_recursion.flat())]),
        found.ll1_conflicts.length > 0 && h("h3", {}, "Conflicts"),
        h("ul", { class: "entries" }, found.ll1_conflicts.map((one) =>
          h("li", {}, h("strong", { class: "bad" }, one.kind), " in ", toName(one.production, act),
            facts(["at", code(one.place)], ["either", code(one.sides[0])], ["or", code(one.sides[1])], ["on", words(one.shared)],
              ["after", one.prefix ? words(one.prefix) : "no sentence leads there"], ["as in", one.document && tried(one.document, act)]))),
          found.lr_conflicts.map((one) =>
            h("li", {}, h("strong", { class: "bad" }, one.kind), facts(["items", one.items.map((item) => h("code", { class: "text" }, item))], ["on", words(one.lookaheads)], ["after", one.prefix && words(one.prefix)])))),
        found.ties.length > 0 && [h("h3", {}, "Ties"), h("ul", { class: "entries" }, found.ties.map((tie) =>
          h("li", {}, code(tie.first), " and ", code(tie.second), " both match ", code(tie.example), " in ", tie.production ? toName(tie.production, act) : "the grammar")))],
      ];
    },
  },
  {
    id: "production",
    side: "grammar",
    name: "Production",
    needs: ["production", "show"],
    brief: ({ production }) => [production.name, ""],
    show({ production, show }, act) {
      const all = production.documents;
      const facets = show.find((one) => one.name === production.name);
      const list = (names) => names?.length > 0 && h("span", { class: "words" }, names.map((name) => toName(name, act)));
      return [
        diagram(production.now, `Railroad diagram of ${production.name}`, act),
        production.before && production.is_changed && [h("h3", {}, "Before"), diagram(production.before, `Railroad diagram of ${production.name}, before`, act)],
        !production.before && note("It is new."),
        facets && facts(["uses", list(facets.uses)], ["used by", list(facets.used_by)], ["FIRST", facets.first?.length > 0 && words(facets.first)], ["FOLLOW", facets.follow?.length > 0 && words(facets.follow)],
          ["can be empty", facets.nullable !== null && (facets.nullable ? "yes" : "no")]),
        h("h3", {}, "Documents for each of its parts"),
        !production.was_run && note("The grammar could not be run: these documents were not tried."),
        h("ul", { class: "entries" }, all.shown.map((one) => h("li", {}, code(one.case), one.document !== null ? tried(one.document, act) : "", one.why && note(one.why)))),
        more(all.more, "cases"),
        production.near_misses.length > 0 && [h("h3", {}, "Near misses, which the grammar rejects"),
          h("ul", { class: "entries" }, production.near_misses.map((one) => h("li", {}, note(one.change), tried(one.document, act), note(one.why))))],
      ];
    },
  },
  {
    id: "flaws",
    side: "grammar",
    name: "Flaws",
    needs: ["lint", "overlaps"],
    brief({ lint: [{ flaws }] }) {
      return flaws.length === 0 ? ["none", "good"] : [counted(flaws.length, "flaw"), "open"];
    },
    show({ lint: [{ flaws }], overlaps: [found] }, act) {
      return [
        flaws.length === 0 ? note("No production is unreachable, undefined, doubled or left-recursive.")
          : h("ul", { class: "entries" }, flaws.map((flaw) => h("li", {}, h("strong", { class: "open" }, flaw.kind), ` ${flaw.message} `, flaw.productions.map((name) => [toName(name, act), " "])))),
        h("h3", {}, "Terminals that overlap"),
        found.overlaps.length === 0 ? note(found.undecided.length > 0 ? "None was found." : "None.")
          : h("ul", { class: "entries" }, found.overlaps.map((one) => h("li", {}, code(one.first), " and ", code(one.second), ": ", code(one.example)))),
        found.undecided.length > 0 && note(`Not decided: ${found.undecided.map((pair) => pair.join(" and ")).join("; ")}.`),
      ];
    },
  },
  {
    id: "tests",
    side: "grammar",
    name: "Tests",
    needs: ["tests"],
    brief: ({ tests }) => (tests.length === 0 ? ["as before", "faint"] : [`${tests.length} turn over`, "open"]),
    show({ tests }, act) {
      if (tests.length === 0) return [note("No test of the suite gives another result than with the grammar as it was.")];
      return [h("table", {}, h("thead", {}, h("tr", {}, ["test", "before", "now"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, tests.map((test) => h("tr", {}, h("td", {}, test.iri?.split(/[/#]/).at(-1) ?? ""), ...["before", "after"].map((side) =>
          h("td", { class: test[side]?.outcome === "passed" ? "good" : test[side]?.outcome === "failed" ? "bad" : "open" }, test[side]?.message ?? ""))))))];
    },
  },
  {
    id: "verdict",
    side: "document",
    name: "Verdict",
    needs: ["document", "dialects", "grammar"],
    brief: ({ document: { verdicts } }) => {
      const said = verdicts.rules.verdict === "not run" ? verdicts.productions : verdicts.rules;
      const [text, colour] = VERDICTS[said.verdict];
      return [said.verdict === "grammar" ? "rejected" : text, colour];
    },
    show({ document: { verdicts, faults }, dialects, grammar }, act) {
      const row = (name, said) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, verdictOf(said), said.is_ambiguous && h("span", { class: "bad" }, ", with more than one tree"),
        (said.fault || said.why) && h("div", { class: "note" }, placed(said.fault, act) ?? said.why)));
      const head = (first) => h("thead", {}, h("tr", {}, [first, "verdict, and the first fault"].map((name) => h("th", { scope: "col" }, name))));
      const { rules, productions } = verdicts;
      const differ = [rules, productions].every((one) => one.verdict !== "not run") && (rules.verdict === "grammar") !== (productions.verdict === "grammar");
      return [
        differ && h("p", { class: "partial" }, "Rules and productions differ on this document: the grammar is at fault."),
        h("table", {}, head("this grammar"), h("tbody", {}, row("rules", rules), row("productions", productions))),
        faults.length > 1 && [h("h3", {}, counted(faults.length, "fault")), h("ul", {}, faults.map((fault) => h("li", {}, placed(fault, act))))],
        (grammar.is_of_turtle || !grammar.is_read) && [h("h3", {}, "Every dialect"), h("table", {}, head("dialect"), h("tbody", {}, dialects.map((said) => row(said.dialect, said))))],
      ];
    },
  },
  {
    id: "tree",
    side: "document",
    name: "Tree",
    needs: ["document"],
    brief: ({ document: { tree } }) => [tree ? counted(tree.nodes.shown.length + tree.nodes.more, "node") : "not run", tree ? "" : "faint"],
    show: ({ document: { tree: read } }, act, text) => (read ? treeOf(read, text, act) : [note("The grammar does not run.")]),
  },
  {
    id: "tokens",
    side: "document",
    name: "Tokens",
    needs: ["document"],
    brief: ({ document: { tokens } }) => [tokens ? counted(tokens.shown.length + tokens.more, "token") : "not run", tokens ? "" : "faint"],
    show: ({ document: { tokens: list } }, act, text) => (list ? tokens(list, text, act) : [note("The productions do not run.")]),
  },
  {
    id: "cursor",
    side: "document",
    name: "At the cursor",
    needs: ["document"],
    brief({ document: { cursor } }) {
      if (!cursor) return ["–", "faint"];
      if (cursor.within) return ["in a token", ""];
      return cursor.expected ? [counted(cursor.expected.length, "token"), ""] : ["not decided", "open"];
    },
    show({ document: { cursor } }, act) {
      if (!cursor) return [note("Put the cursor into the document.")];
      if (cursor.within) return [note("The cursor is within a token, which could become:"), words(cursor.within)];
      if (!cursor.expected) return [note(cursor.why)];
      return [
        h("h3", {}, "What could come here"),
        words(cursor.expected),
        note(cursor.can_end ? "The document could also end here." : "The document cannot end here."),
        h("h3", {}, "What is open"),
        cursor.open.length === 0 ? note("Nothing.")
          : h("ul", {}, cursor.open.map((one) => h("li", {}, toName(one.production, act), " since ", toText(`line ${one.line}`, one.span, act)))),
      ];
    },
  },
  {
    id: "quads",
    side: "document",
    name: "Triples",
    needs: ["document"],
    brief: ({ document: { quads } }) => [quads ? counted(quads.shown.length + quads.more, "triple") : "no meaning", quads ? "" : "faint"],
    show: ({ document: { quads, verdicts } }) => (quads
      ? [h("pre", {}, quads.shown.join("\n")), quads.shown.length === 0 && note("None."), more(quads.more, "triples"), note("Relative IRIs are resolved against http://example.org/.")]
      : [note(`There are none: ${verdicts.rules.why}.`)]),
  },
];

const changed = (diff) => diff.productions.filter((one) => one.change !== "unchanged");

/** What a person who writes an issue needs. */
export function issue({ grammar, original, dialect, text, answers, fragment, version }) {
  const fence = (kind, body) => `\`\`\`\`${kind}\n${body.replace(/\n$/, "")}\n\`\`\`\`\n`;
  const diff = answers.diff?.answer?.[0];
  const lines = [`Grammar: ${original.name}, changed (turtle-lab ${version})\n`];
  const start = diff?.start && { ...diff.start, before: { ebnf: `@start ${diff.start.before}` }, after: { ebnf: `@start ${diff.start.after}` } };
  for (const change of diff ? [start, ...changed(diff)].filter(Boolean) : []) {
    lines.push(fence("diff", [change.before && `- ${change.before.ebnf}`, change.after && `+ ${change.after.ebnf}`].filter(Boolean).join("\n")));
    for (const [label, side] of [["No longer valid", "before"], ["Newly valid", "after"]]) {
      lines.push(change[`only_${side}`] !== null ? `${label}:\n${fence("turtle", change[`only_${side}`])}` : `${label}: ${change[`searched_${side}`]}\n`);
    }
  }
  if (!diff) lines.push("The changes were not decided.\n");
  const conflicts = answers.ll1?.answer?.[0]?.ll1_conflicts ?? [];
  for (const one of conflicts) lines.push(`LL(1) conflict in ${one.production}: either \`${one.sides[0]}\` or \`${one.sides[1]}\` on ${one.shared.join(" ")}\n`);
  for (const test of answers.tests?.answer ?? []) lines.push(`Test ${test.iri}: ${test.before.message} → ${test.after.message}\n`);
  lines.push(`Document${dialect ? `, with RDF's rules of ${dialect}` : ""}:\n${fence("turtle", text)}`);
  const verdicts = answers.document?.answer?.verdicts;
  for (const [name, said] of Object.entries(verdicts ?? {})) lines.push(`By the ${name}: ${VERDICTS[said.verdict][0]}${said.fault ? `: line ${said.fault.line}: ${said.fault.message}` : ""}\n`);
  lines.push(`To see it: \`turtle-lab explore\`, and put this behind the address:\n${fence("text", fragment)}`);
  return lines.join("\n");
}
