"""A game is recorded and played back: through the command line, and in simulated time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.app.board_controller import BoardController
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.trace import decode
from host.storage.trace_player import play_back
from host.storage.trace_recorder import TraceRecorder
from simulator.testing.lockstep import Lockstep, link_to
from tests.support.running import kamisado
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

FILE = "tests/data/traces/fill_from_the_right.jsonl"
VIRTUAL = ("--board", "virtual", "--terminal")


def test_a_game_is_recorded_and_played_back(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed = "d8d4\na1c3\ntakeback\na1b2\nquit\n"
    done = kamisado("trace", "record", str(file), *VIRTUAL, typed=typed)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    again = kamisado("trace", "replay", str(file))
    assert (again.returncode, again.stderr) == (0, "")
    told = [line.split(" s  ")[-1] for line in again.stdout.splitlines()]
    count = "4 things are recognised, as they were when it was recorded."
    assert told == ["d8d4", "a1c3", "taken back: a1c3", "a1b2", count]

    text = file.read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(text.replace('"made":"a1b2"', '"made":"a1b3"'), encoding="utf-8")
    mended = tmp_path / "mended.jsonl"
    differs = kamisado("trace", "replay", str(wrong), "--write", str(mended))
    assert differs.returncode == 1
    assert "This differs from what was recorded: in the trace 'a1b3' is made at" in differs.stdout
    assert ", now 'a1b2' is made at" in differs.stdout
    assert kamisado("trace", "replay", str(mended)).returncode == 0

    wrong.write_text(text[:-7], encoding="utf-8")
    cut = kamisado("trace", "replay", str(wrong))
    assert cut.returncode == 0
    assert "The last line of the trace is cut off and was left away." in cut.stdout


def test_play_and_resume_record_as_well(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "matches.sqlite"))
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    kamisado("play", "--trace", str(first), *VIRTUAL, *data, typed="d8d4\nquit\n")
    done = kamisado("resume", "--trace", str(second), *VIRTUAL, *data, typed="a1c3\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    trace = decode(second.read_text(encoding="utf-8"))
    assert [ply.text for ply in trace.header.plies] == ["d8d4"]
    assert [entry.value for entry in trace.recognised] == ["a1c3"]
    for file in (first, second):
        assert kamisado("trace", "replay", str(file)).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["record", "{old}"], "'{old}' exists already: give the trace another name"),
        (["record", "{none}/x"], "the trace '{none}/x' cannot be written: No such file"),
        (["replay", "{none}"], "'{none}' cannot be read: No such file or directory"),
        (["replay", "{old}"], "'{old}': line 1 is no line of a trace: it is not a JSON object"),
        (["replay", "{game}"], "'{game}' cannot be played back: "),
        (["explain", "{none}"], "'{none}' cannot be read: No such file or directory"),
        (["explain", "{old}"], "'{old}': line 1 is no line of a trace: it is not a JSON object"),
        (["explain", "{game}"], "'{game}' cannot be played back: "),
        (
            ["explain", FILE, "--from", "99"],
            f"nothing happens there in {FILE!r}: it lasts 36.241 s, and 3 moves are made in it",
        ),
    ],
)
def test_what_cannot_be_done_is_told_plainly(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    names = {name: str(tmp_path / name) for name in ("old", "none", "game")}
    Path(names["old"]).write_text("a letter\n", encoding="utf-8")
    line = '{"kamisado":"trace","format":1,"game":"chess","start":"x"}\n'
    Path(names["game"]).write_text(line, encoding="utf-8")
    board = VIRTUAL if arguments[0] == "record" else ()
    done = kamisado("trace", *(word.format(**names) for word in arguments), *board)
    assert done.returncode == 2
    assert done.stderr.startswith(f"kamisado: {sentence.format(**names)}")


def test_a_trace_is_told_as_a_story(tmp_path: Path) -> None:
    done = kamisado("trace", "explain", FILE, "--from", "m1", "--to", "m1")
    assert (done.returncode, done.stderr) == (0, "")
    assert " MADE  1. " in done.stdout
    as_json = kamisado("trace", "explain", FILE, "--json")
    happenings = json.loads(as_json.stdout)["happenings"]
    assert {"at", "kind", "text", "moves", "others"} == happenings[0].keys()
    assert "MADE" in {happening["kind"] for happening in happenings}

    cut = tmp_path / "cut.jsonl"
    cut.write_text(Path(FILE).read_text(encoding="utf-8")[:-7], encoding="utf-8")
    told = kamisado("trace", "explain", str(cut))
    assert told.stdout.endswith("The last line of the trace is cut off and was left away.\n")

    refused = kamisado("trace", "explain", FILE, "--to", "soon")
    assert refused.returncode == 2
    assert "'soon' is no moment of a trace: give seconds, as 81.5" in refused.stderr


def test_a_game_on_a_bad_cable_that_is_pulled_out_is_played_back_to_the_millisecond() -> None:
    game = game_named("kamisado")
    session: Session = Session(MatchSettings(game))
    lines: list[str] = []
    recorder = TraceRecorder(session, lines.append)
    with SimulatedBoard("--seed", "8") as board:
        link = link_to(board)
        rig = Lockstep(board, link, BoardController(session, link, recorder=recorder))
        try:
            rig.set_up(game.pieces(game.start()), 8)
            rig.open()
            rig.run(1500)
            board.ask("fault", name="damage_bytes", percent=20)
            for origin, target in (("d8", "d4"), ("a1", "c3")):
                board.ask("move", **{"from": origin, "to": target})
                rig.run_until_idle(3000)
            board.ask("mend")
            board.ask("unplug")
            rig.run_apart(500)
            board.ask("plug")
            rig.run_apart(2000)
            board.ask("slide", **{"from": "h8", "to": "h4"})
            rig.run_until_idle(1000)
            recorder.end(rig.now_ms)
        finally:
            rig.close()
    trace = decode("".join(lines))
    assert [entry.value for entry in trace.recognised] == ["d8d4", "a1c3", "h8h4"]
    assert "lost" in {entry.kind for entry in trace.entries}
    assert play_back(trace).recognised == trace.recognised
