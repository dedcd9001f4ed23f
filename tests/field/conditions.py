"""Field conditions of commands: how each is brought about, and which commands it can reach."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.field.place import Place
from tests.field.subjects import Subject
from tests.support.require import require


@dataclass
class Start:
    """A start of a command, which a condition changes.

    Attributes:
        place: what it is given.
        words: its words.
        before: words before the interpreter.
        variables: of its environment; "" takes one away.
        streams: standard streams that are not those of the test.
        is_heard: False if what it says cannot reach anybody.
    """

    place: Place
    words: list[str]
    before: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    streams: dict[str, int] = field(default_factory=dict)
    is_heard: bool = True


Change = Callable[[Start], contextlib.AbstractContextManager[None]]


@dataclass(frozen=True)
class Condition:
    """A condition.

    Attributes:
        change: brings it about at a start.
        reaches: tells if it makes a difference to a command.
        must_work: the command does its work in it, and does not only say why not.
    """

    change: Change
    reaches: Callable[[Subject], bool] = lambda subject: True
    must_work: bool = False


def with_variables(**variables: str) -> Change:
    """Return the change to other variables of the environment."""

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        start.variables |= variables
        yield

    return change


def behind(*before: str) -> Change:
    """Return the change to a start by another program."""

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        require(shutil.which(before[0]) is not None, f"{before[0]} is missing (.ci/provision)")
        start.before += before
        yield

    return change


def at_time(shift: str) -> Change:
    """Return the change to another time of day, for the command and all that it starts.

    By the library itself: the program `faketime` would be between the command and its signals.
    """

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        require(bool(found), "faketime is missing (.ci/provision)")
        start.variables |= {"LD_PRELOAD": str(found[0]), "FAKETIME": shift}
        yield

    return change


def in_folder(name: str) -> Change:
    """Return the change to files in a folder of another name, in which the command starts."""

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        old, new = start.place.folder, start.place.folder.parent / name
        new.parent.mkdir(parents=True, exist_ok=True)
        old.rename(new)
        start.place.folder = new
        start.words = [word.replace(str(old), str(new)) for word in start.words]
        start.variables |= {"HOME": str(new), "XDG_DATA_HOME": str(new)}
        yield

    return change


def with_stream(name: str, open_it: Callable[[], int]) -> Change:
    """Return the change to another standard stream."""

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        descriptor = open_it()
        start.streams[name] = descriptor
        start.is_heard = False
        yield
        os.close(descriptor)

    return change


def left_pipe() -> int:
    """Open a pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def without(redirection: str) -> Change:
    """Return the change to a stream that a shell has closed."""

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        start.before += ["sh", "-c", f'exec "$@" {redirection}', "sh"]
        start.is_heard = redirection == "<&-"
        yield

    return change


def namespaced(kind: str, shell: str = "") -> Change:
    """Return the change to namespaces of its own, in which a command of the shell runs first."""

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        allowed = (
            shutil.which("unshare") and not subprocess.run(["unshare", kind, "true"]).returncode
        )
        require(bool(allowed), f"`unshare {kind}` is not allowed here")
        script = f'{shell.format(folder="$FOLDER")} exec "$@"'
        start.variables["FOLDER"] = str(start.place.folder)
        start.before += ["unshare", kind, "sh", "-ec", script, "sh"]
        yield

    return change


