"""`play` on a board on which a match stands that was not played to its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.recognition.history import StoredPly
from host.storage.store import Store, read_matches
from tests.e2e.program import Program, playing
from tests.support.simulated_board import SimulatedBoard
from tests.unit.session.left_match import MOVES

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

POLES = {Side.WHITE: "n", Side.BLACK: "s"}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board with the position of match 1, which is saved and not over."""
    game = game_named("kamisado-standard")
    data = tmp_path / "kamisado" / "matches.sqlite"
    data.parent.mkdir()
    position = game.start()
    with closing(Store(data)) as store:
        number = store.create_match(game.name, game.position_text(position))
        store.save(number, [StoredPly(text) for text in MOVES], None)
    for text in MOVES:
        position = game.play(position, game.parse_move(position, text))
    pieces = [
        {"id": f"{piece.side.name}-{piece.name}", "pole": POLES[piece.side], "square": at}
        for square, piece in game.pieces(position).items()
        for at in [square_name(square, 8)]
    ]
    with SimulatedBoard(running=True) as made:
        made.ask("setup", pieces=pieces)
        yield made


def choices(program: Program) -> Sequence[object]:
    """Return the texts of the choices on the page."""
    offered = program.state.get("choices", [])
    assert isinstance(offered, list)
    return [choice["text"] for choice in offered]


def test_the_page_asks_and_goes_on_with_it(tmp_path: Path, board: SimulatedBoard) -> None:
    with playing(tmp_path, "--board", board.port) as program:
        program.until(lambda: choices(program) == ["new game", "same game"])
        assert "as in match 1, which is not over" in str(program.state["prompt"])
        program.send(t="choose", text="same game")
        program.until(lambda: program.plies == len(MOVES) and program.state["phase"] == "play")
        board.ask("move", **{"from": "f1", "to": "f4"})
        program.until(lambda: program.plies > len(MOVES))
    (saved,) = read_matches(program.data)
    assert [ply.text for ply in saved.plies] == [*MOVES, "f1f4"]
    assert saved.game == "kamisado-standard"


def test_hands_set_up_a_new_match_and_the_old_one_stays(
    tmp_path: Path, board: SimulatedBoard
) -> None:
    with playing(tmp_path, "--board", board.port) as program:
        program.until(lambda: choices(program) == ["new game", "same game"])
        board.ask("lift", square="a8", seconds=0.3)
        board.ask("put", square="a8", seconds=0.3)
        program.until(lambda: not choices(program))
        assert program.plies == 0
        assert program.state["phase"] == "setup"
    (saved,) = read_matches(program.data)
    assert [ply.text for ply in saved.plies] == MOVES


@pytest.mark.parametrize("options", [("--match", "long"), ("--clock", "5+3"), ("--opponent", "4")])
def test_nobody_is_asked_who_has_said_what_to_play(
    tmp_path: Path, board: SimulatedBoard, options: Sequence[str]
) -> None:
    with playing(tmp_path, "--board", board.port, *options) as program:
        program.until(lambda: program.state.get("correction") is not None)
        assert not choices(program)


def test_the_terminal_asks(tmp_path: Path, board: SimulatedBoard) -> None:
    data = str(tmp_path / "kamisado" / "matches.sqlite")
    command = (sys.executable, "-m", "host", "play", "--terminal", "--board", board.port)
    with subprocess.Popen(
        [*command, "--data", data], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        read = ""
        for line in process.stdout:
            read += line
            if "same game" in line:
                break
        assert "as in match 1, which is not over" in read
        process.stdin.write("same game\n")
        process.stdin.flush()
        for line in process.stdout:
            if "the purple tower on f1" in line:
                break
        else:
            pytest.fail("it was not gone on with")
        process.stdin.write("quit\n")
        process.stdin.close()
        process.wait(20)
