// Line ends in editors: they stay as they are, since in a string they are part of the value.
//
// Invariant: lines are those of the program, for which U+000D alone ends a line, too, and both of U+000D U+000A end one. The editor's own
// lines end with U+000A.

import { Decoration, EditorSelection, EditorState, EditorView, lineNumbers, StateField, WidgetType } from "./editor.js";

const LONE = /\r(?!\n)/g;

/** A line end that the editor does not have by itself. */
class Return extends WidgetType {
  toDOM() {
    const shown = document.createElement("span");
    shown.className = "cm-return";
    shown.title = "U+000D";
    shown.append("↵", document.createElement("br"));
    return shown;
  }

  eq() {
    return true;
  }

  get lineBreaks() {
    return 1;
  }
}

const shown = Decoration.replace({ widget: new Return() });

/** The lone ones between two places. */
function lone(doc, from, to) {
  // What follows the last decides whether it is one.
  const text = doc.sliceString(from, to + 1);
  return [...text.matchAll(LONE)].map(({ index }) => from + index).filter((at) => at < to).map((at) => shown.range(at, at + 1));
}

const returns = StateField.define({
  create: ({ doc }) => Decoration.set(lone(doc, 0, doc.length)),
  update(marks, { changes, docChanged, newDoc }) {
    if (!docChanged) return marks;
    marks = marks.map(changes);
    changes.iterChangedRanges((_, __, from, to) => {
      // The one before what is new may be a lone one no more.
      const [filterFrom, filterTo] = [Math.max(0, from - 1), to];
      const isOutside = (at) => at < filterFrom || at >= filterTo;
      marks = marks.update({ filter: isOutside, filterFrom, filterTo, add: lone(newDoc, filterFrom, filterTo) });
    });
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The number of the program's line with which the editor's begins. */
function formatNumber(line, state) {
  const marks = state.field(returns);
  if (marks.size === 0) return String(line);
  let before = 0;
  marks.between(0, state.doc.line(Math.min(line, state.doc.lines)).from, () => void before++);
  return String(line + before);
}

/** Whether a place is within a line end. */
const isWithin = (doc, at) => doc.sliceString(Math.max(0, at - 1), at + 1) === "\r\n";

/** Line ends of two characters are one: the cursor does not go between them, and they are deleted together. */
const asOne = EditorState.transactionFilter.of((transaction) => {
  const { startState, newDoc } = transaction;
  if (transaction.isUserEvent("delete")) {
    const halves = [];
    transaction.changes.iterChanges((from, to, at) => {
      if (isWithin(startState.doc, from)) halves.push({ from: at - 1, to: at });
      if (isWithin(startState.doc, to)) halves.push({ from: at, to: at + 1 });
    });
    return [transaction, { changes: halves, sequential: true }];
  }
  if (!transaction.selection?.ranges.some(({ anchor, head }) => isWithin(newDoc, anchor) || isWithin(newDoc, head))) return transaction;
  const { head: old } = startState.selection.main;
  const aside = (at) => (isWithin(newDoc, at) ? at + (old === at - 1 ? 1 : -1) : at);
  const ranges = transaction.selection.ranges.map(({ anchor, head }) => EditorSelection.range(aside(anchor), aside(head)));
  return [transaction, { selection: EditorSelection.create(ranges, transaction.selection.mainIndex), sequential: true }];
});

export const lineEnds = [EditorState.lineSeparator.of("\n"), returns, lineNumbers({ formatNumber }), asOne];
