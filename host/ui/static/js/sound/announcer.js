// @ts-check
// Announcements: notices and changes for screen readers, aloud, and as a toast.

import { byId } from "../dom/dom.js";
import { reworded, together, unseen } from "./sentences.js";
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
    /** The end of the game as the program tells it, and as the page does; empty while it goes on. */
    this.end = { told: "", words: "" };
    /** The prompt and those before it. @type {string[]} */
    this.prompts = [];
    /** @type {import("./sentences.js").Sentence[]} */
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
   * @param {import("../types.js").Severity} level
   */
  notify(text, level) {
    this.push({ text, level, urgent: level === "warn", toast: true });
  }

  /** Leave a text out that was announced just now and is not needed. @param {string} text */
  drop(text) {
    this.waiting = this.waiting.filter((item) => item.text !== text);
  }

  /**
   * Announce the task and what is wrong, where they are new; leave out what is no longer so.
   * @param {import("../types.js").StateMessage} state
   * @param {import("../types.js").StateMessage | null} before
   */
  follow({ prompt, correction }, before) {
    const wrong = before?.correction;
    if (wrong && correction?.text !== wrong.text) this.drop(wrong.text);
    if (prompt !== before?.prompt) {
      if (before) this.drop(before.prompt);
      this.announce(prompt);
    }
    if (correction?.told) this.drop(correction.text);
    else if (correction && (wrong?.told || correction.text !== wrong?.text)) {
      this.announce(correction.text, true);
    }
  }

  /** Announce a text to screen readers. @param {string} text @param {boolean} [urgent] */
  announce(text, urgent = false) {
    this.push({ text, level: "info", urgent, toast: false });
  }

  /** @param {import("./sentences.js").Sentence} item */
  push(item) {
    this.waiting.push(item);
    clearTimeout(this.gathering);
    this.gathering = setTimeout(() => this.flush(), GATHER_MS);
  }

  flush() {
    const items = together(reworded(this.waiting, this.end), this.prompts[0]);
    this.waiting = [];
    // Said as one text: newer ones cut older ones short.
    if (items.length) this.speech.say(items.map(({ text }) => text).filter(Boolean).join(" "));
    for (const urgent of [false, true]) {
      const text = items
        .filter((item) => item.urgent === urgent)
        .map((item) => item.text)
        .filter(Boolean)
        .join(" ");
      // An error that is over is not found there by whoever looks around.
      if (!text && items.length) byId("alert").textContent = "";
      if (!text) continue;
      // Screen readers do not read an unchanged text again; an invisible difference makes it new.
      this.count += 1;
      byId(urgent ? "alert" : "live").textContent = text + (this.count % 2 ? "\u00a0" : "");
    }
    const shown = items.filter(({ toast, level }) => toast && !(this.quiet && level === "info"));
    const text = shown
      .map((item) => unseen(item.text, this.visible))
      .filter(Boolean)
      .join(" ");
    const warn = shown.some(({ level }) => level === "warn");
    if (text) this.toast.show(text, warn ? "warn" : (shown.at(-1)?.level ?? "info"));
  }

  /** Announce once more what was announced last. */
  again() {
    if (this.speech.last) this.announce(this.speech.last);
  }
}
