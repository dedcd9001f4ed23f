"""Commands of the text interface: a line that somebody typed, as a value.

The words are those of `HELP`.  Nothing here knows a game: what may be chosen or begun just now
comes in as a `Scope`, and a move that is not legal is carried out like any other; the board then
says what is wrong with it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from host.ai.players.opponent import opponent_named
from host.engine.game import Side
from host.engine.squares import parse_square
from host.session.clock import parse_control

HELP = """\
d8d4              move the piece on d8 to d4 (by the simulated hand)
c2                put a piece from beside the board on c2
off b5            take the piece on b5 off the board, e.g. a captured one
done              where it is offered: let the turn go
c3c4+             push: slide the sumo on c3 against the tower on c4
lift d8           take the piece on d8 up
put d4            put the lifted piece down on d4
slide d8 d4       slide it there without lifting
push c3 c4        the same as c3c4+
takeback, redo    take the last move back, or make it again
choose WORDS      between two rounds: what is offered; the words alone do too
ok                the dragon tooth is on its tower
arrange           let the simulated hand put every piece where it belongs
new GAME CLOCK    begin anew, e.g. new standard 10+5; either may be left out
new GAME s=v      the same as agreed on, e.g. new limit=30 10+5
new CLOCK touch   the same, but moves stand once they are made: no takebacks
new against 4     the same, against the computer: 1 to 10 or even; as white too
hint              be told the best move, and why
review            once a round is over: where the win changed hands
puzzle, leave     solve puzzles, or the next one; go back to the game
puzzle N          go to puzzle N
puzzle grade N    go to the next puzzle of a grade from 1 to 5
pause, continue   let the clock stand, and go on
draw SIDE         where there are draws: offer one for white or for black
agree, refuse     answer an offer
resign SIDE       give the whole match up, for white or for black
next, back, go N  in a record: on, back, or to ply N; return alone is next
help LEVEL        what the lights tell: off, required, legal or proven
moves, board      show the moves so far, or the board again
?                 show this
quit              end the program; so does Ctrl-D"""

_LONGEST_QUOTE = 40
_LONGEST_NUMBER = 6
_TOUCH = "touch"
_AS_SIDES = (["as", "white"], ["as", "black"])

Request: TypeAlias = Mapping[str, str | int]
"""A message of PAGE.md, page to host."""


class CommandError(ValueError):
    """A line that is no command; the message quotes it and says what would be one."""


class Show(enum.Enum):
    """What the program is asked to print."""

    BOARD = "board"
    MOVES = "moves"
    HELP = "?"


class Until(enum.Enum):
    """What is worth waiting for after a wish, before the next line is read."""

    GRANTED = "granted"
    JUDGED = "judged"
    """The host has made something of it, or found it wrong."""
    SET_UP = "set up"
    """The pieces stand as they must."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a line may refer to just now.

    Attributes:
        size: files and ranks of the game, for the names of squares.
        choices: texts of the moves that are offered instead of one on the board.
        game: name of the game that is played.
        games: names of those that may be begun.
        replay: whether a record is stepped through.
        turn: the side to move, "white" or "black".
    """

    size: tuple[int, int]
    choices: tuple[str, ...] = ()
    game: str = ""
    games: tuple[str, ...] = ()
    replay: bool = False
    turn: str = "white"


@dataclass(frozen=True, slots=True)
class Act:
    """Wishes to be told to the host, one after another."""

    requests: tuple[Request, ...]
    until: Until = Until.GRANTED


@dataclass(frozen=True, slots=True)
class Quit:
    """The end."""


Command: TypeAlias = Act | Show | Quit

_NEXT = Act(({"t": "step", "by": 1},), Until.JUDGED)
_PLAIN: Mapping[str, Command] = {
    "takeback": Act(({"t": "takeback"},)),
    "undo": Act(({"t": "takeback"},)),
    "redo": Act(({"t": "redo"},)),
    "hint": Act(({"t": "hint"},)),
    "review": Act(({"t": "review"},)),
    "puzzle": Act(({"t": "puzzle"},), Until.SET_UP),
    "leave": Act(({"t": "leave"},), Until.SET_UP),
    "pause": Act(({"t": "pause"},)),
    "continue": Act(({"t": "goon"},)),
    "agree": Act(({"t": "answer", "agree": True},)),
    "refuse": Act(({"t": "answer", "agree": False},)),
    "ok": Act(({"t": "confirm"},), Until.JUDGED),
    "arrange": Act(({"t": "arrange"},), Until.SET_UP),
    "next": _NEXT,
    "back": Act(({"t": "step", "by": -1},), Until.JUDGED),
    "moves": Show.MOVES,
    "board": Show.BOARD,
    "?": Show.HELP,
    "help": Show.HELP,
    "quit": Quit(),
    "exit": Quit(),
    "q": Quit(),
}
_LEVELS = ("off", "required", "legal", "proven")


def parse_command(line: str, scope: Scope) -> Command | None:
    """The command that a line says; None if it is blank and that means nothing.

    Args:
        line: what was typed; upper and lower case are the same.
        scope: what it may refer to.

    Raises:
        CommandError: the line is no command; the message quotes it.

    >>> parse_command("lift d8", Scope((8, 8)))
    Act(requests=({'t': 'lift', 'square': 'd8'},), until=<Until.GRANTED: 'granted'>)
    """
    words = line.lower().split()
    size = scope.size
    try:
        match words:
            case []:
                return _NEXT if scope.replay else None
            case [word] if word in _PLAIN:
                return _PLAIN[word]
            case ["help", level] if level in _LEVELS:
                return Act(({"t": "help", "level": level},))
            case ["help", _]:
                raise CommandError(
                    f"The levels of help are off, required, legal and proven: {_quoted(line)}."
                )
            case ["resign" | "draw" as do, "white" | "black" as side]:
                return Act(({"t": do, "side": side},))
            case ["draw"]:
                return Act(({"t": "draw", "side": scope.turn},))
            case ["resign"]:
                raise CommandError(
                    "Really? That gives the whole match up. Type resign white or resign black."
                )
            case ["resign" | "draw", *_]:
                raise CommandError(f"{words[0]} wants white or black: {_quoted(line)}.")
            case ["puzzle", number] if _is_number(number):
                return Act(({"t": "puzzle", "number": int(number)},), Until.SET_UP)
            case ["puzzle", "grade", number] if _is_number(number):
                return Act(({"t": "puzzle", "grade": int(number)},), Until.SET_UP)
            case ["puzzle", *_]:
                raise CommandError(
                    f"puzzle wants a number, e.g. puzzle 12 or puzzle grade 3: {_quoted(line)}."
                )
            case ["new", *what]:
                return _new(line, what, scope)
            case ["choose", *what]:
                return _choose(line, what, scope.choices)
            case ["go", number] if _is_number(number):
                return Act(({"t": "go", "ply": int(number)},), Until.JUDGED)
            case ["go", *_]:
                raise CommandError(f"go wants the number of a ply, e.g. go 12: {_quoted(line)}.")
            case ["lift" | "put" as do, square]:
                until = Until.JUDGED if do == "put" else Until.GRANTED
                return Act(({"t": do, "square": _square(square, size)},), until)
            case ["off", square]:
                return Act(({"t": "remove", "square": _square(square, size)},), Until.JUDGED)
            case ["off", *_]:
                raise CommandError(f"off wants one square, e.g. off b5: {_quoted(line)}.")
            case ["slide" | "push" as do, origin, target]:
                return _by_hand(do, (origin, target), size)
            case ["lift" | "put", *_]:
                raise CommandError(
                    f"{words[0]} wants one square, e.g. {words[0]} d8: {_quoted(line)}."
                )
            case ["slide" | "push", *_]:
                raise CommandError(
                    f"{words[0]} wants two squares, e.g. {words[0]} c3 c4: {_quoted(line)}."
                )
        choice = _chosen(words, scope.choices)
        if choice is None and len(words) == 1 and _is_square(words[0]):
            square = _square(words[0], size)
            return Act(({"t": "put", "square": square, "side": scope.turn},), Until.JUDGED)
        return _move(line, scope) if choice is None else choice
    except ValueError as error:
        if isinstance(error, CommandError):
            raise
        raise CommandError(f"{_quoted(line)}: {error}.") from error


def short_names(games: Sequence[str]) -> dict[str, str]:
    """What to type for each game: its name without the part before the first dash.

    Where two would be the same, both keep their whole name, which is always understood.

    >>> short_names(["kamisado", "kamisado-standard"])
    {'kamisado': 'kamisado', 'standard': 'kamisado-standard'}
    """
    shorts = [name.partition("-")[2] or name for name in games]
    return {
        short if shorts.count(short) == 1 else name: name
        for short, name in zip(shorts, games, strict=True)
    }


def _new(line: str, words: Sequence[str], scope: Scope) -> Command:
    """`new`, also with the name of a game, settings, a clock and `touch`, in this order."""
    if not words:
        return Act(({"t": "new"},), Until.SET_UP)
    game, rest = scope.game, list(words)
    known = {name: name for name in scope.games} | short_names(scope.games)
    if rest[0] in known:
        game = known[rest.pop(0)]
    settings = []
    while rest and "=" in rest[0]:
        settings.append(rest.pop(0))
    if settings:
        game = f"{game.partition(':')[0]}:{','.join(settings)}"
    clock = rest.pop(0) if rest and "+" in rest[0] else ""
    touch_move = rest[:1] == [_TOUCH]
    against = rest[touch_move:]
    if against and not _is_against(against):
        games = ", ".join(short_names(scope.games)) or "a game"
        raise CommandError(
            f"{_quoted(against[0])} in {_quoted(line)}: new wants one of {games}, settings "
            f"(limit=30), a clock (10+5), {_TOUCH}, against 4 as black, in order."
        )
    if clock:
        # Whatever is too long to be quoted is no clock either.
        parse_control(_shortened(clock))
    request: dict[str, str | int] = {"t": "new", "game": game, "clock": clock}
    if touch_move:
        request["touch_move"] = True
    if against:
        request["opponent"] = opponent_named(against[1], Side.WHITE, 0).choice
        request["plays"] = "black" if against[2:] == ["as", "white"] else "white"
    return Act((request,), Until.SET_UP)


def _is_against(words: Sequence[str]) -> bool:
    """Whether they name an opponent, and perhaps the own side."""
    as_side = words[2:]
    return words[0] == "against" and len(words) > 1 and as_side in ([], *_AS_SIDES)


def _choose(line: str, words: Sequence[str], choices: Sequence[str]) -> Command:
    choice = _chosen(words, choices)
    if choice is not None:
        return choice
    if not choices:
        raise CommandError(f"There is nothing to choose now: {_quoted(line)}.")
    raise CommandError(f"{_quoted(line)} is not offered. {_offer(choices)}")


def _chosen(words: Sequence[str], choices: Sequence[str]) -> Command | None:
    """The choice of that text, or the only one that ends so; None if there is none."""
    text = " ".join(words)
    found = [choice for choice in choices if choice.lower() == text]
    found = found or [choice for choice in choices if choice.lower().split()[-1:] == [text]]
    return Act(({"t": "choose", "text": found[0]},), Until.JUDGED) if len(found) == 1 else None


def _offer(choices: Sequence[str]) -> str:
    return f"Choose {' or '.join(choices)}."


def _move(line: str, scope: Scope) -> Command:
    """A move as text: `d8d4`, also `d8-d4` and `d8 d4`; with `+` a push."""
    text = "".join(line.lower().split())
    squares = _split(text.removesuffix("+").replace("-", ""))
    if squares is None:
        offer = f" {_offer(scope.choices)}" if scope.choices else ""
        raise CommandError(f"{_quoted(line)} is no command.{offer} Type ? for those there are.")
    if text.endswith("+"):
        return _by_hand("push", squares, scope.size)
    origin, target = (_square(square, scope.size) for square in squares)
    if origin == target:
        raise CommandError(f"{_quoted(line)} goes nowhere. A pass is made by itself.")
    return Act(({"t": "lift", "square": origin}, {"t": "put", "square": target}), Until.JUDGED)


def _by_hand(do: str, squares: Sequence[str], size: tuple[int, int]) -> Command:
    origin, target = (_square(square, size) for square in squares)
    return Act(({"t": do, "from": origin, "to": target},), Until.JUDGED)


def _split(text: str) -> tuple[str, str] | None:
    """Two names of squares written together; None if it is not just two."""
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


def _quoted(text: str) -> str:
    return repr(_shortened(text))


def _shortened(text: str) -> str:
    short = text.strip()
    return short if len(short) <= _LONGEST_QUOTE else short[:_LONGEST_QUOTE] + "..."
