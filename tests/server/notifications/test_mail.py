"""Mail as it is sent: no name can add a header line."""

from __future__ import annotations

import base64
import email
import email.policy

import pytest

from tavl.server.errors import ApiError
from tavl.server.notifications.smtp import Mail, Mailer, NotSent
from tavl.server.settings import Settings
from tavl.server.validation.names import usable_name
from tests.server.notifications.mail_server import mail_server, settings_for


def encoded(text: str) -> str:
    return f"=?utf-8?B?{base64.b64encode(text.encode()).decode()}?="


BCC = encoded("x\r\nBcc: a@b.c")
SUBJECTS = [
    "Your move against Anna",
    "Din tur mod Søren Åkesson",
    f"Your move against {BCC}",
    f"Your move against {BCC} {BCC}",
    "Your move against =?utf-8?Q?x=0D=0ABcc:_a@b.c?=",
    "Your move against =?us-ascii?q?x=0aBcc:_a@b.c?=",
    "Your move against x\r\nBcc: a@b.c",
    "Your move against x\u2028Bcc: a@b.c\x85Cc: a@b.c",
    "Your move against " + "long name " * 20,
    "Your move against " + "å" * 200,
]
HEADERS = {
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Content-Type",
    "MIME-Version",
    "Content-Transfer-Encoding",
}


def mail(subject: str, to: str = "anna@example.org") -> Mail:
    return Mail(to=to, subject=subject, text=f"{subject}\nåäö", id="0" * 32, at=0, stop="http://tavl.test/stop/x")


@pytest.mark.parametrize("subject", SUBJECTS, ids=range(len(SUBJECTS)))
async def test_a_name_adds_no_line_to_the_headers_of_a_mail(subject: str) -> None:
    async with mail_server() as server:
        mailer = Mailer(Settings(**settings_for(server)))  # type: ignore[arg-type]
        try:
            await mailer.send(mail(subject))
        finally:
            mailer.close()
    head, _, _ = server.raw[0].partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert b"\r" not in head.replace(b"\r\n", b"")
    assert b"\n" not in head.replace(b"\r\n", b"")
    assert {line.partition(b":")[0].decode() for line in lines if not line.startswith(b" ")} == HEADERS
    assert b"a@b.c" not in head
    assert all(len(line) <= 998 for line in lines)
    # decoded once, as a mail program does, it is the text that was given, on one line
    read = email.message_from_bytes(server.raw[0], policy=email.policy.compat32)
    shown = str(email.header.make_header(email.header.decode_header(read["Subject"].replace("\r\n", ""))))
    assert shown == "".join(c if c.isprintable() else " " for c in subject)
    assert "åäö" in read.get_payload(decode=True).decode()


async def test_an_address_with_a_line_break_is_sent_nothing() -> None:
    async with mail_server() as server:
        mailer = Mailer(Settings(**settings_for(server)))  # type: ignore[arg-type]
        try:
            with pytest.raises(NotSent) as refused:
                await mailer.send(mail("Hello", "anna@example.org\r\nBcc: a@b.c"))
        finally:
            mailer.close()
    assert not refused.value.later
    assert server.raw == []


@pytest.mark.parametrize("name", [BCC, "=?utf-8?Q?x=0D=0ABcc:_a@b.c?=", "=?utf-8?Q?a=E2=80=AEb?=", "a\r\x00b"])
def test_a_name_that_decodes_to_control_characters_is_refused(name: str) -> None:
    with pytest.raises(ApiError) as refused:
        usable_name(name)
    assert refused.value.code == "name_unusable"


@pytest.mark.parametrize("name", ["=?utf-8?B?SGVq?=", "=?x?B?SGVq?=", "=?utf-8?B?!?=", "a =?= b", "=?utf-8?Q?=FF?="])
def test_a_name_that_only_looks_odd_is_a_name(name: str) -> None:
    assert usable_name(name) == name
