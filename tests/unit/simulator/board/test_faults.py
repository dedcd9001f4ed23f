"""Faults of sensors, and the end of all faults."""

from __future__ import annotations

from simulator.board.faults import Faults


def test_mending_ends_everything() -> None:
    faults = Faults(
        sensors={1: 2.0},
        gains={2: 0.5},
        offsets={3: 1.0},
        noises={4: 1.0},
        wires={5: 6},
        dead_pixels={3},
        missing_strips={4},
        chip=1,
        percent={("lose_lines", "in"): 5.0},
    )
    faults.clear()
    assert faults == Faults()


def test_a_sensor_shows_what_is_left_of_its_field_where_its_wire_leads() -> None:
    faults = Faults(gains={0: 0.5}, offsets={1: 3.0}, sensors={2: -7.0})
    none = [0.0] * 4
    assert faults.apply([10.0, 10.0, 10.0, 10.0], none) == [5.0, 13.0, -7.0, 10.0]
    faults.swap_wires([(0, 3)])
    assert faults.apply([10.0, 10.0, 10.0, 10.0], none) == [10.0, 13.0, -7.0, 5.0]
    faults.swap_wires([(0, 2)])
    assert faults.apply([1.0, 2.0, 3.0, 4.0], none) == [-7.0, 5.0, 4.0, 0.5], (
        "0 to 3, 3 to 2, 2 to 0"
    )


def test_a_zero_goes_with_its_sensor_and_is_no_share_of_the_field() -> None:
    fields, zeros = [10.0, 0.0, 10.0], [1.0, -2.0, 0.5]
    assert Faults().apply(fields, zeros) == [11.0, -2.0, 10.5]
    faults = Faults(gains={0: 0.5}, offsets={1: 3.0}, sensors={2: -7.0})
    assert faults.apply(fields, zeros) == [6.0, 1.0, -7.0], "what is stuck has none"
    faults.swap_wires([(0, 1)])
    assert faults.apply(fields, zeros) == [1.0, 6.0, -7.0]
