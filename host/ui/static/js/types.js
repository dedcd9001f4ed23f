// The messages of docs/protocols/page.md as types; nothing here exists at run time.
//
// Written by `python -m docs.tools.page_messages`.

/** @typedef {"white" | "black"} Side */
/** @typedef {"resign" | "draw" | "pause" | "new" | "adopt" | "takeback"} Action */
/** @typedef {"off" | "required" | "legal" | "proven"} Help */
/** @typedef {"info" | "good" | "warn"} Severity */
/**
 * @typedef {"takeback" | "redo" | "play" | "confirm" | "pause" | "resume" | "hint" | "new" | "names" | "puzzle" |
 *   "leave" | "review" | "examine" | "arrange" | "matches" | "invitation" | "far_leave" | "far_withdraw" | "announce"
 *   | "choose" | "follow" | "resign" | "draw" | "answer" | "adopt" | "help" | "step" | "go" | "lift" | "put" |
 *   "remove" | "slide" | "push" | "by_hand" | "calibrate" | "analyse" | "describe" | "share" | "invite" | "revoke" |
 *   "tutorial" | "show" | "open" | "export" | "draw_match" | "delete" | "far_invite" | "far_join" | "far_claim" |
 *   "say" | "import"} RequestName
 */
/**
 * @typedef {object} AccessMessage The role of the page that gets it.
 * @property {"access"} t
 * @property {"spectator" | "white" | "black" | "owner"} role
 * @property {RequestName[]} requests names of the requests that the role may make, some of them not at any time
 * @property {string | null} key secret for the next connection, if the one that was sent was valid once; else null
 * @property {boolean} expired true if the page came with a secret that is not valid, or not any more
 * @property {SharingData | null} sharing null unless the page is an owner's
 */
/**
 * @typedef {object} SharingData All that an owner may give.
 * @property {string} url where spectators open the page
 * @property {QrData | null} qr of the same; null if other computers do not reach it
 * @property {boolean} reachable false if the program listens on this computer only
 * @property {InvitationData[]} invitations those that there are
 */
/**
 * @typedef {object} QrData A QR code.
 * @property {number} size modules on each edge, the quiet zone included
 * @property {string} path its dark modules as the `d` of an SVG path, one unit each
 */
/**
 * @typedef {object} InvitationData An address by which others come to a role.
 * @property {number} id number for `revoke`
 * @property {"white" | "black" | "owner"} role
 * @property {string} url with the secret
 * @property {QrData | null} qr of the same; null if other computers do not reach it
 * @property {number} pages number of open pages that came by it
 */
/**
 * @typedef {object} AnalysisMessage A position that a page has asked for, with its legal moves.
 * @property {"analysis"} t
 * @property {string} position its text
 * @property {Side} turn
 * @property {PieceData[]} pieces
 * @property {string[]} movable squares of the pieces of which one must move
 * @property {LegalMoveData[]} legal
 * @property {OutcomeData | null} outcome null while the game, or round, goes on
 * @property {"win" | "loss" | "unknown" | null} value proven value for the side to move; null if nobody has asked
 * @property {MarkData[]} ideas as in `state`, of this position; none if nobody has asked
 * @property {number} number of the request
 * @property {number} ply number of moves of the match before it
 * @property {string[]} moves those that were tried after them, forced passes included
 * @property {boolean} finished true if no further values come
 */
/**
 * @typedef {object} PieceData A piece where the game has it.
 * @property {string} square
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 */
/**
 * @typedef {object} LegalMoveData A legal move.
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} text
 * @property {string} words
 * @property {boolean} pushes true if it pushes other pieces
 * @property {"win" | "loss" | "unknown" | null} value what is proven of it for who makes it; null if nobody has asked
 */
/**
 * @typedef {object} OutcomeData The result of a round or of the whole game; without a winner it is a draw.
 * @property {Side | null} winner
 * @property {string} reason
 */
/**
 * @typedef {object} MarkData The reason why a square is lit.
 * @property {string} square
 * @property {string} entry names in `host/data/led_vocab.json`
 * @property {string} role names in `host/data/led_vocab.json`
 * @property {string} words for the accessible name of the square
 * @property {string | null} colour of the piece that belongs there, or null
 * @property {Side | null} side of the same, where that matters, or null
 */
