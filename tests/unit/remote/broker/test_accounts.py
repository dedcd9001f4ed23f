"""Accounts of an own broker: the files of Mosquitto that are made from them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from host.remote.broker.accounts import (
    FILE,
    Account,
    Role,
    acl_file,
    new_account,
    password_file,
    read_accounts,
    write_accounts,
)

ACCOUNTS = {
    "wall": Account(Role.VIEWER, "$7$w"),
    "hall": Account(Role.BOARDS, "$7$h"),
    "table-3": Account(Role.BOARD, "$7$b"),
    "anna": Account(Role.PLAYER, "$7$a"),
    "ben": Account(Role.PLAYER, "$7$n", "m1/white"),
}


def test_accounts_are_kept_for_their_owner_only(tmp_path: Path) -> None:
    assert read_accounts(tmp_path) == {}
    write_accounts(tmp_path, ACCOUNTS)
    assert read_accounts(tmp_path) == ACCOUNTS
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("text", ["", "[]", '{"a": {}}', '{"a": {"role": "king"}}', "\udcff"])
def test_a_file_of_accounts_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError, match=FILE):
        read_accounts(tmp_path)


def test_a_file_of_accounts_that_cannot_be_read_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(ValueError, match=rf"{FILE} cannot be read: Is a directory"):
        read_accounts(tmp_path)


@pytest.mark.parametrize("password", ["", "two\nlines", "nul\0nul", "no utf-8 \udcff"])
def test_a_password_that_mosquitto_could_not_hash_is_refused(password: str) -> None:
    with pytest.raises(ValueError, match="the password must be one line of printable characters"):
        new_account("anna", password, Role.PLAYER)


def test_nobody_writes_what_another_owns() -> None:
    assert acl_file(ACCOUNTS).splitlines() == [
        "user anna",
        "topic readwrite kamisado/1/match/#",
        "",
        "user ben",
        "topic write kamisado/1/match/m1/white/#",
        "topic read kamisado/1/match/m1/+/#",
        "",
        "user hall",
        "topic readwrite kamisado/1/board/#",
        "topic write homeassistant/device/#",
        "topic read kamisado/1/#",
        "",
        "user table-3",
        "topic readwrite kamisado/1/board/table-3/#",
        "topic write homeassistant/device/kamisado-table-3/#",
        "topic read kamisado/1/#",
        "",
        "user wall",
        "topic read kamisado/1/board/#",
    ]


def test_the_password_file_has_a_line_for_each_account() -> None:
    assert password_file(ACCOUNTS) == "anna:$7$a\nben:$7$n\nhall:$7$h\ntable-3:$7$b\nwall:$7$w\n"


@pytest.mark.parametrize(
    ("name", "password", "match", "told"),
    [
        ("two words", "x", None, "'two words'"),
        ("user\ntopic", "x", None, "letters"),
        ("anna", "", None, "password"),
        ("anna", "x\ny", None, "password"),
        ("anna", "x", "m1", "'m1'"),
        ("anna", "x", "#/black", "'#/black'"),
    ],
)
def test_an_account_that_cannot_be_written_is_refused(
    name: str, password: str, match: str | None, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        new_account(name, password, Role.PLAYER, match)
