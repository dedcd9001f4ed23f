"""Newcomers' ways to make a move: it is meant, and nothing else.

The last tower rests on its square in the end, all others where they stood, and no other legal move
leads to that board.
"""

from __future__ import annotations

from itertools import pairwise

from host.engine.game import Side, Square
from host.recognition.snapshot import STATE_OF_SIDE, SquareState
from soak.strangers.newcomers import SEEN
from soak.strangers.scene import WAYS, Kind, Scene


def legality_tested(scene: Scene) -> bool:
    """Slide the tower as far as it goes in some direction, to see whether it could, slide it back
    home, and make another move.

    Observer: it went home, and then where it stands.
    """
    step = scene.step()
    if step is None:
        return False
    lines = [
        scene.line(step.origin, s.target)
        for s in scene.steps()
        if s.token == step.token and scene.may_rest(step, s.target)
    ]
    lines = [line for line in lines if step.target not in line]
    if not lines:
        return False
    path = max(scene.chance.sample(lines, min(len(lines), 3)), key=len)
    scene.tabletop.slide(step.origin, path, [scene.chance.randint(20, 120) for _ in path[1:]])
    scene.wait(200, 1800)
    back = [*reversed(path[:-1]), step.origin]
    scene.tabletop.slide(path[-1], back, [scene.chance.randint(20, 120) for _ in back[1:]])
    scene.wait(200, 1800)
    scene.make(step)
    return True


def hesitant_slide(scene: Scene) -> bool:
    """Slide the tower on and back again with the finger on it, with a stop at each turn, until it
    is where it is to go.

    Observer: the finger lets go on the last square.
    """
    step = scene.step()
    path = [] if step is None else [step.origin, *scene.line(step.origin, step.target)]
    if step is None or len(path) < 3:
        return False
    if not all(scene.may_rest(step, square) for square in path[1:-1]):
        return False
    at = 0
    for _ in range(scene.chance.randint(2, 5)):
        to = scene.chance.choice([n for n in range(len(path) - 1) if n != at])
        _slide(scene, path, at, to)
        scene.wait(100, 900)
        at = to
    _slide(scene, path, at, len(path) - 1)
    scene.intended.play(step.move)
    return True


def walked_like_a_doll(scene: Scene) -> bool:
    """Walk the tower like a doll around the others, also sideways and back, a step on each square,
    until it stands where it is to go.

    Observer: a walk in one go to that square.
    """
    step = scene.step()
    if step is None:
        return False
    here, walk = step.origin, [step.origin]
    while step.target not in scene.near(here) or len(walk) < 4:
        ways = [s for s in scene.near(here) if scene.may_rest(step, s) and s not in walk]
        if not ways or len(walk) > 12:
            return False
        here = scene.chance.choice(ways)
        walk.append(here)
    walk.append(step.target)
    pace = scene.chance.choice([(30, 120), (80, 300), (150, 600)])
    for one, two in pairwise(walk):
        if scene.often(0.5):
            scene.tabletop.slide(one, [two], [])
        else:
            scene.tabletop.knock(one, two, 0.0, scene.chance.randint(20, 120))
        if two != step.target:
            scene.wait(*pace)
    scene.intended.play(step.move)
    return True


def between_two_squares(scene: Scene) -> bool:
    """Put the tower down on the line between its square and a free one, where both sensors, the
    wrong one alone or neither see something of it; asked which it is, push it into its square.

    Observer: it is clear once it stands in the middle.
    """
    step = scene.step()
    spots = [] if step is None else [s for s in scene.near(step.target) if scene.may_rest(step, s)]
    if step is None or not spots:
        return False
    spot, own = scene.chance.choice(spots), STATE_OF_SIDE[step.token.side]
    seen = scene.chance.choice(
        [
            {spot: own},
            {spot: SquareState.UNSURE},
            {spot: SquareState.UNSURE, step.target: SquareState.UNSURE},
            {spot: own, step.target: own},
            {step.target: SquareState.UNSURE},
        ]
    )
    token = scene.lift(step.origin)
    scene.in_the_air()
    scene.put(token, step.target, 0.45)
    scene.board.cover(seen)
    scene.wait(300, 4000)
    scene.board.cover({})
    scene.tabletop.nudge(step.target, 0.0)
    scene.intended.play(step.move)
    return True


