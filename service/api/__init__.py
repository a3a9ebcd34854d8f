"""What a request means: shapes, problems, and every operation of the service."""
