"""Sentences shown to people, in one place.  They name pieces and squares, never cells or events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.engine.game import AnyGame, MultiRound, Piece, Side, Square
from host.engine.squares import square_name

READY = "The board is set up."
SET_UP = "Set up the board: "
ONE_AT_A_TIME = "One piece at a time is put on the board"
CLEAR = "Clear the board to begin: "
CHECK = "Each tower must stand on the colour of its light: check both rows."
NEXT_ROUND = "Set up the pieces for the next round."
WHICH_WAY = "Both rows are filled, but which way?"
SWAPPED = (
    "The two sides stand the wrong way round: turn the board. If the magnets were put in the other "
    "way up, start with --north black."
)
TOUCH_MOVE = "Moves stand as they were made: nothing is taken back."
PAUSED = "Paused: no time runs. Lift any piece and go on."
GOES_ON = "Play goes on."
NO_COMPUTER = "Both sides are played by people."
NOT_COMPUTERS_TURN = "It is not the computer's turn."
NO_MOVE_OF_YOURS = "There is no move of yours to take back."
NO_REDO = "No move that was taken back is left to be made again."
NOT_PAUSED = "Play is not paused."
NOTHING_OFFERED = "Nothing has been offered."
NOTHING_TO_RESIGN = "There is no game under way to resign."
NOTHING_TO_PAUSE = "There is nothing to pause: a round is paused once its game has begun."
NO_HINT_NOW = "A hint is given to whoever is to move, while a round is played."
NO_HINT_FOR_IT = "The computer is to move: a hint is given when it is your turn."
NO_HINT = "This is played in earnest: hints are given only with help that shows proven values."
THINKING = "Looking for a move to tell you."
NO_DRAW = "This game cannot be drawn; a series of rounds can."
NO_DRAW_NOW = "A draw is offered while a round is played, once its game has begun."
UNCLEAR = (
    "The piece on {square} is not seen clearly. Lift it and put it in the middle of its square."
)


def sentences(*parts: str) -> str:
    """Return several sentences as one text."""
    return " ".join(parts)


def the_piece(game: AnyGame, piece: Piece) -> str:
    """A piece with its side: "Black's pink tower"."""
    return f"{piece.side.label}'s {game.describe_piece(piece)}"


def listed(words: Sequence[str]) -> str:
    """Words joined as people list them.

    >>> listed(["a1", "b1", "c1"])
    'a1, b1 and c1'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def begun(game: AnyGame) -> str:
    """What has been begun: "A new long match.", "A new game: NAME."."""
    return f"A new {game.title}." if isinstance(game, MultiRound) else f"A new game: {game.title}."


def to_move(
    game: AnyGame,
    turn: Side,
    movers: Sequence[tuple[Square, Piece]],
    all_may: bool = True,
) -> str:
    """Who must move what, e.g. "Black to move: the pink tower on d5.".

    Args:
        movers: the pieces of which one must move.
        all_may: whether that side has no others.
    """
    if len(movers) == 1:
        square, piece = movers[0]
        place = square_name(square, game.size[0])
        return f"{turn.label} to move: the {game.describe_piece(piece)} on {place}."
    if movers:
        kind = game.describe_piece(movers[0][1]).rsplit(" ", 1)[-1]
        which = kind if all_may else f"{kind} that can"
        return f"{turn.label} to move: any {which}."
    return f"{turn.label} to move."


def to_put(game: AnyGame, turn: Side, pieces: Iterable[Piece]) -> str:
    """Who must put one of these pieces on the board: "White to put a stone on the board."."""
    return f"{turn.label} to put a {kind(game, pieces)} on the board."


def to_go_on(game: AnyGame, turn: Side, last: tuple[Square, Piece] | None) -> str:
    """Who may move again, and how the turn is let go with the piece that moved last."""
    if last is None:
        return f"{turn.label} may go on or let the turn go."
    square, piece = last
    where, words = square_name(square, game.size[0]), game.describe_piece(piece)
    return (
        f"{turn.label} may go on; to let the turn go, lift the {words} on {where} and put it back."
    )


def take_captured(
    game: AnyGame, captured: Sequence[tuple[Square, Piece]], first: bool = False
) -> str:
    """Which captured pieces are still to be taken off: "Take the captured stone off d5.".

    Args:
        first: whether the opponent has moved already.
    """
    names = {game.describe_piece(piece) for _, piece in captured}
    words = names.pop() if len(names) == 1 else kind(game, (piece for _, piece in captured))
    places = listed([square_name(square, game.size[0]) for square, _ in captured])
    before = " first" if first else ""
    return f"Take the captured {words}{'s' if len(captured) > 1 else ''} off {places}{before}."


def passes(game: AnyGame, turn: Side, blocked: tuple[Square, Piece] | None) -> str:
    """That a side passes, or the piece of it that must move: "Black cannot move and passes."."""
    if blocked is None:
        return f"{turn.label} cannot move and passes."
    square, piece = blocked
    where = square_name(square, game.size[0])
    return f"{the_piece(game, piece)} on {where} is blocked and passes."


def thinks(label: str) -> str:
    """That the computer thinks."""
    return f"{label} thinks."