/**
 * @typedef {object} ClockMessage Both clocks as of now.
 * @property {number | null} white milliseconds left; null in a game without a clock
 * @property {number | null} black milliseconds left; null in a game without a clock
 * @property {Side | null} running the side whose clock runs; null while none does
 * @property {string} text minutes for each player and seconds added by each move, `10+5`; `""` without a clock
 * @property {"clock"} t
 */
/**
 * @typedef {object} FarMessage State of the far match, for every page; the link is not in it.
 * @property {"far"} t
 * @property {"none" | "inviting" | "playing"} stage `none` while none is played, `inviting` until somebody has
 *   joined, then `playing`; for the one who has joined `playing` at once
 * @property {boolean} connected true while the broker is reached
 * @property {"thinking" | "waiting" | "executing" | "setup" | "paused" | "away" | null} presence of the far player;
 *   `executing` carries the own move out, `away` is also an inviter who has not been seen yet; null if nothing is
 *   known
 * @property {string | null} since UTC time from which on it is so; null if it began before this program looked
 * @property {number | null} ahead_ms how much more the far player's own clock shows than the one here; null if that
 *   is not known, or within a second
 * @property {string | null} waiting the sentence about what was asked here and waits for the far player's answer;
 *   null if nothing does
 * @property {boolean} can_withdraw true if that is not withdrawn yet
 * @property {string | null} said what the far player has said since the last move; null if nothing
 * @property {number} said_count how many sentences the far player has said
 * @property {number | null} absence_s seconds for which a side may be away, as agreed; null if nothing was
 * @property {string | null} absence_until UTC time until which who is away now is to be back: the far player, or this
 *   host while it is not connected; null while nobody is
 * @property {boolean} can_claim true if the far player has been away for longer than agreed
 */
/**
 * @typedef {object} InvitationMessage Invitation of a player at another board, for the page that has asked.
 * @property {"invitation"} t
 * @property {string} broker address that was used last, with its password; `""` if there was none
 * @property {string | null} link of the invitation that is open; null if there is none
 * @property {QrData | null} qr its QR code; null where there is no link, or no encoder
 * @property {string[]} agreed sentences about what is not so in every match
 */
/**
 * @typedef {object} HelloMessage The game, the board and the program.
 * @property {"hello"} t
 * @property {string} version
 * @property {string} game name; settings that differ from the default follow it: `NAME:setting=value,setting=value`
 * @property {string} title
 * @property {string[]} agreed those settings in words: `["limit 30"]`
 * @property {[number, number]} size of the game, which may lie on a larger board
 * @property {boolean} virtual true if the board is simulated, so that a display can move its pieces
 * @property {Record<string, string>} square_colours colour of each painted square
 * @property {boolean} provable true if it can be proven who wins; without that there is no help level `proven` and no
 *   review
 * @property {string} runtime what runs the firmware
 * @property {string} run another text whenever the program is started: what was played before is among the saved
 *   matches
 * @property {boolean} saves true if matches are saved
 * @property {boolean} far true if players at other boards can be reached
 * @property {GameData[]} games those that `new` may name
 */
/**
 * @typedef {object} GameData A game that may be begun.
 * @property {string} name
 * @property {string} title
 * @property {[number, number]} size
 * @property {boolean} fits true if the board is large enough
 * @property {SettingData[]} settings
 */
/**
 * @typedef {object} SettingData A setting that players may agree on before a game.
 * @property {string} name
 * @property {string} words
 * @property {string[]} values empty for any whole number from 1 on
 * @property {string[]} value_words the values in words
 * @property {string} default
 * @property {string} default_words the default in words
 * @property {boolean} by_lot true if it is drawn unless `new` gives it
 */
/**
 * @typedef {object} MatchesMessage All saved matches, the last changed first.
 * @property {"matches"} t
 * @property {SavedMatchData[]} matches
 */
/**
 * @typedef {object} SavedMatchData A saved match.
 * @property {number} id
 * @property {string} title of its game
 * @property {number} rounds
 * @property {number} moves number of plies, choices between rounds included
 * @property {string} changed UTC, e.g. 2026-11-21T05:31:00Z
 * @property {string} clock minutes and seconds, `10+5`; `""` without a clock
 * @property {string | null} result null while it goes on
 * @property {string | null} opponent name of the computer as a player; null against a person
 * @property {Record<Side, string>} names of the people who play; `""` where none is known, and for the computer
 * @property {boolean} far true if it is played with somebody at another board
 * @property {boolean} current true if it is the one that is played now
 */
