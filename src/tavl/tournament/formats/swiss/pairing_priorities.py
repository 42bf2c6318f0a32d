"""What a round of a Swiss avoids: who has the bye, rematches, floats, family, club and country.

What each costs: `draws/pairing_costs.py`.
"""

from tavl.tournament.draws.pairing import Aim

SWISS_AIMS = (
    Aim.NAMED,
    Aim.REMATCH,
    Aim.MET,
    Aim.SECOND_BYE,
    Aim.LATE_BYE,
    Aim.HIGH_BYE,
    Aim.FLOAT,
    Aim.SECOND_FLOAT,
    Aim.FAMILY,
    Aim.CLUB,
    Aim.COUNTRY,
)
"""The most important first."""
