// Sessions with the language server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents, Editor, random, session as begin } from './editor.mjs';

const URI = 'file:///folder/data.ttl';
const OPTIONS = { tabSize: 4, insertSpaces: true };

const session = (work, settings) => begin(documents.server(), work, settings);

test('a fault is shown as it is typed, and mended by an action', () => session(async (editor) => {
    const text = '<http://x.org/s> <http://x.org/p> 1 ;\n    <http://x.org/q> 2 .\n';
    const document = await editor.open(URI, 'turtle', text);
    assert.deepEqual(await document.diagnostics(), []);
    const at = text.indexOf(' ;');
    await document.replace(at, at + 2, '');
    const [fault, ...others] = await document.diagnostics();
    assert.deepEqual(others, []);
    assert.equal(fault.source, 'turtle-peg');
    assert.equal(fault.range.start.line, 0);
    assert.match(fault.message, /insert `;`/);
    const context = { diagnostics: [fault] };
    const [action] = await document.ask('codeAction', { range: fault.range, context });
    // Neovim's cursor is on the last character, and never after it.
    const last = { line: 0, character: fault.range.start.character - 1 };
    const onLast = await document.ask('codeAction', { range: { start: last, end: last }, context: { diagnostics: [] } });
    assert.deepEqual(onLast, [action]);
    assert.equal(action.kind, 'quickfix');
    assert.equal(action.isPreferred, true);
    await document.apply(action.edit.changes[URI]);
    assert.deepEqual(await document.diagnostics(), []);
}));

test('all that has one repair is mended at once', () => session(async (editor) => {
    const document = await editor.open(URI, 'turtle', '<x:s> <x:p> 1\n    <x:q> 2 .\n<x:t> <x:p> 1\n    <x:q> 2 .\n');
    const range = { start: document.place(0), end: document.place(0) };
    const context = { diagnostics: [], only: ['source'] };
    const [action, ...others] = await document.ask('codeAction', { range, context });
    assert.deepEqual([action.kind, others], ['source.fixAll', []]);
    await document.apply(action.edit.changes[URI]);
    assert.equal(document.text, '<x:s> <x:p> 1 ;\n    <x:q> 2 .\n<x:t> <x:p> 1 ;\n    <x:q> 2 .\n');
}));

test('data that conform and may be a mistake are doubted', () => session(async (editor) => {
    const document = await editor.open(URI, 'turtle', '@prefix x: <http://x.org/> .\n<http://x.org/s> <http://x.org/p> "1"@english .\n');
    const found = await document.diagnostics();
    assert.deepEqual(found.map((it) => [it.code, it.severity]), [['unused-prefix', 4], ['language-name', 2]]);
    await document.replace(0, 0, '# lint: allow unused-prefix\n');
    const [name] = await document.diagnostics();
    assert.equal(name.code, 'language-name');
    const [action] = await document.ask('codeAction', { range: name.range, context: { diagnostics: [] } });
    await document.apply(action.edit.changes[URI]);
    assert.match(document.text, /"1"@en \./);
}));

test('related places are told', () => session(async (editor) => {
    const document = await editor.open(URI, 'turtle', '<x:s> <x:p> [ <x:q> 1 .\n<x:t> <x:p> 2 .');
    const [fault] = await document.diagnostics();
    assert.equal(fault.relatedInformation[0].location.uri, URI);
}));

