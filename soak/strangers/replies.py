"""Two players at once: replies while the move is being made, and moves taken back."""

from __future__ import annotations

from soak.strangers.scene import ASKEW, Kind, Scene, Step


def out_of_turn(scene: Scene) -> bool:
    """Both players move at once; the one who was not to move puts the tower back."""
    step = scene.step()
    if step is None:
        return False
    other = scene.chance.choice(scene.towers(scene.intended.turn.other))
    spots = [s for s in scene.loose(scene.token(other), scene.free()) if s != step.target]
    astray = scene.chance.choice(spots)
    both = scene.chance.sample([(step.origin, step.target), (other, astray)], 2)
    held = scene.lift_all([origin for origin, _ in both], 0, 200)
    scene.wait(100, 500)
    put = list(zip(held, [target for _, target in both], strict=True))
    for token, target in scene.chance.sample(put, 2):
        scene.put(token, target)
        scene.wait(0, 400)
    scene.wait(50, 1500)
    scene.carry(astray, other)
    scene.intended.play(step.move)
    return True


def both_take_back(scene: Scene) -> bool:
    """Both players take their last moves back at the same time, and another move is made."""
    if scene.intended.undoable < 2:
        return False
    now = dict(scene.intended.places)
    scene.intended.undo()
    scene.intended.undo()
    back = [square for square, token in now.items() if scene.intended.places.get(square) != token]
    held = scene.lift_all(scene.chance.sample(back, len(back)), 0, 250)
    scene.wait(100, 400)
    scene.put_home(held, 20, 250)
    scene.wait(100, 1200)
    _move_on(scene)
    return True


def blitz(scene: Scene) -> bool:
    """Two fast players: three to six moves in a row, each tower lifted as soon as the one before it
    touches its square, half of the time a little sooner."""
    step, plies = scene.step(), scene.chance.randint(3, 6)
    if step is None or scene.reply(step) is None:
        return False
    token = scene.lift(step.origin)
    while True:
        plies -= 1
        scene.wait(80, 350)
        reply = scene.reply(step) if plies else None
        early = None
        if reply is not None and scene.often(0.5):
            early = scene.lift(reply.origin)
            scene.wait(0, 120)
        scene.put(token, step.target)
        scene.intended.play(step.move)
        if reply is None:
            return True
        if early is None:
            scene.wait(20, 200)
            early = scene.lift(reply.origin)
        step, token = reply, early


def reply_in_hand(scene: Scene) -> bool:
    """The opponent sees which tower he will have to move, takes it, waits with it in the hand until
    the move is made, and puts it down at once."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    step, reply = pair
    early = scene.lift(reply.origin)
    scene.wait(400, 6000)
    scene.make(step)
    scene.wait(20, 400)
    scene.put(early, reply.target)
    scene.intended.play(reply.move)
    return True


def moved_for_the_opponent(scene: Scene) -> bool:
    """A player makes his move and, with the other hand, the only sensible answer to it; either of
    the towers may be put down first."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    both = scene.chance.sample(pair, 2)
    scene.lift_all([each.origin for each in both], 0, 500)
    scene.wait(100, 700)
    for each in scene.chance.sample(pair, 2):
        scene.put(each.token, each.target)
        scene.wait(40, 700)
    for each in pair:
        scene.intended.play(each.move)
    return True


def at_the_rim(scene: Scene) -> bool:
    """The tower is put down at the rim of its square; the opponent replies all the same, and one of
    the two moves it into the middle meanwhile or afterwards."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    step, reply = pair
    token = scene.lift(step.origin)
    scene.in_the_air()
    scene.put(token, step.target, scene.chance.choice(ASKEW))
    scene.wait(150, 1800)
    answer = scene.lift(reply.origin)
    scene.wait(150, 900)
    meanwhile = scene.often(0.4)
    if meanwhile:
        scene.tabletop.nudge(step.target, 0.0)
        scene.wait(20, 300)
    scene.put(answer, reply.target)
    scene.wait(100, 2500)
    if not meanwhile:
        scene.tabletop.nudge(step.target, 0.0)
    for each in pair:
        scene.intended.play(each.move)
    return True


def reply_to_upside_down(scene: Scene) -> bool:
    """The tower is put on its square upside down; the opponent replies before anybody notices, and
    then it is turned."""
    pair = _move_and_reply(scene)
    if pair is None or not scene.tabletop.turns_over:
        return False
    step, reply = pair
    token = scene.lift(step.origin)
    scene.in_the_air()
    scene.tabletop.put(token, step.target, upside_down=True)
    scene.wait(300, 2500)
    scene.carry(reply.origin, reply.target)
    scene.wait(300, 4000)
    scene.lift(step.target)
    scene.wait(200, 900)
    scene.put(token, step.target)
    for each in pair:
        scene.intended.play(each.move)
    return True


def straightened_by_the_opponent(scene: Scene) -> bool:
    """The opponent cannot bear how the tower stands: he lifts it, sets it into the middle of its
    square, and replies with the same hand."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    step, reply = pair
    token = scene.lift(step.origin)
    scene.in_the_air()
    scene.put(token, step.target, scene.chance.choice([0.0, 0.1, 0.25]))
    scene.wait(100, 900)
    scene.carry(step.target, step.target)
    scene.intended.play(step.move)
    scene.wait(60, 300)
    scene.make(reply)
    return True


