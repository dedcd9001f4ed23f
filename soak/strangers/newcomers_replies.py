"""Two newcomers at once: a move and its reply, or more plies, with something else between.

The moves alternate by the rules, so the resting board tells which ones were made wherever towers
that were astray have come home.
"""

from __future__ import annotations

from collections.abc import Collection

from host.recognition.snapshot import SquareState
from soak.strangers.scene import ASKEW, Kind, Scene, Step
from soak.tabletop import Token


def premove(scene: Scene) -> bool:
    """Reply before the move is made: the opponent, sure of what comes, puts his tower down for
    seconds; then the move comes, and the reply stands.

    Observer: a move and its reply, made in the wrong order.  (The tower that moved last would seem
    to have moved otherwise.)
    """
    both = pair(scene)
    if both is None or not scene.may_lie(both[1].token, both[1].target):
        return False
    step, reply = both
    if reply.target == step.origin or reply.token in moved_last(scene):
        return False
    scene.carry(reply.origin, reply.target)
    scene.wait(600, 5000)
    scene.carry(step.origin, step.target)
    for each in both:
        scene.intended.play(each.move)
    return True


def premove_withdrawn(scene: Scene) -> bool:
    """Reply before the move is made, to a move that does not come: the tower put down too early
    goes home, and the right one is moved, at times before the other is home.

    Observer: the tower that came too early is home; the move and the reply to it stand.  (The tower
    that moved last would seem to be taken back.)
    """
    both = pair(scene)
    if both is None:
        return False
    step, reply = both
    others = [s for s in scene.towers(reply.token.side) if s != reply.origin]
    hasty = scene.chance.choice([s for s in others if scene.token(s) not in moved_last(scene)])
    taken = (step.origin, step.target, reply.target)
    spots = [s for s in scene.loose(scene.token(hasty), scene.free()) if s not in taken]
    if not spots:
        return False
    spot = scene.chance.choice(spots)
    scene.carry(hasty, spot)
    scene.wait(500, 4000)
    scene.carry(step.origin, step.target)
    scene.wait(300, 2500)
    if scene.often(0.5):
        scene.carry(spot, hasty)
        scene.wait(100, 900)
        scene.carry(reply.origin, reply.target)
    else:
        held = scene.lift_all([reply.origin, spot], 100, 600)
        back = list(zip(held, (reply.target, hasty), strict=True))
        for token, square in scene.chance.sample(back, 2):
            scene.put(token, square)
            scene.wait(80, 700)
    for each in both:
        scene.intended.play(each.move)
    return True


def straightened_as_reply_lands(scene: Scene) -> bool:
    """Lift the own tower once more to straighten it, while the opponent has the reply in the hand
    and puts it down in this very moment.

    Observer: the tower was set down on the same square again, and both moves stand.
    """
    both = pair(scene)
    if both is None:
        return False
    step, reply = both
    token = scene.lift(step.origin)
    scene.in_the_air()
    scene.put(token, step.target, scene.chance.choice([0.0, 0.1, 0.25]))
    scene.wait(300, 1500)
    answer = scene.lift(reply.origin)
    scene.wait(50, 500)
    scene.lift(step.target)
    scene.wait(80, 700)
    scene.put(answer, reply.target)
    scene.wait(50, 900)
    scene.put(token, step.target)
    for each in both:
        scene.intended.play(each.move)
    return True


def takes_the_place_left(scene: Scene) -> bool:
    """Reply onto the very square that the tower in the opponent's air has just left, before it is
    down; it is put down then, where it was announced to go.

    Observer: only that move allows this reply.
    """
    for step in scene.chance.sample(scene.steps(), len(scene.steps())):
        with scene.after(step):
            turned = scene.intended.turn is not step.token.side
            replies = [s for s in scene.steps() if s.target == step.origin] if turned else []
        if replies:
            break
    else:
        return False
    reply = scene.chance.choice(replies)
    token = scene.lift(step.origin)
    scene.wait(200, 1500)
    answer = scene.lift(reply.origin)
    scene.wait(100, 500)
    scene.put(answer, reply.target)
    scene.wait(80, 1500)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    scene.intended.play(reply.move)
    return True


def reaches_too_early(scene: Scene) -> bool:
    """Reach for the reply while the other still has the finger on the tower: it goes on to another
    square, the tower lifted in haste goes home, and another reply is made.

    Observer: nobody had replied yet; the tower stands on its second square.
    """
    step = scene.step()
    reply = None if step is None else scene.reply(step)
    if step is None or reply is None:
        return False
    first = [s for s in scene.steps() if s.token == step.token and scene.may_rest(step, s.target)]
    hasty = [(one, scene.reply(one)) for one in first]
    ways = [(one, early) for one, early in hasty if early is not None]
    if not ways:
        return False
    one, early = scene.chance.choice(ways)
    scene.carry(step.origin, one.target)
    scene.wait(150, 700)
    token = scene.lift(early.origin)
    scene.wait(100, 600)
    scene.carry(one.target, step.target)
    scene.wait(80, 700)
    scene.put(token, early.origin)
    scene.wait(150, 900)
    scene.carry(reply.origin, reply.target)
    scene.intended.play(step.move)
    scene.intended.play(reply.move)
    return True


