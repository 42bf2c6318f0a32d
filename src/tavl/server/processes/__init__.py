"""Server processes that share a database: heartbeats, and what is made good after all of them were down."""
