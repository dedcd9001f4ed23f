"""Sessions from options of the command line, and from saved matches."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from host.ai.players.adaptive_level import START_STRENGTH
from host.ai.players.opponent import EVEN, FAR, AnyOpponent, Opponent, opponent_named
from host.app.clock import monotonic_ms
from host.app.compose import Composition
from host.app.new_game import by_chance, draw_sides
from host.cli.desktop import Desktop, board_options
from host.cli.display import run_on_display
from host.cli.options import DEFAULT_GAME, Echo
from host.cli.positions import format_of
from host.engine.game import AnyGame, Configurable, Side
from host.engine.kamisado.match_format import format_named
from host.engine.random_settings import open_settings
from host.engine.records.player_names import parse_names
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.message import Message, message, message_of
from host.remote.broker.client import Broker
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.autosave import Autosave, Saver
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch
from host.storage.saved_session import saved_session, settings_of
from host.storage.store import Store
from host.storage.trace_file import TraceFile
from host.storage.trace_recorder import Recorder, TraceRecorder
from host.worker.thread import WorkerThread

if TYPE_CHECKING:
    from host.app.remote.known_match import KnownMatch


def agreed_game(options: argparse.Namespace) -> tuple[MatchSettings, tuple[Message, ...]]:
    """Return the settings of the game that the options ask for, with what is drawn by lot, and a
    sentence for each of these.

    Raises:
        ValueError: there is no such game, or it has no such setting; the message quotes it and
            says what there is.
    """
    name = DEFAULT_GAME if options.game is None else str(options.game)
    if name == DEFAULT_GAME:
        found = options.format or format_of(options.position or "") or "single"
        name = f"{DEFAULT_GAME}-{format_named(found).name}"
    elif options.format is not None:
        raise ValueError(message("cli.match_of_other_game", game=DEFAULT_GAME, name=repr(name)))
    if options.settings:
        game = game_named(name)
        if not isinstance(game, Configurable):
            setting = repr(options.settings[0])
            raise ValueError(message("cli.no_settings", name=repr(name), setting=setting))
        name += ("," if ":" in name else ":") + ",".join(options.settings)
    return MatchSettings(game_named(name), drawn=open_settings(name)).draw_lots(by_chance)


def new_session(
    options: argparse.Namespace, agreed: MatchSettings, store: Store | None = None
) -> tuple[Session, tuple[Message, ...]]:
    """Return the session that the options ask for, and a sentence if the sides are drawn by lot.

    Args:
        agreed: the game, as of `agreed_game`.
        store: has the strength of the adapting opponent; None if there is none.

    Raises:
        ValueError: `--clock`, `--position`, `--names` or `--opponent` is malformed; the message
            quotes it. Or `--help-level` shows values that may not be shown.
    """
    game = agreed.game
    position = None if options.position is None else _position(game, options.position)
    control = parse_control(options.clock) if options.clock else None
    opponent: AnyOpponent | None = None
    if options.opponent is not None:
        seed = random.randrange(2**31)
        level = opponent_named(options.opponent, options.opponent_plays or Side.WHITE, seed)
        adapts = level.adapts and store is not None
        opponent = replace(level, strength=even_strength(store)) if adapts and store else level
    remarks: tuple[Message, ...] = ()
    if options.opponent_plays is None:
        opponent, remark = draw_sides(opponent)
        remarks = (remark,)
    touch_move, serious = options.touch_move, options.serious
    settings = MatchSettings(game, control, touch_move, opponent, agreed.drawn, serious)
    if options.names:
        settings = settings.with_names(parse_names(options.names))
    if options.help_level == Help.PROVEN.value:
        settings.check_values_shown()
    return Session(settings, position, Help(options.help_level)), remarks


def unfinished_wanted(
    options: argparse.Namespace, settings: MatchSettings
) -> Callable[[SavedMatch], bool] | None:
    """Return a predicate of the saved matches that players may mean who begin a match on a board
    where one of them stands: those that differ in nothing that the options ask for.

    Args:
        settings: of the match that they begin.

    Returns:
        None if they have said what is to be played, or if a trace is recorded, in which no other
        match can begin.
    """
    if options.resume or options.position is not None or options.trace is not None:
        return None
    asked = str(options.game or DEFAULT_GAME)
    kind, _, said = asked.partition(":")
    by_name = options.format is not None or kind not in (DEFAULT_GAME, _kind(asked))
    values = dict(
        each.split("=", 1) for each in (*filter(None, said.split(",")), *options.settings)
    )

    def is_wanted(saved: SavedMatch) -> bool:
        try:
            found = settings_of(saved)
        except ValueError:
            return False
        game, opponent = found.game, found.opponent
        if _kind(saved.game) != _kind(asked) or (by_name and saved.game != settings.game.name):
            return False
        if isinstance(game, Configurable) and game.with_settings(values).name != game.name:
            return False
        if options.opponent is not None:
            mine = settings.opponent
            if not isinstance(opponent, Opponent) or not isinstance(mine, Opponent):
                return False
            alike = opponent.adapts == mine.adapts
            alike = alike and (mine.adapts or opponent.strength == mine.strength)
            if not alike or options.opponent_plays not in (None, opponent.side):
                return False
        clock = settings.control is None or settings.control == found.control
        touch_move = found.touch_move or not settings.touch_move
        return clock and touch_move and (found.serious or not settings.serious)

    return is_wanted


def _kind(name: str) -> str:
    """Return the game of a name without its settings and its format."""
    return name.partition(":")[0].partition("-")[0]


def last_session(
    options: argparse.Namespace, store: Store, echo: Echo
) -> tuple[Session | None, int | None]:
    """Return the session of the match that was played last, and its id.

    Args:
        echo: takes a sentence if it cannot be resumed.

    Returns:
        None twice if it is finished, cannot be resumed, or if there is none.
    """
    try:
        saved = store.latest()
        if saved is None or saved.outcome is not None:
            return None, None
        session = saved_session(saved, Help(options.help_level))
    except SaveFileError as error:
        echo(str(message("cli.new_instead", why=message_of(error))))
        return None, None
    echo(str(message("cli.match_resumed", number=saved.id, count=len(saved.plies))))
    return session, saved.id


def last_link(store: Store) -> str | None:
    """Return the link of the match that was played last; None if nobody elsewhere plays it.

    Raises:
        SaveFileError: its record is not here any more.
    """
    saved = store.latest()
    if saved is None or saved.outcome is not None or not saved.opponent.startswith(FAR):
        return None
    return link_of(store, saved)


def link_of(store: Store, saved: SavedMatch) -> str:
    """Return the link of a match with a player at another board.

    Raises:
        SaveFileError: its record is not here any more.
    """
    far = store.remote_match_of(saved.id)
    if far is None:
        raise SaveFileError(message("app.far_match_is_over", number=saved.id))
    return far.link


def _position(game: AnyGame, text: str) -> Hashable:
    """Return the position that a text describes.

    Raises:
        ValueError: the text describes none; the message quotes it and shows the form of one.
    """
    try:
        return game.parse_position(text)
    except ValueError as error:
        whole = repr(game.position_text(game.start()))
        why = message_of(error)
        raise ValueError(message("cli.whole_position", why=why, position=whole)) from None


def even_strength(store: Store) -> float:
    """Return the strength of the adapting opponent at the end of the last match against it."""
    saved = store.latest_against(EVEN)
    return START_STRENGTH if saved is None else saved_session(saved, Help.LEGAL).strength


async def run_session(
    session: Session,
    saver: Saver,
    options: argparse.Namespace,
    echo: Echo,
    remarks: Sequence[str] = (),
    far_match: KnownMatch | None = None,
    may_go_on: Callable[[SavedMatch], bool] | None = None,
) -> int:
    """Play a session on a board, with a page or in the terminal; return the exit status.

    Args:
        saver: saves the match after each change.
        remarks: sentences that are shown at the beginning.
        far_match: what the session plays with somebody at another board; None if it does not.
        may_go_on: as of `MatchLibrary`.
    """

    def tell_joined() -> None:
        if not options.terminal:  # there it is a notice
            echo(str(message("cli.friend_joined")))

    north = options.north or Side.WHITE
    with _recorded(session, options.trace, north, echo) as recorder:
        composition = Composition(
            session,
            Desktop(),
            board_options(options),
            saver,
            may_go_on,
            Broker,
            far_match,
            tell_joined,
            recorder,
        )
        return await run_on_display(composition, options, echo, remarks)


@contextmanager
def saving(
    session: Session, store: Store, echo: Echo, match: int | None = None
) -> Iterator[Autosave]:
    """Save a session in the background, and close the store at the end.

    Args:
        echo: takes a sentence if not everything could be saved.
        match: id of the match that the session continues; None for a new one.
    """
    autosave = Autosave(session, store, match, WorkerThread("autosave"))
    try:
        yield autosave
    finally:
        for notice in autosave.close():
            echo(str(notice.words))


@contextmanager
def _recorded(session: Session, path: Path | None, north: Side, echo: Echo) -> Iterator[Recorder]:
    """Record the trace of a session in a new file, or nothing without a path.

    Args:
        echo: takes a sentence if the end of the trace could not be written.

    Raises:
        ValueError: the file cannot be written, or there is one already.
    """
    if path is None:
        yield Recorder()
        return
    file = TraceFile(path)
    recorder = TraceRecorder(session, file.write, north)
    try:
        yield recorder
    finally:
        recorder.end(monotonic_ms())
        incomplete = file.close()
        if incomplete is not None:
            echo(str(incomplete))
