"""The English sentences for what an organisation refuses; see `refusals`."""

from __future__ import annotations

ORGANISATION = {
    "merged_already": "These two are already one person.",
    "no_chair_left": "An organisation has at least one chair.",
    "no_organisation": "There is no such organisation.",
    "no_such_class": "The organisation has no class of tournaments called {name}.",
    "no_such_report": "No report of that tournament has come in.",
    "no_such_series": "There is no such series.",
    "not_a_member": "That person is not a member on that day.",
    "not_an_officer": "That person is not an officer of the organisation.",
    "not_merged": "These two are not merged.",
    "not_of_this_class": "{division} does not match what the class {name} requires.",
    "not_suspended": "That suspension is over, or there is none.",
    "officers_only": "Only the officers of the organisation can do that.",
    "own_case": "You cannot answer a case to which you are a party.",
    "summary_missing": "A precedent is published; write what it is about in words that name nobody.",
}
