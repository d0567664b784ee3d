// How much processor time a key takes in a large document, from the edit to its diagnostics and to what an editor asks besides:
// `node test/keystroke.mjs [MEGABYTES [MILLISECONDS]]`. It fails if one takes more than so many milliseconds.
import { readFileSync } from 'node:fs';
import { Editor } from './editor.mjs';

const [megabytes, most] = [process.argv[2] ?? 10, process.argv[3] ?? Infinity].map(Number);
const KEYS = 20;
const HEAD = '@prefix ex: <http://example.org/> .\n';
const statement = (number) => `
ex:subject${number} a ex:Class ;
    ex:name "a value of some length ${number}", ${number} ;
    ex:part [ ex:number ${number} ; ex:of <http://example.org/whole> ] .
`;

/// The processor time that a process has taken, in milliseconds; Linux counts hundredths of a second.
function processorTime(pid) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
}

let text = HEAD;
for (let number = 0; text.length < megabytes * 1e6; number += 1) text += statement(number);
const lines = text.split('\n').length;
const editor = new Editor();
await editor.begin();
const document = await editor.open('file:///large.ttl', 'turtle', text);
await document.diagnostics();

/// What an editor asks about the place of a key, besides the diagnostics.
const questions = {
    'the diagnostics alone': [],
    outline: [() => document.ask('documentSymbol')],
    folding: [() => document.ask('foldingRange')],
    'colours of 60 lines': [(start) => document.ask('semanticTokens/range', {
        range: { start: { line: Math.max(start.line - 30, 0), character: 0 }, end: { line: start.line + 30, character: 0 } },
    })],
    hover: [(position) => document.ask('hover', { position })],
    definition: [(position) => document.ask('definition', { position })],
    completion: [(position) => document.ask('completion', { position })],
    actions: [(start) => document.ask('codeAction', { range: { start, end: start }, context: { diagnostics: [] } })],
};
questions['all of these'] = Object.values(questions).flat();

/// The mean of some keys at a place: one makes the name in the first column longer or shorter, and so the statement's subject.
async function key(line, asked) {
    const before = processorTime(editor.server.pid);
    for (let count = 0; count < KEYS; count += 1) {
        const start = { line, character: 3 };
        const isThere = count % 2 === 1;
        const end = { line, character: isThere ? 4 : 3 };
        document.version += 1;
        await editor.notify('textDocument/didChange', {
            textDocument: { uri: document.uri, version: document.version },
            contentChanges: [{ range: { start, end }, text: isThere ? '' : 'x' }],
        });
        await document.diagnostics();
        for (const ask of asked) await ask(start);
    }
    return (processorTime(editor.server.pid) - before) / KEYS;
}

// What is made for the first question of its kind is no key's.
for (const ask of questions['all of these']) await ask({ line: 2, character: 3 });
let isSlow = false;
console.log(`| ms of processor time for each key, ${megabytes} MB | in the first statement | in the last |`);
console.log('|---|---|---|');
for (const [what, asked] of Object.entries(questions)) {
    const taken = [await key(2, asked), await key(lines - 5, asked)];
    isSlow ||= taken.some((it) => it > most);
    console.log(`| ${what} | ${taken.join(' | ')} |`);
}
await editor.end();
if (isSlow) {
    console.error(`a key takes more than ${most} ms`);
    process.exitCode = 1;
}
