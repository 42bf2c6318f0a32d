"""Organisations: a federation or a club with members, licences, suspensions, ratings, series and an inbox.

docs/organisation.md has the design."""

from tavl.organisation import acts as acts
from tavl.organisation.acts import Role as Role
from tavl.organisation.charter import Charter as Charter
from tavl.organisation.charter import SanctionedClass as SanctionedClass
from tavl.organisation.organisation import decide as decide
from tavl.organisation.organisation import evolve as evolve
from tavl.organisation.organisation import replay as replay
from tavl.organisation.rated_reports import rating_list as rating_list
from tavl.organisation.series import season_standings as season_standings
from tavl.organisation.state import Organisation as Organisation
from tavl.organisation.view import view as view
