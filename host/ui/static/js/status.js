// @ts-check
// The status: who must do what, what is wrong, and whether the board is there.

import { byId, html } from "./dom.js";
import { t } from "./messages.js";
import { label, moveWords, nameWords } from "./names.js";
import { chip } from "./symbols.js";
import { piecePicture } from "./pieces.js";

/** @typedef {import("./types.js").State} State */

export class Status {
  /** @param {(message: import("./types.js").PageMessage) => boolean} send */
  constructor(send) {
    this.send = send;
    this.offered = "";
  }

  /** @param {State} state */
  show(state) {
    this.offer(state);
    byId("prompt-text").textContent = state.prompt;
    byId("prompt-picture").replaceChildren(this.picture(state));
    byId("prompt").dataset.side = state.turn;
    this.detail(state);
  }

  /** What may be done in a round without moving anything. @param {State} state */
  offer({ phase, choices }) {
    const now = phase === "play" ? choices : [];
    const offered = JSON.stringify(now);
    // Buttons drawn anew for each state would lose the focus.
    if (offered === this.offered) return;
    this.offered = offered;
    byId("turn-choices").hidden = !now.length;
    byId("turn-choices").replaceChildren(
      ...now.map(({ text, words }) => {
        const button = html("button", { type: "button", class: "primary" }, label(words));
        button.addEventListener("click", () => this.send({ t: "choose", text }));
        return button;
      }),
    );
  }

  /** The tower that must move or is due somewhere, or whose turn it is. @param {State} state */
  picture(state) {
    const due = state.marks.find(({ entry, role }) => entry === "fill" && role === "here");
    const awaited = due && state.pieces.find(({ square }) => square === due.square);
    if (awaited) return piecePicture(awaited);
    const [mover, ...others] = state.movers;
    const piece = others.length ? undefined : state.pieces.find(({ square }) => square === mover);
    if (["play", "replay"].includes(state.phase) && piece) return piecePicture(piece);
    const winner = state.outcome?.winner;
    return html("span", { class: `disc ${winner ?? state.turn}` });
  }

  /** The second line: trouble before the last move. @param {State} state */
  detail({ phase, trouble, prompt, moves }) {
    const box = byId("detail");
    const wrong = trouble !== null && trouble.text !== prompt;
    box.classList.toggle("trouble", wrong);
    // At an end the panel of the ending tells more.
    const last = ["play", "setup", "paused", "replay"].includes(phase) ? moves.at(-1) : undefined;
    if (wrong)
      box.replaceChildren(
        html("span", { class: "warning-sign", "aria-hidden": "true" }, "!"),
        trouble.text,
      );
    else if (last) {
      box.replaceChildren(t("page.last_move_shown", { move: moveWords(last) }));
    } else box.replaceChildren();
  }

  /**
   * The link: to the program, and through it to the board.
   * @param {boolean} open whether the program answers
   * @param {number} tries how often it was tried in vain since
   * @param {State | null} state
   */
  link(open, tries, state) {
    const link = state?.link ?? { state: "connecting", text: t("page.connecting_board") };
    const kind = open ? link.state : tries ? "lost" : "connecting";
    let text = link.text;
    if (!open) text = tries ? t("page.no_program", { tries }) : t("page.connecting");
    const pill = byId("link");
    pill.dataset.state = kind;
    byId("link-text").textContent = !open && tries ? t("page.reconnecting", { tries }) : text;
    byId("stage").classList.toggle("lost", kind !== "up");
    const veil = byId("veil");
    veil.hidden = kind === "up";
    byId("veil-text").textContent = text;
    return kind;
  }
}

/** The colours with their signs, as a list. @param {string[]} colours */
export function colourKey(colours) {
  return colours.map((colour) => html("li", {}, chip(colour, "square"), nameWords(colour)));
}
