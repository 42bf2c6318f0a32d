"""The columns of the sheets that we read and write, and what they may be headed: entries, results, standings, money.
Those of a member list: `organisation/member_list_columns.py`.

Headings are English; those that Danish, Swedish and Norwegian lists have are understood too.
"""

from __future__ import annotations

from tavl.rating.rating_list import Ending, Match
from tavl.tournament.files.csv_format import Column, Kind, Row, Sheet, Taken
from tavl.tournament.files.errors import Fault, FileError, Reason

NAME = Column(name="name", needed=True, also=("navn", "namn", "player", "spiller", "spelare"))
NUMBER = Column(name="number", also=("member number", "medlemsnr", "medlemsnummer", "nr", "nummer", "id"))
CLUB = Column(name="club", also=("klub", "klubb"))
COUNTRY = Column(name="country", also=("land",))
RATING = Column(name="rating", kind=Kind.HUNDREDTHS, also=("elo",))
_CURRENCY = Column(name="currency", needed=True, also=("valuta",))

ENTRIES = Sheet(
    columns=(
        NAME,
        NUMBER,
        Column(name="event", also=("række", "klass", "klasse")),
        Column(name="partner", also=("makker",)),
        CLUB,
        COUNTRY,
        RATING,
        Column(name="paid", kind=Kind.YES_NO, also=("betalt", "betald")),
    ),
    key=("name", "number", "event"),
)
RESULTS = Sheet(
    columns=(
        Column(name="match", needed=True, also=("kamp",)),
        Column(name="event", also=("række", "klass", "klasse")),
        Column(name="round", also=("runde", "omgång")),
        Column(name="length", kind=Kind.COUNT, needed=True, also=("points", "point", "poeng", "poäng")),
        Column(name="winner", also=("vinder", "vinner", "vinnare")),
        Column(name="loser", also=("taber", "taper", "förlorare")),
        Column(name="winner_score", kind=Kind.COUNT),
        Column(name="loser_score", kind=Kind.COUNT),
        Column(name="ended", kind=Kind.INSTANT, also=("slut",)),
        Column(
            name="how",
            needed=True,
            choices=("played", "walkover", "disqualified", "forfeited", "void", "nobody"),
        ),
        Column(name="rated", kind=Kind.YES_NO),
        Column(name="reason"),
    ),
    key=("match",),
)
STANDINGS = Sheet(
    columns=(
        Column(name="place", kind=Kind.COUNT, needed=True, also=("plads", "plats", "plass")),
        NAME,
        NUMBER,
        Column(name="points", kind=Kind.HUNDREDTHS, also=("point", "poeng", "poäng")),
        Column(name="matches", kind=Kind.COUNT),
        Column(name="wins", kind=Kind.COUNT),
        Column(name="tie_break"),
        RATING,
    ),
)
MONEY = Sheet(
    columns=(
        Column(name="number", kind=Kind.COUNT, needed=True),
        Column(name="at", kind=Kind.INSTANT),
        Column(name="kind", needed=True),
        Column(name="account", needed=True, also=("konto",)),
        Column(name="person"),
        Column(name="name", also=NAME.also),
        Column(name="amount", kind=Kind.AMOUNT, needed=True, also=("beløb", "belopp")),
        _CURRENCY,
        Column(name="corrects", kind=Kind.COUNT),
    ),
)


def text_in(row: Row, name: str) -> str:
    value = row[name]
    return value if isinstance(value, str) else ""


def results_of(taken: Taken, *, sanctioned: bool = True) -> tuple[Match, ...]:
    """Results as a rating list takes them. Who played is written as on the sheet: a member's number, say."""
    faults: list[Fault] = []
    found: list[Match] = []
    for line, row in zip(taken.lines, taken.rows, strict=True):
        wrong = _result_fault(row)
        if wrong is not None:
            field, reason = wrong
            faults.append(Fault(line, field, reason, "" if row[field] is None else str(row[field])))
            continue
        how, ended, length = text_in(row, "how"), row["ended"], row["length"]
        found.append(
            Match(
                id=text_in(row, "match"),
                ended=ended if isinstance(ended, int) else 0,
                winners=(text_in(row, "winner"),) if row["winner"] else (),
                losers=(text_in(row, "loser"),) if row["loser"] else (),
                length=length if isinstance(length, int) else 0,
                ending=Ending(how) if how in tuple(Ending) else Ending.PLAYED,
                void=how == "void",
                sanctioned=sanctioned,
                rated=row["rated"] is not False,
            )
        )
    if faults:
        raise FileError(faults)
    return tuple(found)


def _result_fault(row: Row) -> tuple[str, Reason] | None:
    """The first field that does not go with the others."""
    how, length = row["how"], row["length"]
    if not isinstance(length, int) or length < 1:
        return "length", Reason.BAD_NUMBER
    if row["ended"] is None and how not in ("void", "walkover"):
        return "ended", Reason.MISSING
    if how == "nobody":
        return ("winner", Reason.CONTRADICTION) if row["winner"] else None
    if how != "void" and not row["winner"]:
        return "winner", Reason.MISSING
    if how in ("played", "disqualified", "forfeited") and not row["loser"]:
        return "loser", Reason.MISSING
    if row["winner"] and row["winner"] == row["loser"]:
        return "loser", Reason.CONTRADICTION
    won, lost = row["winner_score"], row["loser_score"]
    if how == "played" and isinstance(won, int) and won < length and not row["reason"]:
        return "winner_score", Reason.CONTRADICTION  # short of the length needs a reason
    if isinstance(lost, int) and lost >= length:
        return "loser_score", Reason.CONTRADICTION
    return None
