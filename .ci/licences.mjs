// The licences of the packages that esbuild has put into a file, which have to go with it.
import { readdirSync, readFileSync } from "node:fs";

/** The names of the packages in this metafile, and their licences, packages with the same one together; all have to be of these kinds. */
export function licences(metafile, kinds) {
  const packages = new Map();
  for (const input of Object.keys(metafile.inputs)) {
    const folder = input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
    if (folder && !packages.has(folder)) packages.set(folder, licence(folder, kinds));
  }
  const texts = new Map();
  for (const { name, text } of packages.values()) texts.set(text, [...(texts.get(text) ?? []), name]);
  return {
    names: [...packages.values()].map(({ name }) => name),
    text: [...texts].map(([text, names]) => `${names.sort().join(", ")}:\n\n${text}`).sort().join("\n\n"),
  };
}

function licence(folder, kinds) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  // Of two licences to choose from, the shorter.
  const file = files.find((file) => /mit/i.test(file)) ?? files[0];
  if (!kinds.includes(license) || !file) throw new Error(`${name}: its licence is not one that is expected`);
  return { name: `${name} ${version}`, text: readFileSync(`${folder}/${file}`, "utf8").trim() };
}
