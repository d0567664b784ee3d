// The colours: what TextMate's patterns, which are made from the grammars, say of the corpus, against the tokens of the parser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Editor, LAB, program } from './editor.mjs';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const LANGUAGES = { ttl: 'turtle', trig: 'trig', nt: 'ntriples', nq: 'nquads' };
const DIALECTS = { turtle: 'turtle-1.2', trig: 'trig-1.2', ntriples: 'n-triples-1.2', nquads: 'n-quads-1.2' };
const path = (language) => here(`../syntaxes/${language}.tmLanguage.json`);

/// The beginnings of TextMate's names for the kinds of the server's legend.
const SCOPES = {
    comment: ['comment'],
    keyword: ['keyword'],
    namespace: ['entity.name.tag'],
    property: ['entity.name'],
    variable: ['entity.name', 'variable'],
    string: ['string', 'constant.character.escape'],
    number: ['constant.numeric'],
    type: ['storage.modifier'],
    class: ['entity.name'],
};

for (const [language, dialect] of Object.entries(DIALECTS)) {
    test(`the patterns of ${language} are those of the grammar`, () => {
        const made = execFileSync(LAB, ['textmate', dialect], { encoding: 'utf8' });
        assert.equal(readFileSync(path(language), 'utf8'), made);
    });
}

/// What reads the patterns of a language, as the editor does.
const patterns = (language) => read.get(language) ?? read.set(language, load(language)).get(language);
const read = new Map();

async function load(language) {
    await wasm;
    const registry = new Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async (scope) => {
            const name = path(scope.replace('source.', ''));
            return parseRawGrammar(readFileSync(name, 'utf8'), name);
        },
    });
    return registry.loadGrammar(`source.${language}`);
}

const wasm = oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));

/// The tokens of each line by the patterns.
function colour(grammar, text) {
    let state = INITIAL;
    return text.split(/\r\n|\n|\r/).map((line) => {
        const result = grammar.tokenizeLine(line, state);
        state = result.ruleStack;
        return result.tokens;
    });
}

/// The innermost scope of a place.
const scopeAt = (lines, line, character) => lines[line]
    .find((it) => it.startIndex <= character && character < it.endIndex)?.scopes.at(-1) ?? '';

test('the patterns colour grammars: each rule has its name where the server finds it', async () => {
    const editor = new Editor(program(LAB, 'lsp'));
    await editor.begin();
    const folder = here('../../../grammar');
    const dialects = ['turtle-1.2', 'trig-1.1', 'n-quads-1.2'];
    const files = readdirSync(folder).filter((name) => name.endsWith('.pest'));
    const pest = files.map((name) => [name, 'pest', readFileSync(`${folder}/${name}`, 'utf8')]);
    const ebnf = dialects.map((name) => [`${name}.ebnf`, 'ebnf', execFileSync(LAB, ['ebnf', name], { encoding: 'utf8' })]);
    let rules = 0;
    for (const [name, language, text] of [...pest, ...ebnf]) {
        const lines = colour(await patterns(language), text);
        const document = await editor.open(`file:///folder/${name}`, language, text);
        for (const { selectionRange: { start, end } } of await document.ask('documentSymbol')) {
            for (const character of [start.character, end.character - 1]) {
                assert.equal(scopeAt(lines, start.line, character), 'entity.name.function', `${name}:${start.line + 1}`);
            }
            rules += 1;
        }
        await document.close();
    }
    assert(rules > 300, `${rules}`);
    await editor.end();
    const text = String.raw`a = @{ !"\"x" ~ 'k'..'z' ~ b{2,3} } // remark = {
/* outer /* inner */ still = { */ d = _{ SOI }`;
    const lines = colour(await patterns('pest'), text);
    for (const [part, scope] of [
        ['a =', 'entity.name'], ['@', 'storage'], ['!', 'keyword.operator'], ['x"', 'string'], ["k'", 'string'], ['b{', 'variable'], ['2', 'constant.numeric'],
        ['remark', 'comment'], ['still', 'comment'], ['d =', 'entity.name'], ['SOI', 'constant.language'],
    ]) {
        const before = text.slice(0, text.indexOf(part)).split('\n');
        const found = scopeAt(lines, before.length - 1, before.at(-1).length);
        assert(found.startsWith(scope), `${part}: ${found} for ${scope}`);
    }
});

test('the patterns colour the corpus as the parser reads it', async () => {
    const editor = new Editor();
    const { capabilities } = await editor.begin();
    const legend = capabilities.semanticTokensProvider.legend.tokenTypes;
    const folder = process.env.CORPUS ?? here('../../../tests/corpus');
    let [documents, tokens, uncoloured] = [0, 0, 0];
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const language = LANGUAGES[file.name.split('.').at(-1)];
        const name = `${file.parentPath}/${file.name}`;
        const text = file.isFile() && language && readFileSync(name, 'utf8');
        // What is not UTF-8 an editor cannot show; and a byte order mark is no part of what it shows.
        if (!text || text.includes('\uFFFD') || text.startsWith('\uFEFF') || text.length > 1e5) continue;
        const document = await editor.open(`file://${name}`, language, text);
        const faults = await document.diagnostics();
        const { data } = await document.ask('semanticTokens/full');
        await document.close();
        if (faults.length > 0) continue;
        const lines = colour(await patterns(language), text);
        let [line, start] = [0, 0];
        for (let at = 0; at < data.length; at += 5) {
            const [lineDelta, startDelta, length, type] = data.slice(at, at + 4);
            start = lineDelta === 0 ? start + startDelta : startDelta;
            line += lineDelta;
            const last = start + length - 1;
            for (const place of [start, last]) {
                const scope = scopeAt(lines, line, place);
                const expected = SCOPES[legend[type]];
                // Words that are written together, such as `truefalse`, have no colour.
                uncoloured += scope.startsWith('source.') ? 1 : 0;
                assert([...expected, 'source.'].some((it) => scope.startsWith(it)), `${name}:${line + 1}:${place + 1}: ${scope} for ${legend[type]}`);
            }
            tokens += 1;
        }
        documents += 1;
    }
    assert(documents > 0);
    assert(uncoloured <= tokens / 100, `${uncoloured} of ${tokens} tokens have no colour`);
    console.log(`# ${documents} documents, ${tokens} tokens, ${uncoloured} ends of tokens without a colour`);
    await editor.end();
});
