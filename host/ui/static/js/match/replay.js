// @ts-check
// The replay: stepping through a record by buttons, slider, arrow keys, or by itself.

import { byId, setText } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { label } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

/** Time between two moves of an automatic replay. */
const PACE_MS = 1500;

/** Elements that use the arrow keys themselves. */
const HAS_KEYS = "input, dialog, [role=grid]";

export class Replay {
  /** @param {(message: import("../types.js").PageRequest) => boolean} send */
  constructor(send) {
    this.send = send;
    /** @type {StateMessage["replay"]} */
    this.at = null;
    this.timer = 0;
    this.slider = /** @type {HTMLInputElement} */ (byId("replay-ply"));
    byId("replay-leave").addEventListener("click", () => send({ t: "leave" }));
    byId("replay-first").addEventListener("click", () => this.go(0));
    byId("replay-back").addEventListener("click", () => this.step(-1));
    byId("replay-play").addEventListener("click", () => this.toggle());
    byId("replay-forward").addEventListener("click", () => this.step(1));
    byId("replay-last").addEventListener("click", () => this.go(this.at?.of ?? 0));
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    // While it was dragged it did not follow the states.
    this.slider.addEventListener("change", () => this.draw());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {StateMessage} state */
  show({ replay }) {
    this.at = replay;
    for (const id of ["replay", "replay-back", "replay-play", "replay-forward"]) {
      byId(id).hidden = !replay;
    }
    byId("replay-leave").hidden = !replay?.game_waits;
    byId("play-on").hidden = replay !== null && !replay.game_waits;
    if (!replay || replay.ply >= replay.of) this.pause();
    this.draw();
  }

  draw() {
    if (!this.at) return;
    const { ply, of, title } = this.at;
    const { slider } = this;
    const place = t("page.done_of", { done: ply, count: of });
    setText(byId("replay-title"), label(title));
    setText(byId("replay-count"), place);
    slider.max = String(of);
    if (!slider.matches(":active")) slider.value = String(ply);
    slider.setAttribute("aria-valuetext", place);
    const able = (/** @type {string} */ id, /** @type {boolean} */ on) =>
      // This form of disabling keeps the focus.
      byId(id).setAttribute("aria-disabled", String(!on));
    for (const id of ["replay-first", "replay-back"]) able(id, ply > 0);
    for (const id of ["replay-forward", "replay-last"]) able(id, ply < of);
    able("replay-play", of > 0);
  }

  /** Go one move on or back; stops the automatic replay. @param {1 | -1} by */
  step(by) {
    this.pause();
    if (!this.at || this.at.ply + by < 0 || this.at.ply + by > this.at.of) return;
    this.send({ t: "step", by });
  }

  /** @param {number} ply */
  go(ply) {
    this.pause();
    if (this.at && ply !== this.at.ply) this.send({ t: "go", ply });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!this.at || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    if (/** @type {Element} */ (target).closest(HAS_KEYS)) return;
    event.preventDefault();
    this.step(key === "ArrowRight" ? 1 : -1);
  }

  toggle() {
    if (this.timer) this.pause();
    else if (this.at?.of) {
      const { ply, of } = this.at;
      const begun = ply < of ? this.send({ t: "step", by: 1 }) : this.send({ t: "go", ply: 0 });
      if (begun) this.play();
    }
  }

  play() {
    this.timer = setInterval(() => {
      if (!this.send({ t: "step", by: 1 })) this.pause();
    }, PACE_MS);
    this.showPlaying();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.showPlaying();
  }

  showPlaying() {
    const button = byId("replay-play");
    const words = /** @type {HTMLElement} */ (button.querySelector("span"));
    words.textContent = t(this.timer ? "page.pause" : "page.play_record");
    button.classList.toggle("playing", this.timer !== 0);
  }
}
