"""A gunicorn worker for any WSGI application, by asyncio, uvloop and httptools."""
