// @ts-check
// The lessons: what the steps of a tutorial say, and when they are done.

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

/** The steps of host/session/lesson.py, by game. @type {Record<string, Step[]>} */
const STEPS = {
  kamisado: [
    {
      title: "page.lesson_forward",
      text: "page.lesson_forward_text",
      task: "page.lesson_forward_task",
      done: moved(1),
    },
    {
      title: "page.lesson_colour",
      text: "page.lesson_colour_text",
      task: "page.lesson_colour_task",
      done: moved(2),
    },
    {
      title: "page.lesson_far_row",
      text: "page.lesson_far_row_text",
      task: "page.lesson_far_row_task",
      done: ({ outcome }) => outcome !== null,
    },
    {
      title: "page.lesson_blocked",
      text: "page.lesson_blocked_text",
      task: "page.lesson_blocked_task",
      done: ({ moves }) => moves.some(({ from, to }) => from === to),
    },
    {
      title: "page.lesson_tooth",
      text: "page.lesson_tooth_text",
      task: "page.lesson_tooth_task",
      done: ({ phase }) => phase === "between",
    },
    {
      title: "page.lesson_push",
      text: "page.lesson_push_text",
      task: "page.lesson_push_task",
      done: ({ moves }) => moves[0]?.to === "e4",
    },
  ],
  hasami: [
    {
      title: "page.lesson_hasami",
      text: "page.lesson_hasami_text",
      task: "page.lesson_hasami_task",
      done: moved(1),
    },
  ],
  five: [
    {
      title: "page.lesson_five",
      text: "page.lesson_five_text",
      task: "page.lesson_five_task",
      done: moved(1),
    },
  ],
  seega: [
    {
      title: "page.lesson_seega",
      text: "page.lesson_seega_text",
      task: "page.lesson_seega_task",
      done: moved(2),
    },
  ],
};

export class Lesson {
  /**
   * @param {(message: import("./types.js").PageRequest) => boolean} send
   * @param {() => void} left called when the tutorial was left
   * @param {(text: string) => void} announce
   */
  constructor(send, left, announce) {
    this.send = send;
    this.left = left;
    this.announce = announce;
    /** The step that is shown. @type {StateMessage["lesson"]} */
    this.at = null;
    this.told = "";
    byId("lesson-next").addEventListener("click", () => this.go(1));
    byId("lesson-back").addEventListener("click", () => this.go(-1));
    byId("lesson-leave").addEventListener("click", () => this.leave());
  }

  /** Begin the tutorial of a game. @param {string} book */
  begin(book) {
    this.send({ t: "lesson", book: book in STEPS ? book : "kamisado", number: 1 });
  }

  /** @param {1 | -1} by */
  go(by) {
    if (!this.at) return;
    const { book, number, of } = this.at;
    if (number + by > of) this.leave();
    else if (number + by >= 1) this.send({ t: "lesson", book, number: number + by });
  }

  leave() {
    this.send({ t: "leave" });
    this.left();
  }

  /** @param {StateMessage} state */
  show(state) {
    const { lesson } = state;
    this.at = lesson;
    byId("lesson").hidden = !lesson;
    const step = lesson && STEPS[lesson.book]?.[lesson.number - 1];
    if (!lesson || !step) {
      this.told = "";
      return;
    }
    const { number, of } = lesson;
    const done = step.done(state);
    const task = t(done ? "page.lesson_done" : step.task);
    byId("lesson-step").textContent = t("page.lesson_step", { number, of });
    byId("lesson-title").textContent = t(step.title);
    byId("lesson-text").textContent = t(step.text);
    byId("lesson-task").textContent = task;
    byId("lesson-task").classList.toggle("done", done);
    byId("lesson-next").classList.toggle("primary", done);
    byId("lesson-next").textContent = t(number === of ? "page.done" : "page.next");
    /** @type {HTMLButtonElement} */ (byId("lesson-back")).disabled = number === 1;
    byId("lesson-pips").replaceChildren(
      ...Array.from({ length: of }, (_, i) =>
        html("i", i + 1 === number ? { class: "here" } : {}),
      ),
    );
    const key = `${lesson.book} ${number} ${done}`;
    if (key === this.told) return;
    this.told = key;
    this.announce(done ? task : `${t(step.title)}. ${t(step.text)} ${task}`);
  }
}
