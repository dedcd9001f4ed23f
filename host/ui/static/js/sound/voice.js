// @ts-check
// What is told without being looked for: sentences for screen readers and speech, notices, and sounds.

import { Announcer } from "./announcer.js";
import { Sound } from "./sound.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").Severity} Severity */

export class Voice {
  constructor() {
    this.announcer = new Announcer();
    this.sound = new Sound();
    /** Announce a text to screen readers. @param {string} text @param {boolean} [urgent] */
    this.announce = (text, urgent) => this.announcer.announce(text, urgent);
    /** Announce a notice and show it. @param {string} text @param {Severity} [level] */
    this.notify = (text, level = "info") => this.announcer.notify(text, level);
  }

  /** @param {import("../text/settings.js").Settings} settings */
  set(settings) {
    this.sound.on = settings.sound;
    this.announcer.speech.set(settings);
  }

  /** @param {StateMessage} state @param {StateMessage | null} before @param {import("../types.js").Side | null} side of this page */
  follow(state, before, side) {
    this.announcer.follow(state, before);
    this.sound.follow(before, state, side);
  }

  /** Tell a notice of the program. @param {import("../types.js").NoticeMessage} message */
  tell({ text, level }) {
    this.notify(text, level);
    if (level !== "info") this.sound.tell(level === "warn" ? "wrong" : "good");
  }
}
