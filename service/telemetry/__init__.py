"""Metrics and the log."""
