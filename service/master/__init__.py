"""What runs in gunicorn's master, and around the service."""
