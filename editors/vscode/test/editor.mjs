// A client of the language server: what an editor does, by Microsoft's own implementation of the protocol.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const {
    createProtocolConnection, StreamMessageReader, StreamMessageWriter,
} = require('vscode-languageserver-protocol/node');

/// The program to test.
export const PROGRAM = process.env.TURTLE_PEG ?? 'turtle-peg';

/// An editor with a server of its own.
export class Editor {
    constructor(command = [PROGRAM, 'lsp']) {
        this.process = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
        this.connection = createProtocolConnection(
            new StreamMessageReader(this.process.stdout), new StreamMessageWriter(this.process.stdin),
        );
        this.published = new Map();
        this.waiting = [];
        this.connection.onNotification('textDocument/publishDiagnostics', (it) => {
            this.published.set(it.uri, it);
            this.waiting = this.waiting.filter((wait) => !wait());
        });
        this.connection.listen();
    }

    async begin(initializationOptions) {
        const capabilities = { textDocument: { publishDiagnostics: { relatedInformation: true } } };
        const result = await this.request('initialize', {
            processId: process.pid, rootUri: null, capabilities, initializationOptions,
        });
        await this.notify('initialized', {});
        return result;
    }

    request(method, parameters) {
        return this.connection.sendRequest(method, parameters);
    }

    notify(method, parameters) {
        return this.connection.sendNotification(method, parameters);
    }

    async open(uri, languageId, text) {
        const document = new OpenDocument(this, uri, text);
        await this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
        return document;
    }

    /// The diagnostics of this version of a document, once they have come.
    diagnostics(uri, version) {
        return new Promise((resolve) => {
            const wait = () => {
                const last = this.published.get(uri);
                const isThere = last?.version === version;
                if (isThere) resolve(last.diagnostics);
                return isThere;
            };
            if (!wait()) this.waiting.push(wait);
        });
    }

    /// Ends the server; its exit status.
    async end() {
        await this.request('shutdown');
        const exit = once(this.process, 'exit');
        await this.notify('exit');
        const [status] = await exit;
        this.connection.dispose();
        return status;
    }
}

/// A document as an editor has it: its text follows what the editor tells the server.
export class OpenDocument {
    constructor(editor, uri, text) {
        Object.assign(this, { editor, uri, text, version: 1 });
    }

    /// Replaces the characters from `start` to `end`, in UTF-16 code units of the text.
    async replace(start, end, text) {
        const range = { start: this.place(start), end: this.place(end) };
        this.text = this.text.slice(0, start) + text + this.text.slice(end);
        this.version += 1;
        await this.editor.notify('textDocument/didChange', {
            textDocument: { uri: this.uri, version: this.version }, contentChanges: [{ range, text }],
        });
    }

    /// Applies edits that the server made.
    async apply(edits) {
        const byPlace = edits
            .map((edit) => [this.offset(edit.range.start), this.offset(edit.range.end), edit.newText])
            .sort(([one], [other]) => other - one);
        for (const [start, end, text] of byPlace) await this.replace(start, end, text);
    }

    async close() {
        await this.editor.notify('textDocument/didClose', { textDocument: { uri: this.uri } });
    }

    ask(method, rest = {}) {
        return this.editor.request(`textDocument/${method}`, { textDocument: { uri: this.uri }, ...rest });
    }

    diagnostics() {
        return this.editor.diagnostics(this.uri, this.version);
    }

    /// Where the text is found first, from an offset on; `|` in it is the place.
    placeOf(marked) {
        const at = this.text.indexOf(marked.replace('|', ''));
        if (at < 0) throw new Error(`${marked} is not in the document`);
        return this.place(at + Math.max(marked.indexOf('|'), 0));
    }

    place(offset) {
        const lines = this.text.slice(0, offset).split(/\r\n|\n|\r/);
        return { line: lines.length - 1, character: lines.at(-1).length };
    }

    offset({ line, character }) {
        const ends = /\r\n|\n|\r/g;
        let start = 0;
        for (let at = 0; at < line; at += 1) {
            ends.exec(this.text);
            start = ends.lastIndex;
        }
        return start + character;
    }
}
