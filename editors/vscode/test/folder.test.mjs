// Sessions with the language server about a folder: its files are known, though the editor has only some of them open.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { documents, session as begin } from './editor.mjs';

const VOCABULARY = 'PREFIX e: <http://e/>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n'
    + 'e:Person a rdfs:Class ; rdfs:label "human being"@en .\ne:knows rdfs:range e:Person .\n';
const DATA = '@prefix ex: <http://e/> .\nex:a a ex:Person ; ex:knows <http://e/b> .\n';

/// Runs a session in a folder with these files, the first of which is open.
async function session(files, work, settings) {
    const folder = mkdtempSync(join(tmpdir(), 'terms of '));
    const uri = (name) => pathToFileURL(join(folder, name)).href;
    try {
        for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
        await begin(documents.server(), async (editor) => {
            const [[name, text]] = Object.entries(files);
            const document = await editor.open(uri(name), 'turtle', text);
            await work({ editor, document, folder, uri });
        }, settings, pathToFileURL(folder).href);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/// Where locations are: the names of their files, with lines from 1 on.
const told = (locations) => [locations ?? []].flat()
    .map(({ uri, range }) => `${basename(fileURLToPath(uri))}:${range.start.line + 1}`).sort();

const all = { context: { includeDeclaration: true } };

/// Asks again until the answer is as it should be: files are read in the background.
async function eventually(ask, expected) {
    for (let count = 0; count < 200; count += 1) {
        const found = await ask();
        if (JSON.stringify(found) === JSON.stringify(expected)) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
    }
    assert.deepEqual(await ask(), expected);
}

test('terms are found in the files of the folder', () => session({
    'data.ttl': DATA, 'vocabulary.ttl': VOCABULARY, 'more.nt': '<http://e/c> <http://e/knows> <http://e/a> .\n',
    '.gitignore': 'ignored.ttl\n', '.ignore': 'ignored.ttl\n', 'ignored.ttl': VOCABULARY,
}, async ({ editor, document }) => {
    assert.deepEqual(editor.asked.map(([method]) => method).sort(),
        ['client/registerCapability', 'window/workDoneProgress/create']);
    assert.equal(editor.progress[0].kind, 'begin');
    const position = document.placeOf('ex:Per|son');
    const definition = await document.ask('definition', { position });
    assert.deepEqual([told(definition), definition.range.start], [['vocabulary.ttl:3'], { line: 2, character: 0 }]);
    assert.deepEqual(told(await document.ask('references', { position, ...all })),
        ['data.ttl:2', 'vocabulary.ttl:3', 'vocabulary.ttl:4']);
    assert.equal((await document.ask('documentHighlight', { position })).length, 1);
    const knows = { position: document.placeOf('ex:kn|ows') };
    assert.deepEqual(told(await document.ask('definition', knows)), ['vocabulary.ttl:4']);
    assert.deepEqual(told(await document.ask('references', { ...knows, ...all })), ['data.ttl:2', 'more.nt:1', 'vocabulary.ttl:4']);
    assert.deepEqual(told(await document.ask('typeDefinition', { position: document.placeOf('ex:a| a') })), ['vocabulary.ttl:3']);
    const [symbol, ...others] = await editor.request('workspace/symbol', { query: 'human' });
    assert.deepEqual([symbol.name, symbol.containerName, others], ['human being', 'http://e/Person', []]);
    // Before the colon it is the prefix, as ever.
    const prefix = await document.ask('definition', { position: document.placeOf('e|x:Person') });
    assert.deepEqual(told(prefix), ['data.ttl:1']);
}));

test('an IRI is renamed in all files, which the editor is asked to show first', () => session({
    'data.ttl': DATA, 'vocabulary.ttl': VOCABULARY,
}, async ({ editor, document, folder, uri }) => {
    const position = document.placeOf('ex:Per|son');
    const range = await document.ask('prepareRename', { position });
    assert.deepEqual(range, { start: document.placeOf('ex:|Person'), end: document.placeOf('Person| ;') });
    const edit = await document.ask('rename', { position, newName: 'Human' });
    const versions = edit.documentChanges.map((it) => [it.textDocument.uri, it.textDocument.version]);
    assert.deepEqual(versions, [[document.uri, 1], [uri('vocabulary.ttl'), null]]);
    assert.equal(edit.changeAnnotations.renaming.needsConfirmation, true);
    const [own, other] = edit.documentChanges;
    await document.apply(own.edits);
    assert.equal(document.text, DATA.replace('Person', 'Human'));
    const text = readFileSync(join(folder, 'vocabulary.ttl'), 'utf8');
    const file = await editor.open(uri('vocabulary.ttl'), 'turtle', text);
    await file.apply(other.edits);
    assert.equal(file.text, VOCABULARY.replaceAll('Person', 'Human'));
    await assert.rejects(document.ask('rename', { position, newName: 'knows' }), /used already/);
}));

test('nothing is renamed where a file at fault may mention it', () => session({
    'data.ttl': DATA, 'fault.ttl': 'PREFIX e: <http://e/>\ne:x e:y e:Person e:z .\n',
}, async ({ editor, document, folder, uri }) => {
    const rename = (marked) => document.ask('rename', { position: document.placeOf(marked), newName: 'other' });
    await assert.rejects(rename('ex:Per|son'), /fault at fault\.ttl:2:\d+ may mention it: mend it first/);
    assert.equal((await rename('ex:kn|ows')).documentChanges.length, 1);
    writeFileSync(join(folder, 'fault.ttl'), VOCABULARY);
    await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri('fault.ttl'), type: 2 }] });
    await eventually(() => rename('ex:Per|son').then((it) => it.documentChanges.length, () => 0), 2);
}));

