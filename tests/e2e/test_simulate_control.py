"""Control channel of the simulator: each request, events, clients and refusals."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.simulator_support import BLUE, START, cells, square_rgb
from tests.support.serial_cable import DEADLINE_S, SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e


def where(board: SimulatedBoard, name: str) -> object:
    """Return the location of a piece by `state`: its square, or `hand` or `box`."""
    pieces = board.ask("state")["pieces"]
    assert isinstance(pieces, list)
    piece = next(each for each in pieces if each["id"] == name)
    off = (piece["dx_mm"], piece["dy_mm"])
    return (piece["square"] or piece["where"]) if off == (0, 0) else (piece["square"], *off)


def test_the_default_board_has_two_full_rows(board: SimulatedBoard) -> None:
    state = board.ask("state")
    pieces = state["pieces"]
    assert isinstance(pieces, list)
    assert [piece["id"] for piece in pieces] == [f"n-{file}1" for file in "abcdefgh"] + [
        f"s-{file}8" for file in "abcdefgh"
    ]
    assert pieces[0] == {
        "id": "n-a1",
        "pole": "n",
        "where": "board",
        "square": "a1",
        "dx_mm": 0.0,
        "dy_mm": 0.0,
    }
    assert (state["time_ms"], state["size"], state["ma"]) == (0, [8, 8], 0)
    assert state["rgb"] == "0" * 384
    assert state["port"] == board.port
    assert state["runtime"] == board.runtime


def test_setup_puts_just_these_on_the_board(board: SimulatedBoard) -> None:
    listed = [{"id": "x", "pole": "s", "square": "c3"}, {"id": "y", "pole": "n", "square": None}]
    board.ask("setup", pieces=listed)
    assert (where(board, "x"), where(board, "y")) == ("c3", "box")
    assert len(board.ask("state")["pieces"]) == 2  # type: ignore[arg-type]


HAND_WORK: list[tuple[str, dict[str, object], str, object]] = [
    ("lift", {"square": "d8"}, "s-d8", "hand"),
    ("lift", {"piece": "n-a1"}, "n-a1", "hand"),
    ("put", {"square": "d4"}, "held", "d4"),
    ("put", {"square": "d4", "piece": "held", "dx_mm": 3, "dy_mm": -4}, "held", ("d4", 3.0, -4.0)),
    ("put", {"square": "d4", "piece": "boxed"}, "boxed", "d4"),
    ("move", {"from": "d8", "to": "d4"}, "s-d8", "d4"),
    ("slide", {"from": "d8", "to": "d2"}, "s-d8", "d2"),
    ("push", {"from": "a1", "to": "a2"}, "n-a1", "a2"),
    ("nudge", {"square": "d8", "dx_mm": 6, "dy_mm": 1}, "s-d8", ("d8", 6.0, 1.0)),
    ("remove", {"piece": "held"}, "held", "box"),
    ("remove", {"square": "d8"}, "s-d8", "box"),
]


@pytest.mark.parametrize(("do", "fields", "piece", "end"), HAND_WORK)
def test_what_a_hand_is_asked_for_is_done_when_it_said_so(
    board: SimulatedBoard, do: str, fields: dict[str, object], piece: str, end: object
) -> None:
    pieces = [
        {"id": f"{pole}-{file}{rank}", "pole": pole, "square": f"{file}{rank}"}
        for pole, rank in (("n", 1), ("s", 8))
        for file in "abd"
    ]
    pieces += [
        {"id": "held", "pole": "s", "square": "h5"},
        {"id": "boxed", "pole": "n", "square": None},
    ]
    board.ask("setup", pieces=pieces)
    board.ask("lift", piece="held", seconds=0)
    board.ask("watch", what=["pieces", "done"])
    answer = board.ask(do, **fields, hand="hand")
    done_ms = float(str(answer["done_ms"]))
    assert board.step(done_ms - 1)["busy"] is True
    assert not any(event["event"] == "done" for event in board.events)
    assert board.step(1)["busy"] is False
    assert board.wait_for("done") == {"event": "done", "id": answer["id"]}
    assert where(board, piece) == end


def test_a_lift_and_a_put_are_told_once_each(board: SimulatedBoard) -> None:
    board.ask("watch", what=["pieces"])
    board.ask("move", **{"from": "d8", "to": "d4"}, seconds=1)
    board.step(1500)
    told = [
        next(piece["where"] for piece in event["pieces"] if piece["id"] == "s-d8")  # type: ignore[attr-defined]
        for event in board.events
    ]
    assert told[0] == "hand"
    assert told[-1] == "board"
    assert len(told) <= 5


def test_a_bump_displaces_pieces(cable: SerialCable) -> None:
    before = cable.board.ask("state")["pieces"]
    cable.board.ask("bump", square="d8", mm=14)
    cable.step(500)
    assert cable.board.ask("state")["pieces"] != before


def test_noise_that_drowns_the_towers_shows(cable: SerialCable) -> None:
    cable.board.ask("noise", mt=60)
    cable.step(1000)
    assert len({snap[4] for snap in cable.lines("snap")}) > 1


FAULTS: list[tuple[dict[str, object], str]] = [
    ({"name": "stuck", "square": "d4", "level_mt": 20}, START[:27] + "n" + START[28:]),
    ({"name": "stuck", "square": "d4", "level_mt": -20}, START[:27] + "s" + START[28:]),
    ({"name": "dead_sensor", "square": "a1"}, "." + START[1:]),
    ({"name": "missing_strip", "rank": 1}, "." * 8 + START[8:]),
]


@pytest.mark.parametrize(("fault", "picture"), FAULTS)
def test_a_broken_sensor_shows_and_is_mended(
    cable: SerialCable, fault: dict[str, object], picture: str
) -> None:
    cable.board.ask("fault", **fault)
    cable.step(10_000)  # a missing strip is found within nine seconds
    assert cable.snapshot() == picture
    cable.board.ask("mend")
    cable.step(10_000)
    assert cable.snapshot() == START


def test_a_dead_pixel_stays_dark(cable: SerialCable) -> None:
    cable.board.ask("fault", name="dead_pixel", square="d4")
    cable.say(BLUE)
    cable.say("frame,{seq},1," + cells({"d4": "1-", "e4": "1-"}))
    cable.step(100)
    rgb = cable.board.ask("state")["rgb"]
    assert (square_rgb(rgb, "d4"), square_rgb(rgb, "e4")) == ("000000", "0000ff")


@pytest.mark.parametrize("direction", ["in", "out", "both"])
def test_lost_lines_are_lost_in_the_direction_asked_for(cable: SerialCable, direction: str) -> None:
    cable.board.ask("fault", name="lose_lines", percent=100, direction=direction)
    cable.say("diag,{seq}")
    cable.step(500)
    assert cable.lines("diag") == []
    cable.board.ask("mend")
    cable.say("diag,{seq}")
    cable.step(100)
    pairs = [field for line in cable.lines("diag") for field in line[2:]]
    lost = int(pairs[pairs.index("lines_lost") + 1])
    assert lost == (0 if direction == "out" else 1)


def test_damaged_lines_are_counted_by_the_board(cable: SerialCable) -> None:
    cable.board.ask("fault", name="damage_bytes", percent=100, direction="in")
    for _ in range(5):
        cable.say("beat,{seq}")
        cable.step(20)
    cable.board.ask("mend")
    cable.say("diag,{seq}")
    cable.step(100)
    pairs = [field for line in cable.lines("diag") for field in line[2:]]
    assert int(pairs[pairs.index("lines_bad") + 1]) >= 4


def test_doubled_lines_come_twice(cable: SerialCable) -> None:
    cable.board.ask("fault", name="double_lines", percent=100, direction="out")
    cable.say("look,{seq}")
    cable.step(60)
    first, second = cable.lines("snap")
    assert first == second


def test_the_console_tells_what_the_firmware_prints(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('hello', 5)\n")
    with SimulatedBoard("--firmware", str(tmp_path)) as board:
        board.ask("watch", what=["console"])
        board.step(50)
        assert str(board.wait_for("console")["text"]).startswith("hello 5\r\n")


def test_watching_nothing_tells_nothing(board: SimulatedBoard) -> None:
    board.ask("watch", what=["frames", "pieces", "console", "done"])
    board.ask("watch", what=[])
    board.ask("move", **{"from": "d8", "to": "d4"})
    board.ask("reset")
    board.step(3000)
    assert board.events == []


def test_run_interrupts_a_step_that_waits(board: SimulatedBoard) -> None:
    with second_client(board) as (send, receive):
        send({"id": "long", "do": "step", "ms": 10, "received": 99})
        send({"id": "state", "do": "state"})
        assert receive()["id"] == "state", "a step that waits keeps nobody waiting"
        board.ask("stop")
        answer = receive()
    assert answer == {"id": "long", "ok": False, "error": "the step was interrupted by 'stop'"}


def test_several_clients_are_told_their_own(board: SimulatedBoard) -> None:
    board.ask("watch", what=["pieces", "done"])
    with second_client(board) as (send, receive):
        send({"id": [1, "any"], "do": "watch", "what": ["done"]})
        assert receive() == {"id": [1, "any"], "ok": True}
        send({"id": "mine", "do": "lift", "square": "a1", "hand": "white", "seconds": 0.1})
        assert receive()["id"] == "mine"
        other = board.ask("lift", square="h8", hand="black", seconds=0.1)["id"]
        board.step(200)
        assert receive() == {"event": "done", "id": "mine"}
    done = [event["id"] for event in board.events if event["event"] == "done"]
    assert done == [other]
    assert {event["event"] for event in board.events} == {"pieces", "done"}


Send = Callable[[dict[str, object]], None]
Receive = Callable[[], dict[str, object]]


def connected(board: SimulatedBoard) -> socket.socket:
    """Connect to the control channel, without its key."""
    host, _, port = board.control.partition("@")[2].rpartition(":")
    return socket.create_connection((host, int(port)), timeout=DEADLINE_S)


class second_client:  # noqa: N801 (used as a function)
    """A second connection to the control channel: functions to send and to receive objects."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.socket = connected(board)
        key, _, _ = board.control.partition("@")
        self.socket.sendall(json.dumps({"key": key}).encode() + b"\n")
        self.file = self.socket.makefile("rb")

    def __enter__(self) -> tuple[Send, Receive]:
        return (
            lambda message: self.socket.sendall(json.dumps(message).encode() + b"\n"),
            lambda: json.loads(self.file.readline()),
        )

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.socket.close()


