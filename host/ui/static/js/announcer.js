// @ts-check
// Announcements: notices and changes for screen readers, aloud, and as a toast.

import { byId } from "./dom.js";
import { Speech } from "./speech.js";
import { Toast } from "./toast.js";

/** Time in which sentences are collected into one announcement: longer than an update takes. */
const GATHER_MS = 150;

export class Announcer {
  constructor() {
    this.speech = new Speech();
    /** True while what is read must not be covered by what is by the way. */
    this.quiet = false;
    /** Sentences that the page shows elsewhere, which need no toast. @type {Set<string>} */
    this.visible = new Set();
    /** The prompt and those before it. @type {string[]} */
    this.prompts = [];
    /** @type {{text: string, urgent: boolean, toast: boolean, level: string}[]} */
    this.waiting = [];
    this.gathering = 0;
    this.toast = new Toast();
    this.count = 0;
  }

  /**
   * Set what the page shows: a notice of it needs no toast, even if it comes when the prompt has just
   * been replaced.
   * @param {string | null} prompt null while it is not seen @param {string[]} others
   */
  see(prompt, others) {
    if (prompt === null) this.prompts = [];
    else if (prompt !== this.prompts[0]) this.prompts = [prompt, ...this.prompts.slice(0, 2)];
    this.visible = new Set([...this.prompts, ...others].filter(Boolean));
  }

  /**
   * Announce a notice and show it as a toast.
   * @param {string} text
   * @param {import("./types.js").Severity} level
   */
  notify(text, level) {
    this.push({ text, level, urgent: level === "warn", toast: true });
  }

  /** Announce a text to screen readers. @param {string} text @param {boolean} [urgent] */
  announce(text, urgent = false) {
    this.push({ text, level: "info", urgent, toast: false });
  }

  /** @param {{text: string, urgent: boolean, toast: boolean, level: string}} item */
  push(item) {
    this.waiting.push(item);
    clearTimeout(this.gathering);
    this.gathering = setTimeout(() => this.flush(), GATHER_MS);
  }

  flush() {
    // A sentence that is part of another is not read twice.
    const items = this.waiting.filter(
      ({ text }, i, all) =>
        !all.some(
          (other, j) => j !== i && other.text.includes(text) && (other.text !== text || j < i),
        ),
    );
    this.waiting = [];
    // Said as one text: newer ones cut older ones short.
    if (items.length) this.speech.say(items.map(({ text }) => text).join(" "));
    for (const urgent of [false, true]) {
      const text = items
        .filter((item) => item.urgent === urgent)
        .map((item) => item.text)
        .join(" ");
      if (!text) continue;
      // Screen readers do not read an unchanged text again; an invisible difference makes it new.
      this.count += 1;
      byId(urgent ? "alert" : "live").textContent = text + (this.count % 2 ? "\u00a0" : "");
    }
    const shown = items.filter(({ toast, level }) => toast && !(this.quiet && level === "info"));
    const text = shown
      .map((item) => this.unseen(item.text))
      .filter(Boolean)
      .join(" ");
    const warn = shown.some(({ level }) => level === "warn");
    if (text) this.toast.show(text, warn ? "warn" : (shown.at(-1)?.level ?? "info"));
  }

  /** Announce once more what was announced last. */
  again() {
    if (this.speech.last) this.announce(this.speech.last);
  }

  /** The text without sentences that the page shows elsewhere. @param {string} text */
  unseen(text) {
    let rest = text;
    for (const seen of this.visible) rest = rest.replace(seen, "");
    return rest.trim();
  }
}
