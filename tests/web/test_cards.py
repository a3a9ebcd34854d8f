"""The card of a position, read as any program reads a PNG picture."""

import re
import struct
import zlib
from itertools import groupby
from math import pi

import pytest
from werkzeug.test import Client


def chunks(picture: bytes) -> dict[bytes, bytes]:
    """The chunks of a picture by their kinds, each with the right checksum."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        data = picture[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", picture, at + 8 + length)
        assert checksum == zlib.crc32(kind + data)
        found[kind] = data
        at += 12 + length
    return found


def colours_of(client: Client, piles: str) -> list[tuple[int, ...]]:
    """The palette of the card of a position."""
    response = client.get("/static/0123456789ab/card.png", query_string={"piles": piles})
    return [*struct.iter_unpack("BBB", chunks(response.data)[b"PLTE"])]


def lines_of(client: Client, piles: str) -> list[bytes]:
    """The lines of the card of a position: for each pixel a colour of the palette."""
    response = client.get("/static/0123456789ab/card.png", query_string={"piles": piles})
    assert response.mimetype == "image/png"
    found = chunks(response.data)
    assert [*found] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    width, height, *form = struct.unpack(">IIBBBBB", found[b"IHDR"])
    assert (width, height) == (1200, 630)  # as sites that show links expect
    assert form == [8, 3, 0, 0, 0]  # a byte of the palette for each pixel, as all programs read it
    colours = len(found[b"PLTE"]) // 3
    pixels = zlib.decompress(found[b"IDAT"])
    lines = [pixels[at : at + 1201] for at in range(0, len(pixels), 1201)]
    assert len(lines) == 630
    assert {line[0] for line in lines} == {0}  # no filter
    assert max(map(max, lines)) == colours - 1
    return [line[1:] for line in lines]


@pytest.mark.parametrize("piles", [(1, 3, 2), (1,), (24,), (2,) * 10])
def test_a_card_has_a_row_for_each_pile_and_a_disc_for_each_object(
    client: Client, piles: tuple[int, ...]
) -> None:
    """Lines through the middle of a row meet each of its discs once."""
    lines = lines_of(client, ",".join(map(str, piles)))
    discs = [len(re.findall(rb"[^\0]+", line)) for line in lines]
    assert [count for count, _ in groupby(discs) if count] == [*piles]


@pytest.mark.parametrize("piles", ["3,5", "24", "1,1,1,1,1,1,1,1,1,1"])
def test_the_discs_of_a_card_are_in_its_middle_with_paper_around_them(
    client: Client, piles: str
) -> None:
    lines = lines_of(client, piles)
    inked = [[x for x, shade in enumerate(line) if shade] for line in lines]
    rows = [y for y, line in enumerate(inked) if line]
    left, right = min(map(min, filter(None, inked))), max(map(max, filter(None, inked)))
    above, below = rows[0], 629 - rows[-1]
    assert abs(left - (1199 - right)) <= 1
    assert abs(above - below) <= 1
    assert min(left, above) > 24


def test_a_disc_is_round_with_smooth_edges(client: Client) -> None:
    """As wide as high, much less than the card; its shades add up to the area of a circle."""
    lines = lines_of(client, "1")
    inked = [[x for x, shade in enumerate(line) if shade] for line in lines]
    width = max(map(max, filter(None, inked))) - min(map(min, filter(None, inked))) + 1
    assert width == sum(map(bool, inked)) == max(map(len, inked))
    assert 100 < width < 630 / 4
    area = sum(map(sum, lines)) / 15
    assert area == pytest.approx(pi * ((width - 1) / 2) ** 2, rel=0.02)


def test_the_colours_of_a_card_go_from_paper_to_ink_in_sixteen_steps(client: Client) -> None:
    colours = colours_of(client, "1")
    assert (colours[0], colours[-1], len(colours)) == ((246, 244, 238), (51, 53, 61), 16)
    assert colours == sorted(colours, reverse=True)


def test_of_many_and_large_piles_the_first_objects_are_drawn(client: Client) -> None:
    assert lines_of(client, ",".join(["99"] * 16)) == lines_of(client, ",".join(["24"] * 10))
