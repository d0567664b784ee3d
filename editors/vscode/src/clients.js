// Starts the language servers, each when a document of its languages is open, and lets them end with the editor.
import { workspace } from 'vscode';

/// The documents of the server that needs no program.
export const TURTLE = ['turtle', 'trig', 'ntriples', 'nquads'];

const started = new Map();

/// Begins with these servers: each has its languages, and makes a client with the options that it is given.
export function begin(context, servers) {
    const open = ({ languageId }) => {
        const server = servers.find((it) => it.languages.includes(languageId));
        if (server && !started.has(server)) started.set(server, start(server));
    };
    context.subscriptions.push(workspace.onDidOpenTextDocument(open));
    workspace.textDocuments.forEach(open);
}

async function start({ languages, connect }) {
    const settings = workspace.getConfiguration('turtle-peg');
    const client = await connect({
        documentSelector: languages.map((language) => ({ language })),
        initializationOptions: {
            dialect: settings.get('dialect'), width: settings.get('width'), folderMegabytes: settings.get('folderMegabytes'),
            unknownTerms: settings.get('unknownTerms'),
        },
    });
    // A server that cannot be started is told by the client itself.
    client.start().catch(() => {});
    return client;
}

export async function deactivate() {
    const clients = await Promise.all(started.values());
    await Promise.all(clients.map((client) => client.stop()));
}
