// @ts-check
// The new game: a dialog that asks which format, which clock and whom to play against, before anything is thrown away.

import { byId, html } from "./element.js";
import { label } from "./names.js";

/** @typedef {import("./types.js").Hello} Hello */

/** The clocks that are offered by name; any other is the players' own. */
const CLOCKS = ["", "5+3", "10+5"];
const OWN = "own";

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** @param {string} name @returns {HTMLInputElement[]} */
const radios = (name) => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(`input[name="${name}"]`)
  ),
];

/** The chosen one. @param {string} name */
const chosen = (name) => radios(name).find((radio) => radio.checked);

export class NewGame {
  /** @param {(message: import("./types.js").PageMessage) => boolean} send */
  constructor(send) {
    this.send = send;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
    /** Of the game that is played. */
    this.clock = "";
    /** Whether moves stand in it. */
    this.touchMove = false;
    /** Whom the computer plays as in it. @type {import("./types.js").State["opponent"]} */
    this.opponent = null;
    /** Whether a game would be thrown away. */
    this.underWay = false;
    for (const radio of radios("clock")) {
      radio.addEventListener("change", () => this.showOwn());
    }
    select("opponent").addEventListener("change", () => this.showSide());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "new") this.begin();
    });
  }

  /** @param {Hello} hello */
  greet({ games, game }) {
    const current = games.some(({ name }) => name === game) ? game : games[0]?.name;
    byId("formats").replaceChildren(
      ...games.map(({ name, title }) => {
        const radio = html("input", { type: "radio", name: "game", value: name });
        /** @type {HTMLInputElement} */ (radio).defaultChecked = name === current;
        return html("label", {}, radio, html("span", {}, label(title)));
      }),
    );
  }

  /** @param {import("./types.js").State} state */
  show({ phase, moves, outcome, touch_move, opponent }) {
    this.touchMove = touch_move;
    this.opponent = opponent;
    this.underWay = moves.length > 0 && outcome === null && phase !== "replay";
  }

  open() {
    /** @type {HTMLFormElement} */ (byId("new-game-form")).reset();
    const kind = CLOCKS.includes(this.clock) ? this.clock : OWN;
    for (const radio of radios("clock")) radio.checked = radio.value === kind;
    if (kind === OWN) [input("minutes").value, input("seconds").value] = this.clock.split("+");
    for (const radio of radios("moves")) radio.checked = (radio.value !== "") === this.touchMove;
    select("opponent").value = this.opponent?.level ?? "";
    select("plays").value = this.opponent?.side ?? "white";
    this.showOwn();
    this.showSide();
    byId("new-game-warning").hidden = !this.underWay;
    // In some browsers Escape leaves the answer of the last time.
    this.dialog.returnValue = "";
    this.dialog.showModal();
    chosen("game")?.focus();
  }

  /** The fields of the players' own clock are there only while they count. */
  showOwn() {
    const own = chosen("clock")?.value === OWN;
    byId("own-clock").hidden = !own;
    for (const id of ["minutes", "seconds"]) input(id).disabled = !own;
  }

  /** Which side is whose only matters against the computer. */
  showSide() {
    byId("own-side").hidden = select("opponent").value === "";
  }

  begin() {
    const kind = chosen("clock")?.value ?? "";
    const own = `${input("minutes").valueAsNumber}+${input("seconds").valueAsNumber}`;
    const game = chosen("game")?.value;
    const stand = chosen("moves")?.value === "touch" ? { touch_move: true } : {};
    const opponent = select("opponent").value;
    const plays = /** @type {import("./types.js").Side} */ (select("plays").value);
    const against = opponent ? { opponent, plays } : {};
    const clock = kind === OWN ? own : kind;
    if (game) this.send({ t: "new", game, clock, ...stand, ...against });
  }
}
