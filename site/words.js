// Words and buttons that panels have again and again.

import { counted, h } from "./elements.js";

export const button = (label, onclick, attributes = {}) => h("button", { type: "button", onclick, ...attributes }, label);

/** A button that looks like a link: it leads to a place. */
export const go = (label, onclick) => button(label, onclick, { class: "go" });

export const grouped = (number) => number.toLocaleString("en");

/** So many of something, with groups of three digits. */
export const many = (number, noun) => counted(number, noun).replace(/^\d+/, (digits) => grouped(Number(digits)));

/** Words in which backticks stand around code. */
export const worded = (text) => text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
