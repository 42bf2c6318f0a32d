"""The columns of the sheets that we read and write, and what they may be headed: entries, results, standings, money.
Those of a member list: `organisation/member_list_columns.py`.

Headings are English; those of Danish, Swedish and Norwegian lists are accepted too.
"""

from __future__ import annotations

from tavl.tournament.files.csv_format import Column, ColumnKind, Row, Sheet

NAME = Column(name="name", needed=True, also=("navn", "namn", "player", "spiller", "spelare"))
NUMBER = Column(name="number", also=("member number", "medlemsnr", "medlemsnummer", "nr", "nummer", "id"))
CLUB = Column(name="club", also=("klub", "klubb"))
COUNTRY = Column(name="country", also=("land",))
RATING = Column(name="rating", kind=ColumnKind.HUNDREDTHS, also=("elo",))
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
        Column(name="paid", kind=ColumnKind.YES_NO, also=("betalt", "betald")),
    ),
    key=("name", "number", "event"),
)
RESULTS = Sheet(
    columns=(
        Column(name="match", needed=True, also=("kamp",)),
        Column(name="event", also=("række", "klass", "klasse")),
        Column(name="round", also=("runde", "omgång")),
        Column(name="length", kind=ColumnKind.COUNT, needed=True, also=("points", "point", "poeng", "poäng")),
        Column(name="winner", also=("vinder", "vinner", "vinnare")),
        Column(name="loser", also=("taber", "taper", "förlorare")),
        Column(name="winner_score", kind=ColumnKind.COUNT),
        Column(name="loser_score", kind=ColumnKind.COUNT),
        Column(name="ended", kind=ColumnKind.INSTANT, also=("slut",)),
        Column(
            name="how",
            needed=True,
            choices=("played", "walkover", "disqualified", "forfeited", "void", "nobody"),
        ),
        Column(name="rated", kind=ColumnKind.YES_NO),
        Column(name="reason"),
    ),
    key=("match",),
)
STANDINGS = Sheet(
    columns=(
        Column(name="place", kind=ColumnKind.COUNT, needed=True, also=("plads", "plats", "plass")),
        NAME,
        NUMBER,
        Column(name="points", kind=ColumnKind.HUNDREDTHS, also=("point", "poeng", "poäng")),
        Column(name="matches", kind=ColumnKind.COUNT),
        Column(name="wins", kind=ColumnKind.COUNT),
        Column(name="tie_break"),
        RATING,
    ),
)
MONEY = Sheet(
    columns=(
        Column(name="number", kind=ColumnKind.COUNT, needed=True),
        Column(name="at", kind=ColumnKind.INSTANT),
        Column(name="kind", needed=True),
        Column(name="account", needed=True, also=("konto",)),
        Column(name="person"),
        Column(name="name", also=NAME.also),
        Column(name="amount", kind=ColumnKind.AMOUNT, needed=True, also=("beløb", "belopp")),
        _CURRENCY,
        Column(name="corrects", kind=ColumnKind.COUNT),
    ),
)


def text_in(row: Row, name: str) -> str:
    value = row[name]
    return value if isinstance(value, str) else ""
