// Reads the answer of `fetch` as it comes.
import { count, parse, StreamParser } from "/dist/web/index.js";
import { check } from "/dist/web/tools.js";

onmessage = async ({ data: address }) => {
  try {
    let quads = 0;
    for await (const { subject } of parse(fetch(address))) if (subject.termType === "NamedNode") quads++;
    const counted = await count(fetch(address));
    const { body } = await fetch(address);
    const streamed = await new Promise((resolve, reject) => {
      let number = 0;
      const parser = new StreamParser({ baseIRI: "http://example.org/" });
      parser.on("data", () => number++);
      parser.on("error", reject);
      parser.on("end", () => resolve(number));
      parser.import(body);
    });
    const [{ title }] = check("<a:a> <a:b> c:d .");
    postMessage({ quads, counted, streamed, title, isStrict: isStrict() });
  } catch (error) {
    postMessage({ failure: error.stack });
  }
};

postMessage("ready");

/** Whether the policy is in force, which forbids this. */
function isStrict() {
  try {
    return !new Function("return true")();
  } catch {
    return true;
  }
}
