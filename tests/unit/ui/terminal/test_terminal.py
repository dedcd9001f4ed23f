"""The text interface as a player has it: a keyboard (a pipe), a screen (a text), and a host."""

from __future__ import annotations

import asyncio
import io
import os
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path

import pytest

from host.ui.terminal import terminal
from host.ui.terminal.keyboard import LONGEST_LINE, READER_NAME
from host.ui.terminal.screen import can_paint
from host.ui.terminal.terminal import TerminalUI
from host.ui.web.broadcast import Broadcast

DEADLINE_S = 10.0
Ask = Callable[[Mapping[str, object]], Awaitable[str | None]]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses for people are short; what a test waits for is there before its deadline."""
    monkeypatch.setattr(terminal, "COLLECT_S", 0.01)
    monkeypatch.setattr(terminal, "RESULT_S", DEADLINE_S)
    monkeypatch.setattr(terminal, "SET_UP_S", DEADLINE_S)
    monkeypatch.setattr(terminal, "CHANGE_S", 0.01)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def keyboard(quick: None) -> Iterator[tuple[int, io.FileIO]]:
    """Input of the interface: the player types into one end, the interface reads the other."""
    read, write = os.pipe()
    with io.FileIO(write, "w") as typed:
        yield read, typed
    # The thread that reads must have met the end before the descriptor's number is used again:
    # it would read what is typed in the next test.
    for thread in threading.enumerate():
        if thread.name == READER_NAME:
            thread.join(DEADLINE_S)
            assert not thread.is_alive()
    os.close(read)


HELLO = {
    "t": "hello",
    "game": "kamisado-single",
    "size": [2, 2],
    "square_colours": {"a1": "brown"},
    "virtual": True,
    "runtime": "",
    "games": [
        {
            "name": "kamisado-standard",
            "title": "standard match",
            "size": [8, 8],
            "fits": True,
            "settings": [
                {"name": "limit", "values": []},
                {"name": "first", "values": ["white", "black"]},
            ],
        }
    ],
}


def clock(white_ms: int) -> dict[str, object]:
    return {"t": "clock", "white": white_ms, "black": 600_000, "running": "white", "text": "10+5"}


def replay(ply: int) -> dict[str, object]:
    return {"ply": ply, "of": 3, "title": "standard match"}


def state(
    prompt: str = "White to move.",
    moves: int = 0,
    correction: str | None = None,
    phase: str = "play",
    **fields: object,
) -> dict[str, object]:
    return {
        "t": "state",
        "phase": phase,
        "turn": "white",
        "prompt": prompt,
        "pieces": [{"square": "a1", "side": "white", "name": "pink", "teeth": 0}],
        "lifted": None,
        "marks": [],
        "correction": None if correction is None else {"text": correction, "squares": ["a1"]},
        "moves": [
            {"ply": n + 1, "side": "white", "words": "Pink 1", "text": "a1a2", "round": 1}
            for n in range(moves)
        ],
        "outcome": None,
        "match": None,
        "round": None,
        "reward": None,
        "choices": [],
        "setup": None,
        "opponent": None,
        "reserve": [],
        "captured": [],
        "offer": None,
        "touch_move": False,
        "help": "legal",
        "hint": None,
        "puzzle": None,
        "replay": None,
        "link": {"state": "up", "text": ""},
        **fields,
    }


class RecordingHost:
    """A host: a broadcast, what it has been asked, and what it answers.

    Attributes:
        answers: sentences to refuse a wish with, by the wish's `t`.
        effects: what is published after a wish is granted, by the wish's `t`.
    """

    def __init__(self, *first: Mapping[str, object]) -> None:
        self.broadcast = Broadcast()
        self.asked: list[Mapping[str, object]] = []
        self.answers: dict[str, str] = {}
        self.effects: dict[str, list[dict[str, object]]] = {}
        for message in first or (HELLO, state()):
            self.broadcast.publish(dict(message))

    async def ask(self, message: Mapping[str, object]) -> str | None:
        self.asked.append(message)
        kind = str(message["t"])
        if kind in self.answers:
            return self.answers[kind]
        for effect in self.effects.get(kind, []):
            self.broadcast.publish(effect)
        return None


class Player:
    """Sits at a `TerminalUI` while it runs."""

    def __init__(
        self, host: RecordingHost, keyboard: tuple[int, io.FileIO], *, colour: bool = False
    ) -> None:
        self.host = host
        self.screen = io.StringIO()
        self._typed = keyboard[1]
        self._ui = TerminalUI(
            host.broadcast.connect(),
            host.ask,
            keyboard=keyboard[0],
            screen=self.screen,
            colour=colour,
        )

    async def __aenter__(self) -> Player:
        self._running = asyncio.create_task(self._ui.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    @property
    def text(self) -> str:
        return self.screen.getvalue()

    def type(self, text: str) -> None:
        self._typed.write(text.encode())

    async def sees(self, text: str, times: int = 1) -> None:
        """Wait until the screen shows it so often."""
        try:
            async with asyncio.timeout(DEADLINE_S):
                while self.text.count(text) < times:
                    await asyncio.sleep(0)
        except TimeoutError:
            raise AssertionError(f"{text!r} not {times} times in:\n{self.text}") from None

    async def ends(self) -> int:
        async with asyncio.timeout(DEADLINE_S):
            return await self._running


def run(story: Awaitable[None]) -> None:
    async def told() -> None:
        await story

    asyncio.run(told())


Keyboard = tuple[int, io.FileIO]


def test_the_board_and_a_prompt_are_shown_and_quit_ends_with_status_0(keyboard: Keyboard) -> None:
    async def story() -> None:
        async with Player(RecordingHost(), keyboard) as player:
            await player.sees("White to move.\n> ")
            assert "bro" in player.text
            player.type("quit\n")
            assert await player.ends() == 0
        assert len(player.host.broadcast) == 0, "it must not go on listening"

    run(story())


def test_the_end_of_the_input_ends_it_after_the_last_line_was_obeyed(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            player.type("takeback\nnew")
            keyboard[1].close()
            assert await player.ends() == 0
        assert host.asked == [{"t": "takeback"}, {"t": "new"}]

    run(story())


@pytest.mark.parametrize("position", [None, "obpkyrgn/8/8/8/8/8/8/NGRYKPBO w o"])
def test_the_position_on_the_board_is_shown_before_it_is_adopted(
    keyboard: Keyboard, position: str | None
) -> None:
    async def story() -> None:
        host = RecordingHost(HELLO, state(adoption=position))
        host.effects["adopt"] = [state("White to move: any tower.", moves=1)]
        async with Player(host, keyboard) as player:
            player.type("adopt\n")
            await player.sees(
                "No position can be taken" if position is None else f"\nadopt {position}\n"
            )
            assert host.asked == []
            player.type("adopt 8/N w b\nmoves\nquit\n")
            await player.sees("White to move: any tower.")
            assert await player.ends() == 0
        assert host.asked == [{"t": "adopt", "position": "8/N w b"}]

    run(story())


def test_a_typed_move_is_carried_out_and_gives_one_picture(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        host.effects["lift"] = [state("In between.")]
        host.effects["put"] = [state("Black to move.", moves=1)]
        async with Player(host, keyboard) as player:
            await player.sees("White to move.\n> ")
            player.type("a1a2\n")
            await player.sees("Black to move.\n> ")
        assert host.asked == [{"t": "lift", "square": "a1"}, {"t": "put", "square": "a2"}]
        assert "In between." not in player.text
        assert player.text.count("Black to move.") == 1

    run(story())


def test_the_next_line_waits_until_the_move_is_made(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            player.type("a1a2\nmoves\n")
            async with asyncio.timeout(DEADLINE_S):
                while len(host.asked) < 2:
                    await asyncio.sleep(0)
            assert "No move has been made." not in player.text
            host.broadcast.publish(state("Black to move.", moves=1))
            await player.sees("1. White: Pink 1 (a1a2)\n> ")

    run(story())


def test_a_move_that_comes_to_nothing_does_not_stop_the_game(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "RESULT_S", 0.01)

    async def story() -> None:
        async with Player(RecordingHost(), keyboard) as player:
            player.type("put a2\nmoves\n")
            await player.sees("No move has been made.")

    run(story())


def test_a_refused_wish_is_told_and_the_rest_of_the_move_is_not_tried(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        host.answers["lift"] = "no piece stands on 'a1'"
        async with Player(host, keyboard) as player:
            player.type("a1a2\n")
            await player.sees("no piece stands on 'a1'\n")
            player.type("board\n")
            await player.sees("White to move.", times=2)
        assert [message["t"] for message in host.asked] == ["lift"]

    run(story())


def test_what_is_no_command_is_quoted_and_changes_nothing(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            player.type("castle\na1c1\n\n")
            await player.sees("'castle' is no command. Type ? for those there are.")
            await player.sees("there is no square 'c1' on a board of 2x2")
            player.type("?\n")
            await player.sees("takeback, redo    take the last move back, or make it again")
        assert host.asked == []

    run(story())


def test_bytes_that_are_no_text_and_endless_lines_are_refused_like_any_other(
    keyboard: Keyboard,
) -> None:
    async def story() -> None:
        async with Player(RecordingHost(), keyboard) as player:
            keyboard[1].write(b"\xff\xfe\x00\n")
            await player.sees("is no command")
            player.type("x" * 10 * LONGEST_LINE + "\nquit\n")
            await player.sees("is no command", times=2)
            assert await player.ends() == 0
        assert max(len(line) for line in player.text.splitlines()) <= LONGEST_LINE + len("> ")

    run(story())


def test_many_lines_typed_ahead_are_all_obeyed_in_order(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            player.type("".join(f"lift a{1 + n % 2}\n" for n in range(100)) + "quit\n")
            assert await player.ends() == 0
        assert [message["square"] for message in host.asked] == ["a1", "a2"] * 50

    run(story())


def test_sentences_are_shown_by_kind_but_trouble_only_below_the_board(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            await player.sees("> ")
            for level, text in (("good", "White wins."), ("warn", "Not there."), ("info", "So.")):
                host.broadcast.publish({"t": "notice", "level": level, "text": text})
            host.broadcast.publish(state(correction="Not there."))
            await player.sees("+ White wins.\n- So.\n")
            await player.sees("! Not there.")
            player.type("quit\n")
            await player.ends()
        assert player.text.count("Not there.") == 1

    run(story())


def test_a_state_that_looks_the_same_is_not_printed_again(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            await player.sees("> ")
            for _ in range(5):
                host.broadcast.publish(state())
                host.broadcast.publish(bytes(12))
                host.broadcast.publish({"t": "notice", "level": "info", "text": "tick"})
                await player.sees("tick")
            host.broadcast.publish(state("Black to move."))
            await player.sees("Black to move.")
        assert player.text.count("White to move.") == 1

    run(story())


def test_pictures_of_the_leds_at_full_rate_do_not_delay_the_board(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            await player.sees("White to move.")
            host.broadcast.publish(state("Black to move."))

            async def shine() -> None:
                while True:
                    host.broadcast.publish(bytes(12))
                    await asyncio.sleep(0)

            shining = asyncio.create_task(shine())
            await player.sees("Black to move.")
            shining.cancel()

    run(story())


def test_the_first_line_waits_until_a_virtual_board_is_set_up(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost(HELLO, state("Set up.", phase="setup"))
        async with Player(host, keyboard) as player:
            player.type("new\n")
            await player.sees("Set up.")
            assert host.asked == []
            host.broadcast.publish(state("Black to move."))
            async with asyncio.timeout(DEADLINE_S):
                while not host.asked:
                    await asyncio.sleep(0)

    run(story())


def test_a_real_board_is_not_waited_for(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost(HELLO | {"virtual": False}, state("Set up.", phase="setup"))
        async with Player(host, keyboard) as player:
            player.type("quit\n")
            assert await player.ends() == 0

    run(story())


def test_a_screen_that_is_closed_ends_it_without_a_complaint(
    keyboard: Keyboard, tmp_path: Path
) -> None:
    async def story() -> None:
        read, write = os.pipe()
        os.close(read)
        host = RecordingHost()
        with open(write, "w", encoding="utf-8") as screen:
            ui = TerminalUI(
                host.broadcast.connect(),
                host.ask,
                keyboard=keyboard[0],
                screen=screen,
            )
            async with asyncio.timeout(DEADLINE_S):
                assert await ui.run() == 0

    run(story())


def test_a_screen_of_few_letters_gets_question_marks_and_no_error(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        host.answers["new"] = "Zug für Schwarz 将"
        raw = io.BytesIO()
        screen = io.TextIOWrapper(raw, encoding="ascii")
        ui = TerminalUI(host.broadcast.connect(), host.ask, keyboard=keyboard[0], screen=screen)
        keyboard[1].write(b"new\nquit\n")
        async with asyncio.timeout(DEADLINE_S):
            assert await ui.run() == 0
        assert b"Zug f?r Schwarz ?" in raw.getvalue()

    run(story())


class Screen(io.StringIO):
    """A screen that may be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("is_terminal", "environment", "paints"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colours_are_for_terminals_that_have_them_and_people_who_want_them(
    is_terminal: bool, environment: dict[str, str], paints: bool
) -> None:
    assert can_paint(Screen(is_terminal), environment) is paints


def test_a_clock_that_ticks_prints_nothing_and_is_shown_with_the_next_board(
    keyboard: Keyboard,
) -> None:
    async def story() -> None:
        host = RecordingHost(HELLO, state(), clock(600_000))
        async with Player(host, keyboard) as player:
            await player.sees("Clock: White 10:00, Black 10:00")
            before = player.text
            for left_ms in (599_000, 598_000):
                host.broadcast.publish(clock(left_ms))
                await asyncio.sleep(0)
            # A state that looks the same draws; were the time compared, it would print.
            host.broadcast.publish(state())
            host.broadcast.publish({"t": "notice", "level": "info", "text": "tick"})
            await player.sees("tick\n> ")
            assert player.text == before + "\n- tick\n> "
            host.broadcast.publish(state("Black to move.", moves=1))
            await player.sees("Clock: White 9:58, Black 10:00")

    run(story())


def test_a_choice_is_made_by_its_last_word_and_the_next_line_waits_for_it(
    keyboard: Keyboard,
) -> None:
    choices = [
        {"text": "fill left", "words": "Fill from the left", "square": "a1"},
        {"text": "fill right", "words": "Fill from the right", "square": "b1"},
    ]
    reward = {"square": "a2", "side": "white", "name": "pink", "teeth": 1, "words": "A tooth."}

    async def story() -> None:
        host = RecordingHost(HELLO, state("White chooses.", 1, None, "between", choices=choices))
        host.effects["confirm"] = [state("White chooses.", 1, None, "between", choices=choices)]
        host.broadcast.publish(
            state("White chooses.", 1, None, "between", choices=choices, reward=reward)
        )
        async with Player(host, keyboard) as player:
            await player.sees("Type fill left (Fill from the left) or fill right (Fill from the")
            await player.sees("A tooth.")
            await player.sees("Type ok when the tooth is on.")
            player.type("middle\nok\nleft\nmoves\n")
            await player.sees("'middle' is no command. Choose fill left or fill right.")
            async with asyncio.timeout(DEADLINE_S):
                while len(host.asked) < 2:
                    await asyncio.sleep(0)
            assert host.asked == [{"t": "confirm"}, {"t": "choose", "text": "fill left"}]
            assert "2. White: Pink 1" not in player.text
            host.broadcast.publish(state("Black to move.", moves=2))
            await player.sees("2. White: Pink 1 (a1a2)\n> ")

    run(story())


def test_a_new_match_is_asked_for_by_its_short_name(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            player.type("new standard 10+5\n?\nquit\n")
            assert await player.ends() == 0
        new = {"t": "new", "game": "kamisado-standard", "clock": "10+5"}
        assert host.asked == [new]
        assert "GAME is one of standard.\n" in player.text
        assert "Settings of kamisado-standard: limit=N, first=white|black.\n" in player.text

    run(story())


def test_the_line_after_new_waits_until_the_board_is_set_up_again(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "CHANGE_S", DEADLINE_S)

    async def story() -> None:
        host = RecordingHost()
        host.effects["new"] = [state("Set up.", phase="setup")]
        async with Player(host, keyboard) as player:
            player.type("new\nlift a1\n")
            async with asyncio.timeout(DEADLINE_S):
                while not host.asked:
                    await asyncio.sleep(0)
            for _ in range(100):
                await asyncio.sleep(0)
            assert host.asked == [{"t": "new"}]
            host.broadcast.publish(state("Black to move."))
            async with asyncio.timeout(DEADLINE_S):
                while len(host.asked) < 2:
                    await asyncio.sleep(0)

    run(story())


def test_a_record_is_stepped_through_by_return_and_its_end_is_told(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost(HELLO, state(phase="replay", replay=replay(2)))
        host.effects["step"] = [state(phase="replay", replay=replay(3))]
        async with Player(host, keyboard) as player:
            await player.sees("Record of a standard match, ply 2 of 3")
            player.type("\n")
            await player.sees("ply 3 of 3")
            end: dict[str, object] = {
                "t": "notice",
                "level": "warn",
                "text": "The record ends here.",
            }
            host.effects["step"] = [end]
            host.effects["go"] = [state(phase="replay", replay=replay(0))]
            player.type("next\ngo 0\n")
            await player.sees("! The record ends here.")
            await player.sees("ply 0 of 3")
        step = {"t": "step", "by": 1}
        assert host.asked == [step, step, {"t": "go", "ply": 0}]

    run(story())


def test_long_sentences_are_wrapped_to_the_width_of_the_terminal(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        host.answers["takeback"] = "A refusal that says why at some length. " * 5
        host.effects["new"] = [{"t": "notice", "level": "info", "text": "So it is. " * 20}]
        async with Player(host, keyboard) as player:
            player.type("takeback\nnew\nnew standard 10+99999 and everything else\nquit\n")
            assert await player.ends() == 0
        assert player.text.count("A refusal that says why") == 5
        lines = [line for line in player.text.splitlines() if not line.startswith("> ")]
        assert max(map(len, lines)) <= 80

    run(story())


def test_squares_are_painted_where_colours_are_wanted(keyboard: Keyboard) -> None:
    async def story() -> None:
        async with Player(RecordingHost(), keyboard, colour=True) as player:
            await player.sees("> ")
        assert "\x1b[38;5;231;48;5;94m" in player.text

    run(story())


def test_an_offer_and_a_pause_are_told_with_what_may_be_typed(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        async with Player(host, keyboard) as player:
            host.broadcast.publish(
                state("White offers a draw.", offer={"action": "draw", "by": "white"})
            )
            await player.sees("White offers a draw.\nType agree or refuse.")
            host.broadcast.publish(state("Paused.", phase="paused"))
            await player.sees("Paused.\nType continue to go on.")
            player.type("agree\ncontinue\ndraw\nquit\n")
            assert await player.ends() == 0
        assert host.asked == [
            {"t": "answer", "agree": True},
            {"t": "resume"},
            {"t": "draw", "side": "white"},
        ]

    run(story())
