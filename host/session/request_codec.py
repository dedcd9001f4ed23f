"""Codec of requests: from and to the JSON objects of docs/protocols/page.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from host.ai.players.opponent import Opponent, opponent_named
from host.engine.game import Side
from host.engine.random_settings import open_settings
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session import remote_requests as remote
from host.session import requests as r
from host.session.access.role import Role
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings

_PLAIN: Mapping[str, Callable[[], r.Request]] = {
    "takeback": r.TakeBack,
    "redo": r.Redo,
    "confirm": r.ConfirmReward,
    "pause": r.Pause,
    "resume": r.Resume,
    "hint": r.AskHint,
    "new": r.NewGame,
    "puzzle": r.ShowPuzzle,
    "leave": r.LeavePuzzles,
    "review": r.Review,
    "examine": r.Examine,
    "arrange": r.Arrange,
    "matches": r.ListMatches,
    "invitation": remote.AskInvitation,
    "far_leave": remote.LeaveFarPlayer,
    "far_withdraw": remote.WithdrawRequest,
}
_NAMES = {make: name for name, make in _PLAIN.items()}
TYPES: Mapping[str, type[r.Request]] = {
    **{name: type(make()) for name, make in _PLAIN.items()},
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
    "invite": r.Invite,
    "revoke": r.Revoke,
    "tutorial": r.ShowTutorial,
    "open": r.OpenMatch,
    "export": r.ExportMatch,
    "delete": r.DeleteMatch,
    "far_invite": remote.InviteFarPlayer,
    "far_join": remote.JoinFarPlayer,
    "far_claim": remote.ClaimGame,
    "say": remote.Say,
    "import": r.ImportRecord,
}
"""Type of a request by its name in a message."""
_NEW_GAME = {"clock", "touch_move", "serious", "opponent", "plays", "lots", "position"}
_WITH_DEFAULTS = {"new", "far_invite"}
"""Requests that may say what is usual, which `encode` leaves out; they look for unknown fields
themselves."""
_HELP = {level.value for level in Help}


def decode(message: Mapping[str, object]) -> r.Request | None:
    """Decode a request; None if it is none that is known.

    Raises:
        ValueError: it is known, but names something that does not exist; the text quotes it.
    """
    request = _decode(message)
    if request is None or message["t"] in _WITH_DEFAULTS:
        return request
    return request if message.keys() <= encode(request).keys() else None


def _decode(message: Mapping[str, object]) -> r.Request | None:  # noqa: PLR0912 (one for each request)
    """Decode a request, whatever else the message says."""
    match message:
        case {"t": "new", "game": str(name), **rest} if set(rest) <= _NEW_GAME:
            return _new_game(name, rest)
        case {"t": "announce", "move": str(text)}:
            return r.AnnounceMove(text)
        case {"t": "follow", **rest}:
            return _follow(rest)
        case {"t": "choose", "text": str(text)}:
            return r.Choose(text)
        case {"t": "resign", "side": "white" | "black" as side}:
            return r.Resign(_side(side))
        case {"t": "draw", "side": "white" | "black" as side}:
            return r.OfferDraw(_side(side))
        case {"t": "pause", "side": "white" | "black" as side}:
            return r.Pause(_side(side))
        case {"t": "calibrate", "action": "start" | "stop" as action}:
            return r.Calibrate(action)
        case {"t": "answer", "agree": bool(agreed)}:
            return r.Answer(agreed)
        case {"t": "adopt", "position": str(position)}:
            return r.AdoptBoard(position)
        case {"t": "help", "level": str(level)} if level in _HELP:
            return r.SetHelp(Help(level))
        case {"t": "step", "by": 1 | -1 as by}:
            return r.Step(1 if by == 1 else -1)
        case {"t": "go", "ply": int(ply)} if not isinstance(ply, bool):
            return r.GoToPly(ply)
        case {"t": "puzzle", "number": int(number)} if not isinstance(number, bool):
            return r.ShowPuzzle(number=number)
        case {"t": "puzzle", "grade": int(grade)} if not isinstance(grade, bool):
            return r.ShowPuzzle(grade=grade)
        case {"t": "lift", "square": str(square)}:
            return r.MoveHand("lift", (("square", square),))
        case {"t": "put", "square": str(square), "piece": str(piece)}:
            return r.MoveHand("put", (("square", square), ("piece", piece)))
        case {"t": "put", "square": str(square), "side": "white" | "black" as side}:
            return r.MoveHand("put", (("square", square), ("side", str(side))))
        case {"t": "put", "square": str(square)}:
            return r.MoveHand("put", (("square", square),))
        case {"t": "remove", "square": str(square)}:
            return r.MoveHand("remove", (("square", square),))
        case {"t": "remove", "piece": str(piece)}:
            return r.MoveHand("remove", (("piece", piece),))
        case {"t": "slide", "from": str(origin), "to": str(target)}:
            return r.MoveHand("slide", (("from", origin), ("to", target)))
        case {"t": "push", "from": str(origin), "to": str(target)}:
            return r.MoveHand("push", (("from", origin), ("to", target)))
        case {
            "t": "analyse",
            "number": int(number),
            "ply": int(ply),
            "moves": list(moves),
            "values": bool(values),
        } if not isinstance(number, bool) and not isinstance(ply, bool) and _are_texts(moves):
            return r.Analyse(number, ply, tuple(moves), values)
        case {"t": "describe", "what": "ranks" | "turn" as what}:
            return r.Describe(what)
        case {"t": "describe", "what": "square" | "piece" as what, "name": str(name)}:
            return r.Describe(what, name)
        case {"t": "by_hand", "on": bool(on)}:
            return r.SetByHand(on)
        case {"t": "invite", "role": "white" | "black" | "owner" as role}:
            return r.Invite(Role(role))  # type: ignore[arg-type]
        case {"t": "revoke", "invitation": int(id)} if not isinstance(id, bool):
            return r.Revoke(id)
        case {"t": "tutorial", "book": str(book), "number": int(n)} if not isinstance(n, bool):
            return r.ShowTutorial(book, n)
        case {"t": "open", "match": int(match)} if not isinstance(match, bool):
            return r.OpenMatch(match)
        case {"t": "export", "match": int(match)} if not isinstance(match, bool):
            return r.ExportMatch(match)
        case {"t": "delete", "match": int(match)} if not isinstance(match, bool):
            return r.DeleteMatch(match)
        case {"t": "far_invite", "game": str(name), "broker": str(broker), **rest}:
            return _far_invitation(name, broker, rest)
        case {"t": "far_join", "link": str(link)}:
            return remote.JoinFarPlayer(link)
        case {"t": "far_claim", "win": bool(win)}:
            return remote.ClaimGame(win)
        case {"t": "say", "number": 0 | 1 | 2 | 3 | 4 | 5 as n} if not isinstance(n, bool):
            return remote.Say(n)
        case {"t": "import", "record": str(text), **rest} if rest in ({}, {"check": True}):
            return r.ImportRecord(text, bool(rest))
        case {"t": str(name), **rest} if name in _PLAIN and not rest:
            return _PLAIN[name]()
    return None


def encode(request: r.Request) -> dict[str, object]:  # noqa: PLR0912 (one for each request)
    """Encode a request as `decode` reads it."""
    match request:
        case r.NewGame(MatchSettings() as settings, by_lot, position):
            begin: dict[str, object] = {"plays": "lot"} if by_lot else {}
            if position is not None:
                begin["position"] = position
            return _encode_settings(settings) | begin
        case r.AnnounceMove(move):
            return {"t": "announce", "move": move}
        case r.FollowRecord():
            times = None if request.times is None else list(request.times)
            texts = list(request.taken_back)
            return {"t": "follow", **asdict(request), "times": times, "taken_back": texts}
        case r.Choose(text):
            return {"t": "choose", "text": text}
        case r.Resign(side):
            return {"t": "resign", "side": side.name.lower()}
        case r.OfferDraw(by):
            return {"t": "draw", "side": by.name.lower()}
        case r.Pause(Side() as by):
            return {"t": "pause", "side": by.name.lower()}
        case r.Calibrate(action):
            return {"t": "calibrate", "action": action}
        case r.Answer(agree):
            return {"t": "answer", "agree": agree}
        case r.AdoptBoard(position):
            return {"t": "adopt", "position": position}
        case r.SetHelp(level):
            return {"t": "help", "level": level.value}
        case r.Step(by=steps):
            return {"t": "step", "by": steps}
        case r.GoToPly(ply):
            return {"t": "go", "ply": ply}
        case r.ShowPuzzle(number=int(number)):
            return {"t": "puzzle", "number": number}
        case r.ShowPuzzle(grade=int(grade)):
            return {"t": "puzzle", "grade": grade}
        case r.MoveHand(action, args):
            return {"t": action, **dict(args)}
        case r.Analyse(number, ply, moves, values):
            fields: dict[str, object] = {"number": number, "ply": ply}
            return {"t": "analyse", **fields, "moves": list(moves), "values": values}
        case r.Describe(what, name):
            asked: dict[str, object] = {"t": "describe", "what": what}
            return {**asked, "name": name} if name else asked
        case r.SetByHand(on):
            return {"t": "by_hand", "on": on}
        case r.Invite(role):
            return {"t": "invite", "role": role.value}
        case r.Revoke(id):
            return {"t": "revoke", "invitation": id}
        case r.ShowTutorial(book, number):
            return {"t": "tutorial", "book": book, "number": number}
        case r.OpenMatch(match):
            return {"t": "open", "match": match}
        case r.ExportMatch(match):
            return {"t": "export", "match": match}
        case r.DeleteMatch(match):
            return {"t": "delete", "match": match}
        case remote.InviteFarPlayer(settings, plays, broker, absence_s):
            begun = {**_encode_settings(settings), "t": "far_invite"}
            absence = {} if absence_s is None else {"absence": absence_s}
            return {**begun, "plays": plays.name.lower(), "broker": broker, **absence}
        case remote.JoinFarPlayer(link):
            return {"t": "far_join", "link": link}
        case remote.ClaimGame(win):
            return {"t": "far_claim", "win": win}
        case remote.Say(number):
            return {"t": "say", "number": number}
        case r.ImportRecord(text, check):
            return {"t": "import", "record": text} | ({"check": True} if check else {})
    return {"t": _NAMES[type(request)]}


def _new_game(name: str, fields: Mapping[str, object]) -> r.NewGame | None:
    usual = {"clock": "", "touch_move": False, "serious": False, "opponent": "", "plays": "white"}
    match {**usual, **fields}:
        case {
            "clock": str(clock),
            "touch_move": bool(touch_move),
            "serious": bool(serious),
            "opponent": str(choice),
            "plays": "white" | "black" | "lot" as plays,
        }:
            lots = fields.get("lots", [])
            if not isinstance(lots, list) or not _are_texts(lots):
                return None
            drawn = tuple(lots) if "lots" in fields else open_settings(name)
            control = parse_control(clock) if clock else None
            opponent: Opponent | None = None
            by_lot = plays == "lot"
            if choice:
                opponent = opponent_named(choice, Side.WHITE if by_lot else _side(plays), 0)
            game = game_named(name)
            settings = MatchSettings(game, control, touch_move, opponent, drawn, serious)
            position = fields.get("position")
            if position is not None and not isinstance(position, str):
                return None
            return r.NewGame(settings, by_lot, position)
    return None


def _far_invitation(
    name: str, broker: str, fields: Mapping[str, object]
) -> remote.InviteFarPlayer | None:
    if not set(fields) <= {"clock", "touch_move", "serious", "plays", "lots", "absence"}:
        return None
    plays, absence_s = fields.get("plays"), fields.get("absence")
    if plays not in ("white", "black") or not (absence_s is None or type(absence_s) is int):
        return None
    new = _new_game(name, fields)
    if new is None or new.settings is None:
        return None
    return remote.InviteFarPlayer(new.settings, _side(plays), broker, absence_s)


def _follow(fields: Mapping[str, object]) -> r.FollowRecord | None:
    match fields:
        case {
            "plies": int(plies),
            "move": str(move),
            "times": [int(), int()] | None as times,
            "termination": str(termination),
            "paused": bool(paused),
            "offer": "" | "draw" | "new" | "pause" | "takeback" as offer,
            "taken_back": list(texts),
            "new_game": bool(new_game),
        } if not isinstance(plies, bool) and _are_texts(texts):
            left = None if times is None else (times[0], times[1])
            moves = tuple(texts)
            return r.FollowRecord(plies, move, left, termination, paused, offer, moves, new_game)
    return None


def _are_texts(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _encode_settings(settings: MatchSettings) -> dict[str, object]:
    fields: dict[str, object] = {"t": "new", "game": settings.game.name}
    if settings.control is not None:
        fields["clock"] = str(settings.control)
    if settings.touch_move:
        fields["touch_move"] = True
    if settings.serious:
        fields["serious"] = True
    if settings.opponent is not None:
        fields["opponent"] = settings.opponent.choice
        fields["plays"] = settings.opponent.side.name.lower()
    if settings.drawn:
        fields["lots"] = list(settings.drawn)
    return fields


def _side(name: object) -> Side:
    return Side[str(name).upper()]
