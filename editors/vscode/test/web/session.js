// What a person does in the editor, by its own interface: it runs beside the extension, in the browser.
'use strict';
const { commands, languages, Selection, window, workspace, WorkspaceEdit } = require('vscode');

const FAULTY = 'PREFIX x: <http://x.org/>\nx:s x:p 1\n    x:q 2 .\n';
const MENDED = 'PREFIX x: <http://x.org/>\nx:s x:p 1 ;\n    x:q 2 .\n';

const SHOWN = `PREFIX ex: <http://example.org/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>

ex:alice a foaf:Person ;
    foaf:name "Alice"@en
    foaf:knows ex:bob, [ a foaf:Person ; foaf:nick "Cat" ] .

ex:bob a foaf:Person ; foaf:name 'Bob' .
`;

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
    await showFault();
};

/// Leaves the editor at a fault, with what is said of it: for a picture.
async function showFault() {
    await commands.executeCommand('notifications.clearAll');
    await commands.executeCommand('workbench.action.closeSidebar');
    const document = await workspace.openTextDocument({ language: 'turtle', content: SHOWN });
    await window.showTextDocument(document);
    await diagnostics(document, (found) => found.length > 0);
    const editor = await window.showTextDocument(document);
    const [fault] = languages.getDiagnostics(document.uri);
    editor.selection = new Selection(fault.range.start, fault.range.start);
    await commands.executeCommand('editor.action.showHover');
    await new Promise((resolve) => setTimeout(resolve, 1000));
}

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
