// @ts-check
// The strips of the players: names, points, whose turn it is, and clocks.

import { Clock } from "./clock.js";
import { byId, html, setText } from "../dom/dom.js";
import { dateTag } from "../text/language.js";
import { t } from "../text/messages.js";
import { durationText, player } from "../text/names.js";
import { roundWords, score, unit } from "./verdict.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").Side} Side */

const SECOND_MS = 1000;

/** A time of today, or with its date. @param {string} utc */
function when(utc) {
  const time = new Date(utc);
  const today = time.toDateString() === new Date().toDateString();
  const lang = dateTag(document.documentElement.lang);
  return today
    ? time.toLocaleTimeString(lang, { timeStyle: "short" })
    : time.toLocaleString(lang, { dateStyle: "short", timeStyle: "short" });
}

/** "+4" seconds. @param {number} ms */
const signed = (ms) =>
  new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "always" }).format(
    Math.round(ms / 1000),
  );

export class Players {
  /** @param {import("../connection/access.js").Access} access */
  constructor(access) {
    this.access = access;
    this.clock = new Clock({ black: byId("black-clock"), white: byId("white-clock") });
    /** @type {StateMessage | null} */
    this.state = null;
    /** @type {import("../types.js").FarMessage | null} */
    this.far = null;
    /** How many sentences of that player have been put away. */
    this.heard = 0;
    this.chat = byId("chat-button");
    /** Until the next second of an absence is shown. */
    this.timer = 0;
  }

  /** @param {import("../types.js").FarMessage} message */
  setFar(message) {
    if (message.said_count < this.heard) this.heard = 0; // another match
    this.far = message;
    this.show(this.state);
  }

  /** @param {import("../types.js").ClockMessage} message */
  setClock(message) {
    this.clock.update(message);
  }

  /** @param {StateMessage | null} state */
  show(state) {
    this.state = state;
    const match = state && score(state);
    byId("score-words").hidden = !match;
    setText(byId("score-words"), match && roundWords(match));
    const moving = state && ["play", "between", "replay"].includes(state.phase) && !state.outcome;
    for (const side of /** @type {const} */ (["black", "white"])) {
      const name = this.name(side);
      setText(byId(`${side}-name`), name);
      byId(`${side}-name`).title = state?.names[side] ?? "";
      byId(`${side}-player`).classList.toggle("named", Boolean(state?.names[side]));
      byId(`${side}-side`).hidden = name === player(side);
      // The disc and the label of the strip tell the side as well.
      this.write(byId(`${side}-side`), ...this.told(side));
      byId(`${side}-points`).hidden = !match;
      setText(byId(`${side}-points`), match && String(match[side]));
      setText(byId(`${side}-goal`), match?.goal ? `/${match.goal}` : "");
      setText(byId(`${side}-unit`), match && unit(match, side));
      byId(`${side}-points`).title = match?.goal ? t("page.points_win", { points: match.goal }) : "";
      const turn = moving && state.turn === side;
      byId(`${side}-player`).classList.toggle("turn", Boolean(turn));
      byId(`${side}-turn`).hidden = !turn;
    }
  }

  /**
   * Write what stands below a name; a sentence that was said is a button that puts it away.
   * @param {HTMLElement} line @param {string} phrase "" for none @param {string} rest
   */
  write(line, phrase, rest) {
    const told = [phrase, rest].filter(Boolean).join(" · ");
    line.title = told;
    // Made anew for each state, the button would lose the focus.
    if (line.textContent === told) return;
    const isFocused = line.contains(document.activeElement);
    const said = html("button", { type: "button", class: "said", title: t("page.close") }, phrase);
    said.addEventListener("click", () => {
      this.heard = this.far?.said_count ?? 0;
      this.show(this.state);
      this.chat.focus();
    });
    line.replaceChildren(...(phrase ? [said, told.slice(phrase.length)] : [told]));
    if (isFocused) said.focus();
  }

  /**
   * What the player at another board has said, and does, if that is this side; else its name.
   * @param {Side} side
   * @returns {[string, string]}
   */
  told(side) {
    const { far } = this;
    const isFar = this.state?.opponent?.side === side && far !== null && far.stage !== "none";
    byId(`${side}-player`).classList.toggle("far", isFar);
    const phrase = isFar && far.said_count > this.heard ? far.said : null;
    byId(`${side}-player`).classList.toggle("says", phrase !== null);
    const does = isFar ? this.does(side, far).join(" · ") : "";
    return phrase ? [t("page.quoted", { phrase }), does] : ["", does || player(side)];
  }

  /** @param {Side} side the far player's @param {import("../types.js").FarMessage} far */
  does(side, far) {
    if (this.chat.parentElement?.id !== `${side}-player`) byId(`${side}-tray`).before(this.chat);
    const back = far.can_claim ? [] : this.back(far);
    if (!far.connected) return [t("page.far_unconnected"), ...back];
    if (far.stage === "inviting") return [t("page.far_awaited")];
    // After the end nobody is waited for.
    if (!far.presence || (this.state?.outcome && !["away", "setup"].includes(far.presence))) return [];
    const parts = [t(`remote.presence_${far.presence}`), ...back];
    if (far.since && far.presence === "away") parts.push(t("page.since", { when: when(far.since) }));
    if (far.ahead_ms !== null) parts.push(t("page.far_clock", { seconds: signed(far.ahead_ms) }));
    return parts;
  }

  /** How soon who is away is to be back, if that was agreed. @param {import("../types.js").FarMessage} far */
  back({ absence_until }) {
    clearTimeout(this.timer);
    if (absence_until === null) return [];
    this.timer = setTimeout(() => this.show(this.state), SECOND_MS);
    const leftMs = Math.max(0, Date.parse(absence_until) - Date.now());
    return [t("page.back_within", { time: durationText(Math.ceil(leftMs / SECOND_MS)) })];
  }

  /** The name that was typed, "Level 4", "You", or the side. @param {Side} side */
  name(side) {
    const { state } = this;
    if (state?.names[side]) return state.names[side];
    if (state?.opponent?.side === side) return state.opponent.label;
    return state && this.access.playerOf(state) === side ? t("page.you") : player(side);
  }
}
