"""`kamisado doctor` and `kamisado calibrate`, from the command line down to simulated magnets.

The simulated person does what a person would be asked for; the faults are in the simulator, below
the firmware.
"""

from __future__ import annotations

import json
import re
from contextlib import closing

import pytest

from host.cli.build.calibration import calibrate
from host.maintenance import diagnosis
from host.maintenance.board_client import BoardClient
from host.maintenance.doctor import Doctor
from host.maintenance.operator import OperatorSession, open_simulated_board
from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring
from simulator.board.zeros import draw_zeros
from tests.support.running import kamisado
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

SWEPT = ("--motion", "10")
"""A tower that is slid over all squares moves on every 10 ms: two thirds of the work."""


def examined(*faults: dict[str, object], build: str = "strips") -> dict[str, str]:
    """Return the faults of a full examination: sentences by square, or numbered."""
    with (
        SimulatedBoard("--seed", "4", "--build", build, *SWEPT) as board,
        open_simulated_board(board) as session,
    ):
        for fault in faults:
            board.ask("fault", **fault)
        doctor = Doctor(session.client, lambda _: None)
        doctor.examine_untouched()
        assert session.operator is not None
        doctor.examine_with_operator(session.operator)
    found = [each for each in doctor.findings if each.severity is diagnosis.FaultSeverity.FAULT]
    return {each.square or f"#{at}": each.sentence for at, each in enumerate(found)}


# One of strips is examined by the command, below.
@pytest.mark.parametrize("build", ["quarters", "switches"])
def test_a_board_that_is_well_has_no_faults(build: str) -> None:
    assert examined(build=build) == {}


def test_every_bad_sensor_and_light_is_named_with_what_to_do() -> None:
    found = examined(
        {"name": "dead_sensor", "square": "e4"},
        {"name": "weak_sensor", "square": "c6", "percent": 30},
        {"name": "weak_sensor", "square": "b2", "percent": 35},
        {"name": "noisy_sensor", "square": "g3", "mt": 1.5},
        {"name": "offset_sensor", "square": "b7", "mt": 6},
        {"name": "dead_pixel", "square": "d5"},
    )
    assert set(found) == {"e4", "c6", "b2", "g3", "b7", "d5"}
    assert found["e4"].startswith("e4 reads 0.")
    assert "sensor dead" in found["e4"]
    assert "check the solder joints of U15 on strip 4" in found["e4"]
    assert re.match(r"c6 felt (\d|1[0-3])\.\d mT where the others feel 35", found["c6"])
    assert "its sensor is weak; check the solder joints of U13 on strip 6" in found["c6"]
    assert re.match(r"g3 jumps about by [12]\.\d mT", found["g3"])
    assert re.match(r"b7 feels [4-8]\.\d mT with nothing on it", found["b7"])
    assert "d5 does not light at all: its LED is dead" in found["d5"]
    assert "D4 on strip 5" in found["d5"]


SWAPS: list[tuple[str, dict[str, object], list[str]]] = [
    (
        "strips",
        {"name": "swapped_rows", "rank": 2, "other": 5},
        ["Ranks 2 and 5 are swapped: check the ribbon or the row lines (ROW pins)."],
    ),
    (
        "quarters",
        {"name": "swapped_columns", "file": "c", "other": "f"},
        ["Files c and f are swapped: check the order of the columns (COLUMN_CHANNEL) or their"],
    ),
    (
        "switches",
        {"name": "swapped_rows", "rank": 1, "other": 8},
        ["Ranks 1 and 8 are swapped: check the ribbon or the row lines (ROW pins)."],
    ),
]


@pytest.mark.parametrize(("build", "fault", "words"), SWAPS)
def test_swapped_wires_are_found_by_one_tower(
    build: str, fault: dict[str, object], words: list[str]
) -> None:
    found = list(examined(fault, build=build).values())
    assert len(found) == 1, found
    assert found[0].startswith(words[0])


