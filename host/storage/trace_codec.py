"""Codec of traces: lines of JSON, as `trace` describes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any

from host.link.wire import CELL_STATES
from host.message import schema
from host.message.schema import Limits, Pattern, SchemaError, members
from host.storage.trace import WOKEN, Entry, Header, Trace, TraceError, size_of

FORMAT = 1
"""Incremented when a reader of the old format would misread the new one."""

_EVENTS: Mapping[str, Any] = {
    "board": dict[str, object],
    "see": Annotated[str, Pattern(f"[{re.escape(''.join(sorted(CELL_STATES)))}/]*")],
    "again": bool,
    "missed": bool,
    "lost": bool,
    "wish": dict[str, object],
    "forget": bool,
    "stalled": Annotated[list[int], Limits(2, 2)],
    "hand": bool,
    "made": str,
    "unmade": str,
    "begun": str,
    "over": str,
    "said": str,
    "end": bool,
}
_BESIDE = {one.key for one in members(Entry)} - {"kind", "value"}
"""Fields of a line beside its event, which stands there as a field of its kind."""


# Writing


def header_line(header: Header) -> str:
    """Encode the first line, without its newline."""
    return _line({"kamisado": "trace", "format": FORMAT, **schema.encode(header)})


def entry_line(entry: Entry, files: int) -> str:
    """Encode an entry, without its newline.

    Args:
        files: of the board.
    """
    fields = schema.encode(entry)
    kind, value = fields.pop("kind", WOKEN), fields.pop("value", True)
    if kind == "see":
        value = "/".join(reversed(_ranks(value, files)))
    return _line(fields if kind == WOKEN else fields | {kind: value})


def encode(trace: Trace) -> str:
    """Encode a trace; without the board's size each snapshot is written as one rank."""
    lines = [header_line(trace.header)]
    files = 0
    for entry in trace.entries:
        if entry.kind == "board":
            files = size_of(entry)[0]
        lines.append(entry_line(entry, files))
    return "".join(f"{line}\n" for line in lines)


def _ranks(cells: str, files: int) -> list[str]:
    return [cells[at : at + files] for at in range(0, len(cells), files)] if files else [cells]


def _line(fields: Mapping[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


# Reading


def decode(text: str) -> Trace:
    """Decode a trace.

    Raises:
        TraceError: it is no trace, or of another format; the line is quoted.
    """
    lines = text.split("\n")
    cut_off = lines.pop()
    header, entries = None, []
    for number, line in enumerate(lines, 1):
        try:
            fields = _fields(line)
            if header is None:
                header = _header(fields)
            else:
                entries.append(_entry(fields))
        except ValueError as error:
            raise TraceError(
                f"line {number} is no line of a trace: {error}: {_short(line)}"
            ) from None
    if header is None:
        raise TraceError(f"this is no trace: {_short(cut_off)}")
    try:
        _check(entries)
    except ValueError as error:
        raise TraceError(f"this is no trace: {error}") from None
    return Trace(header, tuple(entries), is_complete=not cut_off)


def _fields(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise ValueError("it is not a JSON object")
    return fields


def _header(fields: Mapping[str, object]) -> Header:
    if fields.get("kamisado") != "trace":
        raise ValueError('the first line must have "kamisado":"trace"')
    if fields.get("format") != FORMAT:
        raise ValueError(
            f"it is of format {fields.get('format')!r}, this program knows {FORMAT}: use the "
            f"version of the program that wrote it ({fields.get('version')!r}) or a newer one"
        )
    return schema.decode(Header, fields, tells=True)


def _entry(fields: Mapping[str, object]) -> Entry:
    events = {name: value for name, value in fields.items() if name not in _BESIDE}
    if len(events) > 1:
        raise ValueError(f"it has {' and '.join(map(repr, events))}: one line is one event")
    entry = schema.decode(Entry, {name: fields[name] for name in fields if name in _BESIDE})
    for kind, told in events.items():
        if kind not in _EVENTS:
            raise ValueError(f"{kind!r} is no event: a trace has {', '.join(_EVENTS)}")
        try:
            value = schema.decode(_EVENTS[kind], told)
        except SchemaError as error:
            raise error.within(f".{kind}") from None
        if kind == "see":
            value = "".join(reversed(value.split("/")))
        elif kind == "stalled" and value[0] > value[1]:
            raise ValueError(f"the host cannot have stalled from {value[0]} to {value[1]}")
        entry = replace(entry, kind=kind, value=value)
    return entry


def _check(entries: Iterable[Entry]) -> None:
    """Check the order of times and the number of cells."""
    at_ms = cells = 0
    for entry in entries:
        if entry.at_ms < at_ms:
            raise ValueError(f"the time goes back from {at_ms} to {entry.at_ms} ms")
        at_ms = entry.at_ms
        if entry.kind == "board":
            files, ranks = size_of(entry)
            cells = files * ranks
        elif entry.kind == "see" and len(str(entry.value)) != cells:
            raise ValueError(
                f"at {at_ms} ms {len(str(entry.value))} cells are seen on a board of {cells}"
            )


def _short(line: str) -> str:
    return repr(line if len(line) <= 60 else f"{line[:60]}...")
