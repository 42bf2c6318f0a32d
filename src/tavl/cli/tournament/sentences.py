"""What happened, what would change and what there is to do, each as one line in the reader's language. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from tavl.cli.tournament.lookup import Lookup, local
from tavl.i18n import Words, later
from tavl.i18n.dates_and_numbers import duration
from tavl.rules.codec import to_json
from tavl.tournament import Item
from tavl.tournament.acts import AnyEvent, Stamp
from tavl.tournament.acts.results import Ended, Result
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.ledger import is_till
from tavl.tournament.preview import Change

CODES = {
    # where a match is
    "waits": later("waits"),
    "ready": later("ready"),
    "called": later("called"),
    "playing": later("being played"),
    "reported": later("reported"),
    "differs": later("reports differ"),
    "done": later("over"),
    "walkover": later("walkover"),
    "no_match": later("no match"),
    # an entry
    "pending": later("not approved yet"),
    "waiting": later("on the waiting list"),
    "offered": later("offered a higher division"),
    "approved": later("approved"),
    "refused": later("refused"),
    "declined": later("declined the higher division"),
    "withdrawn": later("withdrawn"),
    "here": later("here"),
    "out": later("out"),
    # how a match ended
    "short": later("short of its length"),
    "penalty": later("by penalty points"),
    "forfeit": later("forfeited"),
    "disqualified": later("disqualified"),
    "nobody": later("nobody wins"),
    # money
    "charge": later("owes"),
    "payment": later("paid"),
    "waiver": later("owes no longer"),
    "refund": later("refunded"),
    "added": later("added money"),
    "house_share": later("the house's share"),
    "award": later("won"),
    "payout": later("prize paid"),
    "handed_over": later("handed over"),
    "correction": later("correction"),
    # people
    "organiser": later("organiser"),
    "director": later("director"),
    "helper": later("helper"),
    "warning": later("warning"),
    "points": later("penalty points"),
    "lose_match": later("loss of the match"),
    "disqualify": later("disqualification"),
    "expel": later("expulsion"),
    "exclude": later("exclusion from later tournaments"),
    "uphold": later("upheld"),
    "reverse": later("reversed"),
    "replace": later("replaced"),
    # equipment, and what is asked of the director
    "equipment": later("equipment"),
    "board": later("a board of the size that the rules name"),
    "lipped_cups": later("lipped cups"),
    "precision_dice": later("precision dice"),
    "baffle_box": later("a baffle box"),
    "expel_spectators": later("spectators should leave the match"),
    "approve_baffle_box": later("approval of the baffle box"),
    "approve_clock": later("approval of the clock"),
    # stages and divisions
    "open": later("open"),
    "draft": later("draft"),
    "closed": later("closed"),
    "ruled": later("ruled"),
    "appealed": later("appealed"),
    "decided": later("decided"),
    "dropped": later("dropped"),
    # what a preview tells of
    "players": later("players"),
    "where": later("state"),
    "place": later("table"),
    "length": later("length"),
    "starts_at": later("start"),
    "result": later("result"),
    "status": later("entry"),
    "draws": later("draws"),
    "announced": later("announced"),
    "state": later("case"),
    "True": later("yes"),
    "False": later("no"),
}
EVENTS = {
    "tournament_created": later("{title} is created."),
    "invitation_changed": later("The invitation is changed: {reason}"),
    "division_added": later("Division {division} is added."),
    "entries_opened": later("Entries are open."),
    "appointed": later("{person} is {role}."),
    "dismissed": later("{person} is no longer on the staff."),
    "tournament_closed": later("The tournament is closed. SHA-256 of the report: {report}"),
    "entered": later("{members} entered {division}."),
    "entered:waits": later("{members} entered {division} and is on the waiting list."),
    "entry_approved": later("{entry} is approved."),
    "standing_approval_set": later("Entries of {division} are approved as they come."),
    "standing_approval_set:off": later("Entries of {division} are approved one by one."),
    "entry_refused": later("{entry} is refused: {explanation}"),
    "higher_offered": later("{entry} is offered {division}: {reason}"),
    "offer_answered": later("{entry} accepts the higher division."),
    "offer_answered:off": later("{entry} declines the higher division."),
    "entry_admitted": later("{entry} has a place now."),
    "checked_in": later("{entry} is here."),
    "entry_withdrawn": later("{entry} withdraws."),
    "entry_reason_given": later("{entry}, for the federation: {reason}"),
    "member_replaced": later("{comes} takes the place of {leaves}."),
    "seed_promised": later("{division}: a seed is promised for the next draw, SHA-256 {promise}"),
    "drawn": later("{division}: draw {round} is made, {count} matches."),
    "drawn:hand": later("{division}: draw {round} is typed in by hand, {count} matches: {reason}"),
    "entrants_swapped": later("{one} and {two} change places: {reason}"),
    "late_entry_placed": later("{entry} comes into the bye's place in {match}."),
    "byes_traded": later("{division}: byes of the consolation change hands."),
    "draw_announced": later("{division}: the draw is announced, start at {starts_at}."),
    "places_set": later("Tables: {places}."),
    "match_called": later("Table {place}: {match}."),
    "call_withdrawn": later("{match} is no longer called."),
    "match_begun": later("{match} begins at {score}."),
    "start_moved": later("{match} starts at {starts_at}: {reason}"),
    "length_set": later("{match} is to {length} points: {reason}"),
    "absence_reported": later("{entry} is not there; counted from {since}."),
    "arrived": later("{entry} has arrived."),
    "late_penalty_given": later("{entry} is {late_ms} late: {points} penalty points."),
    "late_penalty_waived": later("{entry}: the lateness is waived: {reason}"),
    "smoke_free_demanded": later("{person} demands a smoke-free table."),
    "equipment_preferred": later("{person} demands this in all their matches: {kind}."),
    "equipment_preferred:off": later("{person} no longer demands this: {kind}."),
    "equipment_demanded": later("{person} demands this at {match}: {kind}."),
    "equipment_given": later("Brought to {match}: {kind}."),
    "equipment_taken": later("Taken from {match}: {kind}. {reason}"),
    "director_asked": later("{person} asks at {match}: {what}. {reason}"),
    "request_answered": later("{person} is answered, {granted}: {reason}"),
    "observer_asked": later("{person} asks for an observer at {match}."),
    "observer_appointed": later("{person} observes {match}."),
    "unavailable_set": later("{entry} pauses until {until}."),
    "unavailable_set:off": later("{entry} is back."),
    "outage_stated": later("Nobody was late from {since} to {until}."),
    "result_reported": later("{match}: {result} is reported."),
    "results_differ": later("{match}: the reports differ, so none is public."),
    "result_confirmed": later("{match}: {result}."),
    "result_corrected": later("{match}: corrected to {result}: {reason}"),
    "correction_asked": later("{actor} asks for a correction of {match}: {reason}"),
    "correction_refused": later("The correction of {match} is refused: {reason}"),
    "match_stopped": later("{match} is stopped: void and not rated."),
    "standing_confirmation_set": later("Results on which both players agree are confirmed as they come."),
    "standing_confirmation_set:off": later("Every result is confirmed by the staff."),
    "case_opened": later("Case {case} is opened under {rule}: {statement}"),
    "statement_given": later("Case {case}, {actor}: {statement}"),
    "person_asked": later("Case {case}: {person} is asked."),
    "case_ruled": later("Case {case}, ruling under {rule}: {decision} ({reason})"),
    "case_dropped": later("Case {case} is dropped: {reason}"),
    "appealed": later("Case {case}: {person} appeals."),
    "appeal_refused": later("Case {case}: the appeal is refused: {reason}"),
    "committee_named": later("Case {case}: the committee is {members}."),
    "voted": later("Case {case}: {person} votes: {verdict}."),
    "no_majority": later("Case {case}: no majority, so they vote again."),
    "case_decided": later("Case {case} is decided: {verdict}."),
    "reasons_given": later("Case {case}, reason: {reason}"),
    "case_sent_on": later("Case {case} is sent on to the federation."),
    "penalised": later("{person}: {kind} under {rule}: {reason}"),
    "penalty_revoked": later("Case {case}: the committee takes penalty {penalty} back."),
    "result_reopened": later("{match} goes on: its ruling was overturned, and the result with it."),
    "spectator_expelled": later("{person} may no longer watch ({rule}): {reason}"),
    "currency_chosen": later("{entry} pays in {currency}."),
    "pool_joined": later("{entry} joins the side pool {pool}."),
    "deal_agreed": later("{division}: a deal on the prizes is agreed."),
    "prizes_awarded": later("{division}: the prizes are awarded."),
    "undone": later("Taken back: {act}"),
}
ITEMS = {
    "dispute": later("Case {id} waits for a ruling: {people}."),
    "appeal": later("Case {id} is appealed: {votes} of {members} votes."),
    "committee_by_players": later("Case {id}: no director may rule, so the players choose a committee: {people}."),
    "results_differ": later("{match}: the reports differ."),
    "correction": later("{people} asks for a correction of {match}."),
    "observer": later("{people} asks for an observer at {match}."),
    "confirm": later("{match}: {result} has to be confirmed."),
    "late": later("{people} is {late_ms} late for {match}; penalty points to give: {points}."),
    "call": later("{match} can be called to table {place}."),
    "entry": later("{people} waits to be approved."),
    "place_free": later("There is a place for {people}, who is on the waiting list."),
    "announce": later("{id}: the draw has to be announced."),
    "draw": later("{id} can be drawn."),
    "byes": later("{id}: somebody would have a second bye; an exchange is proposed."),
    "prizes": later("{id}: the prizes can be awarded."),
    "owes": later("{people} owes {amount}."),
    "is_owed": later("{people} is owed {amount}."),
    "slow": later("{people} says that {match} is slow."),
    "clock": later("A clock is free for {match}; {people} has asked for one."),
    "equipment": later("This is free for {match}, and {people} has asked for it: {kind}."),
    "request": later("{people} asks at {match}: {what}. {reason}"),
    "repeated": later("{people} has done it again, so a warning is due."),
    "postpone": later("{people} asks to postpone {match}."),
    "deadline": later("The deadline of {match} is over; times offered: {offered_one} and {offered_two}."),
    "finish": later("{id}: it is time to finish."),
}


def code(w: Words, value: str) -> str:
    return w(CODES[value]) if value in CODES else value


def clock(w: Words, at: int) -> str:
    return w.time(local(at))


def result_text(desk: Lookup, result: Result) -> str:
    """`Anna 7-5 Bo`, and how it ended where it was not played to its end."""
    one, two = (desk.entrant(entry) for entry in result.players)
    how = "" if result.how is Ended.PLAYED else f" ({code(desk.w, result.how)})"
    return f"{one} {result.score[0]}-{result.score[1]} {two}{how}"


def event_line(desk: Lookup, event: AnyEvent, stamp: Stamp) -> str:
    tag = str(event.__struct_config__.tag)
    if tag == "booked":
        return _booked(desk, event)
    template = EVENTS.get(tag + _variant(event)) or EVENTS.get(tag)
    data: dict[str, Any] = msgspec.json.decode(to_json(event))
    if template is None:
        told = " ".join(f"{name}={_plain(value)}" for name, value in data.items() if name != "type")
        return f"{tag} {told}"
    values = {name: _value(desk, name, value) for name, value in data.items()}
    values["actor"] = desk.name(stamp.person)
    if tag == "division_added":
        values["division"] = data["terms"]["id"]
    if tag == "drawn":
        values["count"] = str(len(data["pairings"]))
    if tag == "undone":
        values["act"] = _undone(desk, data["act"])
    return desk.w(template, **values).rstrip(": ")


def _variant(event: AnyEvent) -> str:
    """Which of two sentences fits an event."""
    for name in ("on", "accepts"):
        if getattr(event, name, True) is False:
            return ":off"
    if getattr(event, "by_hand", False):
        return ":hand"
    if getattr(event, "waits", False):
        return ":waits"
    return ":off" if hasattr(event, "until") and hasattr(event, "entry") and event.until is None else ""


def _undone(desk: Lookup, act: str) -> str:
    lines = [event_line(desk, event, stamp) for event, stamp in desk.file.log if stamp.act == act]
    return lines[0] if lines else act


def _booked(desk: Lookup, event: Any) -> str:
    transaction = event.transaction
    people = [posting for posting in transaction.postings if posting.person is not None]
    if not people:
        first = next(posting for posting in transaction.postings if not is_till(posting.account))
        amount = Amount(abs(first.minor), transaction.currency)
        return f"{code(desk.w, transaction.kind)}: {first.account} {amount}"
    each = [f"{desk.name(p.person)} {Amount(abs(p.minor), transaction.currency)}" for p in people]
    return f"{code(desk.w, transaction.kind)}: {', '.join(each)}"


def _value(desk: Lookup, name: str, value: Any) -> str:
    """A field of an event as people call it."""
    match name:
        case "entry" | "one" | "two":
            return desk.entrant(value)
        case "match":
            return desk.called(value) if value else ""
        case "person" | "comes" | "leaves" | "witness":
            return desk.name(value) if value else ""
        case "members":
            return desk.names(value)
        case "role" | "kind" | "verdict" | "scope" | "what":
            return code(desk.w, value)
        case "granted":
            return code(desk.w, str(value))
        case "starts_at" | "since" | "until":
            return clock(desk.w, value) if value else ""
        case "late_ms":
            return duration(value)
        case "score" if value:
            return f"{value[0]}-{value[1]}"
        case "result":
            return result_text(desk, msgspec.convert(value, Result))
        case "places":
            return ", ".join(place["id"] for place in value)
    return _plain(value)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def change_line(desk: Lookup, change: Change) -> str:
    """`main.2.1 players: Bo - Carl -> Anna - Carl`"""
    subject = {"match": desk.short, "entry": desk.entrant, "money": desk.name}.get(change.kind, str)(change.id)
    what = "" if change.kind == "money" else f" {code(desk.w, change.what)}"
    before, after = (_changed(desk, change, text) or "-" for text in (change.before, change.after))
    return f"{subject}{what}: {before} -> {after}"


def _changed(desk: Lookup, change: Change, text: str) -> str:
    if change.what == "starts_at" and text:
        return clock(desk.w, int(text))
    if change.what == "result" and text:
        score, _, how = text.split(" ")
        return score if how == "played" else f"{score} ({code(desk.w, how)})"
    if change.what == "players":
        return re.sub(r"\be\d+\b", lambda found: desk.entrant(found[0]), text)
    kept, words = text.split()[:1], text.split()[1:]
    if change.kind != "entry":  # whose first word is the division
        kept, words = [], text.split()
    return " ".join([*kept, *(code(desk.w, word) for word in words)])


def item_line(desk: Lookup, item: Item) -> str:
    """One thing that waits for the desk, with its clause."""
    match = desk.flow.standings.get(item.id)
    reports = match.match.reports if match else ()
    values: dict[str, object] = {
        "id": item.id,
        "people": desk.names(item.people),
        "match": desk.called(item.id),
        "result": result_text(desk, reports[-1].result) if reports else "",
        "votes": 0,
        "members": 0,
    }
    for name, fact in item.facts.items():
        named = code(desk.w, str(fact)) if name in ("kind", "what") else fact
        values[name] = duration(int(fact)) if name.endswith("_ms") else named
    template = ITEMS.get(item.kind)
    told = desk.w(template, **values) if template else f"{item.kind}: {item.id}"
    return f"{told.removesuffix('.')} ({item.rule})."


def facts_named(desk: Lookup, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a refusal, with names where they have ids."""
    state = desk.file.state_if_any()

    def named(value: Any) -> Any:
        if not isinstance(value, str) or state is None:
            return value
        if value in desk.file.people:
            return desk.name(value)
        return desk.entrant(value) if value in state.entries else value

    return {name: named(value) for name, value in facts.items()}


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Columns as wide as necessary, two blanks between them."""
    if not rows:
        return []
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return [
        "  ".join(cell.rjust(widths[n]) if n in right else cell.ljust(widths[n]) for n, cell in enumerate(row)).rstrip()
        for row in rows
    ]
