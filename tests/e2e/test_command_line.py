"""The command line: output and error messages of the commands."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from host.engine.kamisado.round import KamisadoRound
from host.link.codec import checksum
from tests.support.running import DEADLINE_S, first_line, kamisado, running
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"

ANYWHERE = ("--listen", "127.0.0.1:0")
"""The usual port of the page may be in use."""


def assert_plain(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """It failed with a sentence for people that has these words in it, and no traceback."""
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("kamisado: ")
    for word in words:
        assert word in done.stderr


@contextmanager
def peer(answer: bytes) -> Iterator[str]:
    """Something on a TCP port that answers whatever it hears with these bytes; its URL."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                client, _ = server.accept()
                with client:
                    while client.recv(1000):
                        client.sendall(answer)
            except OSError:
                return

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"socket://127.0.0.1:{server.getsockname()[1]}"
        server.close()
    thread.join(DEADLINE_S)


def line(body: str) -> bytes:
    return body.encode() + b"*" + checksum(body) + b"\n"


@pytest.mark.parametrize("arguments", [(), ("help",), ("--help",)])
def test_help_names_every_command(arguments: Sequence[str]) -> None:
    done = kamisado(*arguments)
    assert done.returncode == 0
    for command in ("play", "resume", "matches", "demo", "simulate", "bench", "test"):
        assert re.search(rf"^  {command}\b", done.stdout, re.MULTILINE)


def test_play_prints_its_address_and_ends_with_ctrl_c() -> None:
    begin = time.monotonic()
    with running(
        *(sys.executable, "-m", "host", "play", "--no-browser", "--board", "virtual"),
        *("--listen", "127.0.0.1:0"),
    ) as process:
        assert re.search(r"Play on http://127\.0\.0\.1:\d+/", first_line(process))
    assert process.returncode == 130
    assert time.monotonic() - begin < DEADLINE_S


def test_an_absent_port_is_named_with_the_remedy() -> None:
    assert_plain(
        kamisado("play", *ANYWHERE, "--board", "/dev/nothing"), "'/dev/nothing'", "--board"
    )


def test_nobody_at_a_tcp_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert_plain(
        kamisado("play", *ANYWHERE, "--board", f"socket://127.0.0.1:{port}"), str(port), "simulate"
    )


@pytest.mark.skipif(os.name != "posix", reason="serial ports are locked on POSIX only")
def test_a_busy_port_is_told() -> None:
    from host.link.board_link import BoardLink
    from host.link.serial_port import SerialPort

    with SimulatedBoard() as board:
        link = BoardLink(board.port, "0.1.0", SerialPort)
        link.open(0)
        assert_plain(
            kamisado("play", *ANYWHERE, "--board", board.port), "in use by another program"
        )
        link.close()


def test_a_device_that_is_not_our_board_is_told() -> None:
    with peer(b"\x00\xffOK\r\nERROR 17\r\n") as url:
        assert_plain(kamisado("play", "--board", url, "--listen", "127.0.0.1:0"), "not as a Kamis")


def test_a_silent_device_is_told() -> None:
    with peer(b"") as url:
        assert_plain(kamisado("play", "--board", url, "--listen", "127.0.0.1:0"), "Nothing answers")


def test_another_protocol_version_is_told_with_what_to_update() -> None:
    answer = line("hello,0,2.0,9.9.9,AB12,77aa,8x8,leds+polarity,300,-,-")
    with peer(answer) as url:
        done = kamisado("play", "--board", url, "--listen", "127.0.0.1:0")
        assert_plain(done, "protocol 2.0", "firmware 9.9.9", "update this program")


def test_an_older_board_is_to_be_updated() -> None:
    answer = line("hello,0,0.9,0.0.3,AB12,77aa,8x8,leds+polarity,300,-,-")
    with peer(answer) as url:
        done = kamisado("play", "--board", url, "--listen", "127.0.0.1:0")
        assert_plain(done, "protocol 0.9", "update the board")


def test_a_board_that_is_too_small_is_told() -> None:
    answer = line("hello,0,1.0,0.1.0,AB12,77aa,5x5,leds+polarity,300,-,-")
    with peer(answer) as url:
        done = kamisado("play", "--board", url, "--listen", "127.0.0.1:0")
        assert_plain(done, "8x8", "5x5")


def test_lots_are_told_once_there_is_a_board_that_the_game_fits(tmp_path: Path) -> None:
    in_text = ("--terminal", "--data", str(tmp_path / "matches.sqlite"))
    refused = kamisado("play", "hasami", "--size", "8x8", *in_text)
    assert_plain(refused, "Hasami shogi needs a board of 9x9 squares", "'--size 9x9'")
    assert "By lot" not in refused.stdout
    told = kamisado("play", "hasami", "--size", "9x9", *in_text, typed="quit\n")
    assert told.returncode == 0, told.stderr
    assert re.search("By lot, (White|Black) begins", told.stdout)


