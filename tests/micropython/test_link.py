"""Link: receiving, counting and sending lines over a serial port."""

import unittest

from kamiboard import wire
from kamiboard.link import Link
from tests.micropython.host_line import host_line
from tests.micropython.rig import DataPort


def receive_all(link: Link, steps: int = 1) -> "list[tuple[str, int]]":
    """Return type and number of each line received within some steps."""
    got = []
    for _ in range(steps):
        link.poll()
        message = link.receive()
        while message is not None:
            got.append((message[0].decode(), message[1]))
            message = link.receive()
    return got


class TestReceiving(unittest.TestCase):
    def setUp(self):
        self.port = DataPort()
        self.link = Link(self.port)

    def test_a_line_in_any_pieces_is_one_line(self):
        data = host_line("beat", 7, "")
        for cut in range(len(data) + 1):
            self.port.give(data[:cut])
            got = receive_all(self.link)
            self.port.give(data[cut:])
            self.assertEqual(got + receive_all(self.link), [("beat", 7)])
        for byte in data:
            self.port.give(bytes((byte,)))
            got = receive_all(self.link)
        self.assertEqual(got, [("beat", 7)])
        self.assertEqual(self.link.lines_bad, 0)

    def test_many_lines_in_one_piece_are_many_lines(self):
        self.port.give(b"".join(host_line("beat", seq, "") for seq in range(15)))
        self.assertEqual(receive_all(self.link), [("beat", seq) for seq in range(15)])

    def test_after_rubbish_the_next_line_is_good_again(self):
        for rubbish in (b"\n", b"\0\xff\xfe\n", b"beat,1\n", b"x" * 249 + b"\n", b"*" * 99 + b"\n"):
            bad = self.link.lines_bad
            self.port.give(rubbish + host_line("look", 3, ""))
            self.assertEqual(receive_all(self.link, 3), [("look", 3)], rubbish)
            self.assertEqual(self.link.lines_bad, bad + 1, rubbish)

    def test_an_overlong_line_is_dropped_up_to_its_newline_and_counted_once(self):
        for length in (250, 251, 256, 257, 600, 5000):
            bad = self.link.lines_bad
            self.port.give(b"y" * length)
            receive_all(self.link, 30)
            self.port.give(host_line("beat", 1, "") + host_line("look", 3, ""))
            self.assertEqual(receive_all(self.link, 3), [("look", 3)], length)
            self.assertEqual(self.link.lines_bad, bad + 1, length)

    def test_the_longest_line_is_taken(self):
        data = host_line("beat", 1, "x" * (wire.MAX_LINE - len(host_line("beat", 1, "")) - 1))
        self.assertEqual(len(data), wire.MAX_LINE)
        self.port.give(data)
        self.assertEqual(receive_all(self.link, 2), [("beat", 1)])
        longer = host_line("beat", 1, "x" * (wire.MAX_LINE - len(host_line("beat", 1, ""))))
        self.port.give(longer)
        self.assertEqual(receive_all(self.link, 2), [])

    def test_an_endless_line_does_not_grow_in_memory(self):
        for _ in range(50):
            self.port.give(b"z" * 1000)
            receive_all(self.link, 4)
            self.assertTrue(len(self.link._line) < wire.MAX_LINE)

    def test_one_step_takes_one_chunk_at_most(self):
        self.port.give(b"\n" * 100000)
        receive_all(self.link)
        self.assertEqual(self.link.lines_bad, 256)


class TestCounting(unittest.TestCase):
    def setUp(self):
        self.port = DataPort()
        self.link = Link(self.port)

    def hear(self, *lines: "tuple[str, int]") -> None:
        for kind, seq in lines:
            fields = "1.0,0" if kind == "hello" else ""
            self.port.give(host_line(kind, seq, fields))
            receive_all(self.link)

    def test_gaps_in_the_numbers_are_lost_lines(self):
        self.hear(("hello", 0), ("beat", 1), ("beat", 4), ("beat", 5))
        self.assertEqual((self.link.lines_in, self.link.lines_lost), (4, 2))

    def test_numbers_go_round(self):
        self.hear(("beat", 9998), ("beat", 9999), ("beat", 0), ("beat", 2))
        self.assertEqual(self.link.lines_lost, 1)

    def test_a_doubled_line_is_not_a_lost_one(self):
        self.hear(("beat", 1), ("beat", 1), ("beat", 2))
        self.assertEqual(self.link.lines_lost, 0)

    def test_a_hello_begins_the_count_anew(self):
        self.hear(("beat", 7000), ("hello", 0), ("beat", 1))
        self.assertEqual(self.link.lines_lost, 0)


class TestSending(unittest.TestCase):
    def test_lines_are_numbered_and_the_numbers_go_round(self):
        port = DataPort()
        link = Link(port)
        link.poll()
        for turn in range(10002):
            port.received = b""
            link.send("beat")
            port.take()
            if turn % 9999 < 2:
                self.assertEqual(port.received, host_line("beat", turn % 10000, ""))

    def test_a_port_that_takes_little_at_a_time_gets_every_byte_once(self):
        for room in (1, 3, 64):
            port = DataPort(room)
            link = Link(port)
            link.poll()
            link.send("snap", "1,2," + "n" * 64)
            steps = 0
            while not link.is_idle:
                port.take()
                link.poll()
                steps += 1
                self.assertTrue(steps < 200)
            port.take()
            self.assertEqual(port.received, host_line("snap", 0, "1,2," + "n" * 64))

    def test_a_full_port_stops_nothing(self):
        port = DataPort(0)
        link = Link(port)
        link.poll()
        link.send("beat")
        for _ in range(100):
            link.poll()
        self.assertEqual(link.is_idle, False)
        port.room = 256
        link.poll()
        port.take()
        self.assertEqual(port.received, host_line("beat", 0, ""))

    def test_nothing_is_sent_while_nobody_listens_and_old_news_is_dropped(self):
        port = DataPort(5)
        link = Link(port)
        link.poll()
        link.send("beat")  # five bytes are in the buffer, the others wait
        port.connected = False
        link.poll()
        self.assertEqual(link.is_idle, False)
        port.connected = True
        port.room = 256
        link.poll()
        self.assertEqual(link.is_idle, True)
        link.send("look")
        port.take()
        self.assertEqual(port.received, host_line("look", 1, ""))

    def test_without_a_port_nothing_happens(self):
        link = Link(None)
        link.poll()
        link.send("beat")
        self.assertEqual((link.receive(), link.is_idle), (None, False))


if __name__ == "__main__":
    unittest.main()
