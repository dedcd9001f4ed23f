// @ts-check
// Links that carry a record or a position.

/** Begins the fragment of a link that carries a record. */
const FRAGMENT = "#record=";
/** The same of a position; its game follows, and its text after a stroke. */
const POSITION = "#position=";

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

/** The fragment of a link to a record. @param {string} text */
export const recordFragment = (text) => `${FRAGMENT}${encoded(text)}`;

/** The fragment of a link to a position, which people can read. @param {string} game @param {string} position */
export function positionFragment(game, position) {
  const spaced = (/** @type {string} */ text) => encodeURIComponent(text).replaceAll("%20", "_").replaceAll("%2F", "/");
  return `${POSITION}${encodeURIComponent(game)}/${spaced(position)}`;
}

/** The record of no moves that begins with the position of a link; null if that is damaged. @param {string} code */
function recordFrom(code) {
  try {
    const [game, ...position] = code.split("/");
    return `game: ${decodeURIComponent(game)}\nstart: ${decodeURIComponent(position.join("/").replaceAll("_", " "))}\n`;
  } catch {
    return null;
  }
}

/** The record in a text: that of a link, or the text itself. @param {string} text */
export function recordIn(text) {
  const at = text.indexOf(FRAGMENT);
  if (at >= 0) return decoded(text.slice(at + FRAGMENT.length)) ?? text;
  const from = text.indexOf(POSITION);
  return from < 0 ? text : (recordFrom(text.slice(from + POSITION.length)) ?? text);
}

/** True if an address carries a record or a position. @param {string} fragment */
export const isShared = (fragment) => fragment.startsWith(FRAGMENT) || fragment.startsWith(POSITION);
