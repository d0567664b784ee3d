// The extension where no programs can be started: the server for documents is in a worker, and there is none for grammars.
import { Uri, workspace } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { begin, TURTLE } from './clients.js';

export { deactivate } from './clients.js';

export function activate(context) {
    const inWorker = async () => {
        const file = (name) => Uri.joinPath(context.extensionUri, 'dist', name);
        const server = new Worker(file('server.js').toString(true));
        server.postMessage(await workspace.fs.readFile(file('server.wasm')));
        const reader = new BrowserMessageReader(server);
        // After a failure the client starts another.
        server.addEventListener('error', () => reader.fireClose());
        return { reader, writer: new BrowserMessageWriter(server) };
    };
    const connect = (options) => new LanguageClient('turtle-peg', 'turtle-peg', inWorker, options);
    begin(context, [{ languages: TURTLE, connect }]);
}
