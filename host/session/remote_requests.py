"""Requests about matches with players at other boards; see `host.session.requests`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from host.engine.game import Side
from host.message.schema import Limits
from host.session.match_settings import MatchSettings


@dataclass(frozen=True, slots=True)
class AskInvitation:
    """Have the open invitation of a far player told, and the broker that was used last."""


@dataclass(frozen=True, slots=True)
class InviteFarPlayer:
    """Begin a match to which a player at another board is invited.

    Attributes:
        settings: of the match, without an opponent.
        plays: the side of this board.
        broker: text of the address of a broker that both boards reach.
        absence_s: seconds for which a side may be away before the other one may end the game; None
            if nobody may.
    """

    settings: MatchSettings
    plays: Side
    broker: str = field(repr=False)  # it may hold a password
    absence_s: int | None = None


@dataclass(frozen=True, slots=True)
class JoinFarPlayer:
    """Join the match of a player at another board, or go on with it.

    Attributes:
        link: of the invitation.
    """

    link: str = field(repr=False)  # it holds the key


@dataclass(frozen=True, slots=True)
class LeaveFarPlayer:
    """Take an invitation back, or leave a match with a far player until it is gone on with."""


@dataclass(frozen=True, slots=True)
class WithdrawRequest:
    """Withdraw what the far player was asked and has not answered."""


@dataclass(frozen=True, slots=True)
class ClaimGame:
    """End the game, as the far player has been away for longer than was agreed.

    Attributes:
        win: True to have won it, False to have it drawn.
    """

    win: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Say one of the fixed sentences to the far player."""

    number: Annotated[int, Limits(0, 5)]


RemoteRequest: TypeAlias = (
    AskInvitation
    | InviteFarPlayer
    | JoinFarPlayer
    | LeaveFarPlayer
    | WithdrawRequest
    | ClaimGame
    | Say
)
"""Requests about matches with players at other boards."""
