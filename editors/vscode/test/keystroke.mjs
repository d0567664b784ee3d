// How much processor time a key takes in a large document, from the edit to its diagnostics: `node test/keystroke.mjs [MEGABYTES]`.
import { readFileSync } from 'node:fs';
import { Editor } from './editor.mjs';

const megabytes = Number(process.argv[2] ?? 10);
const line = (number) => `<http://example.org/s${number}> <http://example.org/p> "a value of some length ${number}", ${number} ; a <http://example.org/T> .\n`;
let text = '';
for (let number = 0; text.length < megabytes * 1e6; number += 1) text += line(number);

/// The processor time that a process has taken, in milliseconds; Linux counts hundredths of a second.
function processorTime(pid) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
}

const editor = new Editor();
await editor.begin();
const document = await editor.open('file:///large.ttl', 'turtle', text);
await document.diagnostics();
const KEYS = 20;

/// Types keys, and prints what each takes from the edit to the diagnostics, and to what an editor asks besides.
async function type(what, ask) {
    const before = processorTime(editor.process.pid);
    for (let key = 0; key < KEYS; key += 1) {
        const place = { line: 5 + key, character: 3 };
        document.version += 1;
        await editor.notify('textDocument/didChange', {
            textDocument: { uri: document.uri, version: document.version },
            contentChanges: [{ range: { start: place, end: place }, text: 'x' }],
        });
        await document.diagnostics();
        await ask();
    }
    const taken = (processorTime(editor.process.pid) - before) / KEYS;
    console.log(`${megabytes} MB: ${taken} ms of processor time for each key${what}`);
}

const range = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
const position = { line: text.split('\n').length - 2, character: 3 };
await type('', () => {});
await type(', with outline, folding and the colours of 60 lines', async () => {
    await document.ask('documentSymbol');
    await document.ask('foldingRange');
    await document.ask('semanticTokens/range', { range });
});
await type(', with the meaning of the last line', () => document.ask('hover', { position }));
await editor.end();
