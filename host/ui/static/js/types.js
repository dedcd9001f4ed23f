// The messages of docs/protocols/page.md as types; nothing here exists at run time.
//
// Names and fields are those of host/ui/messages/; connection.js puts messages into words as they arrive.

/** @typedef {"white" | "black"} Side */
/** @typedef {"resign" | "draw" | "pause" | "new"} Action */
/** @typedef {"off" | "required" | "legal" | "proven"} Help */
/** @typedef {"info" | "good" | "warn"} Severity */

/** @typedef {{size: number, path: string}} QrData modules on each edge; the dark ones as a path */

/**
 * @typedef {object} InvitationData a link by which others come to a role
 * @property {number} id
 * @property {Side | "owner"} role
 * @property {string} url
 * @property {QrData | null} qr
 * @property {number} pages that are open by it
 */

/**
 * @typedef {object} SharingData
 * @property {string} url for spectators
 * @property {QrData | null} qr
 * @property {boolean} reachable true if other computers reach it
 * @property {InvitationData[]} invitations
 */

/**
 * @typedef {object} AccessMessage the role of this page
 * @property {"access"} t
 * @property {"spectator" | Side | "owner"} role
 * @property {PageRequest["t"][]} requests that the role may make, some not at any time
 * @property {string | null} key for the next connection, if it is another one than was used
 * @property {boolean} expired true if the page came with a key that is not valid any more
 * @property {SharingData | null} sharing null unless the page is an owner's
 */

/**
 * @typedef {object} HelloMessage
 * @property {"hello"} t
 * @property {string} version
 * @property {string} game
 * @property {string} title
 * @property {string[]} agreed settings that are not the default
 * @property {[number, number]} size files and ranks of the game
 * @property {boolean} virtual true if pieces can be lifted on the page
 * @property {Record<string, string>} square_colours of the painted squares
 * @property {boolean} provable true if it can be proven who wins
 * @property {string} runtime of the firmware
 * @property {string} run another text whenever the program is started
 * @property {boolean} saves true if matches are saved
 * @property {boolean} far true if players at other boards can be reached
 * @property {GameData[]} games that may be begun
 */

/**
 * @typedef {object} GameData
 * @property {string} name
 * @property {string} title
 * @property {[number, number]} size files and ranks
 * @property {boolean} fits true if the board is large enough
 * @property {SettingData[]} settings
 */

/**
 * @typedef {object} SettingData
 * @property {string} name
 * @property {string} words
 * @property {string[]} values empty for any whole number from 1 on
 * @property {string[]} value_words
 * @property {string} default
 * @property {string} default_words
 * @property {boolean} by_lot true if it is drawn unless the players say it
 */

/**
 * @typedef {object} PileData equal pieces beside the board
 * @property {Side} side
 * @property {string} name
 * @property {number} count
 */

/**
 * @typedef {object} MarkData the reason why a square is lit
 * @property {string} square
 * @property {string} entry
 * @property {string} role
 * @property {string} words
 * @property {string | null} colour of the piece that belongs there
 * @property {string | null} side of that piece
 */

/**
 * @typedef {object} PieceData a piece where the game has it
 * @property {string} square
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 */

/**
 * @typedef {object} HandPieceData a piece of the virtual board where it lies
 * @property {string} id
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 * @property {"board" | "hand" | "box"} where
 * @property {string | null} square
 * @property {number} dx in squares from the middle, towards the h-file
 * @property {number} dy in squares from the middle, towards the last rank
 */

/** @typedef {{from: string | null, to: string | null}} SquaresData */

/**
 * @typedef {object} MoveData a move that was made
 * @property {number} ply from 1
 * @property {Side} side
 * @property {string | null} piece null for a choice between rounds
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} words in the notation of the game
 * @property {string} spelled with its squares
 * @property {string} text
 * @property {number} round from 1
 * @property {"proven" | "hint" | null} help_used
 */

/** @typedef {{text: string, words: string, from: string | null, to: string | null}} HintData */

/**
 * @typedef {object} TutorialData a step of a tutorial
 * @property {string} book name of the game
 * @property {number} number from 1
 * @property {number} of
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} goal when it is done
 */

/** @typedef {{text: string, squares: string[], told: boolean}} CorrectionData the wrong square comes first;
 * told is true if the last `spoken` message has said as much */

/** @typedef {{winner: Side | null, reason: string}} OutcomeData of a round or of the whole game */

/**
 * @typedef {object} MatchData the score
 * @property {string} title
 * @property {number} round
 * @property {number | null} rounds the agreed number of them
 * @property {number | null} goal the points that win
 * @property {number} white
 * @property {number} black
 */

/** @typedef {PieceData & {words: string}} RewardData a piece with its new tooth */

/** @typedef {{text: string, words: string, square: string | null}} ChoiceData */

