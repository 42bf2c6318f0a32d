"""`tavl practice`: mistakes as flash cards."""
