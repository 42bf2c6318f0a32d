"""A server on a laptop at the venue: its addresses, its own certificate, and a copy for people at home."""
