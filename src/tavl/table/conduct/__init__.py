"""How people behave (T1): consents, requests, breaches, penalties."""
