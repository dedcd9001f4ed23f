"""Sessions of saved matches."""

from __future__ import annotations

from host.ai.players.opponent import parse_opponent
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.message import message, message_of
from host.session.analysis import HelpUsed
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch


def saved_session(saved: SavedMatch, help_level: Help) -> Session:
    """Return the session of a saved match, at its last ply.

    Raises:
        SaveFileError: it cannot be resumed; the message says why.
    """
    try:
        settings = settings_of(saved)
        session = Session(settings, settings.game.parse_position(saved.start), help_level)
        session.restore(saved.plies, saved.times, saved.termination)
        _note_help(session, saved)
    except ValueError as error:
        raise SaveFileError(
            message("storage.cannot_be_resumed", number=saved.id, why=message_of(error))
        ) from error
    return session


def settings_of(saved: SavedMatch) -> MatchSettings:
    """Return what the players of a saved match have agreed on.

    Raises:
        ValueError: it is not known here; the message quotes it.
    """
    control = parse_control(saved.control) if saved.control else None
    opponent = parse_opponent(saved.opponent) if saved.opponent else None
    game, touch_move = game_named(saved.game), saved.touch_move
    drawn, serious, names = saved.drawn, saved.serious, saved.names
    return MatchSettings(game, control, touch_move, opponent, drawn, serious, names)


def _note_help(session: Session, saved: SavedMatch) -> None:
    """Remember which moves were made with help."""
    for ply, kept in zip(session.plies, saved.plies, strict=True):
        if kept.aid is not None:
            session.analysis.note(ply.before.position, HelpUsed(kept.aid))
