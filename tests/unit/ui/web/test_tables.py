"""Many tables on one server: the list, the pages at their addresses, and who may do what where."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from host.message import Words, message
from host.session.access.role import Role
from host.ui.web.access import Access
from host.ui.web.tables import RESTARTED, OpenTable, TablesAccess, create_tables_app
from tests.unit.ui.web.served import DEADLINE_S, RecordingHost, Served, hear, wait_until

URL = "http://192.0.2.7/"


class FakeTable:
    """A table that is open."""

    def __init__(self, name: str, access: Access) -> None:
        self.name = name
        self.access = access
        self.source = RecordingHost()
        self.opened: OpenTable | None = OpenTable(self.source)
        self.words: Words = message("ui.table_starts")


class ServedTables(Served):
    """Two tables on one server."""

    def __init__(self) -> None:
        self.tables_access = TablesAccess("owner-key-of-the-club", URL, reachable=True)
        self.tables = [
            FakeTable(name, self.tables_access.table(name)) for name in ("table-1", "anna")
        ]
        super().__init__(app=create_tables_app(self.tables, ["127.0.0.1"]))


@pytest.fixture
def served() -> Iterator[ServedTables]:
    tables = ServedTables()
    wait_until(tables.loop.is_running, "the server's loop runs")
    yield tables
    tables.stop()


def test_the_list_links_every_table_and_tells_what_is_played_in_the_readers_language(
    served: ServedTables,
) -> None:
    served.tables[1].words = "<b>3 & 4</b>"
    listed = served.get("/", **{"Accept-Language": "xx, hu-HU;q=0.8, en"})
    body = listed.body.decode()  # type: ignore[attr-defined]
    assert '<html lang="hu">' in body
    assert '<a href="table/table-1/"><b>table-1</b><span>Az asztal indul.</span></a>' in body
    assert "<span>&lt;b&gt;3 &amp; 4&lt;/b&gt;</span>" in body
    assert '<html lang="en">' in served.get("/").body.decode()  # type: ignore[attr-defined]
    for file in re.findall(r'(?:href|src)="((?:js|css)/[^"]+|icon\.svg)"', body):
        assert served.get(f"/{file}").status == 200, file
    assert listed.headers["x-frame-options"] == "DENY"


def test_each_table_has_the_page_and_all_its_files_under_its_address(served: ServedTables) -> None:
    body = served.get("/table/anna/").body.decode()  # type: ignore[attr-defined]
    files = re.findall(r'(?:href|src)="(v/[^"]+)"', body)
    assert {file.rpartition(".")[2] for file in files} == {"svg", "css", "js"}
    for file in files:
        answer = served.get(f"/table/anna/{file}")
        assert (answer.status, "immutable" in answer.headers["cache-control"]) == (200, True), file
    doctor = served.get("/table/anna/doctor/")
    assert (doctor.status, b'href="../v/' in doctor.body) == (200, True)  # type: ignore[attr-defined]
    assert served.get("/table/anna/locale/hu.json").status == 200
    assert served.get("/table/anna").headers["location"].endswith("/table/anna/")
    for other in ("/table/berta/", "/table/", "/index.html", "/v/1/js/app.js"):
        assert served.get(other).status == 404, other
    with pytest.raises(InvalidStatus):
        served.connect("owner-key-of-the-club")


def test_nothing_is_in_the_way_to_a_table_that_is_being_started(served: ServedTables) -> None:
    assert served.get("/table/anna/ws").status == 426
    served.tables[1].opened = None
    assert served.get("/table/anna/ws").status == 503


def test_a_request_reaches_its_own_table_alone(served: ServedTables) -> None:
    with served.connect("owner-key-of-the-club", path="table/anna/ws") as page:
        assert hear(page)["role"] == "owner"
        page.send('{"t":"new"}')
        wait_until(lambda: served.tables[1].source.asked == [{"t": "new"}], "it is asked")
    assert served.tables[0].source.asked == []


def test_an_invitation_is_for_one_table_and_the_owner_for_all(served: ServedTables) -> None:
    invitation = served.tables[0].access.invite(Role.WHITE)
    with served.connect(invitation.secret, path="table/table-1/ws") as page:
        assert hear(page)["role"] == "white"
    with served.connect(invitation.secret, path="table/anna/ws") as page:
        stranger = hear(page)
        assert (stranger["role"], stranger["expired"]) == ("spectator", True)
    sharing = served.tables[0].access.sharing()
    assert sharing["url"] == f"{URL}table/table-1/"
    assert sharing["invitations"][0]["url"] == f"{URL}table/table-1/#{invitation.secret}"
    served.tables_access.move_to("http://192.0.2.8/", reachable=True)
    assert served.tables[1].access.sharing()["url"] == "http://192.0.2.8/table/anna/"


def test_a_ticket_admits_once_at_any_one_table(served: ServedTables) -> None:
    ticket = served.tables_access.ticket()
    with served.connect(ticket, path="table/anna/ws") as page:
        admitted = hear(page)
        assert (admitted["role"], admitted["key"]) == ("owner", "owner-key-of-the-club")
    with served.connect(ticket, path="table/table-1/ws") as page:
        assert hear(page)["role"] == "spectator"


def test_a_table_that_starts_again_takes_its_pages_with_it(served: ServedTables) -> None:
    first, other = served.tables
    opened = first.opened
    assert opened is not None
    with (
        served.connect("owner-key-of-the-club", path="table/table-1/ws") as page,
        served.connect("owner-key-of-the-club", path="table/anna/ws") as beside,
    ):
        assert hear(page)["role"] == hear(beside)["role"] == "owner"
        first.opened = None
        served.loop.call_soon_threadsafe(opened.closed.set)
        with pytest.raises(ConnectionClosed) as end:
            page.recv(timeout=DEADLINE_S)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == RESTARTED
        with pytest.raises(InvalidStatus):
            served.connect("owner-key-of-the-club", path="table/table-1/ws")
        first.source = RecordingHost()
        first.opened = OpenTable(first.source)
        with served.connect("owner-key-of-the-club", path="table/table-1/ws") as again:
            assert hear(again)["role"] == "owner"
            again.send('{"t":"new"}')
            wait_until(lambda: first.source.asked == [{"t": "new"}], "the new host is asked")
        beside.send('{"t":"new"}')
        wait_until(lambda: other.source.asked == [{"t": "new"}], "the other table goes on")
