"""Personal data, stored outside the streams so that it can be erased."""
