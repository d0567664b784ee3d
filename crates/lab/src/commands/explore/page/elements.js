// Elements, and what pages say with them again and again. The lab's page has these, and the site's.
//
// Invariant: text goes in as text, never as markup.

/** An element. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") element.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
export const note = (...text) => h("p", { class: "note" }, ...text);
export const code = (text) => h("code", {}, text);
export const words = (all) => h("span", { class: "words" }, all.map(code));
export const more = (count, what) => (count > 0 ? note(`${count} more ${what} are not shown.`) : null);
export const facts = (...pairs) =>
  h("dl", { class: "facts" }, pairs.filter(([, value]) => value).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

/** A list of which one is reached with the Tab key, and the others with the arrow keys. */
export function rove(list, selector) {
  const items = () => [...list.querySelectorAll(selector)];
  items().forEach((item, at) => (item.tabIndex = at === 0 ? 0 : -1));
  list.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || (to === undefined && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    if (to === undefined) return all[at].click();
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    all[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return list;
}

/** Tabs of which the arrow keys open the next. */
export function tabKeys(list) {
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll("[role=tab]")];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    next.click();
    next.focus();
  });
}

/** Lets Escape close a menu. Gives a function that closes it, and takes the focus back to its button. */
export function closable(menu) {
  const close = () => {
    menu.open = false;
    menu.querySelector("summary").focus();
  };
  menu.addEventListener("keydown", (event) => event.key === "Escape" && close());
  return close;
}