NONSENSE: list[tuple[dict[str, object], str]] = [
    ({"do": "dance"}, "'dance'"),
    ({"do": 5}, "5"),
    ({}, "None"),
    ({"do": "lift"}, "'square'"),
    ({"do": "lift", "square": "z9"}, "'z9'"),
    ({"do": "lift", "square": "d4"}, "'d4'"),
    ({"do": "lift", "piece": "ghost"}, "'ghost'"),
    ({"do": "lift", "square": "d8", "speed": 3}, "'speed'"),
    ({"do": "lift", "square": "d8", "seconds": -1}, "-1"),
    ({"do": "lift", "square": "d8", "seconds": "soon"}, "'soon'"),
    ({"do": "lift", "square": "d8", "hand": 7}, "7"),
    ({"do": "put", "square": "d4"}, "'hand'"),
    ({"do": "move", "from": "a1", "to": "b1"}, "'n-b1'"),
    ({"do": "move", "from": "a1"}, "'to'"),
    ({"do": "slide", "from": "a1", "to": "h1"}, "'n-b1'"),
    ({"do": "push", "from": "a1", "to": "a3"}, "'a3'"),
    ({"do": "push", "from": "a8", "to": "b8"}, "'s-h8'"),
    ({"do": "nudge", "square": "a1", "dx_mm": 25}, "25"),
    ({"do": "bump", "square": "a1", "mm": -3}, "-3"),
    ({"do": "remove"}, "'square'"),
    ({"do": "setup", "pieces": "all"}, "'all'"),
    ({"do": "setup", "pieces": [5]}, "5"),
    ({"do": "setup", "pieces": [{"id": "x", "pole": "up", "square": "a1"}]}, "'up'"),
    ({"do": "setup", "pieces": [{"pole": "n", "square": "a1"}]}, "None"),
    ({"do": "setup", "pieces": [{"id": "x", "pole": "n"}, {"id": "x", "pole": "n"}]}, "'x'"),
    ({"do": "noise", "mt": -1}, "-1"),
    ({"do": "noise", "mt": "much"}, "'much'"),
    ({"do": "zeros", "percent": 101}, "101"),
    ({"do": "zeros"}, "'percent'"),
    ({"do": "fault", "name": "gremlin"}, "'gremlin'"),
    ({"do": "fault", "name": "stuck", "square": "a1"}, "'level_mt'"),
    ({"do": "fault", "name": "dead_pixel", "square": "a1", "percent": 5}, "'percent'"),
    ({"do": "fault", "name": "missing_strip", "rank": 9}, "9"),
    ({"do": "fault", "name": "lose_lines", "percent": 101}, "101"),
    ({"do": "fault", "name": "lose_lines", "percent": 5, "direction": "up"}, "'up'"),
    ({"do": "mend", "all": True}, "'all'"),
    ({"do": "plug"}, "'plug'"),
    ({"do": "run", "rate": -1}, "-1"),
    ({"do": "run", "rate": True}, "True"),
    ({"do": "step"}, "'ms'"),
    ({"do": "step", "ms": 0}, "0"),
    ({"do": "step", "ms": 1, "received": "all"}, "'all'"),
    ({"do": "step", "ms": 1, "until": "dawn"}, "'dawn'"),
    ({"do": "watch", "what": "frames"}, "'frames'"),
    ({"do": "watch", "what": ["weather"]}, "'weather'"),
    ({"do": "watch", "what": [["frames"]]}, "['frames']"),
    ({"do": "stop", "now": 1}, "'now'"),
]


