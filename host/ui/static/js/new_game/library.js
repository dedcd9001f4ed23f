// @ts-check
// The saved matches: a list to go on with or to look at, and records out and in, as files, text or links.

import { byId, html } from "../dom/dom.js";
import { matchWords } from "./game_in_progress.js";
import { MatchPictures } from "./match_pictures.js";
import { dateTag } from "../text/language.js";
import { t } from "../text/messages.js";
import { recordFragment, recordIn } from "../sharing/record_link.js";

/** @typedef {import("../types.js").SavedMatchData} SavedMatchData */
/** @typedef {import("../types.js").PageRequest} PageRequest */

export class Library {
  /**
   * @param {(message: PageRequest) => boolean} send
   * @param {() => void} opened called when another match was asked for
   * @param {(text: string) => void} notify shows a sentence
   * @param {import("./game_in_progress.js").GameInProgress} inProgress
   */
  constructor(send, opened, notify, inProgress) {
    this.inProgress = inProgress;
    /** The button that asks if the game on the board is to be put aside. @type {Element | null} */
    this.asked = null;
    this.send = send;
    this.pictures = new MatchPictures(send);
    this.opened = opened;
    this.notify = notify;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("library"));
    this.text = /** @type {HTMLTextAreaElement} */ (byId("record-text"));
    /** What is done with the record that was asked for. @type {"file" | "link" | "replay"} */
    this.wanted = "file";
    /** What is done with the record that came in, once the program has looked at it. @type {"replay" | "match" | null} */
    this.waiting = null;
    this.recordContinue = byId("record-continue");
    byId("open-library").addEventListener("click", () => send({ t: "matches" }));
    byId("record-open").addEventListener("click", () => this.check("replay"));
    this.recordContinue.addEventListener("click", () => {
      if (this.asked === this.recordContinue) this.load();
      else this.check("match");
    });
    byId("record-cancel").addEventListener("click", () => this.cancel());
    byId("record-choose").addEventListener("click", () => byId("record-file").click());
    this.text.addEventListener("input", () => this.ask(null));
    this.dialog.addEventListener("close", () => {
      this.waiting = null;
      this.ask(null);
    });
    byId("record-file").addEventListener("change", () => this.read());
  }

  /** @param {SavedMatchData[]} matches */
  setMatches(matches) {
    byId("no-matches").hidden = matches.length > 0;
    byId("match-list").replaceChildren(...matches.map((match) => this.entry(match)));
    if (!this.asked?.isConnected) this.ask(null);
  }

  /** @param {SavedMatchData} match */
  entry(match) {
    const words = matchWords(match);
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) => {
      const name = html("span", { class: "visually-hidden" }, ` ${words}`);
      const made = /** @type {HTMLButtonElement} */ (html("button", { type: "button" }, t(text), name));
      made.addEventListener("click", act);
      return made;
    };
    const told = match.current ? t("page.played_now") : (match.result ?? t("page.goes_on"));
    const when = new Date(match.changed).toLocaleString(dateTag(document.documentElement.lang), {
      dateStyle: "long",
      timeStyle: "short",
    });
    // What is over is looked at; only what is not can be continued.
    const open = match.result
      ? button("page.open", () => this.export(match.id, "replay"))
      : button("page.continue", () => this.open(match.id, open));
    open.disabled = match.current;
    const remove = button("page.delete", () => this.remove(match.id, remove));
    remove.disabled = match.current;
    const download = button("page.download", () => this.export(match.id, "file"));
    download.dataset.asked = "false";
    const cancel = button("page.cancel", () => this.cancel());
    cancel.dataset.asked = "true";
    cancel.hidden = true;
    return html(
      "li",
      {},
      this.pictures.of(match),
      html("div", {}, html("b", {}, words), html("small", {}, t("page.last_played", { state: told, when }))),
      html(
        "div",
        { class: "buttons" },
        open,
        download,
        cancel,
        button("page.copy_link", () => this.export(match.id, "link")),
        remove,
      ),
    );
  }

  /** @param {number} match @param {Element} button */
  open(match, button) {
    if (!this.mayPutAside(button)) return;
    this.dialog.close();
    this.send({ t: "open", match });
    this.opened();
  }

  /** Delete a match once the button was pressed twice. @param {number} match @param {Element} button */
  remove(match, button) {
    if (this.asked === button) this.send({ t: "delete", match });
    else this.ask(button, t("page.ask_delete"));
  }

  /** @param {number} match @param {"file" | "link" | "replay"} wanted */
  export(match, wanted) {
    this.wanted = wanted;
    this.send({ t: "export", match });
  }

  /** @param {import("../types.js").RecordMessage | import("../types.js").RecordReadMessage} message */
  receive(message) {
    if (message.t === "record") void this.take(message.match, message.text);
    else if (message.opened) {
      this.dialog.close();
      this.opened();
    } else if (this.waiting === "replay") this.replay(this.given);
    else if (this.waiting === "match" && this.mayPutAside(this.recordContinue)) this.load();
  }

  /** Take the record that was asked for. @param {number} match @param {string} text */
  async take(match, text) {
    if (this.wanted === "replay") {
      this.replay(text);
      return;
    }
    if (this.wanted === "link") {
      const url = `${location.origin}${location.pathname}${recordFragment(text)}`;
      try {
        await navigator.clipboard.writeText(url);
        this.notify(t("page.link_copied"));
      } catch {
        // Without the clipboard it can be copied by hand.
        this.text.value = url;
      }
      return;
    }
    const link = html("a", {
      href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
      download: `kamisado-${match}.txt`,
    });
    link.click();
    URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (link).href);
  }

  /** Have a record shown, as if it had come by a link. @param {string} text */
  replay(text) {
    this.dialog.close();
    location.hash = recordFragment(text);
    this.opened();
  }

  /** Put the text of the chosen file into the field. */
  async read() {
    const [file] = /** @type {HTMLInputElement} */ (byId("record-file")).files ?? [];
    if (file) this.text.value = await file.text();
    this.ask(null);
  }

  /**
   * True if no game is on the board, or if it may be put aside: the button was pressed twice.
   * @param {Element} button
   */
  mayPutAside(button) {
    if (!this.inProgress.isUnderWay || this.asked === button) return true;
    this.ask(button);
    return false;
  }

  /**
   * Let a button ask for a second press, or none.
   * @param {Element | null} button
   * @param {string} [question] about the game on the board, unless another is asked
   */
  ask(button, question = t("page.game_waits")) {
    if (this.asked) mark(this.asked, false);
    if (button) mark(button, true);
    this.asked = button;
    const record = button === this.recordContinue;
    this.recordContinue.textContent = t(record ? "page.put_aside_and_open" : "page.continue");
    tell("record-told", record ? question : "");
    tell("put-aside", button && !record ? question : "");
  }

  /** Ask for no second press any more; Cancel, which had the focus, is gone. */
  cancel() {
    const { asked } = this;
    this.ask(null);
    /** @type {HTMLElement | null} */ (asked)?.focus();
  }

  /**
   * The record that came in is refused: the reason stands under the field.
   * @param {string} why
   * @returns {boolean} true if it is shown there
   */
  refused(why) {
    if (!this.waiting) return false;
    this.waiting = null;
    this.ask(null);
    tell("record-told", why);
    return true;
  }

  /** The record in the field; a link stands for the one that it carries. */
  get given() {
    return recordIn(this.text.value.trim());
  }

  /** Have the record in the field checked, before it is shown or continued. @param {"replay" | "match"} wanted */
  check(wanted) {
    const { given } = this;
    if (given && this.send({ t: "import", record: given, check: true })) this.waiting = wanted;
  }

  /** Continue the record in the field as a match. */
  load() {
    if (this.send({ t: "import", record: this.given })) this.waiting = "match";
  }
}

/**
 * Show whether a button asks for a second press: then Cancel stands in the place of a neighbour.
 * @param {Element} button @param {boolean} asks
 */
function mark(button, asks) {
  button.classList.toggle("primary", asks);
  for (const each of button.parentElement?.querySelectorAll("[data-asked]") ?? []) {
    const neighbour = /** @type {HTMLElement} */ (each);
    neighbour.hidden = neighbour.dataset.asked !== String(asks);
  }
}

/** Show a warning, or none. @param {string} id @param {string} words */
function tell(id, words) {
  const warning = byId(id);
  // What appears with its text is read out.
  warning.textContent = words;
  warning.hidden = !words;
  warning.scrollIntoView({ block: "nearest" });
}
