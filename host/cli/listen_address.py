"""Address at which this program is reached."""

from __future__ import annotations

from host.message import message, quoted


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
