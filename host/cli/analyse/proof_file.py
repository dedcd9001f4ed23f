"""Files of proofs of matches: lines of JSON, appended while a proof is found.

docs/protocols/proof.md has the format.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from host.engine.kamisado.notation import parse_position
from host.message.schema import Limits, decode, encode

VERSION = 1
MOST_POINTS = 15


@dataclass(frozen=True, slots=True)
class Claim:
    """The first line: what the file is to prove.

    Attributes:
        points: that win the match.
        position: text of the position of a round in which the match is.
    """

    points: Annotated[int, Limits(1, MOST_POINTS)]
    position: str


@dataclass(frozen=True, slots=True)
class ProvenRound:
    """Any other line: who wins the match from a position, and how.

    Attributes:
        position: text of the start of a round, or of the position of the claim.
        winner: "w" or "b".
        strategy: of the winner in this round.
    """

    position: str
    winner: Literal["w", "b"]
    strategy: str


def read_proof(path: Path) -> tuple[Claim, list[ProvenRound]]:
    """Read a proof; a last line that was cut off when the program ended is left out.

    Raises:
        ValueError: a line is none of a proof.
    """
    claim: Claim | None = None
    rounds: list[ProvenRound] = []
    for number, line in enumerate(_whole_lines(path), 1):
        try:
            fields: dict[str, Any] = json.loads(line)
            if claim is None:
                if fields.pop("kamisado_proof") != VERSION:
                    raise ValueError
                claim = decode(Claim, fields)
                parse_position(claim.position)
            else:
                rounds.append(decode(ProvenRound, fields))
                parse_position(rounds[-1].position)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise ValueError(f"{path}, line {number}, is no line of a proof") from None
    if claim is None:
        raise ValueError(f"{path} is empty: `kamisado proof find` writes proofs")
    return claim, rounds


def open_proof(path: Path, claim: Claim) -> list[ProvenRound]:
    """Make a file ready to be appended to; return what is proven in it.

    Raises:
        ValueError: it is the proof of another claim, or none, or cannot be written.
    """
    head = json.dumps({"kamisado_proof": VERSION} | encode(claim)) + "\n"
    if not path.exists() or not _whole_lines(path):
        with _told(path):
            if path.exists() and not head.encode().startswith(path.read_bytes()):
                raise ValueError(f"{str(path)!r} is no proof: name another file, it is kept")
            path.write_text(head)
        return []
    found, rounds = read_proof(path)
    if found != claim:
        raise ValueError(
            f"{path} is a proof to {found.points} points from {found.position!r}: name another file"
        )
    os.truncate(path, sum(map(len, _whole_lines(path))))
    return rounds


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep other programs from the file, which is made if there is none; not on Windows.

    Raises:
        ValueError: another one is at it, or it cannot be written.
    """
    with contextlib.ExitStack() as stack:
        with _told(path):
            file = stack.enter_context(path.open("ab"))
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(
                    f"another program is at the proof {str(path)!r}: wait until it has ended, or "
                    "name another file"
                ) from None
        yield


def append(path: Path, rounds: list[ProvenRound]) -> None:
    """Append what is proven; it is on the disk when this returns.

    Raises:
        ValueError: it cannot be written; the proof goes on from what is there.
    """
    with _told(path), path.open("a") as file:
        file.writelines(json.dumps(encode(one)) + "\n" for one in rounds)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Have an error of the system name the file."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def _whole_lines(path: Path) -> list[bytes]:
    if not path.is_file():
        raise ValueError(f"{str(path)!r} is no file of a proof")
    lines = path.read_bytes().splitlines(keepends=True)
    return [line for line in lines if line.endswith(b"\n")]
