"""Stateful test of a session with random handling of pieces.

The session never stores an illegal move, always reports a wrong board, and its lights lead back to
play.

The pieces of the tabletop are carried about by Hypothesis, which knows no rules; `SessionTabletop`
checks after every picture what must always hold.  At the end of each run somebody who knows nothing
but the lights must find back to a board that is as the game has it.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from host.engine.game import Side
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Action, Phase
from soak.hands.light_follower import LightFollower
from soak.session_tabletop import SessionTabletop

pytestmark = pytest.mark.slow

ACTIONS = (Action.RESIGN, Action.DRAW, Action.PAUSE, Action.NEW)
KAMISADO = ("kamisado", "kamisado-standard", "kamisado-marathon", "kamisado-series-3")
STONES = ("hasami", "five", "seega")
REST_MS = 2500
"""Longer than anything takes to be believed."""


class AnyHands(RuleBasedStateMachine):
    """Hands that mean nothing."""

    games = KAMISADO
    tabletop: SessionTabletop

    @initialize(number=st.integers(0, 11), on_off=st.booleans(), seed=st.integers(0, 2**32))
    def begin(self, number: int, on_off: bool, seed: int) -> None:
        game = game_named(self.games[number % len(self.games)])
        self.tabletop = SessionTabletop(Session(MatchSettings(game)), random.Random(seed), on_off)
        self.tabletop.wait(REST_MS)

    @rule(choice=st.randoms(use_true_random=False))
    def lift(self, choice: random.Random) -> None:
        if self.tabletop.standing:
            self.tabletop.lift(choice.choice(sorted(self.tabletop.standing)))

    @rule(
        choice=st.randoms(use_true_random=False),
        aside=st.sampled_from([0.0, 0.0, 0.25, 0.35, 0.45]),
    )
    def put(self, choice: random.Random, aside: float) -> None:
        if self.tabletop.held:
            files, ranks = self.tabletop.session.game.size
            free = [s for s in range(files * ranks) if s not in self.tabletop.standing]
            self.tabletop.put(choice.choice(list(self.tabletop.held)), choice.choice(free), aside)

    @rule(choice=st.randoms(use_true_random=False))
    def play(self, choice: random.Random) -> None:
        """A legal move, if the pieces happen to stand so that it can be made; what it captures is
        taken off, mostly."""
        options = [
            option
            for option in self.tabletop.session.view().expectation.candidates
            if option.origin in self.tabletop.standing
            and option.target is not None
            and option.target not in self.tabletop.standing
            and not option.pushed
        ]
        if options:
            option = choice.choice(options)
            assert option.origin is not None
            assert option.target is not None
            self.tabletop.put(self.tabletop.lift(option.origin), option.target)
            for square in option.captured:
                if square in self.tabletop.standing and choice.random() < 0.7:
                    self.tabletop.wait(200)
                    self.tabletop.lift(square)

    @rule(choice=st.randoms(use_true_random=False))
    def put_from_the_box(self, choice: random.Random) -> None:
        """A legal move with a piece that is beside the board, if there is such."""
        expectation = self.tabletop.session.view().expectation
        targets = [
            o.target for o in expectation.candidates if o.origin is None and o.target is not None
        ]
        free = [square for square in targets if square not in self.tabletop.standing]
        tokens = [token for token in self.tabletop.held if token.side is expectation.turn]
        if free and tokens:
            self.tabletop.put(tokens[0], choice.choice(free))

    @rule()
    def let_the_turn_go(self) -> None:
        """Choose the first option that a display offers."""
        view = self.tabletop.session.view()
        if view.phase is Phase.PLAY and view.choices:
            text = view.choices[0].text
            self.tabletop.request(lambda now_ms: self.tabletop.session.choose(text, now_ms))

    @rule(choice=st.randoms(use_true_random=False), aside=st.sampled_from([0.0, 0.25, 0.35, 0.45]))
    def nudge(self, choice: random.Random, aside: float) -> None:
        if self.tabletop.standing:
            self.tabletop.nudge(choice.choice(sorted(self.tabletop.standing)), aside)

    @rule(ms=st.sampled_from([20, 90, 150, 450, 900, 2500]))
    def wait(self, ms: int) -> None:
        self.tabletop.wait(ms)

    @rule()
    def take_back(self) -> None:
        self.tabletop.request(self.tabletop.session.take_back)

    @rule()
    def new_game(self) -> None:
        self.tabletop.request(self.tabletop.session.new_game)

    @rule(choice=st.randoms(use_true_random=False))
    def put_on_the_menu(self, choice: random.Random) -> None:
        """A tower on a square of the menu, if that happens to be open."""
        squares = [item.square for item in self.tabletop.session.view().menu]
        free = [square for square in squares if square not in self.tabletop.standing]
        if free and self.tabletop.held:
            self.tabletop.put(choice.choice(list(self.tabletop.held)), choice.choice(free))

    @rule(request=st.sampled_from(["redo", "resume"]))
    def request(self, request: str) -> None:
        self.tabletop.request(getattr(self.tabletop.session, request))

    @rule(side=st.sampled_from(Side), action=st.sampled_from(ACTIONS))
    def act(self, side: Side, action: Action) -> None:
        self.tabletop.request(lambda now_ms: self.tabletop.session.act(action, side, now_ms))

    @rule(agreed=st.booleans())
    def answer(self, agreed: bool) -> None:
        self.tabletop.request(lambda now_ms: self.tabletop.session.answer(agreed, now_ms))

    @rule()
    def look_away(self) -> None:
        self.tabletop.look_away()

    @invariant()
    def the_game_can_be_replayed(self) -> None:
        session = self.tabletop.session
        position = session.game.start()
        for ply in session.plies:
            position = session.game.play(position, session.game.parse_move(position, ply.text))
        assert position == session.position

    def teardown(self) -> None:
        if not hasattr(self, "tabletop"):
            return
        self.tabletop.wait(REST_MS)
        # Of stones some are beside the board; how many, the lights need not tell.
        boxed = (
            0 if self.games is KAMISADO else len(self.tabletop.standing) + len(self.tabletop.held)
        )
        LightFollower(self.tabletop, boxed).follow()
        self.tabletop.wait(REST_MS)
        view = self.tabletop.session.view()
        if view.phase in (Phase.PLAY, Phase.PAUSED, Phase.SETUP):
            assert view.correction is None
            assert view.menu == ()
            assert view.phase is not Phase.SETUP


class AnyHandsWithStones(AnyHands):
    """The same where pieces are captured, come and go, and move backward."""

    games = STONES


TestAnyHandsWithStones = AnyHandsWithStones.TestCase
TestAnyHandsWithStones.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, derandomize=True
)

TestAnyHands = AnyHands.TestCase
TestAnyHands.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, derandomize=True
)
