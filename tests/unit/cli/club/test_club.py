"""`kamisado club`: its arguments, and what is told where no broker can be started."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.cli.main import main
from host.cli.parser import parser
from host.remote.broker import programs
from tests.unit.cli.answers import Captured


def test_players_are_seated_at_boards_as_topics_name_them() -> None:
    told = ["club", "--players", "Table 3 = Anna , Béla Kis", "--players", 'hall=A,"B,C"']
    seats = dict(parser().parse_args(told).players)
    assert seats == {
        "Table-3": {"black": "Anna", "white": "Béla Kis"},
        "hall": {"black": "A", "white": "B,C"},
    }


def test_without_mosquitto_it_is_told_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(programs, "FOLDERS", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    # Another broker may have the usual port.
    assert main([*_club(tmp_path), "--broker-listen", "127.0.0.1:0"]) == 2
    assert "sudo apt install mosquitto" in capsys.readouterr().err


def test_a_broker_for_the_network_wants_accounts(tmp_path: Path, capsys: Captured) -> None:
    assert main([*_club(tmp_path), "--broker-listen", "0.0.0.0:0"]) == 2
    assert "make an account first with kamisado broker add" in capsys.readouterr().err


@pytest.mark.parametrize(
    "listen", ["1884", "localhost:", ":1884", "localhost:99999", "localhost:²", "a..b:1"]
)
def test_an_address_of_another_form_is_quoted(
    listen: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main([*_club(tmp_path), "--broker-listen", listen]) == 2
    assert f"--broker-listen needs HOST:PORT, such as 127.0.0.1:1884, not {listen!r}" in (
        capsys.readouterr().err
    )


def _club(folder: Path) -> list[str]:
    return ["club", "--no-browser", "--listen", "127.0.0.1:0", "--folder", str(folder / "broker")]
