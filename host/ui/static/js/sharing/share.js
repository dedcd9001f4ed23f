// @ts-check
// The dialog "Share": links to the game and to the position, its picture, and the film of the game.

import { byId } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { film, png } from "./film.js";
import { positionFragment, recordFragment } from "./record_link.js";

/** Have this page show a position, as if it had come by a link. @param {string} game @param {string} position */
export const showHere = (game, position) => {
  location.hash = positionFragment(game, position);
};

/** @typedef {import("../types.js").SharedMessage} SharedMessage */
/** @typedef {SharedMessage["what"]} What */
/** @typedef {{ply: number, moves: string[], last: number}} Place the position that is shown, and the moves of the game */

export class Share {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => Place} placeOf the position that is shown
   */
  constructor(send, placeOf) {
    this.send = send;
    this.placeOf = placeOf;
    /** The game that is shown, with its settings. */
    this.game = "";
    this.dialog = /** @type {HTMLDialogElement} */ (byId("share"));
    /** What waits for an answer of the host. @type {((text: string | null) => void) | null} */
    this.waiting = null;
    /** The film that was made last, and of what. @type {{file: File, of: string} | null} */
    this.made = null;
    const files = { picture: () => this.picture(), film: () => this.film() };
    const links = { record: () => this.recordLink(), position: () => this.positionLink() };
    for (const [id, make] of Object.entries(files)) {
      this.on(`share-save-${id}`, async () => save(await make()));
      this.on(`share-send-${id}`, async () => this.pass({ files: [await make()] }));
    }
    for (const [id, make] of Object.entries(links)) {
      this.on(`share-copy-${id}`, async () => this.copy(await make()));
      this.on(`share-send-${id}`, async () => this.pass({ url: await make() }));
      byId(`share-send-${id}`).hidden = !navigator.share;
    }
    const file = new File([], "kamisado.png", { type: "image/png" });
    for (const id of Object.keys(files)) byId(`share-send-${id}`).hidden = !navigator.canShare?.({ files: [file] });
    this.dialog.addEventListener("close", () => this.end());
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame({ game }) {
    this.game = game;
  }

  /** What is shown while something is taught or asked is not shared. @param {import("../types.js").StateMessage} state */
  show({ puzzle, tutorial }) {
    byId("open-share").hidden = Boolean(puzzle || tutorial);
  }

  /** Do something at a press of a button, and tell what becomes of it. @param {string} id @param {() => Promise<void>} act */
  on(id, act) {
    byId(id).addEventListener("click", async () => {
      this.end();
      this.tell("");
      try {
        await act();
      } catch (error) {
        if (error instanceof Refusal) return;
        const isClosed = error instanceof DOMException && error.name === "AbortError";
        if (!isClosed) this.tell(error instanceof Error ? error.message : String(error));
      }
    });
  }

  /** @param {string} words */
  tell(words) {
    byId("share-told").textContent = words;
  }

  /** Give up what was asked for. */
  end() {
    this.waiting?.(null);
    this.waiting = null;
  }

  /**
   * @param {What} what @param {Partial<Place>} [place] @returns {Promise<string>}
   */
  ask(what, { ply = 0, moves = [] } = {}) {
    return new Promise((resolve, reject) => {
      this.waiting = (text) => (text === null ? reject(new Refusal()) : resolve(text));
      if (!this.send({ t: "share", what, ply, moves })) this.end();
    });
  }

  /** @param {SharedMessage} message */
  receive({ text }) {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(text);
  }

  /** What was asked for is refused: the reason stands in the dialog. @param {string} why @returns {boolean} true if it does */
  refused(why) {
    if (!this.waiting) return false;
    this.tell(why);
    this.end();
    return true;
  }

  async recordLink() {
    return `${location.origin}${location.pathname}${recordFragment(await this.ask("record"))}`;
  }

  async positionLink() {
    const position = await this.ask("position", this.placeOf());
    return `${location.origin}${location.pathname}${positionFragment(this.game, position)}`;
  }

  async picture() {
    const picture = await png(await this.ask("picture", this.placeOf()));
    return new File([picture], "kamisado.png", { type: "image/png" });
  }

  /** The film of the game; it takes so long that a browser may want another press before it is passed on. */
  async film() {
    const { last } = this.placeOf();
    const of = await this.ask("record");
    if (this.made?.of === of) return this.made.file;
    const pictureOf = (/** @type {number} */ ply) => this.ask("picture", { ply });
    const made = await film(last, pictureOf, (done) => this.tell(t("page.done_of", { done, count: last })));
    const file = new File([made], "kamisado.gif", { type: "image/gif" });
    this.made = { file, of };
    this.tell("");
    return file;
  }

  /** @param {string} link */
  async copy(link) {
    try {
      await navigator.clipboard.writeText(link);
      this.tell(t("page.link_copied"));
    } catch {
      this.tell(link); // to be copied by hand
    }
  }

  /** Have the system pass something on. @param {ShareData} data */
  async pass(data) {
    try {
      await navigator.share(data);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "NotAllowedError") throw error;
      this.tell(t("page.share_ready"));
    }
  }
}

/** What was asked for does not come: why is told already. */
class Refusal extends Error {}

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