MISSING = [
    ("strips", 3, "The strip 3 does not answer"),
    ("quarters", 2, "The multiplexer 2 does not answer"),
    ("switches", 1, "The chain of sensors does not answer"),
]


@pytest.mark.parametrize(("build", "part", "words"), MISSING)
def test_a_missing_part_is_named_and_its_squares_are_not(build: str, part: int, words: str) -> None:
    with (
        SimulatedBoard("--seed", "4", "--build", build, "--stopped") as board,
        open_simulated_board(board) as session,
    ):
        board.ask("fault", name="missing_strip", rank=part)
        session.client.sleep(9000)  # missing parts are looked for one after another
        doctor = Doctor(session.client, lambda _: None)
        doctor.examine_untouched()
        warning = session.client.warnings["sensors"]
        assert words.split()[1] in warning or "sensor chain" in warning
        assert "does not answer" in warning
    faults = [each for each in doctor.findings if each.severity is diagnosis.FaultSeverity.FAULT]
    assert [words in each.sentence for each in faults] == [True]


# --- Calibration ----------------------------------------------------------------------------------


def calibrated(session: OperatorSession) -> tuple[int, list[str]]:
    """Let the simulated operator calibrate a board; return the status and the output."""
    said: list[str] = []
    status = calibrate(session.client, session.operator, said.append)
    session.client.sleep(7000)  # the board shows how it went
    assert session.operator is not None
    session.client.perform(session.operator.clear)
    return status, said


def restart(board: SimulatedBoard, client: BoardClient) -> None:
    """Press reset and wait until the board is back."""
    boot = client.hello.boot
    board.ask("reset")
    assert client.wait(lambda: client.hello.boot != boot, 5000)
    client.sleep(500)


def test_a_calibration_outlives_a_reset_and_the_one_after_a_damage_names_what_is_bad() -> None:
    with SimulatedBoard("--seed", "2", *SWEPT) as board, open_simulated_board(board) as session:
        client = session.client
        board.ask("fault", name="weak_sensor", square="c3", percent=50)
        board.ask("fault", name="offset_sensor", square="f6", mt=3.2)
        status, said = calibrated(session)
        assert status == 0, said
        restart(board, client)
        assert said[-1] == f"Calibrated ({client.hello.calibration}). The board is fine."
        assert client.warnings == {}
        ons, zeros, levels = (client.cells(name) for name in ("on", "zero", "level"))
        assert ons[18] == pytest.approx(1.75, abs=0.1), "half of what the others feel"
        assert ons[19] == pytest.approx(3.5, abs=0.2)
        own = draw_zeros(Geometry(8, 8), Wiring.load(), 2)
        assert zeros == pytest.approx([*own[:45], own[45] + 3.2, *own[46:]], abs=0.1)
        assert levels == pytest.approx([0.0] * 64, abs=0.3), "what every sensor has is taken away"

        board.ask("fault", name="damaged_memory", at=77)
        restart(board, client)
        assert client.hello.calibration is None
        assert "damaged; safe defaults are in force" in client.warnings["calibration"]
        assert set(client.cells("on")) == {6.0}
        board.ask("fault", name="dead_sensor", square="e4")
        board.ask("fault", name="weak_sensor", square="c6", percent=25)
        status, said = calibrated(session)
        assert status == 1
        assert any(line.startswith("e4 felt nothing of the tower: sensor dead") for line in said)
        assert any(line.startswith("c6 felt less than 15 mT of the tower") for line in said)
        assert "2 faults" in said[-1]
        restart(board, client)
        assert client.hello.calibration is not None
        assert "calibration" not in client.warnings


