// @ts-check
// Drawing once per frame: what has changed until then is drawn together.

import { byId } from "./dom.js";

/** Time in ms after which a change is drawn without a frame: hidden tabs have none. */
const LATEST_MS = 100;

export class Frame {
  /** @param {(whole: boolean) => void} draw draws the page, or the board alone for the simulated hand */
  constructor(draw) {
    this.draw = draw;
    /** True if more than the simulated hand has changed since the page was drawn. */
    this.whole = true;
    /** The frame that was asked for; 0 for none. */
    this.asked = 0;
    this.timer = 0;
  }

  /** Draw before the next frame is shown. @param {boolean} [whole] false if only the hand has moved */
  ask(whole = true) {
    this.whole ||= whole;
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => this.show());
    this.timer = setTimeout(() => this.show(), LATEST_MS);
  }

  /** Draw all at once. */
  now() {
    this.whole = true;
    this.show();
  }

  show() {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.timer);
    this.asked = 0;
    const { whole } = this;
    this.whole = false;
    const focused = document.activeElement;
    this.draw(whole);
    // The focused element may be gone; then focus the board.
    const now = document.activeElement;
    if (focused !== document.body && (now === document.body || !now?.checkVisibility())) {
      byId("stage").focus({ preventScroll: true });
    }
  }
}
