"""Other builds: the firmware configured for them, on a simulated board wired for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.support.lockstep import lockstep
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

NAMES = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
LETTERS = {"strips": "ns", "quarters": "ns", "switches": "oo"}


@pytest.fixture(params=["quarters", "switches"])
def build(request: pytest.FixtureRequest) -> str:
    """Select a build other than the reference."""
    return str(request.param)


@pytest.fixture
def cable(build: str) -> Iterator[SerialCable]:
    """Start a stopped board of this build, open its port and send hello."""
    with (
        SimulatedBoard("--seed", "3", "--build", build) as board,
        closing(SerialCable(board)) as made,
    ):
        made.step(100)
        made.greet()
        yield made


def pass_time(cable: SerialCable, ms: int) -> None:
    """Step in parts, since a board that scans fast takes long for each step."""
    for _ in range(0, ms, 200):
        cable.step(200)


def test_the_board_says_what_it_can_and_what_stands_on_it(build: str, cable: SerialCable) -> None:
    cable.say("hello,{seq},1.1,0.1.0")
    cable.step(60)
    hello, snap = cable.lines()[-2:]
    assert ("polarity" in hello[7].split("+")) is (build != "switches")
    north, south = LETTERS[build]
    assert snap[4] == north * 8 + "." * 48 + south * 8


def test_every_piece_is_seen_on_every_square_it_is_put_on(build: str, cable: SerialCable) -> None:
    for at, name in enumerate(NAMES):
        side = at % 2
        cable.board.ask("setup", pieces=[{"id": "x", "pole": "ns"[side], "square": name}])
        cable.step(80)
        assert cable.snapshot() == "." * at + LETTERS[build][side] + "." * (63 - at), name


def test_a_piece_that_slides_over_the_board_leaves_nothing_behind(
    build: str, cable: SerialCable
) -> None:
    cable.board.ask("setup", pieces=[{"id": "x", "pole": "n", "square": "a4"}])
    cable.step(100)
    cable.lines()
    cable.board.ask("slide", **{"from": "a4", "to": "h4"}, seconds=2)
    pass_time(cable, 2200)
    seen = [line[4] for line in cable.lines("snap")]
    assert [cells for cells in seen if len(cells.replace(".", "")) > 1] == []
    assert seen[-1] == "." * 31 + LETTERS[build][0] + "." * 32


def test_the_board_is_scanned_fast_enough(build: str, cable: SerialCable) -> None:
    before = int(str(cable.board.ask("state")["scans"]))
    pass_time(cable, 1000)
    assert int(str(cable.board.ask("state")["scans"])) - before >= 190, "a settle time has four"


@pytest.mark.parametrize("size", ["8x8", "9x9", "5x5"])
@pytest.mark.parametrize("seed", ["3", "4"])
def test_a_chain_of_shift_registers_is_intact_and_read_in_order(size: str, seed: str) -> None:
    """Each 74HC165 is modelled; before its first load it holds ones (seed 3) or zeros (seed 4)."""
    files, ranks = int(size[0]), int(size[2])
    with (
        SimulatedBoard("--seed", seed, "--build", "switches", "--size", size) as board,
        closing(SerialCable(board)) as cable,
    ):
        cable.step(100)
        cable.greet()
        cable.say("diag,{seq}")
        cable.step(50)
        fields = cable.lines("diag")[1]
        assert fields[fields.index("strips") + 1] == "1"
        for cell in range(0, files * ranks, 3):
            name = f"{'abcdefghi'[cell % files]}{cell // files + 1}"
            board.ask("setup", pieces=[{"id": "x", "pole": "n", "square": name}])
            cable.step(60)
            assert cable.snapshot().index("o") == cell
        board.ask("fault", name="missing_strip", rank=1)
        cable.step(50)
        cable.say("diag,{seq}")
        cable.step(50)
        fields = cable.lines("diag")[1]
        assert fields[fields.index("strips") + 1] == "0"


def test_a_part_that_is_away_reads_empty_and_comes_back(build: str, cable: SerialCable) -> None:
    cable.board.ask("fault", name="missing_strip", rank=1)
    pass_time(cable, 5000)
    north, south = LETTERS[build]
    away = "." * 4 + north * 4 if build == "quarters" else "." * 8
    assert cable.snapshot() == away + "." * 48 + (south * 8 if build == "quarters" else "." * 8)
    cable.board.ask("mend")
    pass_time(cable, 5000)
    assert cable.snapshot() == north * 8 + "." * 48 + south * 8


def test_a_round_is_played_on_any_build(build: str) -> None:
    with lockstep("--build", build) as rig:
        rig.move("d8d4")
        option = rig.view.expectation.candidates[0]
        reply = rig.game.move_text(rig.view.expectation.position, option.move)
        rig.move(reply)
        assert rig.texts == ["d8d4", reply]
