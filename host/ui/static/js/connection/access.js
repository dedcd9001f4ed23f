// @ts-check
// Access: the role of this page, told plainly, and the controls that it does not have.

import { besideMoves, byId, setText } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";
import { may, playerOf, sideOf } from "./role.js";

/** @typedef {import("../types.js").AccessMessage} AccessMessage */
/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").PageRequest["t"]} RequestName */

/** @typedef {HTMLButtonElement | HTMLInputElement} Control */

export class Access {
  constructor() {
    /** @type {AccessMessage | null} */
    this.message = null;
    /** Controls that are disabled because of the role. @type {Set<Control>} */
    this.denied = new Set();
  }

  /** Take a role over; returns the sentence that tells it. @param {AccessMessage} message */
  update(message) {
    this.message = message;
    byId("role").hidden = message.role === "owner";
    setText(byId("role-name"), this.name());
    setText(byId("role-hint"), this.hint());
    return this.name();
  }

  /** The side that this page plays; null for spectators and owners. */
  get side() {
    return this.message && sideOf(this.message);
  }

  /** The side of the one player at this page; null if it is nobody's, or both are. @param {StateMessage} state */
  playerOf(state) {
    return this.message && playerOf(this.message, state);
  }

  /** True if an offer to a side is answered on this page. @param {import("../types.js").Side} asked */
  answersFor(asked) {
    return this.message?.role === "owner" || this.side === asked;
  }

  name() {
    if (this.side) return t("page.you_play_side", { side: player(this.side) });
    return t(this.message?.role === "owner" ? "page.you_own" : "page.you_watch");
  }

  /** @param {boolean} [later] true if what is played is shown later here */
  hint(later) {
    if (this.side) return t("page.player_hint");
    if (later) return t("page.spectator_later");
    return t(this.message?.expired ? "page.link_expired" : "page.spectator_hint");
  }

  /** True if the role may ask for this now. @param {RequestName} request @param {StateMessage} state */
  may(request, state) {
    return this.message !== null && may(this.message, request, state);
  }

  /** The reason why a piece cannot be lifted on this page; empty if it can. @param {StateMessage} state */
  reasonAgainstMoving(state) {
    if (this.may("lift", state)) return "";
    return t(this.side ? "page.not_your_turn" : "page.others_move");
  }

  /** Enable what was disabled because of the role; the components may disable it again. */
  release() {
    for (const control of this.denied) {
      control.disabled = false;
      control.removeAttribute("aria-describedby");
      control.removeAttribute("title");
    }
    this.denied.clear();
  }

  /** Disable the controls whose requests the role may not make. @param {StateMessage} state */
  deny(state) {
    setText(byId("role-hint"), this.hint(state.conditions === "serious"));
    const controls = /** @type {Control[]} */ (besideMoves("[data-request]"));
    for (const control of controls) {
      const request = /** @type {RequestName} */ (control.dataset.request);
      if (control.disabled || this.may(request, state)) continue;
      control.disabled = true;
      control.title = this.name();
      control.setAttribute("aria-describedby", "role");
      this.denied.add(control);
    }
  }
}
