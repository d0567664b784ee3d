// The language server in a worker: of a browser, or of Node, where it is a thread. The first message is the compiled module, which only
// the extension can find; all others are those of the protocol.
import { initSync, LanguageServer, ServerStep } from '../wasm/editor.js';

const isInBrowser = typeof importScripts === 'function';
const port = isInBrowser ? self : require('node:worker_threads').parentPort;
const end = isInBrowser ? () => self.close() : (status) => process.exit(status);

port.onmessage = ({ data: module }) => {
    initSync({ module });
    serve(new LanguageServer());
};

function serve(server) {
    const send = (message) => port.postMessage(JSON.parse(message));
    // A step is taken after the messages that have come until then, one of which may cancel another.
    const turn = new MessageChannel();
    let isAwake = false;
    const wake = () => {
        isAwake = true;
        turn.port2.postMessage(null);
    };
    turn.port1.onmessage = () => {
        switch (step()) {
            case ServerStep.AtOnce: return wake();
            case ServerStep.WithAMessage: isAwake = false; return;
            case ServerStep.EndedWell: return end(0);
            case ServerStep.EndedBadly: return end(1);
        }
    };
    const step = () => {
        try {
            return server.step(send);
        } catch (error) {
            // The module cannot be used any more: the extension is told, and starts another worker.
            setTimeout(() => end(1));
            throw error;
        }
    };
    port.onmessage = ({ data: message }) => {
        server.take(JSON.stringify(message));
        if (!isAwake) wake();
    };
}
