// @ts-check
// The line from Python to an MQTT broker, for browser/websocket.py.

/** @typedef {import("./worker_line.js").PythonObject} PythonObject */

/** The protocol that brokers want to be asked for. */
const PROTOCOL = "mqtt";

/**
 * Open a WebSocket; it throws where the browser does not even try.
 * @param {string} url
 * @param {PythonObject} opened called when it is open
 * @param {PythonObject} receive takes the bytes that come
 * @param {PythonObject} ended called when it has ended by itself, or could not be opened
 */
export function openSocket(url, opened, receive, ended) {
  const socket = new WebSocket(url, PROTOCOL);
  const [isOpen, received, hasEnded] = [opened.copy(), receive.copy(), ended.copy()];
  socket.binaryType = "arraybuffer";
  socket.onopen = () => isOpen();
  socket.onmessage = ({ data }) => received(new Uint8Array(data));
  const forget = () => {
    for (const each of [isOpen, received, hasEnded]) each.destroy();
  };
  socket.onclose = ({ reason }) => {
    hasEnded(reason);
    forget();
  };
  return {
    /** @param {PythonObject} data */
    send: (data) => socket.send(/** @type {Uint8Array<ArrayBuffer>} */ (data.toJs())),
    close() {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      forget();
    },
  };
}
