"""How numbers, dates, times and durations are written."""

from datetime import date, datetime, time

import pytest

from tavl.i18n import words
from tavl.i18n.dates_and_numbers import duration


def test_numbers_are_written_as_the_language_does():
    assert words("en").number(1234.5) == "1,234.5"
    assert words("da").number(1234.5) == "1.234,5"
    assert words("da").number(0.5, places=3, signed=True) == "+0,500"
    assert words("da").number(-0.12345, places=3, signed=True) == "-0,123"
    assert words("da").number(2.7, places=0) == "3"


def test_dates_and_times_are_written_as_the_language_does():
    moment = datetime(2026, 3, 1, 14, 5)
    assert words("en").moment(moment) == "1 March 2026 14:05"
    assert words("da").moment(moment) == "1. marts 2026 14.05"
    assert words("sv").date(date(2026, 3, 1)) == "1 mars 2026"
    assert words("nb").time(time(9, 30)) == "09:30"


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0:00"), (1, "0:01"), (65_000, "1:05"), (65_001, "1:06"), (3_725_000, "1:02:05")]
)
def test_a_duration_counts_a_second_that_has_begun(milliseconds, text):
    assert duration(milliseconds) == text