test('files that come, change and go are known; an open text counts more', () => session({
    'data.ttl': DATA, 'vocabulary.ttl': VOCABULARY,
}, async ({ editor, document, folder, uri }) => {
    const position = document.placeOf('ex:Per|son');
    const references = async () => told(await document.ask('references', { position, ...all }));
    const changed = (name, type) => editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri(name), type }] });
    writeFileSync(join(folder, 'new.ttl'), '<http://e/n> a <http://e/Person> .\n');
    await changed('new.ttl', 1);
    await eventually(references, ['data.ttl:2', 'new.ttl:1', 'vocabulary.ttl:3', 'vocabulary.ttl:4']);
    const open = await editor.open(uri('new.ttl'), 'turtle', '# changed\n\n<http://e/n> a <http://e/Person> .\n');
    await eventually(references, ['data.ttl:2', 'new.ttl:3', 'vocabulary.ttl:3', 'vocabulary.ttl:4']);
    await open.close();
    await eventually(references, ['data.ttl:2', 'new.ttl:1', 'vocabulary.ttl:3', 'vocabulary.ttl:4']);
    rmSync(join(folder, 'new.ttl'));
    rmSync(join(folder, 'vocabulary.ttl'));
    await changed('new.ttl', 3);
    await eventually(references, ['data.ttl:2']);
}));

test('folders that the editor opens and closes come and go', () => session({ 'data.ttl': DATA }, async ({ editor, document, folder }) => {
    const other = mkdtempSync(join(tmpdir(), 'another '));
    try {
        mkdirSync(join(other, 'below'));
        writeFileSync(join(other, 'below', 'vocabulary.ttl'), VOCABULARY);
        const position = document.placeOf('ex:Per|son');
        const definition = async () => told(await document.ask('definition', { position }));
        const change = (added, removed) => editor.notify('workspace/didChangeWorkspaceFolders', {
            event: { added: added.map((it) => ({ uri: it, name: it })), removed: removed.map((it) => ({ uri: it, name: it })) },
        });
        assert.deepEqual(await definition(), []);
        await change([pathToFileURL(other).href], []);
        await eventually(definition, ['vocabulary.ttl:3']);
        await change([], [pathToFileURL(other).href]);
        await eventually(definition, []);
        // An open document is known without a folder.
        await change([], [pathToFileURL(folder).href]);
        assert.deepEqual(told(await document.ask('references', { position, ...all })), ['data.ttl:2']);
        assert.equal(editor.asked.length, 2);
    } finally {
        rmSync(other, { recursive: true });
    }
}));

test('an editor hears that there are more references than it is told', () => session({
    'data.ttl': DATA,
    'many.nt': '<http://e/a> <http://e/knows> <http://e/b> .\n'.repeat(10_001),
}, async ({ editor, document }) => {
    const references = (marked) => document.ask('references', { position: document.placeOf(marked), ...all });
    assert.equal((await references('ex:kn|ows')).length, 10_000);
    assert.deepEqual(editor.messages, ['there are more references than the 10000 that are shown']);
}));

test('files without room are told, and keep an IRI from being renamed', () => session({
    'data.ttl': DATA, 'large.ttl': `# ${'x'.repeat(1 << 20)}\n${VOCABULARY}`,
}, async ({ editor, document }) => {
    assert.match(editor.messages.join(), /^1 file of the folder is not read.*folderMegabytes/);
    const position = document.placeOf('ex:Per|son');
    assert.deepEqual(told(await document.ask('definition', { position })), []);
    await assert.rejects(document.ask('rename', { position, newName: 'other' }), /folderMegabytes/);
}, { folderMegabytes: 1 }));

test('a term is doubted that no file describes, once all are read, and as files change', () => session({
    'data.ttl': DATA.replace('ex:Person', 'ex:Persn'), 'vocabulary.ttl': VOCABULARY,
}, async ({ editor, document, folder, uri }) => {
    const doubts = async () => (await document.diagnostics()).map(({ message }) => message);
    const expected = '`Persn` is not described, as other terms of <http://e/> are\nhelp: did you mean `Person`?';
    await eventually(doubts, [expected]);
    rmSync(join(folder, 'vocabulary.ttl'));
    await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri('vocabulary.ttl'), type: 3 }] });
    await eventually(doubts, []);
}, { unknownTerms: true }));
