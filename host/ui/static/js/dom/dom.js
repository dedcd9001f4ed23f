// @ts-check
// Creation and look-up of HTML and SVG elements.

// The script runs, so what is told of one that does not is not needed.  Tests of what draws nothing
// (tests/js/) have no document.
globalThis.document?.getElementById("unscripted")?.remove();

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Let an element have a text.  One that has it is left alone: a browser would lay it out again.
 * @param {Element} element
 * @param {string | null | undefined} text null and undefined for none
 */
export function setText(element, text) {
  if (element.textContent !== (text ?? "")) element.textContent = text ?? "";
}

/**
 * The elements that match a selector, but for the list of moves: in a long match it has most of all
 * elements, and looking through it takes longest.
 * @param {string} selector
 * @returns {Element[]}
 */
export function besideMoves(selector) {
  const found = [];
  /** @type {Element} */
  let within = byId("moves");
  while (within.parentElement) {
    for (const part of within.parentElement.children) {
      if (part === within) continue;
      if (part.matches(selector)) found.push(part);
      found.push(...part.querySelectorAll(selector));
    }
    within = within.parentElement;
  }
  return found;
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element with the id "${id}"`);
  return element;
}
