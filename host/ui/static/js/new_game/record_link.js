// @ts-check
// Links that carry a record.

/** Begins the fragment of a link that carries a record. */
export const FRAGMENT = "#record=";

/** The text for a link's fragment. @param {string} text */
export function encoded(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of a link's fragment; null if it is damaged. @param {string} code */
export function decoded(code) {
  try {
    const bytes = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The record in a text: that of a link, or the text itself. @param {string} text */
export function recordIn(text) {
  const at = text.indexOf(FRAGMENT);
  return at < 0 ? text : (decoded(text.slice(at + FRAGMENT.length)) ?? text);
}
