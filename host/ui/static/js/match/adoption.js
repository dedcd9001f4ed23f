// @ts-check
// The dialog to take the board as it stands: the proposed position, to be corrected and confirmed.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { label, nameWords, player } from "../text/names.js";

/** @typedef {{square: string, letter: string, teeth: string}} Tower */

/** Colours by their letters in the text of a position. @type {Record<string, string>} */
const COLOUR_OF = {
  n: "brown",
  g: "green",
  r: "red",
  y: "yellow",
  k: "pink",
  p: "purple",
  b: "blue",
  o: "orange",
};
const FILES = "abcdefgh";

/** True for a position of stones, which have no names. @param {string} text */
const isOfStones = (text) => /s/i.test(text.split(" ")[0]);

const isWhite = (/** @type {string} */ letter) => letter === letter.toUpperCase();

/** The towers of a position, from rank 8 to rank 1. @param {string} text @returns {Tower[]} */
function towersOf(text) {
  const towers = [];
  for (const [row, rank] of text.split(" ")[0].split("/").entries()) {
    let file = 0;
    for (const [, empty, letter, teeth] of rank.matchAll(/([1-9])|([a-z])(\+*)/gi)) {
      if (empty) file += Number(empty);
      else towers.push({ square: `${FILES[file++]}${8 - row}`, letter, teeth });
    }
  }
  return towers;
}

/**
 * The position with the tower of this letter on a square; the one that was there takes its place.
 * The teeth go with their towers.
 * @param {string} text @param {string} square @param {string} letter
 */
export function exchange(text, square, letter) {
  const towers = towersOf(text);
  const here = towers.find((tower) => tower.square === square);
  const there = towers.find((tower) => tower.letter === letter);
  if (!here || !there) return text;
  const [board, ...rest] = text.split(" ");
  const put = new Map([[here.letter, there], [there.letter, here]]);
  const exchanged = board.replace(/([a-z])\+*/gi, (all, found) => {
    const tower = put.get(found);
    return tower ? tower.letter + tower.teeth : all;
  });
  return [exchanged, ...rest].join(" ");
}

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
    const fields = this.text.value.trim().split(/\s+/);
    fields[number] = value;
    // In a round of Kamisado the last mover is the opponent of the side to move again.
    const kept = isOfStones(fields[0]) ? fields : fields.slice(0, 3);
    this.text.value = kept.join(" ");
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

  /** A choice of the tower on one square. @param {Tower} tower */
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
