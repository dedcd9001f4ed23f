"""The text interface as a player has it: a keyboard (a pipe), a screen (a text), and a host."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

import pytest

from host.ui.terminal.screen import can_paint
from host.ui.terminal.terminal import TerminalUI
from tests.unit.ui.terminal.player import (
    DEADLINE_S,
    HELLO,
    Keyboard,
    Player,
    RecordingHost,
    clock,
    run,
    state,
)


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
                "There is no position on the board" if position is None else f"\nadopt {position}\n"
            )
            assert host.asked == []
            player.type("adopt 8/N w b\nmoves\nquit\n")
            await player.sees("White to move: any tower.")
            assert await player.ends() == 0
        assert host.asked == [{"t": "adopt", "position": "8/N w b"}]

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


def test_a_screen_of_few_letters_gets_plain_ones_and_no_error(keyboard: Keyboard) -> None:
    async def story() -> None:
        host = RecordingHost()
        host.answers["new"] = "Zug für Schwarz 将"
        raw = io.BytesIO()
        screen = io.TextIOWrapper(raw, encoding="ascii")
        ui = TerminalUI(host.broadcast.connect(), host.ask, keyboard=keyboard[0], screen=screen)
        keyboard[1].write(b"new\nquit\n")
        async with asyncio.timeout(DEADLINE_S):
            assert await ui.run() == 0
        assert b"Zug fur Schwarz ?" in raw.getvalue()

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
            await player.sees("Paused.\nType continue to play on.")
            player.type("agree\ncontinue\ndraw\nquit\n")
            assert await player.ends() == 0
        assert host.asked == [
            {"t": "answer", "agree": True},
            {"t": "resume"},
            {"t": "draw", "side": "white"},
        ]

    run(story())
