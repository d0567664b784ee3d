// Sessions with the language server for grammars.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Editor, LAB, program, random, session as begin } from './editor.mjs';

const session = (work) => begin(program(LAB, 'lsp'), work);
const PEST = 'file:///folder/list.pest';
const EBNF = 'file:///folder/list.ebnf';
const OPTIONS = { tabSize: 4, insertSpaces: true };
const GRAMMARS = fileURLToPath(new URL('../../../grammar', import.meta.url));
const LIST = `/// [1] list ::= item*
list = { SOI ~ item* ~ EOI }

/// [2] item ::= NAME | NUMBER_ITEM
item = { NAME | NUMBER_ITEM }

/// [3] NAME ::= [a-z]+
NAME = @{ 'a'..'z'+ }

/// [4] NUMBER_ITEM ::= [0-9]+
NUMBER_ITEM = @{ '0'..'9'+ }
// trivia: a space is between the parts of the item list; each is an \`item\` or a NUMBER_ITEM
WHITESPACE = _{ " " }
`;
const codes = (found) => found.map((it) => it.code);

test('a rule is broken, which the finding shows beside its production, and mended', () => session(async (editor) => {
    const document = await editor.open(PEST, 'pest', LIST);
    const before = codes(await document.allDiagnostics());
    assert(!before.includes('differs'), before);
    const at = LIST.indexOf('NAME | NUMBER_ITEM }');
    await document.replace(at, at + 'NAME | '.length, '');
    const found = await document.allDiagnostics();
    const differs = found.find((it) => it.code === 'differs');
    assert.deepEqual(differs.range.start, document.placeOf('\n|item ='));
    assert.equal(differs.severity, 1);
    assert.deepEqual(differs.relatedInformation[0].location.range.start, document.placeOf('|[2] item'));
    await document.replace(at, at, 'NAME | ');
    assert.deepEqual(codes(await document.allDiagnostics()), before);
    await document.replace(0, document.text.length, 'list = {');
    const [fault, ...others] = await document.allDiagnostics();
    assert.deepEqual([fault.code, others], ['unreadable', []]);
    await document.close();
}));

test('a name without a production is mended by an action', () => session(async (editor) => {
    const document = await editor.open(EBNF, 'ebnf', 'list ::= iten (\',\' item)*\nitem ::= NAME\n@terminals\nNAME ::= [a-z]+\n');
    const fault = (await document.allDiagnostics()).find((it) => it.code === 'undefined');
    assert.deepEqual(fault.range.start, document.placeOf('iten'));
    const [action] = await document.ask('codeAction', { range: fault.range, context: { diagnostics: [fault] } });
    await document.apply(action.edit.changes[EBNF]);
    assert.match(document.text, /^list ::= item /);
    assert(!codes(await document.allDiagnostics()).includes('undefined'));
}));

test('a departure that is not needed is taken out by an action', () => session(async (editor) => {
    const text = LIST.replace('item = {', '// order: no reason\nitem = {');
    const document = await editor.open(PEST, 'pest', text);
    const fault = (await document.allDiagnostics()).find((it) => it.code === 'unneeded');
    const [action] = await document.ask('codeAction', { range: fault.range, context: { diagnostics: [fault] } });
    await document.apply(action.edit.changes[PEST]);
    assert.equal(document.text, LIST);
}));

test('conflicts, ties and overlaps are shown', () => session(async (editor) => {
    const document = await editor.open(EBNF, 'ebnf', "doc ::= 'x' NAME? 'if' | 'x' 'y'\n@terminals\nNAME ::= [a-z]+\nOTHER ::= [a-f]\n");
    const found = codes(await document.allDiagnostics());
    for (const code of ['ll1', 'tie']) assert(found.includes(code), found);
}));

test('what is not decided is no fault', () => session(async (editor) => {
    // The last sign but 20 decides: an automaton has a million states.
    const tail = '[ab]'.repeat(1) + ' [ab]'.repeat(24);
    const text = `doc ::= ONE | TWO\n@terminals\nONE ::= [ab]* 'a' ${tail}\nTWO ::= [ab]* 'b' ${tail}\n`;
    const document = await editor.open(EBNF, 'ebnf', text);
    const found = await document.allDiagnostics();
    const open = found.filter((it) => /not decided, after \d+ steps/.test(it.message));
    assert(open.length > 0, JSON.stringify(found));
    assert(open.every((it) => it.severity === 3));
}));

test('a production has its facts, its places and other names', () => session(async (editor) => {
    const document = await editor.open(PEST, 'pest', LIST);
    const before = codes(await document.allDiagnostics());
    const hover = await document.ask('hover', { position: document.placeOf('/// [1] list ::= it|em') });
    assert.match(hover.contents.value, /```ebnf\n\[2\] item ::= NAME \| NUMBER_ITEM\n```/);
    assert.match(hover.contents.value, /FIRST: `NAME NUMBER_ITEM`/);
    assert.match(hover.contents.value, /FOLLOW: /);
    const position = document.placeOf('NUMBER|_ITEM }');
    const definition = await document.ask('definition', { position });
    assert.deepEqual(definition.range.start, document.placeOf('/// [4] |NUMBER_ITEM'));
    const context = { includeDeclaration: true };
    assert.equal((await document.ask('references', { position, context })).length, 5);
    const renamed = await document.ask('rename', { position, newName: 'INTEGER' });
    await document.apply(renamed.changes[PEST]);
    assert.equal(document.text, LIST.replaceAll('NUMBER_ITEM', 'INTEGER'));
    // A word of the reason is no name, unless in backticks.
    const item = await document.ask('rename', { position: document.placeOf('it|em = {'), newName: 'entry' });
    await document.apply(item.changes[PEST]);
    assert.match(document.text, /the parts of the item list; each is an `entry` or a INTEGER/);
    assert.deepEqual(codes(await document.allDiagnostics()), before);
    for (const [newName, why] of [['list', /already/], ['a-b', /not a name in pest/], ['COMMENT', /stays/]]) {
        await assert.rejects(document.ask('rename', { position: document.placeOf('entr|y = {'), newName }), why);
    }
    const symbols = await document.ask('documentSymbol');
    assert.deepEqual(symbols.map((it) => it.name), ['list', 'entry', 'NAME', 'INTEGER', 'WHITESPACE']);
}));

