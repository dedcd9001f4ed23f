// @ts-check
// The tutorials: what the steps of a tutorial say, and when they are done.

import { byId, html } from "./dom.js";
import { t } from "./messages.js";

/** @typedef {import("./types.js").StateMessage} StateMessage */

/**
 * @typedef {object} Step
 * @property {string} title ids of the texts
 * @property {string} text
 * @property {string} task
 * @property {(state: StateMessage) => boolean} done
 */

/** @param {number} count @returns {(state: StateMessage) => boolean} */
const moved = (count) => ({ moves }) => moves.length >= count;

/** The steps of host/session/tutorial.py, by game. @type {Record<string, Step[]>} */
const STEPS = {
  kamisado: [
    {
      title: "page.tutorial_forward",
      text: "page.tutorial_forward_text",
      task: "page.tutorial_forward_task",
      done: moved(1),
    },
    {
      title: "page.tutorial_colour",
      text: "page.tutorial_colour_text",
      task: "page.tutorial_colour_task",
      done: moved(2),
    },
    {
      title: "page.tutorial_far_row",
      text: "page.tutorial_far_row_text",
      task: "page.tutorial_far_row_task",
      done: ({ outcome }) => outcome !== null,
    },
    {
      title: "page.tutorial_blocked",
      text: "page.tutorial_blocked_text",
      task: "page.tutorial_blocked_task",
      done: ({ moves }) => moves.some(({ from, to }) => from === to),
    },
    {
      title: "page.tutorial_tooth",
      text: "page.tutorial_tooth_text",
      task: "page.tutorial_tooth_task",
      done: ({ phase }) => phase === "between",
    },
    {
      title: "page.tutorial_push",
      text: "page.tutorial_push_text",
      task: "page.tutorial_push_task",
      done: ({ moves }) => moves[0]?.to === "e4",
    },
  ],
  hasami: [
    {
      title: "page.tutorial_hasami",
      text: "page.tutorial_hasami_text",
      task: "page.tutorial_hasami_task",
      done: moved(1),
    },
  ],
  five: [
    {
      title: "page.tutorial_five",
      text: "page.tutorial_five_text",
      task: "page.tutorial_five_task",
      done: moved(1),
    },
  ],
  seega: [
    {
      title: "page.tutorial_seega",
      text: "page.tutorial_seega_text",
      task: "page.tutorial_seega_task",
      done: moved(2),
    },
  ],
};

export class Tutorial {
  /**
   * @param {(message: import("./types.js").PageRequest) => boolean} send
   * @param {() => void} left called when the tutorial was left
   * @param {(text: string) => void} announce
   */
  constructor(send, left, announce) {
    this.send = send;
    this.left = left;
    this.announce = announce;
    /** The step that is shown. @type {StateMessage["tutorial"]} */
    this.at = null;
    this.told = "";
    byId("tutorial-next").addEventListener("click", () => this.go(1));
    byId("tutorial-back").addEventListener("click", () => this.go(-1));
    byId("tutorial-leave").addEventListener("click", () => this.leave());
  }

  /** Begin the tutorial of a game. @param {string} book */
  begin(book) {
    this.send({ t: "tutorial", book: book in STEPS ? book : "kamisado", number: 1 });
  }

  /** @param {1 | -1} by */
  go(by) {
    if (!this.at) return;
    const { book, number, of } = this.at;
    if (number + by > of) this.leave();
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
    const step = tutorial && STEPS[tutorial.book]?.[tutorial.number - 1];
    if (!tutorial || !step) {
      this.told = "";
      return;
    }
    const { number, of } = tutorial;
    const done = step.done(state);
    const task = t(done ? "page.tutorial_done" : step.task);
    byId("tutorial-step").textContent = t("page.tutorial_step", { number, of });
    byId("tutorial-title").textContent = t(step.title);
    byId("tutorial-text").textContent = t(step.text);
    byId("tutorial-task").textContent = task;
    byId("tutorial-task").classList.toggle("done", done);
    byId("tutorial-next").classList.toggle("primary", done);
    byId("tutorial-next").textContent = t(number === of ? "page.done" : "page.next");
    /** @type {HTMLButtonElement} */ (byId("tutorial-back")).disabled = number === 1;
    byId("tutorial-pips").replaceChildren(
      ...Array.from({ length: of }, (_, i) =>
        html("i", i + 1 === number ? { class: "here" } : {}),
      ),
    );
    const key = `${tutorial.book} ${number} ${done}`;
    if (key === this.told) return;
    this.told = key;
    this.announce(done ? task : `${t(step.title)}. ${t(step.text)} ${task}`);
  }
}
