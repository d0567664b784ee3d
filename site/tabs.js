// Tabs, each a question with its answer in a word or two, and their panels.
//
// Invariant: an answer is shown until a newer one comes, dimmed; only the open panel has contents.

import { h, tabKeys } from "./elements.js";
import { PANELS, reason } from "./panels.js";
import { lightTree } from "./tree.js";

const $ = (id) => document.getElementById(id);

/**
 * Makes the tabs. `state` has the open one and the answers by section, `current` says whether one is of the document as it is now, `open` is
 * told which tab was chosen. What is given back shows the state as it is now, and gives a tab's words.
 */
export function makeTabs({ state, act, current, open }) {
  const views = PANELS.map((panel) => {
    const brief = h("span", { class: "brief" });
    const tab = h("button", { type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}`, onclick: () => open(panel.id) }, h("span", { class: "name" }, panel.name), brief);
    const controls = panel.controls?.(act, () => state);
    const answer = h("div", { class: "answer" });
    const aside = panel.aside && h("div", { class: "aside" });
    const body = h("div", { role: "tabpanel", id: `panel-${panel.id}`, "aria-labelledby": `tab-${panel.id}`, tabindex: "0" }, controls?.element, answer, aside);
    $("tabs").append(tab);
    $("panels").append(body);
    return { panel, tab, brief, body, controls, answer, aside, told: null, shown: null };
  });
  tabKeys($("tabs"));

  function show(view) {
    const { panel, tab, brief, body, controls, answer, aside } = view;
    const isOpen = state.tab === panel.id;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    body.hidden = !isOpen;
    controls?.refresh();
    if (isOpen && aside) showAside(view);
    const said = state.answers[panel.section];
    const isBusy = state.asked[panel.section] !== undefined && !current(panel.section);
    answer.setAttribute("aria-busy", String(isBusy));
    brief.toggleAttribute("data-old", isBusy);
    if (isBusy && said) return;
    const key = said ? String(said.round) : "none";
    if (key !== view.told || !said) {
      [brief.textContent, brief.className] = briefOf(panel, said, isBusy);
      view.told = key;
    }
    if (!isOpen || key === view.shown) return;
    view.shown = key;
    put(answer, contentsOf(panel, said));
    if (panel.id === "tree" && state.production) lightTree(state.production, state.range);
  }

  /** What is beside an answer depends on what is chosen, too. */
  function showAside({ panel, aside }) {
    if (!current(panel.section) || (state.asked.place !== undefined && !current("place"))) return;
    const { answer } = state.answers[panel.section];
    put(aside, answer ? panel.aside(answer, state, act) : []);
  }

  function briefOf(panel, said, isBusy) {
    const [words, colour] = said?.answer ? panel.brief(said.answer, state, act) : said ? ["at fault", said.failure.line && panel.id !== "messages" ? "faint" : "bad"] : [isBusy ? "…" : "–", "faint"];
    return [words, `brief ${colour}`];
  }

  function contentsOf(panel, said) {
    if (said?.answer) return panel.show(said.answer, act);
    return said ? [reason(said.failure, act)] : [];
  }

  return { show: () => views.forEach(show), brief: (id) => views.find(({ panel }) => panel.id === id).brief.textContent };
}

const put = (element, contents) => element.replaceChildren(...contents.flat(Infinity).filter(Boolean));
