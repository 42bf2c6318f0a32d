"""What is sent to a client: at once while it reads, in order when it did not."""

from __future__ import annotations

from tavl.server.live.connections import SLOW, Connection


class Client:
    def __init__(self) -> None:
        self.reads = True
        self.got: list[bytes] = []

    def send_now(self, message: bytes) -> bool:
        if self.reads:
            self.got.append(message)
        return self.reads

    async def send(self, text: str) -> None:
        self.got.append(text.encode())


def connected(room_for: int = 10) -> tuple[Client, Connection]:
    client = Client()
    return client, Connection(None, "en", room_for, client.send_now)


def test_a_message_to_a_client_that_reads_waits_for_nothing() -> None:
    client, connection = connected()
    connection.send(b"a")
    assert client.got == [b"a"]
    assert not connection.queue
    assert not connection.arrived.is_set()


async def test_what_had_to_wait_is_not_overtaken() -> None:
    client, connection = connected()
    client.reads = False
    connection.send(b"a")
    connection.send(b"b")
    client.reads = True
    connection.send(b"c")
    assert client.got == []
    while connection.queue:
        await connection.send_next(client.send)
    connection.send(b"d")
    assert client.got == [b"a", b"b", b"c", b"d"]


async def test_what_is_being_sent_is_not_overtaken_either() -> None:
    client, connection = connected()
    client.reads = False
    connection.send(b"a")
    client.reads = True

    async def slowly(text: str) -> None:
        connection.send(b"b")
        await client.send(text)

    await connection.send_next(slowly)
    await connection.send_next(client.send)
    assert client.got == [b"a", b"b"]


def test_a_client_that_does_not_read_is_disconnected_when_its_queue_is_full() -> None:
    client, connection = connected(room_for=2)
    client.reads = False
    for message in (b"a", b"b", b"c"):
        connection.send(message)
    assert connection.closed == SLOW


def test_nothing_is_sent_after_the_end() -> None:
    client, connection = connected()
    connection.close(SLOW)
    connection.send(b"a")
    assert client.got == []