/**
 * @typedef {object} RecordMessage The record of a saved match, as text.
 * @property {"record"} t
 * @property {number} match
 * @property {string} text
 */
/**
 * @typedef {object} MatchPictureMessage The picture of a saved match, as it stands.
 * @property {"match_picture"} t
 * @property {number} match
 * @property {string} svg an SVG document; `""` if the match cannot be drawn
 */
/**
 * @typedef {object} SharedMessage A record, position or picture that a page shows, as others may get it.
 * @property {"shared"} t
 * @property {"record" | "position" | "picture"} what as in the request
 * @property {number} ply as in the request
 * @property {string} text the record, the text of the position, or an SVG document
 */
/**
 * @typedef {object} RecordReadMessage Answer to a text that is a record.
 * @property {"record_read"} t
 * @property {boolean} opened true if it is on the board now; false if it was only checked
 */
/**
 * @typedef {object} ReviewMessage The moves of a match, with what is proven of them; without moves the review is
 *   closed.
 * @property {"review"} t
 * @property {ReviewedMoveData[]} moves in order; they grow from the end while `finished` is false
 * @property {MomentData[]} moments two or three of them, once it is finished
 * @property {string[]} summary
 * @property {string[]} lines the same as sentences, once it is finished
 * @property {boolean} finished
 */
/**
 * @typedef {object} ReviewedMoveData A move that was played, with what is proven of it.
 * @property {number} ply its number, from 1
 * @property {number} round its number, from 1
 * @property {Side} side
 * @property {string} text
 * @property {string} words
 * @property {"win" | "loss" | "unknown"} before value of the position for the side that moved; unknown between rounds
 * @property {"win" | "loss" | "unknown"} after value of the move for the same side
 * @property {number} choices number of legal moves
 * @property {string[]} better texts of the winning moves, if this one was a blunder
 * @property {string} why explanation of a blunder; `""` of other moves
 * @property {string} instead the fastest winning move with its explanation; `""` of other moves
 * @property {string} match sentence that the match was lost here, also of a blunder; `""` where that is not proven,
 *   and while the match goes on
 * @property {boolean} ends true if it ended the round
 * @property {number} end own moves of the winner from after the move to the end of the round, with best play of both;
 *   0 if they are not known, or too many to be searched
 * @property {number} best_end the same from before the move, with the best move of its side
 * @property {number} holding number of moves that win; 0 if it is not known
 * @property {string[]} refutation moves that show a blunder or a short defence, from before the move
 * @property {string[]} best_line the same for the best move
 * @property {string} worth what the kind is in words, with these numbers
 * @property {"won" | "lost" | "forced" | "unknown" | "blunder" | "match"} kind `blunder` gave the win away; `match`
 *   gave the match away but not the round, or is such a fill, with `before` and `after` unknown
 */
/**
 * @typedef {object} MomentData A move of a review that is worth a second look.
 * @property {number} ply its number
 * @property {"blunder" | "missed" | "defence" | "only"} kind
 * @property {string} words what happened there
 * @property {string[]} line texts of the moves that show it, from the position before the move
 */
/**
 * @typedef {object} NoticeMessage Something that happened, or a refusal.
 * @property {"notice"} t
 * @property {Severity} level
 * @property {string} text
 * @property {boolean} refusal true if a request of this page was refused, and what it has shown already is not
 */
/**
 * @typedef {object} HandMessage All pieces of the virtual board.
 * @property {"hand"} t
 * @property {boolean} by_hand true if the players take captured pieces off, put rewards on and set rounds up
 * @property {boolean} busy true while the hand does something by itself (a takeback, a set-up, a push); what is asked
 *   of it waits
 * @property {HandPieceData[]} pieces
 */
/**
 * @typedef {object} HandPieceData A piece of the virtual board where it lies.
 * @property {string} id
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 * @property {"board" | "hand" | "box"} where `box` is beside the board, or a cell of a larger board outside the game
 * @property {string | null} square
 * @property {number} dx distance from the middle of its square, in squares, towards the last file and rank
 * @property {number} dy distance from the middle of its square, in squares, towards the last file and rank
 */
/**
 * @typedef {object} SpokenMessage Text for screen readers and voices, which no display shows.
 * @property {"spoken"} t
 * @property {string} text
 */
