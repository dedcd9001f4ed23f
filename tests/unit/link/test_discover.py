"""Board discovery with port lists as Linux, macOS and Windows give them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable

import pytest

from host.link.discover import (
    FoundPort,
    data_ports,
    explain_absence,
    explain_no_board,
    find_any_port,
    find_board,
    probe_port,
    select_port,
)
from host.link.errors import BoardNotFoundError
from tests.support.simulated_board import SimulatedBoard

ADAFRUIT, RASPBERRY_PI, ARDUINO = 0x239A, 0x2E8A, 0x2341
CONSOLE, DATA = "CircuitPython CDC control", "CircuitPython CDC2 control"

LINUX = [
    FoundPort("/dev/ttyACM0", RASPBERRY_PI, "E6614103E7452D2F", CONSOLE),
    FoundPort("/dev/ttyACM1", RASPBERRY_PI, "E6614103E7452D2F", DATA),
]
MACOS = [
    FoundPort("/dev/cu.usbmodem1101", ADAFRUIT, "DF62", ""),
    FoundPort("/dev/cu.usbmodem1103", ADAFRUIT, "DF62", ""),
]
WINDOWS = [FoundPort("COM9", ADAFRUIT, "AA01", ""), FoundPort("COM10", ADAFRUIT, "AA01", "")]
NUMBERLESS = [
    FoundPort("/dev/ttyACM4", ADAFRUIT, "1-2.4:1.0", ""),
    FoundPort("/dev/ttyACM5", ADAFRUIT, "1-2.4:1.2", ""),
]
STRANGERS = [
    FoundPort("/dev/ttyS0", None, "/dev/ttyS0", ""),
    FoundPort("/dev/ttyUSB0", 0x0403, "A50285BI", ""),
    FoundPort("/dev/ttyACM8", ARDUINO, "7583", ""),
    FoundPort("/dev/ttyACM9", ARDUINO, "7583", ""),
]
CONSOLE_ONLY = [FoundPort("/dev/ttyACM6", RASPBERRY_PI, "E6600000", CONSOLE)]


def devices(ports: Iterable[FoundPort]) -> list[str]:
    """Return the names of the data ports."""
    return [port.device for port in data_ports(ports)]


@pytest.mark.parametrize(
    ("ports", "data"),
    [
        (LINUX, "/dev/ttyACM1"),
        (MACOS, "/dev/cu.usbmodem1103"),
        (WINDOWS, "COM10"),
        (NUMBERLESS, "/dev/ttyACM5"),
    ],
    ids=["linux", "macos", "windows", "without a serial number"],
)
def test_the_data_port_is_the_second_of_a_board(ports: list[FoundPort], data: str) -> None:
    assert devices(ports) == [data]
    assert devices(reversed(ports)) == [data]


def test_the_interface_decides_where_the_system_tells_it() -> None:
    swapped = [
        FoundPort("/dev/ttyACM0", RASPBERRY_PI, "E661", DATA),
        FoundPort("/dev/ttyACM1", RASPBERRY_PI, "E661", CONSOLE),
    ]
    assert devices(swapped) == ["/dev/ttyACM0"]


@pytest.mark.parametrize("seed", range(5))
def test_several_boards_come_in_the_order_of_their_numbers(seed: int) -> None:
    ports = LINUX + WINDOWS + NUMBERLESS + STRANGERS + CONSOLE_ONLY
    random.Random(seed).shuffle(ports)
    assert devices(ports) == ["/dev/ttyACM5", "COM10", "/dev/ttyACM1"]


def test_two_boards_without_numbers_are_two() -> None:
    other = [
        FoundPort("/dev/ttyACM2", ADAFRUIT, "1-3:1.0", ""),
        FoundPort("/dev/ttyACM3", ADAFRUIT, "1-3:1.2", ""),
    ]
    assert devices(NUMBERLESS + other) == ["/dev/ttyACM5", "/dev/ttyACM3"]


@pytest.mark.parametrize("ports", [[], STRANGERS, CONSOLE_ONLY])
def test_what_is_no_board_with_a_data_port_is_not_found(ports: list[FoundPort]) -> None:
    assert devices(ports) == []


def test_a_board_without_a_data_port_is_explained_by_its_console() -> None:
    text = str(explain_absence(STRANGERS + CONSOLE_ONLY))
    assert "/dev/ttyACM6" in text
    assert "./kamisado flash" in text


@pytest.mark.parametrize("ports", [[], STRANGERS])
def test_no_board_at_all_is_explained(ports: list[FoundPort]) -> None:
    text = str(explain_absence(ports))
    assert text.startswith("No board is plugged in.")
    assert "--board" in text


def test_this_machine_can_be_asked() -> None:
    """Discovery works on this machine, with or without boards."""
    with pytest.raises(BoardNotFoundError, match="'F00DF00DF00D'"):
        find_board("F00DF00DF00D")
    assert str(explain_no_board()).endswith("--board.")


def test_a_board_that_is_waited_for_is_the_known_one_or_else_the_only_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ports: list[FoundPort] = [*STRANGERS]
    monkeypatch.setattr("host.link.discover._ports", lambda: ports)
    monkeypatch.setattr("host.link.discover.probe_port", lambda url: None)
    assert find_any_port("") is None
    ports += LINUX
    assert find_any_port("") == "/dev/ttyACM1"
    assert find_any_port("E661AAAA") == "/dev/ttyACM1", "another board is there instead"
    ports += NUMBERLESS
    assert find_any_port("E6614103E7452D2F") == "/dev/ttyACM1"
    assert find_any_port("") is None, "nobody knows which"


def nobody(url: str) -> bool:
    """Stand-in for ports without an answer."""
    return False


def nobody_may_be_asked(url: str) -> bool:
    """Fail: no port may be opened if a board is named or there is only one."""
    raise AssertionError(url)


@pytest.mark.parametrize(
    "name", ["/dev/ttyACM7", "COM5", "socket://127.0.0.1:7000", "virtual", "/dev/cu.usbmodem1"]
)
def test_a_port_that_is_named_is_taken_as_it_is(name: str) -> None:
    assert select_port(LINUX + WINDOWS, name, nobody_may_be_asked) == name


@pytest.mark.parametrize("uid", ["E6614103E7452D2F", "e6614103e7452d2f", "E661", "e6614"])
def test_a_board_is_found_by_its_chip_s_number_or_its_beginning(uid: str) -> None:
    assert select_port(WINDOWS + LINUX + STRANGERS, uid, nobody_may_be_asked) == "/dev/ttyACM1"


def test_a_chip_that_is_not_there_or_not_the_only_one_is_answered_by_a_list() -> None:
    twins = [
        FoundPort("/dev/ttyACM2", RASPBERRY_PI, "E661AAAA", CONSOLE),
        FoundPort("/dev/ttyACM3", RASPBERRY_PI, "E661AAAA", DATA),
    ]
    listed = "/dev/ttyACM1 (chip E6614103E7452D2F), /dev/ttyACM3 (chip E661AAAA)"
    for wanted, beginning in (("BEEF", "No board has"), ("E661", "Several boards have")):
        with pytest.raises(BoardNotFoundError) as refused:
            select_port(LINUX + twins, wanted, nobody_may_be_asked)
        assert str(refused.value).startswith(beginning)
        assert repr(wanted) in str(refused.value)
        assert listed in str(refused.value)
    assert select_port(LINUX + twins, "E661A", nobody_may_be_asked) == "/dev/ttyACM3"
    with pytest.raises(BoardNotFoundError, match="Plugged in: none"):
        select_port([], "BEEF", nobody_may_be_asked)


def test_the_only_board_is_taken_without_asking_and_none_is_none() -> None:
    assert select_port(LINUX + STRANGERS, None, nobody_may_be_asked) == "/dev/ttyACM1"
    assert select_port(STRANGERS + CONSOLE_ONLY, None, nobody_may_be_asked) is None


def test_of_several_boards_the_one_that_answers_as_ours_is_taken() -> None:
    assert select_port(LINUX + WINDOWS, None, lambda url: url == "COM10") == "COM10"


@pytest.mark.parametrize("answers", [nobody, lambda url: True], ids=["none", "both"])
def test_where_no_hello_decides_both_are_listed(answers: Callable[[str], bool]) -> None:
    with pytest.raises(BoardNotFoundError) as refused:
        select_port(LINUX + WINDOWS, None, answers)
    text = str(refused.value)
    assert text.startswith("There are 2 boards: choose one with --board")
    assert "COM10 (chip AA01), /dev/ttyACM1 (chip E6614103E7452D2F)" in text


@pytest.mark.e2e
def test_a_board_of_ours_answers_a_probe_and_something_else_does_not() -> None:
    with SimulatedBoard(running=True) as board:
        hello = probe_port(board.port, 5)
        assert hello is not None
        assert re.fullmatch("[0-9A-F]{16}", hello.uid)
        assert hello.size == (8, 8)
    assert probe_port(board.port) is None, "its port is gone"
    with SimulatedBoard() as board:
        assert probe_port(board.port, 0.2) is None, "its time stands still"