def clock_slapped(scene: Scene) -> bool:
    """A player moves and slaps the chess clock on the same table, so that some towers hop aside and
    others off their squares for a blink; the opponent replies at once."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    step, reply = pair
    scene.make(step)
    scene.wait(80, 400)
    for square in scene.chance.sample(scene.towers(), scene.chance.randint(2, 6)):
        if scene.often(0.4):
            scene.tabletop.knock(square, square, 0.0, scene.chance.randint(10, 60))
        else:
            scene.tabletop.nudge(square, scene.chance.choice([0.1, 0.25]))
    scene.wait(40, 400)
    answer = scene.lift(reply.origin)
    for square, stand in list(scene.tabletop.standing.items()):
        if stand.aside:
            scene.tabletop.nudge(square, 0.0)
            scene.wait(0, 150)
    scene.wait(60, 300)
    scene.put(answer, reply.target)
    scene.intended.play(reply.move)
    return True


def back_while_reply_in_air(scene: Scene) -> bool:
    """A player calls "no, wait!" when the reply is in the air already, and takes the move back; the
    opponent sets his tower home, and another move is made."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    step, reply = pair
    scene.carry(step.origin, step.target)
    scene.wait(100, 1200)
    held = scene.lift_all([reply.origin, step.target], 100, 1500)
    scene.put_home(held, 60, 900)
    scene.wait(200, 1500)
    _move_on(scene)
    return True


def back_by_a_wrong_square(scene: Scene) -> bool:
    """A player takes the last move back and puts the tower beside the square where it stood, is
    told so, corrects it and moves anew."""
    last = scene.last_step()
    if last is None or scene.intended.passed or not scene.intended.goes_back:
        return False
    spots = scene.loose(last.token, scene.near(last.origin))
    if not spots:
        return False
    spot = scene.chance.choice(spots)
    scene.intended.undo()
    scene.carry(last.target, spot)
    scene.wait(400, 2500)
    scene.carry(spot, last.origin)
    scene.wait(300, 1500)
    _move_on(scene)
    return True


def reply_taken_back(scene: Scene) -> bool:
    """The opponent replies in a hurry, sees that it loses and snatches the tower back, while the
    other one is already lifting his next; both go home, and the reply is made anew."""
    pair = _move_and_reply(scene)
    if pair is None:
        return False
    step, hasty = pair
    with scene.after(step), scene.after(hasty):
        third = scene.step()
    if third is None or third.token == hasty.token:
        return False
    scene.make(step)
    scene.wait(100, 600)
    scene.carry(hasty.origin, hasty.target)
    scene.wait(80, 600)
    held = scene.lift_all([third.origin, hasty.target], 60, 500)
    scene.put_home(held, 60, 700)
    scene.wait(200, 1500)
    _move_on(scene)
    return True


def _move_and_reply(scene: Scene) -> tuple[Step, Step] | None:
    """Return a move and a reply to it by chance; None if there is none."""
    step = scene.step()
    reply = None if step is None else scene.reply(step)
    return None if step is None or reply is None else (step, reply)


def _move_on(scene: Scene) -> None:
    """Make a move, after enough time to see that the opponent has passed, if there is one."""
    scene.see_pass()
    step = scene.step()
    if step is not None:
        scene.make(step)


KINDS: tuple[Kind, ...] = (
    out_of_turn,
    both_take_back,
    blitz,
    reply_in_hand,
    moved_for_the_opponent,
    at_the_rim,
    reply_to_upside_down,
    straightened_by_the_opponent,
    clock_slapped,
    back_while_reply_in_air,
    back_by_a_wrong_square,
    reply_taken_back,
)