/** @typedef {{done: number, of: number}} CountData */

/** @typedef {{ply: number, of: number, title: string}} ReplayData */

/** @typedef {{label: string, level: string, side: Side, thinking: boolean}} OpponentData */

/**
 * @typedef {object} PuzzleData
 * @property {number} number from 1
 * @property {number} of the number of puzzles
 * @property {number} grade from 1 to 5
 * @property {"open" | "wrong" | "solved"} state
 * @property {string} words
 * @property {number} solved since the program was started
 */

/**
 * @typedef {object} MenuItemData a square of the menu on the board
 * @property {string} square
 * @property {Action} action
 * @property {string} words
 * @property {CountData | null} held the time that a piece has stood there
 */

/** @typedef {{action: "draw" | "new" | "resign" | "adopt", by: Side, asked: Side, words: string}} OfferData */

/** @typedef {{state: "up" | "connecting" | "lost" | "refused", text: string}} LinkData */

/**
 * What the virtual hand is lifting.
 * @typedef {object} LiftingData
 * @property {string} square
 * @property {MarkData[]} marks that the lift will lead to
 */

/**
 * @typedef {object} StateMessage
 * @property {"state"} t
 * @property {number} rev
 * @property {"setup" | "play" | "between" | "over" | "paused" | "replay"} phase
 * @property {Side} turn
 * @property {string} prompt
 * @property {PieceData[]} pieces
 * @property {string[]} movable
 * @property {string | null} lifted
 * @property {MarkData[]} marks
 * @property {LiftingData | null} lifting
 * @property {CorrectionData | null} correction
 * @property {SquaresData | null} last
 * @property {MoveData[]} moves
 * @property {OutcomeData | null} outcome
 * @property {OpponentData | null} opponent
 * @property {MatchData | null} match
 * @property {OutcomeData | null} round the result of the last round
 * @property {RewardData | null} reward
 * @property {ChoiceData[]} choices
 * @property {CountData | null} setup
 * @property {PileData[]} reserve
 * @property {PileData[]} captured
 * @property {ReplayData | null} replay
 * @property {PuzzleData | null} puzzle
 * @property {TutorialData | null} tutorial
 * @property {MenuItemData[]} menu
 * @property {OfferData | null} offer
 * @property {string | null} agreement
 * @property {Action[]} may
 * @property {boolean} can_takeback
 * @property {boolean} can_redo
 * @property {boolean} touch_move
 * @property {"none" | "friendly" | "earnest" | "serious"} conditions
 * @property {string | null} adoption
 * @property {Help} help
 * @property {HintData | null} hint
 * @property {LinkData} link
 */

/** @typedef {{t: "hand", by_hand: boolean, busy: boolean, pieces: HandPieceData[]}} HandMessage */

/**
 * @typedef {object} ClockMessage milliseconds left as of now; null in a game without a clock
 * @property {"clock"} t
 * @property {number | null} white
 * @property {number | null} black
 * @property {Side | null} running
 * @property {string} text minutes and seconds, "10+5"; "" without a clock
 */

/** @typedef {{t: "notice", level: Severity, text: string}} NoticeMessage */
/** @typedef {{t: "spoken", text: string}} SpokenMessage */

/**
 * @typedef {object} BoardMessage diagnostics of the board, from host/maintenance/monitor.py
 * @property {"board"} t
 * @property {[number, number]} size files and ranks of the board
 * @property {[string, string][]} facts names and values
 * @property {string} picture a letter a cell, a1 first
 * @property {number[]} levels mT, north positive; empty if the sensors do not measure
 * @property {number[]} thresholds mT
 * @property {{severity: "fine" | "remark" | "fault", text: string, square: string | null}[]} findings
 * @property {string} verdict
 * @property {{step: "off" | "clear" | "quiet" | "sweep" | "home" | "done", left: number} | null}
 *   calibration how far it is, with the squares still due; null if there is nothing to calibrate
 */

/**
 * @typedef {object} ReviewedMove a move that was played, with what is proven of it
 * @property {number} ply
 * @property {number} round
 * @property {Side} side
 * @property {string} text
 * @property {string} words
 * @property {"won" | "lost" | "forced" | "unknown" | "blunder" | "match"} kind
 * @property {"win" | "loss" | "unknown"} after value of the move for its side
 * @property {string} why
 * @property {string} instead
 * @property {string} match that the match was lost here, or ""
 */

/** @typedef {{t: "review", moves: ReviewedMove[], summary: string[], lines: string[], finished: boolean}} ReviewMessage */

/**
 * @typedef {object} LegalMoveData
 * @property {string} text
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} words
 * @property {boolean} pushes true if it pushes other pieces
 * @property {"win" | "loss" | "unknown" | null} value for who makes it; null if nobody has asked
 */

