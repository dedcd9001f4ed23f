// @ts-check
// The connection to the program, and through it to the board: a pill, and a veil over a lost board.

import { byId, setText } from "../dom/dom.js";
import { t } from "../text/messages.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

export class Link {
  /**
   * @param {(text: string, urgent?: boolean) => void} announce
   * @param {import("../sound/sound.js").Sound} sound
   */
  constructor(announce, sound) {
    this.announce = announce;
    this.sound = sound;
    this.kind = "connecting";
    this.open = false;
    this.tries = 0;
    /** The reason why there has been no connection yet; "" if it is not known. */
    this.obstacle = "";
    /** @type {StateMessage | null} */
    this.state = null;
  }

  /**
   * @param {boolean} open true if the program answers
   * @param {number} tries failed attempts since it did
   * @param {boolean} unanswered true if the last request may not have arrived
   */
  setConnection(open, tries, unanswered) {
    this.open = open;
    this.tries = tries;
    this.show();
    if (unanswered) this.announce(t("page.unanswered"), true);
  }

  /** @param {string} sentence why no connection comes about */
  setObstacle(sentence) {
    if (sentence !== this.obstacle) this.announce(sentence, true);
    this.obstacle = sentence;
    this.show();
  }

  /** @param {StateMessage} state */
  setState(state) {
    this.state = state;
    this.show();
  }

  show() {
    const { open, tries } = this;
    const link = this.state?.link ?? { state: "connecting", text: t("page.connecting_board") };
    const kind = open ? link.state : tries ? "lost" : "connecting";
    let text = link.text;
    if (open) this.obstacle = "";
    else if (tries) text = this.obstacle || t("page.no_program", { tries });
    else text = t("page.connecting");
    byId("link").dataset.state = kind;
    setText(byId("link-text"), !open && tries ? t("page.reconnecting", { tries }) : text);
    byId("stage").classList.toggle("lost", kind !== "up");
    byId("veil").hidden = kind === "up";
    setText(byId("veil-text"), text);
    if (kind === this.kind) return;
    if (kind === "lost") {
      this.announce(t("page.connection_lost"), true);
      this.sound.tell("lost");
    } else if (kind === "up" && this.kind === "lost") {
      this.announce(t("page.connected_again"));
      this.sound.tell("found");
    }
    this.kind = kind;
  }
}