def test_a_page_port_in_use_is_told_before_the_board_is_touched() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        listen = f"127.0.0.1:{server.getsockname()[1]}"
        done = kamisado("play", "--board", "virtual", "--listen", listen)
        assert_plain(done, listen, "--listen 127.0.0.1:0")


@pytest.mark.parametrize("listen", ["8765", "127.0.0.1:", "127.0.0.1:70000", ":80", "a:b"])
def test_a_malformed_listen_address_is_quoted(listen: str) -> None:
    assert_plain(kamisado("play", "--board", "virtual", "--listen", listen), repr(listen))


def test_a_malformed_position_is_quoted() -> None:
    done = kamisado("play", "--board", "virtual", "--position", "nonsense")
    assert_plain(done, "'nonsense'")


def test_the_demo_does_not_move_the_towers_of_a_real_board() -> None:
    assert_plain(kamisado("demo", "--board", "/dev/ttyACM0"), "'/dev/ttyACM0'")


def test_a_simulator_runs_alone_and_any_program_can_play_on_it() -> None:
    with (
        running(sys.executable, "-m", "simulator", "--listen", "socket://127.0.0.1:0") as simulator,
    ):
        url = first_line(simulator).split()[1]
        assert url.startswith("socket://127.0.0.1:")
        with running(
            *(sys.executable, "-m", "host", "play", "--no-browser", "--board", url),
            *("--listen", "127.0.0.1:0"),
        ) as process:
            assert f"Board on {url}" in first_line(process)


def test_the_demo_plays_the_recorded_round_in_the_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host", "demo", "--terminal", "--rate", "8"],
        input="",
        capture_output=True,
        text=True,
        timeout=3 * DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "White's blue tower reached Black's home row on e8 (M7)." in done.stdout


def test_a_start_position_can_be_chosen() -> None:
    game = KamisadoRound()
    assert game.position_text(game.parse_position(ONE_FROM_HOME)) == ONE_FROM_HOME
    with running(
        *(sys.executable, "-m", "host", "play", "--no-browser", "--board", "virtual"),
        *("--listen", "127.0.0.1:0", "--position", ONE_FROM_HOME),
    ) as process:
        assert "Play on" in first_line(process)


def test_the_lights_of_the_board_are_as_bright_as_is_asked_for() -> None:
    duties = []
    at_an_address = ("--listen", "socket://127.0.0.1:0")
    for brightness, option, place in (("100", "--board", ()), ("50", "--port", at_an_address)):
        with SimulatedBoard(*place, running=True) as board:
            board.ask("watch", what=["frames"])
            with running(
                *(sys.executable, "-m", "host", "play", "--no-browser", option, board.port),
                *("--listen", "127.0.0.1:0", "--brightness", brightness),
            ):
                lit: list[int] = []
                while len(lit) != 16:  # all towers; a board alone shows something else
                    rgb = bytes.fromhex(str(board.wait_for("frame")["rgb"]))
                    lit = [
                        max(rgb[at : at + 3])
                        for at in range(0, len(rgb), 3)
                        if any(rgb[at : at + 3])
                    ]
            duties.append(max(lit))
    assert duties == [12, 2], "half as bright to the eye is 22 % of the light"


@pytest.mark.parametrize("brightness", ["49", "101", "half", "-1", ""])
def test_a_brightness_that_cannot_be_had_is_quoted(brightness: str) -> None:
    done = kamisado("play", f"--brightness={brightness}")
    assert done.returncode == 2
    assert f"{brightness!r} is not from 50 to 100" in done.stderr


def test_a_match_is_saved_listed_recorded_and_resumed(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "matches.sqlite"))
    in_text = ("--board", "virtual", "--terminal", *data)
    played = kamisado(
        *("play", "--match", "standard", "--clock", "10+5", "--position", ONE_FROM_HOME, *in_text),
        typed="f7e8\nok\nfill left\narrange\nd8d7\nquit\n",
    )
    assert played.returncode == 0, played.stderr
    assert "White wins the round" in played.stdout or "reached Black's home row" in played.stdout
    listed = kamisado("matches", *data).stdout
    assert re.search(r"^ +1  standard +10\+5 +2/3 .* goes on$", listed, re.MULTILINE), listed
    recorded = kamisado("record", "1", "--form", "coordinates", *data).stdout
    assert "f7e8" in recorded
    assert "fill left" in recorded
    resumed = kamisado("resume", *in_text, typed="moves\nquit\n")
    assert "Match 1, 3 plies." in resumed.stdout
    assert "Fill from the left" in resumed.stdout
    assert "round 2: White 1, Black 0" in resumed.stdout


