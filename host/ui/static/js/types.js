// The messages of PAGE.md as types; nothing here exists at run time.

/** @typedef {"white" | "black"} Side */

/**
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {string} version
 * @property {string} game
 * @property {string} title what people call it
 * @property {[number, number]} size files and ranks
 * @property {boolean} virtual whether pieces can be lifted on the page
 * @property {Record<string, string>} tints colour name of each painted square
 * @property {boolean} provable whether it can be proven who wins
 * @property {string} runtime what runs the firmware
 * @property {Format[]} games that `new` may name
 */

/**
 * @typedef {object} Format a game that may be begun
 * @property {string} name
 * @property {string} title what people call it
 * @property {[number, number]} size
 * @property {boolean} fits whether it can be played on this board
 * @property {Setting[]} settings
 */

/**
 * @typedef {object} Setting what players may agree on before a game
 * @property {string} name
 * @property {string} words what it does
 * @property {string[]} values empty for any whole number from 1 on
 * @property {string} default
 * @property {boolean} by_lot whether it is drawn by lot unless it is said
 */

/** @typedef {{side: Side, name: string, count: number}} Pile alike pieces beside the board */

/**
 * @typedef {object} Mark why a square is lit
 * @property {string} square
 * @property {string} entry
 * @property {string} role
 * @property {string} words
 * @property {string | null} tint colour of the tower that is due here
 * @property {string | null} side whose tower that is
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
 * @property {string | null} piece null for a choice between rounds
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} words
 * @property {string} text
 * @property {number} round from 1
 * @property {"proven" | "hint" | null} aid with what help it was made
 */

/** @typedef {{winner: Side | null, reason: string}} Outcome of a round or of the whole game */

/**
 * @typedef {object} Match the score
 * @property {string} title
 * @property {number} round
 * @property {number | null} rounds the agreed number of them
 * @property {number | null} goal the points that win
 * @property {number} white
 * @property {number} black
 */

/** @typedef {GamePiece & {words: string}} Reward a piece with its new tooth, and what to do */

/** @typedef {{text: string, words: string, square: string | null}} Choice */

/** @typedef {"resign" | "draw" | "pause" | "new"} Action */

/**
 * @typedef {object} MenuItem a square of the menu that is open on the board
 * @property {string} square
 * @property {Action} action
 * @property {string} words
 * @property {{done: number, of: number} | null} held for how much of its time a piece stands there
 */

/** @typedef {{action: "draw" | "new", by: Side, words: string}} Offer what the other side is asked */

/** @typedef {"off" | "required" | "legal" | "proven"} Help */

/**
 * @typedef {object} LinkState
 * @property {"up" | "connecting" | "lost" | "refused"} state
 * @property {string} text
 */

/**
 * @typedef {object} State
 * @property {"state"} t
 * @property {number} rev
 * @property {"setup" | "play" | "between" | "over" | "paused" | "replay"} phase
 * @property {Side} turn
 * @property {string} prompt
 * @property {GamePiece[]} pieces
 * @property {string[]} movers
 * @property {string | null} lifted
 * @property {Mark[]} marks
 * @property {{text: string, squares: string[]} | null} trouble
 * @property {{from: string | null, to: string | null} | null} last
 * @property {Ply[]} moves
 * @property {Outcome | null} outcome
 * @property {Match | null} match
 * @property {Outcome | null} round how the last round ended
 * @property {Reward | null} reward
 * @property {Choice[]} choices between two rounds, or of a move that leaves no trace
 * @property {{done: number, of: number} | null} arranged
 * @property {Pile[]} reserve what is still to be put on the board
 * @property {Pile[]} captured what has been taken
 * @property {{ply: number, of: number, title: string} | null} replay
 * @property {PuzzleState | null} puzzle
 * @property {MenuItem[]} menu what hands are offered on the board
 * @property {Offer | null} offer what waits for an answer
 * @property {string | null} agreement what would be offered with `draw` now, in words
 * @property {Action[]} may what players may do now beside moving
 * @property {boolean} can_takeback
 * @property {boolean} can_redo
 * @property {boolean} touch_move whether moves stand as they were made
 * @property {{label: string, level: string, side: Side, thinking: boolean} | null} opponent
 *   whom the computer plays as
 * @property {Help} help
 * @property {{text: string, words: string, from: string | null, to: string | null} | null} hint
 * @property {LinkState} link
 */

/**
 * @typedef {object} PuzzleState the puzzle that is to be solved
 * @property {number} number from 1
 * @property {number} of how many there are
 * @property {number} grade from 1 to 5
 * @property {"open" | "wrong" | "solved"} state
 * @property {string} words
 * @property {number} solved how many, since the program was begun
 */

/** @typedef {{t: "hand", pieces: HandPiece[]}} HandMessage */

/**
 * @typedef {object} ClockMessage milliseconds left as of now; null in a game without a clock
 * @property {"clock"} t
 * @property {number | null} white
 * @property {number | null} black
 * @property {Side | null} running
 * @property {string} text minutes and seconds, "10+5"; "" without a clock
 */

/** @typedef {"info" | "good" | "warn"} Level */

/** @typedef {{t: "say", level: Level, text: string}} Say */

/**
 * @typedef {object} BoardMessage what the board tells of itself
 * @property {"board"} t
 * @property {[number, number]} size files and ranks of the board
 * @property {Record<string, string>} facts
 * @property {string} picture a letter a cell, a1 first
 * @property {number[]} levels mT, north positive; empty if the sensors do not measure
 * @property {number[]} thresholds mT
 * @property {{weight: "fine" | "remark" | "fault", text: string, square: string | null}[]} findings
 * @property {string} verdict
 */

/**
 * @typedef {object} Judged a move that was played, and what is proven of it
 * @property {number} ply
 * @property {number} round
 * @property {Side} side
 * @property {string} text
 * @property {string} words
 * @property {"won" | "lost" | "forced" | "unknown" | "blunder"} kind
 * @property {string} why
 * @property {string} instead
 */

/**
 * @typedef {object} ReviewMessage
 * @property {"review"} t
 * @property {Judged[]} moves
 * @property {string[]} summary
 * @property {boolean} finished
 */

/** @typedef {ReviewMessage | Hello | State | ClockMessage | HandMessage | Say | BoardMessage} HostMessage */

/**
 * @typedef {{t: "lift", square: string} | {t: "put", square: string, piece: string}
 *   | {t: "remove", piece: string}
 *   | {t: "takeback"} | {t: "help", level: Help} | {t: "redo"} | {t: "resign" | "draw", side: Side}
 *   | {t: "answer", agree: boolean} | {t: "pause"} | {t: "goon"} | {t: "hint"} | {t: "review"}
 *   | {t: "puzzle", number?: number, grade?: number} | {t: "leave"}
 *   | {t: "new", game?: string, clock?: string, touch_move?: boolean,
 *      opponent?: string, plays?: Side}
 *   | {t: "choose", text: string} | {t: "confirm"} | {t: "arrange"} | {t: "examine"}
 *   | {t: "step", by: 1 | -1} | {t: "go", ply: number}} PageMessage
 */

export {};