test('the layout is that of `format`, of all or of a range', () => session(async (editor) => {
    const text = '<x:a>  <x:p> 1 # one\n .\n<x:b><x:p>  2 .\r\n<x:c>   <x:p> 3 .\n';
    const document = await editor.open(URI, 'turtle', text);
    const line = { start: document.placeOf('<x:b>'), end: document.placeOf('<x:b>') };
    const ofRange = await document.ask('rangeFormatting', { range: line, options: OPTIONS });
    await document.apply(ofRange);
    assert.match(document.text, /<x:b> <x:p> 2 \./);
    assert.match(document.text, /<x:c> {3}<x:p> 3 \./);
    assert.equal(document.text.match(/# one/g).length, 1);
    await document.apply(await document.ask('formatting', { options: OPTIONS }));
    assert.equal(document.text, '<x:a> <x:p> 1 . # one\n<x:b> <x:p> 2 .\n<x:c> <x:p> 3 .\n');
    await document.replace(0, 1, '');
    assert.equal(await document.ask('formatting', { options: OPTIONS }), null);
}));

test('a place is explained, with the production of the specification', () => session(async (editor) => {
    const document = await editor.open(URI, 'turtle', 'PREFIX ex: <http://example.org/>\nex:s ex:p 1.5 .\n');
    const hover = await document.ask('hover', { position: document.placeOf('ex:|p') });
    assert.match(hover.contents.value, /<http:\/\/example\.org\/p>/);
    assert.match(hover.contents.value, /```ebnf\n\[\d+s?\] PNAME_LN ::= /);
    assert.deepEqual(hover.range, { start: document.placeOf('ex:p'), end: document.placeOf('ex:p| ') });
    assert.equal(await document.ask('hover', { position: document.placeOf('| ex:p') }), null);
}));

test('an editor that prefers plain text gets plain text', async () => {
    const editor = new Editor();
    await editor.begin(undefined, undefined, { hover: { contentFormat: ['plaintext', 'markdown'] } });
    const document = await editor.open(URI, 'turtle', '<x:s> <x:p> "`" .\n');
    const { contents } = await document.ask('hover', { position: document.placeOf('<x:|p>') });
    assert.equal(contents.kind, 'plaintext');
    assert.match(contents.value, /^<x:p>\n\nas predicate: <x:s> <x:p> "`" \.\n\nIRIREF: /);
    assert.match(contents.value, /\n\n\[\d+s?\] IRIREF ::= .*\n\nRDF 1\.2 Turtle \(https:[^ ]*\)$/);
    assert.equal(await editor.end(), 0);
});

test('prefixes and labels are found and renamed', () => session(async (editor) => {
    const text = 'PREFIX e: <http://example.org/>\ne:s e:p _:b1 . # e:\n_:b1 e:q "e:" .\n';
    const document = await editor.open(URI, 'turtle', text);
    const position = document.placeOf('e|:q');
    const definition = await document.ask('definition', { position });
    assert.deepEqual(definition.range.start, document.placeOf('PREFIX |e'));
    const references = await document.ask('references', { position, context: { includeDeclaration: false } });
    assert.equal(references.length, 3);
    const renamed = await document.ask('rename', { position, newName: 'ex' });
    await document.apply(renamed.changes[URI]);
    assert.equal(document.text, text.replace('PREFIX e:', 'PREFIX ex:').replace('e:s e:p', 'ex:s ex:p').replace('e:q', 'ex:q'));
    assert.deepEqual(await document.diagnostics(), []);
    const label = document.placeOf('_:b|1 ex:q');
    const edit = await document.ask('rename', { position: label, newName: '_:node' });
    await document.apply(edit.changes[URI]);
    assert.equal(document.text.match(/_:node/g).length, 2);
    await assert.rejects(document.ask('rename', { position: document.placeOf('ex|:q'), newName: 'a b' }), /not allowed/);
    for (const newName of ['z ', 'z . #', 'z:p', '']) {
        await assert.rejects(document.ask('rename', { position: document.placeOf('_:no|de ex:q'), newName }),
            /not allowed as a name here: write a label, and nothing else/);
    }
    await document.replace(document.text.length, document.text.length, 'ex:s ex:p');
    await assert.rejects(document.ask('rename', { position: document.placeOf('ex|:q'), newName: 'x' }), /mend it first/);
    // The statement at fault does not mention the label.
    const other = await document.ask('rename', { position: document.placeOf('_:no|de ex:q'), newName: 'other' });
    await document.apply(other.changes[URI]);
    assert.equal(document.text.match(/_:other/g).length, 2);
}));

test('what the grammar allows at a place is offered', () => session(async (editor) => {
    const text = '@prefix ex: <http://example.org/> .\nex:one ex:knows ex:two ; a ex:Person .\nex:three \n';
    const document = await editor.open(URI, 'turtle', text);
    const end = { position: document.place(text.length - 1), context: { triggerKind: 1 } };
    const labels = async (it) => (await document.ask('completion', it)).map((item) => item.label);
    const predicates = await labels(end);
    assert(predicates.includes('ex:knows') && predicates.includes('a') && !predicates.includes('ex:two'), predicates);
    await document.replace(text.length - 1, text.length - 1, 'foa');
    const items = await document.ask('completion', { position: document.place(text.length + 2) });
    const foaf = items.find((item) => item.label === 'foaf:');
    await document.apply([foaf.textEdit, ...foaf.additionalTextEdits]);
    assert.match(document.text, /\.\n@prefix foaf: <http:\/\/xmlns\.com\/foaf\/0\.1\/> \.\nex:one/);
    assert.match(document.text, /ex:three foaf:\n/);
    const comment = await editor.open('file:///c.ttl', 'turtle', '# a\n');
    assert.deepEqual(await comment.ask('completion', { position: comment.place(3) }), []);
}));

test('names that fit come first, with what the documents call them; prefixes come last', () => session(async (editor) => {
    const prefixes = '@prefix ex: <http://example.org/> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n';
    const label = '<http://www.w3.org/2000/01/rdf-schema#label>';
    await editor.open('file:///folder/vocabulary.ttl', 'turtle', `${prefixes}ex:Person a owl:Class ; ${label} "somebody" .\nex:age a owl:DatatypeProperty .\n`);
    const data = `${prefixes}ex:one a ex:Person ; ex:knows ex:two .\nex:new a ex:Person ; \nex:other a \n`;
    const document = await editor.open(URI, 'turtle', data);
    const offered = async (marked) => {
        const items = await document.ask('completion', { position: document.placeOf(marked), context: { triggerKind: 1 } });
        assert(items.every((it) => !it.preselect));
        return items.sort((one, other) => (one.sortText < other.sortText ? -1 : 1));
    };
    const predicates = (await offered('ex:Person ; |\nex:other')).map((it) => it.label);
    assert.equal(predicates[0], 'ex:knows');
    assert(predicates.indexOf('ex:age') < predicates.indexOf('ex:') && !predicates.includes('ex:one'), predicates);
    await document.replace(document.offset(document.placeOf('ex:new')), document.offset(document.placeOf('ex:other')), '');
    const [person, ...others] = await offered('ex:other a |\n');
    assert.deepEqual([person.label, person.detail], ['ex:Person', 'somebody']);
    assert(others.every((it) => !['ex:one', 'ex:knows', 'true'].includes(it.label)));
    const hover = await document.ask('hover', { position: document.placeOf('ex:Per|son') });
    assert.match(hover.contents.value, /\*\*somebody\*\*\n\na `<http:\/\/www\.w3\.org\/2002\/07\/owl#Class>`/);
}));

test('while a statement is at fault, its names have their colours and a meaning', () => session(async (editor) => {
    const text = 'PREFIX ex: <http://example.org/>\nex:s a ex:T ; ex:p ex:o .\n';
    const document = await editor.open(URI, 'turtle', text);
    const colours = async () => (await document.ask('semanticTokens/full')).data;
    const before = await colours();
    await document.replace(text.length - 3, text.length - 1, '');
    assert.equal((await document.diagnostics()).length, 1);
    assert.deepEqual(await colours(), before);
    const hover = await document.ask('hover', { position: document.placeOf('ex:|o') });
    assert.match(hover.contents.value, /^`<http:\/\/example\.org\/o>`/);
}));

test('outline, folding and colours follow the tokens', () => session(async (editor) => {
    const text = '# one\n# two\n<x:g> {\n  <x:s> a <x:T> ;\n    <x:p> """a\nb""" .\n}\n<x:t> <x:p> [\n  <x:q> 1 ] .\n';
    const document = await editor.open('file:///d.trig', 'trig', text);
    const [graph, statement] = await document.ask('documentSymbol');
    assert.equal(graph.name, '<x:g>');
    assert.deepEqual(graph.children.map((it) => [it.name, it.detail]), [['<x:s>', '<x:T>']]);
    assert.equal(statement.name, '<x:t>');
    const folds = await document.ask('foldingRange');
    const lines = folds.map((it) => [it.startLine, it.endLine]).sort((one, other) => one[0] - other[0]);
    assert.deepEqual(lines, [[0, 1], [2, 6], [3, 5], [4, 5], [7, 8]]);
    const { data } = await document.ask('semanticTokens/full');
    const part = await document.ask('semanticTokens/range', {
        range: { start: { line: 7, character: 0 }, end: { line: 8, character: 0 } },
    });
    assert.equal(data.length % 5, 0);
    assert(part.data.length > 0 && part.data.length < data.length);
}));

test('a document is of the dialect that its name or the settings tell', () => session(async (editor) => {
    const star = '<x:s> <x:p> <<( <x:a> <x:b> <x:c> )>> .\n';
    const turtle = await editor.open(URI, 'turtle', star);
    assert.equal((await turtle.diagnostics()).length, 1);
    const triples = await editor.open('file:///d.nt', 'plaintext', '@prefix x: <x:> .\n');
    assert.equal((await triples.diagnostics()).length, 1);
}, { dialect: 'turtle-1.1' }));

test('settings that are not allowed are an answer', async () => {
    const editor = new Editor();
    try {
        await assert.rejects(editor.begin({ dialect: 'rdfxml' }), /rdfxml/);
    } finally {
        editor.server.kill();
    }
});

test('a request that is cancelled is not answered, nor one about a document that is not open', () => session(async (editor) => {
    const position = { line: 0, character: 0 };
    await assert.rejects(editor.request('textDocument/hover', { textDocument: { uri: 'file:///no' }, position }), /not open/);
    await assert.rejects(editor.request('textDocument/nothing', {}), /not known/);
}));

test('after 1,000 random edits all is answered as for a document that is opened anew', () => session(async (editor) => {
    const pieces = [' ', '\n', '\r\n', '.', ';', ',', '[', ']', '"', '<x:o>', 'ex:n', '_:b', '#', 'a ', '{', '𝄞', '"""', '<<', '@prefix '];
    const next = random(7);
    const statement = 'PREFIX ex: <http://example.org/>\nex:s a ex:T ; ex:p "ä𝄞", [ ex:q 1 ] .\n';
    const document = await editor.open(URI, 'turtle', statement.repeat(3));
    const answers = (of) => Promise.all([
        of.diagnostics(), of.ask('documentSymbol'), of.ask('foldingRange'), of.ask('semanticTokens/full'),
        of.ask('hover', { position: document.place(document.text.length >> 1) }),
    ]);
    const fresh = new Editor();
    await fresh.begin();
    for (let count = 0; count < 1000; count += 1) {
        if (document.text.length > 2000) await document.replace(0, document.text.length, statement);
        else await document.replaceAtRandom(next, pieces);
        if (count % 10 !== 9) continue;
        const again = await fresh.open(URI, 'turtle', document.text);
        assert.deepEqual(await answers(document), await answers(again), document.text);
        await again.close();
        fresh.published.delete(URI);
    }
    assert.equal(await fresh.end(), 0);
}));
