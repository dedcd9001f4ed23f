"""Requests: all that a page, the terminal, the computer player or a trace may ask for.

They are values, decoded once where they come in (`request_codec`).  A mode of the board handles
those of `ModeRequest`; the application handles the others, which concern the hand at a virtual
board, the display or the choice of the mode.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, cast

from host.engine.game import Side
from host.engine.records.player_names import PlayerNames
from host.guidance.marks import Help
from host.message.schema import Key
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.remote_requests import RemoteRequest
from host.session.view import Action


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last move back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Make the move again that was taken back last."""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Make a move on a display, which the pieces follow; or take the last one back by its reverse.

    Attributes:
        target: name of the square to which a piece goes.
        origin: name of that from which it comes; None for one out of the reserve.
    """

    target: Annotated[str, Key("to")]
    origin: Annotated[str | None, Key("from")] = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game.

    Attributes:
        settings: of the match; None for the same again.  The seed of its opponent is set when the
            request is handled.
        sides_by_lot: True if the lot decides who plays which side.
        position: text of its first position; None for that of the game, and for the same again.
        exchanged: of the same again: True if the computer plays the other side now.
    """

    settings: MatchSettings | None = None
    sides_by_lot: bool = False
    position: str | None = None
    exchanged: bool = False


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Say who plays.

    Attributes:
        names: of both sides.
    """

    names: PlayerNames


@dataclass(frozen=True, slots=True)
class AnnounceMove:
    """Have the computer's move carried out by hand.

    Attributes:
        move: its text.
    """

    move: str


OfferName: TypeAlias = Literal["", "draw", "new", "pause", "takeback"]
"""Name of what a far player may offer, as of `Action`; empty for nothing."""


def offer_name(action: Action | None) -> OfferName:
    """Return the name of what a far player offers; None is nothing."""
    return "" if action is None else cast("OfferName", action.value)


@dataclass(frozen=True, slots=True)
class FollowRecord:
    """Be as the record of a match with a player at another board has it.

    Attributes:
        plies: number of the moves made here that stay.
        move: text of the far player's next move; empty if there is none.
        times: White's and Black's milliseconds left after that; None without clocks.
        termination: how the players have ended the game; empty if they have not.
        paused: True if it is interrupted.
        offer: what the far player offers.
        taken_back: texts of the moves that an offered takeback is of.
        new_game: True to begin the same game again.
    """

    plies: int
    move: str = ""
    times: tuple[int, int] | None = None
    termination: str = ""
    paused: bool = False
    offer: OfferName = ""
    taken_back: tuple[str, ...] = ()
    new_game: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose between two rounds, let the turn go, or tell the moves that were made unseen.

    Attributes:
        text: of the choice.
    """

    text: str


@dataclass(frozen=True, slots=True)
class ConfirmReward:
    """Confirm that the reward is on its piece."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up for one side."""

    side: Side


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw for one side."""

    by: Annotated[Side, Key("side")]


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree to what is offered, or refuse it."""

    agree: bool


@dataclass(frozen=True, slots=True)
class Pause:
    """Interrupt the round, in a serious game if the other side agrees.

    Attributes:
        by: the side that wants it; None for the side to move.
    """

    by: Annotated[Side | None, Key("side")] = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a round that was interrupted."""


FarRequest: TypeAlias = Action | Answer | Resume
"""Request of the player here to a player at another board.

