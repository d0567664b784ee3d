// The engine of a page without a server: it runs `turtle-lab`, compiled to WebAssembly, in workers. Each section of a question is answered by
// one run of the program, with the arguments and in a folder with the files that the server of `turtle-lab explore` gives to its processes.
//
// Invariants: a section of a newer question ends that of an older one. A run that is no longer wanted is ended, and so is one that takes too
// long. A run that fails takes nothing with it: its section says what it said.

/** As many workers run at a time as leave the page a processor. */
const MOST_RUNS = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1));

const NEWER = new DOMException("a newer request came", "AbortError");

const program = compile();
const free = [];
const queue = [];
let runs = 0;

/** By section: what ends the newest question's run for it. */
const open = new Map();

/** The start, and the arguments for each kind of question: they are the same each time. */
const known = new Map();
const once = (key, find) => {
  if (!known.has(key)) known.set(key, find());
  return known.get(key);
};

/** What the page begins with; with the grammar of a dialect, if one is named. */
export const begin = (dialect = "") => once(`start ${dialect}`, () => print(["explore", "--answer", "start", ...(dialect ? [dialect] : [])], {}));

/** Asks a question. `take` is handed the answers as they come, by section. */
export async function ask(question, take) {
  const ends = new Map(question.sections.map((section) => [section, new AbortController()]));
  for (const [section, end] of ends) {
    open.get(section)?.abort(NEWER);
    open.set(section, end);
  }
  const { wait, longest } = await begin();
  const files = folder(question);
  const plan = await once(`plan ${question.grammar.kind} ${question.original.kind} ${question.production !== null}`, () => print(["explore", "--answer", "plan"], files));
  const left = new Set(question.sections);
  const patience = setTimeout(() => take(pending(left, wait)), wait);
  await Promise.all(plan.filter(({ section }) => ends.has(section)).map(async (planned) => {
    const said = await answer(planned, files, ends.get(planned.section).signal, longest);
    left.delete(planned.section);
    take({ [planned.section]: said });
  }));
  clearTimeout(patience);
}

const pending = (sections, wait) => Object.fromEntries([...sections].map((section) => [section, { state: "pending", why: `not decided within ${wait} ms` }]));

/** A question's files: the two grammars, and the question itself. */
function folder(question) {
  return {
    [`edited.${question.grammar.kind}`]: question.grammar.text,
    [`original.${question.original.kind}`]: question.original.text,
    "question.json": JSON.stringify(question),
  };
}

async function answer({ arguments: words, command, why }, files, newer, longest) {
  if (!words) return { state: "left-out", why };
  const said = await run(words, files, newer, longest).then(words[0] === "propose" ? readPage : read, (error) => ended(error, longest));
  return command ? { ...said, command } : said;
}

function ended(error, longest) {
  if (error === NEWER) return { state: "superseded", why: `not decided: ${error.message}` };
  if (error.name === "TimeoutError") return { state: "stopped", why: `not decided within ${longest / 1000} s` };
  return { state: "failed", why: error.message };
}

/** The answer in what the program printed. A grammar that cannot be read has none in the list. */
function read(printed) {
  const answer = parsed(printed.output);
  return answer === undefined || (Array.isArray(answer) && answer.length === 0) ? { state: "failed", why: lack(printed) } : { state: "answered", answer };
}

/** A page is not JSON. */
const readPage = (printed) => (printed.output === "" ? { state: "failed", why: lack(printed) } : { state: "answered", answer: printed.output });

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why the program printed no answer. */
function lack({ errors, fault }) {
  if (fault?.startsWith("RangeError")) return "not decided: it needs more stack than the browser gives";
  return errors.trim() || fault || "the program ended without an answer";
}

/** What the program prints that cannot fail. */
async function print(words, files) {
  const printed = await run(words, files);
  const said = parsed(printed.output);
  if (said === undefined) throw new Error(lack(printed));
  return said;
}

/** Runs the program once, when its turn comes: `newer` ends it, and so does the time. */
async function run(words, files, newer = new AbortController().signal, longest = 0) {
  const module = await program;
  await turn();
  try {
    newer.throwIfAborted();
    const limit = longest > 0 ? AbortSignal.any([newer, AbortSignal.timeout(longest)]) : newer;
    return await inWorker({ module, words, files }, limit);
  } finally {
    runs -= 1;
    queue.shift()?.();
  }
}

/** Hands a run to a worker that is free, or to a new one; it is ended with the run if that is not wanted any more. */
async function inWorker(asked, limit) {
  const worker = free.pop() ?? new Worker(new URL("run.js", import.meta.url), { type: "module" });
  try {
    const printed = await new Promise((resolve, reject) => {
      limit.addEventListener("abort", () => reject(limit.reason), { once: true });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`the program could not be started: ${event.message ?? "its files cannot be had"}`));
      };
      worker.postMessage(asked);
    });
    free.push(worker);
    return printed;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** Waits until another run may begin. */
async function turn() {
  while (runs >= MOST_RUNS) await new Promise((resolve) => queue.push(resolve));
  runs += 1;
}

async function compile() {
  const response = await fetch(new URL("turtle-lab.wasm", import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Error("turtle-lab.wasm cannot be had");
  return WebAssembly.compile(await response.arrayBuffer());
}
