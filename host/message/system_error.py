"""Errors of the operating system in words for people."""

from __future__ import annotations

import errno

from host.message.messages import Message, message, verbatim

_REMEDIED = {
    errno.EMFILE: "system.too_many_files",
    errno.ENFILE: "system.too_many_files",
    errno.ENOTDIR: "system.no_folder",
}
"""Those whose remedy the system's own words do not tell, with the message's id."""


def system_error(error: OSError) -> Message:
    """Return a clause that says what went wrong, without the number and the file."""
    id = _REMEDIED.get(error.errno or 0)
    words = error.strerror or str(error) or type(error).__name__
    return verbatim(words) if id is None else message(id)
