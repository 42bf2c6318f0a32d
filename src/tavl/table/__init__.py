"""One match between two seats: clock, conduct, consent, breaks, disputes; pure."""

from tavl.table.acts import By, Role
from tavl.table.clock.delay_clock import Clock, clock_for
from tavl.table.table import Due, Table, actions, decide, due, evolve, person_at, replay, why_not
from tavl.table.terms import Detail, Ruler, Sitting, TableTerms
from tavl.table.view import TableView, redact, view, why_no_aids

__all__ = [
    "By",
    "Clock",
    "Detail",
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
    "person_at",
    "redact",
    "replay",
    "view",
    "why_no_aids",
    "why_not",
]
