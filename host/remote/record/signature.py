"""Signature of data with the match's key: HMAC-SHA256 of its canonical JSON, in hexadecimal."""

from __future__ import annotations

import hashlib
import hmac

from host.remote.record.canonical import canonical


def signature(data: object, key: bytes) -> str:
    """Return the signature of data.

    Raises:
        ValueError: it holds numbers that JSON does not allow.
        RecursionError: it is nested too deeply.
    """
    return hmac.new(key, canonical(data), hashlib.sha256).hexdigest()


def is_signed(data: object, mac: str, key: bytes) -> bool:
    """Return True if `mac` is the signature of data; errors as of `signature`."""
    return hmac.compare_digest(mac.encode("utf-8", "replace"), signature(data, key).encode())
