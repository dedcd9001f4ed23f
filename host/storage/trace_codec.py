"""Codec of traces: lines of JSON, as `trace` describes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from host.link.wire import CELL_STATES
from host.recognition.history import StoredPly, Times
from host.storage.trace import WOKEN, Entry, Header, Trace, TraceError, size_of

FORMAT = 1
"""Incremented when a reader of the old format would misread the new one."""

_KINDS: Mapping[str, type] = {
    "board": dict,
    "see": str,
    "again": bool,
    "missed": bool,
    "lost": bool,
    "wish": dict,
    "forget": bool,
    "stalled": list,
    "hand": bool,
    "made": str,
    "unmade": str,
    "begun": str,
    "over": str,
    "said": str,
    "end": bool,
}
_CELLS = CELL_STATES | {"/"}


# Writing


def header_line(header: Header) -> str:
    """Encode the first line, without its newline."""
    fields: dict[str, object] = {
        "kamisado": "trace",
        "format": FORMAT,
        "version": header.version,
        "game": header.game,
        "start": header.start,
        "clock": header.clock,
        "help": header.help,
        "north": header.north,
    }
    if header.touch_move:
        fields["touch_move"] = True
    if header.serious:
        fields["serious"] = True
    if header.termination:
        fields["settlement"] = header.termination
    if header.opponent:
        fields["opponent"] = header.opponent
    if header.drawn:
        fields["lots"] = list(header.drawn)
    if header.plies:
        fields["plies"] = [
            ply.text if ply.times is None else [ply.text, *ply.times] for ply in header.plies
        ]
    if header.times is not None:
        fields["times"] = list(header.times)
    return _line(fields)


def entry_line(entry: Entry, files: int) -> str:
    """Encode an entry, without its newline.

    Args:
        files: of the board.
    """
    fields: dict[str, object] = {"at": entry.at_ms}
    if entry.due_ms is not None:
        fields["due"] = entry.due_ms
    if entry.kind == "see":
        fields["see"] = "/".join(reversed(_ranks(str(entry.value), files)))
    elif entry.kind != WOKEN:
        fields[entry.kind] = entry.value
    if entry.level:
        fields["level"] = entry.level
    if entry.age_ms:
        fields["age"] = entry.age_ms
    return _line(fields)


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


def _fields(line: str) -> dict[str, object]:
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
    known = ("game", "start", "clock", "help", "north", "version", "settlement", "opponent")
    texts = {name: fields[name] for name in known if name in fields}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise ValueError(f"{name!r} must be a text, not {value!r}")
    if "settlement" in texts:
        texts["termination"] = texts.pop("settlement")
    if "game" not in texts or "start" not in texts:
        raise ValueError("it must say the game and its start")
    plies = fields.get("plies", [])
    if not isinstance(plies, list):
        raise ValueError(f"'plies' must be a list, not {plies!r}")
    times = fields.get("times")
    agreed = {name: fields.get(name, False) for name in ("touch_move", "serious")}
    for name, value in agreed.items():
        if not isinstance(value, bool):
            raise ValueError(f"{name!r} must be true or false, not {value!r}")
    drawn = fields.get("lots", [])
    if not isinstance(drawn, list) or not all(isinstance(name, str) for name in drawn):
        raise ValueError(f"'lots' must be a list of names, not {drawn!r}")
    return Header(
        **{name: str(value) for name, value in texts.items()},
        plies=tuple(_ply(ply) for ply in plies),
        times=None if times is None else _times(times),
        touch_move=agreed["touch_move"] is True,
        serious=agreed["serious"] is True,
        drawn=tuple(drawn),
    )


def _ply(ply: object) -> StoredPly:
    match ply:
        case str(text):
            return StoredPly(text)
        case [str(text), *times]:
            return StoredPly(text, _times(times))
    raise ValueError(f"{ply!r} is no ply")


def _times(times: object) -> Times:
    match times:
        case [int(white), int(black)]:
            return white, black
    raise ValueError(f"{times!r} are not the times of White and Black")


def _entry(fields: dict[str, object]) -> Entry:
    at_ms, due_ms = fields.pop("at", None), fields.pop("due", None)
    level, age_ms = fields.pop("level", ""), fields.pop("age", 0)
    if type(at_ms) is not int or at_ms < 0:
        raise ValueError(f"'at' must be a time in milliseconds, not {at_ms!r}")
    if due_ms is not None and type(due_ms) is not int:
        raise ValueError(f"'due' must be a time in milliseconds, not {due_ms!r}")
    if not isinstance(level, str):
        raise ValueError(f"'level' must be a text, not {level!r}")
    if type(age_ms) is not int or age_ms < 0:
        raise ValueError(f"'age' must be a time in milliseconds, not {age_ms!r}")
    if not fields:
        return Entry(at_ms, due_ms=due_ms)
    (kind, value), *more = fields.items()
    if more:
        raise ValueError(f"it has both {kind!r} and {more[0][0]!r}: one line is one event")
    if kind not in _KINDS:
        raise ValueError(f"{kind!r} is no event: a trace has {', '.join(_KINDS)}")
    if not isinstance(value, _KINDS[kind]):
        raise ValueError(f"{kind!r} cannot be {value!r}")
    if kind == "see":
        assert isinstance(value, str)
        if not _CELLS.issuperset(value):
            raise ValueError(f"a cell is one of . n s o ? N S O in {value!r}")
        value = "".join(reversed(value.split("/")))
    if kind == "stalled":
        value = _stalled(value)
    return Entry(at_ms, kind, value, due_ms, level, age_ms)


def _stalled(value: object) -> list[int]:
    match value:
        case [int(from_ms), int(until_ms)] if from_ms <= until_ms:
            return [from_ms, until_ms]
    raise ValueError(f"'stalled' must be two times in milliseconds, not {value!r}")


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
