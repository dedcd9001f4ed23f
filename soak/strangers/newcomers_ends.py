"""Ways of newcomers where a round ends, where somebody has to pass, and where there are pushes.

Each needs a position that is rare, and is tried first where it is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Side
from host.recognition.snapshot import SquareState
from soak.strangers.scene import Kind, Scene, Step, moves_of
from soak.strangers.tabletop import BadSensorTabletop
from soak.tabletop import Token


def win_shown_again(scene: Scene) -> bool:
    """Win, and carry the tower back to show the loser how it came there, and win again.

    Observer: the round is won by that move, whether it was taken back or not.
    """
    step = _winning(scene)
    if step is None or step.origin // scene.files in (0, scene.squares // scene.files - 1):
        return False  # a tower that goes back to its home row may be set up there
    scene.carry(step.origin, step.target)
    scene.wait(600, 2500)
    scene.carry(step.target, step.origin)
    scene.wait(500, 2500)
    scene.carry(step.origin, step.target)
    scene.intended.play(step.move)
    return True


def triumph(scene: Scene) -> bool:
    """Win, snatch the tower up at once, hold it up for all to see, and put it back.

    Observer: it had touched its goal, and stands there.
    """
    step = _winning(scene)
    if step is None:
        return False
    scene.carry(step.origin, step.target)
    scene.wait(60, 600)
    token = scene.lift(step.target)
    scene.wait(800, 5000)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    return True


def win_overlooked(scene: Scene) -> bool:
    """Win without anybody noticing: the loser replies, "but that was my home row!", and puts his
    tower back.

    Observer: the round was over, and stands as it ended.
    """
    step = _winning(scene)
    if step is None:
        return False
    others = scene.towers(step.token.side.other)
    other = scene.chance.choice(others)
    middle = range(scene.files, scene.squares - scene.files)
    taken = (step.origin, step.target)
    spots = [s for s in scene.loose(scene.token(other), scene.free()) if s not in taken]
    spots = [s for s in spots if s in middle]
    spot = scene.chance.choice(spots)
    scene.carry(step.origin, step.target)
    scene.wait(300, 2000)
    scene.carry(other, spot)
    scene.wait(400, 3000)
    scene.carry(spot, other)
    scene.intended.play(step.move)
    return True


def won_and_set_up_at_once(scene: Scene) -> bool:
    """Win, and set up the next round at once: the towers fly home in any order, often two at a
    time, and its first move is made as soon as the last one stands.

    Observer: that round is over, all stood at home, and the next one has begun with a move.  (Over
    a bad sensor the players would begin it on the page, which they do not know how to do.)
    """
    step = _winning(scene)
    if step is None or isinstance(scene.board, BadSensorTabletop):
        return False
    scene.carry(step.origin, step.target)
    scene.wait(800, 3000)
    scene.intended.begin_again()
    homes = {token: square for square, token in scene.intended.places.items()}
    astray = [s for s in scene.towers() if homes[scene.token(s)] != s]
    scene.chance.shuffle(astray)
    hand: list[Token] = []
    while astray or hand:
        while astray and len(hand) < 2:
            hand.append(scene.lift(astray.pop()))
            scene.wait(60, 300)
        for token in list(hand):
            home = homes[token]
            if home in scene.tabletop.standing:  # whoever stands there makes room
                astray.remove(home)
                hand.append(scene.lift(home))
                scene.wait(60, 200)
            scene.put(token, home)
            hand.remove(token)
            scene.wait(60, 400)
    scene.wait(1200, 3000)
    first = scene.step()
    assert first is not None
    scene.make(first)
    return True


def pass_overlooked(scene: Scene) -> bool:
    """Overlook that one has to pass: the opponent lifts the tower that is blocked, holds it, at
    times sets it down beside, is told that it cannot go, and puts it back; the other moves again.

    Observer: the blocked tower is where it was, and another one than before has moved.
    """
    ways = []
    for step in scene.steps():
        with scene.after(step):
            if scene.intended.turn is step.token.side and not scene.intended.over:
                again = scene.step()
                if again is not None and again.token != step.token:
                    ways.append((step, again))
    if not ways:
        return False
    step, again = scene.chance.choice(ways)
    game = scene.intended.game
    after = game.play(scene.intended.position, step.move)
    blocked = next(iter(game.legal_moves(after))).origin  # type: ignore[attr-defined]
    scene.make(step)
    scene.wait(1200, 3000)
    token = scene.lift(blocked)
    scene.wait(300, 2500)
    spots = [s for s in scene.loose(token, scene.near(blocked)) if s != again.target]
    if spots and scene.often(0.5):
        spot = scene.chance.choice(spots)
        scene.put(token, spot)
        scene.wait(400, 2500)
        scene.lift(spot)
        scene.wait(150, 600)
    scene.put(token, blocked)
    scene.wait(1200, 2500)
    scene.make(again)
    return True


def push_not_allowed(scene: Scene) -> bool:
    """Push although it is not allowed: the tower steps onto the square of the one before it, which
    goes a square back; "you cannot push that one", both go back, and another move is made.

    Observer: the other's tower is where it was, and the tower made its move.
    """
    pushers = {move.origin for move in moves_of(scene.intended) if move.push}
    ways = []
    for step in scene.steps():
        ahead = (0, 1 if step.token.side is Side.WHITE else -1)
        before = scene.beside(step.origin, ahead)
        behind = None if before is None else scene.beside(before, ahead)
        if before is None or behind is None or before not in scene.tabletop.standing:
            continue
        enemy = scene.token(before)
        theirs = enemy.side is not step.token.side and scene.may_lie(enemy, behind)
        if theirs and step.origin not in pushers:
            ways.append((step, before, behind))
    if not ways:
        return False
    step, before, behind = scene.chance.choice(ways)
    if scene.often(0.5):
        scene.carry(before, behind)
        scene.wait(60, 500)
        scene.carry(step.origin, before)
    else:
        scene.tabletop.knock(before, behind)
        scene.tabletop.slide(step.origin, [before], [])
    scene.wait(500, 4000)
    own, pushed = scene.lift_all([before, behind], 60, 500)
    for token, square in scene.chance.sample([(own, step.target), (pushed, before)], 2):
        scene.put(token, square)
        scene.wait(80, 700)
    scene.intended.play(step.move)
    return True


def _next_of_pusher(scene: Scene, push: Sequence[Step]) -> Step | None:
    """Return a move of the side that has pushed, whose opponent loses the turn; None if there is
    none, or if somebody must pass."""
    with scene.after(push[0]):
        goes_on = scene.intended.turn is push[0].token.side and not scene.intended.passed
        return scene.step() if goes_on else None


def push_two_handed(scene: Scene) -> bool:
    """Push with both hands: all towers are in the air at once and come down in any order, one of
    them on the rim of its square at times, and the next tower is moved at once.

    Observer: a push, and the move that follows it.
    """
    push = scene.push()
    if not push:
        return False
    following = _next_of_pusher(scene, push)
    scene.lift_all([each.origin for each in scene.chance.sample(push, len(push))], 0, 120)
    scene.wait(100, 600)
    for each in scene.chance.sample(push, len(push)):
        scene.put(each.token, each.target, scene.chance.choice([0.0, 0.0, 0.25]))
        scene.wait(0, 350)
    for each in push:
        scene.tabletop.nudge(each.target, 0.0)
    scene.intended.play(push[0].move)
    if following is not None and scene.often(0.5):
        scene.wait(400, 1500)
        scene.make(following)
    return True


def push_half_way(scene: Scene) -> bool:
    """Push half-way and stop: all towers stand on the lines between their squares; after a thought
    they are pushed on, or pulled back and pushed anew.

    Observer: in the end all stand a square farther.
    """
    push = scene.push()
    if not push:
        return False
    pusher, *pushed = push
    ways = [(0.25, SquareState.UNSURE), (0.45, SquareState.UNSURE), (0.45, SquareState.EMPTY)]
    aside, seen = scene.chance.choice(ways)
    for _ in range(scene.chance.randint(1, 2)):
        for each in push:
            scene.tabletop.nudge(each.origin, aside)
        scene.board.cover({push[-1].target: seen})
        scene.wait(300, 3000)
        scene.board.cover({})
        if scene.often(0.5):
            for each in push:
                scene.tabletop.nudge(each.origin, 0.0)
            scene.wait(300, 1800)
    for each in [*reversed(pushed), pusher]:
        scene.tabletop.knock(each.origin, each.target)
        scene.wait(0, 80)
    scene.intended.play(pusher.move)
    return True


def push_answered_out_of_turn(scene: Scene) -> bool:
    """Answer a push although the turn is lost: the opponent moves a tower, is told, and puts it
    back; the pusher moves on.

    Observer: the tower that had no turn is home; the push and the move after it stand.
    """
    push = scene.push()
    if not push:
        return False
    following = _next_of_pusher(scene, push)
    if following is None:
        return False
    scene.carry_all(push)
    scene.intended.play(push[0].move)
    scene.wait(500, 2500)
    other = scene.chance.choice(scene.towers(push[0].token.side.other))
    spots = [s for s in scene.loose(scene.token(other), scene.free()) if s != following.target]
    spot = scene.chance.choice(spots)
    scene.carry(other, spot)
    scene.wait(500, 3000)
    scene.carry(spot, other)
    scene.wait(200, 1500)
    scene.make(following)
    return True


def _winning(scene: Scene) -> Step | None:
    """Return a move by chance that reaches the opponent's home row; None if there is none."""
    wins = [s for s in scene.steps() if not scene.may_lie(s.token, s.target)]
    return scene.chance.choice(wins) if wins else None


RARE: tuple[Kind, ...] = (
    win_shown_again,
    triumph,
    win_overlooked,
    won_and_set_up_at_once,
    pass_overlooked,
    push_not_allowed,
)
PUSHES: tuple[Kind, ...] = (
    push_two_handed,
    push_half_way,
    push_answered_out_of_turn,
)
KINDS: tuple[Kind, ...] = (*RARE, *PUSHES)
