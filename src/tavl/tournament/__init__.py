"""Tournaments: entries, draws, running, results, cases, money and the report. docs/tournament.md has the design."""

from tavl.tournament import acts as acts
from tavl.tournament.action_candidates import actions as actions
from tavl.tournament.acts import By as By
from tavl.tournament.acts import Office as Office
from tavl.tournament.acts import Role as Role
from tavl.tournament.acts import Stamp as Stamp
from tavl.tournament.invitation import DivisionTerms as DivisionTerms
from tavl.tournament.invitation import Invitation as Invitation
from tavl.tournament.now_list import Item as Item
from tavl.tournament.now_list import now as now
from tavl.tournament.preview import Preview as Preview
from tavl.tournament.preview import preview as preview
from tavl.tournament.state import Due as Due
from tavl.tournament.state import Tournament as Tournament
from tavl.tournament.tournament import decide as decide
from tavl.tournament.tournament import due as due
from tavl.tournament.tournament import evolve as evolve
from tavl.tournament.tournament import replay as replay
from tavl.tournament.view import view as view
