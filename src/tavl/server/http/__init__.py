"""The HTTP API: routes by resource, their dependencies, middleware."""
