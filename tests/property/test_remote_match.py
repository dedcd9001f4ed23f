"""Two hosts far apart come to the same match, whatever the network and their crashes do.

Hypothesis decides what both sides do, which copies of their logs arrive when, and which host begins
again from what it has stored.  Copies are never lost for good here: any may come again, or late.
"""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Sequence
from copy import copy
from typing import TypeAlias

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from host.engine.game import Adjudicable, Side
from host.engine.random_settings import open_settings
from host.engine.registry import game_named
from host.message import Message, message
from host.recognition.matching import expect_from
from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.remote.record.errors import RefusedRecordError
from host.remote.record.log import Log
from host.remote.record.merge import merge, replay_of
from host.remote.record.payload import signed, verified
from host.remote.record.replay import Merged, Replay
from host.remote.record.terms import Terms
from host.session.clock import TimeControl
from host.session.match_settings import MatchSettings
from tests.property.reference_match import Reference, differs, reference

pytestmark = pytest.mark.slow

GAMES = ("kamisado", "kamisado-single", "kamisado-standard", "hasami:limit=5", "five", "seega")
MATCH, KEY = "0123456789abcdef", b"k" * 16
OTHER_EVENTS = (
    e.Resign(),
    e.FlagFell(),
    e.OfferDraw(),
    e.OfferNewGame(),
    e.OfferPause(),
    e.Withdraw(),
    e.Answer(True),
    e.Answer(False),
    e.Pause(),
    e.Resume(),
    e.Claim(True),
    e.Claim(False),
    e.Say(3),
    e.Say(6),
)
Added: TypeAlias = tuple[bool, int | None]
ADDED: tuple[Added, ...] = ((False, None), (True, None), (False, 120))
"""Terms that not every match has: serious, and the absence."""
SIDES = st.sampled_from(list(Side))
SEEDS = st.integers(0, 2**32)


def agreements(host: RemoteMatch) -> int:
    """Number of entries known to a host by which a side agrees to something."""
    logs = [host.own_log] + ([] if host.far_log is None else [host.far_log])
    return sum(entry.event == e.Answer(True) for log in logs for entry in log.entries)


def refusal_by_replay(host: RemoteMatch, far: Log) -> Message | None:
    """Reason why new entries of the far log are refused, judged from the very beginning each."""
    own = host.own_log.entries
    known = 0 if host.far_log is None else len(host.far_log.entries)
    seen = host.far_log.entries[-1].seen if host.far_log is not None and known else 0
    for number, entry in enumerate(far.entries[known:], known):
        if not seen <= entry.seen <= len(own):
            return message("remote.seen_ahead")
        seen = entry.seen
        before: dict[Side, Sequence[e.Entry]] = {
            far.side: far.entries[:number],
            host.side: own[:seen],
        }
        reason = replay_of(host.terms, before).refusal(far.side, entry)
        if reason is not None:
            return message("remote.entry_refused", number=number + 1, reason=reason)
    return None


def judge_all(expected: Reference, side: Side, replay: Replay) -> None:
    """Check that a side may write what the plain rules allow, and nothing else."""
    game, position = expected.game, expected.position
    texts = [game.move_text(position, move) for move in game.legal_moves(position)[:2]]
    if isinstance(game, Adjudicable):
        proposed = game.propose_adjudication(position, expect_from(game, position).pieces)
        if proposed is not None:
            with contextlib.suppress(ValueError):  # no tower is required yet
                adjudicated = game.parse_adjudication(position, proposed)
                texts.append(game.move_text(position, adjudicated))
    gained_ms = (expected.times[-1][side is Side.BLACK] if expected.times else 60_000) + 1000
    cases: list[tuple[e.Event, int | None]] = [(event, None) for event in OTHER_EVENTS]
    cases += [(e.OfferTakeback(plies), None) for plies in range(len(expected.moves) + 2)]
    cases += [(e.Move(text), None) for text in (*texts, *(text + " " for text in texts[:1]))]
    for text in texts[:1]:
        cases += [(e.Move(text), gained_ms), (e.Move(text), gained_ms + 1)]
    cases += [(e.Say(number), None) for number in (0, 5)] + [(e.Admit("third"), None)]
    for event, clock_ms in cases:
        allowed = replay.refusal(side, e.Entry(event, 0, clock_ms)) is None
        assert allowed == expected.allows(side, event, clock_ms), (side, event, clock_ms)


