"""Ratings that are provisional: shown with a question mark (`web/static/shared/rating-text.js`), and not in the
ranking. A server's own number: `rating_listed_from` in `server/settings.py`."""

from __future__ import annotations

LISTED_FROM = 50
"""The experience, in points of match length, from which a rating is listed."""


def is_provisional(experience: int, listed_from: int = LISTED_FROM) -> bool:
    return experience < listed_from
