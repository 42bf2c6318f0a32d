"""Addresses and requests: this machine's own, those of clients, and what the server sends to other servers."""
