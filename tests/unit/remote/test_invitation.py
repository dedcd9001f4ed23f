"""Links of invitations: they hold all that is needed, and a wrong one is told."""

from __future__ import annotations

import pytest

from host.app.remote.known_match import new_invitation
from host.remote.address import parse_address
from host.remote.match.invitation import Invitation, invitation_of

HERE = parse_address("mqtt://here")


def test_a_link_holds_broker_match_and_key() -> None:
    made = new_invitation(parse_address("mqtts://ann:p%40ss@example.org:8883"))
    assert invitation_of(f" {made.link}\n") == made
    assert len(made.key) == 16
    assert made.link.startswith("kamisado:join?broker=mqtts%3A%2F%2Fann")


def test_two_invitations_are_different() -> None:
    one, other = new_invitation(HERE), new_invitation(HERE)
    assert one.match != other.match
    assert one.key != other.key


@pytest.mark.parametrize(
    "link",
    [
        "",
        "kamisado:join",
        "kamisado:join?broker=mqtt://x&match=0123456789abcdef",
        Invitation(HERE, "0123456789abcdef", b"too short").link,
        Invitation(HERE, "a/b/c/d/e/f/g/#", b"k" * 16).link,
        Invitation(HERE, "0123456789abcdef", b"k" * 16).link.replace("kamisado", "http"),
        "kamisado:join?broker=mqtt://x&match=0123456789abcdef&key=é",
        "kamisado://[",
    ],
)
def test_what_is_no_link_is_quoted(link: str) -> None:
    with pytest.raises(ValueError, match="is not a link of an invitation"):
        invitation_of(link)


@pytest.mark.parametrize(
    "text",
    [
        "<{}>",
        "{}.",
        "({})",
        "“{}”",
        "Play with me: {}, tonight?",
        "\u200b{}\ufeff",
        "> {}\n> see you",
    ],
)
def test_what_mails_and_chats_put_around_a_link_does_no_harm(text: str) -> None:
    made = new_invitation(parse_address("mqtts://ann:p%40ss@example.org:8883"))
    assert invitation_of(text.format(made.link)) == made
    assert invitation_of(text.format(made.link.replace("&", "&amp;"))) == made
    for place in range(len("kamisado:join?"), made.link.index("key=") + 3):
        broken = f"{made.link[:place]}\n {made.link[place:]}"
        assert invitation_of(text.format(broken)) == made, broken
