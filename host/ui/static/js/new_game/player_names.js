// @ts-check
// The dialog for the names of the players, and the names of a new match.

import { byId } from "../dom/dom.js";
import { openDialog } from "../dom/menu.js";
import { table } from "../dom/table.js";
import { isTaken } from "./beginning.js";
import { keptAfter, load, proposed, save } from "./kept_names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

/** @param {import("../types.js").Side} side */
const field = (side) => /** @type {HTMLInputElement} */ (byId(`name-of-${side}`));

export class PlayerNames {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {import("../connection/access.js").Access} access
   */
  constructor(send, access) {
    this.send = send;
    this.access = access;
    /** @type {StateMessage | null} */
    this.state = null;
    /** What was typed last, until the program has it: what it refuses is not kept. */
    this.typed = "";
    /** True until the names of a new match were proposed. */
    this.isNew = false;
    /** The last state of the match before. @type {StateMessage | null} */
    this.before = null;
    const dialog = /** @type {HTMLDialogElement} */ (byId("names-dialog"));
    byId("open-names").addEventListener("click", () => this.open());
    for (const side of /** @type {const} */ (["white", "black"])) {
      byId(`${side}-name`).addEventListener("click", () => {
        if (!(/** @type {HTMLButtonElement} */ (byId("open-names")).disabled)) this.open(side);
      });
    }
    byId("names-form").addEventListener("submit", () => this.keep());
    byId("names-cancel").addEventListener("click", () => dialog.close());
  }

  /** Another match is shown. */
  begin() {
    this.isNew = true;
    this.before = this.state;
  }

  /** @param {StateMessage} state */
  show(state) {
    this.state = state;
    if (this.typed && this.typed === JSON.stringify([state.names.white, state.names.black])) {
      this.typed = "";
      if (this.access.message?.role === "owner") save(keptAfter(load(), state, state.names));
    }
    byId("open-names").hidden = isTaken(state);
  }

  /** @param {import("../types.js").Side} [first] which is to be typed */
  open(first) {
    const { state } = this;
    if (!state || isTaken(state)) return;
    for (const side of /** @type {const} */ (["white", "black"])) {
      const isProgram = state.opponent?.side === side && Boolean(state.opponent.level);
      const { side: own } = this.access;
      field(side).disabled = isProgram || (own !== null && own !== side);
      field(side).defaultValue = field(side).value = isProgram ? (state.opponent?.label ?? "") : state.names[side];
    }
    openDialog("names-dialog");
    const wanted = first && !field(first).disabled ? first : field("white").disabled ? "black" : "white";
    field(wanted).select();
  }

  keep() {
    if (!this.state) return;
    const { names } = this.state;
    const typed = { ...names };
    for (const side of /** @type {const} */ (["white", "black"])) {
      const { disabled, value, defaultValue } = field(side);
      // Somebody else may have named the other side meanwhile.
      if (!disabled && value !== defaultValue) typed[side] = value.trim().replace(/\s+/g, " ");
    }
    this.typed = JSON.stringify([typed.white, typed.black]);
    this.send({ t: "names", ...typed });
  }

  /**
   * Give a match that has just begun the names that were typed last.  At a table of a club others sit
   * down each time.
   * @param {StateMessage} state
   */
  propose(state) {
    if (!this.isNew || state === this.before || isTaken(state)) return;
    this.isNew = false;
    if (this.access.message?.role !== "owner" || table || state.moves.length > 1) return;
    const names = proposed(load(), state);
    if (names) this.send({ t: "names", ...names });
  }
}
