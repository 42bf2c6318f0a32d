"""Entrants, as much as the draw has to know about them."""

from __future__ import annotations

from msgspec import Struct

KINDS = ("family", "club", "country")  # what people are kept apart by, the closest first


class Player(Struct, frozen=True, kw_only=True):
    """An entrant of an event: one person, a pair or a team. People and what they belong to are opaque ids."""

    id: str
    rating: int | None = None  # in hundredths
    family: str | None = None
    club: str | None = None
    country: str | None = None
    late: bool = False  # not checked in, or entered after the draw: no bye before the punctual (T2.2.iv)

    def shares(self, other: Player) -> tuple[str, ...]:
        """Which of family, club and country they have in common."""
        return tuple(
            kind for kind in KINDS if getattr(self, kind) is not None and getattr(self, kind) == getattr(other, kind)
        )
