// The site that `.ci/site` has made, served, and a browser: there for the tests of a file, and ended after them.
import { after } from "node:test";
import { launch } from "../../crates/lab/explore/test/page.mjs";
import { serve } from "./server.mjs";

export const folder = new URL("../../target/site/", import.meta.url).pathname;
export const server = await serve(folder);
export const browser = await launch();

after(async () => {
  await browser.close();
  server.end();
});
