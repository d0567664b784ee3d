// The worker: it keeps the document, and answers questions about it, section by section.
//
// Invariant: the newest question wins. Between two sections it looks whether a newer one has come, and drops the older.

import { notText, SECTIONS } from "./sections.js";

/** The document. It grows and changes by what the page sends, so that a key in a large document costs little. */
let text = "";
let newest = 0;

const receivers = {
  append({ more }) {
    text += more;
  },
  /** Changes of the same text, the first place first. */
  edit({ changes }) {
    for (const { from, to, insert } of changes.toReversed()) {
      // A text that has only grown is put together once, and not whenever it grows.
      if (from === text.length) text += insert;
      else text = text.slice(0, from) + insert + text.slice(to);
    }
  },
  async ask({ round, settings, sections }) {
    newest = round;
    postMessage({ kind: "begun", round });
    for (const section of sections) {
      await turn();
      if (newest !== round) return;
      postMessage({ kind: "answer", round, section, ...answered(section, settings) });
    }
    postMessage({ kind: "done", round });
  },
  refuse({ bytes }) {
    postMessage({ kind: "refused", words: notText(new Uint8Array(bytes)) });
  },
};

function answered(section, settings) {
  try {
    return { answer: SECTIONS[section](text, settings) };
  } catch (error) {
    // A fault of a document has a place; anything else is words.
    const { title, line, start, end } = error;
    return { failure: title ? { title, line, start, end } : { title: error.message } };
  }
}

/** The event loop's next turn, after the messages that wait. */
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

onmessage = ({ data }) => receivers[data.kind](data);
postMessage({ kind: "ready" });
