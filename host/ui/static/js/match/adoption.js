// @ts-check
// The dialog to take the board as it stands: the proposed position, to be corrected and confirmed.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { label, nameWords, player } from "../text/names.js";
import { COLOUR_OF, exchange, isOfStones, isWhite, towersOf, withField } from "./position_text.js";

export class Adoption {
  /** @param {(message: import("../types.js").PageRequest) => boolean} send */
  constructor(send) {
    /** The position that is proposed now. @type {string | null} */
    this.proposal = null;
    this.button = byId("adopt");
    this.dialog = /** @type {HTMLDialogElement} */ (byId("adopt-dialog"));
    this.text = /** @type {HTMLInputElement} */ (byId("adopt-position"));
    this.turn = /** @type {HTMLSelectElement} */ (byId("adopt-turn"));
    this.required = /** @type {HTMLSelectElement} */ (byId("adopt-required"));
    this.button.addEventListener("click", () => this.ask());
    this.text.addEventListener("input", () => this.render());
    this.turn.addEventListener("change", () => this.setField(1, this.turn.value));
    this.required.addEventListener("change", () => this.setField(2, this.required.value));
    this.dialog.addEventListener("close", () => {
      const position = this.text.value.trim();
      if (this.dialog.returnValue === "adopt") send({ t: "adopt", position });
    });
  }

  /** @param {import("../types.js").StateMessage} state */
  show({ adoption }) {
    this.proposal = adoption;
    this.button.hidden = adoption === null;
    if (this.dialog.open && adoption === null) this.dialog.close("");
  }

  /** Ask for confirmation of the position that is proposed now. */
  ask() {
    if (this.proposal === null) return;
    this.text.value = this.proposal;
    this.render();
    // In some browsers Escape leaves the answer of the last time.
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  /** Change a field of the text. @param {number} number @param {string} value */
  setField(number, value) {
    this.text.value = withField(this.text.value, number, value);
    this.render();
  }

  /** Show the fields of the text as choices. */
  render() {
    const [, turn, required] = this.text.value.trim().split(/\s+/);
    const stones = isOfStones(this.text.value);
    byId("adopt-explained").textContent = t(
      stones ? "page.adoption_of_stones_explained" : "page.adoption_explained",
    );
    byId("adopt-towers").hidden = stones;
    byId("adopt-tower-to-move").hidden = stones;
    this.turn.value = turn ?? "";
    if (stones) return;
    this.required.replaceChildren(...options(Object.keys(COLOUR_OF)));
    this.required.value = required ?? "";
    byId("adopt-towers").replaceChildren(
      ...towersOf(this.text.value).map((tower) => this.choice(tower)),
    );
  }

  /** A choice of the tower on one square. @param {import("./position_text.js").Tower} tower */
  choice({ square, letter }) {
    const white = isWhite(letter);
    const letters = Object.keys(COLOUR_OF).map((each) => (white ? each.toUpperCase() : each));
    const side = player(white ? "white" : "black");
    const name = t("page.tower_on", { side, square });
    const select = /** @type {HTMLSelectElement} */ (html("select", { "data-square": square }));
    select.append(...options(letters));
    select.value = letter;
    select.addEventListener("change", () => {
      this.text.value = exchange(this.text.value, square, select.value);
      this.render();
      const again = this.dialog.querySelector(`[data-square="${square}"]`);
      /** @type {HTMLElement | null} */ (again)?.focus();
    });
    return html("label", {}, html("span", {}, name), select);
  }
}

/** Choices of colours by letters of either case. @param {string[]} letters */
const options = (letters) =>
  letters.map((letter) =>
    html("option", { value: letter }, label(nameWords(COLOUR_OF[letter.toLowerCase()]))),
  );
