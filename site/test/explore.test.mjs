// Sessions on the site as `turtle-lab explore` serves it: both views are there, and the program answers in that of grammars.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brief, launch, open, serve, settled, writeDocument } from "../../crates/lab/explore/test/page.mjs";

const folder = new URL("../../target/site/", import.meta.url).pathname;
let browser;
let server;

before(async () => {
  browser = await launch();
  server = await serve("--site", folder);
});
after(async () => {
  await browser.close();
  await server.end();
});

test("from grammars, which the program answers, to documents, to the reference", async () => {
  const page = await open(browser, server.address);
  assert.equal(await page.$eval("meta[name=engine]", ({ content }) => content), "./server.js");
  assert.equal(await brief(page, "ll1"), "yes");
  await Promise.all([page.waitForNavigation(), page.click("nav a[href='index.html']")]);
  await settled(page);
  assert.equal(await brief(page, "messages"), "1 mistake");
  await page.click("#panel-messages [data-repair=certain]");
  await settled(page);
  assert.equal(await brief(page, "triples"), "8 triples");
  await writeDocument(page, "<http://example.org/a> a <http://example.org/B> .");
  assert.equal(await brief(page, "triples"), "1 triple");
  await Promise.all([page.waitForNavigation(), page.click("nav a[href='docs/index.html']")]);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => navigator.serviceWorker.getRegistrations()), [], "nothing is kept for use without this server");
});