What two players at one board do by themselves, such as to end the game, becomes true there only
once it is in the record of the match on both sides: the session notes the request, and then follows
the record.
"""


@dataclass(frozen=True, slots=True)
class AdoptBoard:
    """Go on from the position that stands on the board, whatever the game has.

    Attributes:
        position: its text; of Kamisado, that of a round.
    """

    position: str


@dataclass(frozen=True, slots=True)
class AskHint:
    """Have a move told."""


@dataclass(frozen=True, slots=True)
class SetHelp:
    """Set what is lit to help those who are to move."""

    level: Help


@dataclass(frozen=True, slots=True)
class Step:
    """Step through a record: 1 on, -1 back."""

    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class GoToPly:
    """Go to a ply of a record; 0 is its beginning."""

    ply: int


@dataclass(frozen=True, slots=True)
class ShowPuzzle:
    """Show a puzzle: by number from 1, of a grade, or the next one if both are None.

    Raises:
        ValueError: there are both.
    """

    number: int | None = None
    grade: int | None = None

    def __post_init__(self) -> None:
        if self.number is not None and self.grade is not None:
            raise ValueError("a puzzle is asked for by its number or by its grade")


@dataclass(frozen=True, slots=True)
class ShowTutorial:
    """Teach a step of a tutorial.

    Attributes:
        book: name of the game.
        number: of the step, from 1.
    """

    book: str
    number: int


@dataclass(frozen=True, slots=True)
class ShowRecord:
    """Step through a record on the board; the game waits.

    Attributes:
        text: of the record, in any notation.
        number: told with each state of the replay, so that a page knows its own.
    """

    text: Annotated[str, Key("record")]
    number: int = 0


@dataclass(frozen=True, slots=True)
class LeavePuzzles:
    """Go back from puzzles, a tutorial or a record to the game that waits."""


@dataclass(frozen=True, slots=True)
class Review:
    """Review the moves of the game."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """Have a position beside the match told to the page that asks.

    Attributes:
        number: comes back with the answer.
        ply: number of moves of the match before it.
        moves: texts of moves that are tried after these.
        values: True to have the values of its moves proven too.
    """

    number: int
    ply: int
    moves: tuple[str, ...]
    values: bool


@dataclass(frozen=True, slots=True)
class Share:
    """Have what is shown told to the page that asks, as others may get it.

    Attributes:
        what: the record of the whole game, the text of a position, or its picture.
        ply: number of moves of the match before the position.
        moves: texts of moves that are tried after these.
    """

    what: Literal["record", "position", "picture"]
    ply: int = 0
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Describe:
    """Have the board described to the display that asks.

    Attributes:
        what: all ranks, whose turn it is, what is on a square, or where a piece stands.
        name: of the square or the piece; "" otherwise.

    Raises:
        ValueError: a name is missing, or there is one of nothing.
    """

    what: Literal["ranks", "turn", "square", "piece"]
    name: str = ""

    def __post_init__(self) -> None:
        if bool(self.name) != (self.what in ("square", "piece")):
            raise ValueError("squares and pieces have names, and nothing else")


@dataclass(frozen=True, slots=True)
class Examine:
    """Have the sensors' values told."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Have the board calibrated, by its own lights; or end that without any change."""

    action: Literal["start", "stop"]


@dataclass(frozen=True, slots=True)
class MoveHand:
    """Have the hand at a virtual board do something.

    Attributes:
        action: a request of the simulator's control channel.
        args: its arguments: names of squares, a piece's id, a side.
    """

    action: Literal["lift", "put", "remove", "slide", "push"]
    args: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Arrange:
    """Have the hand at a virtual board put every piece where the position has it."""


@dataclass(frozen=True, slots=True)
class SetByHand:
    """Set who takes captured pieces off a virtual board and sets the next round up.

    Attributes:
        on: True for the players, False for the simulated hand.
    """

    on: bool


@dataclass(frozen=True, slots=True)
class Invite:
    """Make an invitation: an address by which others come to a role."""

    role: Literal[Role.WHITE, Role.BLACK, Role.OWNER]


@dataclass(frozen=True, slots=True)
class Revoke:
    """End an invitation; those who came by it are spectators from now on."""

    invitation: int


@dataclass(frozen=True, slots=True)
class ListMatches:
    """Have the saved matches listed."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Go on with a saved match.

    Attributes:
        match: its id.
    """

    match: int


@dataclass(frozen=True, slots=True)
class ExportMatch:
    """Have the record of a saved match sent.

    Attributes:
        match: its id.
    """

    match: int


@dataclass(frozen=True, slots=True)
class DrawMatch:
    """Have the picture of a saved match sent, as it stands.

    Attributes:
        match: its id.
    """

    match: int


@dataclass(frozen=True, slots=True)
class DeleteMatch:
    """Delete a saved match.

    Attributes:
        match: its id.
    """

    match: int


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """Save a record as a match, and go on with it.

    Attributes:
        text: of the record, in any notation.
        check: True only tells if it is one, and changes nothing.
    """

    text: Annotated[str, Key("record")]
    check: bool = False


GameRequest: TypeAlias = (
    TakeBack
    | Redo
    | PlayMove
    | NewGame
    | NamePlayers
    | AnnounceMove
    | FollowRecord
    | Choose
    | ConfirmReward
    | Resign
    | OfferDraw
    | Answer
    | Pause
    | Resume
    | AdoptBoard
    | AskHint
)
"""Requests that concern a game that is played."""

ModeRequest: TypeAlias = GameRequest | SetHelp | Step | GoToPly | ShowPuzzle
"""Requests that a mode of the board handles."""

LibraryRequest: TypeAlias = (
    ListMatches | OpenMatch | ExportMatch | DrawMatch | DeleteMatch | ImportRecord
)
"""Requests that concern the saved matches."""

Request: TypeAlias = (
    ModeRequest
    | ShowTutorial
    | ShowRecord
    | LeavePuzzles
    | Review
    | Analyse
    | Share
    | Describe
    | Examine
    | Calibrate
    | MoveHand
    | Arrange
    | SetByHand
    | Invite
    | Revoke
    | RemoteRequest
    | LibraryRequest
)