def nervous_tapper(scene: Scene) -> bool:
    """Tap the square with the tower that has just been put there, again and again, while the
    opponent already takes and makes the reply.

    Observer: the tower never went anywhere else.
    """
    both = pair(scene)
    if both is None:
        return False
    step, reply = both
    scene.carry(step.origin, step.target)
    taps = scene.chance.randint(3, 8)
    taken, put = sorted(scene.chance.sample(range(taps + 1), 2))
    answer = None
    for number in range(taps + 1):
        scene.wait(60, 350)
        if number == taken:
            answer = scene.lift(reply.origin)
        if number == put and answer is not None:
            scene.put(answer, reply.target)
        if number < taps:
            scene.tabletop.knock(step.target, step.target, 0.0, scene.chance.randint(40, 220))
    for each in both:
        scene.intended.play(each.move)
    return True


def sleeve_takes_it_along(scene: Scene) -> bool:
    """Take the tower that has just been moved along with the sleeve, a square or onto the rim; the
    opponent, with the reply in the hand, puts that down and then the other one back.

    Observer: it had stood on its square, and stands there again.
    """
    both = pair(scene)
    if both is None:
        return False
    step, reply = both
    spots = [s for s in scene.near(step.target) if scene.may_rest(step, s) and s != reply.target]
    if not spots:
        return False
    spot = scene.chance.choice(spots)
    scene.carry(step.origin, step.target)
    scene.wait(200, 1200)
    answer = scene.lift(reply.origin)
    scene.wait(0, 400)
    scene.tabletop.knock(step.target, spot, scene.chance.choice([0.0, 0.0, *ASKEW]))
    scene.wait(100, 900)
    scene.put(answer, reply.target)
    scene.wait(150, 1800)
    scene.carry(spot, step.target)
    for each in both:
        scene.intended.play(each.move)
    return True


def colour_looked_at(scene: Scene) -> bool:
    """Lift the tower that moved last to see the colour below it, hold it or set it down beside,
    make the reply with the other hand, and put it back.

    Observer: the last move stands, and the reply was made.
    """
    last, step = scene.last_step(), scene.step()
    if last is None or step is None:
        return False
    spots = scene.loose(last.token, scene.near(last.target))
    spots = [s for s in spots if s not in (step.target, step.origin)]
    token = scene.lift(last.target)
    scene.wait(200, 1500)
    spot = scene.chance.choice(spots) if spots and scene.often(0.5) else None
    if spot is not None:
        scene.put(token, spot)
        scene.wait(100, 900)
    scene.carry(step.origin, step.target)
    scene.wait(150, 1500)
    if spot is not None:
        scene.lift(spot)
        scene.wait(150, 500)
    scene.put(token, last.target)
    scene.intended.play(step.move)
    return True


def slides_on_after_reply(scene: Scene) -> bool:
    """Go on with the tower after the opponent has replied already, "I had not let go": the reply
    goes home, and another one is made.

    Observer: the first reply was taken back, the tower stands where it went on to.
    """
    step = scene.step()
    reply = None if step is None else scene.reply(step)
    if step is None or reply is None:
        return False
    ways = []
    for one in scene.steps():
        hasty = scene.reply(one) if one.token == step.token else None
        if hasty is None or hasty.token == reply.token or not scene.may_rest(step, one.target):
            continue
        if hasty.target == step.target or not scene.may_lie(hasty.token, hasty.target):
            continue
        with scene.after(one), scene.after(hasty):
            again = any(s.token == step.token and s.target == step.target for s in scene.steps())
        if not again:
            ways.append((one, hasty))
    if not ways:
        return False
    one, hasty = scene.chance.choice(ways)
    scene.carry(step.origin, one.target)
    scene.wait(200, 900)
    scene.carry(hasty.origin, hasty.target)
    scene.wait(100, 900)
    scene.carry(one.target, step.target)
    scene.wait(500, 3000)
    scene.carry(hasty.target, hasty.origin)
    scene.wait(300, 1500)
    scene.carry(reply.origin, reply.target)
    scene.intended.play(step.move)
    scene.intended.play(reply.move)
    return True


def landings_seen_in_other_order(scene: Scene) -> bool:
    """Move over a slow sensor and be replied to at once: the tower is seen on its new square only
    after the reply has landed.

    Observer: a move and its reply.  (Where each might have gone to the square of the other as well,
    and sensors tell no sides, nobody could say.)
    """
    both = pair(scene)
    if both is None or _may_be_crossed(scene, *both):
        return False
    step, reply = both
    scene.board.cover({step.target: SquareState.EMPTY})
    scene.carry(step.origin, step.target)
    scene.wait(100, 700)
    scene.carry(reply.origin, reply.target)
    scene.wait(60, 900)
    scene.board.cover({})
    for each in both:
        scene.intended.play(each.move)
    return True


def pair(scene: Scene) -> tuple[Step, Step] | None:
    """Return a move and a reply to it by chance; None if there is none."""
    step = scene.step()
    reply = None if step is None else scene.reply(step)
    return None if step is None or reply is None else (step, reply)


def moved_last(scene: Scene) -> Collection[Token]:
    """Return the towers that the last move has carried; none before the first one."""
    return scene.intended.last_carried if scene.intended.undoable else ()


def _may_be_crossed(scene: Scene, step: Step, reply: Step) -> bool:
    """Return True if a move and a reply to it are legal that end on each other's squares."""
    for crossed in scene.steps():
        if crossed.token == step.token and crossed.target == reply.target:
            with scene.after(crossed):
                return any(
                    s.token == reply.token and s.target == step.target for s in scene.steps()
                )
    return False


KINDS: tuple[Kind, ...] = (
    premove,
    premove_withdrawn,
    straightened_as_reply_lands,
    takes_the_place_left,
    reaches_too_early,
    nervous_tapper,
    sleeve_takes_it_along,
    colour_looked_at,
    slides_on_after_reply,
    landings_seen_in_other_order,
)
