"""States of which a display gets only the moves that are new, in Python and in the page."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from host.message import catalogue
from host.session.analysis import HelpUsed, Hint
from host.ui.messages.differences import StateDifferences
from host.ui.messages.encoding import encode
from host.ui.messages.moves import move_data
from host.ui.messages.state import LinkData, state_message
from host.ui.publisher import StatePublisher
from tests.support.require import require
from tests.support.snapshots import SnapshotHand

LINK: LinkData = {"state": "up", "text": ""}
JS = Path(__file__).resolve().parents[3] / "host" / "ui" / "static" / "js"
STEPS = 40


class Play:
    """Random play with takebacks, hints and new games; each change is published."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.hand = SnapshotHand()
        self.states: list[Mapping[str, object]] = []
        self.publisher = StatePublisher(self._hear)
        self.publish()

    def _hear(self, message: Mapping[str, object]) -> None:
        if message["t"] == "state":
            self.states.append(message)

    def publish(self) -> None:
        hand = self.hand
        self.publisher.publish_state(hand.game, hand.session.view(), LINK, hand.now_ms)

    def step(self) -> None:
        hand, session = self.hand, self.hand.session
        act = self.chance.choices(("move", "back", "redo", "hint", "new"), (60, 15, 10, 15, 3))[0]
        if act == "hint":
            session.analysis.tell(session.position, Hint("", "", None, None))
            self.publish()
        elif act == "new" or session.outcome is not None:
            session.new_game(hand.now_ms)
        elif act == "move":
            hand.move(hand.game.move_text(session.position, self._a_move()))
        elif act == "back" and session.view().can_take_back:
            session.take_back(hand.now_ms)
        elif act == "redo" and session.view().can_redo:
            session.redo(hand.now_ms)
        self.publish()
        hand.snapshot = session.view().expectation.snapshot
        hand.wait(600)
        self.publish()

    def _a_move(self) -> object:
        hand = self.hand
        return self.chance.choice(list(hand.game.legal_moves(hand.session.position)))


def applied(known: list[object], difference: Mapping[str, object]) -> dict[str, object]:
    """Apply a difference to the moves that are known, as a display does; return the whole state."""
    moves, begin = difference["moves"], difference["from"]
    assert isinstance(moves, (list, tuple))
    assert isinstance(begin, int)
    known[begin:] = moves
    whole = {name: value for name, value in difference.items() if name not in ("since", "from")}
    return whole | {"moves": list(known)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_differences_one_after_another_are_the_whole_states(seed: int) -> None:
    play = Play(seed)
    # One display gets every state, the other is slow and gets only the newest now and then.
    displays: list[tuple[float, StateDifferences, list[object]]] = [
        (1.0, StateDifferences(), []),
        (0.3, StateDifferences(), []),
    ]
    told = 0
    for _ in range(STEPS):
        play.step()
        for state in play.states[told:]:
            for share, differences, known in displays:
                if play.chance.random() < share:
                    sent = json.loads(encode(differences.of(state)))
                    assert applied(known, sent) == json.loads(encode(state))
        told = len(play.states)
        hand = play.hand
        view = hand.session.view()
        moves = [move_data(p, n, 8, view.aids.get(n)) for n, p in enumerate(view.plies, 1)]
        anew = state_message(hand.game, view, 0, LINK, None, moves)
        whole = json.loads(encode(play.states[-1]))
        assert whole["moves"] == json.loads(encode(anew))["moves"]
    assert told > STEPS


def test_what_a_change_sends_does_not_grow_with_the_match() -> None:
    hand = SnapshotHand()
    states: list[Mapping[str, object]] = []
    publisher, differences = StatePublisher(states.append), StateDifferences()
    for move in ("d8d3", "f1f2", "d3d2"):
        hand.move(move)
        publisher.publish_state(hand.game, hand.session.view(), LINK, hand.now_ms)
    for state in states:
        sent = differences.of(state)
    assert (sent["since"], sent["from"]) == (states[-2]["rev"], 2)
    assert [json.loads(encode(move))["text"] for move in sent["moves"]] == ["d3d2"]  # type: ignore[attr-defined]
    assert differences.of(states[-1])["moves"] == ()


def test_help_that_comes_late_counts_for_the_moves_that_were_made_in_that_position() -> None:
    hand = SnapshotHand()
    hand.move("d8d3")
    first = hand.session.plies[0].before.position
    hand.move("f1f2")
    assert hand.view.aids == {}
    hand.session.analysis.note(first, HelpUsed.PROVEN)
    assert hand.view.aids == {1: HelpUsed.PROVEN}
    before = hand.view.aids
    assert hand.view.aids is before, "nothing is made anew"
    hand.session.analysis.note(first, HelpUsed.HINT)
    assert (hand.view.aids, before) == ({1: HelpUsed.HINT}, {1: HelpUsed.PROVEN})
    hand.session.take_back(hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.view.aids == {}


SCRIPT = """
globalThis.fetch = async url => {
  const language = /(\\w[\\w-]*)\\.json$/.exec(String(url))[1];
  return { ok: true, json: async () => given.catalogues[language] };
};
const { readFileSync } = await import("node:fs");
const { deepStrictEqual: same } = await import("node:assert");
const given = JSON.parse(readFileSync(0, "utf8"));
const { loadCatalogue, inWords } = await import(MODULES + "text/messages.js");
const { Received } = await import(MODULES + "connection/received.js");
await loadCatalogue("en");
const received = new Received();
let kept = 0;
for (const { line, whole, language } of given.steps) {
  const before = received.told;
  const length = before.length;
  const told = received.take(line);
  same(told, inWords(whole));
  same(before.length, length); // a state that was handed out stays as it is
  if (told.moves.length && told.moves[0] === before[0]) kept += 1;
  if (language) {
    await loadCatalogue(language);
    same(received.repeat(), [inWords(whole)]);
  }
}
// Whoever missed a state is not told a wrong one, and the next complete one is right.
const [, , missed, late] = given.steps;
const other = new Received();
same(other.take(missed.line), null);
other.take(given.steps[0].line);
same(other.take(late.line), null);
const whole = { ...late.whole, since: null, from: 0 };
same(other.take(JSON.stringify(whole)), inWords(late.whole));
// Complete states, of a program that knows no differences, keep the moves that are known.
const first = other.told[0];
other.take(JSON.stringify(late.whole));
same(other.told[0] === first, true);
console.log(kept);
"""


@pytest.mark.slow
def test_the_page_makes_whole_states_of_differences_in_any_language() -> None:
    program = shutil.which("node")
    require(program is not None, "Node.js is missing: apt-get install nodejs")
    assert program is not None
    play, differences, steps = Play(11), StateDifferences(), []
    for _ in range(STEPS):
        play.step()
    languages = ("hu", "ru", "en")
    for number, state in enumerate(play.states):
        line = encode(differences.of(state))
        language = languages[number // 7 % 3] if number % 7 == 6 else None
        steps.append({"line": line, "whole": json.loads(encode(state)), "language": language})
    words = {language: catalogue(language) for language in languages}
    done = subprocess.run(
        [
            program,
            "--input-type=module",
            "--eval",
            f"const MODULES = {json.dumps(JS.as_uri() + '/')};{SCRIPT}",
        ],
        input=json.dumps({"steps": steps, "catalogues": words}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > STEPS, "moves that stay are the same objects"
