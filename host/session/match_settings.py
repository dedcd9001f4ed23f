"""Settings of a match: all that players agree on before the first move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial

from host.ai.players.opponent import AnyOpponent, FarPlayer
from host.ai.solver.adapter import check_provable, is_provable
from host.engine.game import AnyGame, Side
from host.engine.random_settings import Draw, redraw_settings, value_from_moves
from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.message import Message
from host.session.access.fair_play import Aid, Conditions, may_have, values_refused
from host.session.clock import TimeControl


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Agreed before a match; the same value from a request to the store.

    Attributes:
        game: the rules.
        control: the time of each player; None to play without a clock.
        touch_move: True if a move stands once it is made: nothing is taken back.
        opponent: the computer, or a player at another board; None if people play both sides here.
        drawn: names of the game's settings that are drawn by lot whenever it is begun again.
        serious: True if played without any help, and with pauses by agreement.
        names: of the people who play; "" for the computer's side.
        far_side: the side of a player at another board; None without one.
        moves_stand: True if hands cannot take a move back: by agreement, or until the far player
            agrees.
    """

    game: AnyGame
    control: TimeControl | None = None
    touch_move: bool = False
    opponent: AnyOpponent | None = None
    drawn: tuple[str, ...] = ()
    serious: bool = False
    names: PlayerNames = NO_NAMES
    far_side: Side | None = field(init=False, compare=False, repr=False)
    moves_stand: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Asked for with every snapshot, so they are worked out once.
        far_side = self.opponent.side if isinstance(self.opponent, FarPlayer) else None
        object.__setattr__(self, "far_side", far_side)
        object.__setattr__(self, "moves_stand", self.touch_move or far_side is not None)

    def draw_lots(self, draw: Draw) -> tuple[MatchSettings, tuple[Message, ...]]:
        """Return the settings with those drawn by lot, and a sentence for each.

        Args:
            draw: draws one of a setting's values.
        """
        game, sentences, _ = redraw_settings(self.game, self.drawn, draw)
        return replace(self, game=game), sentences

    def draw_again(self, moves: Iterable[str]) -> tuple[MatchSettings, tuple[Message, ...]]:
        """Return the settings of the next game, and a sentence for each that was drawn by lot.

        The moves of the game before seed the draw: it cannot be foreseen, a trace repeats it, and
        both boards of a far match draw the same.

        Args:
            moves: texts of all; without any, what was drawn stays.
        """
        played = " ".join(moves)
        return self.draw_lots(partial(value_from_moves, played)) if played else (self, ())

    @property
    def conditions(self) -> Conditions:
        """Conditions of each round, which say what help players may have."""
        if self.serious:
            return Conditions.SERIOUS
        earnest = self.moves_stand or self.control is not None
        return Conditions.EARNEST if earnest else Conditions.FRIENDLY

    @property
    def pauses_by_agreement(self) -> bool:
        """True if the other side must agree to a pause; the computer does not mind one."""
        return self.serious and (self.opponent is None or self.far_side is not None)

    @property
    def may_show_values(self) -> bool:
        """True if the lights may show proven values: there are some, and it would be fair."""
        return is_provable(self.game) and may_have(Aid.LIGHTS, self.conditions)

    def check_values_shown(self) -> None:
        """Check that the lights may show proven values.

        Raises:
            ValueError: they may not; the sentence says why.
        """
        check_provable(self.game)
        if not self.may_show_values:
            raise ValueError(values_refused(self.conditions))

    def with_names(self, names: PlayerNames) -> MatchSettings:
        """Return the settings with the names of the people, without that of the computer's side."""
        opponent = self.opponent
        if opponent is not None and opponent.side is not self.far_side:
            names = names.only(opponent.side.other)
        return replace(self, names=names)

    def with_players_of(self, before: MatchSettings) -> MatchSettings:
        """Return the settings with the names of those who have played before, if as many play
        again: whoever plays the computer takes the own name along to the other side."""
        then, now = before.opponent, self.opponent
        if then is None or now is None:
            return self.with_names(before.names if then is now else NO_NAMES)
        moves = then.side is not now.side
        return self.with_names(before.names.exchanged if moves else before.names)

    def with_opponent_of(self, before: MatchSettings, strength: float, seed: int) -> MatchSettings:
        """Return the settings with an opponent that plays anew, or that knows this player.

        Args:
            before: of the match before.
            strength: that its opponent had in the end.
        """
        opponent = self.opponent
        if opponent is None or isinstance(opponent, FarPlayer):
            return self
        opponent = replace(opponent, seed=seed)
        if opponent.adapts and before.opponent is not None and before.opponent.adapts:
            opponent = replace(opponent, strength=strength)
        return replace(self, opponent=opponent)
