"""Everything about connected people: sockets, rooms, presence, chat, spectators, and what each may see."""
