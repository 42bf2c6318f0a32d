"""Server processes that share a database: heartbeats, and corrections after all of them were down."""
