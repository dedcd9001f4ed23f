// @ts-check
// The key of the page: the secret by which the program knows the role of who has opened it.
//
// It comes in the fragment of an address, which browsers send to nobody.  A tab keeps its own; the
// browser keeps the last one, but an owner's before a player's, so that owners may try their links.

import { table } from "../dom/table.js";

const OWNERS_NAME = "kamisado-key";
const OWNERS = "kamisado-key-is-owners";
const ENDED = "kamisado-key-has-ended";
/** A player's key is for one table of several; an owner's is for all. */
const NAME = table ? `${OWNERS_NAME}/${table}` : OWNERS_NAME;
const FRAGMENT = /^#([\w-]{16,64})$/;

/** Where a value is kept if the browser forbids storage. @type {Map<string, string>} */
const unstored = new Map();

/** @param {() => Storage} storage @param {string} name */
function read(storage, name) {
  try {
    return storage().getItem(name);
  } catch {
    return unstored.get(name) ?? null;
  }
}

/** @param {() => Storage} storage @param {string} name @param {string | null} value */
function write(storage, name, value) {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
  } catch {
    if (value === null) unstored.delete(name);
    else unstored.set(name, value);
  }
}

const ofTab = () => sessionStorage;
const ofBrowser = () => localStorage;

const ofOwner = () => (read(ofBrowser, OWNERS) ? read(ofBrowser, OWNERS_NAME) : null);

/** The key to connect with; null for a spectator's. */
export const key = () => read(ofTab, NAME) ?? ofOwner() ?? read(ofBrowser, NAME);

/** Take a key out of the address, so that it is not seen or copied there; true if there was one. */
export function takeKey() {
  const found = FRAGMENT.exec(location.hash)?.[1];
  if (!found) return false;
  write(ofTab, NAME, found);
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

/**
 * Keep the key of a connection that the program has accepted.
 * @param {string} accepted
 * @param {boolean} owner
 */
export function keepKey(accepted, owner) {
  write(ofTab, NAME, accepted);
  write(ofTab, ENDED, null);
  if (owner) {
    write(ofBrowser, OWNERS_NAME, accepted);
    write(ofBrowser, OWNERS, "yes");
  } else if (!read(ofBrowser, OWNERS)) {
    write(ofBrowser, NAME, accepted);
  }
}

/** Forget a key that is not valid any more; true if another one is left. @param {string} expired */
export function forgetKey(expired) {
  if (read(ofTab, NAME) === expired) write(ofTab, NAME, null);
  if (ofOwner() === expired) {
    write(ofBrowser, OWNERS_NAME, null);
    write(ofBrowser, OWNERS, null);
  }
  if (read(ofBrowser, NAME) === expired) write(ofBrowser, NAME, null);
  if (key() !== null) return true;
  write(ofTab, ENDED, "yes");
  return false;
}

/** True if the last key of this tab is not valid any more, and no other has come since. */
export const keyHasEnded = () => read(ofTab, ENDED) !== null;
