// @ts-check
// The controls: buttons and choices beside the board.

import { byId, html, svg } from "../dom/dom.js";
import { shapeOf } from "../board/marks.js";
import { t } from "../text/messages.js";
import { COLOURS, isColoured } from "../text/names.js";
import * as settings from "../text/settings.js";
import { colourKey } from "./status.js";
import { showSymbols } from "../board/symbols.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../text/settings.js").Settings} Settings */

/** The marks that a player meets, by entry and role. @type {[string, string][]} */
const LEGEND = [
  ["required", "tower"],
  ["any", "towers"],
  ["legal", "squares"],
  ["winning", "square"],
  ["winning", "proven"],
  ["losing", "square"],
  ["legal", "unknown"],
  ["legal", "origin"],
  ["illegal", "square"],
  ["putback", "home"],
  ["push", "pusher"],
  ["push", "landing"],
  ["blocked", "tower"],
  ["fill", "from"],
  ["fill", "here"],
  ["reward", "tower"],
  ["choice", "corner"],
  ["menu", "resign"],
  ["menu", "draw"],
  ["menu", "pause"],
  ["menu", "new"],
  ["menu", "adopt"],
  ["menu", "chosen"],
  ["offer", "piece"],
  ["capture", "piece"],
  ["capture", "may"],
  ["capture", "taken"],
  ["last", "to"],
  ["idea", "safe"],
  ["idea", "striker"],
];

/** Marks that only games with coloured towers have, and those that only others have. */
const OF_TOWERS = new Set(["push", "blocked", "reward", "choice", "idea"]);
const OF_OTHERS = new Set(["capture"]);
/** Marks of proven values. */
const PROVEN = new Set(["winning proven", "losing square", "legal unknown"]);

/** @param {string} name @returns {HTMLInputElement[]} */
const radios = (name) => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (
    byId("settings").querySelectorAll(`input[name="${name}"]`)
  ),
];

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id));

export class Controls {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {(settings: Settings, turned: boolean) => void} changed
   * @param {() => void} newGame opens the dialog
   */
  constructor(send, changed, newGame) {
    this.changed = changed;
    this.settings = settings.load();
    this.byHand = false;
    /** True while Black alone is played on this page. */
    this.playsBlack = false;
    byId("takeback").addEventListener("click", () => send({ t: "takeback" }));
    byId("new").addEventListener("click", newGame);
    byId("hint").addEventListener("click", () => send({ t: "hint" }));
    byId("by-hand").addEventListener("click", () => send({ t: "by_hand", on: !this.byHand }));
    byId("turn").addEventListener("click", () => this.set({ [this.turnSetting]: !this.turned }));
    for (const name of /** @type {const} */ (["sound", "speech"])) {
      byId(name).addEventListener("click", () => this.set({ [name]: !this.settings[name] }));
    }
    byId("start-speech").addEventListener("click", () => byId("speech").click());
    const [voice, rate] = [field("voice"), field("rate")];
    voice.addEventListener("change", () => this.set({ voice: voice.value }));
    rate.addEventListener("change", () => this.set({ rate: Number(rate.value) }));
    for (const radio of radios("help")) {
      radio.addEventListener("change", () => {
        send({ t: "help", level: /** @type {StateMessage["help"]} */ (radio.value) });
        this.showHelp(); // it may be refused
      });
    }
    for (const radio of radios("symbols")) {
      radio.addEventListener("change", () =>
        this.set({ symbols: /** @type {Settings["symbols"]} */ (radio.value) }),
      );
    }
    this.apply();
  }

  /** Show the legend and the controls of a game. @param {import("../types.js").HelloMessage} hello */
  setGame(hello) {
    const coloured = isColoured(hello);
    showSymbols(this.settings.symbols);
    byId("symbols").hidden = !coloured;
    byId("by-hand-setting").hidden = !hello.virtual;
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

  /** Show who takes captured pieces off and sets the next round up. @param {boolean} byHand */
  showByHand(byHand) {
    this.byHand = byHand;
    byId("by-hand").setAttribute("aria-pressed", String(byHand));
  }

  /** The setting that tells which side is below now. @returns {"turnedForBlack" | "turned"} */
  get turnSetting() {
    return this.playsBlack ? "turnedForBlack" : "turned";
  }

  /** True if Black's side is below. */
  get turned() {
    return this.settings[this.turnSetting];
  }

  /** Say whether Black alone is played on this page. @param {boolean} playsBlack */
  setSide(playsBlack) {
    if (playsBlack === this.playsBlack) return;
    this.playsBlack = playsBlack;
    this.apply();
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
    byId("start-speech").setAttribute("aria-pressed", String(this.settings.speech));
    field("rate").value = String(this.settings.rate);
    byId("turn").setAttribute("aria-pressed", String(this.turned));
    this.changed(this.settings, this.turned);
  }

  /** @param {StateMessage} state */
  show(state) {
    // A record cannot be played on.
    for (const id of ["takeback", "help"]) byId(id).hidden = state.phase === "replay";
    byId("hint").hidden = state.phase === "replay";
    // Until the board is there, nothing of it can be used.
    /** @type {HTMLButtonElement} */ (byId("turn")).disabled = false;
    byId("new").hidden = state.phase === "replay" || !!state.puzzle;
    /** @type {HTMLButtonElement} */ (byId("takeback")).disabled = !state.can_takeback;
    const hint = /** @type {HTMLButtonElement} */ (byId("hint"));
    const isEarnest = state.conditions === "earnest" || state.conditions === "serious";
    hint.disabled = state.phase !== "play" || !!state.puzzle || isEarnest;
    hint.title = isEarnest ? t("guidance.no_hint") : "";
    this.help = state.help;
    this.showHelp();
  }

  showHelp() {
    for (const radio of radios("help")) radio.checked = radio.value === this.help;
  }

  /** @param {typeof LEGEND} met marks of this game @param {string[]} colours */
  drawLegend(met, colours) {
    byId("legend").replaceChildren(
      ...met.map(([entry, role]) => {
        const picture = svg(
          "svg",
          { viewBox: "-54 -54 108 108", class: "legend-mark", "aria-hidden": "true" },
          svg("rect", { x: -54, y: -54, width: 108, height: 108, rx: 16, class: "legend-channel" }),
          svg("rect", { x: -43, y: -43, width: 86, height: 86, rx: 10, class: "legend-tile" }),
        );
        picture.append(shapeOf({ entry, role }) ?? "");
        return html("li", {}, picture, t(`ui.mark_${entry}_${role}`));
      }),
    );
    byId("colours").hidden = !colours.length;
    byId("colours").replaceChildren(...colourKey(colours));
  }
}
