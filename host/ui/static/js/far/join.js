// @ts-check
// Links that somebody has sent: to another page, or to a record.

import { isShared } from "../sharing/record_link.js";

/**
 * An address as a link, with the site that it leads to if that is another one: "" for this one.
 * @param {string} text @param {string} origin of this page
 * @returns {{link: URL, site: string} | null} null if it is no link
 */
export function linkIn(text, origin) {
  try {
    const link = new URL(text);
    if (!/^https?:$/.test(link.protocol)) return null;
    const isHere = link.origin === origin || isShared(link.hash);
    return { link, site: isHere ? "" : link.host };
  } catch {
    return null;
  }
}

/** Follow a link; one that this page can show itself does not leave it. @param {URL} link */
export function follow({ href, origin, pathname, hash }) {
  const isThis = origin === location.origin && pathname === location.pathname;
  if (isThis || isShared(hash)) location.hash = hash;
  else location.href = href;
}