def test_every_nonsense_is_refused_with_what_was_said_and_changes_nothing(
    board: SimulatedBoard,
) -> None:
    before = board.ask("state")
    with second_client(board) as (send, receive):
        for number, (request, quoted) in enumerate(NONSENSE):
            send({**request, "id": number})
            answer = receive()
            assert answer["id"] == number
            assert answer["ok"] is False, request
            assert quoted in str(answer["error"]), (request, answer)
    after = board.ask("state")
    assert {**after, "id": 0} == {**before, "id": 0}


def test_without_power_there_is_nothing_to_unplug_or_reset(board: SimulatedBoard) -> None:
    board.ask("unplug")
    for do in ("unplug", "reset"):
        with pytest.raises(ValueError, match=f"cannot '{do}'"):
            board.ask(do)


@pytest.mark.parametrize(
    "line",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"[1, 2]\n",
        b"\xff\xfe\n",
        b'{"do": "state"\n',
        b"[" * 100_000 + b"\n",
        b"x" * ((1 << 20) + 70_000),
    ],
)
def test_a_line_that_is_no_object_ends_the_conversation(board: SimulatedBoard, line: bytes) -> None:
    with connected(board) as client:
        client.sendall(line)
        with client.makefile("rb") as file:
            answer = json.loads(file.readline())
            assert answer["ok"] is False
            assert "is not a JSON object" in answer["error"]
            assert ended(file.readline)
    assert board.ask("state")["ok"] is True