def wrong_of_two_in_hand(scene: Scene) -> bool:
    """Hold two own towers in one hand and put the wrong one down; it is exchanged for the other
    one, and goes home.

    Observer: the one that stands there in the end has moved, as the other one is at home.
    """
    step = scene.step()
    if step is None:
        return False
    others = [s for s in scene.towers(step.token.side) if s != step.origin]
    wrong = scene.chance.choice(others)
    if not scene.may_lie(step.token, step.target):
        return False
    one, two = scene.chance.sample([step.origin, wrong], 2)
    first = scene.lift(one)
    scene.wait(100, 900)
    second = scene.lift(two)
    scene.wait(200, 1500)
    right, left = (first, second) if one == step.origin else (second, first)
    scene.put(left, step.target)
    scene.wait(300, 2500)
    scene.lift(step.target)
    scene.wait(60, 600)
    for token, square in scene.chance.sample([(right, step.target), (left, wrong)], 2):
        scene.put(token, square)
        scene.wait(60, 700)
    scene.intended.play(step.move)
    return True


def captures_like_in_chess(scene: Scene) -> bool:
    """Capture an opponent's tower as in chess: a child takes it off and stands on its square;
    "there is no capturing", the captured one goes back and the tower where it may go.

    Observer: all others stand as before, and the tower has made its move.
    """
    step = scene.step()
    if step is None:
        return False
    goal = scene.squares // scene.files - 1 if step.token.side is Side.WHITE else 0
    victims = [s for s in scene.towers(step.token.side.other) if s // scene.files != goal]
    if not victims:
        return False
    victim = scene.chance.choice(victims)
    both = scene.chance.sample([step.origin, victim], 2)
    held = scene.lift_all(both, 80, 700)
    own, captured = held if both[0] == step.origin else held[::-1]
    scene.put(own, victim)
    scene.wait(500, 4000)
    scene.lift(victim)
    scene.wait(100, 900)
    for token, square in scene.chance.sample([(own, step.target), (captured, victim)], 2):
        scene.put(token, square)
        scene.wait(80, 900)
    scene.intended.play(step.move)
    return True


def reaches_across(scene: Scene) -> bool:
    """Reach across the board with a magnetic bracelet at the wrist: behind the hand, towards the
    player's corner, sensors show anything while the tower is taken and put down.

    Observer: one tower was moved, and the arm has gone.
    """
    step = scene.step()
    if step is None:
        return False
    corners = (0, scene.files - 1)
    if step.token.side is Side.BLACK:
        corners = (scene.squares - scene.files, scene.squares - 1)
    corner = scene.chance.choice(corners)
    _reach(scene, step.origin, corner, step.target)
    token = scene.lift(step.origin)
    scene.wait(80, 400)
    _reach(scene, step.target, corner, step.origin)
    scene.put(token, step.target)
    scene.wait(100, 900)
    scene.board.cover({})
    scene.intended.play(step.move)
    return True


def counted_with_a_ring(scene: Scene) -> bool:
    """Count the squares with a finger that has a magnetic ring: on each there seems to stand
    something for a moment; then the tower is moved.

    Observer: the tower stood at home while the finger went along.
    """
    step = scene.step()
    if step is None:
        return False
    path = scene.line(step.origin, step.target)
    for square in [*path, *path[-2::-1]] if scene.often(0.5) else path:
        scene.board.cover({square: scene.chance.choice(SEEN)})
        scene.wait(60, 350)
    scene.board.cover({})
    scene.wait(100, 1200)
    scene.make(step)
    return True


def kibitzer_shows(scene: Scene) -> bool:
    """Let somebody else show "and then I would go there": while the player has the tower in the
    hand, one or two others are carried to other squares and back.

    Observer: those went home, and the tower is put where it stands.
    """
    step = scene.step()
    if step is None:
        return False
    token = scene.lift(step.origin)
    scene.wait(300, 2500)
    others = scene.chance.sample(scene.towers(), scene.chance.randint(1, 2))
    shown = []
    for square in others:
        spots = [s for s in scene.loose(scene.token(square), scene.free()) if s != step.target]
        spots = [s for s in spots if s not in scene.intended.places]
        spot = scene.chance.choice(spots)
        scene.carry(square, spot)
        scene.wait(200, 1800)
        shown.append((square, spot))
    for square, spot in scene.chance.sample(shown, len(shown)):
        scene.carry(spot, square)
        scene.wait(80, 900)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    return True


def sides_confused(scene: Scene) -> bool:
    """Confuse the sides: a child moves the opponent's tower of the right colour, the opponent one
    of the child's; both are put back, and the child moves the right one.

    Observer: two towers were moved by the wrong hands and went home, then came the move.
    """
    step = scene.step()
    if step is None:
        return False
    mine = [
        s for s in scene.towers(step.token.side.other) if scene.token(s).name == step.token.name
    ]
    yours = [s for s in scene.towers(step.token.side) if s != step.origin]
    moved: list[tuple[Square, Square]] = []
    for square in (mine[0], scene.chance.choice(yours)):
        spots = [s for s in scene.loose(scene.token(square), scene.free()) if s != step.target]
        spot = scene.chance.choice([s for s in spots if s not in scene.intended.places])
        scene.carry(square, spot)
        scene.wait(300, 2500)
        moved.append((square, spot))
    scene.put_home(scene.lift_all([spot for _, spot in moved], 60, 500), 80, 700)
    scene.wait(200, 1500)
    scene.make(step)
    return True


def seen_late(scene: Scene) -> bool:
    """Move over sensors that are seen late: the old square still shows the tower when it stands on
    the new one, or the new one shows nothing for a while, or both.

    Observer: in the end one move, as any other.
    """
    step = scene.step()
    if step is None:
        return False
    late = scene.chance.choice(
        [
            {step.origin: STATE_OF_SIDE[step.token.side]},
            {step.target: SquareState.EMPTY},
            {step.origin: STATE_OF_SIDE[step.token.side], step.target: SquareState.EMPTY},
        ]
    )
    scene.board.cover(late)
    scene.carry(step.origin, step.target)
    scene.wait(100, 1500)
    scene.board.cover({})
    scene.intended.play(step.move)
    return True


def plug_pulled(scene: Scene) -> bool:
    """Pull the plug of the board by mistake while the tower is in the hand, or just before; it is
    put down meanwhile, and some seconds later the plug is in again.

    Observer: what stood before and what stands now differ by one move.
    """
    step = scene.step()
    if step is None:
        return False
    if scene.often(0.5):
        token = scene.lift(step.origin)
        scene.in_the_air()
        scene.board.unplug()
    else:
        scene.board.unplug()
        token = scene.lift(step.origin)
    scene.put(token, step.target)
    scene.board.pass_unseen(scene.chance.randint(800, 4000))
    scene.intended.play(step.move)
    return True


def _slide(scene: Scene, path: list[Square], at: int, to: int) -> None:
    """Slide a tower along a path from one of its squares to another one."""
    way = path[at + 1 : to + 1] if to > at else path[to:at][::-1]
    scene.tabletop.slide(path[at], way, [scene.chance.randint(20, 150) for _ in way[1:]])


def _reach(scene: Scene, hand: Square, corner: Square, free: Square) -> None:
    """Lay a wrist on one to three squares between a hand and a corner, beside the hand."""
    here, arm = hand, []
    for _ in range(scene.chance.randint(1, 3)):
        (x, y), (to_x, to_y) = (divmod(s, scene.files)[::-1] for s in (here, corner))
        dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        beside = scene.beside(here, (dx, dy)) if (dx, dy) in WAYS else None
        if beside is None:
            break
        arm.append(beside)
        here = beside
    scene.board.cover({s: scene.chance.choice(SEEN) for s in arm if s not in (hand, free)})
    scene.wait(80, 500)


KINDS: tuple[Kind, ...] = (
    legality_tested,
    hesitant_slide,
    walked_like_a_doll,
    between_two_squares,
    wrong_of_two_in_hand,
    captures_like_in_chess,
    reaches_across,
    counted_with_a_ring,
    kibitzer_shows,
    sides_confused,
    seen_late,
    plug_pulled,
)
