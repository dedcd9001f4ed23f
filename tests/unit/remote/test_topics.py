"""Topics of matches and boards."""

from __future__ import annotations

import pytest

from host.remote.topics import board_topic, match_topic, topic_level


def test_topics_stand_below_the_version() -> None:
    assert match_topic("abc", "black") == "kamisado/1/match/abc/black"
    assert match_topic("abc") == "kamisado/1/match/abc/+"
    assert board_topic("+", "state") == "kamisado/1/board/+/state"


@pytest.mark.parametrize(
    ("name", "level"),
    [("Table 3", "Table-3"), ("a/b#c+d", "a-b-c-d"), ("$SYS", "SYS"), ("  ", "board"), ("ö", "ö")],
)
def test_a_name_becomes_a_level_of_a_topic(name: str, level: str) -> None:
    assert topic_level(name) == level
