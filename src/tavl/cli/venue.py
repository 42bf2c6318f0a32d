"""What `tavl serve --venue` prints: codes for the Wi-Fi and the address, and what plain HTTP cannot do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from tavl.cli.errors import printable
from tavl.i18n import Words

if TYPE_CHECKING:
    from tavl.server.settings import Settings
    from tavl.server.venue.certificates import Certificate


def say_where(w: Words, settings: Settings, local: str, others: str | None, certificate: Certificate | None) -> None:
    from tavl.web.shared.qr_codes import wifi_text

    if others is None:
        typer.echo(w("This laptop is not on a network. Join the Wi-Fi, or make a hotspot, and start it again."))
    if settings.wifi:
        typer.echo(printable(w("Wi-Fi: {name}", name=settings.wifi)))
        _draw(wifi_text(settings.wifi, settings.wifi_password))
    if others is not None:
        typer.echo(w("Phones: {url}", url=others))
        _draw(f"{others}/tournaments")
    typer.echo(w("A poster with these codes: {url}", url=f"{local}/venue"))
    if certificate is None:
        typer.echo(
            w(
                "Over plain HTTP phones cannot keep their screens awake or open pages without a network. "
                "With --certificate they can."
            )
        )
    else:
        typer.echo(w("Certificate's fingerprint (SHA-256): {hash}", hash=certificate.fingerprint))
    if settings.copy_to:
        typer.echo(w("The public pages are copied to {url} whenever it can be reached.", url=settings.copy_to))


def _draw(text: str) -> None:
    """Two rows of a code in a line of block characters; nothing if the terminal cannot show it."""
    from tavl.web.shared.qr_codes import code_in_blocks

    if not sys.stdout.isatty():
        return
    drawn = code_in_blocks(text)
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    typer.echo(drawn)
