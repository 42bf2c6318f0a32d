"""`tavl table`: a table beside a physical board, driven from the keyboard."""
