// Types of the lines to the program and to boards; nothing here exists at run time.

/**
 * @typedef {object} BoardPorts the ports of this computer, where the page reaches them by itself
 * @property {boolean} supported false in a browser that cannot
 * @property {(any: boolean) => Promise<import("../text/messages.js").Message | null>} connect lets the
 *   player choose one, of any device or of boards only; why nothing can be played on there, or null
 * @property {() => Promise<void>} leave plays on the virtual board again
 */

/**
 * What `Connection` uses of a WebSocket.
 * @typedef {object} Line
 * @property {number} readyState
 * @property {(() => any) | null} onopen
 * @property {((event: {data: any}) => any) | null} onmessage
 * @property {(() => any) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {string} [url] none if a worker of the page is at its end
 */

export {};
