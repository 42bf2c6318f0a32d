"""Before play: staff, licences and entries (T1.2 to T1.4)."""
