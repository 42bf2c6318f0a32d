"""What is kept about people outside the streams, so that it can be erased."""
