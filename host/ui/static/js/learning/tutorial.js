// @ts-check
// The tutorials: what the steps of a tutorial say, and when they are done.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { linked } from "../text/rules.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

/** When a step is done, by its goal. @type {Record<string, (state: StateMessage) => boolean>} */
const GOALS = {
  move: ({ moves }) => moves.length >= 1,
  "two moves": ({ moves }) => moves.length >= 2,
  fill: ({ moves }) => moves.some(({ text }) => text.startsWith("fill")),
  deadlock: ({ outcome }) => outcome !== null,
  push: ({ moves }) => moves[0]?.text.endsWith("+") ?? false,
  pass: ({ moves }) => moves.some(({ from, to }) => from !== null && from === to),
  round: ({ phase }) => phase === "between",
  game: ({ outcome }) => outcome !== null,
};

/** The number of moves in which a goal must be reached. @type {Record<string, number>} */
const WITHIN = { push: 1, pass: 1, round: 1, game: 1, deadlock: 2 };

export class Tutorial {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => void} left called when the tutorial was left
   * @param {(text: string) => void} announce
   * @param {() => string} book closes what is open, and names the game that is taught
   * @param {(book: string) => void} play begins a game for who has just learnt it
   */
  constructor(send, left, announce, book, play) {
    this.send = send;
    this.left = left;
    this.announce = announce;
    this.play = play;
    /** The step that is shown. @type {StateMessage["tutorial"]} */
    this.at = null;
    this.told = "";
    byId("learn").addEventListener("click", () => this.begin(book()));
    byId("tutorial-next").addEventListener("click", () => this.go(1));
    byId("tutorial-back").addEventListener("click", () => this.go(-1));
    byId("tutorial-leave").addEventListener("click", () => this.leave());
  }

  /** Begin the tutorial of a game. @param {string} book */
  begin(book) {
    this.send({ t: "tutorial", book, number: 1 });
  }

  /** @param {1 | -1} by */
  go(by) {
    if (!this.at) return;
    const { book, number, of } = this.at;
    if (number + by > of) this.play(book);
    else if (number + by >= 1) this.send({ t: "tutorial", book, number: number + by });
  }

  leave() {
    this.send({ t: "leave" });
    this.left();
  }

  /** @param {StateMessage} state */
  show(state) {
    const { tutorial } = state;
    this.at = tutorial;
    byId("tutorial").hidden = !tutorial;
    if (!tutorial) {
      this.told = "";
      return;
    }
    const { number, of, title, text, goal } = tutorial;
    const done = GOALS[goal]?.(state) ?? false;
    const missed = !done && state.moves.length >= (WITHIN[goal] ?? Infinity);
    let { task } = tutorial;
    if (done) ({ done: task } = tutorial);
    if (missed) task = t("page.tutorial_missed");
    for (const id of ["tutorial-step", "tutorial-pips", "tutorial-back"]) byId(id).hidden = of === 1;
    byId("tutorial-step").textContent = t("page.tutorial_step", { number, of });
    byId("tutorial-title").textContent = title;
    byId("tutorial-text").replaceChildren(...linked(text));
    byId("tutorial-task").replaceChildren(...linked(task));
    byId("tutorial-task").classList.toggle("done", done);
    byId("tutorial-next").classList.toggle("primary", done);
    byId("tutorial-next").textContent = t(number === of ? "page.play_first_level" : "page.next");
    /** @type {HTMLButtonElement} */ (byId("tutorial-back")).disabled = number === 1;
    byId("tutorial-pips").replaceChildren(
      ...Array.from({ length: of }, (_, i) =>
        html("i", i + 1 === number ? { class: "here" } : {}),
      ),
    );
    const key = `${tutorial.book} ${number} ${task}`;
    if (key === this.told) return;
    this.told = key;
    if (!done) byId("tutorial").scrollTop = 0;
    this.announce(done || missed ? task : `${title}. ${task} ${text}`);
  }
}
