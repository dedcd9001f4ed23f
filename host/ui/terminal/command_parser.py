"""Parser of the lines that a player types into the text interface.

The message `ui.commands` lists the commands.  Nothing here knows a game: the choices and games on
offer come in as a `CommandContext`, and a move that is not legal is carried out like any other; the
board then says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.ai.players.opponent import opponent_named
from host.engine.game import Side
from host.engine.records.player_names import parse_names
from host.engine.squares import parse_square
from host.message import Message, message, message_of, quoted, sentences
from host.session.clock import parse_control
from host.ui.terminal.command import (
    Command,
    CommandContext,
    CommandError,
    Print,
    Quit,
    Send,
    Wait,
)
from host.ui.terminal.status import joined

_LONGEST_NUMBER = 6
_TOUCH = "touch"
_SERIOUS = "serious"
_BY_LOT = ["by", "lot"]
_SIDES: Mapping[tuple[str, ...], str] = {
    (): "white",
    ("as", "white"): "black",
    ("as", "black"): "white",
    ("by", "lot"): "lot",
}
"""Sides of the computer by the words for them."""

_NEXT = Send(({"t": "step", "by": 1},), Wait.RESULT)
_PLAIN: Mapping[str, Command] = {
    "takeback": Send(({"t": "takeback"},)),
    "undo": Send(({"t": "takeback"},)),
    "redo": Send(({"t": "redo"},)),
    "hint": Send(({"t": "hint"},)),
    "review": Send(({"t": "review"},)),
    "puzzle": Send(({"t": "puzzle"},), Wait.SET_UP),
    "leave": Send(({"t": "leave"},), Wait.SET_UP),
    "pause": Send(({"t": "pause"},)),
    "continue": Send(({"t": "resume"},)),
    "agree": Send(({"t": "answer", "agree": True},)),
    "refuse": Send(({"t": "answer", "agree": False},)),
    "withdraw": Send(({"t": "far_withdraw"},)),
    "claim": Send(({"t": "far_claim", "win": True},)),
    "claim draw": Send(({"t": "far_claim", "win": False},)),
    "ok": Send(({"t": "confirm"},), Wait.RESULT),
    "arrange": Send(({"t": "arrange"},), Wait.SET_UP),
    "next": _NEXT,
    "back": Send(({"t": "step", "by": -1},), Wait.RESULT),
    "rows": Send(({"t": "describe", "what": "ranks"},)),
    "turn": Send(({"t": "describe", "what": "turn"},)),
    "again": Print.AGAIN,
    "adopt": Print.ADOPTION,
    "moves": Print.MOVES,
    "board": Print.BOARD,
    "?": Print.HELP,
    "help": Print.HELP,
    "quit": Quit(),
    "exit": Quit(),
    "q": Quit(),
}
PHRASES = 6
"""Number of the sentences to a far player; they are typed from 1."""
_LEVELS = ("off", "required", "legal", "proven")


def parse_command(line: str, context: CommandContext) -> Command | None:  # noqa: PLR0912 (one for each command)
    """Parse a line; None if it is blank, except in a replay, where that is `next`.

    Args:
        line: upper and lower case are the same.

    Raises:
        CommandError: the line is not a command; the message quotes it.

    >>> parse_command("lift d8", CommandContext((8, 8)))
    Send(requests=({'t': 'lift', 'square': 'd8'},), wait=<Wait.NONE: 'none'>)
    """
    line = line.strip()
    words = line.lower().split()
    size = context.size
    try:
        match words:
            case []:
                return _NEXT if context.replay else None
            case _ if (plain := " ".join(words)) in _PLAIN:
                return _PLAIN[plain]
            case ["help", level] if level in _LEVELS:
                return Send(({"t": "help", "level": level},))
            case ["help", _]:
                raise CommandError(message("ui.help_levels", line=quoted(line)))
            case ["resign" | "draw" as do, "white" | "black" as side]:
                return Send(({"t": do, "side": side},))
            case ["draw"]:
                return Send(({"t": "draw", "side": context.turn},))
            case ["resign"]:
                raise CommandError(message("ui.really_resign"))
            case ["resign" | "draw", *_]:
                raise CommandError(message("ui.wants_side", command=words[0], line=quoted(line)))
            case ["puzzle", number] if _is_number(number):
                return Send(({"t": "puzzle", "number": int(number)},), Wait.SET_UP)
            case ["puzzle", "grade", number] if _is_number(number):
                return Send(({"t": "puzzle", "grade": int(number)},), Wait.SET_UP)
            case ["puzzle", *_]:
                raise CommandError(message("ui.wants_puzzle", line=quoted(line)))
            case ["adopt", *_]:
                position = " ".join(line.split()[1:])  # its letters tell the sides
                return Send(({"t": "adopt", "position": position},), Wait.RESULT)
            case ["names", *_]:
                names = parse_names(line[len("names") :].strip())
                return Send(({"t": "names", "white": names.white, "black": names.black},))
            case ["new", *what]:
                return _new(line, what, context)
            case ["say", number] if _is_number(number) and 1 <= int(number) <= PHRASES:
                return Send(({"t": "say", "number": int(number) - 1},))
            case ["say", *_]:
                raise CommandError(_say_wants(line))
            case ["choose", *what]:
                return _choose(line, what, context.choices)
            case ["go", number] if _is_number(number):
                return Send(({"t": "go", "ply": int(number)},), Wait.RESULT)
            case ["go", *_]:
                raise CommandError(message("ui.wants_ply", line=quoted(line)))
            case ["lift" | "put" as do, square]:
                wait = Wait.RESULT if do == "put" else Wait.NONE
                return Send(({"t": do, "square": _square(square, size)},), wait)
            case ["what", square]:
                name = _square(square, size)
                return Send(({"t": "describe", "what": "square", "name": name},))
            case ["where", *name] if name:
                return Send(({"t": "describe", "what": "piece", "name": " ".join(name)},))
            case ["what" | "where" as asked, *_]:
                raise CommandError(message(f"ui.{asked}_wants", line=quoted(line)))
            case ["off", square]:
                return Send(({"t": "remove", "square": _square(square, size)},), Wait.RESULT)
            case ["off", *_]:
                raise CommandError(message("ui.off_wants_square", line=quoted(line)))
            case ["slide" | "push" as do, origin, target]:
                return _by_hand(do, (origin, target), size)
            case ["lift" | "put", *_]:
                raise CommandError(message("ui.wants_square", command=words[0], line=quoted(line)))
            case ["slide" | "push", *_]:
                wrong = message("ui.wants_squares", command=words[0], line=quoted(line))
                raise CommandError(wrong)
        choice = _chosen(words, context.choices)
        if choice is None and len(words) == 1 and _is_square(words[0]):
            square = _square(words[0], size)
            return Send(({"t": "put", "square": square, "side": context.turn},), Wait.RESULT)
        return _move(line, context) if choice is None else choice
    except ValueError as error:
        if isinstance(error, CommandError):
            raise
        wrong = message("ui.command_wrong", line=quoted(line), error=message_of(error))
        raise CommandError(wrong) from error


def short_names(games: Sequence[str]) -> dict[str, str]:
    """Return the short name of each game: without the part before the first dash.

    Where two would be the same, both keep their whole name, which is always understood.

    >>> short_names(["kamisado", "kamisado-standard"])
    {'kamisado': 'kamisado', 'standard': 'kamisado-standard'}
    """
    shorts = [name.partition("-")[2] or name for name in games]
    return {
        short if shorts.count(short) == 1 else name: name
        for short, name in zip(shorts, games, strict=True)
    }


def _new(line: str, words: Sequence[str], context: CommandContext) -> Command:
    """Parse `new` with a game, settings, a clock, `touch`, and an opponent or `by lot`, in this
    order."""
    if not words:
        return Send(({"t": "new"},), Wait.SET_UP)
    game, rest = context.game, list(words)
    known = {name: name for name in context.games} | short_names(context.games)
    if rest[0] in known:
        game = known[rest.pop(0)]
    settings = []
    while rest and "=" in rest[0]:
        settings.append(rest.pop(0))
    if settings:
        game = f"{game.partition(':')[0]}:{','.join(settings)}"
    clock = rest.pop(0) if rest and "+" in rest[0] else ""
    touch_move = rest[:1] == [_TOUCH]
    rest = rest[touch_move:]
    serious = rest[:1] == [_SERIOUS]
    against = rest[serious:]
    if against and not _is_against(against):
        games = ", ".join(short_names(context.games))
        raise CommandError(
            message(
                "ui.new_wants",
                word=quoted(against[0]),
                line=quoted(line),
                games=games or message("ui.a_game"),
            )
        )
    if clock:
        parse_control(clock)
    request: dict[str, str | int] = {"t": "new", "game": game, "clock": clock}
    if touch_move:
        request["touch_move"] = True
    if serious:
        request["serious"] = True
    if against:
        if against != _BY_LOT:
            request["opponent"] = opponent_named(against[1], Side.WHITE, 0).choice
        request["plays"] = "lot" if against == _BY_LOT else _SIDES[tuple(against[2:])]
    return Send((request,), Wait.SET_UP)


def _is_against(words: Sequence[str]) -> bool:
    """Return True if the words name an opponent, and perhaps the own side, or only the lot."""
    if words == _BY_LOT:
        return True
    return words[0] == "against" and len(words) > 1 and tuple(words[2:]) in _SIDES


def _choose(line: str, words: Sequence[str], choices: Sequence[str]) -> Command:
    choice = _chosen(words, choices)
    if choice is not None:
        return choice
    if not choices:
        raise CommandError(message("ui.nothing_to_choose", line=quoted(line)))
    raise CommandError(sentences(message("ui.not_offered", line=quoted(line)), _offer(choices)))


def _chosen(words: Sequence[str], choices: Sequence[str]) -> Command | None:
    """Return the choice of that text, or the only one that ends so; None if there is none.

    A move does not stand for the moves made unseen that end with it: it may be meant by itself.
    """
    text = " ".join(words)
    found = [choice for choice in choices if choice.lower() == text]
    if _split(text) is None:
        found = found or [choice for choice in choices if choice.lower().split()[-1:] == [text]]
    return Send(({"t": "choose", "text": found[0]},), Wait.RESULT) if len(found) == 1 else None


def _say_wants(line: str) -> Message:
    phrases = tuple(
        message("ui.phrase", number=at + 1, phrase=message(f"remote.phrase_{at}"))
        for at in range(PHRASES)
    )
    return message("ui.say_wants", line=quoted(line), phrases=phrases)


def _offer(choices: Sequence[str]) -> Message:
    return message("ui.choose", choices=joined("ui.either", choices))


def _move(line: str, context: CommandContext) -> Command:
    """Parse a move: `d8d4`, also `d8-d4` and `d8 d4`; with `+` a push."""
    text = "".join(line.lower().split())
    squares = _split(text.removesuffix("+").replace("-", ""))
    if squares is None:
        offer = [_offer(context.choices)] if context.choices else []
        wrong = message("ui.no_command", line=quoted(line))
        raise CommandError(sentences(wrong, *offer, message("ui.type_for_commands")))
    if text.endswith("+"):
        return _by_hand("push", squares, context.size)
    origin, target = (_square(square, context.size) for square in squares)
    if origin == target:
        raise CommandError(message("ui.goes_nowhere", line=quoted(line)))
    return Send(({"t": "lift", "square": origin}, {"t": "put", "square": target}), Wait.RESULT)


def _by_hand(do: str, squares: Sequence[str], size: tuple[int, int]) -> Command:
    origin, target = (_square(square, size) for square in squares)
    return Send(({"t": do, "from": origin, "to": target},), Wait.RESULT)


def _split(text: str) -> tuple[str, str] | None:
    """Split two names of squares; None if there are not just two."""
    starts = [at for at, character in enumerate(text) if character.isalpha()]
    if len(starts) != 2 or starts[0] != 0 or not text[starts[1] + 1 :] or starts[1] == 1:
        return None
    parts = text[: starts[1]], text[starts[1] :]
    return parts if all(part[1:].isdigit() for part in parts) else None


def _square(text: str, size: tuple[int, int]) -> str:
    parse_square(text, size)
    return text


def _is_square(text: str) -> bool:
    return text[:1].isalpha() and text[1:].isdigit()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
