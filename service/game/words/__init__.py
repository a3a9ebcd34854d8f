"""The sentences that explain positions."""
