"""A recorded round, carried out by the simulated hand through the whole stack."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
from collections.abc import Sequence
from importlib import resources

from host.app.application import Application
from host.cli.play.play import Tell, bind, serve_page
from host.engine.kamisado.round import KamisadoRound
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice, Severity
from host.ui.terminal.terminal import TerminalUI
from host.virtual.move_actions import hand_actions

MOVE_S = 30.0
"""How long a demonstrated move may take to be recognised, at the rate of a human hand."""
HAND_S = 1.2
"""How long a calm hand takes for lifting, carrying and putting."""
PAUSE_S = 0.8
END_S = 1.0
"""How long the end of the round is left to the terminal before the program ends."""


def recorded_moves() -> list[str]:
    """The moves of the recorded round, as text."""
    record = resources.files("host").joinpath("data/recorded_round.txt")
    lines = record.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


async def perform(host: Application, moves: Sequence[str], rate: float) -> None:
    """Carry out moves one after another, each when the one before has been recognised.

    Args:
        rate: how many times faster than a calm human hand.

    Raises:
        TimeoutError: a move was not recognised; the message says what the table waits for.
    """
    assert host.hand is not None
    game = host.game
    await host.wait_until_set_up()
    host.tell([Notice(Severity.INFO, f"A recorded round of {len(moves)} moves.")])
    for text in moves:
        expectation = host.view.expectation
        move = game.parse_move(expectation.position, text)
        await host.hand.carry_out(hand_actions(game, expectation, move), HAND_S / rate)
        await host.wait_for_plies(len(host.view.plies) + 1, MOVE_S)
        await asyncio.sleep(PAUSE_S / rate)


async def show(options: argparse.Namespace, tell: Tell) -> int:
    """`kamisado demo`: perform the recorded round on the page or in the terminal."""
    if options.board not in (None, "virtual"):
        raise ValueError(
            f"the demo moves the towers itself, which {options.board!r} cannot do: "
            "leave out --board"
        )
    game = game_named(KamisadoRound().name)
    host = Application(
        Session(MatchSettings(game), None, options.help_level),
        "virtual",
        options.seed,
        brightness=options.brightness,
    )
    sock = None if options.terminal else bind(options.listen)
    async with host.running():
        if sock is None:
            await _in_the_terminal(host, options.rate)
            return 0
        performing = asyncio.create_task(perform(host, recorded_moves(), options.rate))
        try:
            return await serve_page(host, sock, not options.no_browser, tell)
        finally:
            performing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await performing


async def _in_the_terminal(host: Application, rate: float) -> None:
    """Perform with the board printed after each move; nobody types, ctrl-C ends it."""
    silent, end = os.pipe()
    ui = TerminalUI(host.connect(), host.ask, keyboard=silent)
    showing = asyncio.create_task(ui.run())
    try:
        await perform(host, recorded_moves(), rate)
        await asyncio.sleep(END_S)
    finally:
        os.close(end)
        await showing
        os.close(silent)
