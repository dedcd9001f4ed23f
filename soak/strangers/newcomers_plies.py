"""Plies that newcomers play while something else is odd at the table, or after they went back.

The moves alternate by the rules, so the resting board tells which ones were made once all else is
put right.
"""

from __future__ import annotations

from host.engine.game import Side
from soak.strangers.newcomers import SEEN, undone
from soak.strangers.newcomers_replies import pair
from soak.strangers.scene import ASKEW, Kind, Scene, Step
from soak.tabletop import Token


def two_in_the_other_hand(scene: Scene) -> bool:
    """Compare a white tower and a black one in one hand, and move, or move and be replied to, with
    the other hand meanwhile; then the two go home in any order.

    Observer: those two were only held.
    """
    step = scene.step()
    if step is None:
        return False
    reply = scene.reply(step) if scene.often(0.5) else None
    steps = [step] if reply is None else [step, reply]
    moving = {each.token for each in steps}
    held = []
    for side in scene.chance.sample([Side.WHITE, Side.BLACK], 2):
        squares = [s for s in scene.towers(side) if scene.token(s) not in moving]
        held.append(scene.lift(scene.chance.choice(squares)))
        scene.wait(100, 900)
    for each in steps:
        scene.wait(300, 2500)
        scene.make(each)
    scene.wait(300, 3500)
    scene.put_home(held, 80, 900)
    return True


def lost_on_the_floor(scene: Scene) -> bool:
    """Lose a tower under the table: it falls over, rolls over the board and down, and is looked for
    while the others play three to six plies without it.

    Observer: its square stays its own; play goes on until it is found, or needed.
    """
    square = scene.chance.choice(scene.towers())
    lost = scene.token(square)
    steps = _plies_without(scene, {lost}, scene.chance.randint(3, 6))
    if len(steps) < 2:
        return False
    here = square
    for _ in range(scene.chance.randint(0, 2)):
        spots = [s for s in scene.loose(lost, scene.near(here)) if s != square]
        if spots:
            spot = scene.chance.choice(spots)
            scene.tabletop.knock(here, spot, scene.chance.choice([0.0, *ASKEW]))
            scene.wait(40, 150)
            here = spot
    scene.lift(here)
    scene.wait(500, 4000)
    for step in steps:
        scene.make(step)
        scene.wait(400, 3000)
    scene.put_home([lost], 0, 0)
    return True


def askew_through_plies(scene: Scene) -> bool:
    """Leave one or two towers askew, seen weakly, turned or not at all, while two to four plies are
    played; then somebody straightens them.

    Observer: they stand on their squares all the time.
    """
    askew = scene.chance.sample(scene.towers(), scene.chance.randint(1, 2))
    tokens = {scene.token(square) for square in askew}
    steps = _plies_without(scene, tokens, scene.chance.randint(2, 4))
    if len(steps) < 2:
        return False
    for square in askew:
        scene.tabletop.nudge(square, scene.chance.choice(ASKEW))
    scene.wait(200, 2500)
    for step in steps:
        scene.make(step)
        scene.wait(400, 3000)
    for square in askew:
        scene.tabletop.nudge(square, 0.0)
        scene.wait(80, 600)
    return True


def guest_on_the_board(scene: Scene) -> bool:
    """Put a tower of a second set, or a chess piece with a magnet, on a free square that nobody
    needs, for fun; one or two plies are played around it, and it is taken away.

    Observer: it belongs to nobody, and the moves are made.
    """
    both = pair(scene)
    if both is None:
        return False
    steps = list(both[: scene.chance.randint(1, 2)])
    needed = {s for each in steps for s in scene.line(each.origin, each.target)}
    token = scene.token(scene.chance.choice(scene.towers()))
    spots = [s for s in scene.loose(token, scene.free()) if s not in needed]
    if not spots:
        return False
    spot = scene.chance.choice(spots)
    scene.board.fetch(token)
    scene.put(token, spot)
    scene.wait(500, 5000)
    for step in steps:
        scene.make(step)
        scene.wait(500, 3000)
    scene.lift(spot)
    scene.board.put_away(token)
    return True


def headphones_lie_there(scene: Scene) -> bool:
    """Lay headphones with strong magnets on some squares, and play a ply or two on the others; then
    they are taken away.

    Observer: what was below them stands there still.
    """
    both = pair(scene)
    if both is None:
        return False
    steps = list(both[: scene.chance.randint(1, 2)])
    needed = {s for each in steps for s in (each.origin, each.target)}
    centre = scene.chance.randrange(scene.squares)
    below = [s for s in [centre, *scene.near(centre)] if s not in needed]
    if not below:
        return False
    below = scene.chance.sample(below, min(len(below), scene.chance.randint(2, 5)))
    scene.board.cover({square: scene.chance.choice(SEEN) for square in below})
    scene.wait(500, 4000)
    for step in steps:
        scene.make(step)
        scene.wait(500, 3000)
    scene.board.cover({})
    scene.wait(1000, 3000)
    return True


def back_to_the_mistake(scene: Scene) -> bool:
    """Go back to a mistake: two to five moves are taken back one by one, the first of them are
    repeated, and then another move is made, and replied to at times.

    Observer: all stood as it was then, for a while, and play went on from there.
    """
    steps = undone(scene, scene.chance.randint(2, 5))
    if len(steps) < 2:
        return False
    for _ in steps:
        scene.intended.undo()
    again = steps[::-1][: scene.chance.randint(0, len(steps) - 2)]
    for step in again:
        scene.intended.play(step.move)
    old = steps[::-1][len(again)]
    others = [s for s in scene.steps() if s != old]
    new = scene.chance.choice(others) if others else None
    reply = scene.reply(new) if new is not None else None
    for _ in again:
        scene.intended.undo()
    if new is None:
        for step in reversed(steps):
            scene.intended.play(step.move)
        return False
    for step in steps:
        scene.carry(step.target, step.origin)
        scene.wait(150, 1200)
    scene.wait(1200, 3000)
    for step in [*again, new]:
        scene.make(step)
        scene.wait(400, 1800)
    if reply is not None and scene.often(0.5):
        scene.make(reply)
    return True


def _plies_without(scene: Scene, left_out: set[Token], most: int) -> list[Step]:
    """Return up to `most` plies by chance that others than some towers make, each another one, as
    two moves of one tower may look like a single one; without a pass or a push and until the round
    is over."""
    steps: list[Step] = []
    while len(steps) < most and not scene.intended.over:
        step = scene.step()
        if step is None or step.token in {*left_out, *(each.token for each in steps)}:
            break
        steps.append(step)
        scene.intended.play(step.move)
        if scene.intended.passed:
            break
    for _ in steps:
        scene.intended.undo()
    return steps


KINDS: tuple[Kind, ...] = (
    two_in_the_other_hand,
    lost_on_the_floor,
    askew_through_plies,
    guest_on_the_board,
    headphones_lie_there,
    back_to_the_mistake,
)
