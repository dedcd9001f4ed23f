// @ts-check
// The heading: the game's name, with settings that are not the usual ones, and the program's version.

import { byId, setText } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { gameName, isColoured, pageTitle, terms } from "../text/names.js";

/** @typedef {import("../types.js").HelloMessage} HelloMessage */

export class Heading {
  /** @param {HelloMessage} hello */
  setGame(hello) {
    const { version, runtime } = hello;
    setText(byId("about"), t("page.about", { version, runtime }));
    setText(byId("game-name"), gameName(hello));
    document.title = pageTitle(hello);
    document.body.toggleAttribute("data-stones", !isColoured(hello));
  }

  /**
   * @param {import("../types.js").StateMessage} state @param {HelloMessage} hello
   * @param {import("../types.js").FarMessage | null} far
   */
  show(state, hello, far) {
    const how = terms(hello, state, far);
    byId("terms").hidden = how === "";
    setText(byId("terms"), how);
  }
}
