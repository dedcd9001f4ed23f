"""The commands that play: what `kamisado play`, `resume` and `matches` do."""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from host.ai.players.opponent import EVEN, START_STRENGTH, opponent_named, parse_opponent
from host.app.application import Application, by_chance, monotonic_ms
from host.cli.play.matches import LIST_WIDTH, list_text
from host.engine.game import Configurable, Side
from host.engine.kamisado.formats import format_named
from host.engine.kamisado.round import KamisadoRound
from host.engine.random_settings import DrawnGame, draw_settings
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session.analysis import HelpUsed
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice
from host.storage.autosave import Autosave
from host.storage.store import SavedMatch, SaveFileError, Store, read_matches
from host.storage.trace_recorder import Recorder, TraceRecorder, create_trace_file
from host.ui.terminal import terminal
from host.ui.web import server

DEFAULT_GAME = KamisadoRound().name
"""What is played unless another game is asked for: a match of it, as --match tells."""


def agreed_game(options: argparse.Namespace) -> DrawnGame:
    """The game that the command line asks for, with what is drawn by lot for it.

    Raises:
        ValueError: there is no such game, or it has no such setting; the message quotes it and
            says what there is.
    """
    name = DEFAULT_GAME if options.game is None else str(options.game)
    if name == DEFAULT_GAME:
        name = f"{DEFAULT_GAME}-{format_named(options.format or 'single').name}"
    elif options.format is not None:
        raise ValueError(f"--match tells how {DEFAULT_GAME} is played: leave it out with {name!r}")
    if options.settings:
        game = game_named(name)
        if not isinstance(game, Configurable):
            raise ValueError(f"{name!r} has no settings: leave out --set {options.settings[0]!r}")
        name += ("," if ":" in name else ":") + ",".join(options.settings)
    return draw_settings(name, by_chance)


def new_session(
    options: argparse.Namespace, drawn: DrawnGame, store: Store | None = None
) -> Session:
    """The session that the command line asks for.

    Args:
        drawn: the game.
        store: knows how strong the adapting opponent has to be; None if there is none.

    Raises:
        ValueError: `--clock`, `--position` or `--opponent` is malformed; the message quotes it.
    """
    game = drawn.game
    position = None if options.position is None else game.parse_position(options.position)
    control = parse_control(options.clock) if options.clock else None
    opponent = None
    if options.opponent is not None:
        seed = random.randrange(2**31)
        opponent = opponent_named(options.opponent, options.opponent_plays, seed)
        if opponent.adapts and store is not None:
            opponent = replace(opponent, strength=even_strength(store))
    settings = MatchSettings(game, control, options.touch_move, opponent, drawn.drawn)
    return Session(settings, position, options.help_level)


def even_strength(store: Store) -> float:
    """The strength that the adapting opponent had come to in the last match against it."""
    saved = store.latest_against(EVEN)
    return START_STRENGTH if saved is None else saved_session(saved, Help.LEGAL).strength


