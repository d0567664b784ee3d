// What a person does in the editor, by its own interface: it runs beside the extension, in the browser.
'use strict';
const { commands, languages, window, workspace, WorkspaceEdit } = require('vscode');

const FAULTY = 'PREFIX x: <http://x.org/>\nx:s x:p 1\n    x:q 2 .\n';
const MENDED = 'PREFIX x: <http://x.org/>\nx:s x:p 1 ;\n    x:q 2 .\n';

exports.run = async () => {
    const document = await workspace.openTextDocument({ language: 'turtle', content: FAULTY });
    await window.showTextDocument(document);
    const ask = (command, ...rest) => commands.executeCommand(`vscode.execute${command}`, document.uri, ...rest);

    const [fault, ...others] = await diagnostics(document, (found) => found.length > 0);
    expect(others.length, 0);
    expect(fault.message.includes('insert `;`'), true);
    const [action] = await ask('CodeActionProvider', fault.range);
    await workspace.applyEdit(action.edit);
    expect(document.getText(), MENDED);
    await diagnostics(document, (found) => found.length === 0);

    const [hover] = await ask('HoverProvider', document.positionAt(MENDED.indexOf('x:q')));
    expect(hover.contents[0].value.includes('<http://x.org/q>'), true);
    const [symbol] = await ask('DocumentSymbolProvider');
    expect(symbol.name, 'x:s');
    const rename = await commands.executeCommand('vscode.executeDocumentRenameProvider', document.uri, document.positionAt(7), 'ex');
    await workspace.applyEdit(rename);
    expect(document.getText(), MENDED.replaceAll('x:', 'ex:'));
    const layout = new WorkspaceEdit();
    layout.set(document.uri, await ask('FormatDocumentProvider', { tabSize: 2, insertSpaces: true }));
    await workspace.applyEdit(layout);
    expect(document.getText().includes('ex:s ex:p 1 ;\n  ex:q 2 .\n'), true);
};

/// The diagnostics of a document, once they are so.
function diagnostics(document, areSo) {
    return new Promise((resolve) => {
        const look = () => {
            const found = languages.getDiagnostics(document.uri);
            if (!areSo(found)) return;
            listening.dispose();
            resolve(found);
        };
        const listening = languages.onDidChangeDiagnostics(look);
        look();
    });
}

function expect(found, expected) {
    if (found !== expected) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}