@pytest.mark.parametrize("line", [{"do": "state"}, {"key": "wrong"}, {"key": None}, {"key": 5}])
def test_without_the_key_nothing_is_done_and_nothing_told(
    board: SimulatedBoard, line: dict[str, object]
) -> None:
    """As another user of the computer might try."""
    with connected(board) as client:
        client.sendall(json.dumps(line).encode() + b'\n{"id": 1, "do": "quit"}\n')
        with client.makefile("rb") as file:
            answer = json.loads(file.readline())
            assert (answer["id"], answer["ok"]) == (None, False)
            assert 'the first line must be {"key": KEY}' in answer["error"]
            assert ended(file.readline)
    assert board.ask("state")["ok"] is True


def test_a_key_of_ones_own_opens_the_channel() -> None:
    with SimulatedBoard("--control", "mine@127.0.0.1:0") as board:
        assert board.control.startswith("mine@127.0.0.1:")
        assert board.ask("state")["ok"] is True


def ended(read: Callable[[], bytes]) -> bool:
    """True if the other end has closed; it may do so while data is being sent."""
    try:
        return read() == b""
    except ConnectionResetError:
        return True


def test_a_client_that_goes_in_the_middle_of_a_step_leaves_no_trace(board: SimulatedBoard) -> None:
    with second_client(board) as (send, _):
        send({"id": 1, "do": "watch", "what": ["frames", "pieces"]})
        send({"id": 2, "do": "step", "ms": 10_000})
    assert board.step(10)["ok"] is True
