// Makes dist/web/, for pages and workers that have no bundler: the same files as in dist/, but that they name the modules of browsers by
// their addresses. Import maps do without, but workers have none.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const dist = new URL("dist/", import.meta.url);
const { imports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

mkdirSync(new URL("web/", dist), { recursive: true });
for (const name of readdirSync(dist).filter((name) => name.endsWith(".js"))) {
  const text = readFileSync(new URL(name, dist), "utf8");
  const addressed = text.replace(/(?<=from ")#\w+(?=")/g, (module) => imports[module].default.replace("./dist/", "../"));
  writeFileSync(new URL(`web/${name}`, dist), addressed);
}
