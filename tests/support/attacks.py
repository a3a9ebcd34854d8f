"""The most expensive requests for a worker, of each kind: an operation, a page, a header."""

import json

from tests.support.clients import CHUNKED, HOST, chunked, get, post, post_head
from tests.support.hostile import NUMBER

LETTERS = b"a" * 570
PICTURE = get(b"/static/qr.svg?link=http://" + NUMBER + LETTERS)


def listed(header: bytes, path: bytes, member: bytes = b"a") -> bytes:
    """A request whose header has as many members as fit."""
    return get(path, header + b": " + b",".join([member] * (8_000 // (len(member) + 1))) + b"\r\n")


def batch(number: int) -> bytes:
    """A batch in which each position has a different rule."""
    positions = [{"piles": [9, i], "max_remove": 1 + i} for i in range(number)]
    return post(json.dumps({"positions": positions}).encode(), path=b"/moves")


ATTACKS = {
    "the page for a new host": get(b"/").replace(HOST, b"Host: " + NUMBER + b"\r\n"),
    "a picture": PICTURE,
    "a picture, to HEAD": PICTURE.replace(b"GET", b"HEAD"),
    "Accept, where nothing is": listed(b"Accept", b"/nothing", b'W/"a"'),
    "Accept-Encoding": listed(b"Accept-Encoding", b"/static/core/base.css"),
    "If-None-Match": listed(b"If-None-Match", b"/move?piles=1"),
    "If-Match": listed(b"If-Match", b"/move?piles=1"),
    "Accept, with a wrong method": listed(b"Accept", b"/move").replace(b"GET", b"DELETE"),
    "a long path": get(b"/nothing" + b"/b" * 4_000),
    "unknown parameters": get(b"/move?" + b"&".join(b"p%d=1" % i for i in range(1_000))),
    "a product": get(b"/nimbers/product?operands=" + b",".join([b"4294967295"] * 700)),
    "positions just below the limit": batch(50),
    "a head of fields": get(b"/healthz", b"a:\r\n" * 4_050),
    "a trailer of fields": post_head(CHUNKED) + b"0\r\n" + b"a:\r\n" * 4_050 + b"\r\n",
    "chunks of a byte": post_head(CHUNKED) + chunked(*[b" "] * 11_000) + b"0\r\n\r\n",
    "an extension of every chunk": post_head(CHUNKED) + (b"1" + b";a=b" * 100 + b"\r\n \r\n") * 150,
    "a wrong body": post(b'{"piles":[' + b",".join([b"1.5"] * 180) + b"]}"),
}
