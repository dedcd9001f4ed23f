// @ts-check
// The toast: a sentence by the way, for as long as it takes to read, where it covers nothing.

import { besideMoves, byId } from "../dom/dom.js";
import { linked } from "../text/rules.js";
import { readingMs } from "./sentences.js";

/** Distance from the edges of what it stands on. */
const MARGIN = 8;
/** What it must not cover: what is pressed, what the game asks for, and the last move. */
const KEPT = "button, a[href], input, select, textarea, summary, .status, .board, " +
  "#tutorial p, #result h2, #result p";
/** What it may stand on, where nothing in it is covered; the usual place first. */
const PLACES = ["zone", "game-name", "white-player", "black-player"];

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** The dialog that is open above all else. */
const modal = () => besideMoves("dialog:modal")[0];

/** The area that two boxes share. @param {Box} one @param {Box} other */
function shared(one, other) {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * The boxes where a toast may stand: at the lower and upper edges of what is visible.
 * @param {HTMLElement} toast
 * @returns {Box[]}
 */
function places(toast) {
  const dialog = modal();
  const column = document.querySelector(".side")?.getBoundingClientRect();
  const on = (dialog ? [dialog] : PLACES.map(byId)).filter((element) => element.checkVisibility());
  const boxes = on.flatMap((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const wide = element.id === "game-name" && column ? column.right - left - 24 : width;
    toast.style.width = `${wide - 2 * MARGIN}px`;
    const { width: w, height } = toast.getBoundingClientRect();
    const box = { left: left + MARGIN, width: w, height };
    const inside = [
      { ...box, top: bottom - height - MARGIN },
      { ...box, top: top + MARGIN },
    ];
    // Beside a dialog is nothing to be covered.
    const beside = [bottom + MARGIN, top - height - MARGIN].map((y) => ({ ...box, top: y }));
    return dialog ? [...beside, ...inside] : inside;
  });
  return boxes.filter((box) => box.top >= 0 && box.top + box.height <= innerHeight);
}

/** Put a toast where it covers least. @param {HTMLElement} toast */
function place(toast) {
  const newest = byId("moves").lastElementChild?.querySelectorAll(".newest") ?? [];
  const kept = [...(modal()?.querySelectorAll(KEPT) ?? [...besideMoves(KEPT), ...newest])]
    .filter((element) => element.checkVisibility() && !toast.contains(element))
    .map((element) => element.getBoundingClientRect());
  const covered = (/** @type {Box} */ box) => kept.reduce((sum, each) => sum + shared(box, each), 0);
  const [best] = places(toast)
    .map((box) => ({ box, area: covered(box) }))
    .sort((one, other) => one.area - other.area);
  if (!best) return;
  toast.style.left = `${best.box.left}px`;
  toast.style.top = `${best.box.top}px`;
  toast.style.width = `${best.box.width}px`;
}

export class Toast {
  constructor() {
    this.timer = 0;
  }

  /** @param {string} text @param {string} level */
  show(text, level) {
    // Made anew: one that changes its height would move, and nothing on the page shall.
    const toast = /** @type {HTMLElement} */ (byId("toast").cloneNode(false));
    byId("toast").replaceWith(toast);
    toast.replaceChildren(...linked(text));
    toast.className = `toast shown ${level}`;
    // Above everything, dialogs as well.
    toast.showPopover();
    place(toast);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      toast.classList.remove("shown");
      toast.hidePopover();
    }, readingMs(text));
  }
}
