"""HTTP and WebSocket, accounts, dice, wall clock, timers, bots; without templates.

Nothing is imported here: the dice of a match are verified by a part of it that needs no database and no HTTP."""
