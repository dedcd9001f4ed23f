"""The voice of eSpeak NG, a program that speaks all languages of ours offline."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import Future

from host.message import message
from host.worker.worker import Worker

PROGRAM = "espeak-ng"
RATE = 175
"""Words a minute, eSpeak's own default."""
LOWEST_RATE, HIGHEST_RATE = 80, 450
"""Limits of its `-s`."""


class VoiceError(ValueError):
    """Nothing can be said; the message says why, with the remedy."""


def require_espeak() -> None:
    """Check that the program is installed.

    Raises:
        VoiceError: it is not.
    """
    if shutil.which(PROGRAM) is None:
        raise VoiceError(message("ui.no_voice"))


class EspeakVoice:
    """Says texts by eSpeak NG, a process for each.

    Args:
        worker: waits for the processes.
        language: code of the language of the texts.
        rate: words a minute, from `LOWEST_RATE` to `HIGHEST_RATE`.
        program: what is run, with its first arguments.
    """

    def __init__(
        self,
        worker: Worker,
        language: str,
        rate: int = RATE,
        program: Sequence[str] = (PROGRAM,),
    ) -> None:
        self._worker = worker
        self._command = (*program, "-v", language.lower(), "-s", str(rate), "--stdin")
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0

    def say(self, text: str) -> Future[None]:
        """Say a text, cutting short what is being said; the future fails if it cannot be said."""
        self._hush()
        number = self._number
        return self._worker.submit(lambda: self._speak(text, number))

    def close(self) -> None:
        """Fall silent."""
        self._hush()
        self._worker.close(1.0)

    def _hush(self) -> None:
        """End what is said, and leave out what has not begun."""
        self._number += 1
        process = self._process
        if process is not None:
            process.kill()

    def _speak(self, text: str, number: int) -> None:
        if number != self._number:
            return
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise VoiceError(message("ui.voice_fails", error=str(error))) from error
        self._process = process
        if number != self._number:  # newer words came meanwhile, and saw no process to end
            process.kill()
        _, complaint = process.communicate(text.encode())
        if number != self._number:
            return
        # Without a sound card it ends with status 0.
        last = complaint.decode(errors="replace").strip().rpartition("\n")[2]
        if process.returncode != 0 or last.startswith("error"):
            raise VoiceError(message("ui.voice_fails", error=last or str(process.returncode)))
