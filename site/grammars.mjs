// The view of grammars: the lab's page, with the head of the site, and with the engine that needs no server.

/** Both take the texts of pages: `explore` is the lab's, and `documents` the site's other view. */
export function grammarsPage(explore, documents) {
  const [policy] = documents.match(/<!-- Nothing leaves the browser:[^]*?<meta name="style-nonce"[^>]*>/);
  const [nav] = documents.match(/<nav [^]*?<\/nav>/);
  const changes = [
    ['<meta name="style-nonce" content="{nonce}">', policy],
    ['content="./server.js"', 'content="./workers.js"'],
    ["<title>turtle-lab explore</title>", "<title>turtle-peg: grammars</title>"],
    ['<link rel="icon" href="data:,">', '<link rel="icon" href="icon.svg">'],
    ['<link rel="stylesheet" href="explore.css">', '<link rel="stylesheet" href="explore.css">\n<link rel="stylesheet" href="site.css">'],
    ["<h1>turtle-lab <span>explore</span></h1>", `<h1>turtle-peg</h1>\n  ${atGrammars(nav)}`],
  ];
  return changes.reduce((page, [of, by]) => {
    if (!page.includes(of)) throw new Error(`the lab's page has no ${of}`);
    return page.replace(of, () => by);
  }, explore);
}

/** The list of views, in this one. */
const atGrammars = (nav) => nav.replace(' aria-current="page"', "").replace('href="grammars.html"', 'href="grammars.html" aria-current="page"');
