"""Errors as a problem shows them: where they are, and in a sentence."""

import pytest

from service.api.errors import (
    FieldError,
    InvalidRequest,
    body_error,
    errors_of,
    pointer,
    query_error,
)
from service.game.errors import InputError, Location
from service.game.theory.digraph import EndlessGame, UnknownPosition
from service.limits import MAX_ERRORS

SMALL = FieldError(("piles", 1), "too-small", "Must be 0 or more.")


def said_of(*errors: FieldError) -> str:
    return str(InvalidRequest(errors, in_query=False))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "piles[1]: must be 0 or more."),
        (2, "piles[1]: must be 0 or more; 1 more error."),
        (3, "piles[1]: must be 0 or more; 2 more errors."),
        (MAX_ERRORS, "piles[1]: must be 0 or more; 99 more errors."),
        (MAX_ERRORS + 1, "piles[1]: must be 0 or more; at least 100 more errors."),
        (10_000, "piles[1]: must be 0 or more; at least 100 more errors."),
    ],
)
def test_the_text_is_the_first_error_and_the_number_of_others(count: int, text: str) -> None:
    error = InvalidRequest(iter([SMALL] * count), in_query=True)
    assert (str(error), error.in_query) == (text, True)
    assert error.errors == [SMALL] * min(count, MAX_ERRORS)


@pytest.mark.parametrize(
    ("location", "written"),
    [
        (("moves", 3, "leaves_piles"), "moves[3].leaves_piles"),
        (("rows", 0, 12), "rows[0][12]"),
        (("options", "a b"), 'options["a b"]'),
        (("options", "", "x"), 'options[""].x'),
        (("misère",), "misère"),
        (("piles[]",), '"piles[]"'),
        (("n" * 60, 0), "n" * 60 + "[0]"),
        (("n" * 61, 0), '"' + "n" * 59 + '…"[0]'),
    ],
)
def test_a_location_is_written_as_programs_do(
    location: tuple[str | int, ...], written: str
) -> None:
    assert said_of(SMALL._replace(location=location)) == f"{written}: must be 0 or more."


@pytest.mark.parametrize(
    ("detail", "text"),
    [
        ("This is so.", "a: this is so."),
        ("A move.", "a: a move."),
        ("XOR is so.", "a: XOR is so."),
        ("'x' is so.", "a: 'x' is so."),
        ("3 is so.", "a: 3 is so."),
    ],
)
def test_after_a_place_a_sentence_begins_with_a_small_letter(detail: str, text: str) -> None:
    assert said_of(FieldError(("a",), "conflict", detail)) == text


def test_an_error_of_the_whole_body_has_its_sentence_as_it_is() -> None:
    assert said_of(SMALL._replace(location=())) == "Must be 0 or more."


def test_a_request_is_not_rejected_without_an_error() -> None:
    with pytest.raises(RuntimeError):
        said_of()


def test_an_error_seen_from_outside_has_the_whole_path() -> None:
    assert errors_of(InvalidRequest([SMALL]), "positions", 7) == [
        (("positions", 7, "piles", 1), "too-small", "Must be 0 or more.")
    ]


def test_a_pointer_escapes_what_json_pointers_and_fragments_do() -> None:
    assert pointer(("options", "a/b~c d", 0, "%ä")) == "#/options/a~1b~0c%20d/0/%25%C3%A4"
    assert pointer(()) == "#"
    assert pointer(("n" * 61,)) == "#/" + "n" * 59 + "%E2%80%A6"


def test_an_error_has_the_same_text_in_a_query_as_in_a_body() -> None:
    same = {"code": "too-small", "detail": "Must be 0 or more."}
    assert body_error(SMALL) == {"pointer": "#/piles/1", **same}
    assert query_error(SMALL) == {"parameter": "piles", "index": 1, **same}


class TooFar(InputError):
    code = "not-proven"


def test_what_the_theory_rejects_is_an_error_at_each_location() -> None:
    assert errors_of(TooFar("It is too far.", ("a",), ("b", 1))) == [
        FieldError(("a",), "not-proven", "It is too far."),
        FieldError(("b", 1), "not-proven", "It is too far."),
    ]


@pytest.mark.parametrize(
    ("locations", "whole", "places"),
    [
        ([], "piles", [("positions", 2, "piles")]),
        ([], None, [("positions", 2)]),
        (
            [("piles", 0), ("code",)],
            "piles",
            [("positions", 2, "piles", 0), ("positions", 2, "code")],
        ),
    ],
    ids=["whole", "no key", "parts"],
)
def test_an_error_of_a_whole_part_is_placed_at_its_key(
    locations: list[Location], whole: str | None, places: list[Location]
) -> None:
    found = errors_of(TooFar("It is too far.", *locations), "positions", 2, whole=whole)
    assert [error.location for error in found] == places


def test_a_cycle_is_shown_up_to_its_tenth_position() -> None:
    (error,) = errors_of(EndlessGame([*"abcdefghijkl"], ("options",)))
    shown = "a → b → c → d → e → f → g → h → i → j → (2 more) → a"
    detail = f"The game must end, but it can repeat a position: {shown}."
    assert error == FieldError(("options",), "endless-game", detail)


def test_a_name_that_is_no_position_gets_the_advice_to_add_it() -> None:
    (error,) = errors_of(UnknownPosition(("options", "a", 0)))
    assert error.location == ("options", "a", 0)
    assert error.detail.endswith("Add it to `options`, with [] if it has no moves.")
