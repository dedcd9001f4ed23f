"""Phases as tests of other projects compare them."""

from __future__ import annotations

import pytest

from host.session.view import Phase


def test_a_phase_equals_itself_and_its_name_alone() -> None:
    names = [phase.value for phase in Phase]
    assert [[phase == name for name in names] for phase in Phase] == [
        [phase is other for other in Phase] for phase in Phase
    ]
    assert Phase.ENDED != "play"
    assert Phase.ENDED in {"over"}
    assert Phase.PLAY is not None
    assert Phase.PLAY != 1


def test_a_word_that_is_no_phase_is_refused() -> None:
    with pytest.raises(ValueError, match="'ended' is not a valid Phase"):
        assert Phase.ENDED != "ended"
