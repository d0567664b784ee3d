// Runs the extension on `vscode.cjs`, until it has told the faults of the document there; prints all that it told, in JSON.
'use strict';
const Module = require('node:module');

const vscode = require('./vscode.cjs');
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = require('../dist/desktop.js');

const told = [];
vscode.told.event(async (message) => {
    told.push(message);
    if (!message.includes('insert')) return;
    await extension.deactivate();
    process.stdout.write(JSON.stringify(told), () => process.exit());
});
const state = new Map();
extension.activate({ subscriptions: [], globalState: { get: (key) => state.get(key), update: async (key, value) => state.set(key, value) } });