/**
 * @typedef {object} StateMessage All that a display may show of the match.
 * @property {"state"} t
 * @property {number} rev number that grows with each state
 * @property {"setup" | "play" | "between" | "over" | "paused" | "replay"} phase `setup` (the pieces are not yet where
 *   they must be), `play`, `between` (the round break), `over` (the match has ended), `paused` (no time runs until a
 *   piece is lifted, or `resume`), `replay` (of a record)
 * @property {Side} turn between two rounds the side that chooses
 * @property {string} prompt one sentence with the next action, e.g. "Black to move: any tower."
 * @property {PieceData[]} pieces where the *game* has them
 * @property {string[]} movable squares of the pieces of which one must move
 * @property {string | null} lifted square whose piece is in the air, or null
 * @property {MarkData[]} marks meanings of the lights
 * @property {LiftingData | null} lifting with a virtual board only. Pages draw its `marks` instead of the others, so
 *   that nobody waits for a simulated sensor; `lifted` and the lights come from the sensors
 * @property {CorrectionData | null} correction what is wrong on the board, or null
 * @property {SquaresData | null} last squares of the last move, or null
 * @property {MoveData[]} moves all that were made
 * @property {OutcomeData | null} outcome the result of the game, or null
 * @property {OpponentData | null} opponent null for two people
 * @property {Record<Side, string>} names of the people who play; `""` where none is known, and for the computer
 * @property {MatchData | null} match the score; null in a game without rounds
 * @property {OutcomeData | null} round the result of the last round, in the phases `between` and `over`, or null;
 *   `outcome` tells it after that of the whole match
 * @property {RewardData | null} reward a tooth that is to be put on and not yet confirmed, or null
 * @property {ChoiceData[]} choices those of `turn`. In phase `between` the fill of the next round; in phase `play` a
 *   move that leaves no trace on the board while others are possible, such as `done` after a capture, and `new game`
 *   or `same game` where the board was set up for a first move in mid-game; in phase `setup` these two where a saved
 *   match stands on the board that is not over, whose pieces are then in `pieces`, and `magnets reversed` where both
 *   rows are seen exchanged. A forced pass is no choice: it is made at once
 * @property {CountData | null} setup pieces that stand where they belong, in phase `setup`, or null
 * @property {PileData[]} reserve pieces that are still to be put on the board
 * @property {PileData[]} captured the same for captured pieces
 * @property {ReplayData | null} replay the position in a record, or null
 * @property {PuzzleData | null} puzzle that is to be solved, or null
 * @property {TutorialData | null} tutorial step that is taught, or null
 * @property {MenuItemData[]} menu that is open on the board, from left to right
 * @property {OfferData | null} offer that the other side may answer, or null
 * @property {string | null} agreement null or the offer that `draw` would make: `a draw`, or the winner where the
 *   game counts the pieces on the board: `the end of the game, won by White`
 * @property {Action[]} may actions that are possible now; `draw` only in a game that can be drawn
 * @property {boolean} can_takeback true if a move can be taken back, or made again
 * @property {boolean} can_redo true if a move can be taken back, or made again
 * @property {boolean} touch_move true if moves stand as they were made
 * @property {"none" | "friendly" | "invited" | "earnest" | "serious"} conditions as agreed for the match: `friendly`,
 *   `invited` (the same where somebody plays a side by an invitation), `earnest` (a clock, touch-move or a far
 *   player) or `serious`; `none` without one
 * @property {string | null} adoption null or the position that seems to stand on the board, for `adopt`:
 *   `obp1yrgn/8/8/8/4k3/8/8/NGRYKPBO w o`. null in a game without adjudications, between rounds, after the end, and
 *   where the pieces do not fit
 * @property {Help} help by the lights. With `proven` a legal square is `winning` (role `square`: ends the round,
 *   `proven`: wins it), `losing`, or `legal` with role `unknown`
 * @property {HintData | null} hint null or the one that was given, until a move is made; its squares have the marks
 *   `execute`
 * @property {MarkData[]} ideas what the reason of a hint or a puzzle is about, after the move: the tower that is
 *   `called`, its `safe` squares, and each `striker`, as roles of the entry `idea`, which no light shows
 * @property {LinkData} link to the board
 */
/**
 * @typedef {object} LiftingData The piece that the virtual hand is lifting, and the marks once the sensors have seen
 *   it.
 * @property {string} square
 * @property {MarkData[]} marks
 */
