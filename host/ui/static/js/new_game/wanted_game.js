// @ts-check
// The game that is wanted: its name with settings, and the request for it.

/** @typedef {import("../types.js").PageRequest} PageRequest */
/** @typedef {import("../types.js").Side} Side */

/** The opponent at another board. */
export const FAR = "far";

/** Games in which a tower that wins a round grows a tooth. @param {string} game without its settings */
export const hasTeeth = (game) => /^kamisado-(standard|long|marathon)$/.test(game);

/**
 * A game's name without its settings, and these.
 * @param {string} game
 * @returns {[string, Map<string, string>]}
 */
export function parted(game) {
  const [kind, text = ""] = game.split(":");
  const said = text.split(",").filter(Boolean);
  return [kind, new Map(said.map((part) => /** @type {[string, string]} */ (part.split("="))))];
}

/** A game's name with settings. @param {string} game @param {[string, string][]} settings names and values */
export function joined(game, settings) {
  const text = settings.map(([name, value]) => `${name}=${value}`).join(",");
  return text ? `${game}:${text}` : game;
}

/**
 * @typedef {object} WantedGame
 * @property {string} game with its settings
 * @property {string} clock "10+5"; "" for none
 * @property {boolean} stand true if moves stand
 * @property {boolean} serious
 * @property {string} opponent a level of the computer, `FAR`, or "" for a person here
 * @property {Side | "lot" | ""} plays the side of the opponent; "" as the players agree
 * @property {string} broker by which the opponent at another board is reached
 * @property {number} absence s for which a side may be away then; 0 for as long as it likes
 * @property {string} [position] from which it begins, but for an opponent at another board
 */

/** @param {WantedGame} wanted @returns {PageRequest} */
export function requestOf({ game, clock, stand, serious, opponent, plays, broker, absence, position }) {
  const terms = {
    ...{ game, clock },
    ...(stand ? { touch_move: true } : {}),
    ...(serious ? { serious: true } : {}),
  };
  if (opponent === FAR) {
    const away = absence ? { absence } : {};
    return { t: "far_invite", ...terms, ...away, plays: plays === "black" ? "white" : "black", broker };
  }
  const first = position === undefined ? {} : { position };
  return { t: "new", ...terms, ...first, ...(opponent ? { opponent } : {}), ...(plays ? { plays } : {}) };
}
