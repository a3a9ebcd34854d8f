"""The keys of a WSGI environment in which the server leaves facts of a request."""

STARTED = "server.started"
"""`perf_counter()` when the request had arrived whole."""

ERROR = "server.error"
"""The exception that keeps the server from reading the request, for what responds to that."""
