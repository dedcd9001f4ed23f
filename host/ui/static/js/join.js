// @ts-check
// Follow a link that somebody has sent to another page.

import { t } from "./messages.js";

/**
 * @param {string} link
 * @param {(text: string) => void} warn tells what is wrong with it
 */
export function follow(link, warn) {
  try {
    const { href, origin, pathname, hash } = new URL(link, location.href);
    if (origin === location.origin && pathname === location.pathname) location.hash = hash;
    else location.href = href;
  } catch {
    warn(t("page.no_link", { link: link.slice(0, 60) }));
  }
}
