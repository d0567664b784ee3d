// The extension where programs can be started: the servers are programs; where there is none for documents, a thread takes its place.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { window, workspace } from 'vscode';
import { LanguageClient, PortMessageReader, PortMessageWriter } from 'vscode-languageclient/node';
import { begin, TURTLE } from './clients.js';

export { deactivate } from './clients.js';

export function activate(context) {
    begin(context, [
        { languages: TURTLE, connect: (options) => programOrThread(context, options) },
        { languages: ['pest', 'ebnf'], connect: (options) => program('turtle-lab', setting('lab'), options) },
    ]);
}

const setting = (name) => workspace.getConfiguration('turtle-peg').get(name);

function program(name, command, options) {
    return new LanguageClient(name, { command, args: ['lsp'] }, options);
}

async function programOrThread(context, options) {
    const command = setting('path');
    try {
        await promisify(execFile)(command, ['--version']);
        return program('turtle-peg', command, options);
    } catch (error) {
        await tell(context, command, error);
        return new LanguageClient('turtle-peg', inThread, options);
    }
}

/// Says once of each program that it cannot be started.
async function tell(context, command, { code, message }) {
    if (context.globalState.get('missing') === command) return;
    await context.globalState.update('missing', command);
    const why = code === 'ENOENT' ? 'is not installed' : `cannot be started (${message.trim()})`;
    // Nobody waits until it is read.
    window.showInformationMessage(
        `\`${command}\` ${why}: the extension's own server takes its place, which does not read a project's turtle-peg.toml.`,
    );
}

async function inThread() {
    const server = new Worker(join(__dirname, 'server.js'));
    server.postMessage(await readFile(join(__dirname, 'server.wasm')));
    const reader = new PortMessageReader(server);
    // After a failure the client starts another.
    server.on('exit', () => reader.fireClose());
    return { reader, writer: new PortMessageWriter(server) };
}
