"""Codec of requests: from and to the JSON objects of docs/protocols/page.md.

A request is its own schema (`host.message.schema`), but for those whose JSON has another form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, cast

from host.ai.players.opponent import opponent_named
from host.engine.game import Side
from host.engine.random_settings import open_settings
from host.engine.records.player_names import PlayerNames, tidy
from host.engine.registry import game_named
from host.message import schema
from host.message.schema import Key, SchemaError
from host.session import remote_requests as remote
from host.session import requests as r
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings

TYPES: Mapping[str, type[r.Request]] = {
    "takeback": r.TakeBack,
    "redo": r.Redo,
    "play": r.PlayMove,
    "confirm": r.ConfirmReward,
    "pause": r.Pause,
    "resume": r.Resume,
    "hint": r.AskHint,
    "new": r.NewGame,
    "names": r.NamePlayers,
    "puzzle": r.ShowPuzzle,
    "leave": r.LeavePuzzles,
    "review": r.Review,
    "examine": r.Examine,
    "arrange": r.Arrange,
    "matches": r.ListMatches,
    "invitation": remote.AskInvitation,
    "far_leave": remote.LeaveFarPlayer,
    "far_withdraw": remote.WithdrawRequest,
    "announce": r.AnnounceMove,
    "choose": r.Choose,
    "follow": r.FollowRecord,
    "resign": r.Resign,
    "draw": r.OfferDraw,
    "answer": r.Answer,
    "adopt": r.AdoptBoard,
    "help": r.SetHelp,
    "step": r.Step,
    "go": r.GoToPly,
    "lift": r.MoveHand,
    "put": r.MoveHand,
    "remove": r.MoveHand,
    "slide": r.MoveHand,
    "push": r.MoveHand,
    "by_hand": r.SetByHand,
    "calibrate": r.Calibrate,
    "analyse": r.Analyse,
    "describe": r.Describe,
    "share": r.Share,
    "invite": r.Invite,
    "revoke": r.Revoke,
    "tutorial": r.ShowTutorial,
    "show": r.ShowRecord,
    "open": r.OpenMatch,
    "export": r.ExportMatch,
    "draw_match": r.DrawMatch,
    "delete": r.DeleteMatch,
    "far_invite": remote.InviteFarPlayer,
    "far_join": remote.JoinFarPlayer,
    "far_claim": remote.ClaimGame,
    "say": remote.Say,
    "import": r.ImportRecord,
}
"""Type of a request by its name in a message."""
_NAMES = {kind: name for name, kind in TYPES.items()}


@dataclass(frozen=True, slots=True)
class _Settings:
    """Settings in both kinds of new matches.

    Attributes:
        lots: None to draw what the name of the game leaves open.
    """

    game: str
    clock: str = ""
    touch_move: bool = False
    serious: bool = False
    lots: tuple[str, ...] | None = None

    def settings(self) -> MatchSettings:
        """Return the settings.

        Raises:
            ValueError: they name something that does not exist; the text quotes it.
        """
        drawn = open_settings(self.game) if self.lots is None else self.lots
        control = parse_control(self.clock) if self.clock else None
        game = game_named(self.game)
        return MatchSettings(game, control, self.touch_move, None, drawn, self.serious)


@dataclass(frozen=True, slots=True)
class _Names:
    """JSON of `NamePlayers`."""

    white: str = ""
    black: str = ""

    def request(self) -> r.NamePlayers:
        return r.NamePlayers(PlayerNames(tidy(self.white), tidy(self.black)))


@dataclass(frozen=True, slots=True)
class SameGame:
    """JSON of `NewGame` without settings."""

    exchanged: bool = False


@dataclass(frozen=True, slots=True)
class _NewGame(_Settings):
    """JSON of `NewGame` with settings."""

    opponent: str = ""
    plays: Literal["white", "black", "lot"] = "white"
    position: str | None = None

    def request(self) -> r.NewGame:
        settings = self.settings()
        if self.opponent:
            side = Side.BLACK if self.plays == "black" else Side.WHITE
            settings = replace(settings, opponent=opponent_named(self.opponent, side, 0))
        return r.NewGame(settings, self.plays == "lot", self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class _FarInvitation(_Settings):
    """JSON of `InviteFarPlayer`."""

    plays: Side
    broker: str
    absence: int | None = None

    def request(self) -> remote.InviteFarPlayer:
        return remote.InviteFarPlayer(self.settings(), self.plays, self.broker, self.absence)


@dataclass(frozen=True, slots=True)
class _Lift:
    square: str


@dataclass(frozen=True, slots=True)
class _Put:
    """JSON of the hand's `put`: of the piece lifted last, a certain one, or one from the box."""

    square: str
    piece: str | None = None
    side: Side | None = None

    def __post_init__(self) -> None:
        if self.piece is not None and self.side is not None:
            raise ValueError("a piece has its side")


