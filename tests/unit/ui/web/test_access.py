"""Access: keys, links and tickets, and the role that each page has by now."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from host.session.access.role import Role
from host.session.request_codec import TYPES
from host.session.requests import Invite, Revoke
from host.ui.web.access import MAX_INVITATIONS, Access, Visitor
from host.ui.web.qr_code import qr_code

URL = "http://192.168.1.7:8765/"


class Tab:
    """A page, and what was posted to it alone."""

    def __init__(self, access: Access, secret: str | None = None) -> None:
        self.posted: list[Mapping[str, object]] = []
        self.visitor: Visitor = access.admit(secret, self.posted.append)


@pytest.fixture
def access() -> Access:
    return Access("the-owners-key-of-22-chars", URL, True)


@pytest.mark.parametrize("secret", [None, "", "wrong", "the-owners-key-of-22-char", "ÿ" * 22])
def test_without_a_valid_secret_a_page_watches(access: Access, secret: str | None) -> None:
    tab = Tab(access, secret)
    message = tab.visitor.message()
    assert (tab.visitor.role, message["role"]) == (Role.SPECTATOR, "spectator")
    assert (message["requests"], message["sharing"]) == (["analyse", "describe", "share"], None)
    assert message["expired"] is (secret is not None)


def test_the_key_makes_an_owner_who_sees_all_links(access: Access) -> None:
    owner = Tab(access, access.owner_key)
    assert set(owner.visitor.message()["requests"]) == TYPES.keys()
    access.handle(Invite(Role.WHITE))
    shown = owner.posted[-1]["sharing"]
    assert shown == access.sharing()
    assert shown["url"] == URL
    (link,) = shown["invitations"]
    assert (link["id"], link["role"], link["pages"]) == (1, "white", 0)
    assert link["url"].startswith(f"{URL}#")
    assert owner.visitor.message()["key"] is None


def test_an_address_has_a_code_where_a_phone_reaches_it(access: Access) -> None:
    alone = Access("the-owners-key-of-22-chars", "http://127.0.0.1:8765/", False)
    for one in (access, alone):
        one.invite(Role.WHITE)
    sharing = access.sharing()
    assert sharing["qr"] == qr_code(URL)
    assert sharing["invitations"][0]["qr"] == qr_code(sharing["invitations"][0]["url"])
    assert alone.sharing()["qr"] is alone.sharing()["invitations"][0]["qr"] is None


def test_a_ticket_admits_an_owner_once_and_hands_over_the_key(access: Access) -> None:
    ticket = access.ticket()
    first = Tab(access, ticket)
    assert first.visitor.role is Role.OWNER
    assert first.visitor.message()["key"] == access.owner_key
    second = Tab(access, ticket)
    assert second.visitor.role is Role.SPECTATOR
    assert second.visitor.message()["key"] is None
    assert Tab(access, access.owner_key).visitor.role is Role.OWNER


@pytest.mark.parametrize("role", [Role.WHITE, Role.BLACK, Role.OWNER])
def test_a_link_gives_its_role_to_any_number_of_pages_until_it_is_revoked(
    access: Access, role: Role
) -> None:
    owner = Tab(access, access.owner_key)
    link = access.invite(role)
    tabs = [Tab(access, link.secret) for _ in range(3)]
    assert [tab.visitor.role for tab in tabs] == [role] * 3
    assert access.sharing()["invitations"][0]["pages"] == 3
    access.dismiss(tabs[0].visitor)
    assert access.sharing()["invitations"][0]["pages"] == 2
    heard = len(tabs[0].posted)
    access.handle(Revoke(link.id))
    assert [tab.visitor.role for tab in tabs] == [Role.SPECTATOR] * 3
    for tab in tabs[1:]:
        access_message, notice = tab.posted[-2:]
        assert (access_message["role"], access_message["expired"]) == ("spectator", True)
        assert notice["level"] == "warn"
    assert len(tabs[0].posted) == heard, "a page that is gone is told nothing"
    assert owner.posted[-1]["sharing"] == access.sharing()
    assert access.sharing()["invitations"] == []
    late = Tab(access, link.secret)
    assert (late.visitor.role, late.visitor.expired) == (Role.SPECTATOR, True)


def test_secrets_are_told_to_owners_only(access: Access) -> None:
    """A revoked co-owner hears nothing of links that are made later."""
    players = [access.invite(role) for role in (Role.WHITE, Role.BLACK)]
    second_owner = access.invite(Role.OWNER)
    tabs = [Tab(access), *(Tab(access, link.secret) for link in (*players, second_owner))]
    access.revoke(second_owner.id)
    for tab in tabs:
        tab.posted.clear()
    made = access.invite(Role.WHITE)
    known = {access.owner_key, made.secret, *(link.secret for link in players)}
    for tab in tabs:
        told = repr([*tab.posted, tab.visitor.message()])
        assert not any(secret in told for secret in known)


def test_numbers_of_links_are_never_used_again(access: Access) -> None:
    first = access.invite(Role.WHITE)
    access.revoke(first.id)
    assert access.invite(Role.WHITE).id != first.id
    with pytest.raises(ValueError, match=f"Link {first.id} has already ended"):
        access.revoke(first.id)


def test_a_side_is_played_by_an_invitation_until_it_is_revoked(access: Access) -> None:
    access.invite(Role.OWNER)
    assert not access.invites_player
    made = access.invite(Role.BLACK)
    assert access.invites_player, "whoever has it may open the page at any time"
    access.revoke(made.id)
    assert not access.invites_player


def test_there_are_only_so_many_links(access: Access) -> None:
    for _ in range(MAX_INVITATIONS):
        access.invite(Role.WHITE)
    with pytest.raises(ValueError, match=f"{MAX_INVITATIONS} links already"):
        access.invite(Role.WHITE)


def test_owners_learn_another_address_at_once_and_only_if_it_is_another(access: Access) -> None:
    owner, guest = Tab(access, access.owner_key), Tab(access)
    access.move_to(URL, True)
    assert owner.posted == []
    access.move_to("http://10.0.0.9:8765/", True)
    assert [told["sharing"]["url"] for told in owner.posted] == ["http://10.0.0.9:8765/"]
    assert guest.posted == []
