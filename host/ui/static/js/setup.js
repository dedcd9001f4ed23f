// @ts-check
// The setup: how much of the board stands as it must, and the hand that does the rest.

import { byId } from "./dom.js";
import { t } from "./messages.js";

export class Setup {
  /** @param {(message: import("./types.js").PageMessage) => boolean} send */
  constructor(send) {
    byId("arrange").addEventListener("click", () => send({ t: "arrange" }));
  }

  /** @param {import("./types.js").State} state @param {boolean} virtual */
  show({ arranged }, virtual) {
    byId("arranged").hidden = !arranged;
    byId("arrange").hidden = !virtual;
    if (!arranged) return;
    const { done, of } = arranged;
    const bar = /** @type {HTMLProgressElement} */ (byId("arranged-bar"));
    bar.max = of;
    bar.value = done;
    byId("arranged-text").textContent = t("page.done_of", { done, count: of });
  }
}
