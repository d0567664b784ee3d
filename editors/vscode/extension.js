// Starts the language server and lets it end with the editor.
'use strict';

const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function activate() {
    const settings = workspace.getConfiguration('turtle-peg');
    const languages = ['turtle', 'trig', 'ntriples', 'nquads'];
    client = new LanguageClient(
        'turtle-peg',
        { command: settings.get('path'), args: ['lsp'] },
        {
            documentSelector: languages.map((language) => ({ language })),
            initializationOptions: {
                dialect: settings.get('dialect'),
                width: settings.get('width'),
            },
        },
    );
    await client.start();
}

async function deactivate() {
    await client?.stop();
}

module.exports = { activate, deactivate };
