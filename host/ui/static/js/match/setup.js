// @ts-check
// Progress of the set-up, and the button that lets the simulated hand do it.

import { byId, setText } from "../dom/dom.js";
import { t } from "../text/messages.js";

export class Setup {
  /** @param {(message: import("../types.js").PageRequest) => boolean} send */
  constructor(send) {
    byId("arrange").addEventListener("click", () => send({ t: "arrange" }));
  }

  /** @param {import("../types.js").StateMessage} state @param {boolean} virtual */
  show({ setup, offer }, virtual) {
    byId("setup").hidden = !setup;
    byId("arrange").hidden = !virtual || !setup || offer !== null;
    if (!setup) return;
    const { done, of } = setup;
    const bar = /** @type {HTMLProgressElement} */ (byId("setup-bar"));
    bar.max = of;
    bar.value = done;
    setText(byId("setup-text"), t("page.done_of", { done, count: of }));
  }
}
