"""How many examples hypothesis tries, where the usual hundred are too few or too dear."""

from hypothesis import settings


def tries(count: int) -> settings:
    """Settings of a test that tries `count` examples, or with --quick that much fewer."""
    return settings(max_examples=max(1, count * settings().max_examples // 100))
