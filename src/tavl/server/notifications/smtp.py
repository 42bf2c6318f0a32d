"""Mail by SMTP, sent from a thread so that no table waits for a slow mail server."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from email import policy
from email.charset import QP, Charset
from email.header import Header
from email.mime.text import MIMEText
from email.utils import formataddr, formatdate, parseaddr

from msgspec import Struct

from tavl.server.network.outgoing_requests import NotSent as NotSent
from tavl.server.settings import Settings

PATIENCE_S = 15.0  # for each answer of the mail server
AT_ONCE = 2
_WIRE = policy.compat32.clone(linesep="\r\n")
_TEXT = Charset("utf-8")
_TEXT.body_encoding = QP


class Mail(Struct, frozen=True, kw_only=True):
    to: str
    subject: str
    text: str
    id: str  # a mail that is sent twice has the same id
    at: int
    stop: str | None = None  # the link to unsubscribe


class Mailer:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(AT_ONCE, "tavl-mail")

    @property
    def set_up(self) -> bool:
        """Links in mails need a public address of the server."""
        return bool(self._settings.smtp_host and self._settings.mail_from and self._settings.public_url)

    async def send(self, mail: Mail) -> None:
        """Raises NotSent."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._send, mail)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, mail: Mail) -> None:
        try:
            with self._connected() as server:
                server.sendmail(parseaddr(self._settings.mail_from)[1], [mail.to], self._message(mail))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise NotSent(f"refused: {codes}", later=all(code < 500 for code in codes)) from None
        except smtplib.SMTPResponseException as error:
            raise NotSent(f"{error.smtp_code}", later=error.smtp_code < 500) from None
        except (smtplib.SMTPException, OSError) as error:
            raise NotSent(str(error) or type(error).__name__, later=True) from None

    def _connected(self) -> smtplib.SMTP:
        chosen = self._settings
        secured = ssl.create_default_context()
        server: smtplib.SMTP
        if chosen.smtp_security == "tls":
            server = smtplib.SMTP_SSL(chosen.smtp_host, chosen.smtp_port, timeout=PATIENCE_S, context=secured)
        else:
            server = smtplib.SMTP(chosen.smtp_host, chosen.smtp_port, timeout=PATIENCE_S)
        try:
            if chosen.smtp_security == "starttls":
                server.starttls(context=secured)
            if chosen.smtp_user:
                server.login(chosen.smtp_user, chosen.smtp_password)
        except BaseException:
            server.close()
            raise
        return server

    def _message(self, mail: Mail) -> bytes:
        """The bytes to send. `EmailMessage` is not safe here: before Python 3.13 it decodes what looks like an encoded
        word in a header, including line breaks, and writes them out as they are."""
        name, address = parseaddr(self._settings.mail_from)
        headers = {
            "From": formataddr((name, address), "utf-8"),
            "To": mail.to,
            "Subject": header_text(mail.subject),
            "Date": formatdate(mail.at / 1000),
            "Message-ID": f"<{mail.id}@{address.rpartition('@')[2]}>",
            "Auto-Submitted": "auto-generated",
        }
        if mail.stop:
            headers |= {"List-Unsubscribe": f"<{mail.stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        message = MIMEText(mail.text, "plain", _TEXT)  # type: ignore[arg-type]
        for field, value in headers.items():
            if any(is_control(c) for c in value.replace("\n ", "")):  # a line break between encoded words is allowed
                raise NotSent(f"control characters in {field}", later=False)
            message[field] = value
        return message.as_bytes(policy=_WIRE)


def is_control(c: str) -> bool:
    return unicodedata.category(c) in ("Cc", "Zl", "Zp")


def header_text(text: str) -> str:
    """Somebody's text for a header: encoded as a whole, so that nothing in it is read as an encoded word or another
    header line."""
    plain = "".join(" " if is_control(c) else c for c in text)
    return Header(plain, "utf-8", header_name="Subject").encode()
