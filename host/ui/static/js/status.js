// @ts-check
// The status card: prompt, correction or last move, and the state of the connection.

import { byId, html } from "./dom.js";
import { t } from "./messages.js";
import { label, moveWords, nameWords } from "./names.js";
import { chip } from "./symbols.js";
import { piecePicture } from "./pieces.js";

/** @typedef {import("./types.js").StateMessage} StateMessage */

export class Status {
  /** @param {(message: import("./types.js").PageRequest) => boolean} send */
  constructor(send) {
    this.send = send;
    this.offered = "";
  }

  /** @param {StateMessage} state */
  show(state) {
    this.offer(state);
    byId("prompt-text").textContent = state.prompt;
    byId("prompt-picture").replaceChildren(this.picture(state));
    byId("prompt").dataset.side = state.turn;
    this.detail(state);
  }

  /** Show the choices of a round that move no piece. @param {StateMessage} state */
  offer({ phase, choices }) {
    const now = phase === "play" ? choices : [];
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
          // Texts of moves are no sentences.
          words === text ? words : label(words),
        );
        button.addEventListener("click", () => this.send({ t: "choose", text }));
        return button;
      }),
    );
  }

  /** A picture of the tower that must move or is due, or of the side to move. @param {StateMessage} state */
  picture(state) {
    const due = state.marks.find(({ entry, role }) => entry === "fill" && role === "here");
    const awaited = due && state.pieces.find(({ square }) => square === due.square);
    if (awaited) return piecePicture(awaited);
    const [mover, ...others] = state.movable;
    const piece = others.length ? undefined : state.pieces.find(({ square }) => square === mover);
    if (["play", "replay"].includes(state.phase) && piece) return piecePicture(piece);
    const winner = state.outcome?.winner;
    return html("span", { class: `disc ${winner ?? state.turn}` });
  }

  /** The second line: the correction before the last move. @param {StateMessage} state */
  detail({ phase, correction, prompt, moves }) {
    const box = byId("detail");
    const wrong = correction !== null && correction.text !== prompt;
    box.classList.toggle("correction", wrong);
    // After a round or game the result card says more.
    const last = ["play", "setup", "paused", "replay"].includes(phase) ? moves.at(-1) : undefined;
    if (wrong)
      box.replaceChildren(
        html("span", { class: "warning-sign", "aria-hidden": "true" }, "!"),
        correction.text,
      );
    else if (last) {
      box.replaceChildren(t("page.last_move_shown", { move: moveWords(last) }));
    } else box.replaceChildren();
  }

  /**
   * Show the connection to the program, and through it to the board.
   * @param {boolean} open true if the program answers
   * @param {number} tries failed attempts since it did
   * @param {StateMessage | null} state
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
