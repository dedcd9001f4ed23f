"""Everything that is wrong with the text of a position, where the parser stops at the first thing.

A text has no problems exactly when the parser accepts it.
"""

from __future__ import annotations

from host.engine.game import InvalidPositionError, Side
from host.engine.kamisado import notation
from host.engine.kamisado.board import (
    COLOURS,
    FILES,
    HOME_ROWS,
    LETTERS,
    MAX_TEETH,
    SQUARE_COLOURS,
    TOWERS,
    Tower,
    colour_of,
    name,
    side_of,
)
from host.engine.kamisado.formats import format_named

_TOWERS = LETTERS + LETTERS.lower()
_FIELDS = ("board", "side to move", "tower that must move (or '-')")


def problems(text: str) -> tuple[str, ...]:
    """What is wrong with a position of a round, or of a match if it has its fields.

    Returns:
        Sentences without their full stops, in the order of the text, then what follows
        from the rules.  Empty if the parser accepts the text.
    """
    fields = text.split(" ")
    found = []
    if "" in fields:
        found.append("between two fields there must be one space, and none before or after them")
        fields = text.split()
    found += [f"the {field} is missing" for field in _FIELDS[len(fields) :]]
    ranks, turn, required, *rest = fields + [""] * (len(_FIELDS) - len(fields))
    squares, wrong = _squares(ranks) if fields else ({}, [])
    found += wrong
    found += _turn_problems(turn, required)
    last_mover = rest.pop(0) if rest and rest[0] in ("w", "b") else None
    found += _consistency_problems(squares, turn, required, last_mover)
    found += _match_problems(rest)
    if found:
        return tuple(found)
    # What is left is said by the parser, which is right in any case.
    try:
        if rest:
            notation.parse_match_position(format_named(rest[0]), text)
        else:
            notation.parse_position(text)
    except InvalidPositionError as error:
        return (str(error).partition(f"{text!r}: ")[2],)
    return ()


def _squares(board: str) -> tuple[dict[Tower, int], list[str]]:
    """Where the towers stand, as far as that can be read, and what is wrong with the ranks."""
    found = []
    squares: dict[Tower, int] = {}
    ranks = board.split("/")
    if len(ranks) != FILES:
        found.append(f"there must be {FILES} ranks with '/' between them, not {len(ranks)}")
    for rank, text in zip(reversed(range(FILES)), ranks, strict=False):
        found += _rank_problems(text, rank, squares)
    missing = [_TOWERS[tower] for tower in range(TOWERS) if tower not in squares]
    if missing:
        found.append(f"these towers are missing: {' '.join(missing)}")
    return squares, found


def _rank_problems(text: str, rank: int, squares: dict[Tower, int]) -> list[str]:
    """Add the towers of one rank to `squares`; what is wrong with it."""
    found = []
    file, teeth, before = 0, 0, ""
    for char in text:
        if char.isascii() and char.isdigit() and char != "0":
            if before.isdigit():
                found.append(f"two numbers side by side in rank {rank + 1}, {text!r}: add them")
            file += int(char)
        elif char == "+" and before and before in _TOWERS + "+":
            teeth += 1
            if teeth == MAX_TEETH + 1:
                found.append(f"a tower in rank {rank + 1} has more than {MAX_TEETH} teeth")
        elif char in _TOWERS:
            tower, teeth = _TOWERS.index(char), 0
            if tower in squares:
                found.append(f"the tower {char!r} is there twice")
            squares.setdefault(tower, rank * FILES + file)
            file += 1
        else:
            found.append(f"{char!r} in rank {rank + 1} means nothing there")
        before = char
    if file != FILES:
        found.append(f"rank {rank + 1}, {text!r}, has {file} squares instead of {FILES}")
    return found


def _turn_problems(turn: str, required: str) -> list[str]:
    found = []
    if turn and turn not in ("w", "b"):
        found.append(f"the side to move must be 'w' or 'b', not {turn!r}")
    letters = LETTERS.lower()
    if required and required != "-" and (len(required) != 1 or required not in letters):
        choice = " ".join(letters)
        found.append(f"the tower that must move must be one of {choice}, or '-', not {required!r}")
    return found


def _consistency_problems(
    squares: dict[Tower, int], turn: str, required: str, last_mover: str | None
) -> list[str]:
    """What the rules say against a position, about the towers that could be read."""
    found = []
    if required == "-":
        found += [
            f"the {_describe(tower, square)} has left its home row, so the tower that must move "
            "has to be named (T2): only the first move of a round is free (T1)"
            for tower, square in squares.items()
            if square not in HOME_ROWS[side_of(tower)]
        ]
        if last_mover == turn:
            found.append("nobody has moved yet, so the last mover cannot be the side to move")
    arrived = [
        (tower, square)
        for tower, square in squares.items()
        if square in HOME_ROWS[side_of(tower).other]
    ]
    if len(arrived) > 1:
        both = " and the ".join(_describe(tower, square) for tower, square in arrived)
        found.append(f"the {both} have both reached a home row: the first ends the round (M7)")
    elif arrived:
        found += _arrival_problems(*arrived[0], turn, required, last_mover)
    return found


def _arrival_problems(
    tower: Tower, square: int, turn: str, required: str, last_mover: str | None
) -> list[str]:
    """What does not go with the end of the round."""
    found = []
    winner, loser = side_of(tower), side_of(tower).other
    why = f"the {_describe(tower, square)} has ended the round (M7)"
    if turn == winner.value:
        found.append(f"{why}, so the side to move must be {loser.value!r}")
    if last_mover == loser.value:
        found.append(f"{why}, so {winner.label} made the last move")
    letter = LETTERS[SQUARE_COLOURS[square]].lower()
    if len(required) == 1 and required in LETTERS.lower() and required != letter:
        colour = COLOURS[SQUARE_COLOURS[square]]
        found.append(f"{why}, so the colour of that square, {colour}, must be the one to move")
    return found


def _match_problems(rest: list[str]) -> list[str]:
    """What is wrong with the fields that follow those of the round."""
    if not rest:
        return []
    if len(rest) != notation.MATCH_FIELDS:
        return [
            f"after the round's fields come none or {notation.MATCH_FIELDS} of a match (format, "
            f"number of the round, points, who began it), not {len(rest)}: {' '.join(rest)!r}"
        ]
    found = []
    for parse, text in zip(notation.MATCH_FIELD_PARSERS, rest, strict=True):
        try:
            parse(text)
        except ValueError as error:
            found.append(str(error))
    return found


def _describe(tower: Tower, square: int) -> str:
    side = "white" if side_of(tower) is Side.WHITE else "black"
    return f"{side} {COLOURS[colour_of(tower)]} tower on {name(square)}"
