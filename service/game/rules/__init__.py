"""The rules of the games: one class in one file each, with the interface of `rule.py`."""
