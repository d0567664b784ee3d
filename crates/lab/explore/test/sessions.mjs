// Sessions on the lab's page, in a browser, whoever answers it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, contents, open, openForAxe, picture, select, settled, tab, writeAll, writeDocument } from "./page.mjs";

/** Writes behind the selected text. */
async function write(page, text) {
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type(text);
  await settled(page);
}

/** Declares the tests. `at` tells, once they run, the browser and the page's address; with `hasSuite`, the page runs the W3C's tests of `suite/`. */
export function sessions(at, { hasSuite = false } = {}) {
  test("a production is changed, the conflict is seen, and mended; tests turn over; the link holds it all", async () => {
    const page = await open(at().browser, at().address);
    assert.equal(await brief(page, "verdict"), "accepted");
    assert.equal(await brief(page, "changes"), "none");
    assert.equal(await brief(page, "ll1"), "yes");

    await select(page, "grammar", "(',' object annotation)*");
    await write(page, " ','?");
    assert.match(await brief(page, "check"), /1 finding/);
    assert.equal(await brief(page, "ll1"), "1 conflict");
    await tab(page, "ll1");
    assert.match(await contents(page, "ll1"), /FIRST\/FOLLOW in objectList.*on','/);
    await tab(page, "changes");
    assert.match(await contents(page, "changes"), /newly valid<x:a> <x:a> <x:a> , \./);
    assert.ok(await page.$("#grammar .cm-lintRange-error"), "the finding is marked at the rule");
    await picture(page, "explore");

    // The rule follows the production: it says the same again, and the grammar accepts what the production allows.
    await select(page, "grammar", '("," ~ object ~ annotation)*');
    await write(page, ' ~ ","?');
    await tab(page, "check");
    assert.doesNotMatch(await contents(page, "check"), /differs in objectList/);
    await writeDocument(page, "<x:s> <x:p> 1 , .");
    assert.equal(await brief(page, "verdict"), "accepted");
    assert.equal(await brief(page, "quads"), "1 triple");

    // The suite has a document that must not end so.
    assert.equal(await brief(page, "tests"), hasSuite ? "1 turn over" : "–");
    await tab(page, "tests");
    assert.match(await contents(page, "tests"), hasSuite ? /comma-at-the-end.*passed.*failed/ : /turtle-lab explore --tests MANIFEST/);

    await page.evaluate(() => {
      window.saved = [];
      const create = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => {
        window.saved.push(blob.text());
        return create(blob);
      };
    });
    for (const what of ["grammar", "document", "issue"]) {
      await page.click("#export summary");
      await page.click(`[data-export=${what}]`);
      await page.waitForFunction(() => !document.querySelector("#export").open);
    }
    const [grammar, written, issue] = await page.evaluate(() => Promise.all(window.saved));
    assert.match(grammar, /^\/\/\/ \[13\] objectList ::= .* ','\?$/m);
    assert.equal(written, "<x:s> <x:p> 1 , .");
    assert.match(issue, /\+ \[13\] objectList ::= .*Newly valid:.*LL\(1\) conflict in objectList.*<x:s> <x:p> 1 , \..*\n#/s);
    if (hasSuite) assert.match(issue, /comma-at-the-end: passed/);

    await page.waitForFunction(() => location.hash.length > 100);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const again = await open(at().browser, page.url());
    assert.equal(await brief(again, "ll1"), "1 conflict");
    assert.equal(await again.$eval("#document .cm-content", (element) => element.innerText.trim()), "<x:s> <x:p> 1 , .");

    // The conflict is mended: a comma is always followed by what it may be followed by.
    await select(again, "grammar", "(',' object annotation)* ','?");
    await again.keyboard.type("(',' (object annotation)?)*");
    await settled(again);
    assert.equal(await brief(again, "ll1"), "yes");
    assert.equal(await brief(again, "changes"), "1 changed");

    await again.click("#restore");
    await settled(again);
    assert.equal(await brief(again, "ll1"), "yes");
    assert.equal(await brief(again, "verdict"), "rejected");
    assert.ok(await again.$("#document .cm-lintRange-error"), "the fault is marked at its place");
    assert.deepEqual([...page.faults, ...again.faults], []);
  });

  test("tree, production, rule and text light up together, from any of them", async () => {
    const page = await open(at().browser, at().address);
    const litRows = () => page.$$eval("[role=treeitem].lit", (rows) => rows.map((row) => row.dataset.production));
    const lit = (id) => page.$$eval(`#${id} .cm-lit`, (marks) => marks.map((mark) => mark.textContent).join(""));
    await tab(page, "tree");
    await page.click("[role=treeitem][data-production=blankNodePropertyList]");
    await settled(page);
    assert.deepEqual(await litRows(), ["blankNodePropertyList"]);
    assert.match(await lit("grammar"), /blankNodePropertyList ::=.*blankNodePropertyList = /);
    assert.equal(await lit("document"), '[ :name "Green Goblin" ]');
    await tab(page, "production");
    assert.match(await contents(page, "production"), /\[\d+\] blankNodePropertyList ::= /);
    assert.ok(await page.$("#panel-production svg.railroad"));

    await select(page, "document", "Green Goblin");
    await settled(page);
    assert.deepEqual(await litRows(), ["STRING_LITERAL_QUOTE"]);
    assert.match(await lit("grammar"), /STRING_LITERAL_QUOTE ::=/);
    assert.equal(await brief(page, "cursor"), "in a token");

    await select(page, "grammar", "RDFLiteral ::=");
    await settled(page);
    assert.deepEqual(new Set(await litRows()), new Set(["RDFLiteral"]));
    assert.match(await lit("document"), /"Spider-Man"/);
    assert.deepEqual(page.faults, []);
  });

  test("a dialect's rules beside the grammar are chosen by the keyboard, and kept in the link", async () => {
    const page = await open(at().browser, at().address);
    const chosen = (of) => of.$eval("#dialect", (select) => select.value);
    assert.equal(await page.$eval("#dialect", (select) => select.labels[0].textContent), "RDF's rules of");
    await writeDocument(page, '<http://example.org/s> <http://example.org/p> "x"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString> .');
    assert.equal(await brief(page, "verdict"), "RDF objects");
    await page.focus("#dialect");
    await page.keyboard.type("turtle-1.1");
    await settled(page);
    assert.equal(await chosen(page), "turtle-1.1");
    assert.equal(await brief(page, "verdict"), "accepted");

    await new Promise((resolve) => setTimeout(resolve, 500));
    const again = await open(at().browser, page.url());
    assert.equal(await chosen(again), "turtle-1.1");
    assert.equal(await brief(again, "verdict"), "accepted");
    await again.click("#restore");
    await settled(again);
    assert.equal(await chosen(again), "");
    assert.equal(await brief(again, "verdict"), "RDF objects");
    assert.deepEqual([...page.faults, ...again.faults], []);
  });

  test("the keyboard alone suffices", async () => {
    const page = await open(at().browser, at().address);
    const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
    const until = async (name) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        if ((await focus()).startsWith(name)) return;
      }
      assert.fail(`the Tab key does not lead to ${name}`);
    };
    await page.keyboard.press("Tab");
    assert.equal(await focus(), "Skip to the grammar");
    await page.keyboard.press("Enter");
    assert.ok(await page.evaluate(() => document.activeElement.matches("#grammar .cm-content")));
    await page.keyboard.type("x");
    await settled(page);
    assert.equal(await brief(page, "check"), "at fault");
    await page.keyboard.down("Control");
    await page.keyboard.press("z");
    await page.keyboard.up("Control");
    await settled(page);
    assert.equal(await brief(page, "changes"), "none");
    await until("tab-productions");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focus(), "tab-changes");
    await page.keyboard.press("Tab");
    assert.equal(await focus(), "panel-changes");
    await until("tab-verdict");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await page.$eval("[role=treeitem].lit", (row) => row.dataset.production), "directive");
    assert.deepEqual(page.faults, []);
  });

  test("axe finds nothing, in light and dark, on a desk and on a phone, in any panel", async () => {
    for (const [width, height, dark] of [[1440, 900, false], [1440, 900, true], [360, 780, true]]) {
      const { page, find } = await openForAxe(at().browser, at().address, { width, height, dark });
      await select(page, "grammar", "(',' object annotation)*");
      await write(page, " ','?");
      for (const id of await page.$$eval("[role=tab]", (tabs) => tabs.map((one) => one.id.slice(4)))) {
        await tab(page, id);
        await find(id);
      }
      await tab(page, "changes");
      await page.evaluate(() => scrollTo(0, 0));
      if (width === 360) await picture(page, "phone");
      assert.deepEqual(page.faults, []);
      await page.close();
    }
  });

  test("a file that is not UTF-8 is refused, and what was there stays", async () => {
    const page = await open(at().browser, at().address);
    const before = await page.$eval("#document .cm-content", (element) => element.innerText);
    const said = await page.evaluate(async () => {
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from([0x22, 0xef, 0xbf, 0xbd, 0xc3, 0xa9, 0xef, 0xbf, 0x22])], "latin.ttl"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return document.querySelector("#document-state").textContent;
    });
    assert.equal(said, "latin.ttl is not opened: it is not UTF-8: no character begins at byte 6, counted from 0");
    assert.equal(await page.$eval("#document .cm-content", (element) => element.innerText), before);
    assert.deepEqual(page.faults, []);
  });

  test("it opens at its productions; other dialects and files are opened; a link names what is not edited", async () => {
    const page = await open(at().browser, at().address);
    const chosen = (of) => of.$eval("#choose", (select) => select.value);
    const grammar = (of) => of.$eval("#grammar .cm-content", (element) => element.innerText);
    assert.ok(await page.$eval("#panel-productions", (panel) => !panel.hidden));
    assert.match(await contents(page, "productions"), /objectList.*object annotation.*STRING_LITERAL_QUOTE/s);
    await page.click("#panel-productions .go");
    await settled(page);
    assert.match(await brief(page, "production"), /^turtleDoc$/);

    await page.select("#choose", "n-triples-1.1");
    await settled(page);
    assert.match(await grammar(page), /ntriplesDoc ::=/);
    assert.equal(await brief(page, "verdict"), "accepted");
    await writeDocument(page, "<x:s> <x:p> <x:o> .");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.ok(page.url().length <= 2000, `the link has ${page.url().length} characters`);
    const again = await open(at().browser, page.url());
    assert.equal(await chosen(again), "n-triples-1.1");
    assert.match(await grammar(again), /ntriplesDoc ::=/);
    assert.equal(await brief(again, "quads"), "1 triple");

    await again.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(new File(["doc ::= 'a' 'b'?\n"], "own.ebnf"));
      files.items.add(new File(["b a"], "document.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    });
    await settled(again);
    assert.equal(await chosen(again), "own.ebnf");
    assert.equal(await brief(again, "productions"), "1");
    assert.equal(await brief(again, "verdict"), "rejected");
    assert.equal(await brief(again, "check"), "–");
    assert.deepEqual([...page.faults, ...again.faults], []);
  });

  test("productions over rules are read as productions; nothing follows from what cannot be read; another family has no dialects of Turtle", async () => {
    const page = await open(at().browser, at().address);
    await writeAll(page, "grammar", "doc ::= 'a' 'b'?\n");
    assert.equal(await brief(page, "productions"), "1");
    assert.equal(await brief(page, "check"), "–");
    await writeDocument(page, "a b");
    assert.equal(await brief(page, "verdict"), "accepted");
    await tab(page, "verdict");
    assert.doesNotMatch(await contents(page, "verdict"), /Every dialect/);
    assert.ok(await page.$eval("#dialect", (select) => select.disabled));

    await writeAll(page, "grammar", "doc ::= 'a' (\n");
    for (const id of ["productions", "changes", "check", "ll1", "tests"]) {
      assert.equal(await brief(page, id), "at fault");
      assert.match(await contents(page, id), /^The grammar cannot be read/);
    }
    await page.click("#restore");
    await settled(page);
    assert.match(await contents(page, "verdict"), /Every dialect/);
    assert.deepEqual(page.faults, []);
  });

  test("a page for a pull request is exported", async () => {
    const page = await open(at().browser, at().address);
    await select(page, "grammar", "(',' object annotation)*");
    await write(page, " ','?");
    await tab(page, "ll1");
    assert.match(await contents(page, "ll1"), /as in<x:a> a <x:a> , \./);
    const saved = page.evaluate(() => new Promise((resolve) => {
      const create = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => {
        blob.text().then(resolve);
        return create(blob);
      };
    }));
    await page.click("#export summary");
    await page.click("[data-export=proposal]");
    assert.match(await saved, /^### original\.pest → edited\.pest\n[^]*\| newly valid \| `<x:a> <x:a> <x:a> , \.`/);
    assert.deepEqual(page.faults, []);
  });
}
