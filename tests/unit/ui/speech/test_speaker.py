"""The speaker: what is gathered, said, cut short and repeated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

from host.message import Words
from host.ui.speech.speaker import Sentences, Speaker
from host.ui.web.broadcast import Broadcast

DEADLINE_S = 10.0


class FakeVoice:
    """Collects the texts; fails if it is told to."""

    def __init__(self, error: Exception | None = None) -> None:
        self.texts: asyncio.Queue[str] = asyncio.Queue()
        self.error = error
        self.closed = False

    def say(self, text: str) -> Future[None]:
        self.texts.put_nowait(text)
        said: Future[None] = Future()
        if self.error is None:
            said.set_result(None)
        else:
            said.set_exception(self.error)
        return said

    def close(self) -> None:
        self.closed = True


def notice(text: str) -> dict[str, object]:
    return {"t": "notice", "level": "info", "text": text}


def state(prompt: str, wrong: str | None = None, told: bool = False) -> dict[str, object]:
    correction = None if wrong is None else {"text": wrong, "squares": [], "told": told}
    return {"t": "state", "prompt": prompt, "correction": correction}


def spoken(messages: list[dict[str, object]]) -> str:
    sentences = Sentences()
    for message in messages:
        sentences.take(message)
    return sentences.together()


def test_sentences_are_said_once() -> None:
    assert spoken([notice("Pink 1."), state("White."), state("White.")]) == "Pink 1. White."
    assert spoken([notice("Put it back."), state("White.", "No. Put it back.")]) == (
        "No. Put it back."
    )


def test_the_task_is_said_last_of_all() -> None:
    told = {"t": "spoken", "text": "Red, c1. White."}
    assert spoken([notice("Play goes on. White."), told, state("White.")]) == (
        "Play goes on. Red, c1. White."
    )


def test_what_a_lift_has_told_is_not_said_again() -> None:
    sentences = Sentences()
    for received in (state("White."), notice("Not that."), state("White.", "Not that.", told=True)):
        sentences.take(received)
    assert sentences.together() == "White."
    sentences.take(state("White.", "Not that."))
    assert sentences.together() == "Not that."


def test_what_is_no_longer_so_is_not_said() -> None:
    assert spoken([state("White.", "No."), state("White.", "Back.")]) == "Back."
    assert spoken([state("White."), state("Black.")]) == "Black."


def test_the_task_is_told_again_once_all_is_right() -> None:
    sentences = Sentences()
    sentences.take(state("White."))
    sentences.take(state("White.", "Wrong."))
    assert sentences.together() == "White. Wrong."
    sentences.take(state("White."))
    assert sentences.together() == "White."
    assert not sentences


def run(
    voice: FakeVoice,
    act: Callable[[Broadcast, Speaker], Awaitable[None]],
    failed: Callable[[Words], None] = lambda _: None,
) -> None:
    async def main() -> None:
        broadcast = Broadcast()
        speaker = Speaker(broadcast.connect(), voice, failed)
        task = asyncio.create_task(speaker.run())
        async with asyncio.timeout(DEADLINE_S):
            await act(broadcast, speaker)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(main())
    assert voice.closed


def test_what_comes_together_is_said_as_one_and_can_be_repeated() -> None:
    voice = FakeVoice()

    async def act(broadcast: Broadcast, speaker: Speaker) -> None:
        broadcast.publish(notice("Pink 1 Brown."))
        broadcast.publish(state("White to move."))
        assert await voice.texts.get() == "Pink 1 Brown. White to move."
        broadcast.publish({"t": "spoken", "text": "Pink tower, d8."})
        assert await voice.texts.get() == "Pink tower, d8."
        speaker.repeat()
        assert await voice.texts.get() == "Pink tower, d8."

    run(voice, act)


def test_a_voice_that_fails_is_told_once() -> None:
    voice, told = FakeVoice(ValueError("no sound card")), list[Words]()

    async def act(broadcast: Broadcast, _: Speaker) -> None:
        for text in ("One.", "Two."):
            broadcast.publish(notice(text))
            assert await voice.texts.get() == text
        while not told:
            await asyncio.sleep(0)

    run(voice, act, told.append)
    assert [str(text) for text in told] == ["no sound card"]
