"""Tables on a server: creating them, carrying out actions, dice, roles, timers, bots, offline devices."""
