"""Lines that a player types: obeyed in order, waited for, refused."""

from __future__ import annotations

import asyncio

import pytest

from host.ui.terminal import terminal
from host.ui.terminal.keyboard import LONGEST_LINE
from tests.unit.ui.terminal.player import (
    DEADLINE_S,
    HELLO,
    Keyboard,
    Player,
    RecordingHost,
    replay,
    run,
    state,
)


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
            await player.sees("Unknown command: 'castle'. Type ? for the list of commands.")
            await player.sees("'c1' is not a square of the 2x2 board")
            player.type("?\n")
            await player.sees("takeback, redo    take the last move back, or redo it")
        assert host.asked == []

    run(story())


def test_bytes_that_are_no_text_and_endless_lines_are_refused_like_any_other(
    keyboard: Keyboard,
) -> None:
    async def story() -> None:
        async with Player(RecordingHost(), keyboard) as player:
            keyboard[1].write(b"\xff\xfe\x00\n")
            await player.sees("Unknown command")
            player.type("x" * 10 * LONGEST_LINE + "\nquit\n")
            await player.sees("Unknown command", times=2)
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
            await player.sees("Unknown command: 'middle'. Choose fill left or fill right.")
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
            await player.sees("Record of a standard match, move 2 of 3")
            player.type("\n")
            await player.sees("move 3 of 3")
            end: dict[str, object] = {
                "t": "notice",
                "level": "warn",
                "text": "The record ends here.",
            }
            host.effects["step"] = [end]
            host.effects["go"] = [state(phase="replay", replay=replay(0))]
            player.type("next\ngo 0\n")
            await player.sees("! The record ends here.")
            await player.sees("move 0 of 3")
        step = {"t": "step", "by": 1}
        assert host.asked == [step, step, {"t": "go", "ply": 0}]

    run(story())