@pytest.mark.parametrize(
    ("arguments", "variables", "words"),
    [
        (("--language", "hu"), {}, "A fekete lép, bármelyik tornyával."),
        ((), {"LC_ALL": "hu_HU.UTF-8"}, "A fekete lép, bármelyik tornyával."),
        (("--language", "en"), {"LC_ALL": "hu_HU.UTF-8"}, "Black to move: any tower."),
    ],
)
def test_the_terminal_speaks_the_language_that_is_asked_for(
    tmp_path: Path, arguments: Sequence[str], variables: dict[str, str], words: str
) -> None:
    data = ("--data", str(tmp_path / "matches.sqlite"))
    in_text = ("--board", "virtual", "--terminal", *data)
    played = kamisado(
        *("play", *arguments, *in_text),
        typed="d8d4\nresign white\nquit\n",
        variables={"PYTHONIOENCODING": "utf-8", **variables},
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert words in played.stdout
    # What is written down is read by everybody, so it is in English.
    assert "White has resigned" in kamisado("record", "1", *data).stdout


def test_a_game_of_stones_is_resumed_as_it_was_agreed_on(tmp_path: Path) -> None:
    in_text = ("--terminal", "--data", str(tmp_path / "matches.sqlite"))
    agreed = ("--set", "first=black,limit=30")
    played = kamisado("play", "hasami", *agreed, *in_text, typed="a9a5\na1a4\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    resumed = kamisado("resume", *in_text, typed="moves\nb9b5\nquit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "2. White: a1 to a4 (a1a4)" in resumed.stdout
    assert "b9 to b5. White to move" in resumed.stdout
    recorded = kamisado("record", "1", "--data", in_text[-1]).stdout
    assert "game: hasami:limit=30,first=black" in recorded
    assert "3. black b9b5" in recorded


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_a_program_that_is_started_without_standard_streams_ends_at_once(
    tmp_path: Path, closed: str
) -> None:
    data = tmp_path / "matches.sqlite"
    command = [sys.executable, "-m", "host", "play", "--terminal", "--board", "virtual"]
    line = f"exec {shlex.join([*command, '--data', str(data)])} {closed}"
    done = subprocess.run(
        ["sh", "-c", line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "SQLite" in data.read_bytes()[:16].decode(), "no output is in the file"


def test_a_folder_is_no_file_of_matches(tmp_path: Path) -> None:
    for folder in (tmp_path, Path(tmp_path.anchor)):
        refused = kamisado("matches", "--data", str(folder))
        assert refused.returncode == 2
        assert f"'{folder}' is a folder: name a file in it" in refused.stderr


def test_nothing_to_resume_is_told(tmp_path: Path) -> None:
    data = tmp_path / "matches.sqlite"
    assert_plain(kamisado("resume", "--data", str(data)), str(data))
    assert not data.exists()


def test_a_damaged_file_of_matches_does_not_keep_anybody_from_playing(tmp_path: Path) -> None:
    data = tmp_path / "matches.sqlite"
    data.write_bytes(b"rubbish " * 1000)
    in_text = ("--board", "virtual", "--terminal", "--data", str(data))
    played = kamisado("play", *in_text, typed="d8d4\nquit\n")
    assert "Playing without saving" in played.stdout
    assert "White to move: the brown tower on a1." in played.stdout
    assert data.read_bytes() == b"rubbish " * 1000


def test_magnets_put_in_the_other_way_up_are_no_obstacle() -> None:
    options = ("--board", "virtual", "--terminal", "--north", "black")
    for _ in range(3):  # a busy machine may see the pieces while they are still being set up
        played = kamisado("play", *options, typed="d8d4\nquit\n")
        if "Type arrange" not in played.stdout:
            break
    assert "White to move: the brown tower on a1." in played.stdout
    refused = kamisado("play", "--north", "sideways")
    assert refused.returncode == 2
    assert "'sideways'" in refused.stderr


def test_the_bench_prints_each_stage_with_its_floor_and_saves_the_figures(tmp_path: Path) -> None:
    output = tmp_path / "bench.json"
    command = [sys.executable, "-m", "benchmarks", "--lifts", "3", "--output", str(output)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=2 * DEADLINE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    answer = "lit by the host's answer"
    for stage in (answer, "board: lift to snapshot", "host: snapshot to frame"):
        assert re.search(rf"^{stage} +[\d.]+ +[\d.]+ +\d+%", done.stdout, re.MULTILINE), stage
    figures = json.loads(output.read_text(encoding="utf-8"))
    wanted = {"lift_to_light_p50_ms", "lift_to_light_p99_ms", "snapshots_per_second"}
    wanted |= {"scans_per_second", "perft_leaves_per_second", "start_up_s"}
    assert wanted <= figures.keys()
    assert 0 <= figures.pop("lifts_shown_ahead_percent") <= 100
    assert all(value > 0 for value in figures.values())
