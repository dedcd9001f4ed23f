// Messages of a host to the page (docs/protocols/page.md): those of the browser's tests, typed.

import { readFileSync } from "node:fs";

/** @typedef {import("../../../host/ui/static/js/types.js").HelloMessage} HelloMessage */
/** @typedef {import("../../../host/ui/static/js/types.js").StateMessage} StateMessage */
/** @typedef {import("../../../host/ui/static/js/types.js").HandPieceData} HandPieceData */
/** @typedef {import("../../../host/ui/static/js/types.js").MarkData} MarkData */
/** @typedef {import("../../../host/ui/static/js/types.js").MoveData} MoveData */
/** @typedef {import("../../../host/ui/static/js/types.js").PageRequest} PageRequest */
/** @typedef {import("../../../host/ui/static/js/types.js").Side} Side */

const TOLD = readFileSync(new URL("../../e2e/page_messages.json", import.meta.url), "utf8");

/** @param {Partial<HelloMessage>} [changes] @returns {HelloMessage} */
export const hello = (changes) => ({ ...JSON.parse(TOLD).hello, ...changes });

/** A quiet state with the two pink towers at home. @param {Partial<StateMessage>} [changes] @returns {StateMessage} */
export const state = (changes) => ({ ...JSON.parse(TOLD).state, ...changes });

/** @param {string} square @param {string} entry @param {string} role @param {string} [words] @returns {MarkData} */
export const mark = (square, entry, role, words = "") => ({
  ...{ square, entry, role, words, colour: null, side: null },
});

/**
 * A piece of the virtual board.
 * @param {string} name @param {string | null} square null for one in the hand @param {Side} [side]
 * @returns {HandPieceData}
 */
export const piece = (name, square, side = "black") => ({
  ...{ id: `${side}-${name}`, side, name, teeth: 0, square, dx: 0, dy: 0 },
  where: square === null ? "hand" : "board",
});

/** So many moves of a round, the first with the number `begin`. @param {number} count @param {number} [begin] */
export const plies = (count, begin = 1) =>
  Array.from({ length: count }, (_, i) => move(begin + i));

/** @param {number} ply @returns {MoveData} */
function move(ply) {
  return {
    ...{ ply, side: ply % 2 ? "black" : "white", piece: "pink", from: "d8", to: "d4", text: "d8d4" },
    ...{ words: "Pink 4 Brown", spelled: "Pink from d8 to d4, brown", round: 1, help_used: null },
  };
}

/**
 * A list of the requests that were sent, and what sends them.
 * @returns {{asked: PageRequest[], send: (request: PageRequest) => boolean}}
 */
export function program() {
  /** @type {PageRequest[]} */
  const asked = [];
  return { asked, send: (request) => asked.push(request) > 0 };
}
