// @ts-check
// Messages: texts by their ids, in the words of a catalogue.  The same rules as host/message/.

/** @typedef {string | number | Message | (string | number | Message)[]} Argument */
/** @typedef {{id: string, args: Record<string, Argument>}} Message */
/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** Time after which words that did not arrive are asked for again. */
const RETRY_MS = 1000;
const PLACEHOLDER = /\{(\w+)((?::\w+)*)\}/g;
const FORMATS = new Set(["capital", "uncapital", "clause", "decimal", "or", "the"]);

/** @type {Catalogue} */
let words = {};

/** Load the catalogue of a language, before anything is drawn. @param {string} language */
export async function loadCatalogue(language) {
  words = await loadFile(language);
}

/** Load the names of all languages by their codes. @returns {Promise<Record<string, string>>} */
export const loadLanguages = () => loadFile("index");

/** Have the catalogue of a language at hand when it is chosen. @param {string} language */
export const prefetchCatalogue = (language) => void loadFile(language);

/** Files of the catalogues, loaded or on their way. @type {Map<string, Promise<any>>} */
const files = new Map();

/** Load a file of the catalogues, once. @param {string} name */
function loadFile(name) {
  const file = files.get(name) ?? fetchFile(name);
  files.set(name, file);
  return file;
}

/** Fetch a file of the catalogues; try again until the program answers. @param {string} name */
async function fetchFile(name) {
  const url = new URL(`../../locale/${name}.json`, import.meta.url);
  /** @type {HTMLElement | null} */
  let complaint = null;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    const found = answer?.ok ? await answer.json().catch(() => null) : null;
    if (found) {
      complaint?.remove();
      return found;
    }
    if (answer && !Object.keys(words).length) complaint ??= complain(url, answer);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/**
 * Say after some seconds that a catalogue does not come, in English: there are no other words then.
 * @param {URL} url @param {Response} answer what came instead
 */
function complain(url, answer) {
  const complaint = document.createElement("p");
  complaint.className = "unscripted";
  complaint.lang = "en";
  const type = answer.headers.get("Content-Type") ?? "no type";
  complaint.textContent =
    `${url.pathname} does not come from the server as it was written (${answer.status}, ${type}), and without it ` +
    "this page has no words. Upload the file again, and have the server send it as application/json, or tell whoever runs it.";
  document.body.prepend(complaint);
  return complaint;
}

/**
 * The text of a message.
 * @param {string} id of its template
 * @param {Record<string, Argument>} [args]
 */
export const t = (id, args = {}) => render({ id, args }, words);

/** True if the catalogue has a text. @param {string} id */
export const has = (id) => id in words;

/** A number with one decimal, and no negative zero. @param {number} value */
export const tenths = (value) =>
  value.toFixed(1).replace(/^-(?=0\.0$)/, "").replace(".", String(words.decimal_mark ?? "."));

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
export const decode = (json) => inWords(JSON.parse(json));

/**
 * A copy in which each message has become its text.  Outer messages first: a template asks for the
 * form of the message in its argument.
 * @param {any} value
 * @returns {any}
 */
export function inWords(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inWords);
  if (isMessage(value)) return render(value, words);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inWords(part)]));
}

/** @param {unknown} value @returns {value is Message} */
const isMessage = (value) =>
  typeof value === "object" && value !== null && "id" in value && "args" in value;

/**
 * Put a message into the words of a catalogue.
 * @param {Message} message
 * @param {Catalogue} catalogue
 * @param {string} [form] the grammatical form that is asked for
 * @returns {string}
 */
export function render({ id, args }, catalogue, form = "") {
  if (id === "sentences") {
    const parts = /** @type {(string | Message)[]} */ (args.parts);
    return parts
      .map((part) => argument(part, catalogue))
      .filter(Boolean)
      .join(" ");
  }
  const found = catalogue[id];
  if (found === undefined) throw new Error(`the catalogue has no message "${id}"`);
  return choose(found, args, catalogue, form).replace(PLACEHOLDER, (_, name, formats) => {
    if (!(name in args)) throw new Error(`the message "${id}" has no argument "${name}"`);
    return fill(args[name], formats.split(":").slice(1), catalogue);
  });
}

/**
 * The plural form or the grammatical form of an entry.
 * @param {string | Record<string, string>} template
 * @param {Record<string, Argument>} args
 * @param {Catalogue} catalogue
 * @param {string} form
 */
function choose(template, args, catalogue, form) {
  if (typeof template === "string") return template;
  if (!("other" in template || "many" in template)) {
    return template[form] ?? Object.values(template)[0];
  }
  const rules = new Intl.PluralRules(String(catalogue.locale ?? "en"));
  return template[rules.select(Number(args.count))] ?? template.other;
}

/**
 * The text of an argument as the formats of its placeholder want it.
 * @param {Argument} value
 * @param {string[]} formats
 * @param {Catalogue} catalogue
 */
function fill(value, formats, catalogue) {
  const form = formats.find((name) => !FORMATS.has(name) && !/^\d+$/.test(name));
  let text = argument(value, catalogue, formats.includes("or") ? "list_or" : "list", form);
  for (const format of formats) {
    if (format === "capital") text = text.charAt(0).toUpperCase() + text.slice(1);
    else if (format === "uncapital") text = text.charAt(0).toLowerCase() + text.slice(1);
    else if (format === "clause") text = text.replace(/\.+$/, "");
    else if (format === "decimal") text = text.replace(".", String(catalogue.decimal_mark));
    else if (format === "the") text = withArticle(text, catalogue);
    else if (/^\d+$/.test(format)) {
      const width = Number(format);
      text = typeof value === "number" ? text.padStart(width) : text.padEnd(width);
    }
  }
  return text;
}

/** @param {string} text @param {Catalogue} catalogue */
function withArticle(text, catalogue) {
  const found = Object.entries(catalogue.the).find(([, sound]) =>
    new RegExp(`^(?:${sound})`, "i").test(text),
  );
  return found ? `${found[0]} ${text}` : text;
}

/**
 * @param {Argument} value
 * @param {Catalogue} catalogue
 * @param {string} [conjunction]
 * @param {string} [form]
 * @returns {string}
 */
function argument(value, catalogue, conjunction = "list", form = "") {
  if (Array.isArray(value)) {
    const texts = value.map((each) => argument(each, catalogue, "list", form));
    if (texts.length < 2) return texts.join("");
    const head = texts.slice(0, -1).join(", ");
    return render({ id: conjunction, args: { head, last: texts.at(-1) ?? "" } }, catalogue);
  }
  return typeof value === "object" ? render(value, catalogue, form) : String(value);
}
