"""`tavl` and `tavl serve`: run the server with its pages."""

from __future__ import annotations

import errno
import socket
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from tavl.cli.errors import fail, printable, trouble
from tavl.cli.language import _, chosen_words
from tavl.cli.venue import say_where
from tavl.i18n import Words

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.server.settings import Settings

ANSWERS_WITHIN_S = 2


def serve(
    host: Annotated[str | None, typer.Option(help=_("Address to listen on."))] = None,
    port: Annotated[int | None, typer.Option(help=_("Port; 0 takes a free one."))] = None,
    database: Annotated[str | None, typer.Option(help=_("A file, or the URL of a PostgreSQL."))] = None,
    config: Annotated[
        Path | None, typer.Option(help=_("A TOML file with settings; TAVL_* variables override it."))
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help=_("Let people on your network play too."))] = False,
    open_browser: Annotated[bool, typer.Option("--open", help=_("Open it in the browser."))] = False,
    venue: Annotated[
        bool, typer.Option("--venue", help=_("On a laptop at a tournament: codes for the Wi-Fi and the address."))
    ] = False,
    wifi: Annotated[str | None, typer.Option(metavar="NAME", help=_("The Wi-Fi that phones join."))] = None,
    wifi_password: Annotated[
        str | None, typer.Option(metavar="PASSWORD", help=_("The Wi-Fi's password; or TAVL_WIFI_PASSWORD."))
    ] = None,
    certificate: Annotated[
        bool, typer.Option("--certificate", help=_("Serve HTTPS with this laptop's own certificate."))
    ] = False,
    copy_to: Annotated[
        str | None, typer.Option(metavar="URL", help=_("Another tavl server that shows the public pages."))
    ] = None,
    copy_token: Annotated[
        str | None, typer.Option(metavar="TOKEN", help=_("The token made there; or TAVL_COPY_TOKEN."))
    ] = None,
) -> None:
    """Serve the pages and the API, until stopped with Ctrl-C."""
    given: dict[str, Any] = {
        "host": host or ("0.0.0.0" if lan or venue else None),  # noqa: S104
        "port": port,
        "database": database,
        "venue": venue or None,
        "wifi": wifi,
        "wifi_password": wifi_password,
        "certificate": certificate or None,
        "copy_to": copy_to,
        "copy_token": copy_token,
    }
    _serve(config, given, ("/venue" if venue else "/") if open_browser else None)


def serve_and_open(path: str) -> None:
    """Open a page in the browser, as `tavl` does: on the server that already runs here, or on a new one."""
    _serve(None, {}, path)


def _serve(config: Path | None, given: dict[str, Any], page: str | None) -> None:
    """`page` is opened in the browser; none: nobody sits at this machine."""
    from tavl.server.run import run  # imported here, so that other commands need not wait for all of this
    from tavl.server.settings import Settings, SettingsError, load
    from tavl.web import create_app

    w = chosen_words(None)
    try:
        settings = load(config, **given)
        if page is not None:  # somebody sits at this machine: no log lines, and a port that is free
            _open_running(w, settings, page)
            log_level = "warning" if settings.log_level == Settings().log_level else None
            port = given.get("port")
            free = port is not None or not _why_no_port(w, settings)
            settings = load(config, **given | {"port": port if free else 0, "log_level": log_level})
    except SettingsError as error:
        fail(f"tavl: {error}")
    _check_place(w, settings)
    typer.echo(printable(w("Games are kept in {database}.", database=settings.database)))
    app = create_app(settings)

    def ready(url: str) -> None:
        local = _reachable(url)
        door = app.state.door_port
        _note(settings, f"http://127.0.0.1:{door}" if door else local)
        typer.echo(w("Play at {url} (Ctrl-C stops it).", url=local))
        others = _for_others(settings, local)
        if settings.venue:
            say_where(w, settings, local, others, app.state.certificate)
        elif others:
            typer.echo(w("People on your network can play at {url}.", url=others))
        if page is not None:
            webbrowser.open(_page_at(local, page))

    with suppress(KeyboardInterrupt), _noted(settings):  # that is how it is stopped
        if not run(settings, app, ready=ready):
            fail(_why_not(w, settings, app.state.failed))


