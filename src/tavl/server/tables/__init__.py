"""Tables on a server: creation, execution of actions, dice, roles, timers, bots, offline devices."""
