"""A recorded round, carried out by the simulated hand through the whole stack."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Sequence
from importlib import resources

from host.app import Host, Tell, bind, new_session
from host.app import show as show_game
from host.engine.geometry import square_name
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.round import KamisadoRound
from host.session import Level, Notice
from host.tracking import look_ahead

MOVE_S = 30.0
"""How long a demonstrated move may take to be recognised, at the rate of a human hand."""
PAUSE_S = 0.6


def recorded_moves() -> list[str]:
    """The moves of the recorded round, as text."""
    record = resources.files("host").joinpath("data/recorded_round.txt")
    lines = record.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def hand_request(game: KamisadoRound, position: Position, move: Move) -> dict[str, object]:
    """What the simulated hand must do to carry out a move, as a control channel request."""
    option = next(o for o in look_ahead(game, position).options if o.move == move)
    assert option.origin is not None
    assert option.target is not None
    return {
        "do": "push" if option.pushed else "move",
        "from": square_name(option.origin, game.size[0]),
        "to": square_name(option.target, game.size[0]),
    }


async def perform(host: Host, moves: Sequence[str], rate: float) -> None:
    """Carry out moves one after another, each when the one before has been recognised.

    Raises:
        TimeoutError: a move was not recognised; the message says what the table waits for.
    """
    assert host.virtual is not None
    game = KamisadoRound()
    await host.virtual.ask("run", rate=rate)
    host.tell([Notice(Level.INFO, f"A recorded round of {len(moves)} moves.")])
    for text in moves:
        position = host.session.position
        request = hand_request(game, position, game.parse_move(position, text))
        await host.virtual.ask(str(request.pop("do")), **request)
        await host.wait_for_plies(len(host.session.plies) + 1, MOVE_S)
        await asyncio.sleep(PAUSE_S / rate)


async def show(options: argparse.Namespace, tell: Tell) -> int:
    """`kamisado demo`: perform the recorded round on the page or in the terminal."""
    if options.board not in (None, "virtual"):
        raise ValueError(
            f"the demo moves the towers itself, which {options.board!r} cannot do: "
            "leave out --board"
        )
    options.board = "virtual"
    host = Host(new_session(options), options.board, options.seed)
    sock = None if options.terminal else bind(options.listen)
    async with host.running():
        showing = asyncio.create_task(show_game(host, options, sock, tell))
        performing = asyncio.create_task(perform(host, recorded_moves(), options.rate))
        try:
            await asyncio.wait((showing, performing), return_when=asyncio.FIRST_COMPLETED)
            if performing.done():
                performing.result()
            return await showing
        finally:
            performing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await performing
