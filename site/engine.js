// The page's side of the worker: it sends changes and questions, and begins a new worker if one is busy for too long.
//
// Invariant: what is handed over answers the newest question for its section. A worker that was begun anew has the whole document
// before it is asked.

/** How long a worker may go on with an older question, in milliseconds. */
const PATIENCE = 1000;

/** How long any section may take. */
const LONGEST = 30_000;

/** How many characters are sent at a time, so that the page has its turn between. */
const SLICE = 1 << 18;

export class Engine {
  #worker;
  #isReady = false;
  /** Why no worker runs, if none does. */
  #broken = null;
  #tellReady;
  /** What has to wait until the worker hears, and has a document whole. */
  #queue;
  #generation = 0;
  #question = null;
  #isBegun = false;
  #answered = new Set();
  #impatience;
  #limit;
  #documentOf;
  #take;

  /** `documentOf` gives the editor's document, `take` is told what comes: the round, the section, and an `answer` or a `failure`. */
  constructor(documentOf, take) {
    this.#documentOf = documentOf;
    this.#take = take;
    this.#begin();
  }

  /** Tells of changes of the document, the first place first. */
  edit(changes) {
    this.#send({ kind: "edit", changes });
  }

  /** Asks for sections; what was asked before and is not answered is dropped. */
  ask(round, settings, sections) {
    const isBusy = this.#question && this.#answered.size < this.#question.sections.length;
    this.#question = { kind: "ask", round, settings, sections };
    this.#isBegun = false;
    this.#answered = new Set();
    clearTimeout(this.#impatience);
    clearTimeout(this.#limit);
    if (this.#broken) return this.#giveUp();
    this.#send(this.#question);
    if (isBusy) this.#impatience = setTimeout(() => this.#isReady && !this.#isBegun && this.#beginAnew(), PATIENCE);
  }

  #begin() {
    this.#isReady = false;
    // What is sent to a module before it has been loaded is lost.
    this.#queue = new Promise((resolve) => (this.#tellReady = resolve));
    this.#generation += 1;
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#broken = `the checker does not run here: ${event.message ?? "its files cannot be had"}`;
      this.#giveUp();
    };
  }

  #beginAnew() {
    this.#worker.terminate();
    this.#begin();
    const [document, generation] = [this.#documentOf(), this.#generation];
    this.#queue = this.#queue.then(() => this.#sendAll(document, generation));
    this.#send(this.#question);
  }

  /** Sends a document by slices. It does not change meanwhile: what is newer comes behind it. */
  async #sendAll(document, generation) {
    for (let at = 0; at < document.length && this.#generation === generation; at += SLICE) {
      this.#worker.postMessage({ kind: "append", more: document.sliceString(at, at + SLICE) });
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  #send(message) {
    const generation = this.#generation;
    this.#queue = this.#queue.then(() => this.#generation === generation && this.#worker.postMessage(message));
  }

  #receive({ kind, round, section, answer, failure }) {
    if (kind === "ready") {
      this.#isReady = true;
      this.#tellReady();
    }
    if (round !== this.#question?.round) return;
    if (kind === "begun") {
      this.#isBegun = true;
      this.#limitNext();
    } else if (kind === "answer") {
      this.#give(section, { answer, failure });
      this.#limitNext();
    }
  }

  /** The next section may take so long, and no longer: it is given up then, and the others are asked again. */
  #limitNext() {
    clearTimeout(this.#limit);
    const [slow, ...others] = this.#left();
    if (!slow) return;
    this.#limit = setTimeout(() => {
      this.#give(slow, { failure: { title: `this was given up after ${LONGEST / 1000} seconds` } });
      this.#question = { ...this.#question, sections: others };
      this.#answered = new Set();
      this.#beginAnew();
    }, LONGEST);
  }

  #giveUp() {
    for (const section of this.#left()) this.#give(section, { failure: { title: this.#broken } });
  }

  #left() {
    return this.#question ? this.#question.sections.filter((section) => !this.#answered.has(section)) : [];
  }

  #give(section, said) {
    this.#answered.add(section);
    this.#take(this.#question.round, section, said);
  }
}

/** Why a file is no document, in the words of the program: bytes that are not UTF-8 have no text. A worker says so that is there for it alone. */
export function refusal(bytes, signal) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const said = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") worker.postMessage({ kind: "refuse", bytes }, [bytes]);
      if (data.kind === "refused") resolve(data.words);
    };
    worker.onerror = () => reject(new Error("it is not UTF-8"));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  return said.finally(() => worker.terminate());
}
