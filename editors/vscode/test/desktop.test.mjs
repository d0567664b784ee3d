// The extension on a desktop: which server it starts, and what it tells.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PROGRAM } from './editor.mjs';

const skip = !existsSync(new URL('../dist/desktop.js', import.meta.url)) && 'it is not built: `.ci/js editor`, then `npm run bundle`';

/// What the extension tells until it knows the faults of a document, where this is its setting of the program; it ends well after that.
async function told(program) {
    const { stdout } = await promisify(execFile)('node', [new URL('desktop.cjs', import.meta.url).pathname], {
        env: { ...process.env, PROGRAM: program },
    });
    return JSON.parse(stdout);
}

test('the program is the server', { skip }, async () => {
    const [fault, ...others] = await told(PROGRAM);
    assert.match(fault, /insert `;`/);
    assert.deepEqual(others, []);
});

test('without a program, a thread is the server, which is told once', { skip }, async () => {
    const [first, fault, ...others] = await told('no-such-program');
    assert.match(first, /`no-such-program` is not installed/);
    assert.match(fault, /insert `;`/);
    assert.deepEqual(others, []);
});
