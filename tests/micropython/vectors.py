"""Reader of the wire protocol's test vectors, tests/data/wire/vectors.txt."""

PATH = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/wire/vectors.txt"

# The fields of each type in the order of docs/protocols/board.md.
FIELDS = {
    "host": {
        "hello": ("protocol", "version"),
        "beat": (),
        "look": (),
        "palette": ("colours",),
        "frame": ("number", "cells", "brightness"),  # the last one may be left out
        "ahead": ("number", "revision", "cell", "cells"),
        "diag": (),
        "cells": ("name",),
        "calibrate": ("action",),
    },
    "board": {
        "hello": (
            "protocol",
            "version",
            "uid",
            "boot",
            "size",
            "capabilities",
            "limit",
            "calibration",
            "error",
        ),
        "snap": ("revision", "ms", "cells", "age"),  # the last one may be left out
        "ack": ("number", "milliamps"),
        "diag": ("pairs",),
        "crash": ("count", "state", "text"),
        "nak": ("code", "detail"),
        "cells": ("name", "rank", "values"),
        "calib": ("step", "left", "weakest", "calibration", "cells"),
        "warn": ("code", "text"),
    },
}


class Vector:
    """A test vector.

    Attributes:
        name: its description.
        good: True if a receiver must accept it.
        line: its bytes, without the newline.
        fields: its meaning as text: sender, type and fields of the line.
    """

    def __init__(self, name: str, good: bool, line: bytes) -> None:
        self.name = name
        self.good = good
        self.line = line
        self.fields: "dict[str, str]" = {}

    def joined(self) -> str:
        """Return the fields after the sequence number as in the line."""
        names = FIELDS[self.fields["from"]][self.fields["type"]]
        values = [self.fields[name] for name in names if name in self.fields]
        if names == ("colours",):
            return values[0].replace(" ", ",")
        if names[-1:] == ("values",):
            values[-1] = values[-1].replace(" ", ",")
        if names == ("pairs",):
            return values[0].replace(" ", ",").replace("=", ",")
        return ",".join(values)


def _unescape(text: str) -> bytes:
    parts = text.split("\\x")
    data = parts[0].encode()
    for part in parts[1:]:
        data += bytes((int(part[:2], 16),)) + part[2:].encode()
    return data


def load() -> "list[Vector]":
    """Return all vectors, in the order of the file."""
    vectors: "list[Vector]" = []
    with open(PATH) as file:
        for text in file:
            text = text.rstrip("\r\n")
            if text.startswith("    "):
                key, _, value = text[4:].partition(" =")
                vectors[-1].fields[key] = value[1:]
            elif text and not text.startswith("#"):
                name, verdict, line = text.split(" | ", 2)
                if verdict not in ("good", "bad"):
                    raise ValueError("neither good nor bad: %r" % text)
                vectors.append(Vector(name, verdict == "good", _unescape(line)))
    return vectors
