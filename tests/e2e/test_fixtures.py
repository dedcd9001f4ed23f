"""The fixtures that the package gives to tests of others: board and host in simulated time."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.session.requests import TakeBack
from host.session.view import Phase
from host.virtual.stepped_process import SteppedBoard
from simulator.testing.board import BoardFixture, BoardOptions
from simulator.testing.joined_host import HostFixture

pytestmark = pytest.mark.e2e

REST_MS = 600
"""A tower that has rested that long has been moved."""
START = {f"{file}1": "n" for file in "abcdefgh"} | {f"{file}8": "s" for file in "abcdefgh"}


def test_the_firmware_reports_what_the_hand_does(kamisado_board: BoardFixture) -> None:
    board = kamisado_board
    assert board.snapshot == START
    connected_ms = board.now_ms
    assert board.snapshot == START
    assert (connected_ms, board.now_ms) == (1500, 1500), "as the guide says of the first one"
    assert board.pieces["d8"] == "black-pink"
    begin_ms = board.now_ms
    board.lift("d8")
    assert board.now_ms > begin_ms, "a hand needs time"
    board.wait(50)
    assert board.snapshot == {square: pole for square, pole in START.items() if square != "d8"}
    board.put("d4", dx_mm=2.0)
    board.slide("a1", "a3")
    board.remove("black-brown")
    board.wait(50)
    moved = {"d8": None, "d4": "s", "a1": None, "a3": "n", "h8": None}
    assert {square: board.snapshot.get(square) for square in moved} == moved
    assert board.lights == {}, "only a host lights squares"


def test_a_host_of_your_own_may_have_the_port(kamisado_board: BoardFixture) -> None:
    kamisado_board.wait(1000)
    assert Path(kamisado_board.port).exists()


def test_the_host_makes_the_moves_and_lights_the_squares(
    kamisado_board: BoardFixture, kamisado_host: HostFixture
) -> None:
    board, host = kamisado_board, kamisado_host
    assert host.phase is Phase.PLAY
    assert "d8d4" in host.legal_moves
    before = host.position
    board.lift("d8")
    board.wait(200)
    assert host.lights["d8"] == "legal"
    assert board.lights.keys() == host.lights.keys()
    board.put("d4")
    board.wait(REST_MS)
    assert host.moves == ["d8d4"]
    assert host.position != before
    with pytest.raises(ValueError, match=r"^3 is no request as `host\.session\.requests` has them"):
        host.request(3)  # type: ignore[arg-type]
    host.request(TakeBack())
    assert (host.moves, host.position) == ([], before)
    board.wait(50)
    assert {"d4", "d8"} <= host.lights.keys(), "they lead the tower back"


def test_a_host_that_joins_later_has_the_board_set_up(
    kamisado_board: BoardFixture, request: pytest.FixtureRequest
) -> None:
    kamisado_board.lift("d8")
    host: HostFixture = request.getfixturevalue("kamisado_host")
    assert host.phase is Phase.SETUP
    kamisado_board.put("d8")
    kamisado_board.wait(REST_MS)
    assert host.phase is Phase.PLAY
    assert host.legal_moves


def test_a_pulled_cable_is_told_and_nothing_is_lost(
    kamisado_board: BoardFixture, kamisado_host: HostFixture
) -> None:
    kamisado_board.move("d8", "d4")
    kamisado_board.wait(REST_MS)
    kamisado_board.unplug()
    kamisado_board.wait(1000)
    assert kamisado_host.notices[-1] == "The connection to the board is lost. The game is kept."
    kamisado_board.plug()
    assert kamisado_host.notices[-1] == "The board is back. Play on."
    assert kamisado_host.moves == ["d8d4"]


@pytest.mark.kamisado(seed=3, build="quarters", position="obpkyrgn/8/8/8/8/8/N7/1GRYKPBO b p")
def test_faults_have_names(kamisado_board: BoardFixture) -> None:
    before = kamisado_board.snapshot
    assert ("a1" in before, before["a2"]) == (False, "n")
    kamisado_board.fault("stuck", square="c5", level_mt=80)
    kamisado_board.wait(100)
    assert kamisado_board.snapshot == {**before, "c5": "n"}
    kamisado_board.mend()
    kamisado_board.wait(100)
    assert kamisado_board.snapshot == before
    with pytest.raises(ValueError, match="'z9'"):
        kamisado_board.lift("z9")


@pytest.mark.kamisado(game="seega", size="9x9")
def test_other_games_and_boards(kamisado_board: BoardFixture, kamisado_host: HostFixture) -> None:
    assert kamisado_board.ask("state")["size"] == [9, 9]
    assert kamisado_host.legal_moves


@pytest.mark.parametrize("game", ["hasami", "five", "seega"])
def test_stones_are_moved_and_put_on_the_board(game: str, request: pytest.FixtureRequest) -> None:
    request.node.add_marker(pytest.mark.kamisado(game=game))
    board: BoardFixture = request.getfixturevalue("kamisado_board")
    before = dict(board.pieces)
    assert len(set(before.values())) == len(before)
    if before:
        stone = before.pop("a1")
        board.move("a1", "a4")
        assert board.pieces == {**before, "a4": stone}
    else:
        board.put("a1", "white-stone")
        board.put("b1", "white-stone")
        assert board.pieces == {"a1": "white-stone-1", "b1": "white-stone-2"}


def test_the_same_seed_gives_the_same_bytes_and_frames() -> None:
    def story(seed: int) -> tuple[object, ...]:
        options = BoardOptions(seed=seed)
        with SteppedBoard(*options.arguments()) as process:
            board = BoardFixture(process, options)
            host = HostFixture(board)
            board.ask("noise", mt=0.3)
            board.fault("damage_bytes", percent=20, direction="out")
            board.ask("bump", square="d1", mm=12)
            board.move("d8", "d4")
            board.wait(REST_MS)
            board.close()
            return board.frames, board.traffic, host.notices, host.moves

    assert story(5) == story(5)
    assert story(5) != story(6)
