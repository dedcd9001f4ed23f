// @ts-check
// The controls: buttons and choices beside the board.

import { byId, html, svg } from "./element.js";
import { shapeOf } from "./marks.js";
import { isColoured } from "./names.js";
import * as settings from "./settings.js";
import { colourKey } from "./status.js";
import { COLOURS, showSymbols } from "./symbols.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./settings.js").Settings} Settings */

/** The marks that a player meets, in words. @type {[string, string, string][]} */
const LEGEND = [
  ["required", "tower", "must move"],
  ["any", "towers", "may move"],
  ["legal", "squares", "may go here"],
  ["winning", "square", "wins"],
  ["winning", "proven", "proven to win"],
  ["losing", "square", "proven to lose"],
  ["legal", "unknown", "not known yet"],
  ["legal", "origin", "lifted from here"],
  ["illegal", "square", "not allowed here"],
  ["putback", "home", "put it back here"],
  ["push", "pusher", "pushes from here"],
  ["push", "landing", "the pushed tower goes here"],
  ["blocked", "tower", "blocked, passes"],
  ["fill", "from", "take from here"],
  ["fill", "here", "put one here"],
  ["reward", "tower", "gets a tooth"],
  ["choice", "corner", "choose by this square"],
  ["menu", "resign", "menu: resign"],
  ["menu", "draw", "menu: offer a draw, or the end"],
  ["menu", "pause", "menu: pause"],
  ["menu", "new", "menu: new match"],
  ["menu", "chosen", "lift it to stop this"],
  ["offer", "piece", "lift one, put it back: agree"],
  ["capture", "piece", "captured: take it off"],
  ["capture", "may", "would be captured"],
  ["capture", "taken", "was captured here"],
  ["last", "to", "last move"],
];

/** What only happens to coloured towers, and what only to other pieces. */
const OF_TOWERS = new Set(["push", "blocked", "reward", "choice"]);
const OF_OTHERS = new Set(["capture"]);
/** What is only shown of proven values. */
const PROVEN = new Set(["winning proven", "losing square", "legal unknown"]);

/** @param {string} name @returns {HTMLInputElement[]} */
const radios = (name) => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(`input[name="${name}"]`)
  ),
];

export class Controls {
  /**
   * @param {(message: import("./types.js").PageMessage) => boolean} send
   * @param {(settings: Settings) => void} changed
   * @param {() => void} newGame asks which
   */
  constructor(send, changed, newGame) {
    this.changed = changed;
    this.settings = settings.load();
    byId("takeback").addEventListener("click", () => send({ t: "takeback" }));
    byId("new").addEventListener("click", newGame);
    byId("hint").addEventListener("click", () => send({ t: "hint" }));
    byId("turn").addEventListener("click", () => this.set({ turned: !this.settings.turned }));
    for (const name of /** @type {const} */ (["sound", "speech"])) {
      byId(name).addEventListener("click", () => this.set({ [name]: !this.settings[name] }));
    }
    for (const radio of radios("help")) {
      radio.addEventListener("change", () =>
        send({ t: "help", level: /** @type {State["help"]} */ (radio.value) }),
      );
    }
    for (const radio of radios("symbols")) {
      radio.addEventListener("change", () =>
        this.set({ symbols: /** @type {Settings["symbols"]} */ (radio.value) }),
      );
    }
    this.apply();
  }

  /** Another game has other marks. @param {import("./types.js").Hello} hello */
  greet(hello) {
    const coloured = isColoured(hello);
    byId("symbols").hidden = !coloured;
    for (const radio of radios("help")) {
      const choice = /** @type {HTMLElement} */ (radio.parentElement);
      choice.hidden = radio.value === "proven" && !hello.provable;
    }
    document.body.dataset.pieces = coloured ? "towers" : "stones";
    const foreign = coloured ? OF_OTHERS : OF_TOWERS;
    const met = LEGEND.filter(
      ([entry, role]) =>
        !foreign.has(entry) && (hello.provable || !PROVEN.has(`${entry} ${role}`)),
    );
    this.drawLegend(met, coloured ? COLOURS : []);
  }

  /** @param {Partial<Settings>} changes */
  set(changes) {
    this.settings = { ...this.settings, ...changes };
    settings.save(this.settings);
    this.apply();
  }

  apply() {
    showSymbols(this.settings.symbols);
    for (const radio of radios("symbols")) radio.checked = radio.value === this.settings.symbols;
    for (const name of /** @type {const} */ (["sound", "speech"])) {
      byId(name).setAttribute("aria-pressed", String(this.settings[name]));
    }
    byId("turn").setAttribute("aria-pressed", String(this.settings.turned));
    this.changed(this.settings);
  }

  /** @param {State} state */
  show(state) {
    // A record is looked at, not played.
    for (const id of ["takeback", "help"]) byId(id).hidden = state.phase === "replay";
    for (const id of ["hint", "new"]) byId(id).hidden = state.phase === "replay" || !!state.puzzle;
    /** @type {HTMLButtonElement} */ (byId("takeback")).disabled = !state.can_takeback;
    /** @type {HTMLButtonElement} */ (byId("hint")).disabled = state.phase !== "play";
    byId("hint-words").hidden = !state.hint;
    byId("hint-words").textContent = state.hint?.words ?? "";
    for (const radio of radios("help")) radio.checked = radio.value === state.help;
    byId("proven").hidden = state.help !== "proven" || state.phase === "replay";
  }

  /** @param {typeof LEGEND} met what occurs in this game @param {string[]} colours */
  drawLegend(met, colours) {
    byId("legend").replaceChildren(
      ...met.map(([entry, role, words]) => {
        const picture = svg(
          "svg",
          { viewBox: "-50 -50 100 100", class: "legend-mark", "aria-hidden": "true" },
          svg("rect", { x: -48, y: -48, width: 96, height: 96, rx: 12, class: "legend-tile" }),
        );
        picture.append(shapeOf({ entry, role }) ?? "");
        return html("li", {}, picture, words);
      }),
    );
    byId("colours").hidden = !colours.length;
    byId("colours").replaceChildren(...colourKey(colours));
  }
}
