"""The HTTP API: routes by resource, what they share, and what every request passes."""