/**
 * @typedef {object} CorrectionData Something to put right, with the remedy.
 * @property {string} text with the remedy: "A tower moves forward only (M1). Put the pink tower back on d8."
 * @property {string[]} squares the wrong one first
 * @property {boolean} told true if the last `spoken` message has told as much: voices need not say it again
 */
/**
 * @typedef {object} SquaresData
 * @property {string | null} from
 * @property {string | null} to
 */
/**
 * @typedef {object} MoveData A move that was made. A pass of a certain piece has `from` = `to`; a piece that is put
 *   on the board has no `from`; a choice between rounds, an adjudication (`adjudicate POSITION`) and the pass of a
 *   side have neither, and no piece.
 * @property {string | null} from
 * @property {string | null} to
 * @property {number} ply its number, from 1
 * @property {Side} side
 * @property {string | null} piece name of the piece; null for a choice between rounds
 * @property {string} words in the notation of the game
 * @property {string} spelled the same with its squares
 * @property {string} text
 * @property {number} round number of its round, from 1
 * @property {"proven" | "hint" | null} help_used the help with which it was made; `proven`: values were shown
 */
/**
 * @typedef {object} OpponentData The computer as a player, or a player at another board.
 * @property {string} label
 * @property {string} level as `new` names it; `""` of a player at another board
 * @property {Side} side
 * @property {boolean} thinking true until it has announced its move, which `prompt` and the marks `execute` then show
 */
/**
 * @typedef {object} MatchData The score of a match.
 * @property {string} title
 * @property {number} round
 * @property {number | null} rounds the agreed number of rounds; null if there is none
 * @property {number | null} goal the points that win; null if there are none
 * @property {number} white
 * @property {number} black
 */
/**
 * @typedef {object} RewardData A piece with its new tooth, which is still to be put on.
 * @property {string} square
 * @property {Side} side
 * @property {string} name
 * @property {number} teeth
 * @property {string} words
 */
/**
 * @typedef {object} ChoiceData A choice between two rounds, or a move that leaves no trace on the board.
 * @property {string} text for `choose`
 * @property {string} words
 * @property {string | null} square where it is made on the board, or null
 * @property {PieceData[]} pieces where it has the pieces in the next round, in the order in which they go there; none
 *   for a move
 */
/**
 * @typedef {object} CountData The completed part of a piece of work, e.g. 3 of 16 pieces set up.
 * @property {number} done
 * @property {number} of
 */
/**
 * @typedef {object} PileData A number of equal pieces beside the board.
 * @property {Side} side
 * @property {string} name
 * @property {number} count
 */
/**
 * @typedef {object} ReplayData The position in a record that is stepped through.
 * @property {number} ply
 * @property {number} of
 * @property {string} title
 * @property {boolean} game_waits true if `leave` goes back to a game
 * @property {number} number that of the `show` that has asked for it, or 0
 */
/**
 * @typedef {object} PuzzleData The puzzle that is to be solved.
 * @property {number} number from 1
 * @property {number} of number of all puzzles
 * @property {number} grade from 1 to 5
 * @property {"open" | "wrong" | "solved"} state `wrong` while a losing move is refuted, and then guided back
 * @property {string} words comment on the move
 * @property {number} solved number of the solved ones since the program was started
 */
/**
 * @typedef {object} TutorialData The step of a tutorial.
 * @property {string} book name of the game
 * @property {number} number from 1
 * @property {number} of number of all steps
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} goal when it is done
 * @property {string} done what is said then
 */
/**
 * @typedef {object} MenuItemData A square of the menu on the board.
 * @property {string} square
 * @property {Action} action
 * @property {string} words
 * @property {CountData | null} held the part of its time that a piece has stood there; null without one
 */
/**
 * @typedef {object} OfferData An offer that waits for an answer.
 * @property {Action} action `resign` and `adopt` where hands have chosen them in the menu
 * @property {Side} by
 * @property {Side} asked the side that may answer it
 * @property {string} words noun phrase, `a draw`
 */
/**
 * @typedef {object} HintData The move that was given as a hint.
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} text
 * @property {string} words
 * @property {string[]} line texts of the move and of those that follow it, with best play of both sides; empty where
 *   nothing is proven
 */
/**
 * @typedef {object} LinkData The connection to the board.
 * @property {"up" | "connecting" | "lost" | "refused"} state
 * @property {string} text
 */
