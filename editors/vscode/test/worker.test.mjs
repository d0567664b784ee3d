// The sessions with the language server, by the server that the extension brings.
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { documents, thread } from './editor.mjs';

if (existsSync(new URL('../dist/server.wasm', import.meta.url))) {
    documents.server = thread;
    await import('./server.test.mjs');
} else {
    test('sessions with the server in a worker', { skip: 'it is not built: `.ci/js editor`, then `npm run bundle`' });
}
