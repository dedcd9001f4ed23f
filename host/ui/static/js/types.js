// The messages of PAGE.md as types; nothing here exists at run time.

/** @typedef {"white" | "black"} Side */

/**
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {string} version
 * @property {string} game
 * @property {[number, number]} size files and ranks
 * @property {boolean} virtual whether pieces can be lifted on the page
 * @property {Record<string, string>} tints colour name of each painted square
 * @property {string} runtime what runs the firmware
 */

/**
 * @typedef {object} Mark why a square is lit
 * @property {string} square
 * @property {string} entry
 * @property {string} role
 * @property {string} words
 */

/**
 * @typedef {object} GamePiece where the game has a piece
 * @property {string} square
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 */

/**
 * @typedef {object} HandPiece where a piece physically is
 * @property {string} id
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 * @property {"board" | "hand" | "box"} where
 * @property {string | null} square
 * @property {number} dx in squares from the middle, towards the h-file
 * @property {number} dy in squares from the middle, towards the last rank
 */

/**
 * @typedef {object} Ply
 * @property {number} ply
 * @property {Side} side
 * @property {string | null} piece
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} words
 * @property {string} text
 */

/** @typedef {"off" | "required" | "legal"} Help */

/**
 * @typedef {object} LinkState
 * @property {"up" | "connecting" | "lost" | "refused"} state
 * @property {string} text
 */

/**
 * @typedef {object} State
 * @property {"state"} t
 * @property {number} rev
 * @property {"setup" | "play" | "over"} phase
 * @property {Side} turn
 * @property {string} prompt
 * @property {GamePiece[]} pieces
 * @property {string[]} movers
 * @property {string | null} lifted
 * @property {Mark[]} marks
 * @property {{text: string, squares: string[]} | null} trouble
 * @property {{from: string | null, to: string | null} | null} last
 * @property {Ply[]} moves
 * @property {{winner: Side | null, reason: string} | null} outcome
 * @property {boolean} can_takeback
 * @property {Help} help
 * @property {LinkState} link
 */

/** @typedef {{t: "hand", pieces: HandPiece[]}} HandMessage */

/** @typedef {"info" | "good" | "warn"} Level */

/** @typedef {{t: "say", level: Level, text: string}} Say */

/** @typedef {Hello | State | HandMessage | Say} HostMessage */

/**
 * @typedef {{t: "lift", square: string} | {t: "put", square: string, piece: string}
 *   | {t: "takeback"} | {t: "new"} | {t: "help", level: Help}} PageMessage
 */

export {};
