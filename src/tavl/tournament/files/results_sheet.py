"""A sheet of results as a rating list takes it, and which of its rows contradict themselves."""

from __future__ import annotations

from tavl.rating.counted_matches import Ending, Match
from tavl.tournament.files.csv_format import Row, Taken
from tavl.tournament.files.errors import Fault, FileError, Reason
from tavl.tournament.files.sheet_columns import text_in


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
    """The first field that contradicts the others."""
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
