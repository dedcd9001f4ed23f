// @ts-check
// The dialog to come by a link that somebody has sent.

import { byId } from "./dom.js";
import { t } from "./messages.js";

/** @param {(text: string, level: "warn") => void} notify tells what is wrong with a link */
export function offerJoin(notify) {
  byId("join-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const { value } = /** @type {HTMLInputElement} */ (byId("join-link"));
    /** @type {HTMLDialogElement} */ (byId("join")).close();
    try {
      const { href, origin, hash } = new URL(value.trim(), location.href);
      if (origin === location.origin) location.hash = hash;
      else location.href = href;
    } catch {
      notify(t("page.no_link", { link: value.slice(0, 60) }), "warn");
    }
  });
}
