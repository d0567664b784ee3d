// A client of the language server: what an editor does, by Microsoft's own implementation of the protocol.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const {
    createProtocolConnection, PortMessageReader, PortMessageWriter, StreamMessageReader, StreamMessageWriter,
} = require('vscode-languageserver-protocol/node');

/// The programs to test.
export const PROGRAM = process.env.TURTLE_PEG ?? 'turtle-peg';
export const LAB = process.env.TURTLE_LAB ?? 'turtle-lab';

/// Pseudorandom numbers below a limit, the same in every run.
export function random(seed) {
    let state = BigInt(seed);
    return (limit) => {
        state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
        return Number((state >> 33n) % BigInt(limit));
    };
}

/// Starts a program as a server.
export function program(...command) {
    const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    const [reader, writer] = [new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)];
    return { reader, writer, exit: once(child, 'exit'), kill: () => child.kill(), pid: child.pid };
}

/// Starts the server that the extension brings, in a thread, which is Node's worker.
export function thread() {
    const made = (name) => new URL(`../dist/${name}`, import.meta.url);
    const worker = new Worker(made('server.js'));
    worker.postMessage(readFileSync(made('server.wasm')));
    const [reader, writer] = [new PortMessageReader(worker), new PortMessageWriter(worker)];
    // An error before the end is told by the status, too; `once` would take it for the end.
    worker.on('error', () => {});
    const exit = new Promise((resolve) => worker.once('exit', (status) => resolve([status])));
    return { reader, writer, exit, kill: () => worker.terminate() };
}

/// How the server for documents is started: as a program, unless a test says otherwise.
export const documents = { server: () => program(PROGRAM, 'lsp') };

/// Runs a session in an editor of its own, which ends well.
export async function session(server, work, settings, folder) {
    const editor = new Editor(server);
    try {
        await editor.begin(settings, folder);
        await work(editor);
        assert.equal(await editor.end(), 0);
    } finally {
        // A server that goes on after a failure would keep the tests from their end.
        editor.server.kill();
    }
}

/// An editor with a server of its own.
export class Editor {
    constructor(server = documents.server()) {
        this.server = server;
        this.connection = createProtocolConnection(server.reader, server.writer);
        this.published = new Map();
        this.waiting = [];
        this.connection.onNotification('textDocument/publishDiagnostics', (it) => {
            const last = this.published.get(it.uri);
            const times = last?.version === it.version ? last.times + 1 : 1;
            this.published.set(it.uri, { ...it, times });
            this.waiting = this.waiting.filter((wait) => !wait());
        });
        // What the server asks for is granted, and kept.
        this.asked = [];
        this.connection.onRequest((method, parameters) => {
            this.asked.push([method, parameters]);
            return null;
        });
        this.messages = [];
        this.connection.onNotification('window/showMessage', (it) => this.messages.push(it.message));
        this.progress = [];
        this.folderIsRead = new Promise((resolve) => {
            this.connection.onNotification('$/progress', ({ value }) => {
                this.progress.push(value);
                if (value.kind === 'end') resolve();
            });
        });
        this.connection.listen();
    }

    /// Begins; with a folder, whose files are read then; with further capabilities for documents.
    async begin(initializationOptions, folder, further) {
        const capabilities = { textDocument: { publishDiagnostics: { relatedInformation: true }, ...further } };
        if (folder) {
            capabilities.window = { workDoneProgress: true };
            capabilities.workspace = {
                didChangeWatchedFiles: { dynamicRegistration: true },
                workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
            };
        }
        const result = await this.request('initialize', {
            processId: process.pid, rootUri: folder ?? null, capabilities, initializationOptions,
        });
        await this.notify('initialized', {});
        if (folder) await this.folderIsRead;
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

    /// The diagnostics of this version of a document, once they have come; or once they have come again, with further ones.
    diagnostics(uri, version, times = 1) {
        return new Promise((resolve) => {
            const wait = () => {
                const last = this.published.get(uri);
                const isThere = last?.version === version && last.times >= times;
                if (isThere) resolve(last.diagnostics);
                return isThere;
            };
            if (!wait()) this.waiting.push(wait);
        });
    }

    /// Ends the server; its exit status.
    async end() {
        await this.request('shutdown');
        await this.notify('exit');
        const [status] = await this.server.exit;
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

    /// Makes an edit at a random place, unless it is within a character or the end of a line, which is no place of the protocol's.
    async replaceAtRandom(next, pieces) {
        const start = next(this.text.length + 1);
        const end = Math.min(this.text.length, start + next(4));
        const isPlace = (at) => this.offset(this.place(at)) === at && !/^[\uDC00-\uDFFF]/.test(this.text.slice(at));
        if (isPlace(start) && isPlace(end)) await this.replace(start, end, pieces[next(pieces.length)]);
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

    /// With those that take longer to find, which a grammar has that can be read.
    async allDiagnostics() {
        const first = await this.diagnostics();
        const cannotBeRead = first.some((it) => it.code === 'unreadable');
        return cannotBeRead ? first : this.editor.diagnostics(this.uri, this.version, 2);
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
