// The page's address: it holds the state, so that a link shows what its sender saw.

import { fold, unfold } from "./link.js";

/** Links with more characters are cut by some programs. */
const LONG = 2000;

/** The most that an address takes, and the most of a document for which that is tried. */
const LONGEST = 1_000_000;
const MOST_OF_DOCUMENT = 4_000_000;

export class Address {
  #state;
  #load;
  #timer;
  /** The fragment that is ours: it is not read again. */
  #own = null;

  /** `state` gives what is kept; `load` takes it from a link, and throws if something of it is not known. */
  constructor({ state, load }) {
    this.#state = state;
    this.#load = load;
  }

  /** Keeps the state, once nothing has changed for a moment; not that of a large document, which would take longer than a key. */
  keep(isLarge) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => this.#replace(isLarge ? "" : await fold(this.#state())), 300);
  }

  /** The whole address, for others, and words about it; no address, if the document is too large for one. */
  async link() {
    const tooLarge = { words: "The document is too large for a link." };
    const state = this.#state();
    if (state.document.length > MOST_OF_DOCUMENT) return tooLarge;
    const hash = await fold(state);
    const link = location.href.replace(/#.*/s, "") + hash;
    if (link.length > LONGEST) return tooLarge;
    this.#replace(hash);
    const length = link.length.toLocaleString("en");
    const words = link.length > LONG ? `The link is copied. It has ${length} characters; some programs cut links longer than ${LONG.toLocaleString("en")}.` : `The link is copied: ${length} characters.`;
    return { link, words };
  }

  /** Takes the state from the address, if that has one that is not ours. */
  async read() {
    if (location.hash.length < 2 || location.hash === this.#own) return false;
    this.#load(await unfold(location.hash));
    return true;
  }

  #replace(hash) {
    this.#own = hash;
    window.history.replaceState(null, "", hash || location.pathname + location.search);
  }
}
