"""Properties of every position of stones, also of those that no game reaches."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine.game import AnyGame, InvalidPositionError
from host.engine.registry import game_named
from tests.property.contract import check_position
from tests.unit.engine.stones.plain_stones import plain_game

IN_ITS_OWN_TIME = settings(deadline=None, max_examples=60)  # a busy machine is no reason to fail
NAMES = (
    *("hasami", "hasami:line_capture=yes", "five", "five:jump=far"),
    *("seega", "seega:limit=2", "seega:length=2"),
)
MOST = {"hasami": 9, "five": 18, "seega": 12}


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, str]:
    """Name of a game and position text: stones anywhere, or crammed into a corner.

    Crammed stones are blocked, caught, and jump in chains much more often.
    """
    name = draw(st.sampled_from(NAMES))
    kind = name.partition(":")[0]
    files, ranks = game_named(name).size
    width, height = draw(st.integers(3, files)), draw(st.integers(3, ranks))
    squares = draw(st.permutations([(f, r) for f in range(width) for r in range(height)]))
    most = min(MOST[kind], len(squares) // 2)
    fewest = 0 if kind == "five" else 2
    white = draw(st.integers(fewest, most))
    stones = dict.fromkeys(squares[:white], "S")
    stones |= dict.fromkeys(squares[white : white + draw(st.integers(fewest, most))], "s")
    rows = [
        "".join(stones.get((file, rank), "1") for file in range(files))
        for rank in reversed(range(ranks))
    ]
    board = "/".join(rows)
    for count in reversed(range(2, files + 1)):
        board = board.replace("1" * count, str(count))
    turn = draw(st.sampled_from("wb"))
    quiet = draw(st.integers(0, 3))
    rest = {
        "hasami": [],
        "five": [draw(st.sampled_from(["-", "w", "b", "wb"]))],
        "seega": ["0", draw(st.sampled_from(["-", "-", "on", "open"]))],
    }[kind]
    if "length" in name:
        rest.append(str(draw(st.integers(0, 4))))
    return name, " ".join([board, turn, str(quiet), *rest])


def read(name: str, text: str) -> tuple[AnyGame, object] | None:
    """The position, if the game can hold it."""
    game = game_named(name)
    try:
        return game, game.parse_position(text)
    except InvalidPositionError:
        return None


@IN_ITS_OWN_TIME
@given(positions())
def test_a_second_program_finds_the_same_moves_results_and_next_positions(
    given_text: tuple[str, str],
) -> None:
    name, text = given_text
    found = read(name, text)
    if found is None:
        return
    game, position = found
    plain = plain_game(name, text)
    moves = {game.move_text(position, move): move for move in game.legal_moves(position)}
    assert moves.keys() == plain.moves()
    outcome = game.outcome(position)
    winner = None if outcome is None else outcome.winner.value if outcome.winner else "draw"
    assert winner == plain.result()
    for move_text, move in moves.items():
        copy = plain.copy()
        copy.make(move_text)
        assert game.position_text(game.play(position, move)) == copy.write()


@settings(deadline=None, max_examples=15)
@given(positions())
def test_all_that_can_be_asked_agrees(given_text: tuple[str, str]) -> None:
    found = read(*given_text)
    if found is not None:
        check_position(*found)


@IN_ITS_OWN_TIME
@given(positions())
def test_stones_are_taken_by_the_mover_and_next_to_the_moved_stone(
    given_text: tuple[str, str],
) -> None:
    name, text = given_text
    found = read(name, text)
    if found is None or "line_capture" in name:
        return
    game, position = found
    files = game.size[0]
    side = game.turn(position)
    before = game.pieces(position)
    for move in game.legal_moves(position):
        after = game.pieces(game.play(position, move))
        come = [square for square in after if square not in before]
        taken = [square for square, piece in before.items() if piece.side is not side]
        taken = [square for square in taken if square not in after]
        assert len(come) <= 1
        assert all(after[square].side is side for square in come)
        for square in taken:
            near = [
                abs(a - b)
                for a, b in zip(divmod(square, files), divmod(come[0], files), strict=True)
            ]
            assert max(near) == 1
            assert name.startswith("seega") or sum(near) == 1
        assert sum(piece.side is side for piece in after.values()) == sum(
            piece.side is side for piece in before.values()
        )
