// @ts-check
// The voice: tells what happened to screen readers, to the eye (the toast) and, if wanted, aloud.

import { byId } from "./dom.js";

/** Sentences that come together are told together: the longest that an update takes to arrive. */
const GATHER_MS = 150;
const TOAST_MS = 4500;

export class Voice {
  constructor() {
    this.aloud = false;
    /** What is on the page anyway and needs no toast. @type {Set<string>} */
    this.visible = new Set();
    /** @type {{text: string, urgent: boolean, toast: boolean, level: string}[]} */
    this.waiting = [];
    this.gathering = 0;
    this.toasting = 0;
    this.count = 0;
  }

  /**
   * Something happened: live region and toast.
   * @param {string} text
   * @param {import("./types.js").Level} level
   */
  say(text, level) {
    this.push({ text, level, urgent: level === "warn", toast: true });
  }

  /** For those who do not see the page. @param {string} text @param {boolean} [urgent] */
  tell(text, urgent = false) {
    this.push({ text, level: "info", urgent, toast: false });
  }

  /** @param {{text: string, urgent: boolean, toast: boolean, level: string}} item */
  push(item) {
    this.waiting.push(item);
    clearTimeout(this.gathering);
    this.gathering = setTimeout(() => this.flush(), GATHER_MS);
  }

  flush() {
    // A sentence that is part of another need not be heard twice.
    const items = this.waiting.filter(
      ({ text }, i, all) =>
        !all.some(
          (other, j) => j !== i && other.text.includes(text) && (other.text !== text || j < i),
        ),
    );
    this.waiting = [];
    for (const urgent of [false, true]) {
      const text = items
        .filter((item) => item.urgent === urgent)
        .map((item) => item.text)
        .join(" ");
      if (!text) continue;
      // The same text again would not be read; an invisible difference makes it new.
      this.count += 1;
      byId(urgent ? "alert" : "live").textContent = text + (this.count % 2 ? "\u00a0" : "");
      if (this.aloud && "speechSynthesis" in window) {
        speechSynthesis.speak(new SpeechSynthesisUtterance(text));
      }
    }
    const shown = items.filter(({ toast }) => toast);
    const text = shown
      .map((item) => this.unseen(item.text))
      .filter(Boolean)
      .join(" ");
    const warn = shown.some(({ level }) => level === "warn");
    if (text) this.toast(text, warn ? "warn" : (shown.at(-1)?.level ?? "info"));
  }

  /** A text without the sentences that are on the page anyway. @param {string} text */
  unseen(text) {
    let rest = text;
    for (const seen of this.visible) rest = rest.replace(seen, "");
    return rest.trim();
  }

  /** @param {string} text @param {string} level */
  toast(text, level) {
    const toast = byId("toast");
    toast.textContent = text;
    toast.className = `toast shown ${level}`;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => toast.classList.remove("shown"), TOAST_MS);
  }

  /** Speak aloud from now on, or no more. @param {boolean} on */
  speakAloud(on) {
    this.aloud = on;
    if (!on && "speechSynthesis" in window) speechSynthesis.cancel();
  }
}
