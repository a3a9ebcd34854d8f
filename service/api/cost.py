"""Which requests may take long to answer, told before they are read.

A small position takes less time than handing it to a thread. What may take longer is answered
beside the event loop.
"""

INLINE = 16 * 2**10
"""Bytes of a request, query and body, up to which it is answered on the event loop."""

INLINE_OF = {
    "/explanation": 2**10,
    "/review": 2**10,
    "/grundy": 2**12,
    "/octal": -1,
    "/octal/values": -1,
    "/nimbers/table": -1,
}
"""The same where a byte asks for more work than elsewhere."""

RULED = frozenset({"/move", "/moves", "/explanation", "/review"})
"""Operations whose positions may have a rule."""

SLOW_MARKS = (b"subtraction_set", b"\\", b"%")
"""What a small request has if its rule may need a long table: the key, or an escape instead."""


def takes_long(path: str, query: bytes, body: bytes | bytearray) -> bool:
    """Whether a request may take long to answer, judged by its size, operation and rule.

    >>> takes_long("/move", b"", b'{"piles": [3, 4, 5]}')
    False
    >>> takes_long("/move", b"piles=9&subtraction_set=1,3", b"")
    True
    """
    if len(query) + len(body) > INLINE_OF.get(path, INLINE):
        return True
    if path in RULED:
        for mark in SLOW_MARKS:
            if mark in body or mark in query:
                return True
    return False
