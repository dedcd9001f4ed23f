"""Payload: a log as it travels, signed with the match's key.

{"v": 1, "log": {...}, "mac": HMAC-SHA256 of the canonical log, in hexadecimal}

The version is that of the terms in the log: programs of version 1, which know none of serious games
and absences, tell then that they must be updated, and join no such match.
"""

from __future__ import annotations

import json

from host.message import message
from host.remote.record.canonical import canonical
from host.remote.record.errors import RefusedRecordError, malformed
from host.remote.record.log import Log, log_of
from host.remote.record.signature import is_signed, signature
from host.remote.record.terms import Terms

VERSIONS = (1, 2)
"""Versions of the form and of the rules of the merge that this program reads."""
MAX_BYTES = 256 * 1024
"""The largest payload: about 9,000 entries, several times what a marathon match takes."""


def signed(log: Log, key: bytes) -> bytes:
    """Return the payload of a log.

    Raises:
        RefusedRecordError: it is larger than the other side would take.
    """
    data = log.data()
    version = log.terms.version if isinstance(log.terms, Terms) else VERSIONS[0]
    payload = canonical({"v": version, "log": data, "mac": signature(data, key)})
    if len(payload) > MAX_BYTES:
        raise RefusedRecordError(message("remote.record_full"))
    return payload


def verified(payload: bytes, key: bytes) -> Log:
    """Return the log of a payload.

    Raises:
        RefusedRecordError: it is too large, malformed, of another version, or not signed with this
            key.
    """
    if len(payload) > MAX_BYTES:
        raise RefusedRecordError(message("remote.too_large", most=MAX_BYTES // 1024))
    try:
        data = json.loads(payload)
    except (ValueError, RecursionError):
        raise malformed(repr(payload[:40])) from None
    if not isinstance(data, dict) or "v" not in data:
        raise malformed(repr(payload[:40]))
    if data["v"] not in VERSIONS:
        raise RefusedRecordError(message("remote.other_version", version=str(data["v"])[:10]))
    log, mac = data.get("log"), data.get("mac")
    if not isinstance(mac, str):
        raise malformed(repr(payload[:40]))
    try:
        valid = is_signed(log, mac, key)
    except (ValueError, RecursionError):  # numbers that JSON does not allow have no signature
        raise malformed(repr(log)[:40]) from None
    if not valid:
        raise RefusedRecordError(message("remote.not_signed"))
    return log_of(log)
