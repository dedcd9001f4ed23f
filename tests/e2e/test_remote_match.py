"""Two programs with a virtual board each, a broker between them, and a whole round of Kamisado."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from soak.remote.brokers import KINDS
from tests.e2e.program import Program, playing, saved
from tests.support.brokers import real_broker

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

BOARD = ("--board", "virtual", "--seed", "1")


def both_have(plies: int, *programs: Program) -> None:
    """Wait until a number of moves is made at each board."""
    for program in programs:
        program.until(lambda program=program: program.plies == plies)  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_is_played_over_a_broker_with_a_takeback_an_offer_and_a_new_start(
    kind: str, tmp_path: Path
) -> None:
    broker = real_broker(kind, tmp_path)
    broker.start()
    homes = [tmp_path / "black", tmp_path / "white"]
    for home in homes:
        home.mkdir()
    try:
        with playing(homes[0], *BOARD, "--invite", str(broker.address)) as black:
            found = re.search(r"kamisado:join\?\S+", black.output)
            assert found is not None, black.output
            join = ("join", found[0])
            with playing(homes[1], *BOARD, command=join) as white:
                black.until(lambda: black.link == "up")
                black.move("e8", "g6")
                both_have(1, black, white)
                white.move("d1", "h5")
                both_have(2, black, white)
                white.send(t="takeback")
                black.until(lambda: black.state.get("offer") is not None)
                black.send(t="answer", agree=True)
                both_have(1, black, white)
                white.until(lambda: white.state.get("phase") == "play")
                white.move("d1", "h5")
                both_have(2, black, white)
                black.end()
                (homes[0] / "loop").unlink()  # the report of its event loop, begun anew
                with playing(homes[0], *BOARD, command=("resume",)) as again:
                    again.until(lambda: again.plies == 2 and again.state.get("phase") == "play")
                    again.move("g6", "g3")
                    both_have(3, again, white)
                    white.move("e1", "e8")
                    both_have(4, again, white)
                    again.until(lambda: again.state.get("phase") == "over")
                    assert saved(again)[:4] == saved(white)[:4] == ["e8g6", "d1h5", "g6g3", "e1e8"]
                    white.send(t="new")
                    again.until(lambda: again.state.get("offer") is not None)
                    again.send(t="answer", agree=True)
                    both_have(0, again, white)
    finally:
        broker.kill()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("join", "kamisado:join?broker=x"), "is not a link of an invitation"),
        (("play", "--invite", "http://example.org"), "'http://example.org'"),
        (("play", "--invite", "mqtt://x", "--opponent", "3"), "cannot be combined with --opponent"),
        (("play", "--absence", "60"), "give --invite as well"),
        (("play", "--tables", "2", "--absence", "60"), "give --invite as well"),
        (("play", "--invite", "mqtt://x", "--absence", "9"), "choose 10 to 86400 s"),
        (("play", "--clock", "5+0", "--help-level", "proven"), "who wins is not shown"),
    ],
)
def test_what_cannot_be_is_told_before_anything_begins(
    tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    data = tmp_path / "matches.sqlite"
    ended = subprocess.run(
        [sys.executable, "-m", "host", *options, "--data", str(data)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 1 or ended.returncode == 2
    assert told in ended.stderr + ended.stdout
    assert "Traceback" not in ended.stderr
