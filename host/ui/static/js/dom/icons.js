// @ts-check
// Icons: line drawings of 24 by 24.

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8 5 3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4.5 4.5L16 14M20 9.5H10a5.5 5.5 0 0 0 0 11h4",
  hint:
    "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.1.9 1.9h5.4" +
    "c0-.8.3-1.4.9-1.9A6 6 0 0 0 12 3z",
  flip: "M7 20V5M3.5 8.5 7 5l3.5 3.5M17 4v15M13.5 15.5 17 19l3.5-3.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6 18 18M18 6 6 18",
  first: "M6 5V19M18 5 10 12 18 19",
  back: "M15 5 8 12 15 19",
  forward: "M9 5 16 12 9 19",
  last: "M18 5V19M6 5 14 12 6 19",
  warn: "M12 3 22 20H2zM12 9v5M12 17v.5",
  again: "M4 9h4l5-4v14l-5-4H4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  offer: "M3 12h4l4-4 4 3h6M3 12v6h4l5 3 9-6",
  pause: "M8 5V19M16 5V19",
  learn: "M3 9l9-4 9 4-9 4zM7 11v5c2.8 2.3 7.2 2.3 10 0v-5M21 9v6",
  computer: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  players:
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 19c.5-3.5 2.5-5 5.5-5s5 1.5 5.5 5" +
    "M16 11a3 3 0 0 0 0-6M17 14c2.6.3 4.1 1.9 4.5 5",
  far: "M3 8h8v8H3zM13 8h8v8h-8zM5 5a10 10 0 0 1 14 0M8 19h8",
  chat: "M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12h5",
  join: "M13 4h6v16h-6M4 12h11M11 8l4 4-4 4",
  plug: "M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v4",
  puzzle: "M5 8h4a2.2 2.2 0 1 1 4.2 0H18v4a2.2 2.2 0 1 1 0 4.2V20H5z",
  saved: "M6 3h9l4 4v14H6zM9 3v6h6M9 21v-7h7v7",
  more: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
};

/** The two pictures of one button: the record stands, or runs. */
const PLAY = "M8 4 20 12 8 20Z";

/** An icon by its name. @param {string} name */
export function icon(name) {
  const attributes = { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" };
  if (name === "play") {
    const [go, wait] = [PLAY, PATHS.pause].map((d) => svg("path", { d }));
    go.setAttribute("class", "go");
    wait.setAttribute("class", "wait");
    return svg("svg", attributes, go, wait);
  }
  return svg("svg", attributes, svg("path", { d: PATHS[name] }));
}

/** Put the icons into the places that name them. @param {ParentNode} root */
export function fillIcons(root) {
  for (const place of /** @type {NodeListOf<SVGElement>} */ (
    root.querySelectorAll("svg[data-icon]")
  )) {
    place.replaceWith(icon(place.dataset.icon ?? ""));
  }
}
