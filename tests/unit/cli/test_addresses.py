"""Addresses and links that stand on no command line."""

from __future__ import annotations

import argparse
import io

import pytest

from host.cli.addresses import broker_address, secret
from host.message import message


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_an_address_is_read_from_the_standard_input(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"mqtt://anna:secret@club.example{end}"))
    assert broker_address("-").password == "secret"


def test_what_is_no_address_is_told_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("http://anna:secret@club.example\n"))
    with pytest.raises(argparse.ArgumentTypeError) as told:
        broker_address("-")
    assert "club.example" in str(told.value)
    assert "secret" not in str(told.value)


def test_anything_else_is_taken_as_it_is() -> None:
    assert secret("kamisado:join?", message("cli.ask_link")) == "kamisado:join?"
