"""The version of the service, apart from all that needs it: so imports make no circle."""

__version__ = "1.0.0"
