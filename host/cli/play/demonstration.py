"""A recorded round, carried out by the simulated hand through the whole program."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
from collections.abc import Sequence
from functools import partial
from importlib import resources

from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.cli.desktop import Desktop
from host.cli.display import Place, access_to, bind, serve_page
from host.cli.options import Echo
from host.engine.kamisado.round import KamisadoRound
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.message import message
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice, Phase, Severity
from host.ui.terminal.terminal import TerminalUI
from host.virtual.move_actions import hand_actions

SETUP_S = 20.0
"""Deadline for the pieces to stand as they must."""
MOVE_S = 30.0
"""Time limit for the recognition of a demonstrated move, at the rate of a human hand."""
HAND_S = 1.2
"""Time of a calm hand for lifting, carrying and putting."""
PAUSE_S = 0.8
"""Time to see a move before the next one begins, at the rate of a human hand."""
END_S = 1.0
"""Time for the terminal to show the end of the round before the program ends."""


def recorded_moves() -> list[str]:
    """Return the moves of the recorded round, as text."""
    record = resources.files("host").joinpath("data/recorded_round.txt")
    lines = record.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


async def perform(application: Application, moves: Sequence[str], rate: float) -> None:
    """Carry out moves one after another, each when the one before has been recognised.

    Args:
        rate: speed as a multiple of a calm human hand's.

    Raises:
        TimeoutError: a move was not recognised; the message says what the board waits for.
    """
    game, hand = application.game, application.hand
    assert hand is not None
    await application.wait_for(lambda view: view.phase is not Phase.SETUP, SETUP_S)
    application.tell(Notice(Severity.INFO, message("cli.recorded_round", count=len(moves))))
    for text in moves:
        view = application.view
        expectation, made = view.expectation, len(view.plies)
        move = game.parse_move(expectation.position, text)
        await hand.carry_out(hand_actions(game, expectation, move), HAND_S / rate)
        await application.wait_for(
            lambda view: len(view.plies) > made,  # noqa: B023 (over before the next one is made)
            MOVE_S,
        )
        await asyncio.sleep(PAUSE_S / rate)


async def show_demo(options: argparse.Namespace, echo: Echo) -> int:
    """Perform the recorded round on the page or in the terminal; returns the exit status."""
    if options.board not in (None, "virtual"):
        raise ValueError(
            f"the demo moves the towers itself, which {options.board!r} cannot do: "
            "leave out --board"
        )
    game = game_named(KamisadoRound().name)
    session = Session(MatchSettings(game), None, Help(options.help_level))
    board = BoardOptions("virtual", options.seed, brightness=options.brightness)
    place = None if options.terminal else Place.of(bind(options.listen))
    access = None if place is None else access_to(place)
    composition = Composition(session, Desktop(), board, invitations=access)
    async with compose(composition) as application:
        if place is None or access is None:
            await _in_the_terminal(application, options.rate)
            return 0
        performing = asyncio.create_task(perform(application, recorded_moves(), options.rate))
        try:
            browse, remarks = not options.no_browser, application.remarks
            return await serve_page(application, place, access, remarks, browse, echo)
        finally:
            performing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await performing


async def _in_the_terminal(application: Application, rate: float) -> None:
    """Perform with the board printed after each move; nobody types, ctrl-C ends it."""
    silent, end = os.pipe()
    ask = partial(application.ask, role=Role.OWNER)
    ui = TerminalUI(application.connect(leds=False), ask, keyboard=silent)
    showing = asyncio.create_task(ui.run())
    try:
        await perform(application, recorded_moves(), rate)
        await asyncio.sleep(END_S)
    finally:
        os.close(end)
        await showing
        os.close(silent)