# where people reach it


def _reachable(url: str) -> str:
    """An address that a browser here can open: "everywhere" is not one."""
    parts = urlsplit(url)
    return f"{parts.scheme}://127.0.0.1:{parts.port}" if parts.hostname in ("0.0.0.0", "::") else url  # noqa: S104


def _for_others(settings: Settings, local: str) -> str | None:
    from tavl.server.network.own_addresses import EVERYWHERE, shareable

    parts = urlsplit(local)
    return shareable(parts.scheme, parts.netloc, settings) if settings.host in EVERYWHERE else None


# one that is already running


def _note_of(settings: Settings) -> Path | None:
    """Where a server on a file notes its address, for whoever starts a second one."""
    return None if "://" in settings.database else Path(f"{settings.database}-address")


def _note(settings: Settings, url: str) -> None:
    place = _note_of(settings)
    if place is not None:
        with suppress(OSError, ValueError):
            place.write_text(url)


@contextmanager
def _noted(settings: Settings) -> Iterator[None]:
    """The note is deleted when the server stops, but not the note of another server that has the file."""
    place = _note_of(settings)
    before = _read(place)
    try:
        yield
    finally:
        if place is not None and _read(place) != before:
            with suppress(OSError):
                place.unlink(missing_ok=True)


def _read(place: Path | None) -> str | None:
    with suppress(OSError, ValueError):
        return place.read_text() if place is not None else None
    return None


def _open_running(w: Words, settings: Settings, page: str) -> None:
    """A second `tavl` on the same file opens the first."""
    url = _read(_note_of(settings))
    if url and _answers(url):
        typer.echo(w("tavl is already running: {url}", url=url))
        webbrowser.open(_page_at(url, page))
        raise typer.Exit(0)


def _page_at(url: str, page: str) -> str:
    return url + page.removesuffix("/")


def _answers(url: str) -> bool:
    if not url.startswith("http://"):
        return False
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=ANSWERS_WITHIN_S) as answer:  # noqa: S310 - see above
            return bool(answer.read(16) == b"ok\n")
    except (OSError, ValueError, HTTPException):
        return False


# what is in the way


def _check_place(w: Words, settings: Settings) -> None:
    """Checks that are possible before anything is started."""
    problem = _why_no_port(w, settings)
    if problem:
        fail(f"tavl: {problem}")
    if "://" in settings.database:
        return
    try:
        path = Path(settings.database).absolute()
        if path.is_dir():
            fail(w("This is a folder, not a file: {file}", file=settings.database))
        if not path.parent.is_dir():
            fail(w("There is no such folder: {folder}", folder=str(path.parent)))
    except (OSError, ValueError) as error:
        fail(f"tavl: {settings.database[:80]}: {trouble(error)}")


def _why_no_port(w: Words, settings: Settings) -> str | None:
    ports = (settings.port, settings.https_port) if settings.certificate else (settings.port,)
    return next((problem for port in ports if (problem := _why_not_listen(w, settings.host, port))), None)


def _why_not_listen(w: Words, host: str, port: int) -> str | None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return w("Port {port} is taken. Choose another with --port; 0 takes a free one.", port=port)
            return w("Cannot listen on {host}, port {port}: {problem}", host=host, port=port, problem=trouble(error))
        except (ValueError, OverflowError) as error:
            return w("Cannot listen on {host}, port {port}: {problem}", host=host, port=port, problem=str(error))
    return None


def _why_not(w: Words, settings: Settings, error: object) -> str:
    from tavl.store import StoreInUse

    if isinstance(error, StoreInUse):
        return w(
            "Another tavl has {database} open. Stop it first, or choose another file with --database.",
            database=settings.database,
        )
    return f"tavl: {error or 'could not start'}"