/**
 * @typedef {object} BoardMessage Diagnostics of a board.
 * @property {"board"} t
 * @property {[number, number]} size files and ranks of the board
 * @property {[string, string][]} facts names and values of its properties
 * @property {string} picture a letter for each cell, as in `snap` of the board's protocol, a1 first
 * @property {number[]} levels mT, north positive, a1 first; empty before they are known, and for sensors that do not
 *   measure
 * @property {number[]} thresholds mT, north positive, a1 first; empty before they are known, and for sensors that do
 *   not measure
 * @property {FindingData[]} findings
 * @property {string} verdict all findings in one sentence
 * @property {CalibrationData | null} calibration null if there is nothing to calibrate
 */
/**
 * @typedef {object} FindingData Finding at a board; null for no square.
 * @property {"fine" | "remark" | "fault"} severity
 * @property {string} text
 * @property {string | null} square
 */
/**
 * @typedef {object} CalibrationData The progress of a calibration.
 * @property {"off" | "clear" | "quiet" | "sweep" | "home" | "done"} step as in `calib` of the board's protocol
 * @property {number} left number of squares that are still due
 */
/**
 * @typedef {
 *   | AccessMessage
 *   | AnalysisMessage
 *   | ClockMessage
 *   | FarMessage
 *   | InvitationMessage
 *   | HelloMessage
 *   | MatchesMessage
 *   | RecordMessage
 *   | MatchPictureMessage
 *   | SharedMessage
 *   | RecordReadMessage
 *   | ReviewMessage
 *   | NoticeMessage
 *   | HandMessage
 *   | SpokenMessage
 *   | StateMessage
 *   | BoardMessage} HostMessage
 */
/**
 * @typedef {
 *   | {t: "new", exchanged?: boolean}
 *   | {t: "takeback" | "redo" | "confirm" | "resume" | "hint" | "leave" | "review" | "examine" | "arrange" |
 *   "matches" | "invitation" | "far_leave" | "far_withdraw"}
 *   | {t: "play", to: string, from?: string | null}
 *   | {t: "pause", side?: Side | null}
 *   | {t: "new", game: string, clock?: string, touch_move?: boolean, serious?: boolean, lots?: string[] | null,
 *   opponent?: string, plays?: "white" | "black" | "lot", position?: string | null}
 *   | {t: "names", white?: string, black?: string}
 *   | {t: "puzzle", number?: number | null, grade?: number | null}
 *   | {t: "announce", move: string}
 *   | {t: "choose", text: string}
 *   | {t: "follow", plies: number, move?: string, times?: [number, number] | null, termination?: string, paused?:
 *   boolean, offer?: "" | "draw" | "new" | "pause" | "takeback", taken_back?: string[], new_game?: boolean}
 *   | {t: "resign" | "draw", side: Side}
 *   | {t: "answer", agree: boolean}
 *   | {t: "adopt", position: string}
 *   | {t: "help", level: Help}
 *   | {t: "step", by: 1 | -1}
 *   | {t: "go", ply: number}
 *   | {t: "lift", square: string}
 *   | {t: "put", square: string, piece?: string | null, side?: Side | null}
 *   | {t: "remove", square?: string | null, piece?: string | null}
 *   | {t: "slide" | "push", from: string, to: string}
 *   | {t: "by_hand", on: boolean}
 *   | {t: "calibrate", action: "start" | "stop"}
 *   | {t: "analyse", number: number, ply: number, moves: string[], values: boolean}
 *   | {t: "describe", what: "ranks" | "turn" | "square" | "piece", name?: string}
 *   | {t: "share", what: "record" | "position" | "picture", ply?: number, moves?: string[]}
 *   | {t: "invite", role: "white" | "black" | "owner"}
 *   | {t: "revoke", invitation: number}
 *   | {t: "tutorial", book: string, number: number}
 *   | {t: "show", record: string, number?: number}
 *   | {t: "open" | "export" | "draw_match" | "delete", match: number}
 *   | {t: "far_invite", game: string, clock?: string, touch_move?: boolean, serious?: boolean, lots?: string[] |
 *   null, plays: Side, broker: string, absence?: number | null}
 *   | {t: "far_join", link: string}
 *   | {t: "far_claim", win: boolean}
 *   | {t: "say", number: number}
 *   | {t: "import", record: string, check?: boolean}} PageRequest
 */
export {};
