"""Pushes as people carry them out who have not been told in which order."""

from __future__ import annotations

from soak.strangers.scene import ASKEW, Kind, Scene


def push_shoved(scene: Scene) -> bool:
    """The sumo really shoves: all towers slide on at nearly the same time, some of them not into
    the middle of their squares; they are straightened with a finger."""
    push = scene.push()
    if not push:
        return False
    pusher, *pushed = push
    for each in reversed(pushed):
        scene.tabletop.knock(each.origin, each.target, scene.chance.choice([0.0, 0.0, *ASKEW]))
        scene.wait(0, 60)
    scene.tabletop.slide(pusher.origin, [pusher.target], [])
    scene.intended.play(pusher.move)
    scene.wait(200, 1800)
    for each in pushed:
        scene.tabletop.nudge(each.target, 0.0)
        scene.wait(60, 400)
    return True


def push_held(scene: Scene) -> bool:
    """The towers before the sumo are taken off first; it steps on, and while a player reads in the
    rules where they go, they are in the hand."""
    push = scene.push()
    if not push:
        return False
    pusher, *pushed = push
    scene.lift_all([each.origin for each in pushed], 80, 500)
    scene.wait(100, 900)
    scene.carry(pusher.origin, pusher.target)
    scene.wait(800, 9000)
    for each in scene.chance.sample(pushed, len(pushed)):
        scene.put(each.token, each.target)
        scene.wait(100, 700)
    scene.intended.play(pusher.move)
    return True


def push_misplaced(scene: Scene) -> bool:
    """The pushed tower is put beside the square behind it, or one too far; the opponent knows the
    rule and puts it right."""
    push = scene.push()
    if not push:
        return False
    pusher, *pushed = push
    last = pushed[-1]
    wrong = set(scene.loose(last.token, scene.near(last.target))) - {pusher.target}
    if not wrong:
        return False
    spot = scene.chance.choice(sorted(wrong))
    scene.carry(last.origin, spot)
    scene.wait(80, 500)
    for each in [*reversed(pushed[:-1]), pusher]:
        scene.carry(each.origin, each.target)
        scene.wait(80, 500)
    scene.wait(400, 2500)
    scene.carry(spot, last.target)
    scene.intended.play(pusher.move)
    return True


def push_pulled_back(scene: Scene) -> bool:
    """A player pushes, sees which tower he would have to move then, and pulls all of them back, one
    after the other or with both hands."""
    push = scene.push()
    if not push:
        return False
    scene.carry_all(push)
    scene.wait(500, 3000)
    if scene.often(0.5):
        held = scene.lift_all([each.target for each in push], 0, 250)
        scene.put_home(held, 60, 500)
    else:
        for each in push:
            scene.carry(each.target, each.origin)
            scene.wait(80, 600)
    return True


def push_played_on(scene: Scene) -> bool:
    """The sumo has stepped on, the pushed tower is still in the opponent's hand; the next tower is
    moved already, and only then the pushed one is set down."""
    push = scene.push()
    if len(push) != 2:
        return False
    pusher, pushed = push
    with scene.after(pusher):
        following = scene.step()
    if following is None:
        return False
    scene.lift(pushed.origin)
    scene.wait(100, 700)
    scene.carry(pusher.origin, pusher.target)
    scene.wait(400, 2500)
    scene.carry(following.origin, following.target)
    scene.wait(100, 1500)
    scene.put(pushed.token, pushed.target)
    scene.intended.play(pusher.move)
    scene.intended.play(following.move)
    return True


KINDS: tuple[Kind, ...] = (
    push_shoved,
    push_held,
    push_misplaced,
    push_pulled_back,
    push_played_on,
)
