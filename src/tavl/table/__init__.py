"""One match between two seats: clock, conduct, consent, breaks, disputes; pure."""

from tavl.table.acts import By, Role
from tavl.table.clock import Clock, clock_for
from tavl.table.table import Due, Table, actions, decide, due, evolve, replay
from tavl.table.terms import Ruler, Sitting, TableTerms
from tavl.table.view import TableView, view

__all__ = [
    "By",
    "Clock",
    "Due",
    "Role",
    "Ruler",
    "Sitting",
    "Table",
    "TableTerms",
    "TableView",
    "actions",
    "clock_for",
    "decide",
    "due",
    "evolve",
    "replay",
    "view",
]