def carry_out(
    game: AnyGame, label: str, piece: Piece, path: tuple[Square, Square], push: bool
) -> str:
    """What hands are to do for the computer, e.g. "Level 4 moves: carry White's pink tower from e1
    to e5."."""
    origin, target = (square_name(square, game.size[0]) for square in path)
    do = "push with" if push else "carry"
    return f"{label} moves: {do} {the_piece(game, piece)} from {origin} to {target}."


def put_for(game: AnyGame, label: str, piece: Piece, target: Square) -> str:
    """The same with a piece that comes onto the board."""
    where = square_name(target, game.size[0])
    return (
        f"{label} moves: put one of {piece.side.label}'s {game.describe_piece(piece)}s on {where}."
    )


def put_back(game: AnyGame, piece: Piece, home: Square, turn: Side) -> str:
    """What mends a wrong placement; the side is told if it is not whose turn it is."""
    who = f"the {game.describe_piece(piece)}" if piece.side is turn else the_piece(game, piece)
    return f"Put {who} back on {square_name(home, game.size[0])}."


def too_many(found: Square, files: int) -> str:
    """What mends a piece that belongs nowhere."""
    return f"There is a piece too many on {square_name(found, files)}. Take it off the board."


def named(game: AnyGame, piece: Piece | Side) -> str:
    """A piece with its side, or "a white piece" if only that is known of it."""
    if isinstance(piece, Side):
        return f"a {piece.label.lower()} piece"
    return the_piece(game, piece)


def belongs(game: AnyGame, piece: Piece, home: Square) -> str:
    """Where a piece goes that is not on the board."""
    return f"{the_piece(game, piece)} belongs on {square_name(home, game.size[0])}."


def carry(game: AnyGame, piece: Piece | Side, origin: Square, target: Square) -> str:
    """A piece to be carried: "Move White's green tower from e6 to b1."."""
    places = [square_name(square, game.size[0]) for square in (origin, target)]
    return f"Move {named(game, piece)} from {places[0]} to {places[1]}."


def wrong_piece(game: AnyGame, found: Piece | Side, due: Piece, square: Square) -> str:
    """A piece that was put on the place of another."""
    where = square_name(square, game.size[0])
    return f"On {where} stands {named(game, found)}, but {the_piece(game, due)} belongs there."


def take_piece_off(square: Square, files: int) -> str:
    """What mends a piece that does not belong on the board."""
    return f"Take the piece off {square_name(square, files)}."


def take_off(square: Square, files: int) -> str:
    """What mends a piece that cannot be carried to its place yet."""
    return f"Take it off {square_name(square, files)}."


def in_the_way(game: AnyGame, piece: Piece | Side, square: Square) -> str:
    """A piece that must go before another can come."""
    where = square_name(square, game.size[0])
    return f"Take {named(game, piece)} off {where}: another belongs there."


def choose(turn: Side, choices: Sequence[str], places: Sequence[str]) -> str:
    """What may be chosen between two rounds, and how it is told on the board.

    >>> choose(Side.WHITE, ["Fill from the left", "Fill from the right"], ["a1", "h1"])
    'White chooses: fill from the left (put a white piece on a1) or fill from the right (on h1).'
    """
    lowered = [words[:1].lower() + words[1:] for words in choices]
    kind = turn.label.lower()
    ways = [
        f"{words} ({f'put a {kind} piece ' if first else ''}on {place})"
        for first, words, place in zip(
            [True] + [False] * len(choices), lowered, places, strict=False
        )
    ]
    return f"{turn.label} chooses: {' or '.join(ways)}."


def kind(game: AnyGame, pieces: Iterable[Piece]) -> str:
    """What people call one of these pieces: "tower"."""
    return next((game.describe_piece(piece).rsplit(" ", 1)[-1] for piece in pieces), "piece")


def menu(side: Side, piece: str, items: Sequence[str], places: Sequence[str]) -> str:
    """What two lifted pieces may be used for.

    >>> menu(Side.WHITE, "tower", ["resign", "pause"], ["b4", "d4"])
    "White's menu: put one tower on b4 to resign or on d4 to pause. Put both back to play on."
    """
    ways = [
        f"{f'put one {piece} on' if first else 'on'} {place} {_to(words)}"
        for first, words, place in zip([True] + [False] * len(items), items, places, strict=False)
    ]
    *most, last = ways
    offered = f"{', '.join(most)} or {last}" if most else last
    return f"{side.label}'s menu: {offered}. Put both back to play on."


def chosen(side: Side, words: str, piece: str, place: str) -> str:
    """What will be done unless the piece is lifted again."""
    return f"{side.label} is about {_to(words)}. To stop it, lift the {piece} from {place}."


def _to(words: str) -> str:
    """What an item of the menu is for: "to resign", "for a new match"."""
    return f"for a {words}" if words.startswith("new") else f"to {words}"


def offered(by: Side, what: str, piece: str, seconds: int) -> str:
    """An offer, with how it is answered on the board, and how long it waits for that."""
    other = by.other.label
    return (
        f"{by.label} offers {what}. {other} agrees by lifting a {piece} and putting it back; "
        f"whatever else is done, or nothing for {seconds} seconds, refuses."
    )


def refused(by: Side, what: str) -> str:
    """An offer that came to nothing."""
    return f"{by.other.label} does not agree to {what}."


def the_end(winner: Side | None) -> str:
    """What players may agree on: "a draw", or the end of a game that one of them wins by count."""
    return "a draw" if winner is None else f"the end of the game, won by {winner.label}"