@dataclass(frozen=True, slots=True)
class _Remove:
    """JSON of the hand's `remove`, by one of the two."""

    square: str | None = None
    piece: str | None = None

    def __post_init__(self) -> None:
        if (self.square is None) == (self.piece is None):
            raise ValueError("one piece is removed")


@dataclass(frozen=True, slots=True)
class _Move:
    """JSON of the hand's `slide` and `push`."""

    origin: Annotated[str, Key("from")]
    target: Annotated[str, Key("to")]


_HAND = {"lift": _Lift, "put": _Put, "remove": _Remove, "slide": _Move, "push": _Move}
FORMS: Mapping[str, type] = {
    **TYPES,
    **_HAND,
    "new": _NewGame,
    "names": _Names,
    "far_invite": _FarInvitation,
}
"""Schema of a request by its name, which is not in it; `new` may also be a `SameGame`."""


def decode(message: Mapping[str, object]) -> r.Request | None:
    """Decode a request; None if it is none that is known.

    Raises:
        ValueError: it is known, but names something that does not exist; the text quotes it.
    """
    fields = dict(message)
    name = fields.pop("t", None)
    if not isinstance(name, str) or name not in FORMS:
        return None
    is_same = name == "new" and "game" not in fields
    try:
        form: object = schema.decode(SameGame if is_same else FORMS[name], fields)
    except SchemaError:
        return None
    if isinstance(form, SameGame):
        return r.NewGame(exchanged=form.exchanged)
    if isinstance(form, _NewGame | _Names | _FarInvitation):
        return form.request()
    if name in _HAND:
        return r.MoveHand(name, tuple(schema.encode(form).items()))  # type: ignore[arg-type]
    return cast(r.Request, form)


def encode(request: r.Request) -> dict[str, object]:
    """Encode a request as `decode` reads it."""
    match request:
        case r.MoveHand(action, args):
            return {"t": action, **dict(args)}
        case r.NamePlayers(names):
            form: object = _Names(names.white, names.black)
        case r.NewGame(None, exchanged=exchanged):
            form = SameGame(exchanged)
        case r.NewGame(MatchSettings() as settings, by_lot, position):
            form = _new_game(settings, by_lot, position)
        case remote.InviteFarPlayer(settings, plays, broker, absence_s):
            form = _FarInvitation(
                **_agreed(settings), plays=plays, broker=broker, absence=absence_s
            )
        case _:
            form = request
    # Programs of the past want all that is in the record of a far match.
    whole = isinstance(request, r.FollowRecord)
    return {"t": _NAMES[type(request)], **schema.encode(form, defaults=whole)}


def _new_game(settings: MatchSettings, by_lot: bool, position: str | None) -> _NewGame:
    opponent = settings.opponent
    is_black = opponent is not None and opponent.side is Side.BLACK
    return _NewGame(
        **_agreed(settings),
        opponent="" if opponent is None else opponent.choice,
        plays="lot" if by_lot else "black" if is_black else "white",
        position=position,
    )


def _agreed(settings: MatchSettings) -> dict[str, Any]:
    """Return the values of `_Settings`."""
    return {
        "game": settings.game.name,
        "clock": "" if settings.control is None else str(settings.control),
        "touch_move": settings.touch_move,
        "serious": settings.serious,
        "lots": settings.drawn or None,
    }
