"""File of a trace that is written in the background."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from host.storage.trace_file import TraceFile, create_trace_file


def test_lines_are_in_the_file_once_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    file = TraceFile(path)
    for number in range(100):
        file.write(f"{number}\n")
    assert file.close() is None
    assert path.read_text() == "".join(f"{number}\n" for number in range(100))


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe with a name")
def test_a_disk_that_takes_no_line_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    file = TraceFile(path)
    reading, writing = os.pipe()
    os.dup2(writing, file._file.fileno())
    try:
        for _ in range(100):
            file.write("x" * 4096 + "\n")  # more than a pipe holds
        told = file.close()
    finally:
        os.close(writing)
        os.close(reading)
    assert str(told) == (
        f"The end of the trace {str(path)!r} is missing: the disk refused it or took too long."
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk of Linux")
def test_a_line_that_is_refused_is_told_once(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        file = TraceFile(tmp_path / "one")
        os.dup2(full.fileno(), file._file.fileno())
        file.write("lost\n")
        assert "is missing: the disk refused it" in str(file.close())

        file = TraceFile(tmp_path / "other")
        os.dup2(full.fileno(), file._file.fileno())
        file.write("lost\n")
        file._worker.submit(lambda: None).result()
        with pytest.raises(OSError, match="No space left"):
            file.write("later\n")
        assert file.close() is None


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("precious")
    with pytest.raises(ValueError, match="old' exists already: give the trace another name"):
        create_trace_file(old)
    assert old.read_text() == "precious"
    with pytest.raises(ValueError, match=r"no.where' cannot be written: No such file or directory"):
        create_trace_file(tmp_path / "no" / "where")
