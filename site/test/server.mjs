// A plain web server for a folder, as any host of pages is one.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { extname, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves a folder below a path of a free port, since a site has to work in any; what `has` says no to is not there. */
export async function serve(folder, below = "/some/folder/", has = () => true) {
  const server = createServer(async ({ url }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const contents = name.startsWith(below) && has(name) ? await readFile(folder + name.slice(below.length)).catch(() => null) : null;
    response.writeHead(contents ? 200 : 404, { "Content-Type": TYPES[extname(name)] ?? "text/plain" }).end(contents ?? "not here");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { address: `http://127.0.0.1:${server.address().port}${below}`, end: () => (server.closeAllConnections(), server.close()) };
}
