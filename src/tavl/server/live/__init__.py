"""Everybody connected right now: sockets, rooms, presence, chat, spectators, and what each of them may see."""
