"""The texts of notifications: of the mails and of what is pushed to a browser."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from tavl.i18n import Words
from tavl.server.codes import digest
from tavl.server.notifications.preferences import Choice
from tavl.server.notifications.smtp import Mail
from tavl.server.tables.correspondence import deadline
from tavl.server.tables.stream.stream_state import State
from tavl.tournament.acts.appointments import Reminder


class PushMessage(Struct, frozen=True, kw_only=True):
    """What the page's worker shows (`static/notifications/push-worker.js`)."""

    title: str
    body: str
    url: str
    tag: str  # of one tag only the last is shown
    language: str


class Told(Struct, frozen=True, kw_only=True):
    """Whom to notify, and about what."""

    person: str
    opponent: str
    own: int
    others: int  # points
    over: bool
    won: bool | None = None


def subject(w: Words, told: Told, opponent: str) -> str:
    if not told.over:
        return w("Your move against {name}", name=opponent)
    if told.won is None:
        return w("Your game with {name} is over", name=opponent)
    return w("You have won against {name}", name=opponent) if told.won else w("You have lost to {name}", name=opponent)


def sentence(w: Words, told: Told, opponent: str) -> str:
    if told.over:
        return f"{subject(w, told, opponent)}."
    return w("It is your move in the game with {name}.", name=opponent)


def standing(w: Words, state: State, told: Told) -> str:
    length = state.table.match.length
    match = w("Money play") if length is None else w.plural("Match to {n} point", "Match to {n} points", length)
    return w("{match}, the score is {own}–{others}.", match=match, own=told.own, others=told.others)


def turn_mail(
    w: Words, public_url: str, table: str, state: State, told: Told, opponent: str, choice: Choice, key: str, at: int
) -> Mail:
    """It is somebody's move, or how the match ended. `key` names the turn: the same mail has the same id."""
    url = public_url.rstrip("/")
    lines = [sentence(w, told, opponent), standing(w, state, told)]
    until = deadline(state)
    if until is not None and not told.over:
        lines.append(w("You have until {moment} (UTC).", moment=_moment(w, until)))
    return _mail(w, url, lines, subject(w, told, opponent), _page(table, told), choice, key, at)


def _mail(w: Words, url: str, lines: list[str], subject: str, page: str, choice: Choice, key: str, at: int) -> Mail:
    stop = f"{url}/notices/stop/{choice.stop}"
    footer = w("You get this mail because you asked for it. To stop these mails: {link}", link=stop)
    return Mail(
        to=choice.address or "",
        subject=subject,
        text="\n".join([*lines, "", f"{url}{page}", "", "-- ", footer, ""]),
        id=digest(key)[:32],
        at=at,
        stop=stop,
    )


def turn_push(w: Words, table: str, state: State, told: Told, opponent: str) -> bytes:
    shown = PushMessage(
        title=subject(w, told, opponent),
        body=standing(w, state, told),
        url=_page(table, told),
        tag=f"tavl-{table}",
        language=w.language,
    )
    return msgspec.json.encode(shown)


class Reminded(Struct, frozen=True, kw_only=True):
    """A tournament's reminder to one side of a match."""

    what: Reminder
    tournament: str
    opponents: tuple[str, ...]
    instant: int  # when it begins, or by when it has to be played
    page: str


def reminder_mail(w: Words, public_url: str, told: Reminded, choice: Choice, key: str, at: int) -> Mail:
    lines = [*reminder_sentences(w, told), told.tournament]
    return _mail(w, public_url.rstrip("/"), lines, reminder_subject(w, told), told.page, choice, key, at)


def reminder_push(w: Words, told: Reminded, topic: str) -> bytes:
    shown = PushMessage(
        title=reminder_subject(w, told),
        body=f"{' '.join(reminder_sentences(w, told))} {told.tournament}",
        url=told.page,
        tag=f"tavl-{topic}",
        language=w.language,
    )
    return msgspec.json.encode(shown)


def reminder_subject(w: Words, told: Reminded) -> str:
    name = " / ".join(each or w("somebody") for each in told.opponents)
    match told.what:
        case Reminder.START:
            return w("Your match against {name} begins soon", name=name)
        case Reminder.DEADLINE:
            return w("Your match against {name} has to be played soon", name=name)
        case Reminder.PASSED:
            return w("The time for your match against {name} is over", name=name)


def reminder_sentences(w: Words, told: Reminded) -> list[str]:
    moment = _moment(w, told.instant)
    match told.what:
        case Reminder.START:
            return [w("It begins on {moment} (UTC).", moment=moment)]
        case Reminder.DEADLINE:
            return [w("You have until {moment} (UTC).", moment=moment), w("No time is agreed yet.")]
        case Reminder.PASSED:
            return [
                w("It was to be played by {moment} (UTC).", moment=moment),
                w("A director decides what happens now."),
            ]


def _moment(w: Words, instant: int) -> str:
    return w.moment(datetime.fromtimestamp(instant / 1000, UTC))


def _page(table: str, told: Told) -> str:
    return f"/t/{table}{'/replay' if told.over else ''}"


def confirmation_mail(w: Words, public_url: str, address: str, code: str, at: int) -> Mail:
    """Asks whether an address is somebody's own."""
    link = f"{public_url.rstrip('/')}/notices/confirm/{code}"
    text = w("Somebody wants to get mail about backgammon games here. If it was you, open this link:")
    ignore = w("If it was not you, do nothing, and there will be no mail.")
    return Mail(
        to=address,
        subject=w("Is this your address?"),
        text="\n".join([text, "", link, "", ignore, ""]),
        id=digest(code)[:32],
        at=at,
    )
