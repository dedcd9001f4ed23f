// @ts-check
// The line to the program: a WebSocket to the server of this page.
// A site without a server has another file in this place (browser/static/transport.js).

/** @typedef {import("./types.js").Line} Line */

/** The program finds boards by itself. @type {import("./types.js").BoardPorts | null} */
export const serialPorts = null;

/** Where the program serves this board: `/`, or the address of a table of several. */
const ROOT = import.meta.url.replace(/(?:v\/\w+\/)?js\/connection\/transport\.js(?:\?.*)?$/, "");

/** Time for a connection to be made; somewhere on the way nobody may answer. */
const CONNECT_MS = 8000;

/** Open a line to the program. @param {string[]} subprotocols @returns {Line} */
export function openLine(subprotocols) {
  const socket = new WebSocket(new URL("ws", ROOT.replace(/^http/, "ws")), subprotocols);
  socket.binaryType = "arraybuffer";
  const hasFailed = setTimeout(() => socket.close(), CONNECT_MS);
  for (const end of ["open", "close"]) socket.addEventListener(end, () => clearTimeout(hasFailed));
  return /** @type {Line} */ (/** @type {unknown} */ (socket));
}
