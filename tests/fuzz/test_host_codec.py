"""The fuzz target holds for its seeds, and atheris finds nothing in a bounded run."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.link import codec, wire
from tests.fuzz.host_codec import one_input, seeds
from tests.support.require import require

ROOT = Path(__file__).parents[2]
RUNS = 4_000
"""Some 10 s on one core; for more, run `python -m tests.fuzz` by itself."""


def test_the_target_holds_for_every_shared_vector() -> None:
    inputs = seeds()
    assert len(inputs) > 200
    for data in inputs:
        one_input(data)


@pytest.mark.parametrize("cut", [1, 17, 96])
def test_the_target_cuts_its_bytes_in_many_ways(cut: int) -> None:
    for data in seeds():
        one_input(bytes([data[0] % 2 + 2 * cut]) + data[1:])


def test_the_target_sees_a_codec_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = codec.encode
    monkeypatch.setattr(
        codec, "encode", lambda message, seq: whole(message, (seq + 1) % wire.SEQ_PERIOD)
    )
    assert any(is_refused(data) for data in seeds())


def is_refused(data: bytes) -> bool:
    """True if the target raises."""
    try:
        one_input(data)
    except AssertionError:
        return True
    return False


def test_atheris_finds_nothing(tmp_path: Path) -> None:
    require(
        importlib.util.find_spec("atheris") is not None,
        "atheris is missing (there are wheels for Linux on x86-64): pip install atheris",
    )
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for number, data in enumerate(seeds()):
        (corpus / f"seed{number}").write_bytes(data)
    run = subprocess.run(
        [
            *(sys.executable, "-m", "tests.fuzz", str(corpus)),
            *(f"-atheris_runs={RUNS}", "-seed=1", "-max_len=2000", f"-artifact_prefix={tmp_path}/"),
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        # What atheris imports warns of things that are none of ours.
        env={**os.environ, "PYTHONWARNINGS": "default"},
        timeout=300,
        check=False,
    )
    found = [path.read_bytes() for path in tmp_path.glob("crash-*")]
    assert (run.returncode, found) == (0, []), run.stderr[-3000:]
    assert f"Done {RUNS}" in run.stderr or f"#{RUNS}" in run.stderr, run.stderr[-2000:]
