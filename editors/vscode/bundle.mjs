// Makes dist/: the extension for desktops and for browsers, and the server in a worker, which is the same for both. `.ci/js editor` has
// compiled the server's module before.
import { build } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { licences } from '../../.ci/licences.mjs';

const shared = { bundle: true, external: ['vscode'], legalComments: 'none', metafile: true, minify: true, outdir: 'dist', target: 'es2022' };

rmSync('dist', { recursive: true, force: true });
const made = await Promise.all([
    build({ ...shared, entryPoints: ['src/desktop.js'], format: 'cjs', platform: 'node' }),
    build({ ...shared, entryPoints: ['src/browser.js'], format: 'cjs', platform: 'browser' }),
    // In Node alone it asks for a module of Node's; it is given the compiled module, and looks for none beside itself.
    build({ ...shared, entryPoints: ['src/server.js'], format: 'iife', external: ['node:*'], logOverride: { 'empty-import-meta': 'silent' } }),
]);
copyFileSync('wasm/editor_bg.wasm', 'dist/server.wasm');
const inputs = Object.assign({}, ...made.map(({ metafile }) => metafile.inputs));
writeFileSync('dist/LICENCES', licences({ inputs }, ['BlueOak-1.0.0', 'ISC', 'MIT']).text);
