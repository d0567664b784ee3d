// As much of the editor's interface as the extension needs to begin, with one open document: what is not here is something that does
// nothing.
'use strict';

const nothing = {
    get: (target, name) => (name === Symbol.toPrimitive ? () => '' : name === 'then' || name === Symbol.iterator ? undefined : (target[name] ??= anything())),
    apply: () => anything(),
    construct: () => ({}),
};
const anything = () => new Proxy(class {}, nothing);
const partly = (known) => new Proxy(known, { get: (target, name) => (name in target ? target[name] : nothing.get(target, name)) });
const event = () => ({ dispose() {} });

class EventEmitter {
    #listeners = [];
    event = (listener, self) => {
        this.#listeners.push(listener.bind(self));
        return { dispose() {} };
    };
    fire(value) {
        for (const listener of this.#listeners) listener(value);
    }
    dispose() {}
}

/// What the extension told, in whichever way.
const told = new EventEmitter();
const tell = async (message) => told.fire(message);
const settings = { path: process.env.PROGRAM, dialect: 'turtle-1.2', width: 100 };
const document = {
    languageId: 'turtle', uri: { toString: () => 'file:///a.ttl', scheme: 'file' }, version: 1, getText: () => '<x:s> <x:p> 1\n <x:q> 2 .\n',
};
const events = ['CreateFiles', 'RenameFiles', 'DeleteFiles', 'SaveTextDocument'].flatMap((name) => [`onDid${name}`, `onWill${name}`]);
events.push('onDidOpenTextDocument', 'onDidChangeTextDocument', 'onDidCloseTextDocument', 'onDidChangeConfiguration', 'onDidChangeWorkspaceFolders');

module.exports = partly({
    version: '1.106.0',
    told,
    env: { appName: 'a test', language: 'en' },
    EventEmitter,
    Disposable: class {
        dispose() {}
    },
    CancellationTokenSource: class {
        token = { isCancellationRequested: false, onCancellationRequested: event };
        cancel() {}
        dispose() {}
    },
    Diagnostic: class {
        constructor(range, message) {
            this.message = message;
        }
    },
    window: partly({
        showInformationMessage: tell,
        showErrorMessage: tell,
        visibleTextEditors: [],
        tabGroups: { all: [], onDidChangeTabs: event },
        onDidChangeActiveTextEditor: event,
    }),
    workspace: partly({
        textDocuments: [document],
        notebookDocuments: [],
        workspaceFolders: undefined,
        getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise, inspect: () => undefined }),
        ...Object.fromEntries(events.map((name) => [name, event])),
    }),
    languages: partly({
        match: () => 10,
        createDiagnosticCollection: () => ({
            set: (_, found) => found && told.fire(found.map(({ message }) => message).join()),
            delete() {},
            clear() {},
            dispose() {},
        }),
    }),
});
