// Sessions with the language server about a folder of real vocabularies, which VOCABULARIES names, and data that use them:
// `docs/vocabularies` gets the vocabularies.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { documents, random, session as begin } from './editor.mjs';

const { VOCABULARIES } = process.env;
const skip = VOCABULARIES ? false : 'VOCABULARIES names no folder';

const DATA = `PREFIX ex: <http://example.org/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>

ex:alice a foaf:Person ;
    foaf:name "Alice" ;
    foaf:knows ex:bob .

ex:bob a foaf:Person ;
    foaf:name "Bob" .

ex:topic a skos:Concept ;
    skos:prefLabel "Topic"@en .
`;
const MORE = `PREFIX ex: <http://example.org/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>

ex:carol a foaf:Person ; foaf:knows ex:alice, <http://example.org/bob> .
`;

/// Runs a session in a folder of the vocabularies and the data, of which one document is open.
async function session(work, settings) {
    const folder = mkdtempSync(join(tmpdir(), 'vocabularies-'));
    const uri = (name) => pathToFileURL(join(folder, name)).href;
    try {
        for (const name of readdirSync(VOCABULARIES)) copyFileSync(join(VOCABULARIES, name), join(folder, name));
        writeFileSync(join(folder, 'data.ttl'), DATA);
        writeFileSync(join(folder, 'more.ttl'), MORE);
        await begin(documents.server(), async (editor) => {
            await work(await editor.open(uri('data.ttl'), 'turtle', DATA), editor);
        }, settings, pathToFileURL(folder).href);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/// Where locations are: the names of their files, with lines from 1 on.
const told = (locations) => [locations ?? []].flat()
    .map(({ uri, range }) => `${basename(fileURLToPath(uri))}:${range.start.line + 1}`);

/// What is offered at the document's end after this text, in the order in which an editor shows it.
async function offered(document, text) {
    await document.replace(DATA.length, document.text.length, text);
    const found = await document.ask('completion', { position: document.place(document.text.length), context: { triggerKind: 1 } });
    const order = ({ sortText, label }) => sortText ?? label;
    return found.sort((one, other) => (order(one) < order(other) ? -1 : 1)).map(({ label }) => label);
}

test('a term is found, told and offered as the vocabularies and the data have it', { skip }, () => session(async (document, editor) => {
    const at = (marked) => ({ position: document.placeOf(marked) });
    assert.deepEqual(told(await document.ask('definition', at('ex:b|ob'))), ['data.ttl:9']);
    assert.match(told(await document.ask('definition', at('foaf:P|erson')))[0], /^foaf\.trig:/);
    assert.match(told(await document.ask('typeDefinition', at('ex:b|ob')))[0], /^foaf\.trig:/);
    const references = await document.ask('references', { ...at('ex:b|ob'), context: { includeDeclaration: true } });
    assert.deepEqual(told(references), ['data.ttl:7', 'data.ttl:9', 'more.ttl:4']);
    assert.equal((await document.ask('documentHighlight', at('foaf:na|me'))).length, 2);
    const { documentChanges } = await document.ask('rename', { ...at('ex:b|ob'), newName: 'robert' });
    const written = documentChanges.map(({ textDocument, edits }) => [basename(textDocument.uri), ...edits.map(({ newText }) => newText)]);
    assert.deepEqual(written, [['data.ttl', 'ex:robert', 'ex:robert'], ['more.ttl', '<http://example.org/robert>']]);
    const { contents } = await document.ask('hover', at('foaf:kn|ows'));
    for (const words of ['**knows**', 'A person known by this person', 'domain `<http://xmlns.com/foaf/0.1/Person>`']) {
        assert.ok(contents.value.includes(words), contents.value);
    }
    const [symbol] = await editor.request('workspace/symbol', { query: 'Concept' });
    assert.equal(symbol.containerName.toLowerCase().endsWith('concept'), true);

    const classes = await offered(document, '\nex:dave a ');
    assert.ok(classes.indexOf('skos:Concept') < classes.indexOf('foaf:') && !classes.includes('foaf:name'), classes.join());
    assert.deepEqual((await offered(document, '\nex:dave a foaf:Person ; ')).slice(0, 2), ['foaf:name', 'foaf:knows']);
    assert.deepEqual((await offered(document, '\nex:dave foaf:knows ')).slice(0, 2), ['ex:alice', 'ex:bob']);
}));

/// All that is said of a document, wherever its folder is.
async function said(document) {
    const all = [await document.diagnostics()];
    for (const method of ['documentSymbol', 'foldingRange', 'semanticTokens/full']) all.push(await document.ask(method));
    const step = Math.max(1, Math.floor(document.text.length / 12));
    for (let at = 0; at <= document.text.length; at += step) {
        const position = document.place(at);
        for (const method of ['definition', 'typeDefinition', 'hover', 'documentHighlight']) all.push(await document.ask(method, { position }));
        all.push(await document.ask('references', { position, context: { includeDeclaration: true } }));
    }
    return JSON.parse(JSON.stringify(all).replaceAll(dirname(document.uri), ''));
}

test('after 10,000 edits the memory is what it was, and the answers are those of a new start', { skip }, async () => {
    let [text, answers] = [];
    await session(async (document, editor) => {
        const next = random(7);
        const pieces = ['', ' ', '\n', '.', ';', 'ex:n', 'foaf:', '<http://e/x>', '"', '[', ']', 'a', 'ex:alice a foaf:Person .\n'];
        const memory = () => Number(readFileSync(`/proc/${editor.server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]);
        let before;
        for (let edit = 0; edit < 10_000; edit += 1) {
            if (edit === 1_000) before = memory();
            if (document.text.length > 2 * DATA.length) await document.replace(0, document.text.length, DATA);
            await document.replaceAtRandom(next, [...pieces, `ex:name${edit} `]);
            if (edit % 100 === 0) await document.ask('hover', { position: document.place(next(document.text.length)) });
        }
        await document.diagnostics();
        assert.ok(memory() < before * 1.25, `${before} kB after 1,000 edits, then ${memory()}`);
        [text, answers] = [document.text, await said(document)];
    });
    await session(async (document) => {
        await document.replace(0, document.text.length, text);
        assert.deepEqual(await said(document), answers);
    });
});