class TwoHosts(RuleBasedStateMachine):
    """Two hosts, a network that keeps and repeats everything, and disks."""

    games = GAMES

    @initialize(
        game=st.integers(0, len(GAMES) - 1),
        inviter=SIDES,
        clock=st.booleans(),
        touch_move=st.sampled_from([False, False, False, False, True]),
        added=st.sampled_from(ADDED),
    )
    def begin(self, game: int, inviter: Side, clock: bool, touch_move: bool, added: Added) -> None:
        serious, absence_s = added
        control = TimeControl(60_000, 1000) if clock else None
        lots = open_settings(GAMES[game])
        agreed = MatchSettings(game_named(GAMES[game]), control, touch_move, None, lots, serious)
        self.terms = Terms(agreed, inviter, absence_s=absence_s)
        host = RemoteMatch.invite(MATCH, "inviter", self.terms, KEY)
        guest = RemoteMatch.join(MATCH, "guest", host.own_payload(), KEY)
        self.hosts = {inviter: host, inviter.other: guest}
        self.copies = {side: [self.hosts[side].own_payload()] for side in Side}
        self.shown: dict[Side, tuple[Merged, int]] = {}

    def note(self, side: Side) -> None:
        """Check that what a side was shown stays, but for what both have agreed on."""
        host = self.hosts[side]
        merged, agreed = host.merged, agreements(host)
        before, agreed_before = self.shown.get(side, (merged, agreed))
        if agreed == agreed_before:
            assert merged.game_number == before.game_number
            assert merged.plies[: len(before.plies)] == before.plies
            assert before.negotiation.termination is None or merged.outcome is not None
        self.shown[side] = merged, agreed

    def write(self, side: Side, event: e.Event) -> bool:
        """Write an event if it may be written now; a refused one leaves no trace."""
        host = self.hosts[side]
        before, log = host.merged, host.own_log
        clock_ms = None
        if before.settings.control is not None and isinstance(event, e.Move):
            times = before.plies[-1].times if before.plies else None
            clock_ms = (times or (60_000, 60_000))[side is Side.BLACK] - 10
        try:
            host.append(event, clock_ms)
        except RefusedRecordError:
            assert (host.merged, host.own_log) == (before, log)
            return False
        self.note(side)
        return True

    @rule(side=SIDES)
    def ask_for_what_is_not_allowed(self, side: Side) -> None:
        """No second device, no second offer, no takeback by touch-move, no time won."""
        merged = self.hosts[side].merged
        if side is not self.terms.inviter or merged.admitted is not None:
            assert not self.write(side, e.Admit("third"))
        plies = len(merged.plies)
        if merged.negotiation.offer is not None or self.terms.settings.touch_move:
            assert not self.write(side, e.OfferTakeback(max(0, plies - 1)))
        if merged.settings.control is None or self.hosts[side].turn is not side:
            return
        game = merged.settings.game
        for move in game.legal_moves(merged.position)[:1]:
            with pytest.raises(RefusedRecordError):
                self.hosts[side].append(e.Move(game.move_text(merged.position, move)), 10**7)

    def move(self, side: Side, choice: random.Random) -> bool:
        merged = self.hosts[side].merged
        game = merged.settings.game
        legal = game.legal_moves(merged.position)
        if not legal:
            return False
        return self.write(side, e.Move(game.move_text(merged.position, choice.choice(legal))))

    def deliver(self, side: Side, payload: bytes) -> None:
        """An honest copy is never refused."""
        assert refusal_by_replay(self.hosts[side], verified(payload, KEY)) is None
        self.hosts[side].take_in(payload)
        self.note(side)

    def publish(self, side: Side) -> None:
        self.copies[side].append(self.hosts[side].own_payload())

    def exchange(self) -> None:
        """Both have everything of the other."""
        for _ in range(2):  # taking in may admit
            for side in Side:
                self.publish(side)
                self.deliver(side.other, self.copies[side][-1])

    @rule(side=SIDES, seed=SEEDS)
    def make_move(self, side: Side, seed: int) -> None:
        self.move(side, random.Random(seed))

    @rule(seed=SEEDS, plies=st.integers(1, 60))
    def play_on(self, seed: int, plies: int) -> None:
        """Both play at once, with the network as fast as they are."""
        choice = random.Random(seed)
        self.exchange()
        for _ in range(plies):
            if not self.move(self.hosts[Side.WHITE].turn, choice):
                break
            self.exchange()

    @rule(side=SIDES, event=st.sampled_from(OTHER_EVENTS))
    def other_event(self, side: Side, event: e.Event) -> None:
        self.write(side, event)

    @rule(side=SIDES, back=st.integers(0, 8))
    def offer_takeback(self, side: Side, back: int) -> None:
        plies = len(self.hosts[side].merged.plies)
        self.write(side, e.OfferTakeback(max(0, plies - back)))

    @rule(seed=SEEDS, steps=st.integers(1, 60))
    def both_at_once(self, seed: int, steps: int) -> None:
        """Both do much before they hear of each other."""
        choice = random.Random(seed)
        for _ in range(steps):
            side = choice.choice(list(Side))
            plies = len(self.hosts[side].merged.plies)
            match choice.randrange(8):
                case 0 | 1:
                    self.publish(side.other)
                    self.deliver(side, self.copies[side.other][-1])
                case 2:
                    self.deliver(side, choice.choice(self.copies[side.other]))
                case 3:
                    self.write(side, e.OfferTakeback(max(0, plies - choice.randrange(4))))
                case 4 | 5:
                    self.write(side, e.Answer(choice.random() < 0.8))
                case 6 if self.hosts[side].merged.outcome is not None:
                    self.write(side, e.OfferNewGame())
                case 6 if choice.random() < 0.2:
                    self.write(side, choice.choice(OTHER_EVENTS))
                    self.write(side, e.Resume())
                case _:
                    self.move(side, choice)

    def cross(self, seed: int) -> None:
        """Both do a little at once, after they have heard all of each other."""
        choice = random.Random(seed)
        self.exchange()
        for side in Side:
            for _ in range(choice.randint(1, 2)):
                plies = len(self.hosts[side].merged.plies)
                if choice.random() < 0.3:
                    self.move(side, choice)
                else:
                    takeback = e.OfferTakeback(max(0, plies - choice.randrange(4)))
                    self.write(side, choice.choice([*OTHER_EVENTS, takeback]))
        self.exchange()

    @rule(side=SIDES)
    def publish_log(self, side: Side) -> None:
        self.publish(side)

    @rule(side=SIDES, seed=SEEDS)
    def take_any_copy(self, side: Side, seed: int) -> None:
        self.deliver(side, random.Random(seed).choice(self.copies[side.other]))

    @rule(side=SIDES)
    def take_newest_copy(self, side: Side) -> None:
        self.deliver(side, self.copies[side.other][-1])

    @rule(side=SIDES)
    def begin_again(self, side: Side) -> None:
        """A host ends, perhaps before it published, and begins again from what it has stored."""
        host = self.hosts[side]
        again = RemoteMatch(side, self.terms, KEY, host.own_log, host.far_log)
        assert again.merged == host.merged
        self.hosts[side] = again

    @rule(side=SIDES, seed=SEEDS)
    def refuse_what_is_not_honest(self, side: Side, seed: int) -> None:
        """Records that the other side did not write so are refused and leave no trace."""
        choice, host = random.Random(seed), self.hosts[side]
        far = self.hosts[side.other].own_log
        entries = list(far.entries)
        number = choice.randrange(len(entries)) if entries else 0
        turn = host.turn
        seen = len(host.own_log.entries)
        forged = [
            self.copies[side.other][-1].replace(b'"mac":"', b'"mac":"0'),
            signed(far, b"another key, 16 bytes"),
            json.dumps({"v": 2}).encode(),
            b" " * (256 * 1024 + 1),
            host.own_payload(),
            signed(far.extended(e.Entry(e.Say(0), seen + 1)), KEY),
        ]
        if host.far_log is not None and number < len(host.far_log.entries):
            entries[number] = e.Entry(e.Say(5), entries[number].seen)
            if entries[number] != far.entries[number]:
                changed = signed(far.head.extended(*entries), KEY)
                forged.append(changed)
        if host.far_log == far and turn is side:
            merged = host.merged
            for move in merged.settings.game.legal_moves(merged.position)[:1]:
                text = merged.settings.game.move_text(merged.position, move)
                forged.append(signed(far.extended(e.Entry(e.Move(text), seen)), KEY))
        before = host.merged, host.own_log, host.far_log
        for payload in forged:
            with pytest.raises(RefusedRecordError):
                host.take_in(payload)
            assert (host.merged, host.own_log, host.far_log) == before

    @rule(side=SIDES, seed=SEEDS)
    def judge_entries_by_chance(self, side: Side, seed: int) -> None:
        """New entries that nobody has checked are judged as if each were replayed."""
        choice, host = random.Random(seed), self.hosts[side]
        forged = self.hosts[side.other].own_log
        merged = host.merged
        legal = merged.settings.game.legal_moves(merged.position)
        for _ in range(choice.randint(1, 4)):
            events: list[e.Event] = [*OTHER_EVENTS, e.OfferTakeback(choice.randrange(4))]
            if legal:
                text = merged.settings.game.move_text(merged.position, choice.choice(legal))
                events += [e.Move(text)] * 6
            clock_ms = choice.choice((None, 0, 100_000))
            seen = len(host.own_log.entries) - choice.choice((-1, 0, 0, 0, 1, 2))
            entry = e.Entry(choice.choice(events), max(0, seen), clock_ms)
            forged = forged.extended(entry)
        again = copy(host)
        again._replay = host._replay.copy()
        reason = refusal_by_replay(again, forged)
        if reason is not None:
            with pytest.raises(RefusedRecordError) as refused:
                again.take_in(signed(forged, KEY))
            assert refused.value.reason == reason
            assert (again.merged, again.far_log) == (host.merged, host.far_log)
        else:
            again.take_in(signed(forged, KEY))
            logs = {side: again.own_log.entries, side.other: forged.entries}
            assert merge(self.terms, logs[Side.BLACK], logs[Side.WHITE]) == again.merged

    @rule(side=SIDES)
    def judge_all_that_may_be_written(self, side: Side) -> None:
        host = self.hosts[side]
        entries: dict[Side, Sequence[e.Entry]] = {
            side: host.own_log.entries,
            side.other: host._far_entries,
        }
        judge_all(reference(self.terms, entries), side, replay_of(self.terms, entries))

    @invariant()
    def logs_lead_to_what_is_shown(self) -> None:
        for host in getattr(self, "hosts", {}).values():
            entries = dict.fromkeys(Side, ()) | {host.side: host.own_log.entries}
            if host.far_log is not None:
                entries[host.side.other] = host.far_log.entries
            assert merge(self.terms, entries[Side.BLACK], entries[Side.WHITE]) == host.merged
            assert not differs(host.merged, reference(self.terms, entries))

    def teardown(self) -> None:
        if hasattr(self, "hosts"):
            self.exchange()
            assert self.hosts[Side.WHITE].merged == self.hosts[Side.BLACK].merged


@pytest.mark.parametrize("seed", range(40))
def test_both_do_much_before_they_hear_of_each_other(seed: int) -> None:
    """By chance alone, which meets more than steps that are chosen one by one."""
    choice, hosts = random.Random(seed), TwoHosts()
    game, inviter = choice.randrange(len(GAMES)), choice.choice(list(Side))
    hosts.begin(game, inviter, seed % 2 == 0, seed % 5 == 4, ADDED[seed % 3])
    for _ in range(5):
        hosts.both_at_once(choice.randrange(2**32), 60)
        hosts.logs_lead_to_what_is_shown()
        for _ in range(3):
            hosts.cross(choice.randrange(2**32))
            hosts.logs_lead_to_what_is_shown()
        for side in Side:
            hosts.ask_for_what_is_not_allowed(side)
            hosts.judge_all_that_may_be_written(side)
            hosts.judge_entries_by_chance(side, choice.randrange(2**32))
    hosts.teardown()


TwoHosts.TestCase.settings = settings(
    deadline=None,
    max_examples=25,
    stateful_step_count=20,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink takes minutes
)
TestTwoHosts = TwoHosts.TestCase
