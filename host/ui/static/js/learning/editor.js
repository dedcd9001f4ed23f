// @ts-check
// The board editor: towers go wherever they are put, and the rules look at what stands in the end.

import { byId, html } from "../dom/dom.js";
import { COLOUR_OF, withField } from "../match/position_text.js";
import { t } from "../text/messages.js";
import { isColoured, label, nameWords } from "../text/names.js";
import { placement } from "./placement.js";

export class Editor {
  /**
   * @param {import("./analysis.js").Analysis} analysis
   * @param {(game: string, position: string) => void} done has a position shown, unless the rules refuse it
   */
  constructor(analysis, done) {
    this.analysis = analysis;
    this.done = done;
    /** The game of the position. */
    this.game = "";
    /** The text of the position that was begun with. */
    this.text = "";
    this.turn = /** @type {HTMLSelectElement} */ (byId("editor-turn"));
    this.required = /** @type {HTMLSelectElement} */ (byId("editor-required"));
    byId("edit").addEventListener("click", () => this.begin());
    byId("editor-cancel").addEventListener("click", () => this.analysis.close());
    byId("editor").addEventListener("submit", (event) => {
      event.preventDefault();
      this.done(this.game, this.position);
    });
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame(hello) {
    this.game = hello.game;
    byId("edit").hidden = !isColoured(hello);
  }

  /** Begin with the position that is shown. */
  begin() {
    this.analysis.take(({ position, pieces }) => {
      this.text = position;
      const [, turn, required] = position.split(" ");
      const choices = Object.entries(COLOUR_OF).map(([letter, colour]) =>
        html("option", { value: letter }, label(nameWords(colour))),
      );
      this.required.replaceChildren(html("option", { value: "-" }, t("page.any_tower_moves")), ...choices);
      this.turn.value = turn;
      this.required.value = required;
      this.analysis.edit(pieces);
      byId("editor-turn").focus();
    });
  }

  /** The text of what stands on the board. */
  get position() {
    const [, ...rest] = this.text.split(" ");
    const text = [placement(this.analysis.edited ?? []), ...rest].join(" ");
    return withField(withField(text, 1, this.turn.value), 2, this.required.value);
  }
}
