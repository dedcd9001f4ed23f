// @ts-check
// The line to the program: a WebSocket to the server of this page.
// A site without a server has another file in this place (browser/static/transport.js).

/** @typedef {import("./types.js").Line} Line */

/** The program finds boards by itself. @type {import("./types.js").BoardPorts | null} */
export const serialPorts = null;

/** Open a line to the program. @param {string[]} subprotocols @returns {Line} */
export function openLine(subprotocols) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws`, subprotocols);
  socket.binaryType = "arraybuffer";
  return /** @type {Line} */ (/** @type {unknown} */ (socket));
}
