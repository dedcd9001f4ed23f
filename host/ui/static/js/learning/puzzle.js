// @ts-check
// The puzzle card: number, state, and buttons for other puzzles and back to the game.

import { byId, html } from "../dom/dom.js";
import { fillTexts, t } from "../text/messages.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

const GRADES = [1, 2, 3, 4, 5];

export class Puzzle {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {(text: string) => void} announce announces to screen readers
   */
  constructor(send, announce) {
    this.announce = announce;
    byId("puzzles").addEventListener("click", () => send({ t: "puzzle" }));
    byId("puzzle-next").addEventListener("click", () => send({ t: "puzzle" }));
    byId("puzzle-leave").addEventListener("click", () => send({ t: "leave" }));
    byId("grades").replaceChildren(
      ...GRADES.map((grade) => {
        const name = html("span", { class: "visually-hidden", "data-text": "page.grade_before" });
        const button = html(
          "button",
          { type: "button", "data-request": "puzzle" },
          name,
          String(grade),
        );
        button.addEventListener("click", () => send({ t: "puzzle", grade }));
        return button;
      }),
    );
    fillTexts(byId("grades"));
  }

  /** @param {StateMessage} state */
  show({ puzzle, phase }) {
    const first = byId("puzzle").hidden;
    byId("puzzle").hidden = !puzzle;
    byId("puzzles").hidden = puzzle !== null || phase === "replay";
    if (!puzzle) return;
    const { number, of, grade, state, solved } = puzzle;
    byId("puzzle-title").textContent = t("page.puzzle", { number, count: of });
    byId("puzzle-grade").textContent = t("page.grade", { grade });
    byId("puzzle-solved").textContent = t("page.solved", { count: solved });
    byId("puzzle-next").classList.toggle("primary", state === "solved");
    // The next ones are announced by the program.
    if (first) this.announce(`${t("page.puzzle", { number, count: of })}, ${t("page.grade", { grade })}.`);
    for (const [at, button] of [...byId("grades").children].entries()) {
      button.setAttribute("aria-pressed", String(GRADES[at] === grade));
    }
  }
}
