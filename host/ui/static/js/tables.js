// @ts-check
// The list of several tables: its links carry the owner's key, and what it tells stays new.

import { byId } from "./dom/dom.js";
import { key, takeKey } from "./connection/access_key.js";

/** Time between two looks at which tables there are: boards are plugged in by hand. */
const RENEWED_MS = 5000;
/** Time for an answer; a line that has died with a network gives none. */
const ANSWER_MS = 4000;

/** Let whoever owns the program own the tables that are opened from here. */
function addKey() {
  takeKey();
  const secret = key();
  for (const link of document.links) link.hash = secret ?? "";
}

/** Take over what is played at the tables now; without an answer say so, and change nothing. */
async function renew() {
  if (document.hidden) return;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(location.pathname, { signal }).catch(() => null);
  byId("lost").hidden = answer?.ok ?? false;
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const [at, link] of [...page.querySelectorAll("#tables a")].entries()) {
    const told = byId("tables").querySelectorAll("a > span")[at];
    const words = link.querySelector("span")?.textContent ?? "";
    if (told && told.textContent !== words) told.textContent = words;
  }
}

addKey();
addEventListener("hashchange", addKey);
addEventListener("pageshow", addKey);
document.addEventListener("visibilitychange", renew);
setInterval(renew, RENEWED_MS);
