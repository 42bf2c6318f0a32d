"""What a round of a Swiss avoids: who has the bye, rematches, floats, family, club and country.

What each costs: `draws/pairing_costs.py`.
"""

from tavl.tournament.draws.pairing import Aim

SWISS_AIMS = (
    Aim.NAMED,  # two whom the director keeps apart
    Aim.REMATCH,  # two who have met; where that cannot be avoided, as few such pairs as possible
    Aim.MET,  # of those, a third match between two who could be in a second one
    Aim.SECOND_BYE,  # a bye for who had one, or has missed a round
    Aim.LATE_BYE,  # a bye for who was late for a round
    Aim.HIGH_BYE,  # a bye for somebody with more points than the lowest
    Aim.FLOAT,  # two with different scores, the more the further apart
    Aim.SECOND_FLOAT,  # a float the same way as in the round before
    Aim.FAMILY,  # two of one family
    Aim.CLUB,  # two of one club
    Aim.COUNTRY,  # two of one country
)
"""The most important first."""
