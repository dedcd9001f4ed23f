"""The voice of eSpeak NG: the real program writes sound files; a stand-in never ends."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.message import languages
from host.ui.speech import espeak
from host.ui.speech.espeak import EspeakVoice, VoiceError, require_espeak
from host.worker.thread import WorkerThread
from tests.support.require import require

DEADLINE_S = 30.0
BEGUN = "open(sys.argv[1], 'a').write('begun\\n'); sys.stdin.read()"


@pytest.fixture
def worker() -> Iterator[WorkerThread]:
    made = WorkerThread("voice")
    yield made
    assert made.close(DEADLINE_S)


@pytest.mark.parametrize("language", languages())
def test_each_language_is_spoken(language: str, worker: WorkerThread, tmp_path: Path) -> None:
    require(shutil.which(espeak.PROGRAM) is not None, "espeak-ng is missing")
    sound = tmp_path / "said.wav"
    voice = EspeakVoice(worker, language, program=(espeak.PROGRAM, "-w", str(sound)))
    voice.say("d8, e5: 1, 2.").result(DEADLINE_S)
    assert sound.read_bytes()[:4] == b"RIFF"
    assert sound.stat().st_size > 10_000, "half a second and more"


def test_newer_words_cut_older_ones_short(worker: WorkerThread, tmp_path: Path) -> None:
    log = tmp_path / "log"
    endless = f"import sys, time; {BEGUN}; [time.sleep(1) for _ in iter(int, 1)]"
    voice = EspeakVoice(worker, "en", program=(sys.executable, "-c", endless, str(log)))
    first = voice.say("A long story.")
    while not log.exists():
        pass
    left_out, last = voice.say("Left out."), voice.say("Short.")
    first.result(DEADLINE_S)
    left_out.result(DEADLINE_S)
    voice.close()
    last.result(DEADLINE_S)


def test_what_the_program_complains_of_is_told(worker: WorkerThread) -> None:
    complaint = "import sys; sys.stdin.read(); print('ALSA\\nerror: no card', file=sys.stderr)"
    voice = EspeakVoice(worker, "en", program=(sys.executable, "-c", complaint))
    with pytest.raises(VoiceError, match=r"espeak-ng says: error: no card\. Check the sound card"):
        voice.say("Hello.").result(DEADLINE_S)


def test_a_missing_program_is_told_with_the_remedy(
    worker: WorkerThread, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    voice = EspeakVoice(worker, "en", program=(str(tmp_path / "none"),))
    with pytest.raises(VoiceError, match="Nothing can be said aloud"):
        voice.say("Hello.").result(DEADLINE_S)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(VoiceError, match="sudo apt install espeak-ng"):
        require_espeak()
