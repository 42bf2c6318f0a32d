"""Accounts: identity, login, passkeys, tokens, blocking, administration, privacy."""
