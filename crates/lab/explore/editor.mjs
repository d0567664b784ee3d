// What the page takes of CodeMirror. `npm run bundle` makes ../src/commands/explore/page/editor.js of it.
export { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
export { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { lintKeymap, setDiagnostics } from "@codemirror/lint";
export { searchKeymap } from "@codemirror/search";
export { EditorSelection, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
export { Decoration, EditorView, highlightActiveLine, keymap, lineNumbers, WidgetType } from "@codemirror/view";
export { tags } from "@lezer/highlight";
