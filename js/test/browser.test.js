// In Chromium, from a server of files, with a strict content security policy: a worker that reads what `fetch` brings.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const chromium = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const QUADS = 200_000;

function* statements() {
  yield "@prefix e: <http://example.org/> .\n";
  for (let at = 0; at < QUADS / 1000; at++) yield Array.from({ length: 1000 }, (_, more) => `e:s${at * 1000 + more} <p> "${more} é😀" .\n`).join("");
}

/** Files of the package, and one document, which has no end that is known before. */
function serve(request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (path === "/document.ttl") return Readable.from(statements()).pipe(response.setHeader("content-type", "text/turtle"));
  const file = new URL(path.startsWith("/dist/") ? `..${path}` : `browser${path}`, import.meta.url);
  if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-security-policy": POLICY });
  response.end(readFileSync(file));
}

/** The text of the page, when it has one. What puppeteer has to wait by needs `eval`, which the policy forbids. */
async function shown(page) {
  for (let tries = 0; tries < 600; tries++) {
    const text = await page.evaluate(() => document.body?.textContent.trim());
    if (text) return text;
    await setTimeout(100);
  }
  throw new Error("the page shows nothing");
}

test("a worker reads a stream under a strict policy", { skip: chromium ? false : "Chromium is not found" }, async () => {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
    const answer = JSON.parse(await shown(page));
    assert.deepEqual(answer, { quads: QUADS, counted: QUADS, streamed: QUADS, title: answer.title, isStrict: true });
    assert.match(answer.title, /`c:`/);
  } finally {
    await browser.close();
    server.close();
  }
});
