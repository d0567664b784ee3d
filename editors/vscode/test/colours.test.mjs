// The colours: what TextMate's patterns, which are made from the grammars, say of the corpus, against the tokens of the parser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Editor, LAB } from './editor.mjs';

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
};

for (const [language, dialect] of Object.entries(DIALECTS)) {
    test(`the patterns of ${language} are those of the grammar`, () => {
        const made = execFileSync(LAB, ['textmate', dialect], { encoding: 'utf8' });
        assert.equal(readFileSync(path(language), 'utf8'), made);
    });
}

test('the patterns colour the corpus as the parser reads it', async () => {
    await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
    const registry = new Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async (scope) => {
            const language = scope.replace('source.', '');
            return parseRawGrammar(readFileSync(path(language), 'utf8'), path(language));
        },
    });
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
        const grammar = await registry.loadGrammar(`source.${language}`);
        const lines = [];
        let state = INITIAL;
        for (const line of text.split(/\r\n|\n|\r/)) {
            const result = grammar.tokenizeLine(line, state);
            state = result.ruleStack;
            lines.push(result.tokens);
        }
        let [line, start] = [0, 0];
        for (let at = 0; at < data.length; at += 5) {
            const [lineDelta, startDelta, length, type] = data.slice(at, at + 4);
            start = lineDelta === 0 ? start + startDelta : startDelta;
            line += lineDelta;
            const last = start + length - 1;
            for (const place of [start, last]) {
                const token = lines[line].find((it) => it.startIndex <= place && place < it.endIndex);
                const scope = token?.scopes.at(-1) ?? '';
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
