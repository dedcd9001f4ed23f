"""`kamisado broker`: run an own broker, and keep its accounts."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from host import COMMAND
from host.cli.addresses import listen_address
from host.cli.club import broker_check
from host.cli.options import Echo
from host.remote.address import OWN_BROKER, OWN_PORT
from host.storage.database import default_path

if TYPE_CHECKING:
    from host.remote.broker.accounts import Account

SUMMARY = "run a broker for matches far apart, and keep its accounts"
DESCRIPTION = (
    "Run a broker (Mosquitto), over which boards far apart play each other, and clubs watch "
    "theirs; and keep its accounts, which say who may write what. Without accounts only programs "
    "on this computer reach it."
)

PASSWORD_LENGTH = 8
"""Characters of a password at least."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `broker`."""
    commands = parser.add_subparsers(metavar="run|add|remove|list|check", required=True)
    run_ = commands.add_parser("run", help="run the broker until ctrl-C", description=DESCRIPTION)
    run_.add_argument(
        "--listen",
        default=OWN_BROKER,
        metavar="HOST:PORT",
        help=f"where it is reached; 0.0.0.0:{OWN_PORT} is the whole network (default: %(default)s)",
    )
    run_.add_argument(
        "--websocket",
        metavar="HOST:PORT",
        help="where browsers reach it as well, for pages that play without a program, such as "
        "127.0.0.1:9001; it wants accounts, as all web pages could reach it",
    )
    run_.set_defaults(run_broker=_run)
    add = commands.add_parser(
        "add",
        help="make an account, or give it another password",
        description="Make an account, or give it another password. It is asked for, or read from "
        "the standard input. A broker that runs must be started again.",
    )
    add.add_argument("name", metavar="NAME", help="letters, digits, dots and hyphens")
    add.add_argument(
        "--role",
        choices=("board", "boards", "player", "viewer"),
        default="player",
        help="a board publishes itself under the account's name, boards are all tables of a "
        "program, a player plays matches, a viewer only reads the boards (default: %(default)s)",
    )
    add.add_argument(
        "--match", metavar="ID/SIDE", help="only this match, as black or white, for a player"
    )
    add.set_defaults(run_broker=_add)
    remove = commands.add_parser(
        "remove", help="remove an account", description="Remove an account."
    )
    remove.add_argument("name", metavar="NAME", help="of the account")
    remove.set_defaults(run_broker=_remove)
    list_ = commands.add_parser(
        "list", help="list the accounts", description="List the accounts, without passwords."
    )
    list_.set_defaults(run_broker=_list)
    check = commands.add_parser(
        "check",
        help="tell what an account may do at a broker",
        description=broker_check.DESCRIPTION,
    )
    broker_check.add_arguments(check)
    check.set_defaults(run_broker=broker_check.run, folder=None)
    for command in (run_, add, remove, list_):
        command.add_argument(
            "--folder", type=Path, help="of the broker (default: beside the saved matches)"
        )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Run the broker or change its accounts; return the exit status."""
    options.folder = options.folder or default_path().parent / "broker"
    status: int = options.run_broker(options, echo)
    return status


def _run(options: argparse.Namespace, echo: Echo) -> int:
    from host.cli.event_loop import run_to_end

    where = listen_address(options.listen, "--listen", OWN_BROKER)
    websocket = options.websocket and listen_address(
        options.websocket, "--websocket", "127.0.0.1:9001"
    )
    return run_to_end(_run_broker(options.folder, where, websocket, echo))


async def _run_broker(
    folder: Path, where: tuple[str, int], websocket: tuple[str, int] | None, echo: Echo
) -> int:
    from host.remote.broker.accounts import read_accounts
    from host.remote.broker.mosquitto import MosquittoProcess

    host, port = where
    broker = await MosquittoProcess.start(
        folder, host=host, port=port, accounts=read_accounts(folder), websocket=websocket
    )
    try:
        browsers = "" if broker.websocket is None else f", for browsers at {broker.websocket}"
        echo(f"The broker runs at {broker.address}{browsers} (ctrl-C ends it).")
        await broker.wait()
    finally:
        await broker.close()
    raise ChildProcessError("the broker has ended")


def _add(options: argparse.Namespace, echo: Echo) -> int:
    from host.remote.broker.accounts import Role, new_account, read_accounts

    if options.match is not None and options.role != Role.PLAYER:
        raise ValueError("--match is for --role player")
    accounts = read_accounts(options.folder)
    accounts[options.name] = new_account(
        options.name, _password(), Role(options.role), options.match
    )
    _write(options.folder, accounts)
    echo(f"{options.name} ({options.role}): mqtt://{options.name}:PASSWORD@HOST:PORT")
    return 0


def _write(folder: Path, accounts: Mapping[str, Account]) -> None:
    """Write the accounts, also as a Mosquitto of one's own reads them."""
    from host.remote.broker.accounts import write_accounts, write_rules

    write_accounts(folder, accounts)
    write_rules(folder, accounts)


def _password() -> str:
    """Ask for a password, twice; from a pipe its first line is taken."""
    if not sys.stdin.isatty():
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = getpass.getpass("Password: ")
        if getpass.getpass("Once more: ") != password:
            raise ValueError("the two passwords differ")
    if len(password) < PASSWORD_LENGTH:
        raise ValueError(f"the password must have at least {PASSWORD_LENGTH} characters")
    return password


def _remove(options: argparse.Namespace, echo: Echo) -> int:
    from host.remote.broker.accounts import read_accounts

    accounts = read_accounts(options.folder)
    if options.name not in accounts:
        raise ValueError(f"there is no account {options.name!r}: `{COMMAND} broker list` has them")
    del accounts[options.name]
    _write(options.folder, accounts)
    echo(f"{options.name} is removed. A broker that runs must be started again.")
    return 0


def _list(options: argparse.Namespace, echo: Echo) -> int:
    from host.remote.broker.accounts import read_accounts

    accounts = read_accounts(options.folder)
    for name, account in sorted(accounts.items()):
        echo(f"{name:20} {account.role}" + (f" {account.match}" if account.match else ""))
    if not accounts:
        echo(f"No accounts: only this computer reaches the broker. `{COMMAND} broker add NAME`")
    return 0
