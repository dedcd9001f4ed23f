"""Addresses on the command line: at which this program is reached, and of brokers."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from host.message import Message, message, quoted

if TYPE_CHECKING:
    from host.remote.address import BrokerAddress


def listen_address(text: str, option: str, example: str) -> tuple[str, int]:
    """Parse where to listen, `HOST:PORT`; an IPv6 address may stand in brackets.

    Args:
        text: to parse.
        option: of the command line, for the refusal.
        example: of such a text, for the refusal.

    Raises:
        ValueError: it is no address; the message quotes it.
    """
    host, _, digits = text.rpartition(":")
    host = host.strip("[]")
    try:
        host.encode("idna")  # as the look-up of its name does
    except UnicodeError:  # two dots in a row, a label of more than 63 letters
        host = ""
    port = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 5 else 65536
    if not host or port > 65535:
        refusal = message("cli.no_address", option=option, example=example, text=quoted(text))
        raise ValueError(refusal)
    return host, port


def secret(text: str, prompt: Message) -> str:
    """Return an argument that others shall not read, as they may a command line and its history.

    Args:
        text: the argument; "-" to have it asked for, or read from the standard input where that is
            no terminal.
        prompt: the question.
    """
    if text != "-":
        return text
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass(f"{prompt} ")
    return sys.stdin.readline().strip()


def broker_address(text: str) -> BrokerAddress:
    """Parse the address of a broker."""
    from host.remote.address import parse_address

    try:
        return parse_address(secret(text, message("cli.ask_broker")))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_public(parser: argparse.ArgumentParser) -> None:
    """Add the option of the commands that a proxy may serve."""
    parser.add_argument(
        "--public",
        type=public_url,
        metavar="URL",
        help="where a web server passes this page on, e.g. https://board.example.org/kamisado/: "
        "links and QR codes name that address",
    )


def public_url(text: str) -> str:
    """Parse the address at which a proxy serves a page; it ends in a slash.

    It is returned as browsers write it: in lower case, with letters beyond ASCII encoded (IDNA),
    and without the port that its scheme implies.

    Raises:
        argparse.ArgumentTypeError: it is none; the message quotes it.
    """
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna").decode()
        is_page = parts.scheme in _PORTS and bool(host) and "@" not in parts.netloc
        is_page = is_page and parts.port != 0 and not parts.query and not parts.fragment
        port = "" if parts.port in (None, _PORTS.get(parts.scheme)) else f":{parts.port}"
    except ValueError:
        is_page = False
    if not is_page:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not the address of a page: say https://board.example.org/, with the path "
            "below which it is passed on"
        )
    host = f"[{host}]" if ":" in host else host
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._")
    return f"{parts.scheme}://{host}{port}{path.rstrip('/')}/"


_PORTS = {"http": 80, "https": 443}
