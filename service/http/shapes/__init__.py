"""Shapes of requests: declared once, accepted by msgspec, explained by marshmallow."""
