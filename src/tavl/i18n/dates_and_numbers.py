"""How dates, times of day, numbers and durations are written in each language.

In the browser: web/static/shared/dates-and-numbers.js.
"""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal

Style = Literal["short", "medium", "long", "full"]

# Which locale's conventions are used. English readers here write 1 March and 14:05.
FORMATS = {"en": "en_GB"}


class DatesAndNumbers:
    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = FORMATS.get(language, language)

    def number(self, value: float, places: int | None = None, signed: bool = False) -> str:
        """A number as it is written in this language; with `places`, exactly that many decimals."""
        from babel.numbers import format_decimal

        digits = "#,##0.###" if places is None else "#,##0" + ("." + "0" * places if places else "")
        return format_decimal(value, format=f"+{digits};-{digits}" if signed else digits, locale=self.locale)

    def date(self, day: date, style: Style = "long") -> str:
        from babel.dates import format_date

        return format_date(day, format=style, locale=self.locale)

    def time(self, moment: datetime | time, style: Style = "short") -> str:
        """The time of day, in the moment's own time zone."""
        from babel.dates import format_time

        at = moment.timetz() if isinstance(moment, datetime) else moment
        return format_time(at.replace(tzinfo=None), format=style, locale=self.locale)

    def moment(self, moment: datetime, style: Style = "long") -> str:
        """Day and time of day."""
        return f"{self.date(moment.date(), style)} {self.time(moment)}"


def duration(milliseconds: int) -> str:
    """1:05 or 1:02:05, rounded up to a whole second."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
