"""Keys that the server adds to the WSGI environ of a request."""

STARTED = "server.started"
"""The `perf_counter()` time at which the request was complete."""

ERROR = "server.error"
"""The exception for which the server rejects the request; the application makes the response."""
