"""Accounts of an own broker: who may write and read which topics.

One file holds them; the password file and the ACL file of Mosquitto are made from it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from host.message import message
from host.message.schema import NEEDED, decode, encode
from host.remote.broker.programs import find_program
from host.remote.topics import ROOT, board_topic, home_assistant_topic, match_topic

FILE = "accounts.json"


class Role(StrEnum):
    """Role of an account."""

    BOARD = "board"
    """Publishes the board of the account's name."""
    BOARDS = "boards"
    """Publishes any board: the account of a program with several tables."""
    PLAYER = "player"
    """Plays matches; only who has a match's key can write to it so that others take it in."""
    VIEWER = "viewer"
    """Reads the boards, and writes nothing."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the broker.

    Attributes:
        role: what it is for.
        password_hash: as Mosquitto's password file has it.
        match: for a player, the only match and side that it may write, `ID/black` or `ID/white`;
            None for all.
    """

    role: Role
    password_hash: str
    match: Annotated[str | None, NEEDED] = None


def new_account(name: str, password: str, role: Role, match: str | None = None) -> Account:
    """Return a new account.

    Raises:
        ValueError: the name, the password or the match cannot be used; or Mosquitto is missing.
    """
    if not re.fullmatch(r"[\w.-]+", name):
        raise ValueError(f"a name has letters, digits, dots and hyphens only, not {name!r}")
    if not password or not password.isprintable():
        raise ValueError("the password must be one line of printable characters")
    if match is not None and not re.fullmatch(r"[\w.-]+/(black|white)", match):
        raise ValueError(f"a match is given as ID/black or ID/white, not {match!r}")
    return Account(role, _password_hash(name, password), match)


def read_accounts(folder: Path) -> dict[str, Account]:
    """Read the accounts of a folder, by their names; none if it has no such file.

    Raises:
        ValueError: the file cannot be read.
    """
    file = folder / FILE
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return decode(dict[str, Account], stored, tells=True)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file} is no file of accounts ({error}): mend or remove it") from error


def write_accounts(folder: Path, accounts: Mapping[str, Account]) -> None:
    """Write the accounts, for their owner's eyes only."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = encode(dict(sorted(accounts.items())))
    write_private(folder / FILE, json.dumps(entries, indent=1) + "\n")


def write_rules(folder: Path, accounts: Mapping[str, Account]) -> None:
    """Write what Mosquitto reads of the accounts, likewise."""
    write_private(folder / "passwords", password_file(accounts))
    write_private(folder / "acl", acl_file(accounts))


def password_file(accounts: Mapping[str, Account]) -> str:
    """Return the text of Mosquitto's password file."""
    return "".join(f"{name}:{one.password_hash}\n" for name, one in sorted(accounts.items()))


def acl_file(accounts: Mapping[str, Account]) -> str:
    """Return the text of Mosquitto's ACL file; what it does not name is forbidden."""
    lines = []
    for name, one in sorted(accounts.items()):
        lines.append(f"user {name}")
        lines += [f"topic {access} {topic}/#" for access, topic in _permissions(name, one)]
        lines.append("")
    return "\n".join(lines)


def _permissions(name: str, one: Account) -> list[tuple[str, str]]:
    """Return access and topic of all that an account may do."""
    match one.role:
        case Role.BOARD:
            return [
                ("readwrite", board_topic(name)),
                ("write", home_assistant_topic(name)),
                ("read", ROOT),
            ]
        case Role.BOARDS:
            return [
                ("readwrite", f"{ROOT}/board"),
                ("write", home_assistant_topic("+").rpartition("/")[0]),
                ("read", ROOT),
            ]
        case Role.PLAYER if one.match is None:
            return [("readwrite", f"{ROOT}/match")]
        case Role.PLAYER:
            match, _, side = str(one.match).partition("/")
            return [("write", match_topic(match, side)), ("read", match_topic(match))]
        case Role.VIEWER:
            return [("read", f"{ROOT}/board")]


def write_private(file: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as open_file:
        open_file.write(text)
    Path(name).replace(file)


def _password_hash(name: str, password: str) -> str:
    """Have Mosquitto hash a password; it goes there in a file, as others see command lines."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "passwords")
        write_private(file, f"{name}:{password}\n")
        done = subprocess.run(
            [find_program("mosquitto_passwd"), "-U", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise ValueError(message("remote.mosquitto_failed", why=done.stderr.strip()))
        return file.read_text(encoding="utf-8").strip().partition(":")[2]
