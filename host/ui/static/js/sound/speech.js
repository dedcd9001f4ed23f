// @ts-check
// Speech: says announcements aloud, by a voice of the browser.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";

/** Chrome knows its voices only some time after the page has begun. */
const synthesis = "speechSynthesis" in globalThis ? globalThis.speechSynthesis : null;

export class Speech {
  constructor() {
    this.on = false;
    this.voice = "";
    this.rate = 1;
    /** What was said last. */
    this.last = "";
    byId("say-again").addEventListener("click", () => this.again());
    synthesis?.addEventListener?.("voiceschanged", () => this.offerVoices());
  }

  /**
   * Speak by these settings from now on.
   * @param {import("../text/settings.js").Settings} settings
   */
  set({ speech, voice, rate }) {
    const begins = speech && !this.on && this.last !== "";
    Object.assign(this, { on: speech, voice, rate });
    byId("say-again").hidden = !speech;
    byId("voice-setting").hidden = !speech;
    this.offerVoices();
    if (!speech) synthesis?.cancel();
    if (begins) this.again();
  }

  /** Say a text that is said again on request. @param {string} text */
  say(text) {
    this.last = text;
    this.utter(text);
  }

  /** Say a text, cutting short what is being said. @param {string} text */
  utter(text) {
    if (!this.on || !synthesis) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = document.documentElement.lang;
    utterance.voice = this.voices().find(({ voiceURI }) => voiceURI === this.voice) ?? null;
    utterance.rate = this.rate;
    synthesis.cancel();
    synthesis.speak(utterance);
  }

  /** Say once more what was said last. */
  again() {
    this.say(this.last || t("page.nothing_said"));
  }

  /** The browser's voices for the language of the page. */
  voices() {
    const [base] = document.documentElement.lang.split("-");
    return (synthesis?.getVoices() ?? []).filter(
      ({ lang }) => lang.split(/[-_]/)[0].toLowerCase() === base,
    );
  }

  offerVoices() {
    const select = /** @type {HTMLSelectElement} */ (byId("voice"));
    const options = this.voices().map(({ voiceURI, name }) =>
      html("option", { value: voiceURI }, name),
    );
    select.replaceChildren(html("option", { value: "" }, t("page.usual_voice")), ...options);
    // A voice that is not here any more is the usual one.
    select.value = this.voice;
    if (select.selectedIndex < 0) select.value = "";
  }
}
