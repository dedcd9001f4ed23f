// @ts-check
// Drawing once per frame: what has changed until then is drawn together.

import { byId } from "./dom.js";

/** Time in ms after which a change is drawn without a frame: hidden tabs have none. */
const LATEST_MS = 100;

export class Frame {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** The frame that was asked for; 0 for none. */
    this.asked = 0;
    this.timer = 0;
  }

  /** Draw before the next frame is shown. */
  ask() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => this.now());
    this.timer = setTimeout(() => this.now(), LATEST_MS);
  }

  /** Draw at once. */
  now() {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.timer);
    this.asked = 0;
    const focused = document.activeElement;
    this.draw();
    // The focused element may be gone; then focus the board.
    const now = document.activeElement;
    if (focused !== document.body && (now === document.body || !now?.checkVisibility())) {
      byId("stage").focus({ preventScroll: true });
    }
  }
}
