"""Sentences of a story, one for each claim."""

from __future__ import annotations

from host.ai.analysis.story import Claim, Idea, Story
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import COLOUR_NAMES, Tower, colour_of, name, side_of
from host.engine.kamisado.position import Move, Position
from host.message import Message, message
from host.message.messages import Argument

TEMPLATES: dict[Idea, tuple[str, str]] = {
    Idea.PASSES: ("ai.passes", "tower"),
    Idea.HOME: ("ai.must_goes_home", "side colour"),
    Idea.ANSWER: ("ai.story_answer", "side colour way called_side called_colour"),
    Idea.PUSH: ("ai.story_push", "side colour way"),
    Idea.ONLY_MOVE: ("ai.story_only_move", "tower way"),
    Idea.ONLY_MOVE_CORNERED: ("ai.story_only_move_cornered", "tower way winner"),
    Idea.CORNERED: ("ai.story_cornered", "tower winner"),
    Idea.ONE_SAFE: ("ai.story_one_safe", "tower squares"),
    Idea.SAFE_SQUARES: ("ai.story_safe_squares", "tower squares called_side called_colour"),
    Idea.CAUGHT: ("ai.story_caught", "tower winner loser"),
    Idea.TRAPPED: ("ai.story_trapped", "tower winner loser"),
    Idea.AFTER: ("ai.story_after", "way"),
    Idea.TWO_HOLD_OUT: ("ai.story_hold_out", "tower squares"),
    Idea.ONE_HOLDS_OUT: ("ai.story_hold_out", "tower squares"),
    Idea.ONE_ESCAPES: ("ai.story_escapes", "tower squares"),
    Idea.TWO_ESCAPE: ("ai.story_escapes", "tower squares"),
    Idea.ONE_COLOUR_ESCAPES: (
        "ai.story_one_colour_escapes",
        "tower squares called_side called_colour",
    ),
    Idea.ONE_COLOUR: ("ai.story_one_colour", "tower squares called_side called_colour"),
}
"""Template of each claim, and its arguments."""


def story_words(story: Story, winner: Side) -> list[Message]:
    """Return the sentences of a story of a side's win."""
    return [_sentence(claim, winner) for claim in story]


def _sentence(claim: Claim, winner: Side) -> Message:
    position = claim.position
    if claim.idea is Idea.ENDED:
        return end_words(position)
    tower = position.required_tower
    assert tower is not None, "only the first move of a round is free"
    args: dict[str, Argument] = {
        "tower": tower_words(tower),
        "side": position.turn.message,
        "colour": COLOUR_NAMES[colour_of(tower)],
        "winner": winner.message,
        "loser": winner.other.message,
    }
    if claim.moves:
        after = rules.play_unchecked(position, claim.moves[0])
        called = after.required_tower if claim.called is None else claim.called
        assert called is not None, "each move calls a tower"
        args["way"] = way_words(claim.moves[0])
        args["squares"] = tuple(name(move.target) for move in claim.moves)
        args["called_side"] = side_of(called).message
        args["called_colour"] = COLOUR_NAMES[colour_of(called)]
    id, names = TEMPLATES[claim.idea]
    return message(id, **{name: args[name] for name in names.split()})


def end_words(position: Position) -> Message:
    """Return the sentence about the end of a round."""
    tower = rules.arrival(position)
    if tower is not None:
        return message("ai.reaches_home", tower=tower_words(tower))
    return message("ai.deadlock", side=position.last_mover.message)


def way_words(move: Move) -> Message:
    """Return the way of a move: "to d5", "pushes to d5"."""
    return message("ai.pushes_to" if move.push else "ai.to", square=name(move.target))


def tower_words(tower: Tower) -> Message:
    """Return the name of a tower: "Black's green"."""
    colour = COLOUR_NAMES[colour_of(tower)]
    return message("ai.tower", side=side_of(tower).message, colour=colour)