def test_the_lights_alone_lead_through_a_calibration() -> None:
    """Calibrate at the board by its lights alone, without a computer."""
    amber, blue = (0x4C, 0x1F, 0x00), (0x00, 0x20, 0x60)
    with SimulatedBoard("--seed", "8", *SWEPT) as board:
        corners = ("a1", "h1", "a8", "h8")
        board.ask("setup", pieces=[{"id": name, "pole": "n", "square": name} for name in corners])
        board.ask("reset")
        board.step(1500)
        assert hues(board) == dict.fromkeys(corners, hue(amber))
        for name in corners:
            board.ask("remove", piece=name, seconds=0.2)
        board.step_until_idle()
        board.step(4000)
        names = {f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"}
        assert hues(board) == dict.fromkeys(names, hue(blue))
        board.ask("put", piece="a1", square="a1", seconds=0.2)
        for rank in range(1, 9):
            ends = ("a", "h") if rank % 2 else ("h", "a")
            board.ask("slide", **{"from": f"{ends[0]}{rank}", "to": f"{ends[1]}{rank}"}, seconds=2)
            if rank < 8:
                board.ask(
                    "slide", **{"from": f"{ends[1]}{rank}", "to": f"{ends[1]}{rank + 1}"}, seconds=1
                )
        board.ask("remove", piece="a1", seconds=0.2)
        board.step_until_idle()
        board.step(500)
        home = {f"{file}{rank}" for rank in (1, 8) for file in "abcdefgh"}
        assert hues(board) == dict.fromkeys(home, hue(blue))
        board.ask(
            "setup",
            pieces=[
                {"id": name, "pole": "n" if name[1] == "1" else "s", "square": name}
                for name in sorted(home)
            ],
        )
        board.step(3000)
        assert hues(board), "a white wave"
        board.step(8000)
        with closing(SerialCable(board)) as cable:
            cable.missed = int(str(board.step(0.01)["sent"]))
            cable.port.reset_input_buffer()
            cable.say("hello,{seq},1.5,0.1.0")
            cable.step(100)
            hello = next(line for line in cable.lines() if line[0] == "hello")
        assert hello[9] != "-", "it is calibrated"


def hue(rgb: tuple[int, int, int]) -> str:
    """Return the strongest channel."""
    return "rgb"[rgb.index(max(rgb))]


def hues(board: SimulatedBoard) -> dict[str, str]:
    """Return the squares lit within half a second, by their strongest channel."""
    board.ask("watch", what=["frames"])
    seen: dict[str, str] = {}
    board.events.clear()
    board.step(1700)
    frames = [str(event["rgb"]) for event in board.events if event.get("event") == "frame"]
    for rgb in [*frames, str(board.ask("state")["rgb"])]:
        data = bytes.fromhex(rgb)
        for cell in range(64):
            lit = data[3 * cell], data[3 * cell + 1], data[3 * cell + 2]
            if any(lit):
                seen["abcdefgh"[cell % 8] + str(cell // 8 + 1)] = hue(lit)
    return seen


# --- Command line ---------------------------------------------------------------------------------


def test_doctor_and_calibrate_run_on_a_virtual_board() -> None:
    done = kamisado("doctor", "--board", "virtual", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["facts"]["board"].startswith("8x8, chip ")
    assert len(told["levels_mt"]) == len(told["thresholds_mt"]) == 64
    assert told["verdict"] == "The board works; 1 thing to note."
    done = kamisado("calibrate", "--board", "virtual")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("Calibrated (")
    done = kamisado("calibrate", "--board", "virtual", "--forget")
    assert "safe defaults are in force" in done.stdout


def test_doctor_without_anybody_at_the_keyboard_does_what_needs_no_hands() -> None:
    with SimulatedBoard(running=True) as board:
        done = kamisado("doctor", "--board", board.port)
    assert done.returncode == 0, done.stdout + done.stderr
    # 35 mT, less what the other towers take from it, and the sensor's zero.
    assert re.search(r"^ 1   3[2-7]\.\dn ", done.stdout, re.MULTILINE), done.stdout
    assert "Nobody is there to be asked" in done.stdout
    assert "The board works; 1 thing to note." in done.stdout


def test_no_board_is_one_plain_sentence() -> None:
    done = kamisado("doctor", "--board", "/dev/nothing-there")
    assert done.returncode == 1
    assert "There is no port '/dev/nothing-there'" in done.stderr
    assert "Traceback" not in done.stderr
