// Editors of texts, with their colours, and ranges in them that are lit. The lab's page has these, and the site's.

import {
  bracketMatching, Decoration, defaultKeymap, EditorState, EditorView, highlightActiveLine, HighlightStyle, history, historyKeymap,
  isolateHistory, keymap, lintKeymap, searchKeymap, StateEffect, StateField, syntaxHighlighting, tags, Transaction,
} from "./editor.js";
import { lineEnds } from "./line-ends.js";

/** The ranges that are lit from now on, each with its ends. */
export const light = StateEffect.define();
const lit = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const ranges = effect.value.filter(([from, to]) => from < to && to <= transaction.newDoc.length);
      marks = Decoration.set(ranges.map(([from, to]) => Decoration.mark({ class: "cm-lit" }).range(from, to)), true);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.5rem 0" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--sunk)" },
  ".cm-return": { color: "var(--faint)" },
  ".cm-lit": { backgroundColor: "var(--mark)", borderRadius: "2px" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--nonterminal)", outline: "1px solid var(--edge)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--sunk)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-textfield, .cm-button": { backgroundColor: "var(--panel)", backgroundImage: "none", color: "var(--text)", borderColor: "var(--edge)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--nonterminal)" },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)" },
  { tag: tags.meta, color: "var(--faint)" },
  { tag: tags.string, color: "var(--characters)" },
  { tag: tags.url, color: "var(--link)" },
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.number, color: "var(--faint)" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.operator, color: "var(--faint)" },
]);

/**
 * An editor in an element of the page. `changed` is told each change of the text, `moved` each move of the cursor by the user. The page's policy
 * for styles has the nonce that the page names.
 */
export function editor(parent, { label, language, changed, moved, extensions = [] }) {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(document.querySelector("meta[name=style-nonce]").content),
        lineEnds, history(), bracketMatching(), highlightActiveLine(), EditorView.lineWrapping, language, syntaxHighlighting(colours), theme, lit,
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update);
          if (update.selectionSet && !update.docChanged && update.transactions.some((one) => one.isUserEvent("select"))) moved(update);
        }),
        extensions,
      ],
    }),
  });
}

/** Where the cursor is. */
export const head = (view) => view.state.selection.main.head;

/** Puts a text in the place of all. It is undone by itself, not with what is typed soon after it; the first text is not undone. */
export const replace = (view, text) => view.dispatch({
  changes: { from: 0, to: view.state.doc.length, insert: text },
  userEvent: "input",
  annotations: [isolateHistory.of("full"), Transaction.addToHistory.of(view.state.doc.length > 0)],
});

/** A range without the white space at its end, which rules read with what comes before. */
export const withoutSpace = (view, [from, to]) => [from, from + view.state.sliceDoc(from, to).trimEnd().length];
