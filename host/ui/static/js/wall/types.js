// The messages of docs/protocols/wall.md as types; nothing here exists at run time.
//
// Written by `python -m docs.tools.page_messages`.

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").PieceData} PieceData */
/** @typedef {import("../types.js").OutcomeData} OutcomeData */
/** @typedef {import("../types.js").ClockMessage} ClockMessage */
/** @typedef {import("../types.js").CorrectionData} CorrectionData */
/** @typedef {import("../types.js").SquaresData} SquaresData */
/** @typedef {import("../types.js").MoveData} MoveData */
/** @typedef {import("../types.js").OpponentData} OpponentData */
/** @typedef {import("../types.js").MatchData} MatchData */
/** @typedef {import("../types.js").LinkData} LinkData */
/**
 * @typedef {object} WallMessage The first message, and sent again when something of it has changed.
 * @property {"wall"} t
 * @property {string} version
 * @property {number} delay minutes by which all is shown later
 * @property {number} results how many matches have ended
 * @property {string | null} trouble with the broker, or null
 * @property {TournamentData | null} tournament null if there is none, and on a page of one board
 * @property {number} boards how many there are
 */
/**
 * @typedef {object} TournamentData A tournament as its file has it.
 * @property {string} title
 * @property {number} round 0 before the first one
 * @property {number} rounds number of all
 * @property {PairingData[]} pairings of the round
 * @property {string | null} bye the player who has a bye, or null
 * @property {string[]} absent those who do not play the round
 * @property {string[]} ties names of the tie-breaks in the order in which they count: `Buchholz`, `Sonneborn-Berger`,
 *   `direct encounter`, `wins`, `match points`
 * @property {StandingData[]} standings the best player first
 */
/**
 * @typedef {object} PairingData Two players at a table.
 * @property {string} table
 * @property {string} board of the table, as the wall names it
 * @property {string} black
 * @property {string} white
 * @property {TableResultData | null} result
 */
/**
 * @typedef {object} TableResultData Result of a pairing, as people write it.
 * @property {string} black
 * @property {string} white
 * @property {string | null} points of the match, `3-1`; null if nobody has told them
 * @property {boolean} forfeit true if it was not played
 * @property {boolean} confirmed false as long as only the board has told it
 */
/**
 * @typedef {object} StandingData A player's place.
 * @property {number} rank
 * @property {string} name
 * @property {string} score `2½`
 * @property {string[]} ties `5½`, by the tie-breaks of the tournament
 */
/**
 * @typedef {object} WallBoard A board as its messages tell it; the fields of others than the wall are as in `state`.
 * @property {string} name
 * @property {"live" | "offline" | "silent"} live `offline` by its last will, `silent` if nothing has come for eight
 *   seconds
 * @property {Record<Side, string> | null} players their names; null if nobody knows them
 * @property {string | null} game as in `hello`; null until they are known
 * @property {string | null} title as in `hello`; null until they are known
 * @property {[number, number] | null} size as in `hello`; null until they are known
 * @property {Record<string, string> | null} square_colours as in `hello`; null until they are known
 * @property {"setup" | "play" | "between" | "over" | "paused" | "replay" | null} phase null until its state is known,
 *   as all that follows
 * @property {Side | null} turn
 * @property {string | null} prompt
 * @property {PieceData[] | null} pieces
 * @property {SquaresData | null} last
 * @property {MoveData[]} moves
 * @property {OutcomeData | null} outcome
 * @property {MatchData | null} match
 * @property {CorrectionData | null} correction
 * @property {OpponentData | null} opponent
 * @property {Record<string, object> | null} puzzle
 * @property {Record<string, object> | null} tutorial
 * @property {LinkData | null} link
 * @property {ClockData | null} clock as in `clock`; null until it is known
 */
/**
 * @typedef {object} ClockData Both clocks, as of `ClockMessage`.
 * @property {number | null} white
 * @property {number | null} black
 * @property {Side | null} running
 * @property {string} text
 */
export {};
