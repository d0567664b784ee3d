// How much processor time and memory a folder's files take, and the answers about them: `node test/reading.mjs [FILES [MEGABYTES]]`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Editor } from './editor.mjs';

const [files, megabytes] = [process.argv[2] ?? 1000, process.argv[3] ?? 200].map(Number);
const HEAD = '@prefix ex: <http://example.org/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n';
const statement = (file, number) => `
ex:subject${file}-${number} a ex:Class${number % 50} ; rdfs:label "subject ${number} of file ${file}"@en ;
    ex:property${number % 30} "a value of some length ${number}", ${number} ; ex:knows ex:subject${(file * 7) % files}-${number} ;
    ex:part [ ex:number ${number} ; ex:of <http://example.org/whole> ] .
`;

/// The processor time that a process has taken, in seconds, and the most memory, in megabytes.
function taken(pid) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    const [, peak] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/);
    return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, megabytes: Math.round(Number(peak) / 1000) };
}

const folder = mkdtempSync(join(tmpdir(), 'reading-'));
const editor = new Editor();
try {
    let [bytes, subjects] = [0, 0];
    for (let file = 0; file < files; file += 1) {
        let text = HEAD;
        for (let number = 0; text.length < megabytes * 1e6 / files; number += 1, subjects += 1) text += statement(file, number);
        writeFileSync(join(folder, `${file}.ttl`), text);
        bytes += text.length;
    }
    await editor.begin({}, pathToFileURL(folder).href);
    const read = taken(editor.server.pid);
    console.log(`${files} files of ${Math.round(bytes / 1e6)} MB, with ${subjects} subjects: ${read.seconds} s of processor time, ${read.megabytes} MB`);
    const document = await editor.open(pathToFileURL(join(folder, 'open.ttl')).href, 'turtle', `${HEAD}ex:subject5-3 a ex:Class3 ; ex:knows ex:subject0-3 .\n`);
    await document.diagnostics();
    const asked = async (what, method, marked, rest) => {
        const before = taken(editor.server.pid).seconds;
        const found = await document.ask(method, { position: document.placeOf(marked), ...rest });
        const count = [found ?? []].flat().length;
        console.log(`${what}: ${count} answers, ${Math.round((taken(editor.server.pid).seconds - before) * 1000)} ms`);
    };
    const context = { context: { includeDeclaration: true } };
    await asked('definition', 'definition', 'ex:sub|ject5-3');
    await asked('references of a rare term', 'references', 'ex:sub|ject5-3', context);
    await asked('references of a term of all files', 'references', 'ex:kn|ows', context);
    await asked('completion of a predicate', 'completion', '; |ex:knows');
    const before = taken(editor.server.pid).seconds;
    const symbols = await editor.request('workspace/symbol', { query: 'subject 12 of file 7' });
    console.log(`symbols: ${symbols.length} answers, ${Math.round((taken(editor.server.pid).seconds - before) * 1000)} ms`);
    await editor.end();
} finally {
    editor.server.kill();
    rmSync(folder, { recursive: true });
}