/**
 * @typedef {object} PositionData a position beside the match
 * @property {"analysis"} t
 * @property {string} position its text
 * @property {Side} turn
 * @property {PieceData[]} pieces
 * @property {string[]} movable
 * @property {LegalMoveData[]} legal
 * @property {OutcomeData | null} outcome
 * @property {"win" | "loss" | "unknown" | null} value for the side to move; null if nobody has asked
 */

/**
 * @typedef {object} AnalysisMessage
 * @property {"analysis"} t
 * @property {string} position its text
 * @property {Side} turn
 * @property {PieceData[]} pieces
 * @property {string[]} movable
 * @property {LegalMoveData[]} legal
 * @property {OutcomeData | null} outcome
 * @property {"win" | "loss" | "unknown" | null} value for the side to move; null if nobody has asked
 * @property {number} number of the request
 * @property {number} ply moves of the match before it
 * @property {string[]} moves that were tried after them, forced passes included
 * @property {boolean} finished true if no further values come
 */

/**
 * @typedef {object} SavedMatchData
 * @property {number} id
 * @property {string} title of its game
 * @property {number} rounds
 * @property {number} moves
 * @property {string} changed UTC
 * @property {string} clock "" without a clock
 * @property {string | null} result null while it goes on
 * @property {string | null} opponent the computer's name; null against a person
 * @property {boolean} far true if it is played with somebody at another board
 * @property {boolean} current true if it is played now
 */
/** @typedef {{t: "matches", matches: SavedMatchData[]}} MatchesMessage the last changed first */
/** @typedef {{t: "record", match: number, text: string}} RecordMessage of a saved match */
/** @typedef {{t: "record_read", opened: boolean}} RecordReadMessage what came in is a record */
/**
 * @typedef {object} FarMessage a match with a player at another board
 * @property {"far"} t
 * @property {"none" | "inviting" | "playing"} stage
 * @property {boolean} connected true while the broker is reached
 * @property {"thinking" | "waiting" | "executing" | "setup" | "paused" | "away" | null} presence
 * @property {string | null} since UTC
 * @property {number | null} ahead_ms how much more the far player's clock shows than the one here
 * @property {string | null} waiting what was asked here and is not answered yet
 * @property {boolean} can_withdraw true if that is not withdrawn yet
 * @property {string | null} said by the far player since the last move
 * @property {number} said_count sentences of the far player
 * @property {number | null} absence_s seconds for which a side may be away by agreement
 * @property {string | null} absence_until UTC; when the far player, or who has no broker here, is to be back
 * @property {boolean} can_claim true if the far player has been away for longer
 */
/** @typedef {{t: "invitation", broker: string, link: string | null, qr: QrData | null, agreed: string[]}} InvitationMessage */
/**
 * @typedef {AccessMessage | HelloMessage | StateMessage | ClockMessage | HandMessage | NoticeMessage | SpokenMessage
 *   | ReviewMessage | BoardMessage | AnalysisMessage | MatchesMessage | RecordMessage | RecordReadMessage | FarMessage | InvitationMessage} HostMessage
 */

/**
 * @typedef {{t: "lift", square: string} | {t: "put", square: string, piece: string}
 *   | {t: "remove", piece: string} | {t: "push", from: string, to: string}
 *   | {t: "by_hand", on: boolean} | {t: "describe", what: "ranks" | "turn"} | {t: "describe", what: "piece", name: string}
 *   | {t: "analyse", number: number, ply: number, moves: string[], values: boolean}
 *   | {t: "takeback"} | {t: "help", level: Help} | {t: "redo"} | {t: "resign" | "draw", side: Side} | {t: "adopt", position: string}
 *   | {t: "answer", agree: boolean} | {t: "pause", side?: Side} | {t: "resume"} | {t: "hint"} | {t: "review"}
 *   | {t: "puzzle", number?: number, grade?: number} | {t: "leave"}
 *   | {t: "new", game?: string, clock?: string, touch_move?: boolean, serious?: boolean, position?: string, opponent?: string, plays?: Side | "lot"}
 *   | {t: "choose", text: string} | {t: "confirm"} | {t: "arrange"} | {t: "examine"} | {t: "calibrate", action: "start" | "stop"}
 *   | {t: "invite", role: Side | "owner"} | {t: "revoke", invitation: number}
 *   | {t: "tutorial", book: string, number: number} | {t: "matches"} | {t: "open" | "export" | "delete", match: number} | {t: "import", record: string, check?: true}
 *   | {t: "far_invite", game: string, clock: string, touch_move?: boolean, serious?: boolean, absence?: number, plays: Side, broker: string}
 *   | {t: "far_join", link: string} | {t: "invitation"} | {t: "far_leave" | "far_withdraw"} | {t: "say", number: number} | {t: "far_claim", win: boolean}
 *   | {t: "step", by: 1 | -1} | {t: "go", ply: number}} PageRequest
 */

export {};
