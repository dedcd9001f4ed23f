// @ts-check
// Follow a link that somebody has sent to another page.

import { t } from "../text/messages.js";

/**
 * @param {string} link
 * @param {(text: string) => void} warn tells what is wrong with it
 * @returns {boolean} false if it is none
 */
export function follow(link, warn) {
  try {
    const { href, origin, pathname, protocol, hash } = new URL(link);
    if (!protocol.startsWith("http")) throw new TypeError(protocol);
    if (origin === location.origin && pathname === location.pathname) location.hash = hash;
    else location.href = href;
    return true;
  } catch {
    warn(t("page.no_link", { link: link.slice(0, 60) }));
    return false;
  }
}
