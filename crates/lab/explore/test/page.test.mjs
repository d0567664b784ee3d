// Sessions on the page that `turtle-lab explore` serves.
import { after, before } from "node:test";
import { launch, serve } from "./page.mjs";
import { sessions } from "./sessions.mjs";

const suite = new URL("suite/manifest.ttl", import.meta.url).pathname;
let browser;
let server;

before(async () => {
  browser = await launch();
  server = await serve("--tests", suite);
});
after(async () => {
  await browser.close();
  await server.end();
});

sessions(() => ({ browser, address: server.address }), { hasSuite: true });
