"""Finding boards: port lists as Linux, macOS and Windows give them."""

from __future__ import annotations

import random

import pytest

from host.link.discover import (
    Found,
    data_ports,
    explain_absence,
    find_boards,
    why_no_board,
)

ADAFRUIT, RASPBERRY_PI, ARDUINO = 0x239A, 0x2E8A, 0x2341
CONSOLE, DATA = "CircuitPython CDC control", "CircuitPython CDC2 control"

LINUX = [
    Found("/dev/ttyACM0", RASPBERRY_PI, "E6614103E7452D2F", CONSOLE),
    Found("/dev/ttyACM1", RASPBERRY_PI, "E6614103E7452D2F", DATA),
]
MACOS = [
    Found("/dev/cu.usbmodem1101", ADAFRUIT, "DF62", ""),
    Found("/dev/cu.usbmodem1103", ADAFRUIT, "DF62", ""),
]
WINDOWS = [Found("COM9", ADAFRUIT, "AA01", ""), Found("COM10", ADAFRUIT, "AA01", "")]
NUMBERLESS = [
    Found("/dev/ttyACM4", ADAFRUIT, "1-2.4:1.0", ""),
    Found("/dev/ttyACM5", ADAFRUIT, "1-2.4:1.2", ""),
]
STRANGERS = [
    Found("/dev/ttyS0", None, "/dev/ttyS0", ""),
    Found("/dev/ttyUSB0", 0x0403, "A50285BI", ""),
    Found("/dev/ttyACM8", ARDUINO, "7583", ""),
    Found("/dev/ttyACM9", ARDUINO, "7583", ""),
]
CONSOLE_ONLY = [Found("/dev/ttyACM6", RASPBERRY_PI, "E6600000", CONSOLE)]


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
def test_the_data_port_is_the_second_of_a_board(ports: list[Found], data: str) -> None:
    assert data_ports(ports) == [data]
    assert data_ports(reversed(ports)) == [data]


def test_the_interface_decides_where_the_system_tells_it() -> None:
    swapped = [
        Found("/dev/ttyACM0", RASPBERRY_PI, "E661", DATA),
        Found("/dev/ttyACM1", RASPBERRY_PI, "E661", CONSOLE),
    ]
    assert data_ports(swapped) == ["/dev/ttyACM0"]


@pytest.mark.parametrize("seed", range(5))
def test_several_boards_come_in_the_order_of_their_numbers(seed: int) -> None:
    ports = LINUX + WINDOWS + NUMBERLESS + STRANGERS + CONSOLE_ONLY
    random.Random(seed).shuffle(ports)
    assert data_ports(ports) == ["/dev/ttyACM5", "COM10", "/dev/ttyACM1"]


def test_two_boards_without_numbers_are_two() -> None:
    other = [
        Found("/dev/ttyACM2", ADAFRUIT, "1-3:1.0", ""),
        Found("/dev/ttyACM3", ADAFRUIT, "1-3:1.2", ""),
    ]
    assert data_ports(NUMBERLESS + other) == ["/dev/ttyACM5", "/dev/ttyACM3"]


@pytest.mark.parametrize("ports", [[], STRANGERS, CONSOLE_ONLY])
def test_what_is_no_board_with_a_data_port_is_not_found(ports: list[Found]) -> None:
    assert data_ports(ports) == []


def test_a_board_without_a_data_port_is_explained_by_its_console() -> None:
    text = explain_absence(STRANGERS + CONSOLE_ONLY)
    assert "/dev/ttyACM6" in text
    assert "./kamisado flash" in text


@pytest.mark.parametrize("ports", [[], STRANGERS])
def test_no_board_at_all_is_explained(ports: list[Found]) -> None:
    text = explain_absence(ports)
    assert text.startswith("No board is plugged in.")
    assert "--board" in text


def test_this_machine_can_be_asked() -> None:
    """Whatever is plugged in here, the question itself works."""
    assert all(isinstance(port, str) for port in find_boards())
    assert why_no_board().endswith("--board.")