test('names are found and renamed in all grammars of a folder, and found in its pages', () => session(async (editor) => {
    const folder = mkdtempSync(`${tmpdir()}/grammars-`);
    const at = (name) => pathToFileURL(`${folder}/${name}`).href;
    const page = '<table class="grammar"><tr><td>[1]</td><td>list</td><td>::=</td><td>item*</td></tr></table>';
    const part = 'part ::= item NAME\n@terminals\nNAME ::= [a-z]+\n';
    for (const [name, text] of [['list.pest', LIST], ['part.ebnf', part], ['page.html', page], ['other.ebnf', 'a ::= b\nb ::= "c"\n']]) writeFileSync(`${folder}/${name}`, text);
    try {
        const document = await editor.open(at('part.ebnf'), 'ebnf', part);
        const position = document.placeOf('it|em');
        const definition = await document.ask('definition', { position });
        const definitions = [definition].flat();
        assert.deepEqual([...new Set(definitions.map((it) => it.uri))], [at('list.pest')]);
        const context = { includeDeclaration: true };
        const references = await document.ask('references', { position, context });
        const uris = [...new Set(references.map((it) => it.uri))].sort();
        assert.deepEqual(uris, ['list.pest', 'page.html', 'part.ebnf'].map(at));
        const inPage = references.find((it) => it.uri === at('page.html')).range.start.character;
        assert.equal(page.slice(inPage, inPage + 4), 'item');
        const renamed = await document.ask('rename', { position, newName: 'entry' });
        const changed = Object.keys(renamed.changes ?? {}).sort();
        assert.deepEqual(changed, [at('list.pest'), at('part.ebnf')]);
        await assert.rejects(document.ask('rename', { position, newName: 'list' }), /list\.pest: .*already/);
        writeFileSync(`${folder}/list.pest`, 'item = {');
        await assert.rejects(document.ask('rename', { position, newName: 'entry' }), /list\.pest cannot be read/);
    } finally {
        rmSync(folder, { recursive: true });
    }
}));

test('productions are laid out, of all or of a range, and comments stay', () => session(async (editor) => {
    const text = '/* one */\n[1]   list::=item*   /* two */\n[2] item ::= NAME /* three */ | (NAME)\n[3] NAME  ::=  [a-z]+\n';
    const document = await editor.open(EBNF, 'ebnf', text);
    const line = { start: document.placeOf('[3]'), end: document.placeOf('[3]') };
    await document.apply(await document.ask('rangeFormatting', { range: line, options: OPTIONS }));
    assert.equal(document.text, text.replace('NAME  ::=  ', 'NAME ::= '));
    await document.apply(await document.ask('formatting', { options: OPTIONS }));
    assert.equal(document.text, text.replace('NAME  ::=  ', 'NAME ::= ').replace('[1]   list::=item*', '[1] list ::= item*'));
}));

test('the project\'s grammars have no findings that `check` has not, and are laid out', () => session(async (editor) => {
    const files = readdirSync(GRAMMARS).filter((name) => /^(turtle|trig|n-).*\.pest$/.test(name));
    assert(files.length > 5);
    for (const name of files) {
        const document = await editor.open(`file://${GRAMMARS}/${name}`, 'pest', readFileSync(`${GRAMMARS}/${name}`, 'utf8'));
        const found = await document.allDiagnostics();
        assert.deepEqual(found.filter((it) => it.severity === 1 || /not.decided|published/.test(it.code)), [], name);
        assert.deepEqual(await document.ask('formatting', { options: OPTIONS }), [], name);
        await document.close();
    }
}));

test('after random edits the diagnostics are those of a document that is opened anew', () => session(async (editor) => {
    const pieces = [' ', '\n', '|', '*', '?', "'x'", '"y"', '(', ')', '[', ']', 'item', 'NAME', '::=', '/// ', '// order: ', '~', '𝄞', '{', '}', '#x20'];
    const fresh = new Editor(program(LAB, 'lsp'));
    await fresh.begin();
    for (const [uri, language, text, seed] of [[PEST, 'pest', LIST, 3], [EBNF, 'ebnf', '[1] list ::= item*\n[2] item ::= NAME | NUMBER\n@terminals\n[3] NAME ::= [a-z]+\n[4] NUMBER ::= [0-9]+\n', 5]]) {
        const next = random(seed);
        const document = await editor.open(uri, language, text);
        for (let count = 0; count < 500; count += 1) {
            // Most edits break a grammar: it begins anew, so that many can be read.
            if (count % 5 === 0) await document.replace(0, document.text.length, text);
            await document.replaceAtRandom(next, pieces);
            const again = await fresh.open(uri, language, document.text);
            assert.deepEqual(await document.allDiagnostics(), await again.allDiagnostics(), document.text);
            await again.close();
            fresh.published.delete(uri);
        }
        await document.close();
    }
    assert.equal(await fresh.end(), 0);
}));
