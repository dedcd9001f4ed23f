// @ts-check
// Messages: texts by their ids, in the words of a catalogue.  The same rules as host/message.py.

/** @typedef {string | number | Message | (string | number | Message)[]} Argument */
/** @typedef {{id: string, args: Record<string, Argument>}} Message */
/** @typedef {Record<string, string | {one: string, other: string}>} Catalogue */

const LANGUAGE = "en";
const RETRY_MS = 1000;
const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

/** @type {Catalogue} */
let words = {};

/**
 * Load the catalogue, before anything is drawn; try again until the program answers.
 */
export async function loadCatalogue() {
  const url = new URL(`../locale/${LANGUAGE}.json`, import.meta.url);
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) {
      words = await answer.json();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/**
 * The text of a message.
 * @param {string} id of its template
 * @param {Record<string, Argument>} [args]
 */
export const t = (id, args = {}) => render({ id, args }, words);

/** Put the texts of the page into its elements. @param {ParentNode} root */
export function fillTexts(root) {
  const elements = /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("[data-text], [data-label]")
  );
  for (const element of elements) {
    const { text, label } = element.dataset;
    if (text) element.textContent = t(text);
    if (label) element.setAttribute("aria-label", t(label));
  }
}

/** Decode JSON; each message in it becomes its text. @param {string} json */
export const decode = (json) =>
  JSON.parse(json, (_, value) => (isMessage(value) ? render(value, words) : value));

/** @param {unknown} value @returns {value is Message} */
const isMessage = (value) =>
  typeof value === "object" && value !== null && "id" in value && "args" in value;

/**
 * Put a message into the words of a catalogue.
 * @param {Message} message
 * @param {Catalogue} catalogue
 * @returns {string}
 */
export function render({ id, args }, catalogue) {
  if (id === "sentences") {
    const parts = /** @type {(string | Message)[]} */ (args.parts);
    return parts
      .map((part) => argument(part, catalogue))
      .filter(Boolean)
      .join(" ");
  }
  const found = catalogue[id];
  if (found === undefined) throw new Error(`the catalogue has no message "${id}"`);
  const template = typeof found === "string" ? found : found[args.count === 1 ? "one" : "other"];
  return template.replace(PLACEHOLDER, (_, name, form) => {
    if (!(name in args)) throw new Error(`the message "${id}" has no argument "${name}"`);
    const text = argument(args[name], catalogue, form === "or" ? "list_or" : "list");
    if (form === "capital") return text.charAt(0).toUpperCase() + text.slice(1);
    if (form === "uncapital") return text.charAt(0).toLowerCase() + text.slice(1);
    if (/^\d+$/.test(form)) {
      const width = Number(form);
      return typeof args[name] === "number" ? text.padStart(width) : text.padEnd(width);
    }
    return form === "clause" ? text.replace(/\.+$/, "") : text;
  });
}

/** @param {Argument} value @param {Catalogue} catalogue @param {string} [conjunction] @returns {string} */
function argument(value, catalogue, conjunction = "list") {
  if (Array.isArray(value)) {
    const texts = value.map((each) => argument(each, catalogue));
    if (texts.length < 2) return texts.join("");
    const head = texts.slice(0, -1).join(", ");
    return render({ id: conjunction, args: { head, last: texts.at(-1) ?? "" } }, catalogue);
  }
  return typeof value === "object" ? render(value, catalogue) : String(value);
}
