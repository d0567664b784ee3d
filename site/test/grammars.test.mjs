// Sessions on the view Grammars: those of the lab's page, answered by workers in place of a server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, contents, open, select, settled, tab } from "../../crates/lab/explore/test/page.mjs";
import { sessions } from "../../crates/lab/explore/test/sessions.mjs";
import { browser, server } from "./site.mjs";

const address = `${server.address}grammars.html`;

sessions(() => ({ browser, address }));

test("a section that is too slow is ended, and says so; the others are answered", async () => {
  // The program in this worker never ends for one of its commands.
  const page = await open(browser, address, {
    before: (page) => page.evaluateOnNewDocument(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message) {
        if (message.words[0] !== "overlaps") postMessage.call(this, message);
      };
      const { timeout } = AbortSignal;
      AbortSignal.timeout = () => timeout.call(AbortSignal, 1500);
    }),
  });
  await tab(page, "flaws");
  assert.equal(await brief(page, "flaws"), "not decided");
  assert.match(await contents(page, "flaws"), /not decided within 20 s/);
  assert.equal(await brief(page, "ll1"), "yes");
  await select(page, "grammar", "(',' object annotation)*");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type(" ','?");
  await settled(page);
  assert.equal(await brief(page, "ll1"), "1 conflict");
  assert.deepEqual(page.faults, []);
});
