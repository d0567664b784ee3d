// A browser with the lab's page: started for a test, and ended after it. With SCREENSHOTS, the name of a folder, sessions leave pictures
// there.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const program = process.env.TURTLE_LAB ?? new URL("../../../../target/debug/turtle-lab", import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Starts the program; `address` is that of the page. */
export async function serve(...args) {
  const server = spawn(program, ["explore", "--no-open", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await once(createInterface({ input: server.stdout }), "line");
  return { address, end: () => server.kill("SIGINT") && once(server, "exit") };
}

/** A browser without a window. */
export const launch = () =>
  puppeteer.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"] });

/** Opens the page; it fails the test if a script of the page fails, or if the page wants something that it may not. */
export async function open(browser, address, { width = 1440, height = 900, dark = false, before = () => {} } = {}) {
  const page = await browser.newPage();
  await before(page);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && page.faults.push(`${message.text()} ${JSON.stringify(message.location())}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !/^(?:data|blob):/.test(request.url())) page.faults.push(`asks ${request.url()}`);
  });
  await page.goto(address);
  await settled(page);
  return page;
}

/** Waits until all that was asked has been answered. */
export async function settled(page) {
  // Longer than what is typed is waited for.
  await new Promise((resolve) => setTimeout(resolve, 350));
  await page.waitForFunction(() => document.body.dataset.state === "done", { timeout: 60_000 });
}

/** Puts the cursor of an editor behind a text, by the keyboard's search. */
export async function select(page, id, text) {
  await page.focus(`#${id} .cm-content`);
  await page.keyboard.down("Control");
  await page.keyboard.press("f");
  await page.keyboard.up("Control");
  await page.waitForSelector(`#${id} .cm-search [name=search]`);
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
}

/** Puts a document into its editor, by the keyboard. */
export const writeDocument = (page, text) => writeAll(page, "document", text);

/** Puts a text in the place of all that is in an editor, by the keyboard. */
export async function writeAll(page, id, text) {
  await page.focus(`#${id} .cm-content`);
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  // The editor deletes. What is typed over a selection is put there by the browser, with styles that the page's policy refuses.
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
  await settled(page);
}

export async function picture(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
}

/** The page as wide and as bright as these say; a function with it that fails the test, in the name of a view, if axe finds something there. */
export async function openForAxe(browser, address, { width, height, dark }) {
  const page = await open(browser, address, { width, height, dark });
  // Not by a script element, which the page's policy forbids.
  await page.evaluate(axe);
  const find = async (view) => {
    const { violations } = await page.evaluate(() => window.axe.run());
    const said = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 200)).join(" ")}`);
    assert.deepEqual(said, [], `${view}, ${width} px, ${dark ? "dark" : "light"}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${view}: wider than ${width} px`);
    const lines = await page.$$eval(".actions > button, .actions summary", (all) => all.map((one) => [one.textContent, Math.floor(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))]));
    assert.deepEqual(lines.filter(([, count]) => count > 1), [], `${view}: buttons that break at ${width} px`);
  };
  return { page, find };
}

/** What a tab says in short, and what its panel says. */
export const brief = (page, id) => page.$eval(`#tab-${id} .brief`, (element) => element.textContent);
export const contents = (page, id) => page.$eval(`#panel-${id}`, (element) => element.textContent);
export const tab = (page, id) => page.click(`#tab-${id}`);
