// @ts-check
// The status line: prompt and last move, or what comes before them.

import { byId, html } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { t } from "../text/messages.js";
import { colourWords, label, moveWords } from "../text/names.js";
import { chip } from "../board/symbols.js";
import { piecePicture } from "../board/pieces.js";
import { linked } from "../text/rules.js";
import { kindOf, towerOf } from "./situation.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("./situation.js").Kind} Kind */

/** Sizes of the letters, by the values of `data-fit`; the last two leave out the last move. */
const STEPS = ["0", "1", "2", "3", "4"];

/** The lines of text of the status line. */
const LINES = ["prompt", "detail", "hint-words", "negotiation-text"];

/** Icons of what is no piece's business. @type {Partial<Record<Kind, string>>} */
const ICONS = { trouble: "warn", offer: "offer", paused: "pause" };

/**
 * A picture of that tower, or else of the side to move or that has won.
 * @param {StateMessage} state @param {Kind} kind
 */
function picture(state, kind) {
  const sign = ICONS[kind];
  if (sign) return icon(sign);
  const piece = towerOf(state);
  if (piece) return piecePicture(piece);
  const side = state.outcome ? (state.outcome.winner ?? "nobody") : state.turn;
  return html("span", { class: `disc ${side}` });
}

/** True for what is chosen if it is a move, or several. @param {string} text */
const isMove = (text) => /^[a-z]\d+[a-z]\d/.test(text);

