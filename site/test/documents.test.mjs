// Sessions on the view Documents, in a browser. With SCREENSHOTS, the name of a folder, they leave pictures there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brief, contents, launch, open, settled, tab } from "../../crates/lab/explore/test/page.mjs";
import { serve } from "./server.mjs";

const folder = new URL("../../target/site/", import.meta.url).pathname;
let browser;
let server;

before(async () => {
  browser = await launch();
  server = await serve(folder);
});
after(async () => {
  await browser.close();
  server.end();
});

const picture = async (page, name) => {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
};
const text = (page, id = "document") => page.$eval(`#${id} .cm-content`, (element) => element.innerText.replace(/\n$/, ""));

/** Puts a document into the editor, by the keyboard. */
async function write(page, written) {
  await page.focus("#document .cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.press("Delete");
  await page.keyboard.type(written);
  await settled(page);
}

test("a mistake is seen, and repaired by a click; what is typed is checked", async () => {
  const page = await open(browser, server.address);
  assert.equal(await brief(page, "messages"), "1 mistake");
  assert.equal(await brief(page, "triples"), "3 triples");
  assert.match(await contents(page, "messages"), /`?;`? is missing after "Green Goblin".*line 9/);
  assert.ok(await page.$("#document .cm-lintPoint-error"), "the mistake is marked at its place");
  await picture(page, "mistake");
  await page.click("#panel-messages [data-repair=certain]");
  await settled(page);
  assert.equal(await brief(page, "messages"), "none");
  assert.equal(await brief(page, "triples"), "8 triples");
  await write(page, "<http://example.org/a> a <http://example.org/B> .");
  assert.equal(await brief(page, "triples"), "1 triple");
  assert.deepEqual(page.faults, []);
});
