"""gunicorn's hooks, the health check, and the flag that says the service is stopping."""
