"""The vocabulary of the lights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.guidance.lighting import (
    AREA,
    GLOWS,
    PALETTE,
    Mark,
    Pattern,
    brightness,
    cell_rgb,
    cell_text,
    frame,
)
from host.session.view import Action

VOCABULARY = json.loads(Path("host/data/led_vocab.json").read_text(encoding="utf-8"))
FULL_CHANNEL_MA = 20


def test_only_white_blue_and_amber_are_used() -> None:
    assert set(VOCABULARY["hues"]) == {"white", "blue", "amber"}
    for entry in VOCABULARY["entries"].values():
        assert {role["hue"] for role in entry["roles"].values()} <= set(VOCABULARY["hues"])


def test_no_two_roles_that_can_be_seen_together_look_alike() -> None:
    together = [("legal", "squares"), ("legal", "origin"), ("winning", "square")]
    together += [("legal", "unknown"), ("winning", "proven")]
    together += [("losing", "square"), ("illegal", "square"), ("putback", "home")]
    together += [("push", "pushed"), ("push", "landing"), ("required", "tower")]
    looks = [GLOWS[role] for role in together]
    assert len(set(looks)) == len(looks)


def test_what_a_menu_offers_is_told_apart_by_pattern_alone() -> None:
    shown = [
        *(("menu", action.value) for action in Action if action is not Action.TAKEBACK),
        ("menu", "chosen"),
        ("putback", "home"),
    ]
    patterns = [GLOWS[role].pattern for role in shown]
    assert len(set(patterns)) == len(patterns)


def test_of_a_set_up_the_next_square_is_bright_and_the_rest_faint() -> None:
    levels, roles = VOCABULARY["levels"], VOCABULARY["entries"]["fill"]["roles"]
    assert levels[roles["here"]["level"]] >= 8 * levels[roles["rest"]["level"]]


@pytest.mark.parametrize("key", list(VOCABULARY["entries"]))
def test_the_milliamps_told_are_those_of_the_model(key: str) -> None:
    entry = VOCABULARY["entries"][key]
    peak = average = 0.0
    for role in entry["roles"].values():
        duty = sum(VOCABULARY["hues"][role["hue"]]) / 255 * VOCABULARY["levels"][role["level"]]
        most = role["max_leds"] * duty * FULL_CHANNEL_MA
        code = Pattern[role["pattern"].upper()].value
        steps = range(0, 3200, 10)
        mean = sum(brightness(code, ms) for ms in steps) / len(steps)
        peak += most
        average += most * mean
    assert entry["mA_peak"] == pytest.approx(peak, abs=1)
    assert entry["mA_avg"] == pytest.approx(average, abs=1.5)


def test_the_palette_fits_one_line_of_the_protocol() -> None:
    assert len(PALETTE) <= 35


def test_what_is_wrong_is_shown_before_what_is_possible() -> None:
    marks = [Mark(0, "legal", "squares", ""), Mark(0, "illegal", "square", "")]
    assert frame(marks, 2) == (cell_text(marks[1]), "0-")
    assert frame(marks[::-1], 2) == frame(marks, 2)


def test_a_sweep_tells_each_square_its_phase() -> None:
    codes = [cell_text(Mark(0, "round", "row", "", order))[1] for order in (0, 1, 15, 16)]
    assert codes == ["A", "B", "P", "A"]


def test_brightness_follows_the_protocol_at_its_corners() -> None:
    assert brightness("-", 12345) == 1
    assert brightness("b", 0) == pytest.approx(0.35)
    assert brightness("b", 800) == pytest.approx(1)
    assert [brightness("k", ms) for ms in (0, 399, 400, 799)] == [1, 1, 0.06, 0.06]
    assert [brightness("d", ms) for ms in (0, 200, 400, 600)] == [1, 0.05, 1, 0.05]
    assert [brightness("1", ms) for ms in (0, 719, 720)] == [1, 1, 0.05]
    assert [brightness("2", ms) for ms in (0, 879, 880)] == [0.05, 0.05, 1]
    assert [brightness("f", ms, shown_ms=100) for ms in (100, 249, 250)] == [1, 1, 0]
    assert brightness("A", 400) == pytest.approx(1)
    assert brightness("E", 800) == pytest.approx(1), "a quarter later"


def test_an_unknown_wave_is_refused_with_its_code() -> None:
    with pytest.raises(ValueError, match="'!'"):
        brightness("!", 0)


def test_an_led_picture_has_three_bytes_a_square() -> None:
    cells = frame([Mark(1, "legal", "squares", "")], 3)
    red, green, blue = PALETTE[GLOWS["legal", "squares"].colour - 1]
    assert cell_rgb(cells, 0, 0) == bytes([0, 0, 0, red, green, blue, 0, 0, 0])


def test_squares_of_a_small_game_without_a_mark_are_lit_faintly() -> None:
    mark = Mark(0, "illegal", "square", "")
    assert frame([mark], 2, is_area=True) == (cell_text(mark), AREA)
    assert frame([], 1)[0] != AREA