@contextlib.contextmanager
def busy_port(start: Start) -> Iterator[None]:
    """Have somebody else listen where the page is to be served."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        start.words = [word.replace("127.0.0.1:0", f"127.0.0.1:{port}") for word in start.words]
        yield


def drop_file_options(start: Start) -> None:
    """Leave it to the command where it keeps what it keeps."""
    for option in ("--data", "--folder"):
        if option in start.words:
            at = start.words.index(option)
            del start.words[at : at + 2]


def at_home_in(home: str) -> Change:
    """Return the change to this home folder, as seen from that of the files, where none is named.

    A folder that is missing is one beside them: run by root, a command would make it anywhere.
    """

    @contextlib.contextmanager
    def change(start: Start) -> Iterator[None]:
        start.variables |= {"HOME": str(start.place.folder / home), "XDG_DATA_HOME": ""}
        drop_file_options(start)
        yield

    return change


@contextlib.contextmanager
def no_temporary_folder(start: Start) -> Iterator[None]:
    """Have a folder for temporary files named that is missing."""
    start.variables["TMPDIR"] = str(start.place.folder / "missing")
    yield


def keeps_files(subject: Subject) -> bool:
    """It reads or writes files."""
    return bool(subject.files - {"link"})


def keeps_at_home(subject: Subject) -> bool:
    """It has files in the home folder, unless others are named."""
    return bool({"--data", "--folder"} & subject.options)


def ends(subject: Subject) -> bool:
    """It ends by itself."""
    return not subject.lasts


LONG = "/".join(["a folder with a long name, as people give them " * 4] * 4)

CONDITIONS: Mapping[str, Condition] = {
    "at home": Condition(with_variables(), must_work=True),
    "code page cp437": Condition(with_variables(PYTHONIOENCODING="cp437"), must_work=True),
    "latin-1": Condition(with_variables(PYTHONIOENCODING="latin-1:strict"), must_work=True),
    "ascii, Russian": Condition(
        with_variables(PYTHONIOENCODING="ascii:strict", LC_ALL="ru_RU.UTF-8"), must_work=True
    ),
    "Turkish": Condition(with_variables(LC_ALL="tr_TR.UTF-8"), must_work=True),
    "Arabic": Condition(with_variables(LC_ALL="ar_EG.UTF-8"), must_work=True),
    # Where names are given in letters that it cannot read, they are refused.
    "locale C": Condition(with_variables(LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")),
    "blanks and umlauts": Condition(in_folder("Öffentliche Dateien, größer"), keeps_files, True),
    "quotes and a newline": Condition(in_folder("a'b\"c\nd"), keeps_files, True),
    "a long path": Condition(in_folder(LONG.rstrip()), keeps_files, True),
    "a path that is an address": Condition(in_folder("a?b#c%20d&e=f;g"), keeps_files, True),
    "12 open files": Condition(behind("prlimit", "--nofile=12")),
    "24 open files": Condition(behind("prlimit", "--nofile=24")),
    "little memory": Condition(
        # One thread of numpy's, or with each processor it would want more.
        behind("env", "OPENBLAS_NUM_THREADS=1", "prlimit", f"--as={150 << 20}"),
        lambda subject: ends(subject) and not subject.has_board,  # threads get in each other's way
    ),
    "files of 20 kB": Condition(behind("prlimit", "--fsize=20000"), keeps_files),
    "clock set back": Condition(at_time("-40y"), must_work=True),
    "clock far ahead": Condition(at_time("+11y"), must_work=True),
    "home is a file": Condition(at_home_in("record"), keeps_at_home),
    "home is missing": Condition(at_home_in("missing/folder"), keeps_at_home),
    "home is not writable": Condition(at_home_in("/proc"), keeps_at_home),
    "full output": Condition(
        with_stream("stdout", lambda: os.open("/dev/full", os.O_WRONLY)), ends
    ),
    "left output": Condition(with_stream("stdout", left_pipe), ends),
    "left errors": Condition(with_stream("stderr", left_pipe), ends),
    "closed output": Condition(without(">&-"), ends),
    "closed errors": Condition(without("2>&-"), ends),
    "closed input": Condition(without("<&-")),
    "no network": Condition(namespaced("-rn")),
    "read-only files": Condition(
        namespaced("-rm", 'mount --bind "$FOLDER" "$FOLDER"; mount -o remount,bind,ro "$FOLDER";'),
        keeps_files,
    ),
    "no temporary folder": Condition(no_temporary_folder),
    "a busy port": Condition(busy_port, lambda subject: subject.lasts),
}
