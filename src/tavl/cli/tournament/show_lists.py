"""Pages of `tavl tournament show` that are lists: entries, money, cases, the log."""

from __future__ import annotations

from typing import Any

from tavl.cli.tournament.desk import Desk, Shown
from tavl.cli.tournament.lookup import local
from tavl.cli.tournament.sentences import clock, code, event_line, table
from tavl.i18n import Words
from tavl.rules.codec import from_json, to_json
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount, zero
from tavl.tournament.money.ledger import PERSON


def owed_text(w: Words, amount: Amount) -> str:
    return w("owes {amount}", amount=amount) if amount.minor > 0 else w("is owed {amount}", amount=-amount)


def entries_page(desk: Desk, divisions: list[str]) -> Shown:
    w = desk.w
    rows, data = [], []
    owes = {line.person: line.amount for line in ledger.open_lines(desk.state.book) if line.account == PERSON}
    for entry in desk.state.entries.values():
        if entry.division not in divisions:
            continue
        owed = owes.get(entry.members[0])
        money = owed_text(w, owed) if owed else ""
        here = w("here") if entry.checked_in else ""
        status = code(w, entry.status)
        rows.append((entry.id, desk.entrant(entry.id), entry.division, status, here, money))
        data.append(
            {
                "id": entry.id,
                "name": desk.entrant(entry.id),
                "division": entry.division,
                "status": entry.status,
                "here": entry.checked_in,
                "owes": str(owed) if owed else None,
                "rating": entry.rating,
            }
        )
    totals = w.plural("{n} entry", "{n} entries", len(rows))
    return Shown([*table(rows), totals], data)


def money_page(desk: Desk, divisions: list[str]) -> Shown:
    w, book = desk.w, desk.state.book
    lines: list[str] = []
    data: dict[str, Any] = {"transactions": [], "open": []}
    for number, transaction in enumerate(book, start=1):
        postings = [
            {"account": p.account, "name": desk.name(p.person) if p.person else None, "minor": p.minor}
            for p in transaction.postings
        ]
        data["transactions"].append(
            {"number": number, "kind": transaction.kind, "currency": transaction.currency, "postings": postings}
        )
    for currency in ledger.currencies(book):
        rows = [
            (code(w, kind), account if account != PERSON else "", str(amount))
            for (kind, account), amount in ledger.by_account(book, currency).items()
        ]
        total = ledger.totals(book, currency)
        lines += [currency, *(f"  {line}" for line in table(rows, right=(2,)))]
        lines.append(
            w(
                "  in {paid_in}, out {paid_out}, left {left}",
                paid_in=total.paid_in,
                paid_out=total.paid_out,
                left=total.left,
            )
        )
    charged = [(n, t) for n, t in enumerate(book, start=1) if t.kind == "charge"]
    mended = {t.corrects for t in book}
    still = ledger.open_lines(book)
    for line in still:
        who = desk.name(line.person) if line.person else line.account
        numbers = ", ".join(
            str(n)
            for n, t in charged
            if n not in mended and any(p.person == line.person and line.person for p in t.postings)
        )
        where = f" ({w('charges {numbers}', numbers=numbers)})" if numbers and line.amount.minor > 0 else ""
        lines.append(f"  {who}: {owed_text(w, line.amount)}{where}")
        data["open"].append(
            {
                "account": line.account,
                "name": desk.name(line.person) if line.person else None,
                "amount": str(line.amount),
            }
        )
    if not still:
        lines.append(w("Everything reads {zero}.", zero=zero(desk.currency())))
    return Shown(lines, data)


def cases_page(desk: Desk, divisions: list[str]) -> Shown:
    w = desk.w
    lines: list[str] = []
    for case in desk.state.cases.values():
        lines.append(f"{case.id} {case.ruled_under or case.rule} {code(w, case.state)} ({desk.names(case.parties)})")
        lines += [f"  {desk.name(said.person)}: {said.text}" for said in case.statements]
        if case.decision:
            who = desk.name(case.ruled_by)
            told = w("{name} rules: {decision} ({reason})", name=who, decision=case.decision, reason=case.reason)
            lines.append(f"  {told}")
        for person, (verdict, decision) in case.votes.items():
            lines.append(f"  {desk.name(person)}: {code(w, verdict)} {decision}".rstrip())
        if case.verdict:
            verdict_text, reason = code(w, case.verdict), case.committee_reason
            lines.append(f"  {w('The committee: {verdict} ({reason})', verdict=verdict_text, reason=reason)}")
    for penalty in desk.state.penalties.values():
        points = f" {penalty.points}" if penalty.points else ""
        lines.append(f"{desk.name(penalty.person)}: {code(w, penalty.kind)}{points} ({penalty.rule}): {penalty.reason}")
    data = {"cases": list(desk.state.cases.values()), "penalties": list(desk.state.penalties.values())}
    return Shown(lines or [w("There are no cases and no penalties.")], data)


def log_page(desk: Desk, divisions: list[str]) -> Shown:
    lines, data, last = [], [], ""
    for event, stamp in desk.file.log:
        day = desk.w.date(local(stamp.at).date())
        if day != last:
            lines.append(day)
            last = day
        lines.append(f"  {clock(desk.w, stamp.at)} {desk.name(stamp.person) or '-'}: {event_line(desk, event, stamp)}")
        data.append(
            {"at": stamp.at, "by": desk.name(stamp.person), "act": stamp.act, "event": from_json(to_json(event), Any)}
        )
    return Shown(lines, data)
