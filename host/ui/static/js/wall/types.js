// The messages of docs/protocols/wall.md as types; nothing here exists at run time.

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").StateMessage} StateMessage */

/**
 * @typedef {object} WallBoard a board as its messages told it, in words
 * @property {string} name
 * @property {"live" | "offline" | "silent"} live
 * @property {Record<Side, string> | null} players
 * @property {string | null} game null until the board has told what it plays
 * @property {string | null} title
 * @property {[number, number] | null} size
 * @property {Record<string, string> | null} square_colours
 * @property {StateMessage["phase"] | null} phase null until its state is known
 * @property {Side | null} turn
 * @property {string | null} prompt
 * @property {import("../types.js").PieceData[] | null} pieces
 * @property {import("../types.js").SquaresData | null} last
 * @property {import("../types.js").MoveData[]} moves
 * @property {import("../types.js").OutcomeData | null} outcome
 * @property {import("../types.js").MatchData | null} match
 * @property {{text: string} | null} correction
 * @property {{label: string, side: Side} | null} opponent
 * @property {import("../types.js").LinkData | null} link
 * @property {Omit<import("../types.js").ClockMessage, "t"> | null} clock
 * @property {boolean} [unreadable] true if its words are of another version
 */

/**
 * @typedef {object} WallMessage the first message, and whenever something of it changes
 * @property {"wall"} t
 * @property {string} version
 * @property {number} delay minutes
 * @property {number} results number of matches that have ended
 * @property {string | null} trouble with the broker
 * @property {Tournament | null} tournament
 * @property {number} boards
 */

/**
 * @typedef {object} Tournament as its file has it; numbers as people write them
 * @property {string} title
 * @property {number} round 0 before the first one
 * @property {number} rounds
 * @property {Pairing[]} pairings of the round
 * @property {string | null} bye
 * @property {string[]} absent
 * @property {string[]} ties names of the tie-breaks
 * @property {{rank: number, name: string, score: string, ties: string[]}[]} standings
 */

/**
 * @typedef {object} Pairing
 * @property {string} table
 * @property {string} board of the table, as the wall names it
 * @property {string} black
 * @property {string} white
 * @property {TableResult | null} result
 */

/**
 * @typedef {object} TableResult
 * @property {string} black
 * @property {string} white
 * @property {string | null} points
 * @property {boolean} forfeit
 * @property {boolean} confirmed false as long as only the board has told it
 */

export {};
