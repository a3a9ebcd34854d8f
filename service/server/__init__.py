"""A gunicorn worker for any WSGI application, on the event loop of uvloop."""
