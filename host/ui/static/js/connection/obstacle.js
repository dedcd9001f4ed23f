// @ts-check
// The obstacle on the way to the program: scripts are not told why a WebSocket was refused.

import { t } from "../text/messages.js";

/** Time for an answer; somewhere on the way nobody may give one. */
const ANSWER_MS = 8000;

export class Obstacle {
  /** @param {(sentence: string) => void} onTold told why no line comes about */
  constructor(onTold) {
    this.onTold = onTold;
    /** True once there has been a line: nothing on the way keeps WebSockets back. */
    this.isNone = false;
  }

  /** Ask over plain http (host/ui/web/origin_check.py). @param {string} [socket] where no WebSocket came about */
  async look(socket) {
    if (this.isNone || !socket) return;
    const address = new URL(socket.replace(/^ws/, "http"));
    address.search = new URLSearchParams({ origin: location.origin }).toString();
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(address, { cache: "no-store", signal }).catch(() => null);
    if (this.isNone) return;
    const page = address.href.replace(/(?:table\/[^/]+\/)?ws\?.*$/, "");
    if (answer?.status === 426) this.onTold(t("page.no_websocket"));
    if (answer?.status === 403) this.onTold(t("page.foreign_address", { address: page }));
  }
}
