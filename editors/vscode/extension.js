// Starts the language servers, each when a document of its languages is open, and lets them end with the editor.
'use strict';

const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/// The programs, with the settings that name them and the languages that they serve.
const SERVERS = [
    { name: 'turtle-peg', path: 'path', languages: ['turtle', 'trig', 'ntriples', 'nquads'] },
    { name: 'turtle-lab', path: 'lab', languages: ['pest', 'ebnf'] },
];

const started = new Map();

async function activate(context) {
    const begin = ({ languageId }) => {
        const server = SERVERS.find((it) => it.languages.includes(languageId));
        if (server && !started.has(server.name)) start(server);
    };
    context.subscriptions.push(workspace.onDidOpenTextDocument(begin));
    workspace.textDocuments.forEach(begin);
}

function start({ name, path, languages }) {
    const settings = workspace.getConfiguration('turtle-peg');
    const client = new LanguageClient(
        name,
        { command: settings.get(path), args: ['lsp'] },
        {
            documentSelector: languages.map((language) => ({ language })),
            initializationOptions: {
                dialect: settings.get('dialect'),
                width: settings.get('width'),
            },
        },
    );
    started.set(name, client);
    // A program that is not installed is told by the client itself.
    client.start().catch(() => {});
}

async function deactivate() {
    await Promise.all([...started.values()].map((client) => client.stop()));
}

module.exports = { activate, deactivate };