def bind(listen: str) -> socket.socket:
    """A listening socket for `HOST:PORT`.

    Raises:
        ValueError: the text is no address, or it cannot be had; the message says what to do.
    """
    host, colon, digits = listen.rpartition(":")
    if not colon or not host or not digits.isdigit() or int(digits) > 65535:
        raise ValueError(f"--listen wants HOST:PORT such as 127.0.0.1:8765, not {listen!r}")
    try:
        family, *_, address = socket.getaddrinfo(
            host.strip("[]"), int(digits), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen()
    except OSError as error:
        raise ValueError(
            f"the page cannot be served on {listen!r} ({error.strerror or error}): perhaps another "
            "program (or another kamisado) uses that port; try --listen 127.0.0.1:0"
        ) from error
    return sock


Tell = Callable[[str], None]
"""Prints a line for the person at the terminal."""


async def play(options: argparse.Namespace, tell: Tell) -> int:
    """`kamisado play`: a match on the board, shown on the page or in the terminal."""
    drawn = agreed_game(options)
    remarks = drawn.sentences
    try:
        store = Store(options.data)
    except SaveFileError as error:
        tell(f"Playing without saving: {error}.")
        return await _run_session(new_session(options, drawn), list, options, tell, remarks)
    with closing(store):
        session = new_session(options, drawn, store)
        return await _run_session(session, Autosave(session, store), options, tell, remarks)


async def resume(options: argparse.Namespace, tell: Tell) -> int:
    """`kamisado resume`: go on with a stored match; the board is guided to its position.

    Raises:
        SaveFileError: there is no such match, or it cannot be read.
    """
    if not options.data.exists():
        raise SaveFileError(f"there is nothing to resume: no file {str(options.data)!r}")
    with closing(Store(options.data)) as store:
        saved = store.load(options.match) if options.match else store.latest_unfinished()
        session = saved_session(saved, options.help_level)
        tell(f"Match {saved.id}, {len(saved.plies)} plies.")
        return await _run_session(session, Autosave(session, store, saved.id), options, tell)


def saved_session(saved: SavedMatch, help_level: Help) -> Session:
    """The session of a stored match, at its last ply.

    Raises:
        SaveFileError: it cannot be gone on with; the message says why.
    """
    try:
        game = game_named(saved.game)
        start = game.parse_position(saved.start)
        control = parse_control(saved.control) if saved.control else None
        opponent = parse_opponent(saved.opponent) if saved.opponent else None
        settings = MatchSettings(game, control, saved.touch_move, opponent, saved.lots)
        session = Session(settings, start, help_level)
        session.restore(saved.plies, saved.times, saved.termination)
        for ply, kept in zip(session.plies, saved.plies, strict=True):
            if kept.aid is not None:
                session.analysis.note(ply.before.position, HelpUsed(kept.aid))
    except ValueError as error:
        raise SaveFileError(f"match {saved.id} cannot be resumed: {error}") from error
    return session


async def list_matches(options: argparse.Namespace, tell: Tell) -> int:
    """`kamisado matches`: what is saved."""
    columns = shutil.get_terminal_size((LIST_WIDTH, 24)).columns
    tell(list_text(read_matches(options.data), max(columns, LIST_WIDTH)))
    return 0


async def _run_session(
    session: Session,
    keep: Callable[[], list[Notice]],
    options: argparse.Namespace,
    tell: Tell,
    remarks: Sequence[str] = (),
) -> int:
    with recorded(session, options.trace, options.north) as recorder:
        desk = Application(
            session,
            options.board,
            options.seed,
            keep,
            options.north,
            recorder,
            options.brightness,
            options.size,
            remarks,
        )
        return await run(desk, options, tell)


@contextmanager
def recorded(session: Session, path: Path | None, north: Side) -> Iterator[Recorder]:
    """What records a session in a new file; without a path, nothing does.

    Raises:
        ValueError: the file cannot be written, or there is one already.
    """
    if path is None:
        yield Recorder()
        return
    with create_trace_file(path) as file:
        recorder = TraceRecorder(session, file.write, north)
        try:
            yield recorder
        finally:
            recorder.end(monotonic_ms())


async def run(host: Application, options: argparse.Namespace, tell: Tell) -> int:
    """Play on a board until the display is closed."""
    # The page's port is taken first: better to know before the board is opened.
    sock = None if options.terminal else bind(options.listen)
    async with host.running():
        if sock is None:
            for remark in host.remarks:
                tell(remark)
            return await terminal.TerminalUI(host.connect(), host.ask).run()
        return await serve_page(host, sock, not options.no_browser, tell)


async def serve_page(host: Application, sock: socket.socket, browse: bool, tell: Tell) -> int:
    """Serve the page on a bound socket, until ctrl-C; open a browser on it if that is wanted."""
    name, port = sock.getsockname()[:2]
    wide = name in ("0.0.0.0", "::")
    url = f"http://{'127.0.0.1' if wide else name}:{port}/"
    tell(f"{host.table.link_state.text}. Play on {url} (ctrl-C ends it).")
    for remark in host.remarks:
        tell(remark)
    if browse:
        await asyncio.to_thread(webbrowser.open, url)
    await server.serve(server.create_app(host, ["*"] if wide else [name, "localhost"]), sock)
    return 0
