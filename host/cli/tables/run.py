"""Run many tables in one program: one web server before them, and solvers in common."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from host.ai_process.solver_pool import SolverPool, usual_count
from host.ai_process.solver_process import SolverProcess
from host.cli.display import Place, bind, serve_at, usual_owner_key
from host.cli.options import Echo
from host.cli.sessions import agreed_game, new_session
from host.cli.tables.choice import TableChoice
from host.cli.tables.platform import TablePlatform
from host.cli.tables.table import Table
from host.message import message
from host.ui.web.tables import TablesAccess, create_tables_app

STARTS = 4
"""Boards that start at a time: a simulator takes about a second of processor time."""


async def run_tables(
    options: argparse.Namespace, choices: Sequence[TableChoice], echo: Echo
) -> int:
    """Play at several tables until ctrl-C; return the exit status.

    Raises:
        ValueError: the game is none, or the pages cannot be served; the message says why.
    """
    new_session(options, agreed_game(options)[0])  # what is wrong with the game is told at once
    place = Place.of(bind(options.listen), options.public)
    access = TablesAccess(usual_owner_key(), place.others_url, place.is_reachable)
    solvers = SolverPool(SolverProcess.start, usual_count())
    platform = TablePlatform(solvers)
    starting = asyncio.Semaphore(STARTS)
    tables = [
        Table(choice, number, options, platform, access.table(choice.name), starting, echo)
        for number, choice in enumerate(choices)
    ]
    url = f"{place.url}#{access.owner_key}"
    told = str(message("cli.tables_on", count=len(tables), url=url))
    running = [asyncio.create_task(table.run(), name=table.name) for table in tables]
    try:
        return await serve_at(
            place,
            create_tables_app(tables, place.hosts),
            access,
            [told],
            not options.no_browser,
            echo,
            lambda: sum(table.turns for table in tables),
        )
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await solvers.close()
