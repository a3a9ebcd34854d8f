"""The theory, pure: standard library only, no I/O, no JSON, no HTTP."""
