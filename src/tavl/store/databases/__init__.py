"""The two databases, SQLite and PostgreSQL, behind one interface."""
