"""Lines of a host, put together apart from the firmware's own way."""

from binascii import crc32


def host_line(kind: str, seq: int, fields: str) -> bytes:
    """Return a line with its fields, joined by commas or "" for none, with check and newline."""
    text = "%s,%d" % (kind, seq)
    body = (text + "," + fields if fields else text).encode()
    return body + b"*%04x\n" % (crc32(body) & 0xFFFF)