export class Status {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {(line: string[]) => void} showLine plays the moves after a hint on the board
   */
  constructor(send, showLine) {
    this.send = send;
    this.showLine = showLine;
    /** The moves that a hint leads to. @type {string[]} */
    this.line = [];
    this.offered = "";
    this.told = "";
    /** All that the card shows, as JSON text. */
    this.drawn = "";
    /** What "More" opens: all of the text. */
    this.whole = byId("status-whole");
    this.whole.addEventListener("beforetoggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "open") this.tellWhole();
    });
    new ResizeObserver(() => this.fit()).observe(byId("status"));
  }

  /**
   * @param {StateMessage} state
   * @param {string} place which position is shown beside the match; empty if the match's own is
   * @param {string} note what is told in place of the last move
   */
  show(state, place, note) {
    this.offer(state);
    const kind = place ? "analysis" : kindOf(state);
    if (!this.renew(state, kind, place || note)) return;
    byId("status").dataset.kind = kind;
    byId("prompt-text").replaceChildren(...linked(state.prompt));
    byId("prompt-picture").replaceChildren(picture(state, kind));
    byId("prompt").dataset.side = state.turn;
    byId("hint-words").hidden = !state.hint;
    this.line = state.hint?.line ?? [];
    byId("hint-words").replaceChildren(...linked(state.hint?.words ?? ""));
    this.detail(state, kind, place || note);
    this.fit();
  }

  /**
   * Make the lines of text anew if they say something else: a line that is of another height moves
   * the next one, and nothing on the page shall move.
   * @param {StateMessage} state @param {Kind} kind @param {string} place
   * @returns {boolean} true if anything on the card is another
   */
  renew(state, kind, place) {
    const { phase, turn, prompt, correction, hint, offer, moves } = state;
    const asked = byId("negotiation-text");
    const { lang } = document.documentElement;
    const told = JSON.stringify([kind, prompt, correction, hint, offer, moves.at(-1), place, asked.textContent]);
    const beside = [asked.hidden, phase, turn, state.outcome?.winner, this.offered, towerOf(state), lang];
    const drawn = JSON.stringify([told, ...beside]);
    if (drawn === this.drawn) return false;
    this.drawn = drawn;
    if (told === this.told) return true;
    this.told = told;
    for (const id of LINES) {
      const line = byId(id);
      line.replaceWith(line.cloneNode(true));
    }
    this.whole.hidePopover();
    return true;
  }

  /**
   * Set long sentences in smaller letters, so that the card keeps its height; what does not fit even
   * so ends with an ellipsis, and "More" opens all of it.
   */
  fit() {
    const card = byId("status");
    const words = byId("status-words");
    for (const text of words.querySelectorAll(".clamped")) text.classList.remove("clamped");
    // Behind it a hint can be shown.
    byId("status-more").hidden = !this.line.length;
    // A long word does not fit in width.
    const tooLong = () =>
      words.scrollHeight > words.clientHeight + 1 || words.scrollWidth > words.clientWidth;
    for (const step of STEPS) {
      card.dataset.fit = step;
      if (!tooLong()) return;
    }
    const [longest] = this.texts().sort((a, b) => b.offsetHeight - a.offsetHeight);
    if (!longest) return;
    byId("status-more").hidden = false;
    const room = words.clientHeight - words.scrollHeight + longest.offsetHeight;
    const lines = Math.floor(room / parseFloat(getComputedStyle(longest).lineHeight));
    longest.style.setProperty("-webkit-line-clamp", String(Math.max(1, lines)));
    longest.classList.add("clamped");
  }

  /** The texts that are shown, as far as they have lines of their own. @returns {HTMLElement[]} */
  texts() {
    const texts = LINES.map((id) => (id === "prompt" ? byId("prompt-text") : byId(id)));
    return texts.filter((text) => text.textContent && text.checkVisibility());
  }

  /** Show all of the text over what is beside the card, which itself does not grow. */
  tellWhole() {
    const copies = this.texts().map((text) => html("p", {}, ...text.cloneNode(true).childNodes));
    const show = html("button", { type: "button", class: "primary" }, t("page.show_me"));
    show.addEventListener("click", () => (this.whole.hidePopover(), this.showLine(this.line)));
    this.whole.replaceChildren(...copies, ...(this.line.length ? [show] : []));
    const { top, bottom, left, width } = byId("status").getBoundingClientRect();
    const below = top < innerHeight - bottom;
    const { style } = this.whole;
    style.left = `${left}px`;
    style.width = `${width}px`;
    style.top = below ? `${top}px` : "auto";
    style.bottom = below ? "auto" : `${innerHeight - bottom}px`;
    style.maxHeight = `${below ? innerHeight - top : bottom}px`;
  }

  /** Show the choices of a round or its set-up that move no piece. @param {StateMessage} state */
  offer({ phase, choices }) {
    const now = phase === "play" || phase === "setup" ? choices : [];
    const offered = JSON.stringify(now);
    // Redrawing the buttons for each state would lose the focus.
    if (offered === this.offered) return;
    this.offered = offered;
    byId("turn-choices").hidden = !now.length;
    byId("turn-choices").replaceChildren(
      ...now.map(({ text, words }) => {
        const button = html(
          "button",
          { type: "button", class: "primary", "data-request": "choose" },
          // Moves in words would leave no room for the question.
          isMove(text) ? text : label(words),
        );
        if (isMove(text)) button.ariaLabel = words;
        button.addEventListener("click", () => this.send({ t: "choose", text }));
        return button;
      }),
    );
  }

  /**
   * The second line: what is wrong, or which position is shown, or the last move.
   * @param {StateMessage} state @param {Kind} kind @param {string} place
   */
  detail({ phase, correction, moves }, kind, place) {
    const box = byId("detail");
    const wrong = kind === "trouble";
    box.classList.toggle("correction", wrong);
    // After a round or game the result card says more.
    const last = ["play", "over", "replay"].includes(phase) ? moves.at(-1) : undefined;
    if (wrong) box.replaceChildren(...linked(correction?.text ?? ""));
    else box.replaceChildren(place || (last ? t("page.last_move_shown", { move: moveWords(last) }) : ""));
  }
}

/** The colours with their signs, as a list. @param {string[]} colours */
export function colourKey(colours) {
  return colours.map((colour) => html("li", {}, chip(colour, "square"), colourWords(colour)));
}
